"""The table in play as rows of text: the board, the hand, log, status and input line, on 80 × 24 and more."""

from __future__ import annotations

from typing import Final, assert_never

from attrs import evolve

from mandala_client import telling
from mandala_client.foresight import foresight
from mandala_client.table import choice, keys
from mandala_client.table.board import (
    HAND_CELL,
    LABEL,
    MOUNTAIN,
    NAME_IN_SENTENCES,
    Board,
    Cells,
    Held,
    changed_cells,
    rule_row,
)
from mandala_client.table.choice import Target
from mandala_client.table.history import history, most_scrolled
from mandala_client.table.model import Model, Question
from mandala_client.table.rows import (
    BLANK,
    Fragment,
    Row,
    Screen,
    cut_left,
    ends,
    filled,
    fit,
    in_look,
    padded,
    row,
    side_by_side,
    text_row,
    width_of,
    wrap,
)
from mandala_client.table.style import Look, card_class
from mandala_protocol.games.game import HAND, Moved
from mandala_protocol.games.mandala import COLOURS, Build, Claim, MandalaMove
from mandala_protocol.games.mandala.state import Claiming, MandalaState
from mandala_protocol.seats import Seat
from mandala_protocol.snapshot import Snapshot

TABLE_WIDTH: Final = 80
TABLE_HEIGHT: Final = 24
SIDE_LOG: Final = 112
"""From this many columns on the log stands beside the table instead of below it."""

TALL: Final = 34
"""From this many lines on the input line stays at the table, and the log goes below it."""

MOST_STATUS_ROWS: Final = 2

_PREVIEW_ROWS: Final = 2


def table_screen(model: Model, look: Look, columns: int, lines: int) -> Screen:
    """The whole screen; asks for at least 80 × 24."""
    snapshot, state = model.snapshot, model.state
    assert snapshot is not None, "the table is laid"
    assert state is not None, "the table is laid"
    table = _Table(model, look, snapshot, state)
    beside = columns >= SIDE_LOG
    width = TABLE_WIDTH if beside else columns
    top = [table.header(columns), *table.rows()]
    status = table.status(width)
    bottom = [*status, *table.preview(width), table.input_row(width)]
    if beside:
        pane = (columns - width - 2, lines - 2)
        left = [*top, *[BLANK] * (MOST_STATUS_ROWS - len(status)), *bottom]
        log = [rule_row(look, "what happened", pane[0]), *history(model, look, *pane)]
        rows = [
            left[0],
            *(row(fit(one, width), "  ", right) for one, right in zip(filled(left[1:], lines - 1), log, strict=True)),
        ]
        typing = len(left) - 1
    elif lines >= TALL:
        pane = (width, lines - len(top) - MOST_STATUS_ROWS - _PREVIEW_ROWS - 3)
        table_rows = [*top, *[BLANK] * (MOST_STATUS_ROWS - len(status)), *bottom]
        rows = [*table_rows, BLANK, rule_row(look, "what happened", width), *history(model, look, *pane)]
        typing = len(table_rows) - 1
    else:
        pane = (width, lines - len(top) - len(bottom) - 1)
        rows = [*top, rule_row(look, "what happened", width), *history(model, look, *pane), *bottom]
        typing = lines - 1
    cursor = len(_PROMPT) + len(_shown_draft(model, look, width))
    return Screen(tuple(rows), (cursor, typing), most_scrolled(model, *pane))


def last_table(model: Model, look: Look) -> list[Row]:
    """The table as it was last, with both hands and cups if all cards are open; 15 rows, the table must be laid."""
    assert model.snapshot is not None, "the table is laid"
    assert model.state is not None, "the table is laid"
    table = _Table(model, look, model.snapshot, model.state)
    return [*table.rows(), table.opened_hand()]


_PROMPT: Final = " > "


def _shown_draft(model: Model, look: Look, columns: int) -> str:
    return cut_left(in_look(model.draft.text, look), columns - len(_PROMPT) - 1)


class _Table(Board):
    """The parts of the table, for one model."""

    def __init__(self, model: Model, look: Look, snapshot: Snapshot, state: MandalaState) -> None:
        assert snapshot.view is not None, "the table is laid"
        self._holdings = snapshot.view.holdings
        own = snapshot.seat
        held: Held = (self._holdings, None) if own is Seat.HOST else (None, self._holdings)
        super().__init__(look, state, own, snapshot.names, held, fresh_cells(snapshot), own)
        self._model, self._snapshot = model, snapshot
        self._other = self._short(model.other_name, NAME_IN_SENTENCES)
        self._moves = model.legal_moves
        self._chosen = keys.chosen(model)

    def header(self, width: int) -> Row:
        right = text_row(" F1 help ", "bar")
        if self._model.quiet_seconds is not None:
            warning = f" nothing heard of {self._other} for {self._model.quiet_seconds} s "
            right = text_row(warning, "bar.warning")
        if self._model.away is not None:
            right = text_row(f" {telling.away(self._model.away, self._other)} ", "bar.warning")
        head, between = " Mandala   ", " and "
        own = telling.player_name(self._seat, self._snapshot.names)
        room = width - len(head) - len(between) - width_of(right) - 1
        names = side_by_side(own, self._model.other_name, room, self._look.ellipsis)
        return ends(text_row(f"{head}{between.join(names)}", "bar"), right, width, "bar")

    def rows(self) -> list[Row]:
        """The board, the own hand and what can be done with it; 14 rows."""
        return [*super().rows(), self.hand(self._seat), self._places()]

    def _cell(self, number: int, area: int, colour: int, count: int) -> Row:
        move = self._chosen
        place = {MOUNTAIN: Target("A", number), self._seat: Target("B", number)}.get(area)
        if move is not None and move.colour == colour and place is not None:
            if choice.target_of(move) == place:
                return row(Fragment(f"{move.colour.letter}+{choice.count_of(move)}", "chosen", place))
            if place in choice.targets(self._moves, move.colour):
                there = row(Fragment(self._look.card(colour, count), card_class(colour), place)) if count else BLANK
                return row(there, Fragment("+", "target", place))
        if isinstance(move, Claim) and area == MOUNTAIN and move.colour == colour and self._claimed_from(number):
            fresh = ",fresh" if (number, area, colour) in self._fresh else ""
            return row(Fragment(self._look.card(colour, count), f"chosen{fresh}"))
        return super()._cell(number, area, colour, count)

    def opened_hand(self) -> Row:
        """The hand of the other player, at the end."""
        if self._opened is None:
            return BLANK
        hand = self._opened.hands[self._seat.other]
        return row(" ", Fragment("their hand was", "label"), *self.spaced_cards(hand))

    # The own hand and what can be done with it.

    def _hand_cell(self, colour: int, count: int) -> Row:
        if not count:
            return super()._hand_cell(colour, count)
        chosen = self._chosen is not None and not isinstance(self._chosen, Claim) and self._chosen.colour == colour
        left, right = ("[", "]") if chosen else (" ", " ")
        card = Fragment(self._look.card(colour, count), card_class(colour), COLOURS[colour])
        return fit(row(Fragment(left, "prompt"), card, Fragment(right, "prompt")), HAND_CELL)

    def _places(self) -> Row:
        move = self._chosen
        if move is None:
            return BLANK
        if isinstance(move, Claim):
            return row(
                " ", Fragment(padded("take", LABEL - 2), "label"), *map(self._claim, choice.colours(self._moves))
            )
        places = [self._place(place, place == choice.target_of(move)) for place in self._places_of(move)]
        return row(" ", Fragment(padded("to", LABEL - 2), "label"), *places)

    def _places_of(self, move: MandalaMove) -> tuple[Target, ...]:
        return choice.targets(self._moves, move.colour)

    def _place(self, place: Target, here: bool) -> Row:
        words = {"A": f"mountain {place.mandala}", "B": f"your field {place.mandala}", "C": "discard pile"}
        return self._offered(words[place.action], here, place)

    def _claim(self, colour: int) -> Row:
        phase = self._state.phase
        assert isinstance(phase, Claiming)
        mandala, player = self._state.mandalas[phase.mandala], self._state.players[self._seat]
        count = mandala.mountain[colour]
        if not any(mandala.fields[self._seat]):
            where = "away"
        elif colour in player.river:
            where = f"cup {count}"
        else:
            where = f"slot {len(player.river) + 1}" + (f"+{count - 1}" if count > 1 else "")
        here = self._chosen is not None and self._chosen.colour == colour
        return self._offered(f"{self._look.sign(colour)} {where}", here, COLOURS[colour])

    def _offered(self, text: str, here: bool, click: Target | int) -> Row:
        on = click if isinstance(click, Target) else COLOURS[click]
        if here:
            return row(Fragment(f"[{text}]", "chosen", on), " ")
        return row(" ", Fragment(text, "", on), "  ")

    # Below the table.

    def status(self, width: int) -> list[Row]:
        """What is asked, or whose turn it is: one row, or two."""
        if self._model.question is not None:
            text, style = self._question(self._model.question), "loud"
        else:
            text, style = self._whose_turn(), "status"
        return [text_row(f" {line}", style) for line in wrap(text, width - 2)[:MOST_STATUS_ROWS]]

    def _question(self, question: Question) -> str:
        match question:
            case Question.RESIGN:
                return f"Resign, so that {self._other} wins? (y/n)"
            case Question.END if self._snapshot.end_offered:
                return f"Agree with {self._other} to end the game now, as it stands? (y/n)"
            case Question.END:
                return (
                    f"Offer {self._other} to end the game now, as it stands? "
                    f"If {self._other} offers too, it ends. (y/n)"
                )
            case Question.ADJOURN if self._snapshot.adjourn_offered:
                return f"Agree with {self._other} to go on another time? (y/n)"
            case Question.ADJOURN:
                return f"Offer {self._other} to go on another time? Both programs end if {self._other} agrees. (y/n)"
            case Question.LEAVE:
                return "Leave the game? It stays open, and can be gone on with later. (y/n, or Ctrl-C again)"
            case _:
                assert_never(question)

    def _whose_turn(self) -> str:
        if self._model.sent:
            return "Your move is on its way …"
        names = self._snapshot.names
        assert names is not None, "whoever plays has a name"
        short = (self._short(names[0], NAME_IN_SENTENCES), self._short(names[1], NAME_IN_SENTENCES))
        line = telling.whose_turn(evolve(self._snapshot, names=short))
        if self._snapshot.end_offered:
            return f"{line} F9 agrees."
        if self._snapshot.adjourn_offered:
            return f"{line} F8 agrees."
        return f"{line} You offer to end." if self._model.own_offer else line

    def preview(self, width: int) -> list[Row]:
        """What the chosen move would do, or the answer to the last key."""
        text, style = self._model.message or "", "message"
        if not text and self._chosen is not None:
            hand = tuple(self._holdings.get(HAND, ()))
            told = foresight(self._state, self._seat, hand, self._chosen, self._other)
            text, style = " ".join(told), ""
            text = text[:1].upper() + text[1:]
        shown = [text_row(f" {line}", style) for line in wrap(text, width - 2)[:_PREVIEW_ROWS]]
        return [*shown, *[BLANK] * (_PREVIEW_ROWS - len(shown))]

    def input_row(self, width: int) -> Row:
        typed = row(Fragment(_PROMPT, "prompt"), _shown_draft(self._model, self._look, width))
        hint = self._hint()
        if width_of(typed) + width_of(hint) + 2 > width:
            return typed
        return ends(typed, row(Fragment(hint, "label"), " "), width)

    def _hint(self) -> str:
        if self._model.question is not None:
            return "y yes   any other key no"
        if self._chosen is not None:
            number = "" if isinstance(self._chosen, (Build, Claim)) else "  +/- number"
            return f"{self._look.arrows}{number}  Enter plays  Esc clears"
        if self._moves:
            return f"{self._look.arrows}, or type A1o B0r2 Ck1" if not self._claiming else "arrows, or type Kg"
        return "/text talks to the other player"

    @property
    def _claiming(self) -> bool:
        return isinstance(self._state.phase, Claiming)


def fresh_cells(snapshot: Snapshot) -> Cells:
    """What the other player's last moves changed."""
    assert snapshot.view is not None
    before = None
    for step in reversed(snapshot.steps):
        if isinstance(step.event, Moved):
            if step.event.seat is snapshot.seat:
                break
            before = step.before
    return frozenset() if before is None else changed_cells(before, snapshot.view.state)
