"""The events of a step of a game, as values: sentences, rows beside the table, loudness and motions follow from them.

A game turns each step into its events once (``GameWords.events``).
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias

from attrs import field, frozen

from mandala_client.games.colour_signs import Part, sign_of, style_of
from mandala_client.games.colour_words import colour_name
from mandala_client.text.language import InContext, Label, _, label, ngettext, writes_in_ascii
from mandala_client.text.numbers import points
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.motion import Lane, Motion
from mandala_client.ui.rows import BLANK, Fragment, Row, row, text_row
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, Look
from mandala_protocol.games.colours import Colour
from mandala_protocol.seats import Seat

SPACE: Final = text_row(" ")

_SLOT: Final = re.compile(r"\{(\w+)\}")


class EventValue(Protocol):
    """A value in the messages about an event that is neither a number nor a text, a player or a tile of a colour."""

    def said(self) -> str:
        """Return the words within a sentence."""

    def drawn(self) -> str | Row:
        """Return what stands for it in a row beside the table."""


AnyEventValue: TypeAlias = int | str | InContext | EventValue
EventValues: TypeAlias = Mapping[str, AnyEventValue]
"""The values of the messages about an event, by name: numbers, players, tiles of a colour, texts, and others."""


@frozen
class Points:
    """A number of points: "3 points" in a sentence, "3" in a row."""

    count: int

    def said(self) -> str:
        return points(self.count)

    def drawn(self) -> str:
        return str(self.count)


@frozen
class Plural:
    """A message that depends on the number ``count`` among its values."""

    one: str
    many: str


class Loud(enum.Enum):
    """The players who must not miss an event."""

    NO_ONE = "no one"
    YOU = "the player whom it is about"
    ALL = "everyone"


@frozen
class Wording:
    """The messages about one kind of event: about you, about another player, and the row beside the table.

    ``{name}`` is the player whom it is about. Without ``brief`` the row is the whole sentence; with ``left_out`` there
    is no row.
    """

    you: str | Plural
    other: str | Plural
    brief: str = ""
    left_out: bool = False
    loud: Loud = Loud.NO_ONE


def wording_for_all(
    message: str | Plural, brief: str = "", *, left_out: bool = False, loud: Loud = Loud.NO_ONE
) -> Wording:
    """The messages about a kind of event that all players read in the same words."""
    return Wording(message, message, brief, left_out, loud)


@frozen
class Way:
    """The way of some cards from one place to another; each card is a colour and the number that stands on it."""

    origin: Label | Seat
    cards: tuple[tuple[int, str], ...]
    goal: Label | Points

    def lane(self, names: Names | None, look: Look) -> Lane:
        """Draw it."""
        origin = player_name(self.origin, names) if isinstance(self.origin, Seat) else label(self.origin)
        goal = self.goal.said() if isinstance(self.goal, Points) else label(self.goal)
        cards = (
            Fragment(f"{sign_of(look, colour)}{number}", style_of(Part.CARD, colour)) for colour, number in self.cards
        )
        return Lane(origin, row(*cards), goal)


@frozen
class EventLine:
    """An event from the side of one player: its sentence, and its row beside the table.

    ``brief``: ``BLANK`` where there is no row, None where the row is the sentence.
    """

    text: str
    brief: Row | None
    is_deed: bool
    is_loud: bool


@frozen
class TableEvent:
    """One thing that happened, with the values of its messages.

    ``who``: the player whom it is about, None if it is about no one. ``is_deed``: that player decided on it. ``ways``:
    the cards that move, None if nothing moves; ``banner``: what is said meanwhile, None for this event itself.
    ``table``: the state after it, in a step that is shown in parts.
    """

    wording: Wording
    who: Seat | None = None
    values: EventValues = field(factory=dict)
    is_deed: bool = False
    ways: tuple[Way, ...] | None = None
    banner: TableEvent | None = None
    table: Any = None

    def sentence(self, seat: Seat | None, names: Names) -> str:
        """Say it to the player at a seat; None for someone who looks on."""
        values = {name: _said(value, names) for name, value in self.values.items()}
        if self.who is not None:
            values["name"] = player_name(self.who, names)
        message = self.wording.you if self._is_about(seat) else self.wording.other
        if isinstance(message, Plural):
            count = self.values["count"]
            assert isinstance(count, int), "a plural has a number"
            return ngettext(message.one, message.many, count).format(**values)
        return _(message).format(**values)

    def row(self, seat: Seat | None, names: Names) -> Row | None:
        """Draw it beside the table of this player, tiles of the other player as outlines; None for its sentence."""
        if self.wording.left_out:
            return BLANK
        if not self.wording.brief:
            return None
        of_tile = Part.CARD if seat is None or self._is_about(seat) else Part.OUTLINE
        drawn = {name: _drawn(value, names, of_tile) for name, value in self.values.items()}
        if self.who is not None:
            drawn["name"] = _("You") if self._is_about(seat) else player_name(self.who, names)
        return _filled(_(self.wording.brief), drawn)

    def is_loud(self, seat: Seat | None) -> bool:
        """Return whether the player at this seat must not miss it."""
        return self.wording.loud is Loud.ALL or (self.wording.loud is Loud.YOU and self._is_about(seat))

    def line(self, seat: Seat | None, names: Names) -> EventLine:
        """Say and draw it from the side of this player."""
        return EventLine(self.sentence(seat, names), self.row(seat, names), self.is_deed, self.is_loud(seat))

    def _is_about(self, seat: Seat | None) -> bool:
        return seat is not None and self.who is seat


def event_sentences(events: Iterable[TableEvent], seat: Seat | None, names: Names) -> list[str]:
    """Say all of them, as ``TableEvent.sentence``."""
    return [event.sentence(seat, names) for event in events]


def event_lines(events: Iterable[TableEvent], seat: Seat | None, names: Names) -> tuple[EventLine, ...]:
    """Say and draw all of them, as ``TableEvent.line``."""
    return tuple(event.line(seat, names) for event in events)


def motion_of(events: Iterable[TableEvent], seat: Seat, names: Names, look: Look) -> Motion | None:
    """All that moves in a step, under the loud event or the first that moves; None if nothing moves."""
    moving = [event for event in events if event.ways is not None]
    if not moving:
        return None
    first = next((event for event in moving if event.is_loud(seat)), moving[0])
    banner = first if first.banner is None else first.banner
    lanes = (way.lane(names, look) for event in moving for way in event.ways or ())
    return Motion(banner.sentence(seat, names), tuple(lanes))


@frozen
class StepPart:
    """Some events of a step, and the state after them."""

    events: tuple[TableEvent, ...]
    table: Any


def parts_of(events: Sequence[TableEvent], after: Any) -> list[StepPart]:
    """The parts in which a step is shown, each up to an event with a table; one part for a step that is shown whole.

    ``after``: the state after the step.
    """
    parts: list[StepPart] = []
    shown = 0
    for count, event in enumerate(events, start=1):
        if event.table is not None:
            parts.append(StepPart(tuple(events[shown:count]), event.table))
            shown = count
    if shown < len(events) or not parts:
        parts.append(StepPart(tuple(events[shown:]), after))
    return parts


def _said(value: AnyEventValue, names: Names) -> str:
    match value:
        case Seat():
            return player_name(value, names)
        case Colour():
            return colour_name(value)
        case InContext():
            return label(value)
        case int() | str():
            return str(value)
        case _:
            return value.said()


def _drawn(value: AnyEventValue, names: Names, of_tile: Part) -> str | Row:
    match value:
        case Colour():
            return (Fragment(sign_of(drawing_look(), value), style_of(of_tile, value)),)
        case int() | str() | InContext():
            return _said(value, names)
        case _:
            return value.drawn()


def _filled(template: str, drawn: Mapping[str, str | Row]) -> Row:
    """The row with all that is drawn in it. Cards that begin with a space take the place of the one before them."""
    parts: list[str | Row] = []
    text = ""
    for place, part in enumerate(_SLOT.split(template)):
        piece = drawn[part] if place % 2 else part
        if isinstance(piece, str):
            text += piece
            continue
        parts += [text.removesuffix(" ") if piece[:1] == SPACE else text, piece]
        text = ""
    return row(*parts, text)


def drawing_look() -> Look:
    """The look whose signs stand in rows of the log: they are drawn before it is known where."""
    return ASCII_LOOK if writes_in_ascii() else FULL_LOOK
