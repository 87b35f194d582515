"""Everything two peers must agree on: rules, deck, messages, record. No I/O, no clock, no thread, no randomness.

What is exported here is the public API, for tools of others such as a verifier or a bot; docs/api.md describes it.
A name is imported when it is first used: importing the package alone costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mandala_protocol.conversation import evidence as _evidence
    from mandala_protocol.conversation.connection import STATES as STATES
    from mandala_protocol.conversation.connection import ConnectionState as ConnectionState
    from mandala_protocol.conversation.events import Abandon as Abandon
    from mandala_protocol.conversation.events import Agree as Agree
    from mandala_protocol.conversation.events import Alive as Alive
    from mandala_protocol.conversation.events import AskedAlive as AskedAlive
    from mandala_protocol.conversation.events import CheckAlive as CheckAlive
    from mandala_protocol.conversation.events import Command as Command
    from mandala_protocol.conversation.events import Complained as Complained
    from mandala_protocol.conversation.events import ConfirmAlive as ConfirmAlive
    from mandala_protocol.conversation.events import DeclineOffer as DeclineOffer
    from mandala_protocol.conversation.events import Leave as Leave
    from mandala_protocol.conversation.events import Left as Left
    from mandala_protocol.conversation.events import MakeOffer as MakeOffer
    from mandala_protocol.conversation.events import OfferDeclined as OfferDeclined
    from mandala_protocol.conversation.events import OfferMade as OfferMade
    from mandala_protocol.conversation.events import PassedOver as PassedOver
    from mandala_protocol.conversation.events import PastTold as PastTold
    from mandala_protocol.conversation.events import Play as Play
    from mandala_protocol.conversation.events import Refuse as Refuse
    from mandala_protocol.conversation.events import Refused as Refused
    from mandala_protocol.conversation.events import RematchWanted as RematchWanted
    from mandala_protocol.conversation.events import Resign as Resign
    from mandala_protocol.conversation.events import Said as Said
    from mandala_protocol.conversation.events import SessionEvent as SessionEvent
    from mandala_protocol.conversation.events import Speak as Speak
    from mandala_protocol.conversation.events import Talk as Talk
    from mandala_protocol.conversation.events import Talked as Talked
    from mandala_protocol.conversation.events import TellMissing as TellMissing
    from mandala_protocol.conversation.events import TellPast as TellPast
    from mandala_protocol.conversation.events import WantRematch as WantRematch
    from mandala_protocol.conversation.evidence import Evidence as Evidence
    from mandala_protocol.conversation.evidence import NotEvidence as NotEvidence
    from mandala_protocol.conversation.evidence import ProvenBreach as ProvenBreach
    from mandala_protocol.conversation.evidence import ProvenFork as ProvenFork
    from mandala_protocol.conversation.evidence import Unproven as Unproven
    from mandala_protocol.conversation.greeting import Greeted as Greeted
    from mandala_protocol.conversation.greeting import Greeting as Greeting
    from mandala_protocol.conversation.kept_entries import KeptEntry as KeptEntry
    from mandala_protocol.conversation.offers import StandingOffer as StandingOffer
    from mandala_protocol.conversation.session import Session as Session
    from mandala_protocol.conversation.snapshot import Pending as Pending
    from mandala_protocol.conversation.snapshot import Snapshot as Snapshot
    from mandala_protocol.conversation.speaker import GameTerms as GameTerms
    from mandala_protocol.conversation.trace import Mark as Mark
    from mandala_protocol.conversation.trace import Trace as Trace
    from mandala_protocol.errors import Code as Code
    from mandala_protocol.errors import LocalProtocolError as LocalProtocolError
    from mandala_protocol.errors import ProtocolError as ProtocolError
    from mandala_protocol.errors import RemoteProtocolError as RemoteProtocolError
    from mandala_protocol.games.catalogue import GAMES as GAMES
    from mandala_protocol.games.game import BadNotation as BadNotation
    from mandala_protocol.games.game import EndReason as EndReason
    from mandala_protocol.games.game import Game as Game
    from mandala_protocol.games.game import IllegalMove as IllegalMove
    from mandala_protocol.games.game import Moved as Moved
    from mandala_protocol.games.game import Result as Result
    from mandala_protocol.games.game import View as View
    from mandala_protocol.games.simulation import Simulation as Simulation
    from mandala_protocol.names import clean_line as clean_line
    from mandala_protocol.names import clean_name as clean_name
    from mandala_protocol.poker.workers import Serial as Serial
    from mandala_protocol.poker.workers import Workers as Workers
    from mandala_protocol.record import verification as _verification
    from mandala_protocol.record.order import Due as Due
    from mandala_protocol.record.referee import Referee as Referee
    from mandala_protocol.record.signatures import Signer as Signer
    from mandala_protocol.record.steps import Step as Step
    from mandala_protocol.record.transcript import Entry as Entry
    from mandala_protocol.record.verification import NotARecord as NotARecord
    from mandala_protocol.record.verification import RecordFault as RecordFault
    from mandala_protocol.record.verification import Verdict as Verdict
    from mandala_protocol.seats import First as First
    from mandala_protocol.seats import Seat as Seat
    from mandala_protocol.sentence import Sentence as Sentence
    from mandala_protocol.wire.messages import PROTOCOL_VERSION as PROTOCOL_VERSION
    from mandala_protocol.wire.messages import EntryMessage as EntryMessage
    from mandala_protocol.wire.messages import OfferKind as OfferKind
    from mandala_protocol.wire.rate_limit import Allowance as Allowance

    judge_evidence = _evidence.judge
    read_evidence = _evidence.read_file
    read_record = _verification.read_messages
    verify_record = _verification.verify
    write_record = _verification.write

API: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "To hold a conversation": {
        "conversation.session": ("Session",),
        "conversation.greeting": (
            "Greeting",
            "Greeted",
        ),
        "conversation.connection": (
            "ConnectionState",
            "STATES",
        ),
        "conversation.snapshot": (
            "Snapshot",
            "Pending",
        ),
        "conversation.offers": ("StandingOffer",),
        "conversation.speaker": ("GameTerms",),
        "conversation.trace": (
            "Trace",
            "Mark",
        ),
        "wire.rate_limit": ("Allowance",),
    },
    "What to ask a session for": {
        "conversation.events": (
            "Command",
            "Agree",
            "TellPast",
            "TellMissing",
            "Speak",
            "Play",
            "Resign",
            "MakeOffer",
            "DeclineOffer",
            "Abandon",
            "Talk",
            "WantRematch",
            "Leave",
            "Refuse",
            "CheckAlive",
            "ConfirmAlive",
        ),
        "wire.messages": ("OfferKind",),
    },
    "What a session tells": {
        "conversation.events": (
            "SessionEvent",
            "PassedOver",
            "PastTold",
            "Said",
            "OfferMade",
            "OfferDeclined",
            "Talked",
            "RematchWanted",
            "AskedAlive",
            "Alive",
            "Refused",
            "Left",
            "Complained",
        ),
    },
    "To check and keep records": {
        "record.verification": (
            "verify_record=verify",
            "write_record=write",
            "read_record=read_messages",
            "NotARecord",
            "Verdict",
            "RecordFault",
        ),
        "conversation.evidence": (
            "judge_evidence=judge",
            "read_evidence=read_file",
            "NotEvidence",
            "Evidence",
            "ProvenBreach",
            "ProvenFork",
            "Unproven",
        ),
        "conversation.kept_entries": ("KeptEntry",),
        "record.transcript": ("Entry",),
        "wire.messages": ("EntryMessage",),
        "record.referee": ("Referee",),
        "record.order": ("Due",),
        "record.steps": ("Step",),
    },
    "Games": {
        "games.catalogue": ("GAMES",),
        "games.game": (
            "Game",
            "View",
            "Result",
            "EndReason",
            "Moved",
            "IllegalMove",
            "BadNotation",
        ),
        "games.simulation": ("Simulation",),
    },
    "What all of it rests on": {
        "seats": (
            "Seat",
            "First",
        ),
        "record.signatures": ("Signer",),
        "poker.workers": (
            "Workers",
            "Serial",
        ),
        "errors": (
            "Code",
            "ProtocolError",
            "LocalProtocolError",
            "RemoteProtocolError",
        ),
        "sentence": ("Sentence",),
        "names": (
            "clean_name",
            "clean_line",
        ),
        "wire.messages": ("PROTOCOL_VERSION",),
    },
}
"""By what it is for and by module: the names, each with that of the module behind ``=`` where it has another there."""

_WHERE: Final[dict[str, tuple[str, str]]] = {
    exported.partition("=")[0]: (module, exported.rpartition("=")[2])
    for modules in API.values()
    for module, names in modules.items()
    for exported in names
}

__all__ = sorted(_WHERE)


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, own_name = _WHERE[name]
    value = getattr(import_module(f"{__name__}.{module}"), own_name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
