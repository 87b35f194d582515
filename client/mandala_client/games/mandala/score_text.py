"""The score of a game and its counts: who won and why, the points by river slot, and turns, mandalas and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import frozen

from mandala_client.games.game_words import Standing, moves_by, view_of
from mandala_client.games.mandala.notation import by_colour, of_colour
from mandala_client.text.language import _, ngettext
from mandala_client.text.numbers import cards, points
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.blocks.values import NOTHING, Blocks, Cell, Compared, Comparison, Sign, compared
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.counts import union
from mandala_protocol.games.game import Counts, Dealt, EndReason, Moved, Shuffled, View
from mandala_protocol.games.mandala import COLOURS, Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.colours import CARDS_PER_COLOUR
from mandala_protocol.games.mandala.flow import STALEMATE
from mandala_protocol.games.mandala.moves import MANDALAS
from mandala_protocol.games.mandala.scoring import ScoreSheet, SeatScore, SlotScore, live_score, score_sheet, seat_score
from mandala_protocol.games.mandala.state import (
    EMPTY_MANDALA,
    Claiming,
    Drawing,
    GameOver,
    MandalaEnd,
    MandalaState,
    Shuffling,
    Turn,
)
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat


def won_by_cup(state: MandalaState, names: Names | None, seat: Seat | None) -> str | None:
    """The winner and the points, if fewer cards in the cup decided; None if they did not."""
    sheet = score_sheet(state)
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
    if snapshot.view is None or not isinstance(snapshot.view.state.phase, GameOver):
        return []
    sheet = score_sheet(snapshot.view.state)
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
    return _by_slot(score_sheet(state), Seat.HOST, names[Seat.GUEST], names[Seat.HOST])


# While a game is played.


def standing(view: View[MandalaState]) -> Standing:
    """Return our points (whole cup) and the opponent's public points."""
    own, other = view.state.players[view.seat], view.state.players[view.seat.other]
    cup = union(own.claimed, view.holdings["cup"])
    return Standing(seat_score(own.river, cup).total, live_score(other), other.sealed, own.sealed)


def points_now(snapshot: Snapshot) -> str:
    """The points as they stand, in a sentence; there must be a view."""
    stands = standing(view_of(snapshot))
    text = ngettext(
        "You have {own} now; {name} has {other}, and {hidden} hidden card that may count too.",
        "You have {own} now; {name} has {other}, and {hidden} hidden cards that may count too.",
        stands.hidden,
    )
    name = player_name(snapshot.seat.other, snapshot.names)
    return text.format(own=points(stands.own), name=name, other=points(stands.other), hidden=stands.hidden)


# The counts of a game, for each player and for both.


def statistics(snapshot: Snapshot, other: str) -> Blocks:
    """Everything counted as far as the game has come; ``other`` is the other player's name.

    Choosing colours is not a turn. The cups are counted with what is hidden in them once all is open.
    """
    seats = (snapshot.seat, snapshot.seat.other)
    found = [(step, _completion(step)) for step in snapshot.steps]
    completions = [completion for _step, completion in found if completion is not None]
    moves: list[list[MandalaMove]] = [moves_by(snapshot, seat) for seat in seats]
    turns = [sum(not isinstance(move, Claim) for move in own) for own in moves]
    grown, discarded = ([_cards(own, kind) for own in moves] for kind in (Grow, Discard))
    won = [_won_by_mandala(found, seat) for seat in seats]
    lines = (
        compared(_("Turns"), turns),
        compared(_("Built a mountain"), [sum(isinstance(move, Build) for move in own) for own in moves]),
        compared(_("Grew a field"), map(len, grown)),
        compared(_("Discarded and redrew"), map(len, discarded)),
        compared(_("Cards played to fields"), map(sum, grown)),
        compared(_("Most of them in one turn"), [max(own, default=0) for own in grown]),
        compared(_("Cards discarded"), map(sum, discarded)),
        compared(_("Cards drawn"), [sum(_drawn(step, seat) for step in snapshot.steps) for seat in seats]),
        compared(_("Mandalas completed"), [sum(one.by is seat for one in completions) for seat in seats]),
        compared(_("Majorities in the fields"), [sum(one.majority is seat for one in completions) for seat in seats]),
        compared(_("Colours chosen"), [sum(isinstance(move, Claim) for move in own) for own in moves]),
        compared(_("Cards won from mountains"), map(sum, won)),
        compared(_("Most of them from one mandala"), [max(own, default=0) for own in won]),
        compared(_("Cards in the cup, slots 1 to 6"), [_slots(snapshot, seat) for seat in seats]),
    )
    return [Comparison(other, lines), *_about_both(sum(turns), found)]


def _about_both(turns: int, found: Sequence[_Counted]) -> list[str]:
    """The counts of both players together, in sentences."""
    completed = [completion.number for _step, completion in found if completion is not None]
    first, second = map(completed.count, MANDALAS)
    wait = _longest_wait(found)
    sentences = [
        ngettext("There was {count} turn in total.", "There were {count} turns in total.", turns).format(count=turns),
        _("The left mandala was completed {first}×, the right one {second}×.").format(first=first, second=second),
        ngettext(
            "The longest wait for a completed mandala was {count} turn.",
            "The longest wait for a completed mandala was {count} turns.",
            wait,
        ).format(count=wait),
    ]
    reshuffles = sum(
        isinstance(step.event, Shuffled) and not isinstance(step.before.phase, Shuffling) for step, _completion in found
    )
    if reshuffles:
        sentences.append(_("The discard pile was shuffled into a new draw pile {count}×.").format(count=reshuffles))
    return sentences


# Counting.


@frozen
class _Completion:
    """A mandala was completed, by whom; ``majority``: who had more cards in the field, None if no one had."""

    number: int
    by: Seat
    majority: Seat | None


_Counted: TypeAlias = tuple[Step, _Completion | None]
"""A step, and the completion of a mandala in it."""


def _completion(step: Step) -> _Completion | None:
    """The completion of a mandala in this step; there is at most one."""
    before, after = _states(step)
    if isinstance(before.phase, Claiming):
        return None
    if isinstance(after.phase, Claiming):
        number = after.phase.mandala
        host, guest = map(sum, after.mandalas[number].fields)
        majority = None if host == guest else Seat.HOST if host > guest else Seat.GUEST
        return _Completion(number, after.phase.seat, majority)
    for number in MANDALAS:
        if after.mandalas[number] == EMPTY_MANDALA != before.mandalas[number]:
            assert isinstance(before.phase, Turn | Drawing), "only a played card completes a mandala"
            return _Completion(number, before.phase.seat, None)  # K7: no one has anything to choose
    return None


def _longest_wait(steps: Sequence[_Counted]) -> int:
    """The most turns from one completion to the next."""
    longest = wait = 0
    for step, completion in steps:
        if isinstance(step.event, Moved) and not isinstance(step.event.move, Claim):
            wait += 1
            longest = max(longest, wait)
        if completion is not None:
            wait = 0
    return longest


def _cards(moves: Sequence[MandalaMove], kind: type[Grow | Discard]) -> list[int]:
    """The number of cards played with each move of a kind."""
    return [move.count for move in moves if isinstance(move, kind)]


def _drawn(step: Step, seat: Seat) -> int:
    """The number of cards that came to this hand, other than by the first deal."""
    before, after = _states(step)
    if not isinstance(step.event, Dealt) or not isinstance(before.phase, Drawing):
        return 0
    return after.players[seat].hand - before.players[seat].hand


def _won_by_mandala(steps: Sequence[_Counted], seat: Seat) -> list[int]:
    """The cards that went to this river and cup, for each mandala that was destroyed."""
    won: list[int] = []
    for step, completion in steps:
        if completion is not None:
            won.append(0)
        before, after = _states(step)
        if isinstance(step.event, Moved) and isinstance(step.event.move, Claim):
            won[-1] += _gained(after, seat) - _gained(before, seat)
    return won


def _gained(state: MandalaState, seat: Seat) -> int:
    player = state.players[seat]
    return len(player.river) + sum(player.claimed)


def _slots(snapshot: Snapshot, seat: Seat) -> str:
    """The cards in a cup by river slot, slot 1 first."""
    state: MandalaState = view_of(snapshot).state
    player, is_open = state.players[seat], isinstance(state.phase, GameOver)
    score = score_sheet(state).seats[seat] if is_open else seat_score(player.river, player.claimed)
    return " ".join(str(slot.cards) for slot in score.slots)


def _states(step: Step) -> tuple[MandalaState, MandalaState]:
    assert isinstance(step.before, MandalaState), "only Mandala is counted here"
    assert isinstance(step.after, MandalaState), "only Mandala is counted here"
    return step.before, step.after
