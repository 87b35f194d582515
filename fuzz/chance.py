"""Inputs by chance: the seeds of a target with a few edits, or with a value within msgpack replaced."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]

from fuzz.choices import Choices
from fuzz.edits import MOST_EDITS, edited
from fuzz.target import Target

_BYTES_OF_EDIT: Final = 6


def inputs(target: Target, seed: int) -> Iterator[bytes]:
    """Yield inputs without end, the same ones for the same ``seed``."""
    chance = random.Random(seed)
    pool = [b"", *target.seeds().values()]
    while True:
        data = chance.choice(pool)
        changed = _with_other_value(data, chance) if chance.random() < 0.25 else None
        if changed is None:
            edits = Choices(chance.randbytes(_BYTES_OF_EDIT * chance.randint(1, MOST_EDITS)))
            changed = edited(data, edits)
        yield changed[: target.longest]


def swept(target: Target, seed: int) -> Iterator[bytes]:
    """Yield the sweep of a target in order, again and again, from a place that follows from the ``seed``."""
    sweep = target.sweep()
    if len(sweep) > 0:
        start = random.Random(seed).randrange(len(sweep))
        yield from (sweep[number % len(sweep)] for number in itertools.count(start))


def _with_other_value(data: bytes, chance: random.Random) -> bytes | None:
    """Return the data with one value in its msgpack replaced; None if there is none.

    A length of two bytes in front is set right.
    """
    for ahead in (2, 0):
        try:
            value = msgpack.unpackb(data[ahead:], strict_map_key=False)
        except (ValueError, TypeError, msgpack.UnpackException):
            continue
        if not isinstance(value, list | dict):
            return None
        packed: bytes = msgpack.packb(_changed(value, chance), default=repr)
        return len(packed).to_bytes(3, "big")[-2:] + packed if ahead else packed
    return None


def _changed(value: Any, chance: random.Random) -> Any:
    """Return the value with one place in it changed, at any depth, also within an entry of a message."""
    if isinstance(value, bytes) and value[:1] in (b"\x94", b"\x93"):
        return _with_other_value(value, chance) or value
    if isinstance(value, list | dict) and value and chance.random() < 0.85:
        keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = chance.choice(keys)
        changed = value.copy()
        if chance.random() < 0.1:
            del changed[key]
        else:
            changed[key] = _changed(value[key], chance)
        return changed
    if isinstance(value, int) and abs(value) < 2**40 and chance.random() < 0.5:
        return int(value) + chance.choice((-1, 1, 2, 255))
    if isinstance(value, bytes | str) and value and chance.random() < 0.5:
        return value[:-1] if chance.random() < 0.5 else value * 2
    return Choices(chance.randbytes(48)).value()
