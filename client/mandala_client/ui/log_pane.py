"""The log as a pane of rows: newest at the bottom, or earlier rows if it is scrolled."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from attrs import evolve, frozen

from mandala_client.text.language import _
from mandala_client.ui.rows import (
    BLANK,
    Fragment,
    Row,
    fit,
    panel,
    row,
    rule_row,
    text_row,
    whole_within,
    width_of,
    wrap,
    wrapped_within,
)
from mandala_client.ui.style import Look
from mandala_client.ui.themes import AGED, OLDEST

_MARGIN: Final = 4
_BETWEEN: Final = 2
"""The columns between two lines in one row."""

_RECENT: Final = 8
"""The number of lines before the last one about the other player that are less quiet than those before them."""

_KEPT: Final = 2048
"""The number of lines that are kept as they were measured and drawn last."""


class Tone(enum.Enum):
    """The kind of a line of the log."""

    OWN = "own"
    OTHER = "other"
    AUTOMATIC = "automatic"
    LOUD = "loud"
    NEWS = "news"
    TALK = "talk"
    MUTED = "muted"
    HEADING = "heading"


class _Age(enum.Enum):
    """The age of a line, by its place beside the last one about the other player."""

    OLDEST = "oldest"
    OLD = "old"
    LAST_OF_OTHER = "last of other"
    NEW = "new"


@frozen(cache_hash=True)
class LogLine:
    """One sentence of the log; ``steps``: how many steps of the game there were when it was told.

    ``brief``: what is drawn of it beside the table, where it fits into one row; ``BLANK`` for nothing at all, None for
    the sentence itself. ``more`` follows in the same row if there is room, else in a row of its own.
    """

    text: str
    tone: Tone
    steps: int = 0
    brief: Row | None = None
    more: Row = BLANK


_BETWEEN_ROUNDS: Final = LogLine("", Tone.AUTOMATIC, brief=text_row(" "))


@frozen
class Log:
    """All lines, the newest last; ``scrolled``: how many rows up; ``is_page``: nothing but the log is looked at."""

    lines: tuple[LogLine, ...]
    scrolled: int = 0
    is_page: bool = False


def in_rounds(lines: Sequence[LogLine]) -> tuple[LogLine, ...]:
    """The lines with an empty one before each round: where our move follows one of the other player."""
    shown: list[LogLine] = []
    last: Tone | None = None
    for line in lines:
        if line.tone is Tone.OWN and last is Tone.OTHER:
            shown.append(evolve(_BETWEEN_ROUNDS, steps=line.steps))
        if line.tone in (Tone.OWN, Tone.OTHER):
            last = line.tone
        shown.append(line)
    return tuple(shown)


def with_heading(lines: Sequence[LogLine]) -> tuple[LogLine, ...]:
    """The lines with a heading above what the other player has done since our last turn, if there is any of it."""
    own = max((number for number, line in enumerate(lines) if line.tone is Tone.OWN), default=len(lines))
    first = next((number for number in range(own, len(lines)) if lines[number].tone is Tone.OTHER), None)
    if first is None:
        return tuple(lines)
    return *lines[:first], LogLine(_("since your last turn"), Tone.HEADING), *lines[first:]


def log_below(log: Log, look: Look, width: int, height: int, title: str = "") -> tuple[list[Row], int]:
    """The log in ``height`` rows, below a line across with a title if there is one; and how far it can be scrolled."""
    above = [rule_row(look, title, width)] if title else []
    pane = (width, max(height - len(above), 0))
    return [*above, *history(log, look, *pane)], most_scrolled(log, *pane)


def log_beside(log: Log, look: Look, width: int, height: int) -> tuple[list[Row], int]:
    """The log in a box of this size beside a table; and how far it can be scrolled."""
    pane = (width - 2, height - 2)
    return panel(look, _("what happened"), history(log, look, *pane), width), most_scrolled(log, *pane)


def history(log: Log, look: Look, width: int, height: int) -> list[Row]:
    """The last lines of the log that fit, or earlier rows if it is scrolled; exactly ``height`` rows.

    Unless it is scrolled it begins with the beginning of a line: no one shall read half a sentence without knowing
    whose it is, however long a line someone writes. Two lines that are not old share a single row if they have room.
    """
    if not log.scrolled and not log.is_page:
        return _last_lines(log, look, width, height)
    last_of_other = _last_of_other(log)
    below = min(log.scrolled, most_scrolled(log, width, height))
    rows: list[Row] = []
    for number in range(len(log.lines) - 1, -1, -1):
        if len(rows) >= height + below:
            break
        rows = [*_line_rows(log.lines[number], look, width, log.is_page, _age(log, number, last_of_other)), *rows]
    shown = rows[max(len(rows) - height - below, 0) : len(rows) - below]
    return [*shown, *[BLANK] * (height - len(shown))]


def _last_lines(log: Log, look: Look, width: int, height: int) -> list[Row]:
    last_of_other, shown = _last_of_other(log), list[Row]()
    for number in range(len(log.lines) - 1, -1, -1):
        line, age = log.lines[number], _age(log, number, last_of_other)
        rows = _line_rows(line, look, width, log.is_page, age)
        if len(rows) + len(shown) > height:
            if not shown and height:
                has_brief = _brief(line, width, log.is_page) is not None
                shown = list(rows[:height]) if has_brief else _log_rows(line, look, width, age, height)
            elif height == 1 and len(rows) == 1 and age in (_Age.LAST_OF_OTHER, _Age.NEW):
                shown = [_in_one_row(rows[0], shown[0], width)]
            break
        shown = [*rows, *shown]
    return [*shown, *[BLANK] * (height - len(shown))]


def _in_one_row(earlier: Row, last: Row, width: int) -> Row:
    """Two lines in the halves of a row, or one behind the other; where there is no room for that, only the last."""
    margin, *words = earlier
    first = row(margin if margin.text.strip() else " ", *words)
    behind = width_of(first) + _BETWEEN
    rooms = (room for room in (max(width // 2, behind), behind) if room + width_of(last) <= width)
    return next((row(fit(first, room), last) for room in rooms), last)


def newest_is_whole(log: Log, width: int, height: int) -> bool:
    """Return whether a pane of this size, if it is not scrolled, has all of the newest line."""
    return not log.lines or _height(log.lines[-1], width, log.is_page) <= height


def _last_of_other(log: Log) -> int:
    """The number of the last line about the other player; -1 if there is none."""
    return next((number for number in range(len(log.lines) - 1, -1, -1) if log.lines[number].tone is Tone.OTHER), -1)


def _age(log: Log, number: int, last_of_other: int) -> _Age:
    """The age of a line; where nothing but the log is looked at, none is old."""
    if number == last_of_other:
        return _Age.LAST_OF_OTHER
    if number > last_of_other or log.is_page:
        return _Age.NEW
    return _Age.OLD if number >= last_of_other - _RECENT else _Age.OLDEST


def most_scrolled(log: Log, width: int, height: int) -> int:
    """The number of rows above a pane that shows the end."""
    return max(sum(_height(line, width, log.is_page) for line in log.lines) - height, 0)


@lru_cache(maxsize=_KEPT)
def _height(line: LogLine, width: int, is_page: bool) -> int:
    """The rows of a line, cached, as the whole log is measured each time that the screen is drawn."""
    brief = _brief(line, width, is_page)
    if brief is None:
        return len(wrap(line.text, width - _MARGIN)) + len(_more(line, is_page))
    return len(brief)


def _brief(line: LogLine, width: int, is_page: bool) -> list[Row] | None:
    """The rows instead of the sentence; None if that is drawn, as it always is where the log is read."""
    room = width - _MARGIN
    if is_page or line.brief is None or width_of(line.brief) > room:
        return None
    if width_of(line.brief) + width_of(line.more) > room:
        return [line.brief, line.more]
    return [row(line.brief, line.more)] if line.brief else []


def _more(line: LogLine, is_page: bool) -> list[Row]:
    """The rows below the sentence; none where the log is read, since they have a sentence of their own there."""
    return [line.more] if line.more and not is_page else []


@lru_cache(maxsize=_KEPT)
def _line_rows(line: LogLine, look: Look, width: int, is_page: bool, age: _Age) -> tuple[Row, ...]:
    """A line of the log, in its brief form if it has one that fits; kept, as most lines are drawn many times."""
    brief = _brief(line, width, is_page)
    if brief is None:
        more = [row("   ", part) for part in _more(line, is_page)]
        return (*_log_rows(line, look, width, age), *more)
    style, mark = _style(line, age), _mark(look, age)
    quiet = {_Age.OLD: AGED, _Age.OLDEST: OLDEST}.get(age)
    faded = f",{quiet}" if quiet else ""
    styled = [
        tuple(sign._replace(style=f"{sign.style}{faded}" if sign.style else style) for sign in part) for part in brief
    ]
    return tuple(row(f" {' ' if at else mark} ", part) for at, part in enumerate(styled))


_TONES: Final = {
    Tone.OWN: "",
    Tone.OTHER: "",
    Tone.AUTOMATIC: "label",
    Tone.LOUD: "loud",
    Tone.NEWS: "talk",
    Tone.TALK: "talk",
    Tone.MUTED: "label",
    Tone.HEADING: "label",
}


def _style(line: LogLine, age: _Age) -> str:
    """The style of a line: what is older than the last line about the other player is quiet, unless it is special."""
    if age is _Age.LAST_OF_OTHER:
        return "other"
    style, quiet = _TONES[line.tone], {_Age.OLD: "label", _Age.OLDEST: OLDEST}.get(age, "")
    return quiet if style in ("", "label") and quiet else style


def _mark(look: Look, age: _Age) -> str:
    return look.fresh if age is _Age.LAST_OF_OTHER else " "


def _log_rows(line: LogLine, look: Look, width: int, age: _Age, most: int | None = None) -> list[Row]:
    """One line in as many rows as it takes, or in at most ``most``."""
    if line.tone is Tone.HEADING:
        return [rule_row(look, line.text, width)]
    style, mark = _style(line, age), _mark(look, age)
    room = width - _MARGIN
    if most is None:
        first, *more = wrap(line.text, room)
    else:
        fitting = wrapped_within if line.tone is Tone.TALK else whole_within  # what people say is not made shorter
        first, *more = fitting(line.text, room, most, look.ellipsis)
    head = row(f" {mark} " if line.tone is not Tone.AUTOMATIC else "   ", Fragment(first, style))
    return [head, *(row("   ", Fragment(text, style)) for text in more)]
