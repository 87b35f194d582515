"""The interface of a game's table: drawing it on a full screen, and choosing a move there."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from attrs import frozen

from mandala_client.games.colour_signs import Part, sign_of, style_of, styles
from mandala_client.games.colour_words import colour_name
from mandala_client.games.game_records import Held
from mandala_client.games.how_to_choose import HowToChoose
from mandala_client.games.table_events import Way
from mandala_client.settings.settings import Theme
from mandala_client.text.player_names import Names
from mandala_client.ui.blocks.values import Topic
from mandala_client.ui.clicks import TableClick
from mandala_client.ui.form_sizes import BESIDE_HUGE, HUGE_LINES, LARGE_LINES, TABLE_WIDTH
from mandala_client.ui.game_colours import styles_of_colours
from mandala_client.ui.rows import Fragment, Row, row
from mandala_client.ui.style import Depth, Look
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.colours import COLOUR_BY_LETTER, COLOURS, Colour
from mandala_protocol.games.game import Moved, Revealed, View
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


class Viewer(enum.Enum):
    """The one for whom a table is drawn."""

    PLAYER = "chooses the moves of the near seat, now or as soon as it is on that seat to move"
    FORMER_PLAYER = "has played at the near seat"
    ONLOOKER = "looks on, now or later, and calls both players by name"


@frozen
class TableScene(Generic[MoveT]):
    """A table as someone sees it from the side of ``near``.

    ``held``: the hidden cards, as far as they are known. ``steps``: all that has happened so far, the oldest first;
    ``latest``: those of them whose changes are marked. ``scored``: whether the points are shown as they stand; None
    where both players are done with the game, and that is left to the table. ``moves``: the legal moves, none if the
    viewer cannot choose one now. ``chosen``: the one of them that stands in the input line. ``taught``: the one that a
    lesson speaks of, with which the arrow keys begin then.
    """

    state: Any
    near: Seat
    names: Names | None
    held: Held
    steps: tuple[Step, ...]
    latest: tuple[Step, ...] = ()
    scored: bool | None = None
    viewer: Viewer = Viewer.ONLOOKER
    moves: tuple[MoveT, ...] = ()
    chosen: MoveT | None = None
    taught: MoveT | None = None

    @property
    def you(self) -> Seat | None:
        """The seat of the viewer, who is called "you" there; None for an onlooker."""
        return None if self.viewer is Viewer.ONLOOKER else self.near

    @property
    def view(self) -> View[Any]:
        """The view of the player at the near seat."""
        return View(self.state, self.near, self.held[self.near] or {})


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
        """The table as the viewer sees it, with all that can be chosen; in no more rows than the form says."""

    def beside(self, scene: TableScene[MoveT], look: Look, form: TableForm, width: int) -> list[Row]:
        """The parts of a large table that are beside it, in areas of ``width`` columns; none if all is on the table."""
        return []

    def tells_points(self, form: TableForm, look: Look) -> bool:
        """Return whether a large table in this form, or what stands beside it, tells the points as they stand."""
        return False

    def warning(self, scene: TableScene[MoveT]) -> str | None:
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

    def meant_by_key(self, scene: TableScene[MoveT], key: str) -> str | None:
        """The sentence for someone who presses a function key, such as "f9", whose name is also that of a legal move.

        None if no move has that name.
        """
        return None

    def click(self, scene: TableScene[MoveT], on: TableClick) -> Choice[MoveT] | str | None:
        """The choice of a click at the table, or a sentence why it changes nothing."""
        return None


class ColourTable(GameTable[MoveT]):
    """The table of a game with the six colours, whose cards look alike in each of them."""

    def styles(self, theme: Theme, depth: Depth) -> Mapping[str, str]:
        return styles(theme, depth)

    def card_sign(self, letter: str, look: Look) -> Fragment:
        return _sign(look, COLOUR_BY_LETTER[letter])

    def legend(self, look: Look) -> list[Row]:
        return [row(_sign(look, colour), f" {colour_name(colour)}") for colour in COLOURS]


def _sign(look: Look, colour: Colour) -> Fragment:
    return Fragment(sign_of(look, colour), style_of(Part.CARD, colour))


def scene_in_play(
    snapshot: Snapshot,
    moves: tuple[MoveT, ...] = (),
    chosen: MoveT | None = None,
    taught: MoveT | None = None,
) -> TableScene[MoveT]:
    """The table as its player sees it, with these legal moves; the moves of the other player are marked until ours."""
    view = snapshot.view
    assert view is not None, "the table is laid"
    return TableScene(
        view.state,
        snapshot.seat,
        snapshot.names,
        _held_by(view),
        snapshot.steps,
        latest=_since_their_first(snapshot),
        scored=None if snapshot.result is not None else snapshot.live_score,
        viewer=Viewer.PLAYER,
        moves=moves,
        chosen=chosen,
        taught=taught,
    )


def last_table(table: GameTable[Any], snapshot: Snapshot, look: Look, columns: int) -> list[Row]:
    """The table as it was last, with all hidden cards if they are open."""
    view = snapshot.view
    assert view is not None, "the table is laid"
    opened = snapshot.steps[-1].event if snapshot.steps else None
    held = opened.holdings if isinstance(opened, Revealed) else _held_by(view)
    seat, viewer = snapshot.seat, Viewer.FORMER_PLAYER
    scene: TableScene[Any] = TableScene(view.state, seat, snapshot.names, held, snapshot.steps, viewer=viewer)
    return table.board(scene, look, TableForm.STANDARD if columns >= TABLE_WIDTH else TableForm.COMPACT, columns)


def _held_by(view: View[Any]) -> Held:
    return (view.holdings, None) if view.seat is Seat.HOST else (None, view.holdings)


def _since_their_first(snapshot: Snapshot) -> tuple[Step, ...]:
    """The steps from the first move of the other player since our last one; none if there is no such move."""
    first = len(snapshot.steps)
    for number in range(first - 1, -1, -1):
        event = snapshot.steps[number].event
        if isinstance(event, Moved):
            if event.seat is snapshot.seat:
                break
            first = number
    return snapshot.steps[first:]


def parts_beside(table: GameTable[Any], scene: TableScene[Any], look: Look, form: TableForm, width: int) -> list[Row]:
    """The parts of a table that are beside it, in areas of ``width`` columns; only a large one has any."""
    return table.beside(scene, look, form, width) if form.is_large else []


def form_beside_log(table: GameTable[Any], look: Look, columns: int, lines: int) -> TableForm:
    """The largest form for a window of this size."""
    if lines >= HUGE_LINES and columns >= table.width(TableForm.HUGE, look) + BESIDE_HUGE:
        return TableForm.HUGE
    return TableForm.LARGE if lines >= LARGE_LINES else TableForm.STANDARD
