"""The table as rows of text: both mandalas, rivers, hand, log, status and input line, on 80 × 24 and more.

Each mandala is a grid: one column for each colour, one row for each field and the mountain. As a colour lies in at
most one of the three (rule G1), a column with nothing in it is a colour that the mandala still needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from attrs import evolve

from mandala_client import telling
from mandala_client.deeds import END_TRIGGER
from mandala_client.foresight import foresight
from mandala_client.table import choice, keys
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
    shortened,
    side_by_side,
    text_row,
    width_of,
    wrap,
)
from mandala_client.table.style import Look, card_class
from mandala_protocol.games.game import HAND, Counts, Moved
from mandala_protocol.games.mandala import COLOURS, Build, Claim, MandalaMove
from mandala_protocol.games.mandala.legality import mover
from mandala_protocol.games.mandala.state import Claiming, Finished, MandalaState, missing_colours
from mandala_protocol.seats import Seat
from mandala_protocol.session import Snapshot

TABLE_WIDTH: Final = 80
TABLE_HEIGHT: Final = 24
SIDE_LOG: Final = 112
"""From this many columns on the log stands beside the table instead of below it."""

TALL: Final = 34
"""From this many lines on the input line stays at the table, and the log goes below it."""

MOST_STATUS_ROWS: Final = 2

_LABEL: Final = 8
_FIELD_LABEL: Final = 12
_NAME: Final = 22
_NAME_IN_SENTENCES: Final = 24
_CELL: Final = 4
_SLOT: Final = 12
_HALF: Final = 39
_SLOTS: Final = len(COLOURS)
_PREVIEW_ROWS: Final = 2

MOUNTAIN: Final = -1
"""The row of a mandala that is no seat's."""


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
        log = [_rule(look, "what happened", pane[0]), *history(model, look, *pane)]
        rows = [
            left[0],
            *(row(fit(one, width), "  ", right) for one, right in zip(filled(left[1:], lines - 1), log, strict=True)),
        ]
        typing = len(left) - 1
    elif lines >= TALL:
        pane = (width, lines - len(top) - MOST_STATUS_ROWS - _PREVIEW_ROWS - 3)
        table_rows = [*top, *[BLANK] * (MOST_STATUS_ROWS - len(status)), *bottom]
        rows = [*table_rows, BLANK, _rule(look, "what happened", width), *history(model, look, *pane)]
        typing = len(table_rows) - 1
    else:
        pane = (width, lines - len(top) - len(bottom) - 1)
        rows = [*top, _rule(look, "what happened", width), *history(model, look, *pane), *bottom]
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


def _rule(look: Look, title: str, width: int) -> Row:
    head = f"{look.rule * 2} {title} "
    return row(Fragment(head, "rule"), Fragment(look.rule * (width - width_of(head)), "rule"))


class _Table:
    """The parts of the table, for one model."""

    def __init__(self, model: Model, look: Look, snapshot: Snapshot, state: MandalaState) -> None:
        self._model, self._look, self._snapshot, self._state = model, look, snapshot, state
        self._seat = snapshot.seat
        self._other = self._short(model.other_name, _NAME_IN_SENTENCES)
        self._moves = model.legal_moves
        self._chosen = keys.chosen(model)
        self._fresh = fresh_cells(snapshot)
        assert snapshot.view is not None
        self._holdings = snapshot.view.holdings
        self._opened = state.phase if isinstance(state.phase, Finished) else None

    def _short(self, name: str, width: int) -> str:
        return shortened(name, width, self._look.ellipsis)

    def header(self, width: int) -> Row:
        right = text_row(" F1 help ", "bar")
        if self._model.quiet_seconds is not None:
            warning = f" nothing heard of {self._other} for {self._model.quiet_seconds} s "
            right = text_row(warning, "bar.warning")
        head, between = " Mandala   ", " and "
        own = telling.player_name(self._seat, self._snapshot.names)
        room = width - len(head) - len(between) - width_of(right) - 1
        names = side_by_side(own, self._model.other_name, room, self._look.ellipsis)
        return ends(text_row(f"{head}{between.join(names)}", "bar"), right, width, "bar")

    def rows(self) -> list[Row]:
        return [
            self._piles(),
            text_row(f" {END_TRIGGER}", "loud") if self._state.triggered and self._opened is None else BLANK,
            self._player(self._seat.other),
            self._river(self._seat.other),
            *self._mandalas(),
            BLANK,
            self._river(self._seat),
            self._player(self._seat),
            self._hand(),
            self._places(),
        ]

    # Piles and players.

    def _piles(self) -> Row:
        state = self._state
        again = " (reshuffled)" if state.triggered else ""
        discard = row(f"discard pile {sum(state.discard)}", *self._spaced_cards(state.discard))
        return row(" ", padded(f"draw pile {state.draw_pile}{again}", 29), discard)

    def _spaced_cards(self, counts: Counts) -> list[Row]:
        return [row("  ", self._card(colour, counts[colour])) for colour in COLOURS if counts[colour]]

    def _card(self, colour: int, count: int) -> Fragment:
        return Fragment(self._look.card(colour, count), card_class(colour))

    def _player(self, seat: Seat) -> Row:
        player = self._state.players[seat]
        to_move = mover(self._state) is seat
        own = seat is self._seat
        you = " (you)" if own else ""
        name = self._short(telling.player_name(seat, self._snapshot.names), _NAME - len(you)) + you
        marked = Fragment(
            f"{self._look.here if to_move else ' '}{padded(name, _NAME)} ", "turn" if to_move else "title"
        )
        cup = sum(player.claimed) + player.sealed
        hand = row(marked, padded(f"{telling.cards(player.hand)} in hand", 18))
        if self._opened is not None:
            return row(hand, f"{cup} in the cup; hidden were", *self._spaced_cards(self._opened.cups[seat]))
        if not own:
            return row(hand, f"{telling.cards(cup)} in the cup, {player.sealed} of them hidden")
        return row(hand, f"{cup} in the cup; only you see", *self._spaced_cards(self._holdings.get("cup", ())))

    def _river(self, seat: Seat) -> Row:
        player = self._state.players[seat]
        slots: list[Row] = []
        for slot in range(_SLOTS):
            value = Fragment(f"{slot + 1} ", "label")
            if slot >= len(player.river):
                slots.append(fit(row(value, Fragment(self._look.nothing, "faint")), _SLOT))
                continue
            colour = player.river[slot]
            sign = Fragment(self._look.sign(colour), card_class(colour))
            cup = f" cup {player.claimed[colour]}" if player.claimed[colour] else ""
            slots.append(fit(row(value, sign, cup), _SLOT))
        return row(" ", Fragment(padded("river", _LABEL - 1), "label"), *slots)

    # The mandalas.

    def _mandalas(self) -> list[Row]:
        left, right = self._mandala(0), self._mandala(1)
        return [row(" ", fit(one, _HALF), " ", other) for one, other in zip(left, right, strict=True)]

    def _mandala(self, number: int) -> list[Row]:
        return [
            self._title(number),
            self._area(number, self._seat.other, "their field"),
            self._area(number, MOUNTAIN, "mountain"),
            self._area(number, self._seat, "your field"),
            self._needs(number),
        ]

    def _title(self, number: int) -> Row:
        fields = self._state.mandalas[number].fields
        own, other = sum(fields[self._seat]), sum(fields[self._seat.other])
        if own == other:
            leads = f"fields equal, {own}:{other}"
        elif own > other:
            leads = f"you have more, {own}:{other}"
        else:
            leads = f"they have more, {other}:{own}"
        rule = self._look.rule
        head = row(
            Fragment(f"{rule * 2} ", "rule"), Fragment(f"Mandala {number}", "title"), Fragment(f" {rule} ", "rule")
        )
        shown = row(head, f"{leads} ")
        return fit(row(shown, Fragment(rule * max(_HALF - 1 - width_of(shown), 0), "rule")), _HALF - 1)

    def _area(self, number: int, area: int, label: str) -> Row:
        mandala = self._state.mandalas[number]
        counts = mandala.mountain if area == MOUNTAIN else mandala.fields[area]
        total = "" if area == MOUNTAIN else str(sum(counts))
        cells = [self._cell(number, area, colour, counts[colour]) for colour in COLOURS]
        return row(Fragment(padded(label, _FIELD_LABEL), "label"), *cells, Fragment(total, "label"))

    def _cell(self, number: int, area: int, colour: int, count: int) -> Row:
        move = self._chosen
        place = {MOUNTAIN: Target("A", number), self._seat: Target("B", number)}.get(area)
        if move is not None and move.colour == colour and place is not None:
            if choice.target_of(move) == place:
                return fit(row(Fragment(f"{move.colour.letter}+{choice.count_of(move)}", "chosen", place)), _CELL)
            if place in choice.targets(self._moves, move.colour):
                there = row(Fragment(self._look.card(colour, count), card_class(colour), place)) if count else BLANK
                return fit(row(there, Fragment("+", "target", place)), _CELL)
        claimed = isinstance(move, Claim) and area == MOUNTAIN and move.colour == colour and self._claimed_from(number)
        if count:
            style = "chosen" if claimed else card_class(colour)
            if (number, area, colour) in self._fresh:
                style = f"{style},fresh"
            return fit(row(Fragment(self._look.card(colour, count), style)), _CELL)
        return fit(row(Fragment(self._look.nothing, "faint")), _CELL)

    def _claimed_from(self, number: int) -> bool:
        phase = self._state.phase
        return isinstance(phase, Claiming) and phase.mandala == number

    def _needs(self, number: int) -> Row:
        if self._claimed_from(number):
            return row(Fragment(padded("complete", _FIELD_LABEL), "title"), "being shared out")
        missing = missing_colours(self._state.mandalas[number])
        cells = [
            fit(row(Fragment(self._look.sign(colour) if colour in missing else "", "title")), _CELL)
            for colour in COLOURS
        ]
        return row(Fragment(padded("still needs", _FIELD_LABEL), "label"), *cells)

    def opened_hand(self) -> Row:
        """The hand of the other player, at the end."""
        if self._opened is None:
            return BLANK
        hand = self._opened.hands[self._seat.other]
        return row(" ", Fragment("their hand was", "label"), *self._spaced_cards(hand))

    # The own hand and what can be done with it.

    def _hand(self) -> Row:
        hand: Sequence[int] = self._holdings.get(HAND, ())
        cards: list[Row] = []
        for colour in COLOURS[: len(hand)]:
            if not hand[colour]:
                cards.append(fit(row(" ", Fragment(self._look.nothing, "faint")), 7))
                continue
            chosen = self._chosen is not None and not isinstance(self._chosen, Claim) and self._chosen.colour == colour
            left, right = ("[", "]") if chosen else (" ", " ")
            card = Fragment(self._look.card(colour, hand[colour]), card_class(colour), colour)
            cards.append(fit(row(Fragment(left, "prompt"), card, Fragment(right, "prompt")), 7))
        return row(" ", Fragment(padded("hand", _LABEL - 2), "label"), *cards)

    def _places(self) -> Row:
        move = self._chosen
        if move is None:
            return BLANK
        if isinstance(move, Claim):
            return row(
                " ", Fragment(padded("take", _LABEL - 2), "label"), *map(self._claim, choice.colours(self._moves))
            )
        places = [self._place(place, place == choice.target_of(move)) for place in self._places_of(move)]
        return row(" ", Fragment(padded("to", _LABEL - 2), "label"), *places)

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
            case Question.LEAVE:
                return "Leave the game? It ends unfinished. (y/n, or Ctrl-C again)"
            case _:
                assert_never(question)

    def _whose_turn(self) -> str:
        if self._model.sent:
            return "Your move is on its way …"
        names = self._snapshot.names
        assert names is not None, "whoever plays has a name"
        short = (self._short(names[0], _NAME_IN_SENTENCES), self._short(names[1], _NAME_IN_SENTENCES))
        line = telling.whose_turn(evolve(self._snapshot, names=short))
        if self._snapshot.end_offered:
            return f"{line} F9 agrees."
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


def fresh_cells(snapshot: Snapshot) -> frozenset[tuple[int, int, int]]:
    """What the other player's last moves changed: mandala, area (a seat, or ``MOUNTAIN``) and colour."""
    assert snapshot.view is not None
    state = snapshot.view.state
    before = None
    for step in reversed(snapshot.steps):
        if isinstance(step.event, Moved):
            if step.event.seat is snapshot.seat:
                break
            before = step.before
    if before is None:
        return frozenset()
    return frozenset(
        (number, area, colour)
        for number in range(2)
        for area, old, new in (
            (MOUNTAIN, before.mandalas[number].mountain, state.mandalas[number].mountain),
            *((int(seat), before.mandalas[number].fields[seat], state.mandalas[number].fields[seat]) for seat in Seat),
        )
        for colour in COLOURS
        if old[colour] != new[colour]
    )
