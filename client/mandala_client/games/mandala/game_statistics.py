"""The counts of one game: turns, actions, mandalas, cards, for each player and for both."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from mandala_client.text.language import _, ngettext
from mandala_client.ui.blocks.values import Blocks, Compared, Comparison
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Dealt, Moved, Shuffled
from mandala_protocol.games.mandala import Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.colours import COLOURS
from mandala_protocol.games.mandala.moves import MANDALAS
from mandala_protocol.games.mandala.scoring import score_sheet, seat_score
from mandala_protocol.games.mandala.state import (
    EMPTY_MANDALA,
    Claiming,
    Drawing,
    GameOver,
    MandalaState,
    Shuffling,
    Turn,
)
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat


@frozen
class PlayerStatistics:
    """The counts of one player.

    ``built``, ``grown``, ``discarded``: turns of each kind. ``cards_grown``, ``cards_discarded``, ``cards_drawn``:
    cards in all; ``most_grown``: with one turn. ``completed``: mandalas. ``majorities``: how often the own field had
    more cards when a mandala was complete. ``chosen``: colours taken from mountains; ``cards_won``: their cards that
    went to river and cup, ``most_won``: those of one mandala. ``slots``: cup cards by river slot, slot 1 first.
    """

    built: int = 0
    grown: int = 0
    discarded: int = 0
    cards_grown: int = 0
    most_grown: int = 0
    cards_discarded: int = 0
    cards_drawn: int = 0
    completed: int = 0
    majorities: int = 0
    chosen: int = 0
    cards_won: int = 0
    most_won: int = 0
    slots: tuple[int, ...] = (0,) * len(COLOURS)

    @property
    def turns(self) -> int:
        """The number of this player's turns; choosing colours is not a turn."""
        return self.built + self.grown + self.discarded


@frozen
class GameStatistics:
    """One game from the side of the player who looks at it.

    ``completed``: how often mandala 0 and mandala 1 were. ``longest_wait``: the most turns from one completion to
    the next. ``reshuffles``: how often the discard pile became a new draw pile.
    """

    own: PlayerStatistics
    other: PlayerStatistics
    completed: tuple[int, int]
    longest_wait: int
    reshuffles: int

    @property
    def turns(self) -> int:
        """The turns of both together."""
        return self.own.turns + self.other.turns


def tally(snapshot: Snapshot) -> GameStatistics:
    """Everything counted as far as the game has come; the cups with what is hidden in them once all is open."""
    own, other = snapshot.seat, snapshot.seat.other
    completions = [completion for step in snapshot.steps if (completion := _completion(step)) is not None]
    return GameStatistics(
        _player(snapshot, own, completions),
        _player(snapshot, other, completions),
        (_times_completed(completions, 0), _times_completed(completions, 1)),
        _longest_wait(snapshot.steps),
        sum(
            isinstance(step.event, Shuffled) and not isinstance(step.before.phase, Shuffling) for step in snapshot.steps
        ),
    )


def blocks_of(tally: GameStatistics, other: str) -> Blocks:
    """The counts of each player, then of both; ``other`` is the other player's name."""
    own, others = tally.own, tally.other
    counted = [
        (_("Turns"), own.turns, others.turns),
        (_("Built a mountain"), own.built, others.built),
        (_("Grew a field"), own.grown, others.grown),
        (_("Discarded and redrew"), own.discarded, others.discarded),
        (_("Cards played to fields"), own.cards_grown, others.cards_grown),
        (_("Most of them in one turn"), own.most_grown, others.most_grown),
        (_("Cards discarded"), own.cards_discarded, others.cards_discarded),
        (_("Cards drawn"), own.cards_drawn, others.cards_drawn),
        (_("Mandalas completed"), own.completed, others.completed),
        (_("Majorities in the fields"), own.majorities, others.majorities),
        (_("Colours chosen"), own.chosen, others.chosen),
        (_("Cards won from mountains"), own.cards_won, others.cards_won),
        (_("Most of them from one mandala"), own.most_won, others.most_won),
    ]
    cups = Compared(_("Cards in the cup, slots 1 to 6"), _in_a_row(own.slots), _in_a_row(others.slots))
    lines = (*(Compared(label, str(first), str(second)) for label, first, second in counted), cups)
    return [Comparison(other, lines), *_about_both(tally)]


def _about_both(tally: GameStatistics) -> list[str]:
    """The counts of both players together, in sentences."""
    first, second = tally.completed
    sentences = [
        ngettext("There was {count} turn in total.", "There were {count} turns in total.", tally.turns).format(
            count=tally.turns
        ),
        _("The left mandala was completed {first}×, the right one {second}×.").format(first=first, second=second),
        ngettext(
            "The longest wait for a completed mandala was {count} turn.",
            "The longest wait for a completed mandala was {count} turns.",
            tally.longest_wait,
        ).format(count=tally.longest_wait),
    ]
    if tally.reshuffles:
        sentences.append(
            _("The discard pile was shuffled into a new draw pile {count}×.").format(count=tally.reshuffles)
        )
    return sentences


def _in_a_row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


# Counting.


@frozen
class _Completion:
    """A mandala was completed, by whom; ``majority``: who had more cards in the field, None if no one had."""

    number: int
    by: Seat
    majority: Seat | None


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


def _times_completed(completions: Sequence[_Completion], number: int) -> int:
    return sum(completion.number == number for completion in completions)


def _longest_wait(steps: Sequence[Step]) -> int:
    longest = wait = 0
    for step in steps:
        if isinstance(step.event, Moved) and not isinstance(step.event.move, Claim):
            wait += 1
            longest = max(longest, wait)
        if _completion(step) is not None:
            wait = 0
    return longest


def _player(snapshot: Snapshot, seat: Seat, completions: Sequence[_Completion]) -> PlayerStatistics:
    moves = [step.event.move for step in snapshot.steps if isinstance(step.event, Moved) and step.event.seat is seat]
    grown = _counts(moves, Grow)
    discarded = _counts(moves, Discard)
    won = _won_by_mandala(snapshot.steps, seat)
    return PlayerStatistics(
        built=sum(isinstance(move, Build) for move in moves),
        grown=len(grown),
        discarded=len(discarded),
        cards_grown=sum(grown),
        most_grown=max(grown, default=0),
        cards_discarded=sum(discarded),
        cards_drawn=sum(_drawn(step, seat) for step in snapshot.steps),
        completed=sum(completion.by is seat for completion in completions),
        majorities=sum(completion.majority is seat for completion in completions),
        chosen=sum(isinstance(move, Claim) for move in moves),
        cards_won=sum(won),
        most_won=max(won, default=0),
        slots=_slots(snapshot, seat),
    )


def _counts(moves: Sequence[MandalaMove], kind: type[Grow] | type[Discard]) -> list[int]:
    return [move.count for move in moves if isinstance(move, kind)]


def _drawn(step: Step, seat: Seat) -> int:
    """The number of cards that came to this hand, other than by the first deal."""
    before, after = _states(step)
    if not isinstance(step.event, Dealt) or not isinstance(before.phase, Drawing):
        return 0
    return after.players[seat].hand - before.players[seat].hand


def _won_by_mandala(steps: Sequence[Step], seat: Seat) -> list[int]:
    """The cards that went to this river and cup, for each mandala that was destroyed."""
    won: list[int] = []
    for step in steps:
        if _completion(step) is not None:
            won.append(0)
        before, after = _states(step)
        if isinstance(step.event, Moved) and isinstance(step.event.move, Claim):
            won[-1] += _gained(after, seat) - _gained(before, seat)
    return won


def _gained(state: MandalaState, seat: Seat) -> int:
    player = state.players[seat]
    return len(player.river) + sum(player.claimed)


def _slots(snapshot: Snapshot, seat: Seat) -> tuple[int, ...]:
    if snapshot.view is None:
        return (0,) * len(COLOURS)
    state = snapshot.view.state
    assert isinstance(state, MandalaState), "only Mandala is counted here"
    if isinstance(state.phase, GameOver):
        score = score_sheet(state).seats[seat]
    else:
        score = seat_score(state.players[seat].river, state.players[seat].claimed)
    return tuple(slot.cards for slot in score.slots)


def _states(step: Step) -> tuple[MandalaState, MandalaState]:
    assert isinstance(step.before, MandalaState), "only Mandala is counted here"
    assert isinstance(step.after, MandalaState), "only Mandala is counted here"
    return step.before, step.after
