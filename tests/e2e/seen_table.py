"""The table as a person reads it from the screen, in English, in each of its forms; and what else stands there.

Nothing is left out: every row that is not one of the table's own is among the panes of text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from attrs import frozen

from mandala_protocol.games.game import Counts

LETTERS: Final = "roygpk"
SYMBOLS: Final = "♥▲☼♣♦♠"

Cells: TypeAlias = tuple[int | None, ...]
"""The cards of an area by colour; None where the preview of a move stands instead."""

_SIGN: Final = f"[{LETTERS}][{SYMBOLS}]"
_CARD: Final = re.compile(rf"([{LETTERS}])[{SYMBOLS}]?(\d+)")
_CARDS: Final = rf"((?: +[{LETTERS}][{SYMBOLS}]?\d+)*)"

_PILE: Final = rf"((?: *[ ^][{LETTERS}][{SYMBOLS}]?\d+)*)"
_ON_TOP: Final = re.compile(rf"\^([{LETTERS}])")

_PILES: Final = rf" draw (?:pile )?(\d+)(?: \(reshuffled\))?(?: +|, )discard (?:pile )?(\d+){_PILE}"
_PLAYER: Final = (
    r"[▸ ]\w+( \(you\))? +"
    rf"(?:(\d) in hand +(\d+) in the cup(?:, (\d) of them hidden|; (?:only you see|hidden were){_CARDS})"
    rf"|hand (\d), cup (\d+)(?:, (\d) hidden| with{_CARDS}))"
)
_SLOT: Final = rf"[1-6] ?(?:·|({_SIGN})(?: cup (\d+)|\+(\d+))?)(?: +|$)"
_RIVER: Final = rf" (?:river +)?(1 ?(?:·|{_SIGN}).*)"
_AREA: Final = rf" (?:their field|mountain|your field) +(?:·|\+|[{LETTERS}][{SYMBOLS}+]).*"
_NEEDS: Final = r" (?:still needs|complete  ).*"
_TITLE: Final = r" (?:Left mandala|Right mandala|[LR]) ─ (?:.* ─ )?(?:needs ?(.*)|complete)"
_HAND: Final = rf" ?hand *\[?(?:·|{_SIGN}).*"
_TAKE: Final = rf" ?take *\[?{_SIGN} .*"
_INPUT: Final = r" >(?: ([^ ]*)(.*))?"
_EXAMPLE: Final = re.compile("or type (?:ALo BRr2 Ck1|Kg)")
_COLOURS: Final = " +red +orange +yellow +green +purple +black"
_CELL: Final = re.compile(rf"·|{_SIGN}(\d+)\+?|(\+)|[{LETTERS}](\+)\d")


class Unreadable(AssertionError):
    """The screen does not look like a table."""


@frozen
class Form:
    """The measures of a form of the table: where the mandalas begin, their labels and cells, and those of the hand."""

    mandalas: tuple[int, ...]
    label: int
    cell: int
    hand: int
    hand_cell: int
    width: int


FORMS: Final = {
    40: Form(mandalas=(1,), label=12, cell=4, hand=4, hand_cell=6, width=40),
    80: Form(mandalas=(1, 41), label=12, cell=4, hand=7, hand_cell=7, width=80),
    120: Form(mandalas=(1,), label=14, cell=10, hand=7, hand_cell=7, width=80),
}
"""By the columns of the window; the widest is for a tall one."""


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

    Raises ``Unreadable`` if a part of it is missing or there too often, and if anything else stands in its rows.
    """
    rows = text.split("\n")
    form = FORMS[len(rows[0])]
    beside = [row[form.width + 2 :].rstrip() for row in rows]
    left = _Rows([row[: form.width].rstrip() for row in rows])
    piles, line = left.only(_PILES), left.only(_INPUT)
    players = [_player(*both) for both in zip(left.take(_PLAYER, 2), left.take(_RIVER, 2), strict=True)]
    if [player.is_own for player in players] != [False, True]:
        raise Unreadable(f"nobody looks on from there: {players}")
    left.take(_COLOURS)
    return SeenTable(
        draw_pile=int(piles[1]),
        discard=_sum(cards_in(piles[3]), int(piles[2])),
        on_top="".join(_ON_TOP.findall(piles[3])),
        far=players[0],
        near=players[1],
        held=_cells(left.only(_HAND)[0], form.hand, form.hand_cell),
        mandalas=_mandalas([row[0] for row in left.take(_AREA)], form),
        needs=_needs(left, form),
        offered="".join(_letters(row[0]) for row in left.take(_TAKE)),
        typed=line[1] or "",
        panes=(*_panes(left.rows), *_panes(beside), Pane("", (_EXAMPLE.sub("", line[2] or ""),))),
    )


def typed_in(text: str) -> str:
    """The contents of the input line of a screen with a table, up to the first space."""
    found = [re.fullmatch(_INPUT, row.rstrip()[: FORMS[80].width]) for row in text.split("\n")]
    return next((line[1] or "" for line in found if line), "")


def cards_in(text: str) -> Counts:
    """The cards of a list such as "r♥5  y☼1" or "r5 y1"."""
    found = {letter: int(count) for letter, count in _CARD.findall(text)}
    return tuple(found.get(letter, 0) for letter in LETTERS)


class _Rows:
    """The rows of a screen, of which those of the table are taken away one by one."""

    def __init__(self, rows: Sequence[str]) -> None:
        self.rows = list(rows)

    def take(self, pattern: str, count: int | None = None) -> list[re.Match[str]]:
        """All rows of this form, which must be so many."""
        found = [match for row in self.rows if (match := re.fullmatch(pattern, row))]
        if count is not None and len(found) != count:
            raise Unreadable(f"not {count} rows like {pattern!r} in:\n" + "\n".join(self.rows))
        self.rows = [row for row in self.rows if not re.fullmatch(pattern, row)]
        return found

    def only(self, pattern: str) -> re.Match[str]:
        """The one row of this form."""
        return self.take(pattern, 1)[0]


def _sum(cards: Counts, count: int) -> Counts:
    if sum(cards) != count:
        raise Unreadable(f"{cards} are not {count} cards")
    return cards


def _player(row: re.Match[str], river: re.Match[str]) -> SeenPlayer:
    own, *form = row.groups()
    hand, cup, hidden, cards = form[:4] if form[0] else form[4:]
    sealed = cards_in(cards) if hidden is None else None
    return SeenPlayer(own is not None, int(hand), int(cup), sealed, _river(river[1]))


def _river(text: str) -> tuple[tuple[str, int], ...]:
    slots = list(re.finditer(_SLOT, text))
    if len(slots) != len(LETTERS) or re.sub(_SLOT, "", text):
        raise Unreadable(f"no river: {text}")
    return tuple((slot[1][0], int(slot[2] or slot[3] or 0)) for slot in slots if slot[1])


def _mandalas(rows: Sequence[str], form: Form) -> tuple[tuple[Cells, ...], ...]:
    """Both, whether they stand side by side or one above the other."""
    areas = [_cells(row, start + form.label, form.cell) for start in form.mandalas for row in rows]
    if len(areas) != 6:
        raise Unreadable("no two mandalas:\n" + "\n".join(rows))
    return tuple(areas[:3]), tuple(areas[3:])


def _cells(row: str, start: int, width: int) -> Cells:
    cells = [row[start + width * place :][:width].strip(" []") for place in range(len(LETTERS))]
    return tuple(_cell(cell, letter) for cell, letter in zip(cells, LETTERS, strict=True))


def _cell(cell: str, letter: str) -> int | None:
    found = _CELL.fullmatch(cell)
    if found is None or cell[0] not in (letter, "·", "+"):
        raise Unreadable(f"no cards of {letter}: {cell!r}")
    return None if found[3] else int(found[1] or 0)


def _needs(left: _Rows, form: Form) -> tuple[str | None, ...]:
    titles = left.take(_TITLE) if form is FORMS[40] else []
    if titles:
        return tuple(None if title[1] is None else _letters(title[1]) for title in titles)
    rows = [row[0] for row in left.take(_NEEDS)]
    parts = [row[start:][: form.width // len(form.mandalas) - 1] for start in form.mandalas for row in rows]
    return tuple(_letters(part) if part.startswith("still needs") else None for part in parts)


def _letters(text: str) -> str:
    return "".join(sign[0] for sign in re.findall(_SIGN, text))


def _panes(rows: Sequence[str]) -> list[Pane]:
    panes: list[tuple[str, list[str]]] = [("", [])]
    for row in rows:
        if row.startswith("── "):
            panes.append((row.strip("─ "), []))
        else:
            panes[-1][1].append(row)
    return [Pane(title, tuple(below)) for title, below in panes]
