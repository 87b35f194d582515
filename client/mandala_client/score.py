"""How a game was decided, in sentences: who won and why, and the points by river slot."""

from __future__ import annotations

from typing import assert_never

from mandala_client.deeds import cards, colour_name, list_of, player_name
from mandala_protocol.games.game import Counts
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.scoring import ScoreSheet, SeatScore
from mandala_protocol.games.mandala.scoring import score_sheet as sheet_of
from mandala_protocol.games.mandala.state import Finished, MandalaState, Reason
from mandala_protocol.snapshot import Snapshot


def final_sheet(snapshot: Snapshot) -> ScoreSheet | None:
    """How the game was decided; None before all cards are open."""
    state = snapshot.view.state if snapshot.view is not None else None
    if isinstance(state, MandalaState) and isinstance(state.phase, Finished):
        return sheet_of(state)
    return None


def game_over(snapshot: Snapshot) -> str | None:
    """Who won, with how many points if they count, and what ended the game; None before all cards are open."""
    sheet = final_sheet(snapshot)
    if sheet is None:
        return None
    own, other = (sheet.seats[seat].total for seat in (snapshot.seat, snapshot.seat.other))
    name = player_name(snapshot.seat.other, snapshot.names)
    why = why_over(sheet.reason, sheet.winner is snapshot.seat, name)
    if sheet.reason == "resigned":
        return why
    by_cup = ", with fewer cards in the cup" if sheet.by_cup else ""
    match sheet.winner:
        case None:
            line = f"a draw, {own} to {other}."
        case snapshot.seat:
            line = f"you win {own} to {other}{by_cup}."
        case _:
            line = f"{name} wins {other} to {own}{by_cup}."
    return f"Game over: {line} {why}"


def why_over(reason: Reason, we_won: bool, other: str) -> str:
    """What ended the game; who wins too, where that is the reason and not the points."""
    match reason:
        case "deck":
            return "The draw pile had run out."
        case "river":
            return "A river had all six colours."
        case "colour":
            return "All 18 cards of a colour were in rivers and cups."
        case "stalemate":
            return "Cards were only discarded, 40 times in a row."
        case "resigned":
            return f"{other} resigned; you win." if we_won else f"You resigned; {other} wins."
        case "agreed":
            return "You both agreed to end it."
        case _:
            assert_never(reason)


def tie_break(snapshot: Snapshot, sheet: ScoreSheet) -> str | None:
    """What decided when the points were equal (E6, E7); None if they were not, or if somebody resigned."""
    own, other = (sheet.seats[seat] for seat in (snapshot.seat, snapshot.seat.other))
    if sheet.reason == "resigned" or own.total != other.total:
        return None
    if not sheet.by_cup:
        return f"Both have {own.total} points and {cards(own.cup)} in the cup: nobody wins."
    return (
        f"Both have {own.total} points. Fewer cards in the cup decide: "
        f"you have {own.cup}, {player_name(snapshot.seat.other, snapshot.names)} has {other.cup}."
    )


def score_sheet(snapshot: Snapshot) -> list[str]:
    """The points of both players by river slot, then what decided; nothing before all cards are open."""
    sheet = final_sheet(snapshot)
    if sheet is None:
        return []
    lines = []
    for seat in (snapshot.seat, snapshot.seat.other):
        if seat is snapshot.seat:
            lines += _seat_lines("You score", sheet.seats[seat])
        else:
            lines += _seat_lines(f"{player_name(seat, snapshot.names)} scores", sheet.seats[seat])
    decided = tie_break(snapshot, sheet)
    return lines if decided is None else [*lines, decided]


def _seat_lines(who_scores: str, score: SeatScore) -> list[str]:
    lines = [f"{who_scores} {score.total}: {sum_of_points(score)}."]
    for slot in score.slots:
        if slot.colour is not None:
            points = "1 point" if slot.points == 1 else f"{slot.points} points"
            lines.append(f"  Slot {slot.value}, {colour_name(slot.colour)}: {cards(slot.cards)} in the cup, {points}.")
    if any(score.worthless):
        lines.append(f"  Not in the river, worth nothing: {by_colour(score.worthless)}.")
    lines.append(f"  {cards(score.cup)} in the cup in all.")
    return lines


def sum_of_points(score: SeatScore) -> str:
    """Such as "4 + 10 + 18 + 0 + 15 + 6 = 53", the points of slots 1 to 6 as in the rulebook."""
    return f"{' + '.join(str(slot.points) for slot in score.slots)} = {score.total}"


def by_colour(counts: Counts) -> str:
    """Such as "2 red and 1 black"."""
    return list_of([f"{counts[colour]} {colour_name(colour)}" for colour in COLOURS if counts[colour]])


def onlooker_score(state: object, names: tuple[str, str]) -> list[str]:
    """The points of both players by river slot and who won, for somebody who reads the record of the game."""
    assert isinstance(state, MandalaState), "only Mandala is told here"
    sheet = sheet_of(state)
    lines = []
    for name, score in zip(names, sheet.seats, strict=True):
        lines += _seat_lines(f"{name} scores", score)
    host, guest = (score.total for score in sheet.seats)
    if sheet.winner is None:
        return [*lines, f"A draw, {host} to {guest}. {_why_over_for_all(sheet, names)}"]
    by_cup = ", with fewer cards in the cup" if sheet.by_cup else ""
    points = sheet.seats[sheet.winner].total, sheet.seats[sheet.winner.other].total
    won = f"{names[sheet.winner]} wins {points[0]} to {points[1]}{by_cup}."
    return [*lines, f"{won} {_why_over_for_all(sheet, names)}"]


def _why_over_for_all(sheet: ScoreSheet, names: tuple[str, str]) -> str:
    match sheet.reason:
        case "resigned":
            assert sheet.winner is not None, "the other player wins"
            return f"{names[sheet.winner.other]} resigned."
        case "agreed":
            return "Both agreed to end it."
        case _:
            return why_over(sheet.reason, we_won=False, other="")
