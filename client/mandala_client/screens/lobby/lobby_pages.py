"""The screens of the lobby as rows of text, from 40 columns and 20 lines on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from mandala_client.games.catalogue import ui_of
from mandala_client.screens.heard_games import more_announced
from mandala_client.screens.lobby import games_heard
from mandala_client.screens.lobby.entries import (
    Menu,
    MenuEntry,
    counted,
    entries,
    explanation,
    form_texts,
    whoami_lines,
)
from mandala_client.screens.lobby.lobby_model import LobbyModel, LobbyPage
from mandala_client.text.language import _, ngettext
from mandala_client.ui.blocks.block_rows import rows_of
from mandala_client.ui.blocks.values import Topic
from mandala_client.ui.line_input import TypedLine, shown_line
from mandala_client.ui.page_frame import bar, fits, paragraph, shown_from, too_small
from mandala_client.ui.paging import AROUND_A_LINE, Block, chosen_row, list_window, numbered_lines
from mandala_client.ui.rows import (
    BLANK,
    Fragment,
    Row,
    Screen,
    filled,
    in_two_panes,
    in_window,
    padded,
    row,
    shortened,
    text_row,
    width_of,
    wrap,
)
from mandala_client.ui.style import Look

_PANE: Final = 60
"""The columns of the entries beside another pane."""

_MOST_NOTE_ROWS: Final = 4
_MOST_GAME_ROWS: Final = 8

NARROW: Final = 72
"""With fewer columns than this, a list shows only what tells its lines apart."""

WIDE: Final = 120
"""From this many columns the games on the network stand beside the other entries."""

AIRY: Final = 24
"""From this many lines there are empty rows between the parts."""


def screen(model: LobbyModel, look: Look, columns: int, lines: int) -> Screen:
    """The screen in a terminal of this size."""
    if fits(columns, lines):
        shown = _page(model, look, columns, lines)
    else:
        shown = too_small(columns, lines, _("Ctrl-C leaves."))
    return in_window(shown, look, columns, lines)


def _page(model: LobbyModel, look: Look, columns: int, lines: int) -> Screen:
    match model.page:
        case LobbyPage.HOME:
            return _home(model, look, columns, lines)
        case LobbyPage.RULES | LobbyPage.AID as page:
            from mandala_client.games.game_ui import Book
            from mandala_client.screens.rulebook_pages import book_screen

            book = Book.RULES if page is LobbyPage.RULES else Book.AID
            return book_screen(ui_of(model.settings.game), book, model.place.scrolled, look, columns, lines)
        case LobbyPage.STATISTICS | LobbyPage.WHOAMI | LobbyPage.HELP:
            return _reading(model, look, columns, lines)
        case LobbyPage.OPEN_GAMES | LobbyPage.PAST_GAMES:
            return _list(model, look, columns, lines)
        case LobbyPage.JOIN:
            return _join(model, look, columns, lines)
        case LobbyPage.HOST | LobbyPage.ALONE | LobbyPage.SETTINGS | LobbyPage.LANGUAGES:
            return _form(model, look, columns, lines)


# What every page has.


def _footer(model: LobbyModel, look: Look, columns: int, keys: str, instead: str = "") -> list[Row]:
    """The answer to the last key, or else what there is to say about what is pointed at; then the keys."""
    text, style = (model.note, "message") if model.note is not None else (instead, "label")
    note = paragraph(text, columns, style)[:_MOST_NOTE_ROWS] if text else []
    return [*(note or [BLANK]), text_row(f"  {shortened(keys, columns - 3, look.ellipsis)}", "label")]


def _laid(head: Sequence[Row], body: Sequence[Row], foot: Sequence[Row], lines: int) -> tuple[Row, ...]:
    return (*filled([*head, *body], lines - len(foot)), *foot)


def _entry(
    entry: MenuEntry, title_width: int, look: Look, columns: int, thing: int, *, here: bool, one_row: bool
) -> Block:
    """The letter, the title and the value; the value below the title where there is no room beside it.

    ``one_row``: it is shortened there instead.
    """
    mark = look.here if here else " "
    title = padded(entry.title, title_width) if entry.value else entry.title
    head = row(f" {mark} ", Fragment(entry.letter, "key"), f"  {title}")
    room = columns - width_of(head) - 3
    if not entry.value:
        rows = [head]
    elif one_row or width_of(entry.value) <= room or room >= columns // 2:
        rows = [row(head, "  ", Fragment(shortened(entry.value, room, look.ellipsis), "label"))]
    else:
        rows = [head, *(row("        ", Fragment(line, "label")) for line in wrap(entry.value, columns - 9))]
    return Block(tuple(chosen_row(part, columns, entry.letter, here=here) for part in rows), thing)


def _entry_blocks(
    shown: Sequence[MenuEntry], look: Look, columns: int, pointed_at: int, first: int = 0, *, one_row: bool = False
) -> list[Block]:
    width = max((width_of(entry.title) for entry in shown), default=0)
    return [
        _entry(entry, width, look, columns, first + number, here=first + number == pointed_at, one_row=one_row)
        for number, entry in enumerate(shown)
    ]


# The first page.


def _home(model: LobbyModel, look: Look, columns: int, lines: int) -> Screen:
    wide = columns >= WIDE
    name = "" if model.archive is None else model.archive.name
    head = [bar(name, _("? help   q quits"), columns)]
    foot = _footer(model, look, columns, _home_keys(look, columns), _pointed_at(model))
    room = lines - len(head) - len(foot)
    if wide:
        menu = [BLANK, *_menu(model, look, _PANE)]
        games = [BLANK, *_games(model, look, columns - _PANE, room - 1, keys_below=True)]
        body = in_two_panes(menu, games, _PANE, 0, room)
    else:
        airy = lines >= AIRY
        menu = _menu(model, look, columns)
        area = min(room - len(menu) - 2 * airy, _MOST_GAME_ROWS + 1)
        games = list(filled(_games(model, look, columns, area), max(area, 0)))
        gap = [BLANK] if airy else []
        body = [*gap, *games, *gap, *menu]
    return Screen(_laid(head, body, foot, lines))


def _home_keys(look: Look, columns: int) -> str:
    arrows = "↑↓" if look.writes_all else _("arrows")
    if columns < NARROW:
        return _("{arrows} or number, Enter; or letter").format(arrows=arrows)
    return _("{arrows} or a number selects, Enter opens; a letter opens at once").format(arrows=arrows)


def _menu(model: LobbyModel, look: Look, columns: int) -> list[Row]:
    """A row for each entry: where not every explanation fits beside its title, none is given."""
    shown = entries(model)
    width = max(width_of(entry.title) for entry in shown)
    short = columns - width - 9 < width_of(max((entry.value for entry in shown), key=width_of))
    kept = [evolve(item, value=counted(model, line)) if short else item for line, item in zip(Menu, shown, strict=True)]
    blocks = _entry_blocks(kept, look, columns, model.place.cursor, len(model.listings), one_row=True)
    return [line for block in blocks for line in block.rows]


def _games(model: LobbyModel, look: Look, columns: int, height: int, *, keys_below: bool = False) -> list[Row]:
    """The games on the network under their title, or why there are none; each with its key below it, if asked for."""
    title = _("Games on this network")
    if model.unheard is not None:
        return [text_row(f"  {title}", "title"), *paragraph(model.unheard, columns)][:height]
    if not model.listings:
        text = _("Looking for games …") if model.searching else _("None at the moment. New games appear here.")
        return [text_row(f"  {title}", "title"), *paragraph(text, columns, "label")][:height]
    count = len(model.listings)
    counted = ngettext("{count} game on this network", "{count} games on this network", count).format(count=count)
    lines = games_heard.listing_lines(model, columns - AROUND_A_LINE, look, with_key=not keys_below)
    cursor = model.place.cursor
    keys = [listing.announcement.fingerprint for listing in model.listings] if keys_below else []
    blocks = numbered_lines(lines, look, columns, cursor, keys)
    more = paragraph(more_announced(), columns, "label") if model.more else []
    shown = list_window(blocks, cursor if cursor < count else 0, max(height - 1 - len(more), 1))
    return [text_row(f"  {counted}", "title"), *more, *shown][:height]


def _pointed_at(model: LobbyModel) -> str:
    if model.pointed_at is not None:
        return games_heard.listing_details(model, model.pointed_at)
    new_here = _("New here? Press “{key}” to learn the game.").format(key=Menu.LEARN.value.letter)
    return new_here if model.may_learn else ""


# Forms: choices and settings.


def _form(model: LobbyModel, look: Look, columns: int, lines: int) -> Screen:
    title, about = form_texts(model.page)
    shown = list(entries(model))
    cursor = model.place.cursor
    editing = model.typed is not None and model.page is LobbyPage.SETTINGS
    blocks = _entry_blocks(shown, look, columns, -1 if editing else cursor)
    head = [bar(title, _("Esc back"), columns), *_airy(lines), *paragraph(about, columns), *_airy(lines)]
    foot = _footer(model, look, columns, _form_keys(model, look, columns), explanation(model))
    if editing:
        name_row, column = _typing(shown[cursor].title, model, look, columns)
        blocks[cursor] = Block((name_row,), cursor)
        body = list_window(blocks, cursor, lines - len(head) - len(foot))
        return Screen(_laid(head, body, foot, lines), (column, len(head) + body.index(name_row)))
    body = list_window(blocks, cursor, lines - len(head) - len(foot))
    return Screen(_laid(head, body, foot, lines))


def _airy(lines: int) -> list[Row]:
    return [BLANK] if lines >= AIRY else []


def _form_keys(model: LobbyModel, look: Look, columns: int) -> str:
    if model.typed is not None:
        return _("Enter saves, Esc cancels")
    arrows = "↑↓ ←→" if look.writes_all else _("arrows")
    if model.page is LobbyPage.LANGUAGES:
        arrows = "↑↓" if look.writes_all else arrows
        return _("{arrows} and Enter, or a letter").format(arrows=arrows)
    if columns < NARROW:
        return _("{arrows} select, Enter changes").format(arrows=arrows)
    return _("{arrows} select and change, Enter changes; or press the letter").format(arrows=arrows)


# The line for an address.


def _join(model: LobbyModel, look: Look, columns: int, lines: int) -> Screen:
    head = [
        bar(_("Join by address"), _("Esc back"), columns),
        *_airy(lines),
        *paragraph(
            _("Type the address that the host's screen shows, for example 192.168.1.20 or 192.168.1.20:28108."), columns
        ),
        BLANK,
    ]
    line, column = _typing(_("Address"), model, look, columns)
    foot = _footer(model, look, columns, _("Enter joins, Esc goes back"))
    return Screen(_laid(head, [line], foot, lines), (column, len(head)))


def _typing(title: str, model: LobbyModel, look: Look, columns: int) -> tuple[Row, int]:
    """The line that is being typed, and the character before which the cursor stands."""
    head = f"  {title}: "
    line = TypedLine(model.typed or "", model.place.behind)
    text, before_cursor = shown_line(line, columns - width_of(head) - 2, look)
    return row(head, Fragment(text, "prompt")), len(head) + before_cursor


# Lists of games.


def _list(model: LobbyModel, look: Look, columns: int, lines: int) -> Screen:
    from mandala_client.records.past_games import remark_on
    from mandala_client.screens.lobby import games_kept as kept
    from mandala_client.sentences.status_text import stored_game

    past = model.page is LobbyPage.PAST_GAMES
    games = [played.game for played in model.past_games] if past else list(model.open_games)
    cursor = model.place.cursor
    width = columns - AROUND_A_LINE
    texts = (kept.past_game_lines if past else kept.open_game_lines)(model, width, look)
    where = _("{number} of {count}").format(number=cursor + 1, count=len(games)) if games else ""
    title = _("Past games") if past else _("Open games")
    head = [bar(f"{title}   {where}".rstrip(), _("Esc back"), columns), *_airy(lines)]
    if past:
        nothing, keys = _("You have not played yet."), _("Enter replays it, step by step")
    else:
        nothing, keys = _("You have no open games."), _("Enter resumes it")
        if columns >= NARROW:
            keys = _("Enter resumes it; the other player must do the same")
    if model.archive is None:
        nothing = model.unread or _("Reading …")
    details = ""
    if cursor < len(games):
        remark = remark_on(model.past_games[cursor]) if past else None
        details = remark or stored_game(games[cursor])
    foot = _footer(model, look, columns, keys if games else "", details)
    blocks = numbered_lines(texts, look, columns, cursor)
    body = list_window(blocks, cursor, lines - len(head) - len(foot)) if games else paragraph(nothing, columns)
    return Screen(_laid(head, body, foot, lines))


# Pages to read.


def _reading(model: LobbyModel, look: Look, columns: int, lines: int) -> Screen:
    title, rows = _read(model, look, columns)
    head = [bar(title, _("Esc back"), columns), *_airy(lines)]
    room = lines - len(head) - 1
    shown, most = shown_from(rows, model.place.scrolled, room)
    more = _("More below: press down.") if model.place.scrolled < most else ""
    foot = [text_row(f"  {more}", "label")]
    return Screen(_laid(head, shown, foot, lines), most_scrolled=most)


def _read(model: LobbyModel, look: Look, columns: int) -> tuple[str, list[Row]]:
    match model.page:
        case LobbyPage.STATISTICS:
            from mandala_client.records.past_games import WIDTH
            from mandala_client.screens.lobby.games_kept import tally_lines

            margin = "  " if columns > WIDTH + 2 else ""
            lines = tally_lines(model, columns - len(margin), look)
            none = _("You have not finished a game yet.")
            return _("Statistics"), [text_row(margin + line) for line in lines] or paragraph(none, columns)
        case LobbyPage.WHOAMI:
            return _("Who am I"), _whoami(model, columns)
        case _:
            return _("help"), rows_of([_help()], look, columns)


def _whoami(model: LobbyModel, columns: int) -> list[Row]:
    if model.archive is None:
        return paragraph(model.unread or _("Reading …"), columns)
    name, key, *more = whoami_lines(model.archive)
    rows = [*paragraph(name, columns, "title"), *paragraph(key, columns, "title")]
    what_for, where, file = (paragraph(text, columns) for text in more)
    return [*rows, BLANK, *what_for, BLANK, *where, *file]


def _help() -> Topic:
    return Topic(
        "",
        (
            (_("letters"), _("open the entry with this letter")),
            ("1 … 9", _("select the game with this number; Enter joins")),
            (_("up, down"), _("select another entry")),
            ("Tab", _("the next entry")),
            (_("left, right"), _("change a setting; in the rules, turn to another chapter")),
            ("Enter", _("open the entry, or change it")),
            ("PgUp PgDn", _("ten entries or lines at once")),
            ("Home End", _("the first entry, the last one")),
            ("Esc", _("go back")),
            ("F1 ?", _("this help")),
            ("F2", _("the rules")),
            ("F3", _("the player aid: the actions at a glance")),
            ("q", _("go back, and from the first page quit")),
            ("Ctrl-C", _("quit")),
            (_("mouse"), _("a click opens an entry or selects a game; a second click joins it; the wheel scrolls")),
        ),
    )
