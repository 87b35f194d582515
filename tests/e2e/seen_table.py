"""The table as a person reads it from the screen, in English, in each of its forms; and what else stands there.

Nothing is left out: every row that is not one of the table's own is among the panes of text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from attrs import frozen

from mandala_protocol.games.game import Counts

LETTERS: Final = "roygpk"
SYMBOLS: Final = "♥▲☼♣♦♠"

Cells: TypeAlias = tuple[int | None, ...]
"""The cards of an area by colour; None where the preview of a move stands instead."""

_SIGN: Final = f"[{LETTERS}][{SYMBOLS}]?"
_CARD: Final = re.compile(rf"({_SIGN})(\d+)")
_ON_TOP: Final = re.compile(rf"\^([{LETTERS}])")

_CARDS: Final = rf"{_SIGN}\d+(?: {_SIGN}\d+)*"
_CUP: Final = rf"cup (?P<cup>\d+)(?:(?: \(|, )(?:hidden:? )?(?:(?P<hidden>\d)|(?P<cards>{_CARDS}))\)?)?"
_POINTS_AND_CUP: Final = rf"points \d+(?:\+(?P<unknown>\d)\?)?, cup (?P<all>\d+)(?: (?P<known>{_CARDS}))?"
_PLAYER: Final = re.compile(rf"[▸ ]\S.*? (?:hand (?P<hand>\d), )?(?:{_POINTS_AND_CUP}|{_CUP}) *")
_SLOT: Final = re.compile(rf"[1-6] *({_SIGN})×?(\d+)•?|[1-6]?┆ *[1-6]? *┆|[1-6] *\[{_SIGN}\]")
_TOP: Final = "newest "
_DISCARD: Final = re.compile(rf"discard pile (\d+)(?:→\d+)?(?: {_SIGN}\+)?")
_PILES: Final = re.compile(r" draw (\d+), discard (\d+)( .*)?")
_NEEDS: Final = r"(?:→ )?(?:(?:needs|would need) ([^ ]+(?: [^ ]+)*)|complete)"
_HEADING: Final = re.compile(rf"(?:Left|Right) +{_NEEDS}(?:  +(.*))?")
_BRIEF_HEADING: Final = re.compile(rf" [LR] {_NEEDS}(?:  (.*))?")
_TAKE: Final = rf"take +\[?{_SIGN}.*"
_INPUT: Final = re.compile(r" {1,2}>(?: ([^ ]*)(.*))?")
_EXAMPLE: Final = re.compile(r"or type [A-CK][LR]?[a-z]\d? \([^)]*\)|or type a move: .*$")
"""What can be typed, beside the input line, with its meaning."""
_CELL: Final = re.compile(rf"[\[▸>]?\^?({_SIGN})(?:(\d+)(?:\+\d*|→\d+)?•?|( ?\+\d+|→\d+)|[+?]?)\]?")
_LETTER: Final = re.compile(rf"[\[▸>]?([{LETTERS}])\]?([•+]?)")
_NUMBER: Final = re.compile(r"×?((?:\d*[→+])?\d+)")
_GAIN: Final = re.compile(r"\+\d+(?!\S)")


class Unreadable(AssertionError):
    """The screen does not look like a table."""


_WIDTH: Final = 80
"""Of a table with both mandalas side by side; a wider window has the log beside it."""
_DRAWN: Final = 13
"""The columns for the draw pile in the panel of both piles."""
_DRAWN_IN_TWO_ROWS: Final = 11
"""The columns for the draw pile below small circles."""
_PILE_ROWS: Final = 5
"""The rows of that panel, without its box."""
_NOTHING: Final = "┆│─╌╭╮╰╯█▀▄▁▏▎▕ " + "".join(map(chr, range(0x2800, 0x2900)))
"""What outlines, halves of cards and the ornament are drawn with."""


_TITLES: Final = ("points", "what happened", "chat (type / and your text)")
"""What stands above a pane in an area without lines."""


@frozen
class Circles:
    """The places of a table with circles, below the heading of a circle, which is row 0.

    ``width``: the columns of the table, with the players if they are on it. ``parts``: the columns of both circles.
    ``first`` and ``step``: the first column of the cards in a circle, and from one card to the next. ``areas``: the
    rows of the cards in each area, without those that have a label or nothing but edges. ``gains``: the row with what a
    colour would bring. ``last``: the row with who would choose first. ``tray``: the rows of the hand and of the piles.
    """

    width: int
    parts: tuple[slice, slice]
    first: int
    step: int
    areas: tuple[range, range, range]
    gains: int
    last: int
    tray: int

    def headings(self, row: str) -> list[re.Match[str] | None]:
        """What is said above both circles."""
        return [_HEADING.fullmatch(row[part].strip()) for part in self.parts]


_SMALL: Final = Circles(
    80, (slice(1, 31), slice(32, 62)), 3, 4, (range(4, 6), range(7, 9), range(9, 12)), gains=9, last=14, tray=3
)
_LARGE: Final = Circles(
    84, (slice(1, 42), slice(43, 84)), 3, 6, (range(4, 9), range(10, 14), range(14, 19)), gains=14, last=22, tray=6
)
_RIVER_ROWS: Final = 6
_SQUARE_SIGN: Final = re.compile(rf"[\[▸]?([{LETTERS}])[{SYMBOLS}]\]?")
_SQUARE_NUMBER: Final = re.compile(r"×(\d+)[•+]?|(\d+)→\d+|(\+\d+|→\d+)|\+?")
_CIRCLE_SLOT: Final = rf"(?:(\[?)({_SIGN})\]?(?:×(\d+))?•?)?"
_CIRCLE_SLOTS: Final = re.compile(rf"{_CIRCLE_SLOT} *([1-6]) *{_CIRCLE_SLOT}")
"""The same slot of both rivers, and its value between them."""
_SOME_HIDDEN: Final = rf"(?:\+ )?(\? \?|{_SIGN} {_SIGN})"
_HIDDEN: Final = re.compile(rf"{_SOME_HIDDEN} *(?:hidden)? +{_SOME_HIDDEN}")

_BRIEF_LABEL: Final = 10
_BRIEF_STEP: Final = 5


@frozen
class Pane:
    """Rows of text, below a line across if ``title`` is not empty."""

    title: str
    rows: tuple[str, ...]

    @property
    def flowing(self) -> str:
        """All of it in one line."""
        return " ".join(" ".join(self.rows).split())


@frozen
class SeenPlayer:
    """The numbers of cards in hand and cup; the river, and the number of cards of each of its colours in the cup.

    ``sealed``: the starting cards in the cup, None if they are hidden. ``is_own``: it is the one who looks on.
    """

    is_own: bool
    hand: int
    cup: int
    sealed: Counts | None
    river: tuple[tuple[str, int], ...]


@frozen
class SeenTable:
    """All that a table shows; the near player is the one who looks on.

    ``on_top``: the letters that are marked in the discard pile. ``held``: the own hand. ``mandalas``: the far field,
    the mountain and the near field of each; ``needs``: the letters that each still needs, None while it is shared out.
    ``offered``: the letters that can be taken. ``typed``: what stands in the input line.
    """

    draw_pile: int
    discard: Counts
    on_top: str
    far: SeenPlayer
    near: SeenPlayer
    held: Cells
    mandalas: tuple[tuple[Cells, ...], ...]
    needs: tuple[str | None, ...]
    offered: str
    typed: str
    panes: tuple[Pane, ...]


def read_table(text: str) -> SeenTable:
    """The table on a screen whose rows are all as long as it is wide.

    Raises ``Unreadable`` if a part of it is missing or there too often.
    """
    rows = _without_bars(text)
    if len(rows[0]) < _WIDTH:
        return _read_brief(_Rows(rows))
    for circles in (_SMALL, _LARGE):
        if any(all(circles.headings(row)) for row in rows):
            beside = [_unboxed(row[circles.width + 2 :]).rstrip() for row in rows]
            return _read_circles(_Rows([row[: circles.width] for row in rows]), beside, circles)
    raise Unreadable("no table:\n" + text)


def typed_in(text: str) -> str:
    """The contents of the input line of a screen with a table, up to the first space."""
    found = [_INPUT.fullmatch(_unboxed(row[:_WIDTH]).rstrip()) for row in _without_bars(text)]
    return next((line[1] or "" for line in found if line), "")


def whose_turn(text: str) -> str:
    """The name at a table with circles that has a space of its own on either side: it is in the accent."""
    start = _SMALL.parts[-1].stop
    names = next(row[start:_WIDTH] for row in text.split("\n")[1:] if row[start:].strip())
    far, near = names.split()
    return far if names.startswith("  ") else near


def _without_bars(text: str) -> list[str]:
    """The rows without the bar at the left of what is to be done."""
    return [f" {row[1:]}" if row.startswith("▌") else row for row in text.split("\n")]


def _unboxed(part: str) -> str:
    """A row of a part of the screen without the box around it, as wide as before; of its upper edge the title stays."""
    shown = part.rstrip()
    if shown[:1] == shown[-1:] == "│":
        return part.replace(shown, f"{shown[1:-1]}  ")
    if shown[:1] in ("╭", "╰"):
        return part.replace(shown, f"─{shown[1:-1]}─" if " " in shown else " " * len(shown))
    return part


def cards_in(text: str) -> Counts:
    """The cards of a list such as "r♥5  y☼1" or "r5 y1"."""
    found = {sign[0]: int(count) for sign, count in _CARD.findall(text)}
    return tuple(found.get(letter, 0) for letter in LETTERS)


class _Rows:
    """The rows of a screen, of which those of the table are taken away one by one."""

    def __init__(self, rows: Sequence[str]) -> None:
        self.rows, self._taken = list(rows), set[int]()

    def find(self, matches: Callable[[str], object], count: int) -> list[int]:
        """The numbers of the rows of this kind, which must be so many; they are taken."""
        found = [number for number, row in enumerate(self.rows) if matches(row)]
        if len(found) != count:
            raise Unreadable(f"{len(found)} rows instead of {count} in:\n" + "\n".join(self.rows))
        self._taken |= set(found)
        return found

    def take(self, numbers: Iterable[int]) -> list[str]:
        """The rows of these numbers."""
        chosen = list(numbers)
        self._taken |= set(chosen)
        return [self.rows[number] for number in chosen]

    @property
    def left(self) -> list[str]:
        """The rows that were not taken."""
        return self.left_before(len(self.rows))

    def left_before(self, end: int) -> list[str]:
        """The same above this row."""
        return [row.rstrip() for number, row in enumerate(self.rows[:end]) if number not in self._taken]

    def left_behind(self, start: int) -> list[str]:
        """The same below this row."""
        return [row.rstrip() for number, row in enumerate(self.rows) if number > start and number not in self._taken]


def _read_circles(screen: _Rows, beside: Sequence[str], circles: Circles) -> SeenTable:
    """A table whose mandalas lie in circles; what is known of both players is beside them."""
    (top,) = screen.find(lambda row: all(circles.headings(row)), 1)
    rows = screen.take(range(top, top + circles.last + 1 + circles.tray))
    mandalas = tuple(
        tuple(_in_circle([rows[at][part] for at in area], circles) for area in circles.areas) for part in circles.parts
    )
    offered = {
        letter
        for part in circles.parts
        for letter, cell in zip(LETTERS, _places(rows[circles.gains][part], circles), strict=True)
        if _GAIN.match(cell)
    }
    hand, piles = ([row[part] for row in rows[circles.last + 1 :]] for part in circles.parts)
    if circles is _SMALL:
        far, near = _both_players([row[circles.parts[-1].stop :] for row in rows])
        draw, discard, tally, on_top = _piles_in_three_rows(piles)
    else:
        at = next(number for number, row in enumerate(beside) if row.strip() in _TITLES)
        far, near = _both_players([row for row in beside[:at] if set(row) - set(" ▀")])
        beside = beside[at:]
        (draw, discard, tally, on_top), _others = _piles_beside([f" {row}" for row in piles])
    typed, panes = _around(screen, beside, top + len(rows) if circles is _SMALL else 0)
    firsts = [rows[circles.last][part] for part in circles.parts]
    return SeenTable(
        draw_pile=draw,
        discard=_sum(tally, discard),
        on_top="".join(letter for letter in LETTERS if letter in on_top),
        far=far,
        near=near,
        held=_in_circle(hand, circles),
        mandalas=mandalas,
        needs=tuple(map(_needs, circles.headings(rows[0]), firsts, mandalas)),
        offered="".join(letter for letter in LETTERS if letter in offered),
        typed=typed,
        panes=panes,
    )


def _around(screen: _Rows, beside: Sequence[str], log: int = 0) -> tuple[str, tuple[Pane, ...]]:
    """What stands in the input line, and all panes of text.

    ``log``: from this row on the log stands above the input line, and its last lines may share a row.
    """
    (line,) = screen.find(lambda row: _INPUT.fullmatch(_unboxed(row).rstrip()), 1)
    typed = _INPUT.fullmatch(_unboxed(screen.rows[line]).rstrip())
    assert typed is not None
    above = [_unboxed(row).rstrip() for row in screen.left_before(line)]
    before = len(screen.left_before(log)) if log else len(above)
    lines = [part for row in above[before:] for part in row.split(" • ")]
    return typed[1] or "", (
        *_panes(above[:before]),
        *_panes(lines, "what happened"),
        *_panes(screen.left_behind(line), "what happened"),
        *_panes(beside),
        Pane("", (_EXAMPLE.sub("", typed[2] or ""),)),
    )


def _places(row: str, circles: Circles) -> list[str]:
    """What stands in the columns of each colour of a circle."""
    starts = range(circles.first, circles.first + circles.step * len(LETTERS), circles.step)
    return [row[start:][: circles.step].strip(_NOTHING) for start in starts]


def _in_circle(rows: Sequence[str], circles: Circles) -> Cells:
    """The cards of each colour in an area of a circle, or in the hand below it."""
    if circles is _LARGE:
        return _cells(rows, circles.first, circles.step)
    return _squares([_places(row, circles) for row in rows])


def _squares(rows: Sequence[Sequence[str]]) -> Cells:
    """The square cards of each colour: a sign, and below it their number."""
    cells: list[int | None] = []
    for letter, texts in zip(LETTERS, zip(*rows, strict=True), strict=True):
        found = [(at, match) for at, text in enumerate(texts) if (match := _SQUARE_SIGN.fullmatch(text))]
        if not found:
            cells.append(0)
            continue
        ((at, sign),) = found
        number = _SQUARE_NUMBER.fullmatch(texts[at + 1])
        if sign[1] != letter or number is None:
            raise Unreadable(f"no cards of {letter}: {texts}")
        cells.append(None if number[3] else int(number[1] or number[2] or 0))
    return tuple(cells)


def _both_players(rows: Sequence[str]) -> tuple[SeenPlayer, SeenPlayer]:
    """What is known of both, side by side; their rivers are in the last rows, the first slots at the bottom."""
    (hands,) = (match for row in rows if (match := re.fullmatch(r"(\d) +hand +(\d)", row.strip())))
    (cups,) = (match for row in rows if (match := re.fullmatch(r"(\d+) +cup +(\d+)", row.strip())))
    (hidden,) = (match for row in rows if (match := _HIDDEN.fullmatch(row.strip())))
    slots = [_CIRCLE_SLOTS.fullmatch(row.strip()) for row in reversed(rows[-_RIVER_ROWS:])]
    rivers = [slot for slot in slots if slot is not None]
    if [slot[4] for slot in rivers] != [str(value) for value in range(1, _RIVER_ROWS + 1)]:
        raise Unreadable(f"no rivers: {rows}")
    far, near = (
        SeenPlayer(
            is_own="?" not in hidden[side],
            hand=int(hands[side]),
            cup=int(cups[side]),
            sealed=None if "?" in hidden[side] else tuple(map(hidden[side].count, LETTERS)),
            river=tuple((slot[at + 1][0], int(slot[at + 2] or 0)) for slot in rivers if slot[at + 1] and not slot[at]),
        )
        for side, at in ((1, 1), (2, 5))
    )
    return far, near


def _piles_in_three_rows(rows: Sequence[str]) -> tuple[int, int, Counts, str]:
    """Both piles, and what was discarded last."""
    titles = re.fullmatch(r"draw pile +(discard pile .*)", rows[0].strip())
    drawn = re.match(r" *(\d+) *", rows[1][:_DRAWN_IN_TWO_ROWS])
    discard = None if titles is None else _DISCARD.match(titles[1])
    if discard is None or drawn is None:
        raise Unreadable(f"no piles: {rows}")
    _before, _newest, top = rows[2].partition(_TOP)
    return int(drawn[1]), int(discard[1]), cards_in(rows[1][_DRAWN_IN_TWO_ROWS:]), top


def _piles_beside(beside: Sequence[str]) -> tuple[tuple[int, int, Counts, str], Sequence[str]]:
    """The same in a panel of their own, and what is beside the table but for that."""
    at = next((number for number, row in enumerate(beside) if row.strip().startswith("draw pile ")), None)
    if at is None:
        raise Unreadable("no panel of piles")
    panel, others = beside[at : at + _PILE_ROWS], [*beside[:at], *beside[at + _PILE_ROWS :]]
    drawn, (first, *parts) = [row[: 1 + _DRAWN] for row in panel], [row[1 + _DRAWN :].strip() for row in panel]
    numbers = [match[1] for row in drawn if (match := re.fullmatch(r" *(?:draw pile )?(\d+) *", row))]
    discard = _DISCARD.fullmatch(first)
    if discard is None or len(numbers) != 1:
        raise Unreadable(f"no piles: {panel}")
    tally = cards_in(" ".join(_without_top(parts)))
    return (int(numbers[0]), int(discard[1]), tally, _top(parts)), others


def _without_top(parts: Sequence[str]) -> list[str]:
    return [part for part in parts if not part.startswith(_TOP)]


def _top(parts: Sequence[str]) -> str:
    """What is said of the cards on top of the discard pile."""
    return "".join(part.removeprefix(_TOP) for part in parts if part.startswith(_TOP))


def _read_brief(screen: _Rows) -> SeenTable:
    """A table with the mandalas one above the other."""
    (top,) = screen.find(lambda row: _PILES.fullmatch(row.rstrip()), 1)
    far_at, near_at = screen.find(lambda row: _PLAYER.fullmatch(row), 2)
    far, near = (
        _player_in_rows(screen.rows[at], screen.take([river])[0], _BRIEF_LABEL, _BRIEF_STEP)
        for at, river in ((far_at, far_at + 1), (near_at, near_at - 1))
    )
    titles = screen.find(lambda row: _BRIEF_HEADING.fullmatch(row.rstrip()), 2)
    mandalas = tuple(
        tuple(_cells(screen.take([at + below]), _BRIEF_LABEL, _BRIEF_STEP) for below in (1, 2, 3)) for at in titles
    )
    (hand_at,) = screen.find(lambda row: row.startswith(" hand "), 1)
    offered = [row for row in screen.left if re.fullmatch(_TAKE, row)]
    screen.find(lambda row: row.rstrip() in offered and row.strip(), len(offered))
    (line,) = screen.find(lambda row: _INPUT.fullmatch(row.rstrip()), 1)
    piles, typed = _PILES.fullmatch(screen.rows[top].rstrip()), _INPUT.fullmatch(screen.rows[line].rstrip())
    assert piles is not None
    assert typed is not None
    headings = [_BRIEF_HEADING.fullmatch(screen.rows[at].rstrip()) for at in titles]
    return SeenTable(
        draw_pile=int(piles[1]),
        discard=_sum(cards_in(piles[3] or ""), int(piles[2])),
        on_top="".join(_ON_TOP.findall(piles[3] or "")),
        far=far,
        near=near,
        held=_cells([screen.rows[hand_at]], _BRIEF_LABEL, _BRIEF_STEP),
        mandalas=mandalas,
        needs=tuple(map(_needs, headings, [screen.rows[at] for at in titles], mandalas)),
        offered="".join(sign[0] for row in offered for sign in re.findall(rf"{_SIGN}(?=\+)", row)),
        typed=typed[1] or "",
        panes=(*_panes(screen.left), Pane("", (_EXAMPLE.sub("", typed[2] or ""),))),
    )


def _sum(cards: Counts, count: int) -> Counts:
    if sum(cards) != count:
        raise Unreadable(f"{cards} are not {count} cards")
    return cards


def _player_in_rows(text: str, river: str, start: int, step: int) -> SeenPlayer:
    """A player whose river is in one row."""
    return _player(text, (river[start + step * number :][:step].strip() for number in range(len(LETTERS))))


def _player(text: str, slots: Iterable[str]) -> SeenPlayer:
    found = _PLAYER.fullmatch(text)
    if found is None:
        raise Unreadable(f"no player: {text!r}")
    hand, cup = found["hand"], found["cup"] or found["all"]
    hidden, cards = (
        found["hidden"] or found["unknown"],
        found["cards"] or found["known"] or "",
    )
    matches = [_SLOT.fullmatch(slot) for slot in slots]
    if None in matches:
        raise Unreadable(f"no river: {text!r}")
    filled = tuple((slot[1][0], int(slot[2])) for slot in matches if slot is not None and slot[1])
    return SeenPlayer(hidden is None, int(hand or 0), int(cup), None if hidden else cards_in(cards), filled)


def _cells(rows: Sequence[str], start: int, step: int) -> Cells:
    """The cards of each colour in an area of so many rows."""
    cells: list[int | None] = []
    for number, letter in enumerate(LETTERS):
        texts = _joined([row[start + step * number :][:step].strip(_NOTHING).replace(" ", "") for row in rows])
        found = [match for text in texts if (match := _CELL.fullmatch(text))]
        if len(found) > 1 or any(one[1][0] != letter for one in found):
            raise Unreadable(f"no cards of {letter}: {texts}")
        cells.append(None if found and found[0][3] else int(found[0][2] or 0) if found else 0)
    return tuple(cells)


def _joined(texts: Sequence[str]) -> list[str]:
    """The rows of a place, in which the letter and the number of a large card are together."""
    rows = [text.replace(" ", "") for text in texts]
    found = [(at, match) for at, text in enumerate(rows) if (match := _LETTER.fullmatch(text))]
    if not found:
        return rows
    (first, letter), *others = found
    last = next((at for at in range(first + 1, len(rows)) if _NUMBER.fullmatch(rows[at])), None)
    if last is None:
        return rows
    symbol = SYMBOLS[LETTERS.index(letter[1])]
    if others or set("".join(rows[first + 1 : last])) != {symbol}:
        raise Unreadable(f"no card: {texts}")
    number = _NUMBER.fullmatch(rows[last])
    assert number is not None
    return [*rows[:first], f"{letter[1]}{number[1]}{letter[2]}", *rows[last + 1 :]]


def _needs(heading: re.Match[str] | None, first: str, areas: Sequence[Cells]) -> str | None:
    """The letters that a mandala needs, that of a card which is only about to be played too; None if shared out."""
    if heading is None:
        raise Unreadable("no heading")
    if heading[1] is None and re.search("chooses? now", f"{heading[2] or ''} {first}"):
        return None
    played = {letter for area in areas for letter, count in zip(LETTERS, area, strict=True) if count is None}
    needed = {sign[0] for sign in re.findall(_SIGN, heading[1] or "")} | played
    return "".join(letter for letter in LETTERS if letter in needed)


def _panes(rows: Sequence[str], first: str = "") -> list[Pane]:
    """The panes in these rows, each below its title; ``first``: that of the first, which has none."""
    panes: list[tuple[str, list[str]]] = [(first, [])]
    for row in rows:
        if row.startswith("── ") or row.strip() in _TITLES:
            panes.append((row.strip("─ "), []))
        else:
            panes[-1][1].append(_EXAMPLE.sub("", row))
    return [Pane(title, tuple(below)) for title, below in panes]
