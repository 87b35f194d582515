"""Defects of checks that are left out late in a game, or when entries come that were missing."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from mandala_protocol.conversation.events import SessionEvent
from mandala_protocol.conversation.session import Session
from mandala_protocol.record import opening, referee
from mandala_protocol.record.move_effect import MoveEffect
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import End, Move
from tests.conformance.defects.defect import DefectBook, nothing, replace
from tests.conformance.defects.record_defects import signed_for_who_is_due

TRUST = DefectBook()


# Proofs that are checked at first only.


def trust_after(moves: int, method: str) -> None:
    """Let this method of the referee trust all proofs once more than so many moves were made."""
    checked = getattr(Referee, method)

    def checked_at_first(self: Referee, *given: Any) -> Any:
        *others, trusted = given
        return checked(self, *others, trusted or self.moves_made > moves)

    replace(Referee, method, checked_at_first)


@TRUST.defect(
    "checks-the-first-shuffles-alone",
    "Checks no proof of a shuffle once a move was made",
    case="DK4/later-shuffle",
    seen="entry|nothing within|share",
    game="mandala",
)
@TRUST.defect(
    "checks-the-first-mixes-alone",
    "Checks no proof of a mix once a move was made",
    case="DK4/later-mix",
    seen="entry|nothing within",
    game="mandala",
)
def checks_the_first_shuffles_alone() -> None:
    trust_after(0, "_checked_shuffle")


TRUST.in_the_other_role("checks-the-first-shuffles-alone")
TRUST.in_the_other_role("checks-the-first-mixes-alone")


@TRUST.defect(
    "checks-the-first-shares-alone",
    "Checks no proof of shares once a move was made",
    case="DK5/later-share",
    seen='requirement="DK6"',
    game="mandala",
    command="join",
)
@TRUST.defect(
    "checks-no-shares-of-a-refill",
    "Checks no proof of shares of a refill",
    case="DK5/share-in-refill",
    seen='requirement="DK6"',
    game="mandala",
)
def checks_the_first_shares_alone() -> None:
    trust_after(0, "_take_share")


TRUST.in_the_other_role("checks-the-first-shares-alone")


@TRUST.defect(
    "checks-no-shares-of-moves",
    "Checks no proof of the shares in a move",
    case="DK5/move-response-one-more",
    seen="entry|nothing within",
    game="mandala",
)
def checks_no_shares_of_moves() -> None:
    trust_after(-1, "_checked_play")


TRUST.in_the_other_role("checks-no-shares-of-moves")


@TRUST.defect(
    "checks-the-first-moves-alone",
    "Checks no proof of the shares in a move once four were made",
    case="DK5/later-move",
    seen="entry|nothing within",
    game="mandala",
    command="join",
)
def checks_the_first_moves_alone() -> None:
    trust_after(3, "_checked_play")


@TRUST.defect(
    "compares-the-first-positions-alone",
    "Compares no digest of a move once four were made",
    case="PL6/later",
    seen="entry|nothing within",
)
def compares_the_first_positions_alone() -> None:
    take_move = Referee._take_move

    def take_later(self: Referee, body: Move, effect: MoveEffect, *given: Any) -> None:
        take_move(self, evolve(body, digest=effect.digest) if self.moves_made > 3 else body, effect, *given)

    replace(Referee, "_take_move", take_later)


TRUST.in_the_other_role("compares-the-first-positions-alone", game="mandala")


# Entries that were missing.


def when_catching_up(owner: Any, name: str, new: Any) -> None:
    """Put something else in the place of a name while an entry is taken that was missing."""
    usual, hear_missing = getattr(owner, name), Session._hear_missing

    def hear_missing_otherwise(self: Session, entry: Entry) -> SessionEvent:
        setattr(owner, name, new)
        try:
            return hear_missing(self, entry)
        finally:
            setattr(owner, name, usual)

    replace(Session, "_hear_missing", hear_missing_otherwise)


@TRUST.defect(
    "compares-no-opening-that-was-missing",
    "Compares no opening with its commitment if it was missing",
    case="OP2/missing",
    seen="entry|nothing within",
)
def compares_no_opening_that_was_missing() -> None:
    when_catching_up(opening, "open_commitment", nothing)


@TRUST.defect(
    "checks-no-shuffle-that-was-missing",
    "Checks no proof of a shuffle that was missing",
    case="DK4/missing",
    seen="entry",
    game="mandala",
    command="join",
)
def checks_no_shuffle_that_was_missing() -> None:
    when_catching_up(referee, "verify_shuffle", nothing)


@TRUST.defect(
    "checks-no-share-that-was-missing",
    "Checks no proof of shares that were missing",
    case="DK5/missing",
    seen='requirement="DK6"',
    game="mandala",
)
def checks_no_share_that_was_missing() -> None:
    when_catching_up(referee, "verify_shares", nothing)


@TRUST.defect(
    "asks-for-no-signature-of-what-was-missing",
    "Checks no signature of an entry that was missing",
    case="TR7/missing",
    seen="entry",
)
def asks_for_no_signature_of_what_was_missing() -> None:
    when_catching_up(referee, "signed_by", lambda *_: True)


@TRUST.defect(
    "compares-no-position-that-was-missing",
    "Compares no digest of a move that was missing",
    case="PL6/missing",
    seen="entry",
)
def compares_no_position_that_was_missing() -> None:
    when_catching_up(referee, "require_same_position", nothing)


TRUST.in_the_other_role("compares-no-position-that-was-missing", game="mandala", seen="entry|nothing within")


@TRUST.defect(
    "ends-alone-if-that-was-missing",
    "Takes an end by agreement without a statement if it was missing",
    case="EN3/missing",
    seen="key",
)
def ends_alone_if_that_was_missing() -> None:
    take_end = Referee._take_end

    def take_alone(self: Referee, body: End, speaker: Seat, entry: Entry) -> None:
        take_end(self, evolve(body, reason="resigned"), speaker, entry)

    when_catching_up(Referee, "_take_end", take_alone)


@TRUST.defect(
    "checks-no-key-that-was-missing",
    "Checks no key that was missing",
    case="EN4/missing",
    seen="entry",
    command="join",
)
def checks_no_key_that_was_missing() -> None:
    when_catching_up(referee, "check_secret", nothing)


@TRUST.defect(
    "lends-its-turn-if-that-was-missing",
    "Lets the other speak in its own place if the entry was missing",
    case="OR2/missing",
    seen='requirement="PL[136]"',
)
def lends_its_turn_if_that_was_missing() -> None:
    when_catching_up(Referee, "_require_signed", signed_for_who_is_due)


TRUST.in_the_other_role(
    "checks-no-shares-of-a-refill",
    "checks-the-first-moves-alone",
    "compares-no-opening-that-was-missing",
    "checks-no-shuffle-that-was-missing",
    "checks-no-share-that-was-missing",
    "asks-for-no-signature-of-what-was-missing",
    "checks-no-key-that-was-missing",
    "lends-its-turn-if-that-was-missing",
)
TRUST.in_the_other_role("ends-alone-if-that-was-missing", seen="nothing within")
