"""Defects of what needs both players: to adjourn a game, and to play another one."""

from __future__ import annotations

from mandala_net.conformance.findings import CaseVerdict
from mandala_net.match import match
from mandala_protocol.conversation import session
from mandala_protocol.conversation.events import MakeOffer
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.record import referee
from mandala_protocol.wire.messages import OfferKind
from tests.conformance.defects.defect import DefectBook, nothing, replace

AGREEING = DefectBook()


# Adjourning.


def agree_to_adjourn() -> None:
    """Let our bot agree, and not decline."""
    replace(match, "DeclineOffer", lambda: MakeOffer(OfferKind.ADJOURN))


@AGREEING.defect(
    "plays-on-when-adjourned",
    "Takes an entry behind an adjournment",
    case="EN15/entry-behind",
    seen="the connection closed without an error",
    agree=agree_to_adjourn,
    verdict=CaseVerdict.NON_STRICT,
)
def plays_on_when_adjourned() -> None:
    replace(session, "require_allowed", nothing)


@AGREEING.defect(
    "adjourns-twice",
    "Takes two adjournments in one turn",
    case="EN13/twice-in-a-turn",
    seen="resume",
    agree=agree_to_adjourn,
)
def adjourns_twice() -> None:
    replace(referee, "require_first_adjournment", nothing)


# Another game.


@AGREEING.defect(
    "takes-any-terms",
    "Compares no terms of another game with those before",
    case="RS13/other-grace",
    seen="entry",
    command="join",
    options=("--tireless",),
)
def takes_any_terms() -> None:
    replace(GameTerms, "is_kept_by", lambda *_: True)


@AGREEING.defect(
    "begins-another-game-at-once",
    "Takes a proposal before both want another game",
    case="RS10/entry-too-soon",
    seen="entry|nothing|requirement",
    command="join",
    options=("--tireless",),
)
def begins_another_game_at_once() -> None:
    replace(session, "require_allowed", nothing)
