"""Somebody who plays at a terminal with the keys alone, by nothing but what is seen there.

Moves are chosen with the arrow keys, by the letter of a colour, or typed, in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import define, field

from mandala_client.games.mandala.notation import SIDE_LETTERS
from tests.e2e.seen_table import LETTERS, SeenTable, read_table, typed_in
from tests.e2e.watched import DOWN, ENTER, RIGHT, Room, Watched

_WAYS: Final = ("arrows", "letter", "notation")
_ASKED: Final = "Enter plays, Esc"


@define
class Hands:
    """Whoever sits at this terminal; ``moves`` are those that were made, in notation."""

    room: Room
    terminal: Watched
    moves: list[str] = field(factory=list)

    @property
    def is_asked(self) -> bool:
        """Return whether the table says that it is our move.

        In the small form a move that stands ready takes the place of the sentence.
        """
        table = self.terminal.table
        if self.is_over:
            return False
        return "Your turn:" in table or "You choose:" in table or bool(typed_in(table))

    @property
    def is_over(self) -> bool:
        """Return whether the page of the end is shown."""
        return "q leave" in self.terminal.flowing

    def move(self) -> None:
        """Make a move, and wait until the input line is empty again, or has another one."""
        table = read_table(self.terminal.table)
        wanted = claim(table) if table.offered else wish(table, len(self.moves))
        if table.typed != wanted:
            self._choose(wanted, _WAYS[len(self.moves) % len(_WAYS)])
        self.moves.append(wanted)
        if self._play():
            self._play()

    def _choose(self, wanted: str, way: str) -> None:
        """Have the move in the input line."""
        if way == "notation":
            self.terminal.type(wanted)
            self.room.wait(lambda: self._typed == wanted, wanted)
            return
        colour, place = colour_of(wanted), wanted.partition(colour_of(wanted))[0]
        if way == "letter" and place != "K":
            self.room.press(self.terminal, colour, typed_in)
        while colour_of(self._typed) != colour:
            self.room.press(self.terminal, RIGHT, typed_in)
        while not self._typed.startswith(place):
            self.room.press(self.terminal, DOWN, typed_in)
        while self._typed != wanted:
            self.room.press(self.terminal, "+", typed_in)

    @property
    def _typed(self) -> str:
        return typed_in(self.terminal.table)

    def _play(self) -> bool:
        """Press Enter; whether it is asked once more."""
        self.room.press(self.terminal, ENTER, lambda table: (typed_in(table), _ASKED in table))
        return _ASKED in self.terminal.table


def colour_of(notation: str) -> str:
    """The letter of the colour in a move; nothing if there is no move."""
    return next((letter for letter in notation[1:] if letter in LETTERS), "")


def claim(table: SeenTable) -> str:
    """A colour that is new to the own river if there is one, as that leads to the end."""
    river = [letter for letter, _ in table.near.river]
    return f"K{min(table.offered, key=lambda letter: (letter in river, table.offered.index(letter)))}"


def wish(table: SeenTable, number: int) -> str:
    """A move that is allowed and leads to the end of the game: what a mandala needs, first where it completes it.

    Every other one goes to an own field that is empty; sometimes cards of its colour are kept, which is asked about.
    """
    held = {letter: count or 0 for letter, count in zip(LETTERS, table.held, strict=True)}
    most = sum(held.values()) - 1
    needed = [(mandala, letter) for mandala in (0, 1) for letter in table.needs[mandala] or "" if held[letter]]
    needed.sort(key=lambda one: len(table.needs[one[0]] or ""))
    for mandala, letter in needed:
        if len(table.needs[mandala] or "") == 1:
            return f"A{SIDE_LETTERS[mandala]}{letter}"
    for mandala, letter in needed:
        if number % 2 and most and not any(table.mandalas[mandala][2]):
            return f"B{SIDE_LETTERS[mandala]}{letter}{min(held[letter], most, 1 + number % 3)}"
    if most or table.draw_pile or any(table.discard):
        for mandala, letter in needed:
            return f"A{SIDE_LETTERS[mandala]}{letter}"
    letter = max(LETTERS, key=lambda one: held[one])
    return f"C{letter}{held[letter]}"


def play_until(room: Room, sides: tuple[Hands, Hands], done: Callable[[], object]) -> None:
    """Both move whenever it is on them, until this holds; the game must not be over before."""
    while not done():
        room.wait(lambda: done() or any(side.is_asked for side in sides), "a turn")
        if not done():
            next(side for side in sides if side.is_asked).move()


def play_to_the_end(room: Room, sides: tuple[Hands, Hands]) -> None:
    """Both move whenever it is on them, until both see the page of the end."""
    play_until(room, sides, lambda: all(side.is_over for side in sides))
