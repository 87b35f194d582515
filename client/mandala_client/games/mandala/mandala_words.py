"""Sentences about Mandala, and the writing of its moves for people."""

from __future__ import annotations

from typing import Any

from mandala_client.games.colour_words import colour_name, letter_of
from mandala_client.games.game_words import GameWords, Hint, Standing, listed_moves
from mandala_client.games.mandala import (
    events,
    noticing,
    position_text,
    preview_text,
    refusal_text,
    regrets,
    score_text,
)
from mandala_client.games.mandala.notation import as_notation, for_people, side, written
from mandala_client.games.table_events import TableEvent
from mandala_client.text.language import _
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.blocks.values import Blocks
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import HAND, IllegalMove, View
from mandala_protocol.games.mandala import COLOURS, MANDALA, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.state import (
    Claiming,
    Dealing,
    Drawing,
    MandalaEnd,
    MandalaState,
    Refilling,
    Shuffling,
)
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat


class MandalaWords(GameWords[MandalaMove]):
    """The functions are documented at ``GameWords``; what is left out there has its usual answer."""

    rules = MANDALA

    # Moves, as they are written for people.

    def typed(self, text: str) -> MandalaMove | None:
        notation = as_notation(text)
        return None if notation is None else MANDALA.parse_move(notation)

    def notation(self, move: MandalaMove) -> str:
        return written(move)

    def examples(self) -> str:
        return ", ".join(map(for_people, ("A0o", "B1r2", "Ck1", "Kg")))

    def uncounted(self, text: str) -> str | None:
        return f"{text}2" if as_notation(f"{text}1") is not None else None

    def how_to_type(self) -> list[str]:
        letters = ", ".join(f"{letter_of(colour)} {colour_name(colour)}" for colour in COLOURS)
        return [
            _("ALo: one orange card to the left mountain, then draw."),
            _("BRr2: two red cards to your right field."),
            _("Ck1: discard one black card, then draw as many."),
            _("Kg: take green from a completed mandala."),
            _("The letters of the colours: {letters}.").format(letters=letters),
        ]

    # What happens.

    def events(self, step: Step) -> tuple[TableEvent, ...]:
        return events.events(step)

    def drawn(self, snapshot: Snapshot, step: int) -> tuple[TableEvent, ...]:
        return events.drawn(snapshot, step)

    def noticed(self, before: Snapshot, after: Snapshot) -> list[str]:
        return noticing.noticed(before, after)

    # Whose turn it is.

    def is_laid(self, state: MandalaState) -> bool:
        return not isinstance(state.phase, Shuffling | Dealing)

    def began(self, state: MandalaState) -> Seat | None:
        return state.first

    def turn(self, snapshot: Snapshot, mover: str, *, ours: bool) -> str | None:
        phase = None if snapshot.view is None else snapshot.view.state.phase
        if isinstance(phase, Claiming):
            if ours:
                text = _("You choose: take a colour from the {mandala} mountain.")
                return text.format(mandala=side(phase.mandala))
            chooses = _("{name} chooses a colour from the {mandala} mountain.")
            return chooses.format(name=mover, mandala=side(phase.mandala))
        if ours and snapshot.pending is Pending.MOVE:
            return _("Your turn: build a mountain (A), grow a field (B) or discard (C).")
        return None

    def dealing(self, snapshot: Snapshot) -> str | None:
        match None if snapshot.view is None else snapshot.view.state.phase:
            case Drawing(seat=seat) if seat is snapshot.seat:
                return _("You draw cards …")
            case Drawing(seat=seat):
                return _("{name} draws cards …").format(name=player_name(seat, snapshot.names))
            case Refilling(mandala=number):
                return _("The {mandala} mandala gets its new mountain …").format(mandala=side(number))
            case _:
                return None

    # A move before it is made.

    def refusal(self, error: IllegalMove, view: View[Any] | None = None, move: MandalaMove | None = None) -> str:
        return refusal_text.refusal(error, view, move)

    def preview(self, snapshot: Snapshot, move: MandalaMove, other: str, *, brief: bool = False) -> list[str]:
        view = snapshot.view
        assert view is not None, "a move is chosen at the table"
        hand, cup = (view.holdings.get(pile, NO_CARDS) for pile in (HAND, "cup"))
        wording = preview_text.brief_preview if brief else preview_text.preview_sentences
        return wording(view.state, snapshot.seat, hand, move, other, cup)

    def regretted(self, view: View[Any], move: MandalaMove) -> str | None:
        doubt = regrets.doubt_about(view, move)
        return None if doubt is None else regrets.asked(doubt)

    def hint(self, snapshot: Snapshot) -> Hint[MandalaMove] | None:
        from mandala_client.games.mandala.hint import hint  # brings the bots along

        return hint(snapshot)

    # The position.

    def table(self, snapshot: Snapshot) -> list[str]:
        return position_text.table(snapshot)

    def has_sides(self) -> bool:
        return True

    def side(self, snapshot: Snapshot, number: int) -> list[str]:
        return position_text.one_mandala(snapshot, number)

    def hand(self, snapshot: Snapshot) -> list[str]:
        return position_text.hand(snapshot)

    def about_hand(self) -> str:
        return _("show your hand and cup")

    def choices(self, snapshot: Snapshot) -> list[str]:
        assert snapshot.view is not None, "whoever moves sees the game"
        if not isinstance(snapshot.view.state.phase, Claiming):
            return []
        return listed_moves(self, snapshot, MANDALA.legal_moves(snapshot.view))

    # How it stands, and how it ended.

    def why_over(self, termination: MandalaEnd) -> str:
        return score_text.why_over(termination)

    def who_won(self, state: MandalaState, names: Names | None, seat: Seat | None) -> str:
        return score_text.won_by_cup(state, names, seat) or super().who_won(state, names, seat)

    def score(self, snapshot: Snapshot) -> Blocks:
        return score_text.score(snapshot)

    def onlooker_score(self, state: MandalaState, names: Names) -> Blocks:
        return [score_text.onlooker_score(state, names), *super().onlooker_score(state, names)]

    def standing(self, snapshot: Snapshot) -> Standing:
        assert snapshot.view is not None, "points are counted at the table"
        return score_text.standing(snapshot.view)

    def points_now(self, snapshot: Snapshot) -> str:
        return score_text.points_now(snapshot)

    def statistics(self, snapshot: Snapshot) -> Blocks:
        from mandala_client.games.mandala.game_statistics import blocks_of, tally

        return blocks_of(tally(snapshot), player_name(snapshot.seat.other, snapshot.names))
