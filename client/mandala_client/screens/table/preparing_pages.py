"""The pages before the table is laid: how the other side joins, who is at the door, which game, how far it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mandala_client.games.catalogue import in_a_command, title_of
from mandala_client.play.frontend import Opponent
from mandala_client.screens.heard_games import heard_games
from mandala_client.screens.kept_games import kept_games, standing
from mandala_client.sentences import outcomes, status_text
from mandala_client.table.table_model import Admitting, Agreeing, Choosing, Preparing, Question, TableModel
from mandala_client.text.language import _
from mandala_client.text.own_command import command
from mandala_client.text.typed_words import no_letter, yes_letter
from mandala_client.ui.clicks import Button
from mandala_client.ui.large_text import large_words
from mandala_client.ui.page_frame import KeyHint, bar, key_rows, paragraph, progress_row, yes_or_no
from mandala_client.ui.paging import AROUND_A_LINE, list_window, numbered_lines
from mandala_client.ui.rows import BLANK, Fragment, Row, Screen, filled, pieces, row, text_row, width_of
from mandala_client.ui.style import Look
from mandala_net.discovery.listing import Listing
from mandala_net.match.admission import cautions
from mandala_net.store.store import StoredGame
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.record.order import BEFORE_PLAY, ORDER, Occasion

_ENTRIES_BEFORE_PLAY: Final = sum(len(ORDER[occasion]) for occasion in BEFORE_PLAY)
_ENTRIES_OF_A_SHUFFLE: Final = len(ORDER[Occasion.SHUFFLE])

_COMMAND: Final = re.compile(
    r"(?:[^\s:]*/)?mandala-lan [a-z-]+(?: (?:--[a-z-]+|[0-9A-Fa-f]*[.:0-9\[][^\s,;]*[^\s,;.]|[0-9]))*"
)
"""A command as it is to be typed: the program, what it is to do, options and an address."""


def preparing_screen(
    model: TableModel, asked: Admitting | Agreeing | Choosing | None, look: Look, columns: int, lines: int
) -> Screen:
    """The page before there is a table: the sentences so far, the words to compare, and what is asked.

    If nothing is asked, it has the progress of the shuffle, and the words in large letters where there is room beside
    all else.
    """
    large: Sequence[Row] = ()
    match asked:
        case Admitting():
            below = _wants_to_play(asked, columns, lines)
        case Agreeing():
            below = _asks_to_agree(asked, columns)
        case Choosing():
            below = _games(asked, look, columns, lines)
        case _:
            below, large = _going_on(model, look, columns), _large(model, look, columns)
    words = _words(model.snapshot, columns) if model.opponent is Opponent.PERSON else []
    answered = [] if model.message is None else paragraph(model.message, columns, "message")
    footer = [BLANK, *_asked(model, columns), *answered]
    room = lines - 2 - len(words) - len(below) - len(footer)
    warned = [line for text in _preparing(model).warnings for line in paragraph(text, columns, "loud")]
    rows_above: list[Row] = []
    for text in model.statuses:
        rows_above += _sentence(text, columns)
    rows_above += [BLANK, *warned] if warned else []
    meanwhile = _meanwhile(model, columns)
    rows_above += meanwhile if len(rows_above) + len(meanwhile) <= room else []
    large = large if len(rows_above) + len(large) <= room else ()
    hint = _("F1 help   Ctrl-C leaves")
    if columns >= _ROOM_FOR_ALL_HINTS:
        hint = _("F1 help   F2 rules   Ctrl-C leaves")
    rows = [bar("", hint, columns, model.game.title), BLANK, *rows_above[-max(room, 1) :], *words, *large, *below]
    return Screen((*filled(rows, lines - len(footer)), *footer))


_ROOM_FOR_ALL_HINTS: Final = 60


def _preparing(model: TableModel) -> Preparing:
    """The phase of the model. After the deal nothing is left of what was told in it."""
    return model.phase if isinstance(model.phase, Preparing) else Preparing()


def _meanwhile(model: TableModel, columns: int) -> list[Row]:
    """The hints for what to do while no one is there yet."""
    if model.snapshot is not None or model.overlay is not None or not model.statuses:
        return []
    if _preparing(model).progress is not None or model.opponent is not Opponent.PERSON:
        return []
    reading = _("While you wait: F2 shows the rules, F3 the actions.")
    game = in_a_command(model.game.rules.name)  # another may be the usual game
    learn, practise = command(f"learn{game}"), command(f"play --practice{game}")
    known = (practise,) if model.game.lesson is None else (learn, practise)
    ways = [way for way in known if width_of(way) <= columns]
    if not ways:
        return [BLANK, *paragraph(reading, columns, "label")]
    if learn in ways:
        new = _("New to the game? Learn it, or practise, in another window:")
    else:
        new = _("New to the game? Practise in another window:")
    text = " ".join((reading, new))
    return [BLANK, *paragraph(text, columns, "label"), *(line for way in ways for line in _command(way, columns))]


def _sentence(text: str, columns: int) -> list[Row]:
    """A sentence; commands at its end stand below it, each in a row of its own, to be read aloud or copied."""
    commands = list(_COMMAND.finditer(text))
    before = text[: commands[0].start()].rstrip() if commands else text
    if not commands or not before.endswith(":") or text[commands[-1].end() :].strip(" ."):
        return paragraph(text, columns)
    rows = paragraph(before, columns)
    for typed in commands:
        rows += _command(typed[0], columns)
    return rows


def _command(typed: str, columns: int) -> list[Row]:
    indent = " " * max(min(_COMMAND_INDENT, columns - width_of(typed)), 0)
    return [row(indent, Fragment(piece, "title")) for piece in pieces(typed, columns)]


_COMMAND_INDENT: Final = 6


def _words(snapshot: Snapshot | None, columns: int) -> list[Row]:
    if snapshot is None or snapshot.words is None:
        return []
    if (tested := status_text.test_game(snapshot)) is not None:
        return [BLANK, *paragraph(tested, columns, "loud")]
    return [
        BLANK,
        row("  ", _("Authentication words:"), "  ", Fragment(snapshot.words, "title")),
        *paragraph(_("The other player must see the same words; if not, someone is listening in."), columns, "label"),
    ]


def _large(model: TableModel, look: Look, columns: int) -> list[Row]:
    """The words to compare in large letters below an empty row; none where there are none, or the window is narrow."""
    snapshot = model.snapshot
    if snapshot is None or snapshot.words is None or model.opponent is not Opponent.PERSON:
        return []
    if status_text.test_game(snapshot) is not None:
        return []
    rows = [row("  ", line) for line in large_words(snapshot.words, look, "title")]
    return [BLANK, *rows] if all(width_of(line) < columns for line in rows) else []


def _going_on(model: TableModel, look: Look, columns: int) -> list[Row]:
    rows: list[Row] = []
    snapshot, progress = model.snapshot, _preparing(model).progress
    if snapshot is not None and snapshot.names is not None and snapshot.due is not None:
        rows += [BLANK, *paragraph(status_text.whose_turn(snapshot), columns, "status")]
        entries = _ENTRIES_BEFORE_PLAY + (_ENTRIES_OF_A_SHUFFLE if model.game.rules.faces else 0)
        rows.append(progress_row(snapshot.length, entries, look, columns))
        if snapshot.live_score:
            agreed = _("You both see the live score during the game.")
            rows += [BLANK, *paragraph(agreed, columns, "label")]
    if progress is not None:
        rows += [BLANK, *paragraph(progress.text, columns), progress_row(progress.done, progress.total, look, columns)]
    return rows


def _wants_to_play(admitting: Admitting, columns: int, lines: int) -> list[Row]:
    """The player who wants to play, and the question; where not all fits, it leaves out whether you have met before."""
    peer = admitting.peer
    head = [BLANK, *_void(admitting, columns), *paragraph(status_text.wants_to_play(peer), columns, "title")]
    known = paragraph(status_text.met_before(peer), columns)
    rest = [
        *(line for caution in cautions(peer) for line in paragraph(outcomes.fact(caution), columns, "loud")),
        *paragraph(status_text.key_of_peer(peer), columns),
        BLANK,
        text_row("  " + _("Let this player in?")),
        *_answers(admitting, columns),
    ]
    fits = len(head) + len(known) + len(rest) <= lines - _AROUND_THE_VISITOR
    return [*head, *known, *rest] if fits else [*head, *rest]


_AROUND_THE_VISITOR: Final = 5
"""The rows of the page around the question, with one for what was said before."""


def _void(asked: Admitting | Agreeing, columns: int) -> list[Row]:
    return [] if asked.number is None else paragraph(_("This question replaces the one before it."), columns, "loud")


def _answers(asked: Admitting | Agreeing, columns: int) -> list[Row]:
    """The answers; the mouse does not agree where it could have been meant for the question before."""
    if asked.number is None:
        return yes_or_no(columns)
    return key_rows([KeyHint(str(asked.number), _("yes")), KeyHint(no_letter(), _("no"), Button(no_letter()))], columns)


def _asks_to_agree(agreeing: Agreeing, columns: int) -> list[Row]:
    """A question to be answered by yes or no, below what it is about."""
    rows = [line for text in agreeing.sentences for line in paragraph(text, columns, "loud")]
    asked = [BLANK, *paragraph(agreeing.question, columns, "title"), *_answers(agreeing, columns)]
    return [BLANK, *_void(agreeing, columns), *rows, *asked]


def _games(choosing: Choosing, look: Look, columns: int, lines: int) -> list[Row]:
    """The games, as many as fit, the one under the cursor among them; and all about that one."""
    caution = choosing.cautions[choosing.cursor] if choosing.cautions else ""
    careful = [BLANK, *paragraph(outcomes.fact(caution), columns, "loud")] if caution else []
    texts = _lines(choosing, look, columns - AROUND_A_LINE)
    blocks = numbered_lines(texts, look, columns, choosing.cursor)
    about = paragraph(status_text.game_to_choose(choosing.games[choosing.cursor]), columns, "label")
    room = max(lines - _AROUND_THE_GAMES - len(careful) - len(about), 1)
    rows = [BLANK, *paragraph(status_text.which_game(choosing.games), columns, "title"), BLANK]
    rows += list_window(blocks, choosing.cursor, room)
    rows += [BLANK, *about, *careful]
    arrows = KeyHint("↑↓" if look.writes_all else _("arrows"), _("choose"))
    does = _("resume") if isinstance(choosing.games[choosing.cursor], StoredGame) else _("join")
    enter, escape = KeyHint("Enter", does, Button("enter")), KeyHint("Esc", _("leave"), Button("escape"))
    return [*rows, BLANK, *key_rows([arrows, enter, escape], columns)]


_AROUND_THE_GAMES: Final = 13


def _lines(choosing: Choosing, look: Look, width: int) -> list[str]:
    stored = [game for game in choosing.games if isinstance(game, StoredGame)]
    if stored:
        return kept_games(stored, standing).lines(width, look.ellipsis, headed=False)
    listings = [game for game in choosing.games if isinstance(game, Listing)]
    played = heard_games(listings, _played, _played, with_key=True)
    return played.lines(width, look.ellipsis, headed=False)


def _played(listing: Listing) -> str:
    return title_of(listing.announcement.game)


def _asked(model: TableModel, columns: int) -> list[Row]:
    if model.question is Question.LEAVE:
        if model.from_lobby:
            asked = _("Back to the lobby? ({yes}/{no}, or Ctrl-C again)")
        else:
            asked = _("Leave the program? ({yes}/{no}, or Ctrl-C again)")
        return paragraph(asked.format(yes=yes_letter(), no=no_letter()), columns, "loud")
    if model.question is Question.ABANDON and model.snapshot is not None:
        away = status_text.too_long_away(model.other_name, model.snapshot.grace)
        return paragraph(f"{away} ({yes_letter()}/{no_letter()})", columns, "loud")
    return [BLANK]
