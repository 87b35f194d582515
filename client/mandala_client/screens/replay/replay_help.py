"""The help of a replay: its keys, what is to be seen, and the same for the review."""

from __future__ import annotations

from typing import Final

from mandala_client.records.review import Review
from mandala_client.records.review_table import WORST_MARK, explained_columns
from mandala_client.screens.replay.replay_model import ReplayModel, ReplayPage
from mandala_client.screens.replay.review_page import MARGIN
from mandala_client.text.language import _
from mandala_client.ui.page_frame import bar, explained, shown_from
from mandala_client.ui.rows import BLANK, Row, Screen, filled, row, text_row, width_of, wrap

_EDGE: Final = 2


def help_screen(model: ReplayModel, columns: int, lines: int) -> Screen:
    """The keys of the page below the help, then what is seen there; scrolled down where there is no room for all."""
    of_review = model.below is ReplayPage.REVIEW
    rows = _explained(_keys_of_review() if of_review else _keys(model), columns)
    if isinstance(model.review, Review) and of_review:
        rows += [BLANK, *_explained(explained_columns(model.review, columns - MARGIN), columns)]
    elif not of_review:
        rows += [BLANK, *(text_row(f"{' ' * _EDGE}{line}", "label") for line in _about(model, columns))]
    height = lines - 2
    gap = [BLANK] if len(rows) < height else []
    shown, most = shown_from([*gap, *rows], model.scrolled, height)
    below = text_row("  " + _("More below: press down."), "label") if model.scrolled < most else BLANK
    hint = _("any other key goes back") if most else _("any key goes back")
    return Screen((bar(_("help"), hint, columns, model.replay.ui.title), *filled(shown, height), below), None, most)


def _explained(told: list[tuple[str, str]], columns: int) -> list[Row]:
    width = max(width_of(key) for key, does in told) + _EDGE
    return [row(" " * _EDGE, one) for key, does in told for one in explained(key, does, width, columns - _EDGE)]


def _keys(model: ReplayModel) -> list[tuple[str, str]]:
    """The keys of the table, and what each does."""
    return [
        (_("right  Space"), _("one step forward")),
        (_("left   Backspace"), _("one step back")),
        (_("down   up"), _("the next move of a player, the move before")),
        (_("PgDn   PgUp"), _("ten steps forward, ten steps back")),
        (_("Home   End"), _("the first step, the last")),
        (_("12 Enter"), _("go to step 12")),
        ("f", _("see the table from the other seat")),
        ("v", _("review of all moves")),
        ("l", _("read the log up to here")),
        ("q  Esc", _("back to the review")) if model.from_review else ("q  Esc  Ctrl-C", _("leave")),
    ]


def _keys_of_review() -> list[tuple[str, str]]:
    """The keys of the review, and what each does."""
    return [
        (_("down   up"), _("the next move, the move before")),
        (_("PgDn   PgUp"), _("ten moves forward, ten moves back")),
        (_("Home   End"), _("the first move, the last")),
        (WORST_MARK, _("the next of the moves that gave away most")),
        ("Enter", _("the table after this move")),
        ("q  Esc", _("go back")),
    ]


def _about(model: ReplayModel, columns: int) -> list[str]:
    known = [name for name, held in zip(model.replay.names, model.frame.held, strict=True) if held is not None]
    if model.frame.entry is None:
        hands = _("The game is over, so all hands are shown.")
    elif len(known) == len(model.replay.names):
        hands = _("Both keys of the game are in its record, so all hands are shown.")
    elif known:
        hands = _("The game is not over, so only {name}'s hand is shown.").format(name=known[0])
    else:
        hands = _("The record has no keys, so the hands are unknown.")
    step = _("A step is anything that happens at the table. Its changes are underlined.")
    width = columns - 2 * _EDGE
    return [*wrap(hands, width), "", *wrap(step, width)]
