"""Keys before the cards are dealt: a player at the door, a question, the choice of a game, and the books meanwhile."""

from __future__ import annotations

from attrs import evolve

from mandala_client.table import edits
from mandala_client.table.acts import Admitted, Chosen, Pressed
from mandala_client.table.table_model import Admitting, Agreeing, Choosing, Helping, TableModel
from mandala_client.text.typed_words import is_no, is_yes
from mandala_client.ui.paging import move_cursor


def press_preparing(model: TableModel, key: str) -> Pressed:
    """A key that is not text: the help and the books can be read."""
    return edits.opened_by(model, key), None


def type_preparing(model: TableModel, letter: str) -> Pressed:
    """A typed letter: a question mark opens the help."""
    return (edits.overlaid(model, Helping()) if letter == "?" else model), None


def admitted(asked: Admitting | Agreeing, letter: str) -> Admitted | None:
    """The answer that a typed letter is; None if it is none."""
    if is_no(letter):
        return Admitted(False)
    agreed = is_yes(letter) if asked.number is None else letter == str(asked.number)
    return Admitted(True) if agreed else None


def press_choosing(model: TableModel, choosing: Choosing, key: str) -> Pressed:
    """A key that is not text, while one of several games is chosen."""
    cursor = move_cursor(key, choosing.cursor, len(choosing.games))
    if cursor is not None:
        return edits.overlaid(model, evolve(choosing, cursor=cursor)), None
    match key:
        case "enter":
            return model, Chosen(choosing.games[choosing.cursor])
        case "escape":
            return model, Chosen(None)
        case _:
            return model, None


def type_choosing(model: TableModel, choosing: Choosing, letter: str) -> Pressed:
    """A typed letter, while one of several games is chosen: its number goes to a game."""
    number = int(letter) if letter in tuple("123456789") else 0
    if 1 <= number <= len(choosing.games):
        return edits.overlaid(model, evolve(choosing, cursor=number - 1)), None
    return model, None
