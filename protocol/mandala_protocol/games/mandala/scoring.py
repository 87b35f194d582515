"""The value of the cards in the cups: E5 to E7."""

from __future__ import annotations

from attrs import frozen

from mandala_protocol.games.counts import union
from mandala_protocol.games.game import Counts, Result
from mandala_protocol.games.mandala.colours import COLOURS, Colour
from mandala_protocol.games.mandala.state import GameOver, MandalaState, MandalaTermination, PlayerArea
from mandala_protocol.seats import Seat


@frozen
class SlotScore:
    """One river slot: ``value`` 1 to 6, its colour (None if empty), the cup cards of that colour, their points."""

    value: int
    colour: Colour | None
    cards: int
    points: int


@frozen
class SeatScore:
    """One player's points. ``worthless``: the cup cards whose colour is not in the river; ``cup``: all cup cards."""

    slots: tuple[SlotScore, ...]
    worthless: Counts
    cup: int
    total: int


@frozen
class ScoreSheet:
    """The final score; ``by_cup``: points were equal and the smaller cup won (E6)."""

    seats: tuple[SeatScore, SeatScore]
    winner: Seat | None
    by_cup: bool
    termination: MandalaTermination


def seat_score(river: tuple[Colour, ...], cup: Counts) -> SeatScore:
    """Each cup card scores the number of the slot of its colour in the same player's river (E5)."""
    slots = []
    for value in range(1, len(COLOURS) + 1):
        colour = river[value - 1] if value <= len(river) else None
        cards = 0 if colour is None else cup[colour]
        slots.append(SlotScore(value, colour, cards, value * cards))
    worthless = tuple(0 if colour in river else cup[colour] for colour in COLOURS)
    return SeatScore(tuple(slots), worthless, sum(cup), sum(slot.points for slot in slots))


def live_score(player: PlayerArea) -> int:
    """The points that both can see during the game: those of the claimed cards."""
    return seat_score(player.river, player.claimed).total


def score_sheet(state: MandalaState) -> ScoreSheet:
    """The decision in full. Raises ``ValueError`` before everything is revealed."""
    phase = state.phase
    if not isinstance(phase, GameOver):
        raise ValueError("the cups are still hidden")
    host, guest = (
        seat_score(player.river, union(player.claimed, sealed))
        for player, sealed in zip(state.players, phase.cups, strict=True)
    )
    winner = _better((host.total, -host.cup), (guest.total, -guest.cup))
    by_cup = host.total == guest.total and winner is not None
    if phase.resigned is not None:
        winner, by_cup = phase.resigned.other, False
    return ScoreSheet((host, guest), winner, by_cup, phase.termination)


def _better(host: tuple[int, int], guest: tuple[int, int]) -> Seat | None:
    """Most points, then the smaller cup (E6), else no one (E7)."""
    if host == guest:
        return None
    return Seat.HOST if host > guest else Seat.GUEST


def result(state: MandalaState) -> Result:
    """The decision in short, for every game alike. Raises ``ValueError`` before everything is revealed."""
    sheet = score_sheet(state)
    host, guest = sheet.seats
    return Result((host.total, guest.total), sheet.winner, sheet.termination)
