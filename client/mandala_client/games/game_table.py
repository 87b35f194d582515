"""The interface of a game's table: drawing it on a full screen, and choosing a move there."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from attrs import frozen

from mandala_client.games.game_records import Held
from mandala_client.games.how_to_choose import HowToChoose
from mandala_client.games.table_events import Way
from mandala_client.settings.settings import Theme
from mandala_client.text.player_names import Names
from mandala_client.ui.blocks.values import Topic
from mandala_client.ui.clicks import TableClick
from mandala_client.ui.form_sizes import BESIDE_HUGE, HUGE_LINES, LARGE_LINES, TABLE_WIDTH
from mandala_client.ui.game_colours import styles_of_colours
from mandala_client.ui.rows import Fragment, Row
from mandala_client.ui.style import Depth, Look
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Moved
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat

MoveT = TypeVar("MoveT")


class TableForm(enum.Enum):
    """The room for the table."""

    STANDARD = "80 columns, 18 rows"
    LARGE = "as many columns as the game says, 33 rows"
    HUGE = "the same, 49 rows"
    COMPACT = "40 columns or more, 15 rows"

    @property
    def is_large(self) -> bool:
        """Return whether something of the table, and the points, stand beside it."""
        return self in (TableForm.LARGE, TableForm.HUGE)


@frozen
class TableScene(Generic[MoveT]):
    """A table as the player at ``snapshot.seat`` sees it.

    ``moves``: the legal moves, none if it is not our move. ``chosen``: the one of them that stands in the input line.
    """

    snapshot: Snapshot
    moves: tuple[MoveT, ...] = ()
    chosen: MoveT | None = None


@frozen
class ReplayScene:
    """A table as someone sees it who looks on from the side of ``near``, now or later; players are called by name.

    ``held``: the hidden cards, as far as they are known. ``steps``: all that has happened so far, the oldest first;
    ``latest``: the last of them if it has just happened, to be marked. ``scored``: whether the points are shown as they
    stand; None where both players are done with the game, and that is left to the table.
    """

    state: Any
    near: Seat
    names: Names
    held: Held
    steps: tuple[Step, ...]
    latest: Step | None
    scored: bool | None = None


@frozen
class Choice(Generic[MoveT]):
    """The result of a key or a click at the table.

    ``move`` stands in the input line from now on; with None it is empty. ``note``: what is to be said.
    ``done``: nothing is left to choose, so the move is played unless such moves are asked about.
    """

    move: MoveT | None
    note: str | None = None
    done: bool = False


class GameTable(Protocol[MoveT]):
    """The table of one game on a full screen. A method with a body is optional: it has a usual answer."""

    # What is drawn.

    def width(self, form: TableForm, look: Look) -> int:
        """The columns of the table in this form, as this look draws it."""
        return TABLE_WIDTH

    def board(self, scene: TableScene[MoveT], look: Look, form: TableForm, columns: int) -> list[Row]:
        """The table, with all that can be chosen; in no more rows than the form says."""

    def beside(self, scene: TableScene[MoveT], look: Look, form: TableForm, width: int) -> list[Row]:
        """The parts of a large table that are beside it, in areas of ``width`` columns; none if all is on the table."""
        return []

    def tells_points(self, form: TableForm, look: Look) -> bool:
        """Return whether a large table in this form, or what stands beside it, tells the points as they stand."""
        return False

    def replayed(self, scene: ReplayScene, look: Look, form: TableForm, columns: int) -> list[Row]:
        """The table for someone who looks on."""

    def beside_replayed(self, scene: ReplayScene, look: Look, form: TableForm, width: int) -> list[Row]:
        """The parts of a large table that are beside it for someone who looks on, as for a player."""
        return []

    def last_table(self, snapshot: Snapshot, look: Look, columns: int) -> list[Row]:
        """The table as it was last, with everything that is open at the end."""
        return self.board(TableScene(snapshot), look, TableForm.STANDARD, columns)

    def warning(self, snapshot: Snapshot) -> str | None:
        """A warning for the compact form, such as that the end is near."""
        return None

    def final_ways(self, snapshot: Snapshot) -> tuple[Way, ...]:
        """The ways that cards go at the end of a game with a result."""
        return ()

    colours: Mapping[str, str] = MappingProxyType({})
    """The look of the style classes of this game's own in the usual theme, such as "bold fg:#d04030" for "taken"."""

    def styles(self, theme: Theme, depth: Depth) -> Mapping[str, str]:
        """The look of those classes in a theme: that of the other themes, and with 16 colours, follows from theirs.

        The colours are left out where there are none: with two colours, and in the theme without colours.
        """
        return styles_of_colours(self.colours, theme, depth)

    def card_sign(self, letter: str, look: Look) -> Fragment:
        """The sign of the cards with this letter, in the books and in the points."""
        return Fragment(letter)

    # What the help says.

    def legend(self, look: Look) -> list[Row]:
        """The signs that are used at the table, each with what it means."""
        return []

    def help_topics(self, look: Look) -> tuple[Topic, ...]:
        """The help about choosing a move and typing it."""

    def help_signs(self, look: Look) -> tuple[tuple[str, str], ...]:
        """Signs that are explained where it is said what can be looked up."""
        return ()

    # How a move is chosen, while it is our move: the scene has ``moves``.

    def how_to_choose(self, scene: TableScene[MoveT], look: Look) -> HowToChoose[MoveT]:
        """The way to choose a move while none is chosen: at least an example, of which the client makes sentences."""
        return HowToChoose(scene.moves[0])

    def chosen_keys(self, scene: TableScene[MoveT], look: Look) -> list[Fragment]:
        """Further keys for the chosen move, beside the input line."""
        return []

    def arrow(self, scene: TableScene[MoveT], key: str) -> MoveT | None:
        """The move that "left", "right", "up", "down", "tab" or "s-tab" leads to; None if it leads nowhere.

        It is one of ``moves``; what is chosen may be a typed move that is not legal.
        """

    def letter(self, scene: TableScene[MoveT], text: str, *, fresh: bool) -> Choice[MoveT] | str | None:
        """The choice of a typed character, or a sentence why it chooses nothing; None if it is part of what is typed.

        ``fresh``: what stands in the input line would be written over by it. Also asked while it is not our move; then
        any answer but None comes to a sentence that says so.
        """
        return None

    def click(self, scene: TableScene[MoveT], on: TableClick) -> Choice[MoveT] | str | None:
        """The choice of a click at the table, or a sentence why it changes nothing."""
        return None


def last_moves(snapshot: Snapshot) -> tuple[Step, ...]:
    """The moves of the other player since our last one, the oldest first: they are marked until we move."""
    moves: list[Step] = []
    for step in reversed(snapshot.steps):
        if isinstance(step.event, Moved):
            if step.event.seat is snapshot.seat:
                break
            moves.append(step)
    return tuple(reversed(moves))


def form_beside_log(table: GameTable[Any], look: Look, columns: int, lines: int) -> TableForm:
    """The largest form for a window of this size."""
    if lines >= HUGE_LINES and columns >= table.width(TableForm.HUGE, look) + BESIDE_HUGE:
        return TableForm.HUGE
    return TableForm.LARGE if lines >= LARGE_LINES else TableForm.STANDARD
