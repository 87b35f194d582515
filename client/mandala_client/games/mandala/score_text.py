"""Sentences about the score of a game: who won and why, and the points by river slot."""

from __future__ import annotations

from typing import assert_never

from mandala_client.games.game_words import Standing
from mandala_client.games.mandala.card_words import by_colour, of_colour
from mandala_client.text.language import _, ngettext
from mandala_client.text.numbers import cards, points
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.blocks.values import NOTHING, Blocks, Cell, Compared, Comparison, Sign
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.counts import union
from mandala_protocol.games.game import Counts, EndReason, View
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.colours import CARDS_PER_COLOUR
from mandala_protocol.games.mandala.flow import STALEMATE
from mandala_protocol.games.mandala.scoring import ScoreSheet, SeatScore, SlotScore, live_score, seat_score
from mandala_protocol.games.mandala.scoring import score_sheet as sheet_of
from mandala_protocol.games.mandala.state import GameOver, MandalaEnd, MandalaState
from mandala_protocol.seats import Seat


def final_sheet(snapshot: Snapshot) -> ScoreSheet | None:
    """The final score; None before all cards are open."""
    state = snapshot.view.state if snapshot.view is not None else None
    if isinstance(state, MandalaState) and isinstance(state.phase, GameOver):
        return sheet_of(state)
    return None


def won_by_cup(state: MandalaState, names: Names | None, seat: Seat | None) -> str | None:
    """The winner and the points, if fewer cards in the cup decided; None if they did not."""
    sheet = sheet_of(state)
    winner = sheet.winner
    if winner is None or not sheet.by_cup:
        return None
    if seat is None:
        line = _("{name} wins {points} to {other}, with fewer cards in the cup.")
    elif winner is seat:
        line = _("Game over: you win {own} to {other}, with fewer cards in the cup.")
    else:
        line = _("Game over: {name} wins {other} to {own}, with fewer cards in the cup.")
    equal = sheet.seats[winner].total
    return line.format(name=player_name(winner, names), own=equal, points=equal, other=equal)


def why_over(termination: MandalaEnd) -> str:
    """The reason for the end."""
    match termination:
        case MandalaEnd.DECK:
            return _("The draw pile had run out.")
        case MandalaEnd.RIVER:
            return _("A river had all six colours.")
        case MandalaEnd.COLOUR:
            return _("All {count} cards of a colour were in rivers and cups.").format(count=CARDS_PER_COLOUR)
        case MandalaEnd.STALEMATE:
            return _("{times} turns in a row were only discards.").format(times=STALEMATE)
        case _:
            assert_never(termination)


def tie_break(snapshot: Snapshot, sheet: ScoreSheet) -> str | None:
    """The tie-break when the points were equal (E6, E7); None if they were not, or if someone resigned."""
    own, other = (sheet.seats[seat] for seat in (snapshot.seat, snapshot.seat.other))
    if sheet.termination is EndReason.RESIGNED or own.total != other.total:
        return None
    if not sheet.by_cup:
        equal = _("Both have {points} and {cards} in the cup: no one wins.")
        return equal.format(points=points(own.total), cards=cards(own.cup))
    decided = _("Both have {points}. Fewer cards in the cup decide: you have {own}, {name} has {other}.")
    name = player_name(snapshot.seat.other, snapshot.names)
    return decided.format(points=points(own.total), own=own.cup, name=name, other=other.cup)


def score(snapshot: Snapshot) -> Blocks:
    """Return the points of both players by river slot, then what decided; nothing before all cards are open."""
    sheet = final_sheet(snapshot)
    if sheet is None:
        return []
    decided = tie_break(snapshot, sheet)
    points_of_both = _by_slot(sheet, snapshot.seat, player_name(snapshot.seat.other, snapshot.names))
    return [points_of_both] if decided is None else [points_of_both, decided]


def _by_slot(sheet: ScoreSheet, near: Seat, other: str, one: str | None = None) -> Comparison:
    """Return the points as they are added up, then what scores nothing and the cups; ``one`` is None for you."""
    first, second = sheet.seats[near], sheet.seats[near.other]
    slots = zip(first.slots, second.slots, strict=True)
    lines = [Compared(_("Slot {slot}").format(slot=mine.value), _slot(mine), _slot(theirs)) for mine, theirs in slots]
    lines.append(Compared(_("Points"), _sum(first), _sum(second), is_sum=True))
    if any(first.worthless) or any(second.worthless):
        lines.append(Compared(_("No slot"), _pile(first.worthless), _pile(second.worthless)))
    lines.append(Compared(_("Cup"), cards(first.cup), cards(second.cup)))
    return Comparison(other, tuple(lines), one, corner=_("cards in the cup × slot"))


def _slot(slot: SlotScore) -> Cell:
    """Return the colour of a slot, its cup cards, the value of each, and the points."""
    if slot.colour is None:
        return Cell(points(0), ((NOTHING,),))
    said = _("{points} for {cards}")
    letter = COLOURS[slot.colour].letter
    return Cell(
        said.format(points=points(slot.points), cards=of_colour(slot.cards, slot.colour)),
        ((Sign(letter), f" {slot.cards:>2}×{slot.value} = {slot.points:>2}"),),
    )


def _sum(score: SeatScore) -> Cell:
    """Return text such as "4 + 10 + 18 + 0 + 15 + 6 = 53", the points of slots 1 to 6 as in the rulebook."""
    summands = " + ".join(str(slot.points) for slot in score.slots)
    return Cell(f"{summands} = {score.total}", brief=str(score.total))


def _pile(counts: Counts) -> Cell:
    """Return the cards of each colour."""
    signs = tuple((Sign(colour.letter, str(counts[colour])),) for colour in COLOURS if counts[colour])
    return Cell(by_colour(counts), signs) if signs else Cell(cards(0), ((NOTHING,),))


def onlooker_score(state: MandalaState, names: Names) -> Comparison:
    """The points of both players by river slot, for someone who reads the record of the game."""
    return _by_slot(sheet_of(state), Seat.HOST, names[Seat.GUEST], names[Seat.HOST])


# While a game is played.


def standing(view: View[MandalaState]) -> Standing:
    """Return our points (whole cup) and the opponent's public points."""
    own, other = view.state.players[view.seat], view.state.players[view.seat.other]
    cup = union(own.claimed, view.holdings["cup"])
    return Standing(seat_score(own.river, cup).total, live_score(other), other.sealed, own.sealed)


def points_now(snapshot: Snapshot) -> str:
    """The points as they stand, in a sentence; there must be a view."""
    assert snapshot.view is not None, "points are counted at the table"
    stands = standing(snapshot.view)
    text = ngettext(
        "You have {own} now; {name} has {other}, and {hidden} hidden card that may count too.",
        "You have {own} now; {name} has {other}, and {hidden} hidden cards that may count too.",
        stands.hidden,
    )
    name = player_name(snapshot.seat.other, snapshot.names)
    return text.format(own=points(stands.own), name=name, other=points(stands.other), hidden=stands.hidden)
