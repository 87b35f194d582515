"""Sentences about Patterns, and the writing of its moves for people."""

from __future__ import annotations

from typing import Any

from mandala_client.games.colour_words import colour_name, letter_of
from mandala_client.games.game_words import GameWords, Hint, Standing, listed_moves
from mandala_client.games.patterns import (
    events,
    position_text,
    preview,
    refusal_text,
    score_text,
)
from mandala_client.games.patterns.notation import as_move, is_action, written
from mandala_client.games.table_events import TableEvent, event_sentences
from mandala_client.text.language import _
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.blocks.values import Blocks
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.colours import COLOURS
from mandala_protocol.games.game import IllegalMove, View
from mandala_protocol.games.patterns import PATTERNS, PatternsMove, PatternsState, TakeStart
from mandala_protocol.games.patterns.legality import fields_to_flip, fields_to_open, fields_to_swap, is_choosing_start
from mandala_protocol.games.patterns.state import PatternsEnd
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat


class PatternsWords(GameWords[PatternsMove]):
    """The functions are documented at ``GameWords``; what is left out there has its usual answer."""

    rules = PATTERNS

    # Moves, as they are written for people.

    def typed(self, text: str) -> PatternsMove | None:
        return as_move(text)

    def notation(self, move: PatternsMove) -> str:
        return written(move)

    def examples(self) -> str:
        return "O17, F9, X30, Sg"

    def uncounted(self, text: str) -> str | None:
        return f"{text.strip()}17" if is_action(text) else None

    def how_to_type(self) -> list[str]:
        letters = ", ".join(f"{letter_of(colour)} {colour_name(colour)}" for colour in COLOURS)
        return [
            _("O17: open a group in the colour of the tile in your bowl, on field 17."),
            _("F9: flip the tile on field 9 into your group of its colour."),
            _("X30: swap the tile in your bowl for the one on field 30, next to its group."),
            _("Sg: take the green start tile, if you play second."),
            _("The letters of the colours: {letters}.").format(letters=letters),
        ]

    # What happens.

    def moved(self, step: Step, mover: Seat, move: PatternsMove) -> tuple[TableEvent, ...]:
        return events.moved(step, mover, move)

    def noticed(self, before: Snapshot, after: Snapshot) -> list[str]:
        assert after.names is not None, "whoever plays has a name"
        closed = events.closed_groups(position_text.state_of(before), position_text.state_of(after))
        return event_sentences(closed, after.seat, after.names)

    # Whose turn it is.

    def began(self, state: PatternsState) -> Seat | None:
        return state.first

    def turn(self, snapshot: Snapshot, mover: str, *, ours: bool) -> str | None:
        state = None if snapshot.view is None else snapshot.view.state
        if state is None or state.stopped is not None:
            return None
        if is_choosing_start(state):
            if not ours:
                return _("{name} plays second and chooses a start tile.").format(name=mover)
            one, another = map(colour_name, state.start)
            text = _("You play second. Choose your start tile: {one} or {another}.")
            return text.format(one=one, another=another)
        if ours and snapshot.pending is Pending.MOVE:
            return _what_to_do(state, snapshot.seat)
        return None

    # A move before it is made.

    def refusal(self, error: IllegalMove, view: View[Any] | None = None, move: PatternsMove | None = None) -> str:
        return refusal_text.refusal(error, view, move)

    def preview(self, snapshot: Snapshot, move: PatternsMove, other: str, *, brief: bool = False) -> list[str]:
        wording = preview.brief_preview if brief else preview.preview_sentences
        return wording(position_text.state_of(snapshot), snapshot.seat, move, other)

    def regretted(self, view: View[Any], move: PatternsMove) -> str | None:
        return preview.question_before(view, move)

    def hint(self, snapshot: Snapshot) -> Hint[PatternsMove] | None:
        from mandala_client.games.patterns.reasons import hint  # brings the bots along

        return hint(snapshot)

    # The position.

    def table(self, snapshot: Snapshot) -> list[str]:
        return position_text.table(snapshot)

    def choices(self, snapshot: Snapshot) -> list[str]:
        legal = () if snapshot.view is None else PATTERNS.legal_moves(snapshot.view)
        return listed_moves(self, snapshot, legal) if any(isinstance(move, TakeStart) for move in legal) else []

    # How it stands, and how it ended.

    def why_over(self, termination: PatternsEnd) -> str:
        return _("One player could do nothing.")

    def why_it_ended(self, state: PatternsState, names: Names | None, seat: Seat | None) -> str:
        return score_text.why_it_ended(state, names, seat)

    def score(self, snapshot: Snapshot) -> Blocks:
        return score_text.score(snapshot)

    def onlooker_score(self, state: PatternsState, names: Names) -> Blocks:
        return [*score_text.onlooker_score(state, names), *super().onlooker_score(state, names)]

    def standing(self, snapshot: Snapshot) -> Standing:
        return score_text.standing(snapshot)

    def statistics(self, snapshot: Snapshot) -> Blocks:
        return score_text.statistics(snapshot, player_name(snapshot.seat.other, snapshot.names))


def _what_to_do(state: PatternsState, seat: Seat) -> str:
    """The sentence about the actions that are possible now. Opening and swapping are never both (O0, X1)."""
    flips = bool(fields_to_flip(state, seat))
    if fields_to_open(state, seat):
        return _("Your turn: open a group or flip a tile.") if flips else _("Your turn: open a group.")
    if fields_to_swap(state, seat):
        return _("Your turn: flip a tile or swap one.") if flips else _("Your turn: swap a tile.")
    return _("Your turn: flip a tile.")
