"""Sentences about the end of a game that are the same for every game: who won, and an end before that of the rules."""

from __future__ import annotations

from typing import Any, Final

from mandala_client.games.table_events import TableEvent, Wording, wording_for_all
from mandala_client.text.language import _
from mandala_client.text.player_names import Names, player_name
from mandala_protocol.games.game import EndOfGame, EndReason, Game, Over, Result
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import N_

_WORDINGS: Final = {
    EndReason.RESIGNED: Wording(N_("You resign."), N_("{name} resigns.")),
    EndReason.AGREED: wording_for_all(N_("Both players agree to end the game now and score it.")),
}


def ended_early(event: EndOfGame) -> TableEvent:
    """The event that a player, or both, ended the game early."""
    return TableEvent(_WORDINGS[event.reason], event.seat)


def why_ended_early(reason: EndReason, other: str, *, we_won: bool) -> str:
    """The reason for the end of a game, from our side; ``other`` is the other player's name."""
    match reason:
        case EndReason.RESIGNED if we_won:
            return _("{name} resigned; you win.").format(name=other)
        case EndReason.RESIGNED:
            return _("You resigned; {name} wins.").format(name=other)
        case EndReason.AGREED:
            return _("You both agreed to end it.")


def why_ended_early_for_all(reason: EndReason, loser: str) -> str:
    """The reason for the end of a game, for an observer; ``loser`` is the name of the player who lost, if one won."""
    match reason:
        case EndReason.RESIGNED:
            return _("{name} resigned.").format(name=loser)
        case EndReason.AGREED:
            return _("Both agreed to end it.")


def result_of(rules: Game[Any, Any], state: Any) -> Result | None:
    """The result of a game that is over; None as long as it goes on, or the keys are closed."""
    expected = rules.expects(state)
    return expected.result if isinstance(expected, Over) else None


def who_won(result: Result, names: Names | None, seat: Seat | None) -> str:
    """The winner and the points: to the player at this seat, or to an observer if None."""
    if seat is None:
        return _who_won_for_all(result, names)
    match result.winner:
        case None:
            line = _("Game over: a draw, {own} to {other}.")
        case winner if winner is seat:
            line = _("Game over: you win {own} to {other}.")
        case _:
            line = _("Game over: {name} wins {other} to {own}.")
    own, other = result.scores[seat], result.scores[seat.other]
    return line.format(own=own, other=other, name=player_name(seat.other, names))


def _who_won_for_all(result: Result, names: Names | None) -> str:
    winner = result.winner
    if winner is None:
        host, guest = result.scores
        return _("A draw, {host} to {guest}.").format(host=host, guest=guest)
    text = _("{name} wins {points} to {other}.")
    name, other = player_name(winner, names), result.scores[winner.other]
    return text.format(name=name, points=result.scores[winner], other=other)


def why_ended_by_players(result: Result, reason: EndReason, names: Names | None, seat: Seat | None) -> str:
    """The reason for an end before that of the rules: to the player at this seat, or to an observer if None."""
    if seat is None:
        loser = "" if result.winner is None else player_name(result.winner.other, names)
        return why_ended_early_for_all(reason, loser)
    return why_ended_early(reason, player_name(seat.other, names), we_won=result.winner is seat)
