"""The table of Nim on a full screen: three rows. A move is chosen with the arrow keys, by a click, or is typed."""

from __future__ import annotations

from types import MappingProxyType

from attrs import frozen

from mandala_client.games.game_table import Choice, GameTable, TableForm, TableScene
from mandala_client.ui.blocks.values import Topic
from mandala_client.ui.clicks import TableClick
from mandala_client.ui.rows import Fragment, Row
from mandala_client.ui.style import Look
from tests.nim.rules import LETTERS, NimState, Take


@frozen
class OnStones(TableClick):
    """A stone: this one and all to its right are meant."""

    take: Take


class NimTable(GameTable[Take]):
    """The functions are documented at ``GameTable``; what is left out there has its usual answer."""

    colours = MappingProxyType({"taken": "bold fg:#d04030"})

    def board(self, scene: TableScene[Take], look: Look, form: TableForm, columns: int) -> list[Row]:
        return _rows(scene.state, scene.chosen)

    def help_topics(self, look: Look) -> tuple[Topic, ...]:
        keys = (("up down", "which heap"), ("left right", "how many stones"), ("Enter", "play"))
        mouse = ("click", "this stone and all to its right; again to play")
        return (Topic("Choose a move", (*keys, mouse)), Topic("Type a move", (("B3", "take 3 from heap B"),)))

    def arrow(self, scene: TableScene[Take], key: str) -> Take | None:
        """Up and down lead to the next heap with stones, left and right to fewer or more of them."""
        chosen = scene.chosen
        if chosen is None:
            return scene.moves[0]
        match key:
            case "left" | "right":
                wanted = Take(chosen.heap, chosen.stones + (1 if key == "right" else -1))
                return wanted if wanted in scene.moves else None
            case "up":
                return next((move for move in reversed(scene.moves) if move.heap < chosen.heap), None)
            case _:
                return next((move for move in scene.moves if move.heap > chosen.heap), None)

    def click(self, scene: TableScene[Take], on: TableClick) -> Choice[Take] | str | None:
        return Choice(on.take, done=True) if isinstance(on, OnStones) else None


def _rows(state: NimState, chosen: Take | None) -> list[Row]:
    """A row for each heap: its letter and its stones; those that are chosen are marked."""
    rows: list[Row] = []
    for heap, size in enumerate(state.heaps):
        taken = chosen.stones if chosen is not None and chosen.heap == heap else 0
        stones = []
        for place in range(size):
            sign, style = ("o ", "") if place < size - taken else ("x ", "taken")
            stones.append(Fragment(sign, style, click=OnStones(Take(heap, size - place))))
        rows.append((Fragment(f" {LETTERS[heap]}  ", "label"), *stones, Fragment(f" {size}")))
    return rows
