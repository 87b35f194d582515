"""Arithmetic on piles without order: tuples that say how many cards of each face there are."""

from __future__ import annotations

from collections.abc import Iterable

from mandala_protocol.games.game import Counts, Face


def nothing(faces: int) -> Counts:
    """The empty pile of a game with this many faces."""
    return (0,) * faces


def plus(counts: Counts, face: Face, number: int) -> Counts:
    """``number`` cards of one face more, or fewer if it is negative; never checks for a negative rest."""
    return (*counts[:face], counts[face] + number, *counts[face + 1 :])


def union(first: Counts, second: Counts) -> Counts:
    """Both piles together."""
    return tuple(map(int.__add__, first, second))


def counted(cards: Iterable[Face], faces: int) -> Counts:
    """The pile that these cards make, whatever their order. Raises ``ValueError`` for a face that does not exist."""
    counts = [0] * faces
    for card in cards:
        if not 0 <= card < faces:
            raise ValueError(f"face {card} does not exist")
        counts[card] += 1
    return tuple(counts)


def spread(counts: Counts) -> tuple[Face, ...]:
    """Every card of the pile, sorted by face."""
    cards: list[Face] = []
    for face, number in enumerate(counts):
        cards += [face] * number
    return tuple(cards)
