"""The pages when it is over: the result, the statistics of the game, all that happened, and the last table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mandala_client.games.game_table import last_table
from mandala_client.screens.table.ended_keys import never_begun
from mandala_client.screens.table.parts import PROMPT
from mandala_client.sentences import outcomes, status_text
from mandala_client.sentences.series_text import both_sides, series_score
from mandala_client.table.table_model import Ended, EndPage, TableModel
from mandala_client.text.language import _, pgettext
from mandala_client.ui.blocks.block_rows import rows_of
from mandala_client.ui.clicks import Button
from mandala_client.ui.form_sizes import TABLE_WIDTH
from mandala_client.ui.line_input import shown_line
from mandala_client.ui.log_pane import Tone, log_below
from mandala_client.ui.page_frame import KeyHint, bar, key_rows, paragraph, shown_from, yes_or_no
from mandala_client.ui.rows import BLANK, Fragment, Pane, Row, Screen, filled, pieces, row, text_row, width_of
from mandala_client.ui.style import FULL_LOOK, Look
from mandala_net.match.news import GameAdjourned, NotSaved, RematchWanted

_MOST_NEWS: Final = 2
"""The most lines of what was said and happened; a wish for another game is shown beside them."""

_SAID: Final = (Tone.TALK, Tone.MUTED)
"""Keys of those who play, as good after the end as before."""


def ended_screen(model: TableModel, ended: Ended, look: Look, columns: int, lines: int) -> Screen:
    """The page that is looked at; what can be done stands at its foot."""
    match ended.page:
        case EndPage.RESULT:
            return _page(_title(ended), _result(model, ended, look, columns), model, ended, look, columns, lines)
        case EndPage.STATISTICS:
            assert model.snapshot is not None, "there are statistics of what was played"
            counted = model.game.words.statistics(model.snapshot)
            return _page(
                pgettext("title", "statistics"), rows_of(counted, look, columns), model, ended, look, columns, lines
            )
        case EndPage.LOG:
            return _log(model, ended, look, columns, lines)
        case EndPage.TABLE:
            assert model.snapshot is not None, "the table is laid"
            rows = last_table(model.game.table, model.snapshot, look, columns)
            return _page(pgettext("title", "the final table"), rows, model, ended, look, columns, lines)


def _title(ended: Ended) -> str:
    if isinstance(ended.end.outcome, NotSaved):
        return pgettext("title", "not saved")
    if isinstance(ended.end.outcome, GameAdjourned):
        return pgettext("title", "game adjourned")
    if ended.end.resumable:
        return pgettext("title", "game still open")
    return _("no game") if never_begun(ended) else _("game over")


def _page(title: str, rows: list[Row], model: TableModel, ended: Ended, look: Look, columns: int, lines: int) -> Screen:
    footer = [*_news(model, ended, columns), *_foot(model, ended, columns)]
    height = max(lines - 1 - len(footer), 1)
    shown, most = shown_from(_spaced(rows, height), model.scrolled, height)
    hint = _moving(look, columns) if most else _("F1 help")
    top = bar(title, hint, columns, model.game.title)
    free = height - len(shown) - 1
    spare = Pane(len(shown) + 2, 0, columns, free) if free > 0 else None
    return Screen((top, *filled(shown, height), *footer), _cursor(model, columns, lines), most, spare=spare)


def _moving(look: Look, columns: int) -> str:
    """Return the keys for a page that is not all in sight, and for the help."""
    if columns >= TABLE_WIDTH:
        move = _("up and down move")
    else:
        move = "↑↓" if look.writes_all else _("up down")
    return "   ".join((move, _("F1 help")))


def _spaced(rows: list[Row], height: int) -> list[Row]:
    """The rows below an empty one; fewer of the empty ones, the last first, if that is what it takes to see all."""
    airy = [BLANK, *rows]
    spare = [number for number, line in enumerate(airy) if not line]
    too_many = max(len(airy) - height, 0)
    if too_many > len(spare):
        return airy
    dropped = spare[len(spare) - too_many :]
    return [line for number, line in enumerate(airy) if number not in dropped]


def _log(model: TableModel, ended: Ended, look: Look, columns: int, lines: int) -> Screen:
    footer = _foot(model, ended, columns)
    height = max(lines - 1 - len(footer), 1)
    if not model.log:
        nothing = [BLANK, *paragraph(_("Nothing has happened in this game."), columns)]
        return Screen((bar(_("what happened"), "", columns, model.game.title), *filled(nothing, height), *footer))
    title = bar(_("what happened"), _moving(look, columns), columns, model.game.title)
    log, most = log_below(model.history, look, columns, height)
    return Screen((title, *log, *footer), _cursor(model, columns, lines), most)


# What stands at the foot.


def _news(model: TableModel, ended: Ended, columns: int) -> list[Row]:
    """The last words of the other player, what has happened since the game was over, and a wish not yet answered."""
    wish = status_text.news(RematchWanted(), model.other_name)
    said: list[str] = []
    for number, line in enumerate(reversed(model.log)):
        lasting = line.tone in _SAID or (line.tone is Tone.NEWS and number < ended.lines_since_end)
        if not lasting or len(said) == _MOST_NEWS:
            break
        if line.tone in _SAID or line.text != wish:
            said.insert(0, line.text)
    if model.rematch_wanted and not ended.awaiting and model.question is None:
        said.append(wish)  # however much is said after it; a question tells it itself
    return [BLANK, *(line for text in said for line in paragraph(text, columns, "talk"))] if said else []


def _foot(model: TableModel, ended: Ended, columns: int) -> list[Row]:
    """The rows that say for whom one waits, the answer to the last key, and the keys."""
    rows = [BLANK, *paragraph(_for_whom(model), columns, "status")] if ended.awaiting else []
    if model.message is not None:
        rows += [BLANK, *paragraph(model.message, columns, "message")]
    return [*rows, *_keys(model, ended, columns)]


def _for_whom(model: TableModel) -> str:
    """Return the sentence about what the page waits for, or what is in the way."""
    if model.statuses:
        return model.statuses[-1]
    if model.rematch_wanted:
        return _("Agreeing on the game …")
    return _("Waiting for {name} to choose another game …").format(name=model.other_name)


def _keys(model: TableModel, ended: Ended, columns: int) -> list[Row]:
    page = ended.page
    if model.question is not None:
        return [BLANK, *paragraph(_leaving(model), columns, "loud"), *yes_or_no(columns)]
    if ended.typing_through:
        return [BLANK, *key_rows([KeyHint("Enter", _("stop typing"), Button("enter"))], columns)]
    if model.draft.text:
        return [BLANK, row(Fragment(PROMPT, "prompt"), _written(model, columns)[0]), *_keys_of_writing(columns)]
    if never_begun(ended) and page is EndPage.RESULT:
        return [BLANK, *key_rows([KeyHint("Enter", _("resume"), Button("enter"))], columns)]
    hints = [
        KeyHint("q", _("leave"), Button("q")) if page is EndPage.RESULT else KeyHint("Esc", _("back"), Button("escape"))
    ]
    if ended.end.can_try_again:
        hints.append(KeyHint("r", _("try again"), Button("r")))
    if ended.rematch and not ended.awaiting:
        hints.append(KeyHint("r", _rematch(model), Button("r")))
    if ended.practised is not None and not ended.awaiting:
        hints.append(KeyHint("w", _("same set-up, seats swapped"), Button("w")))
    if ended.reviewable and not ended.awaiting:
        hints.append(KeyHint("v", _("review"), Button("v")))
    if page is not EndPage.STATISTICS and model.counted:
        hints.append(KeyHint("s", _("statistics"), Button("s")))
    if page is not EndPage.LOG:
        hints.append(KeyHint("l", _("log"), Button("l")))
    if model.laid and page is not EndPage.TABLE:
        hints.append(KeyHint("t", _("table"), Button("t")))
    if model.can_talk_on:
        hints.append(KeyHint("/", _("talk"), Button("/")))
    going_on = [] if ended.progress is None else paragraph(ended.progress.text, columns, "label")
    return [BLANK, *going_on, *key_rows(hints, columns)]


def _written(model: TableModel, columns: int) -> tuple[str, int]:
    """The typed text as far as it fits, and the number of its characters before the cursor."""
    return shown_line(model.draft.line, columns - len(PROMPT) - 1, FULL_LOOK)


def _keys_of_writing(columns: int) -> list[Row]:
    says, clears = KeyHint("Enter", _("sends"), Button("enter")), KeyHint("Esc", _("clears"), Button("escape"))
    return key_rows([says, clears], columns)


def _cursor(model: TableModel, columns: int, lines: int) -> tuple[int, int] | None:
    """The place of the cursor in what is written, if something is; below that are the keys alone."""
    if not model.draft.text or model.question is not None:
        return None
    return len(PROMPT) + _written(model, columns)[1], lines - 1 - len(_keys_of_writing(columns))


def _leaving(model: TableModel) -> str:
    """The question whether to leave although there could be another game."""
    if model.rematch_wanted:
        return _("{name} wants to play again. Leave anyway?").format(name=model.other_name)
    return _("Leave without another game?")


def _rematch(model: TableModel) -> str:
    """Another game, and who begins it: the one who did not begin this (S9)."""
    snapshot, state = model.snapshot, model.state
    began = None if state is None else model.game.words.began(state)
    if snapshot is None or began is None:
        return _("play again")
    if began is snapshot.seat:
        return _("play again, {name} starts").format(name=model.other_name)
    return _("play again, you start")


# The result.


def _result(model: TableModel, ended: Ended, look: Look, columns: int) -> list[Row]:
    snapshot = model.snapshot
    rows = paragraph(outcomes.outcome(ended.end, snapshot, in_lobby=model.from_lobby), columns, "title")
    rows += [line for text in outcomes.warning(ended.end) for line in (BLANK, *paragraph(text, columns, "message"))]
    if snapshot is not None and (points := model.game.words.score(snapshot)):
        rows += [BLANK, *rows_of(points, look, columns, model.game.table.card_sign)]
    if ended.series is not None and ended.series.games > 1:
        rows += [BLANK, *paragraph(series_score(ended.series, model.other_name, ended.practised), columns, "status")]
    if ended.practised is not None and (compared := both_sides(ended.practised, model.other_name)) is not None:
        rows += [BLANK, *paragraph(compared, columns, "status")]
    if ended.practised is not None:
        rows += [BLANK, *_with_command([outcomes.deal_again(ended.practised)], columns)]
    elif ways := outcomes.ways_to_check(ended.end):
        rows += [BLANK, *_with_command(ways, columns)]
    elif model.laid and ended.end.stored is None and not ended.end.resumable:
        rows += [BLANK, *paragraph(_("No record of this game was kept."), columns, "label")]
    return rows


def _with_command(ways: Sequence[Sequence[str]], columns: int) -> list[Row]:
    """The effect of a command, and the command below it, to be copied: the first that fits in a row, or the last."""
    explained, command = next((way for way in ways if width_of(way[1]) <= columns), ways[-1])
    return [*paragraph(explained, columns, "label"), *map(text_row, pieces(command, columns))]
