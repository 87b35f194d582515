"""The parts of the table for whoever plays at it: what can be chosen is lit up, and what it would bring is told."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from mandala_client.games.mandala import chooser
from mandala_client.games.mandala.board import LABEL, MOUNTAIN, Board, BoardGrid, held_by, rule_row
from mandala_client.games.mandala.brief_preview import brief_foresight
from mandala_client.games.mandala.discards import on_top
from mandala_client.games.mandala.last_moves import fresh_cells, told_shortly
from mandala_client.games.mandala.notation import side_letter
from mandala_client.games.mandala.preview import Gain, foresight, gain
from mandala_client.games.mandala.score_text import points
from mandala_client.screens.table.buttons import hint_row, hints
from mandala_client.screens.table.status import NAME_IN_BRIEF, NAME_IN_SENTENCES, is_asked, status
from mandala_client.screens.table.table_model import TableModel
from mandala_client.text import status_text
from mandala_client.text.language import _
from mandala_client.ui.clicks import THEIRS, Button, Target
from mandala_client.ui.form_sizes import TABLE_WIDTH
from mandala_client.ui.rows import (
    BLANK,
    Fragment,
    Row,
    cut_left,
    ends,
    fit,
    in_look,
    padded,
    row,
    side_by_side,
    text_row,
    whole,
    width_of,
    wrap,
)
from mandala_client.ui.style import Look, card_class
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import HAND
from mandala_protocol.games.mandala import COLOURS, Claim
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.state import Claiming, MandalaState

PROMPT: Final = " > "
MOST_STATUS_ROWS: Final = 2
MOST_PREVIEW_ROWS: Final = 3

_CLAIM: Final = 14
_AROUND_A_TITLE: Final = 4


class TableParts(Board):
    """The parts of the table, for one model of a game in which the table is laid."""

    def __init__(self, model: TableModel, look: Look, snapshot: Snapshot, state: MandalaState) -> None:
        assert snapshot.view is not None, "the table is laid"
        self.holdings = snapshot.view.holdings
        own = snapshot.seat
        held, scored = held_by(own, self.holdings), snapshot.live_score and snapshot.result is None
        fresh, top = fresh_cells(snapshot), on_top(snapshot.steps)
        super().__init__(look, state, own, snapshot.names, held, fresh, own, scored=scored, on_top=top)
        self.model, self.snapshot = model, snapshot
        self.other = self.short(model.other_name, NAME_IN_SENTENCES)
        self.moves = model.legal_moves
        self.chosen = model.chosen
        self._places = () if self.chosen is None else chooser.targets(self.moves, self.chosen.colour)
        self.gains = self._offered_gains()

    @property
    def claiming(self) -> bool:
        """Whether it is on us to choose a colour of a mountain."""
        return bool(self.gains)

    def _offered_gains(self) -> tuple[Gain, ...]:
        phase = self.state.phase
        if not isinstance(phase, Claiming):
            return ()
        mandala, player = self.state.mandalas[phase.mandala], self.state.players[self.near]
        cup = self.holdings.get("cup", NO_CARDS)
        return tuple(gain(mandala, self.near, player, colour, cup) for colour in chooser.colours(self.moves))

    # The head.

    def header(self, width: int) -> Row:
        """The players at the left, the keys for help at the right; one row."""
        offered = [("f1", _("F1 help")), ("f2", _("F2 rules")), ("f3", _("F3 actions"))]
        muted = (
            []
            if self.model.settings.chat
            else [
                row(
                    Fragment(" ", "bar.warning"), Fragment(_("chat muted"), "bar.warning"), Fragment(" ", "bar.warning")
                )
            ]
        )
        buttons = [row(Fragment(f" {text} ", "bar", Button(key))) for key, text in offered]
        head, between = " Mandala   ", _("{you} and {other}").format(you="", other="")
        least = width_of(head) + width_of(between) + 16
        right: Row = BLANK
        for part in (buttons[0], *muted, *buttons[1:]):
            if least + width_of(right) + width_of(part) <= width:
                right = row(right, part)
        room = max(width - width_of(head) - width_of(between) - width_of(right) - 1, 2)
        own = status_text.player_name(self.near, self.snapshot.names)
        own, other = side_by_side(own, self.model.other_name, room, self.look.ellipsis)
        names = _("{you} and {other}").format(you=own, other=other)
        return ends(text_row(f"{head}{names}", "bar"), right, width, "bar")

    # The mandalas, with what the chosen cards could do.

    def area_label(self, number: int, area: int, label: str) -> Fragment:
        """The label of an area: lit up if the chosen cards may go there, faint if they may not."""
        if self.chosen is None or isinstance(self.chosen, Claim):
            return super().area_label(number, area, label)
        place = self._place_of(number, area)
        if place is None or place not in self._places:
            return Fragment(label, "faint", place)
        return Fragment(label, "target", place)

    def area(self, number: int, area: int, label: str, grid: BoardGrid) -> Row:
        """One area, to click from its label to its end: what it is no place for is answered."""
        shown, place = super().area(number, area, label, grid), self._place_of(number, area) or Target(THEIRS, number)
        if self.claiming:
            return shown
        return tuple(part if part.click is not None else evolve(part, click=place) for part in shown)

    def _place_of(self, number: int, area: int) -> Target | None:
        if area == MOUNTAIN:
            return Target("A", number)
        return Target("B", number) if area == self.near else None

    def cell(self, number: int, area: int, colour: int, count: int) -> Row:
        """The cards of one colour in an area, and what would be added."""
        move, place = self.chosen, self._place_of(number, area)
        if area == MOUNTAIN and self.claimed_from(number) and any(one.colour == colour for one in self.gains):
            style = "chosen" if move is not None and move.colour == colour else self.card_style(number, area, colour)
            return row(Fragment(self.look.card(colour, count), style, COLOURS[colour]))
        if move is None or move.colour != colour or place not in self._places:
            return super().cell(number, area, colour, count)
        if chooser.target_of(move) == place:
            return row(Fragment(f"{move.colour.letter}+{chooser.count_of(move)}", "chosen", place))
        there = row(Fragment(self.look.card(colour, count), card_class(colour), place)) if count else BLANK
        return row(there, Fragment("+", "target", place))

    # The own hand and what can be done with it.

    def hand_cell(self, colour: int, count: int, width: int) -> Row:
        """The cards of one colour in hand, to be clicked unless a mountain is shared out; in brackets if chosen."""
        if not count or self.claiming:
            return super().hand_cell(colour, count, width)
        move = self.chosen
        chosen = move is not None and not isinstance(move, Claim) and move.colour == colour
        left, right = ("[", "]") if chosen else (" ", " ")
        card = Fragment(self.look.card(colour, count), card_class(colour), COLOURS[colour])
        return whole(fit(row(Fragment(left, "prompt"), card, Fragment(right, "prompt")), width))

    def own_hand(self) -> Row:
        """The own cards by colour."""
        return self.hand(self.near)

    def offered(self) -> list[Row]:
        """Where the chosen cards may go, in one row; or each colour of the mountain with what it brings, in two."""
        if self.claiming:
            return self._claims()
        if self.chosen is None:
            return [BLANK]
        return [row(" ", Fragment(padded(_("to"), LABEL - 2), "label"), *map(self._place, chooser.PLACES))]

    def _place(self, place: Target) -> Row:
        match place:
            case Target("A"):
                text = _("mountain {mandala}")
            case Target("B"):
                text = _("your field {mandala}")
            case _:
                text = _("discard pile")
        letter = "" if place.mandala is None else side_letter(place.mandala)
        return self.bracketed(text.format(mandala=letter), place)

    def bracketed(self, text: str, place: Target, width: int = 0) -> Row:
        """A place to click: in square brackets if it is chosen, in round ones if the cards may not go there.

        It takes at least ``width`` columns.
        """
        assert self.chosen is not None
        if chooser.target_of(self.chosen) == place:
            shown = Fragment(f"[{text}]", "chosen", place)
        elif place in self._places:
            shown = Fragment(f" {text} ", "target", place)
        else:
            shown = Fragment(f"({text})", "faint", place)
        return whole(row(shown, " " * max(width - width_of(shown.text), 1)))

    def _claims(self) -> list[Row]:
        take = [self.claim(one, self._where(one), _CLAIM) for one in self.gains]
        cup = [Fragment(padded(f" {self._brings(one)}", _CLAIM), "", one.colour) for one in self.gains]
        return [
            row(" ", Fragment(padded(_("take"), LABEL - 2), "label"), *take),
            row(" ", Fragment(padded(_("scores"), LABEL - 2), "label"), *cup),
        ]

    def _where(self, one: Gain) -> str:
        """Where the first of the cards goes."""
        if one.slot is None:
            return _("discarded")
        return _("slot {slot}").format(slot=one.slot) if one.is_new else _("cup")

    def _brings(self, one: Gain) -> str:
        """How many points more there are then."""
        return points(one.points)

    def claim(self, one: Gain, text: str, width: int) -> Row:
        """A colour of the mountain to click, in brackets if it is chosen."""
        chosen = self.chosen is not None and self.chosen.colour is one.colour
        sign = self.look.sign(one.colour)
        if chosen:
            return whole(fit(row(Fragment(f"[{sign} {text}]", "chosen", one.colour)), width))
        shown = row(" ", Fragment(sign, card_class(one.colour), one.colour), Fragment(f" {text}", "target", one.colour))
        return whole(fit(shown, width))

    def opened_hand(self) -> Row:
        """The hand of the other player, at the end."""
        if self._opened is None:
            return BLANK
        hand = self._opened.hands[self.near.other]
        return row(" ", Fragment(_("their hand"), "label"), *self.spaced_cards(hand))

    # Below the table.

    def status(self, width: int, most: int = MOST_STATUS_ROWS) -> list[Row]:
        """What is asked, or whose turn it is, in one row or a few."""
        style = "loud" if is_asked(self.model) else "status"
        text = status(self.model, self.look.ellipsis, brief=width < TABLE_WIDTH)
        return self._paragraph(text, style, width, most)

    def told(self, width: int, most: int = MOST_PREVIEW_ROWS) -> list[Row]:
        """The answer to the last key, or what the chosen move would do; below a question only the answer."""
        if self.model.message is not None:
            return self._paragraph(self.model.message, "message", width, most)
        if self.model.question is not None or self.chosen is None:
            return []
        hand, cup = self.holdings.get(HAND, NO_CARDS), self.holdings.get("cup", NO_CARDS)
        foresee, name = foresight, self.other
        if width < TABLE_WIDTH:
            foresee, name = brief_foresight, self.short(self.model.other_name, NAME_IN_BRIEF)
        sentences = foresee(self.state, self.near, hand, self.chosen, name, cup)
        return self._paragraph(" ".join(sentences), "", width, most)

    def preview(self, width: int, least: int = MOST_PREVIEW_ROWS) -> list[Row]:
        """The same in at least so many rows."""
        told = self.told(width)
        return [*told, *[BLANK] * (least - len(told))]

    def _paragraph(self, text: str, style: str, width: int, most: int) -> list[Row]:
        """The text in at most so many rows."""
        lines = wrap(in_look(text, self.look), width - 2)
        if len(lines) > most:
            lines = [*lines[: most - 1], self.short(" ".join(lines[most - 1 :]), width - 2)]
        return [text_row(f" {line}", style) for line in lines]

    @property
    def says_something(self) -> bool:
        """Whether there is an answer or a chosen move to be told of."""
        return self.model.message is not None or self.chosen is not None

    def log_title(self, width: int) -> Row:
        """A line across above the log, with what the other player has done since our last move."""
        last = told_shortly(self.snapshot, width - _AROUND_A_TITLE, self.look.ellipsis)
        if last is None or self.model.scrolled:
            return rule_row(self.look, _("what happened"), width)
        return rule_row(self.look, last, width, "other")

    def cursor_column(self, width: int) -> int:
        """Before which character of the input line the text cursor stands."""
        return len(PROMPT) + len(self._shown_draft(width))

    def _shown_draft(self, width: int) -> str:
        """As much of the end of what is typed as fits."""
        return cut_left(in_look(self.model.draft.text, self.look), width - len(PROMPT) - 1)

    def input_row(self, width: int) -> Row:
        """What is typed, and the keys that make sense now, to be clicked."""
        typed = row(Fragment(PROMPT, "prompt"), self._shown_draft(width))
        fragments = hints(self.model, self.look, brief=width < TABLE_WIDTH)
        return ends(typed, hint_row(fragments, width - width_of(typed)), width)
