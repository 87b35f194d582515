"""The pages around the table: the start, the questions at the door, the help, the end, and a window too small."""

from __future__ import annotations

from typing import Final, assert_never

from attrs import evolve

from mandala_client import telling
from mandala_client.score import final_sheet, tie_break
from mandala_client.table.history import history, most_scrolled
from mandala_client.table.model import Admitting, Choosing, EndPage, Helping, Model, Question, Reading
from mandala_client.table.presenter import TABLE_HEIGHT, TABLE_WIDTH, last_table, table_screen
from mandala_client.table.rows import (
    BLANK,
    Fragment,
    Row,
    Screen,
    ends,
    filled,
    fit,
    in_ascii,
    padded,
    pieces,
    row,
    shortened,
    side_by_side,
    text_row,
    width_of,
    wrap,
)
from mandala_client.table.style import Look, card_class
from mandala_net.listing import Listing
from mandala_net.news import Ended
from mandala_net.store import StoredGame
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.scoring import ScoreSheet, SeatScore
from mandala_protocol.order import BEFORE_PLAY, ORDER, Occasion
from mandala_protocol.snapshot import Snapshot

_PROGRESS_WIDTH: Final = 40
_STEPS_BEFORE_THE_DEAL: Final = sum(len(ORDER[occasion]) for occasion in (*BEFORE_PLAY, Occasion.SHUFFLE))
"""How many entries are said before there are cards to see."""


def screen(model: Model, look: Look, columns: int, lines: int) -> Screen:
    """What is to be seen now, in a terminal of this size."""
    if not fits(columns, lines):
        leaving = model.question is Question.LEAVE
        shown = _leave_unseen(columns) if leaving else too_small(columns, lines, "Only Ctrl-C works now.")
    elif model.ended is not None:
        shown = _end(model, look, columns, lines)
    else:
        match model.overlay:
            case Helping() as helping:
                shown = _help(model, helping, look, columns, lines)
            case Admitting() as admitting:
                shown = _start(model, columns, lines, _admitting(admitting))
            case Choosing() as choosing:
                shown = _start(model, columns, lines, _choosing(choosing, look, columns))
            case Reading():
                shown = _help(model, Helping(), look, columns, lines)
            case None if model.laid:
                shown = table_screen(model, look, columns, lines)
            case None:
                shown = _start(model, columns, lines, _waiting(model, look))
            case _:
                assert_never(model.overlay)
    rows = filled(shown.rows, lines)
    return evolve(shown, rows=in_ascii(rows, look))


def fits(columns: int, lines: int) -> bool:
    """Whether a terminal of this size can show the table."""
    return columns >= TABLE_WIDTH and lines >= TABLE_HEIGHT


def too_small(columns: int, lines: int, what_works: str) -> Screen:
    """The request for more room, and what can be done without."""
    text = f"Too small: {columns}×{lines}. Needs {TABLE_WIDTH}×{TABLE_HEIGHT}: please enlarge. {what_works}"
    return _wrapped(text, columns)


def _leave_unseen(columns: int) -> Screen:
    return _wrapped("Leave? Ctrl-C again leaves, any other key stays.", columns)


def _wrapped(text: str, columns: int) -> Screen:
    return Screen(tuple(text_row(line) for line in wrap(text, max(columns, 1))))


def bar(title: str, hint: str, columns: int) -> Row:
    """The top row: the program and what is shown at the left, what to do at the right."""
    return ends(text_row(f" Mandala   {title}", "bar"), text_row(f"{hint} ", "bar"), columns, "bar")


# The start.


def _start(model: Model, columns: int, lines: int, below: list[Row]) -> Screen:
    words = _words(model.snapshot)
    footer = [BLANK, *_asked(model, columns)]
    room = lines - 2 - len(words) - len(below) - len(footer)
    statuses: list[Row] = []
    for text in model.statuses:
        statuses += _paragraph(text, columns)
    rows = [bar("", "F1 help   Ctrl-C leaves", columns), BLANK, *statuses[-max(room, 1) :], *words, *below]
    return Screen((*filled(rows, lines - len(footer)), *footer))


def _paragraph(text: str, columns: int, style: str = "") -> list[Row]:
    first, *more = wrap(text, columns - 4)
    return [text_row(f"  {first}", style), *(text_row(f"  {line}", style) for line in more)]


def _words(snapshot: Snapshot | None) -> list[Row]:
    if snapshot is None or snapshot.words is None:
        return []
    return [
        BLANK,
        row("  Authentication words:  ", Fragment(snapshot.words, "title")),
        text_row("  The other player must see the same words; else somebody listens in between.", "label"),
    ]


def _waiting(model: Model, look: Look) -> list[Row]:
    rows: list[Row] = []
    if model.snapshot is not None and model.snapshot.names is not None and model.snapshot.due is not None:
        rows += [BLANK, text_row(f"  {telling.whose_turn(model.snapshot)}", "status")]
        rows += [text_row(f"  {_progress_bar(model.snapshot.length, _STEPS_BEFORE_THE_DEAL, look)}")]
    progress = model.progress
    if progress is not None:
        rows += [
            BLANK,
            text_row(f"  {progress.text}"),
            text_row(f"  {_progress_bar(progress.done, progress.total, look)}"),
        ]
    return rows


def _progress_bar(done: int, total: int, look: Look) -> str:
    full = _PROGRESS_WIDTH * min(done, total) // max(total, 1)
    return f"{look.full * full}{look.empty * (_PROGRESS_WIDTH - full)}  {min(done, total)} of {total}"


def _admitting(admitting: Admitting) -> list[Row]:
    visitor = admitting.visitor
    known = "You have not met before."
    if visitor.known_as is not None:
        known = f"You have met before, as {telling.fact(visitor.known_as)}."
    return [
        BLANK,
        row("  ", Fragment(f"{telling.fact(visitor.name)} wants to play.", "title")),
        BLANK,
        row("  Key     ", visitor.fingerprint),
        text_row(f"  Known   {known}"),
        BLANK,
        row("  Let this player in?  ", Fragment("y", "key"), " yes   ", Fragment("n", "key"), " no"),
    ]


def _choosing(choosing: Choosing, look: Look, columns: int) -> list[Row]:
    rows = [BLANK, text_row(f"  {telling.which_game(choosing.games)}", "title"), BLANK]
    for number, game in enumerate(choosing.games):
        here = number == choosing.cursor
        mark = look.here if here else " "
        head = f" {mark} {number + 1}  "
        text = padded(f"{head}{_game(game, look, columns - len(head) - 1)}", columns)
        rows.append(text_row(text, "chosen" if here else ""))
    return [*rows, BLANK, text_row("  Up and down choose, Enter takes it, Esc takes none.", "label")]


def _game(game: Listing | StoredGame, look: Look, width: int) -> str:
    if isinstance(game, StoredGame):
        return shortened(telling.stored_game(game), width, look.ellipsis)
    return telling.listing(_shortened(game, look, width))


def _shortened(listing: Listing, look: Look, width: int) -> Listing:
    """The listing with the names cut as far as is needed for its sentence to fit; never the key."""
    announced = listing.announcement
    player, machine = announced.player_name, announced.host_name
    rest = width_of(telling.listing(listing)) - width_of(player) - width_of(machine)
    player, machine = side_by_side(player, machine, width - rest, look.ellipsis)
    return evolve(listing, announcement=evolve(announced, player_name=player, host_name=machine))


def _asked(model: Model, columns: int) -> list[Row]:
    if model.question is Question.LEAVE:
        return [fit(text_row("  Leave the program? (y/n, or Ctrl-C again)", "loud"), columns)]
    return [BLANK]


# The help.


def _help(model: Model, helping: Helping, look: Look, columns: int, lines: int) -> Screen:
    rows = _help_rows(look)
    snapshot = model.snapshot
    words = snapshot.words if snapshot is not None else None
    if words is not None:
        rows[0] = row("  Authentication words: ", Fragment(words, "title"), "   (compare them with the other player)")
    room = lines - 1
    start = min(helping.scrolled, max(len(rows) - room, 0))
    more = "down for more   " if start + room < len(rows) else ""
    title = bar("help", f"{more}any other key goes back", columns)
    return Screen((title, *rows[start : start + room]))


def _help_rows(look: Look) -> list[Row]:
    signs = [
        row("  ", Fragment(look.sign(colour), card_class(colour)), f" {telling.colour_name(colour)}")
        for colour in COLOURS
    ]
    keys = [row(Fragment(padded(f"  {key}", _KEY_WIDTH), "key"), text) for key, text in _KEYS]
    return [BLANK, row(*signs), BLANK, *keys, BLANK, *(text_row(f"  {line}") for line in _RULES)]


_KEY_WIDTH: Final = 17

_KEYS: Final = (
    ("A1o", "build: one orange card to mountain 1, then draw up to 3"),
    ("B0r2", "grow: two red cards to your field of mandala 0, no draw"),
    ("Ck1", "discard one black card, then draw as many"),
    ("Kg", "mandala complete: take all green of its mountain"),
    ("left right", "choose a colour      up down Tab  where it goes, if it may"),
    ("+ - or 1 to 8", "how many cards       Enter  play      Esc  clear"),
    ("/hello", "say hello to the other player"),
    ("F9 :end", "offer to end         F10 :resign  give up"),
    ("F8 :adjourn", "offer to go on later    Ctrl-C  leave; the game stays open"),
    ("PgUp PgDn", "move through what happened"),
)

_RULES: Final = (
    "In a mandala each colour lies in one place only: the mountain, your field or",
    "the other field. With all six colours it is complete: whoever has more cards",
    "in the field takes a colour from the mountain first, then both in turn.",
    "A colour new to your river takes its next slot with one card; the rest go to",
    "your cup. At the end each cup card scores the slot number of its colour.",
    "",
    "Both of you shuffle; every card is proven. mandala-lan verify checks a record.",
)


# The end.


def _end(model: Model, look: Look, columns: int, lines: int) -> Screen:
    assert model.ended is not None
    match model.end_page:
        case EndPage.LOG:
            pane = (columns, lines - 2)
            title = bar("what happened", "up and down move, Esc goes back", columns)
            return Screen((title, *history(model, look, *pane)), None, most_scrolled(model, *pane))
        case EndPage.TABLE:
            return Screen((bar("the last table", "Esc goes back", columns), *last_table(model, look)))
        case EndPage.RESULT | EndPage.STATISTICS:
            return _result(model, model.ended, look, columns, lines)
        case _:
            assert_never(model.end_page)


def _result(model: Model, ended: Ended, look: Look, columns: int, lines: int) -> Screen:
    rows = [bar("the end", "", columns), BLANK]
    rows += _paragraph(telling.outcome(ended, model.snapshot), columns, "title")
    rows.append(BLANK)
    snapshot = model.snapshot
    if snapshot is not None and (sheet := final_sheet(snapshot)) is not None:
        rows += _sheet_rows(snapshot, sheet, look, columns)
    if ended.record is not None:
        explained, command = telling.record_kept(ended.record)
        rows += [text_row(f"  {explained}", "label"), *map(text_row, pieces(command, columns))]
    elif model.laid:
        rows += [text_row("  No record of a game was kept.", "label")]
    hints = [("Enter", "leaves"), ("l", "what happened"), *([("t", "the last table")] if model.laid else [])]
    footer = row("  ", *(row(Fragment(key, "key"), f" {does}   ") for key, does in hints))
    return Screen((*filled(rows, lines - 1), footer))


_SLOT_WIDTH: Final = 9
_NAME_WIDTH: Final = 20


def _sheet_rows(snapshot: Snapshot, sheet: ScoreSheet, look: Look, columns: int) -> list[Row]:
    slots = "".join(padded(f"slot {slot}", _SLOT_WIDTH) for slot in range(1, len(COLOURS) + 1))
    rows = [text_row(f"  {' ' * _NAME_WIDTH}{slots}", "label")]
    for seat in (snapshot.seat, snapshot.seat.other):
        name = "You" if seat is snapshot.seat else telling.player_name(seat, snapshot.names)
        name = shortened(name, _NAME_WIDTH - 1, look.ellipsis)
        rows += _seat_rows(name, sheet.seats[seat], look)
    decided = tie_break(snapshot, sheet)
    return rows if decided is None else [*rows, *_paragraph(decided, columns), BLANK]


def _seat_rows(name: str, score: SeatScore, look: Look) -> list[Row]:
    river: list[Row] = []
    points: list[Row] = []
    for slot in score.slots:
        if slot.colour is None:
            river.append(fit(text_row(look.nothing, "faint"), _SLOT_WIDTH))
            points.append(fit(text_row(look.nothing, "faint"), _SLOT_WIDTH))
            continue
        sign = Fragment(look.card(slot.colour, slot.cards), card_class(slot.colour))
        river.append(fit(row(sign), _SLOT_WIDTH))
        points.append(fit(text_row(f"{slot.points:>2}"), _SLOT_WIDTH))
    worthless = [
        row(Fragment(look.card(colour, score.worthless[colour]), card_class(colour)), " ")
        for colour in COLOURS
        if score.worthless[colour]
    ]
    total = Fragment(f"= {score.total}", "title")
    unscored = row("  ", padded("", _NAME_WIDTH), "not in the river: ", *worthless) if worthless else None
    return [
        row("  ", Fragment(padded(name, _NAME_WIDTH), "title"), *river),
        row("  ", Fragment(padded("points", _NAME_WIDTH), "label"), *points, total),
        *([] if unscored is None else [unscored]),
        row("  ", Fragment(padded("cards in the cup", _NAME_WIDTH), "label"), str(score.cup)),
        BLANK,
    ]
