"""The way to choose a move at the table: what a game says of it, and the sentences that the client makes of that."""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import frozen

from mandala_client.text.language import _
from mandala_client.ui.style import Look

MoveT = TypeVar("MoveT")


@frozen
class KindOfMove:
    """A kind of move: how one begins or is typed, its name, and in a few words what it does."""

    typed: str
    name: str
    does: str


@frozen
class HowToChoose(Generic[MoveT]):
    """The way to choose a move now, and what it can be.

    ``example``: a legal move, which is typed and told of as an example; Enter chooses it. ``meaning``: it in words.
    ``typed``: how it is typed, and perhaps other moves; its notation if nothing is said. ``arrows``: the arrow keys
    that lead somewhere. ``kinds``: a menu of what can be done now. ``invitation``: the sentence above it.
    ``opportunity``: the sentence on what you should not overlook, such as a card that completes a mandala.
    """

    example: MoveT
    meaning: str = ""
    typed: tuple[str, ...] = ()
    arrows: str = "←→↑↓"
    kinds: tuple[KindOfMove, ...] = ()
    invitation: str = ""
    opportunity: str = ""


def nothing_chosen(example: str) -> str:
    """The sentence for someone who types a number of cards before any are chosen."""
    return _("Choose with the arrow keys, or type a move such as {move}; ? is help.").format(move=example)


def arrows_choose(look: Look) -> str:
    """The keys that choose, where there is no room for more."""
    return _("←→ choose") if look.writes_all else _("arrows choose")


def ways_to_choose(how: HowToChoose[MoveT], look: Look) -> str:
    """The keys that choose, and examples of what can be typed instead."""
    moves = " ".join(how.typed)
    if how.meaning:
        moves = f"{moves} ({how.meaning})"
    if not look.writes_all:
        return _("Enter or arrows choose, or type {moves}").format(moves=moves)
    return _("Enter or {arrows} choose, or type {moves}").format(arrows=how.arrows, moves=moves)


def or_typed(how: HowToChoose[MoveT]) -> str:
    """An example of what can be typed, where a menu says what can be done."""
    if how.meaning:
        return _("or type a move: {move} is {spelled}").format(move=how.typed[0], spelled=how.meaning)
    return _("or type a move such as {move}").format(move=how.typed[0])
