"""The parts of the screen around the table, and the table of the game itself, for one model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mandala_client.games.badges import name_at_table
from mandala_client.games.game_table import KindOfMove, TableForm, TableScene
from mandala_client.games.standing import Standing
from mandala_client.screens.table.buttons import hint_row, hints
from mandala_client.screens.table.scoreboard import points_in_a_row, scoreboard
from mandala_client.screens.table.status import NAME_IN_BRIEF, NAME_IN_SENTENCES, is_asked, status
from mandala_client.screens.table.table_model import TableModel
from mandala_client.text.language import _
from mandala_client.text.player_names import player_name
from mandala_client.ui.clicks import Button
from mandala_client.ui.form_sizes import TABLE_WIDTH
from mandala_client.ui.rows import (
    BLANK,
    Fragment,
    Row,
    cut_left,
    ends,
    in_look,
    padded,
    panel,
    row,
    rule_row,
    shortened,
    side_by_side,
    text_row,
    width_of,
    wrap,
)
from mandala_client.ui.style import Look
from mandala_client.ui.themes import KEY_CAP

PROMPT: Final = " > "
MOST_STATUS_ROWS: Final = 2
MOST_PREVIEW_ROWS: Final = 3

_LEAST_NAMES: Final = 16
"""The columns for both names in the head, before any key."""

_NAME_WITH_POINTS: Final = 12

_WIDTH_FOR_SENTENCES: Final = TABLE_WIDTH - 2
"""Below the table, within its box, there is room for whole sentences from so many columns on."""


class TableParts:
    """The parts of the screen for one model of a game in which the table is laid."""

    def __init__(self, model: TableModel, look: Look) -> None:
        assert model.snapshot is not None, "the table is laid"
        self.model, self.look, self._snapshot, self._game = model, look, model.snapshot, model.game
        self._scene = TableScene(model.snapshot, model.legal_moves, model.chosen)

    def width(self, form: TableForm) -> int:
        """The columns of the table of the game."""
        return self._game.table.width(form)

    def board(self, form: TableForm, columns: int) -> list[Row]:
        """The table of the game, with all that can be chosen."""
        return self._game.table.board(self._scene, self.look, form, columns)

    def piles(self, form: TableForm, columns: int) -> list[Row]:
        """A panel with the piles beside a large table, if the game has any there."""
        if form not in (TableForm.LARGE, TableForm.HUGE):
            return []
        shown = self._game.table.piles(self._scene, self.look, columns - 2)
        return panel(self.look, _("piles"), shown, columns) if shown else []

    def scoreboard(self, form: TableForm, columns: int) -> list[Row]:
        """A panel with the points as they stand, beside a large table, if both players want to see them."""
        stands = self._standing
        if form not in (TableForm.LARGE, TableForm.HUGE) or stands is None:
            return []
        own = player_name(self._snapshot.seat, self._snapshot.names)
        own = name_at_table(own, columns // 2, self.look, is_you=True)
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
        return self._game.table.warning(self._snapshot)

    # The head.

    def header(self, width: int, *, with_points: bool = False) -> Row:
        """The players at the left, the keys for help at the right; one row.

        ``with_points``: and the points as they stand, if they are to be shown and there is room.
        """
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
        head = f" {self._game.title}   "
        points = self._points_in_a_row() if with_points else ""
        least = width_of(head) + (width_of(points) or width_of(_names("", "")) + _LEAST_NAMES)
        right: Row = BLANK
        for part in (buttons[0], *muted, *buttons[1:]):
            if least + width_of(right) + width_of(part) <= width:
                right = row(right, part)
        room = max(width - width_of(head) - width_of(right) - 1, 2)
        if points and width_of(points) <= room:
            return ends(row(Fragment(head, "bar"), Fragment(points, "bar,title")), right, width, "bar")
        own = player_name(self._snapshot.seat, self._snapshot.names)
        both = max(room - width_of(_names("", "")), 2)
        names = _names(*side_by_side(own, self.model.other_name, both, self.look.ellipsis))
        return ends(text_row(f"{head}{names}", "bar"), right, width, "bar")

    def _points_in_a_row(self) -> str:
        """The points of both players as they stand; nothing if they are not to be shown."""
        if self._standing is None:
            return ""
        own = player_name(self._snapshot.seat, self._snapshot.names)
        names = (self._short(name, _NAME_WITH_POINTS) for name in (own, self.model.other_name))
        return points_in_a_row(self._standing, *names)

    # Below the table.

    def status(self, width: int, most: int = MOST_STATUS_ROWS) -> list[Row]:
        """The question, or whose turn it is, in one row or a few."""
        style = "loud" if is_asked(self.model) else "status"
        text = status(self.model, self.look.ellipsis, brief=width < _WIDTH_FOR_SENTENCES)
        return self._paragraph(text, style, width, most)

    def told(self, width: int, most: int = MOST_PREVIEW_ROWS) -> list[Row]:
        """The answer to the last key, or what the chosen move would do; below a question only the answer."""
        if self.model.message is not None:
            return self._paragraph(self.model.message, "message", width, most)
        move, brief = self._scene.chosen, width < _WIDTH_FOR_SENTENCES
        if self.model.question is not None or move is None:
            return []
        name = self._short(self.model.other_name, NAME_IN_BRIEF if brief else NAME_IN_SENTENCES)
        sentences = self._game.words.preview(self._snapshot, move, name, brief=brief)
        return self._paragraph(" ".join(sentences), "", width, most)

    def kinds_of_moves(self, width: int, most: int) -> tuple[list[Row], bool]:
        """A menu of what can be done, where nothing is chosen, asked or answered; in so many rows at most, or none.

        And whether there is an example in each row of what can be typed.
        """
        if self.says_something or self.model.question is not None or not self._scene.moves:
            return [], False
        kinds = self._game.table.kinds_of_moves(self._scene)
        names = max((width_of(kind.name) for kind in kinds), default=0)
        shown = [self._kind(kind, names) for kind in kinds]
        fits = len(shown) <= most and all(width_of(one) <= width - 1 for one in shown)
        if not fits:
            return [], False
        typed = [_example_of(kind) for kind in kinds]
        both = list(zip(shown, typed, strict=True))
        has_room = all(width_of(one) + width_of(other) < width for one, other in both)
        return ([ends(one, other, width) for one, other in both], True) if has_room else (shown, False)

    def _kind(self, kind: KindOfMove, names: int) -> Row:
        """A kind of move on a row, its name in so many columns."""
        cap = Fragment(f" {kind.letter} ", KEY_CAP)
        name, does = (in_look(text, self.look) for text in (kind.name, kind.does))
        return row(" ", cap, " ", Fragment(padded(name, names), "title"), "  ", Fragment(does, "label"))

    def example(self, width: int) -> list[Row]:
        """A move as it is typed and what it would do, where nothing is chosen, asked or answered; if it has room."""
        if self.says_something or self.model.question is not None or not self._scene.moves:
            return []
        move, name = self._game.table.example(self._scene), self._short(self.model.other_name, NAME_IN_SENTENCES)
        does = " ".join(self._game.words.preview(self._snapshot, move, name))
        typed, told = (in_look(text, self.look) for text in (self._game.words.notation(move), does))
        shown = row(" ", Fragment(f" {typed} ", KEY_CAP), " ", Fragment(told, "label"))
        return [shown] if width_of(shown) < width else []

    def preview(self, width: int, least: int = MOST_PREVIEW_ROWS) -> list[Row]:
        """The answer or what the chosen move would do, or an example of one, in at least so many rows."""
        told = self.told(width) or self.example(width)
        return [*told, *[BLANK] * (least - len(told))]

    def _paragraph(self, text: str, style: str, width: int, most: int) -> list[Row]:
        """The text in at most so many rows."""
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
        """What stands below the table in a box, which has the accent while it is our move."""
        return panel(self.look, "", said, width, "accent" if self._scene.moves else "rule")

    def log_title(self, width: int) -> Row:
        """A line across above the log."""
        return rule_row(self.look, _("what happened"), width)

    def cursor_column(self, width: int) -> int:
        """Before which character of the input line the text cursor stands."""
        return len(PROMPT) + len(self._shown_draft(width))

    def _shown_draft(self, width: int) -> str:
        """As much of the end of what is typed as fits."""
        return cut_left(in_look(self.model.draft.text, self.look), width - len(PROMPT) - 1)

    def input_row(self, width: int, *, examples: bool = True) -> Row:
        """The typed text, and the keys that work now, to be clicked; with examples of what can be typed."""
        typed = row(Fragment(PROMPT, "prompt"), self._shown_draft(width))
        brief = width < _WIDTH_FOR_SENTENCES
        fragments = hints(self.model, self._scene, self.look, brief=brief, examples=examples)
        return ends(typed, hint_row(fragments, width - width_of(typed)), width)


def _names(own: str, other: str) -> str:
    """Both names in a row."""
    return _("{you} and {other}").format(you=own, other=other)


def _example_of(kind: KindOfMove) -> Row:
    """What can be typed for a move of this kind, and what it means."""
    told = _("type {move} ({spelled})").format(move=kind.example, spelled=kind.spelled)
    return row(Fragment(told, "label"), " ")
