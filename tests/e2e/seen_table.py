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
_PLAYER: Final = re.compile(rf"[▸ ]\S.* hand (\d), cup (\d+) \((?:(\d) hidden|({_CARDS}) hidden|({_CARDS}))\) *")
_SLOT: Final = re.compile(rf"[1-6] *({_SIGN})×?(\d+)•?|[1-6]?┆ *[1-6]? *┆|[1-6] *\[{_SIGN}\]")
_DRAW: Final = re.compile(r"draw pile (\d+)(?: \(reshuffled\))? ?▄*")
_DISCARD: Final = re.compile(rf"discard pile (\d+)(?:→\d+)?(?:, on top ([^+]*?))?(?:  {_SIGN}\+)?")
_PILES: Final = re.compile(r" draw (\d+), discard (\d+)( .*)?")
_NEEDS: Final = r"(?:→ )?(?:(?:needs|would need) ([^ ]+(?: [^ ]+)*)|complete)"
_HEADING: Final = re.compile(rf"(?:Left|Right)(?: mandala)?  {_NEEDS}(?:  +(.*))?")
_BRIEF_HEADING: Final = re.compile(rf" [LR] {_NEEDS}(?:  (.*))?")
_TAKE: Final = rf"take +\[?{_SIGN}.*"
_INPUT: Final = re.compile(r" >(?: ([^ ]*)(.*))?")
_EXAMPLE: Final = re.compile("or type (?:ALo BRr2 Ck1|Kg)")
_CELL: Final = re.compile(rf"\[?\^?({_SIGN})(?:(\d+)(?:\+\d*|→\d+)?•?|( ?\+\d+|→\d+)|[+?]?)\]?")
_GAIN: Final = re.compile(r"\+\d+")


class Unreadable(AssertionError):
    """The screen does not look like a table."""


_WIDTH: Final = 80
"""Of a table with both mandalas side by side; a wider window has the log beside it."""
_LEFT: Final = 1
_LABEL: Final = 36
_RIGHT: Final = 44
"""The first column of the left mandala, of what is between both, and of the right one."""
_STEP: Final = 6
_RIM: Final = " █▀▄"
"""What the rims of the mandalas are drawn with, and halves of cards."""

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
    rows = text.split("\n")
    if len(rows[0]) < _WIDTH:
        return _read_brief(_Rows(rows))
    beside = [_unboxed(row[_WIDTH + 2 :]).rstrip() for row in rows]
    return _read_spread(_Rows([_unboxed(row[:_WIDTH]) for row in rows]), beside)


def typed_in(text: str) -> str:
    """The contents of the input line of a screen with a table, up to the first space."""
    found = [_INPUT.fullmatch(_unboxed(row[:_WIDTH]).rstrip()) for row in text.split("\n")]
    return next((line[1] or "" for line in found if line), "")


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
        return [row.rstrip() for number, row in enumerate(self.rows) if number not in self._taken]


def _read_spread(screen: _Rows, beside: Sequence[str]) -> SeenTable:
    """A table with both mandalas side by side."""
    far_at, near_at = screen.find(lambda row: row[_LABEL:_RIGHT].strip() == "river", 2)
    is_airy = screen.rows[far_at - 1][_LABEL:_RIGHT].strip() == "value"
    far, near = ((_player_in_two_rows if is_airy else _player_in_a_row)(screen, at) for at in (far_at, near_at))
    near_top = near_at - 1 if is_airy else near_at
    (hand_at,) = screen.find(lambda row: row[_LABEL:_RIGHT].strip() == "hand", 1)
    (middle,) = screen.find(_names_the_mountain, 1)
    near_field = min(at for at in range(middle + 1, near_at) if screen.rows[at][_LABEL:_RIGHT].strip(_RIM))
    (heading,) = screen.find(lambda row: _HEADING.fullmatch(row[:_RIGHT].strip()), 1)
    areas = (range(heading + 1, middle), range(middle, near_field), range(near_field, near_top))
    if middle - heading > 4:  # the second row of the heading is there
        areas = (range(heading + 2, middle), *areas[1:])
        screen.take([heading + 1])
    taken = [screen.take(area) for area in areas]
    starts = (_LEFT, _RIGHT)
    mandalas = tuple(tuple(_cells(rows, start, _STEP) for rows in taken) for start in starts)
    piles = [row[_RIGHT:].strip() for row in screen.take(range(near_at + 1, hand_at + 1))]
    (draw,), (discard,) = ([match for row in piles if (match := form.fullmatch(row))] for form in (_DRAW, _DISCARD))
    tally = screen.rows[near_at + 1 + piles.index(discard[0]) + 1]
    offered = {
        letter
        for start in starts
        for number, letter in enumerate(LETTERS)
        if any(_GAIN.fullmatch(row[start + _STEP * number :][:_STEP].strip(_RIM)) for row in taken[2])
    }
    (line,) = screen.find(lambda row: _INPUT.fullmatch(row.rstrip()), 1)
    typed = _INPUT.fullmatch(screen.rows[line].rstrip())
    assert typed is not None
    parts = screen.rows[heading][:_RIGHT], screen.rows[heading][_RIGHT:]
    headings = [_HEADING.fullmatch(part.strip()) for part in parts]
    first = [parts_of[_RIGHT * number :][:_RIGHT] for parts_of in [screen.rows[heading + 1]] for number in (0, 1)]
    return SeenTable(
        draw_pile=int(draw[1]),
        discard=_sum(tuple(count or 0 for count in _cells([tally], _RIGHT, _STEP)), int(discard[1])),
        on_top="".join(letter for letter in LETTERS if letter in (discard[2] or "")),
        far=far,
        near=near,
        held=_cells([row[:_LABEL] for row in screen.rows[near_at + 1 : hand_at + 1]], _LEFT, _STEP),
        mandalas=mandalas,
        needs=tuple(map(_needs, headings, first, mandalas)),
        offered="".join(letter for letter in LETTERS if letter in offered),
        typed=typed[1] or "",
        panes=(*_panes(screen.left), *_panes(beside), Pane("", (_EXAMPLE.sub("", typed[2] or ""),))),
    )


def _names_the_mountain(row: str) -> bool:
    """Return whether it is the row between both mountains; a sentence can have the word in the same columns."""
    edges = f"─╮{_RIM}" if row.startswith("█") else "─╮▄▀"
    return row[_LABEL - 1 : _RIGHT].lstrip(edges) == "mountain"


def _read_brief(screen: _Rows) -> SeenTable:
    """A table with the mandalas one above the other."""
    (top,) = screen.find(lambda row: _PILES.fullmatch(row.rstrip()), 1)
    far_at, near_at = screen.find(lambda row: _PLAYER.fullmatch(row), 2)
    far, near = (
        _player(screen.rows[at], screen.take([river])[0], _BRIEF_LABEL, _BRIEF_STEP)
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


def _player_in_a_row(screen: _Rows, at: int) -> SeenPlayer:
    """A player whose river is in this row."""
    return _player(screen.rows[at][: _LABEL + 1], screen.rows[at], _RIGHT, _STEP)


def _player_in_two_rows(screen: _Rows, at: int) -> SeenPlayer:
    """The same where name and values are in the row above."""
    name, held = screen.take([at - 1, at])
    told = f"{name[:_LABEL].rstrip()} {held[:_LABEL].strip(' ▮')} "
    starts = range(_RIGHT, _RIGHT + _STEP * len(LETTERS), _STEP)
    slots = [f"{name[start:][:_STEP].strip()}{held[start:][:_STEP].strip()}" for start in starts]
    return _player(told, "".join(f"{slot:{_STEP}}" for slot in slots), 0, _STEP)


def _player(told: str, river: str, start: int, step: int) -> SeenPlayer:
    found = _PLAYER.fullmatch(told)
    if found is None:
        raise Unreadable(f"no player: {told!r}")
    hand, cup, hidden, *cards = found.groups()
    slots = [_SLOT.fullmatch(river[start + step * number :][:step].strip()) for number in range(len(LETTERS))]
    if None in slots:
        raise Unreadable(f"no river: {river!r}")
    filled = tuple((slot[1][0], int(slot[2])) for slot in slots if slot is not None and slot[1])
    return SeenPlayer(
        hidden is None, int(hand), int(cup), None if hidden else cards_in("".join(filter(None, cards))), filled
    )


def _cells(rows: Sequence[str], start: int, step: int) -> Cells:
    """The cards of each colour in an area of so many rows."""
    cells: list[int | None] = []
    for number, letter in enumerate(LETTERS):
        texts = [row[start + step * number :][:step].strip(f"┆│─{_RIM}") for row in rows]
        found = [match for text in texts if (match := _CELL.fullmatch(text))]
        if len(found) > 1 or any(one[1][0] != letter for one in found):
            raise Unreadable(f"no cards of {letter}: {texts}")
        cells.append(None if found and found[0][3] else int(found[0][2] or 0) if found else 0)
    return tuple(cells)


def _needs(heading: re.Match[str] | None, first: str, areas: Sequence[Cells]) -> str | None:
    """The letters that a mandala needs, that of a card which is only about to be played too; None if shared out."""
    if heading is None:
        raise Unreadable("no heading")
    if heading[1] is None and re.search("chooses? now", f"{heading[2] or ''} {first}"):
        return None
    played = {letter for area in areas for letter, count in zip(LETTERS, area, strict=True) if count is None}
    needed = {sign[0] for sign in re.findall(_SIGN, heading[1] or "")} | played
    return "".join(letter for letter in LETTERS if letter in needed)


def _panes(rows: Sequence[str]) -> list[Pane]:
    panes: list[tuple[str, list[str]]] = [("", [])]
    for row in rows:
        if row.startswith("── "):
            panes.append((row.strip("─ "), []))
        else:
            panes[-1][1].append(row)
    return [Pane(title, tuple(below)) for title, below in panes]
