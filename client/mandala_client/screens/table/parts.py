"""The parts of the screen around the table, and the table of the game itself, for one model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, partial
from itertools import islice
from typing import Any, Final

from mandala_client.games.badges import Badge
from mandala_client.games.colour_signs import with_coloured_signs
from mandala_client.games.game_table import TableForm, parts_beside
from mandala_client.games.game_ui import how_to_choose
from mandala_client.games.game_words import Standing
from mandala_client.games.how_to_choose import HowToChoose, KindOfMove
from mandala_client.screens.table.buttons import fits, hint_row, hints
from mandala_client.screens.table.status import NAME_IN_BRIEF, NAME_IN_SENTENCES, call_upon, is_asked, status
from mandala_client.table.table_model import Playing, TableModel
from mandala_client.text.language import _, ngettext
from mandala_client.text.player_names import player_name
from mandala_client.ui.clicks import Button
from mandala_client.ui.large_text import large_number
from mandala_client.ui.line_input import shown_line
from mandala_client.ui.rows import (
    BLANK,
    Fragment,
    Row,
    ends,
    fit,
    headed_panel,
    in_area,
    in_look,
    padded,
    panel,
    row,
    shortened,
    side_by_side,
    text_row,
    whole_within,
    width_of,
    wrap,
)
from mandala_client.ui.style import Look
from mandala_client.ui.themes import KEY_CAP

PROMPT: Final = " > "
MOST_STATUS_ROWS: Final = 2
MOST_PREVIEW_ROWS: Final = 3

_IN_BRACKETS: Final = re.compile(r"(\([A-Z]\))")
"""A letter of a kind of move in a sentence."""

_LEAST_NAMES: Final = 16
"""The columns for both names in the head, before any key."""

_WIDTH_FOR_SENTENCES: Final = 70
"""The least columns that are room for whole sentences below the table, within its box."""


class TableParts:
    """The parts of the screen for one model of a game in which the table is laid."""

    def __init__(self, model: TableModel, look: Look) -> None:
        assert model.snapshot is not None, "the table is laid"
        assert isinstance(model.phase, Playing), "the table is laid"
        self.playing = model.phase
        self.model, self.look, self._snapshot, self._game = model, look, model.snapshot, model.game
        self._scene = model.scene

    def width(self, form: TableForm) -> int:
        """The columns of the table of the game."""
        return self._game.table.width(form, self.look)

    def board(self, form: TableForm, columns: int) -> list[Row]:
        """The table of the game, with all that can be chosen."""
        return self._game.table.board(self._scene, self.look, form, columns)

    def beside(self, form: TableForm, columns: int) -> list[Row]:
        """The parts of a large table that are beside it, in areas of this number of columns."""
        return parts_beside(self._game.table, self._scene, self.look, form, columns)

    def scoreboard(self, form: TableForm, columns: int) -> list[Row]:
        """A panel with the points as they stand, beside a large table that does not tell them, if both want them."""
        stands = self._standing
        if not form.is_large or stands is None or self._game.table.tells_points(form, self.look):
            return []
        own = player_name(self._snapshot.seat, self._snapshot.names)
        own = Badge(own, self.look, is_you=True).name_at_table(columns // 2)
        shown = scoreboard(stands, own, self.model.other_name, self.look, columns - 2)
        return panel(self.look, _("points"), shown, columns)

    @property
    def _standing(self) -> Standing | None:
        """The points as they stand; None if they are not to be shown."""
        is_shown = self._snapshot.live_score and self._snapshot.result is None
        return self._game.words.standing(self._snapshot) if is_shown else None

    @property
    def warning(self) -> str | None:
        """The warning for a table without room for it."""
        return self._game.table.warning(self._scene)

    # The head.

    def header(self, width: int) -> Row:
        """The players at the left, the keys for help at the right; one row."""
        offered = [("f1", _("F1 help")), ("f2", _("F2 rules")), ("f3", _("F3 actions"))]
        warning = _("chat muted")
        muted = [] if self.model.settings.chat else [text_row(f" {warning} ", "bar.warning")]
        buttons = [row(Fragment(f" {text} ", "bar", Button(key))) for key, text in offered]
        head = f" {self._game.title}   "
        least = width_of(head) + width_of(_names("", "")) + _LEAST_NAMES
        right: Row = BLANK
        for part in (buttons[0], *muted, *buttons[1:]):
            if least + width_of(right) + width_of(part) <= width:
                right = row(right, part)
        room = max(width - width_of(head) - width_of(right) - 1, 2)
        own = player_name(self._snapshot.seat, self._snapshot.names)
        both = max(room - width_of(_names("", "")), 2)
        names = _names(*side_by_side(own, self.model.other_name, both, self.look.ellipsis))
        return ends(text_row(f"{head}{names}", "bar"), right, width, "bar")

    # Below the table.

    def status(self, width: int, most: int = MOST_STATUS_ROWS, *, has_menu: bool = False) -> list[Row]:
        """The question, or whose turn it is, in one row or a few; ``has_menu``: what can be done is said in a menu."""
        invitation = self._how.invitation if has_menu and self._how is not None else ""
        text = status(self.model, self.look.ellipsis, brief=width < _WIDTH_FOR_SENTENCES, invitation=invitation)
        if is_asked(self.model):
            return self._paragraph(text, "loud", width, most)
        shown = self._paragraph(text, "status", width, most)
        if self._scene.moves and self.look.has_shades:
            call = call_upon(self._snapshot)
            shown = [_with_call(line, call) for line in shown]
        return shown if has_menu else [_with_key_caps(line) for line in shown]

    def answer_or_effect(self, width: int, most: int = MOST_PREVIEW_ROWS) -> list[Row]:
        """The answer to the last key, or what the chosen move would do; below a question only the answer."""
        if self.model.message is not None:
            return self._paragraph(self.model.message, "message", width, most)
        move, brief = self._scene.chosen, width < _WIDTH_FOR_SENTENCES
        if self.model.question is not None or move is None:
            return []
        name = self._short(self.model.other_name, NAME_IN_BRIEF if brief else NAME_IN_SENTENCES)
        preview = partial(self._game.words.preview, self._snapshot, move, name)
        text = " ".join(preview(brief=brief))
        if len(wrap(in_look(text, self.look), width - 2)) > most:
            text = " ".join(preview(brief=True))
        lines = whole_within(in_look(text, self.look), width - 2, most, self.look.ellipsis)
        return [text_row(f" {line}") for line in lines]

    @cached_property
    def _how(self) -> HowToChoose[Any] | None:
        """The way to choose a move; None if none can be chosen, or one is."""
        if not self._scene.moves or self._scene.chosen is not None:
            return None
        return how_to_choose(self._game, self._scene, self.look)

    @property
    def _invites(self) -> HowToChoose[Any] | None:
        """The way to choose a move, where nothing is chosen, typed, asked or answered."""
        silent = self.model.question is not None or self.model.draft.text or self.says_something
        return None if silent else self._how

    def kinds_of_moves(self, width: int, most: int) -> list[Row]:
        """A menu of what can be done, where nothing is chosen, asked or answered; in at most ``most`` rows, or none."""
        kinds = () if self._invites is None else self._invites.kinds
        names = max((width_of(kind.name) for kind in kinds), default=0)
        keys = max((width_of(kind.typed) for kind in kinds), default=0)
        shown = [self._kind(kind, keys, names) for kind in kinds]
        return shown if len(shown) <= most and all(width_of(line) < width for line in shown) else []

    def opportunity(self, width: int) -> list[Row]:
        """The opportunity not to be missed, where nothing is chosen, asked or answered; no row if there is none."""
        text = "" if self._invites is None else in_look(self._invites.opportunity, self.look)
        if not text or width_of(text) >= width:
            return []
        return [row(" ", *with_coloured_signs(text))]

    def _kind(self, kind: KindOfMove, keys: int, names: int) -> Row:
        """A kind of move on a row, how it is typed and its name in this number of columns."""
        cap = Fragment(f" {padded(kind.typed, keys)} ", KEY_CAP)
        name, does = (in_look(text, self.look) for text in (kind.name, kind.does))
        return row(" ", cap, " ", padded(name, names), "  ", Fragment(does, "label"))

    def example(self, width: int) -> list[Row]:
        """A move as it is typed and what it would do, where nothing is chosen, asked or answered; if it has room."""
        if self._invites is None:
            return []
        move, name = self._invites.example, self._short(self.model.other_name, NAME_IN_SENTENCES)
        sentences = self._game.words.preview(self._snapshot, move, name)
        typed = row(" ", Fragment(f" {in_look(self._game.words.notation(move), self.look)} ", KEY_CAP), " ")
        texts = (in_look(" ".join(some), self.look) for some in (sentences, sentences[:1]))
        fitting = (fitting_text for fitting_text in texts if width_of(typed) + width_of(fitting_text) < width)
        return [row(typed, Fragment(effect, "label")) for effect in islice(fitting, 1)]

    def preview(self, width: int, least: int = MOST_PREVIEW_ROWS, most: int = MOST_PREVIEW_ROWS) -> list[Row]:
        """The answer or what the chosen move would do, or an example of one, in ``least`` to ``most`` rows."""
        rows = self.answer_or_effect(width, most) or self.opportunity(width) or self.example(width)
        return [*rows, *[BLANK] * (least - len(rows))]

    def _paragraph(self, text: str, style: str, width: int, most: int) -> list[Row]:
        """The text in at most ``most`` rows."""
        lines = wrap(in_look(text, self.look), width - 2)
        if len(lines) > most:
            lines = [*lines[: most - 1], self._short(" ".join(lines[most - 1 :]), width - 2)]
        return [text_row(f" {line}", style) for line in lines]

    def _short(self, text: str, width: int) -> str:
        return shortened(text, width, self.look.ellipsis)

    @property
    def says_something(self) -> bool:
        """Return whether there is an answer or a chosen move to be told of."""
        return self.model.message is not None or self._scene.chosen is not None

    def boxed(self, said: Sequence[Row], width: int) -> list[Row]:
        """The text below the table in a box with its first row in the upper edge; it has the accent while we move."""
        return headed_panel(self.look, row(said[0], " "), said[1:], width, self._calls)

    def below(self, said: Sequence[Row], width: int) -> list[Row]:
        """The text below the table where there is no room for a box: in an area, as far as shades can show one."""
        return in_area(self.look, said, width, self._calls)

    @property
    def _calls(self) -> str:
        """The style of what stands below the table: it has the accent while it is our move."""
        return "accent" if self._scene.moves else "rule"

    @property
    def log_title(self) -> str:
        """The title of the log; before the first move with the authentication words, which the log explains."""
        words = self.model.words_to_compare
        return _("what happened") if words is None else _("Compare aloud: {words}").format(words=words)

    def cursor_column(self, width: int) -> int:
        """The character of the input line before which the text cursor is."""
        return len(PROMPT) + self._shown_draft(width)[1]

    def _shown_draft(self, width: int) -> tuple[str, int]:
        """The typed text as far as it fits, and the number of its characters before the cursor."""
        return shown_line(self.model.draft.line, width - len(PROMPT) - 1, self.look)

    def input_row(self, width: int, *, has_menu: bool = False) -> Row:
        """The typed text, and the keys that work now, to be clicked; or what can be typed where a menu is above it."""
        typed = row(Fragment(PROMPT, "prompt"), self._shown_draft(width)[0])
        brief = width < _WIDTH_FOR_SENTENCES
        room, parts = width - width_of(typed), (self.model, self._scene, self.look, self._how)
        shown = hints(*parts, brief=brief, has_menu=has_menu)
        if not fits(shown, room):
            shown = hints(*parts, brief=brief, has_menu=has_menu, explained=False)
        return ends(typed, hint_row(shown, room), width)


def _with_call(of: Row, call: str) -> Row:
    """The row with the words that call upon the player in the accent, if they are there."""
    (sentence,) = of
    if not call or call not in sentence.text:
        return of
    before, _call, behind = sentence.text.partition(call)
    return row(sentence._replace(text=before), Fragment(call, "turn"), sentence._replace(text=behind))


def _with_key_caps(of: Row) -> Row:
    """The row with each letter of a kind of move, which stands in brackets, on a key."""
    return tuple(
        Fragment(text, f"{part.style},{KEY_CAP}" if _IN_BRACKETS.fullmatch(text) else part.style, part.click)
        for part in of
        for text in _IN_BRACKETS.split(part.text)
        if text
    )


def _names(own: str, other: str) -> str:
    """Both names in a row."""
    return _("{you} and {other}").format(you=own, other=other)


def scoreboard(standing: Standing, own: str, other: str, look: Look, width: int) -> list[Row]:
    """The points side by side, the own ones at the left, each below the name of the player."""
    counted = _("incl. {count} hidden").format(count=standing.counted) if standing.counted else ""
    more = ngettext("+ {count} hidden card", "+ {count} hidden cards", standing.hidden).format(count=standing.hidden)
    hidden = more if standing.hidden else ""
    half = width // 2
    figures = [large_number(points, look, "title") for points in (standing.own, standing.other)]
    left, right = _side(own, figures[0], counted, look, half), _side(other, figures[1], hidden, look, half)
    rows = [row(fit(first, half), fit(second, width - half)) for first, second in zip(left, right, strict=True)]
    return rows if counted or hidden else rows[:-1]


def _side(name: str, figures: list[Row], more: str, look: Look, width: int) -> list[Row]:
    name_row, more_row = (text_row(f" {shortened(text, width - 2, look.ellipsis)}", "label") for text in (name, more))
    return [name_row, BLANK, *(row(" ", figure) for figure in figures), more_row]
