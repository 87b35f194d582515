"""The public names, each under what it is for; ``__init__.py`` imports them on demand, and docs/api.md lists them.

Whoever takes a name away breaks somebody's tool; whoever adds one promises to keep it.
"""

# ruff: noqa: E402, I001 - in the order in which they are described

from mandala_protocol.conversation import evidence as _evidence
from mandala_protocol.record import verification as _verification

# To hold a conversation
from mandala_protocol.conversation.session import Session as Session
from mandala_protocol.conversation.greeting import Greeting as Greeting
from mandala_protocol.conversation.greeting import Greeted as Greeted
from mandala_protocol.conversation.connection import ConnectionState as ConnectionState
from mandala_protocol.conversation.connection import STATES as STATES
from mandala_protocol.conversation.snapshot import Snapshot as Snapshot
from mandala_protocol.conversation.snapshot import Pending as Pending
from mandala_protocol.conversation.offers import StandingOffer as StandingOffer
from mandala_protocol.conversation.speaker import GameTerms as GameTerms
from mandala_protocol.conversation.trace import Trace as Trace
from mandala_protocol.conversation.trace import Mark as Mark
from mandala_protocol.wire.rate_limit import Allowance as Allowance

# What to ask a session for
from mandala_protocol.conversation.events import Command as Command
from mandala_protocol.conversation.events import Agree as Agree
from mandala_protocol.conversation.events import TellPast as TellPast
from mandala_protocol.conversation.events import TellMissing as TellMissing
from mandala_protocol.conversation.events import Speak as Speak
from mandala_protocol.conversation.events import Play as Play
from mandala_protocol.conversation.events import Resign as Resign
from mandala_protocol.conversation.events import MakeOffer as MakeOffer
from mandala_protocol.conversation.events import DeclineOffer as DeclineOffer
from mandala_protocol.conversation.events import WithdrawOffer as WithdrawOffer
from mandala_protocol.conversation.events import Abandon as Abandon
from mandala_protocol.conversation.events import Talk as Talk
from mandala_protocol.conversation.events import WantRematch as WantRematch
from mandala_protocol.conversation.events import Leave as Leave
from mandala_protocol.conversation.events import Refuse as Refuse
from mandala_protocol.conversation.events import CheckAlive as CheckAlive
from mandala_protocol.conversation.events import ConfirmAlive as ConfirmAlive
from mandala_protocol.wire.messages import OfferKind as OfferKind

# What a session tells
from mandala_protocol.conversation.events import SessionEvent as SessionEvent
from mandala_protocol.conversation.events import PassedOver as PassedOver
from mandala_protocol.conversation.events import PastTold as PastTold
from mandala_protocol.conversation.events import Said as Said
from mandala_protocol.conversation.events import OfferMade as OfferMade
from mandala_protocol.conversation.events import OfferDeclined as OfferDeclined
from mandala_protocol.conversation.events import Talked as Talked
from mandala_protocol.conversation.events import RematchWanted as RematchWanted
from mandala_protocol.conversation.events import AskedAlive as AskedAlive
from mandala_protocol.conversation.events import Alive as Alive
from mandala_protocol.conversation.events import Refused as Refused
from mandala_protocol.conversation.events import Left as Left
from mandala_protocol.conversation.events import Complained as Complained

# To check and keep records
verify_record = _verification.verify
write_record = _verification.write
read_record = _verification.read_messages
from mandala_protocol.record.verification import NotARecord as NotARecord
from mandala_protocol.record.verification import Verdict as Verdict
from mandala_protocol.record.verification import RecordFault as RecordFault

judge_evidence = _evidence.judge
read_evidence = _evidence.read_file
from mandala_protocol.conversation.evidence import NotEvidence as NotEvidence
from mandala_protocol.conversation.evidence import Evidence as Evidence
from mandala_protocol.conversation.evidence import ProvenBreach as ProvenBreach
from mandala_protocol.conversation.evidence import ProvenFork as ProvenFork
from mandala_protocol.conversation.evidence import Unproven as Unproven
from mandala_protocol.conversation.kept_entries import KeptEntry as KeptEntry
from mandala_protocol.record.transcript import Entry as Entry
from mandala_protocol.wire.messages import EntryMessage as EntryMessage
from mandala_protocol.record.referee import Referee as Referee
from mandala_protocol.record.order import Due as Due
from mandala_protocol.record.steps import Step as Step

# Games
from mandala_protocol.games.catalogue import GAMES as GAMES
from mandala_protocol.games.game import Game as Game
from mandala_protocol.games.game import View as View
from mandala_protocol.games.game import Result as Result
from mandala_protocol.games.game import Termination as Termination
from mandala_protocol.games.game import EndReason as EndReason
from mandala_protocol.games.game import Moved as Moved
from mandala_protocol.games.game import IllegalMove as IllegalMove
from mandala_protocol.games.game import BadNotation as BadNotation
from mandala_protocol.games.simulation import Simulation as Simulation

# What all of it rests on
from mandala_protocol.seats import Seat as Seat
from mandala_protocol.seats import First as First
from mandala_protocol.record.signatures import Signer as Signer
from mandala_protocol.poker.workers import Workers as Workers
from mandala_protocol.poker.workers import Serial as Serial
from mandala_protocol.errors import Code as Code
from mandala_protocol.errors import ProtocolError as ProtocolError
from mandala_protocol.errors import LocalProtocolError as LocalProtocolError
from mandala_protocol.errors import RemoteProtocolError as RemoteProtocolError
from mandala_protocol.sentence import Sentence as Sentence
from mandala_protocol.names import clean_name as clean_name
from mandala_protocol.names import clean_line as clean_line
from mandala_protocol.wire.messages import PROTOCOL_VERSION as PROTOCOL_VERSION
