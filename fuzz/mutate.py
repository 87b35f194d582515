"""Small changes by chance: bytes set, dropped, doubled, moved and joined, and values within msgpack replaced.

What the fuzzer without guidance makes its inputs with; with guidance, msgpack is changed by this too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]

from fuzz.choices import Choices

_BYTES: Final = (0x00, 0x01, 0x7F, 0x80, 0x90, 0xC0, 0xC1, 0xC2, 0xC4, 0xC7, 0xCA, 0xD9, 0xDC, 0xDE, 0xE2, 0xFF)
_MOST_CHANGES: Final = 4


def mutated(data: bytes, chance: random.Random, others: Sequence[bytes], longest: int) -> bytes:
    """``data`` with one to four changes; parts of the ``others`` may come into it. At most ``longest`` bytes."""
    if chance.random() < 0.25:
        changed = changed_value(data, chance)
        if changed is not None:
            return changed[:longest]
    buffer = bytearray(data)
    for _ in range(chance.randint(1, _MOST_CHANGES)):
        chance.choice(_CHANGES)(buffer, chance, others)
    return bytes(buffer[:longest])


def inputs(seeds: Sequence[bytes], seed: int, longest: int) -> Iterator[bytes]:
    """Inputs without end, made of the seeds by chance; the same ones for the same ``seed``."""
    chance = random.Random(seed)
    pool = [b"", *seeds]
    while True:
        yield mutated(chance.choice(pool), chance, pool, longest)


def changed_value(data: bytes, chance: random.Random) -> bytes | None:
    """One value within msgpack replaced by another; None if there is no msgpack in it, with or without a length before.

    A length of two bytes in front is set right.
    """
    for ahead in (2, 0):
        try:
            value = msgpack.unpackb(data[ahead:], strict_map_key=False)
        except (ValueError, TypeError, msgpack.UnpackException):
            continue
        if not isinstance(value, list | dict):
            return None
        packed: bytes = msgpack.packb(_with_change(value, chance), default=repr)
        return len(packed).to_bytes(3, "big")[-2:] + packed if ahead else packed
    return None


def _with_change(value: Any, chance: random.Random) -> Any:
    """The value with one place in it changed, at any depth; an entry within a message is gone into as well."""
    if isinstance(value, bytes) and value[:1] in (b"\x94", b"\x93") and chance.random() < 0.8:
        return changed_value(value, chance) or value
    if isinstance(value, list | dict) and value and chance.random() < 0.85:
        keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = chance.choice(keys)
        changed = value.copy()
        if chance.random() < 0.1:
            del changed[key]
        else:
            changed[key] = _with_change(value[key], chance)
        return changed
    if isinstance(value, int) and abs(value) < 2**40 and chance.random() < 0.5:
        return int(value) + chance.choice((-1, 1, 2, 255))
    if isinstance(value, bytes | str) and value and chance.random() < 0.5:
        return value[:-1] if chance.random() < 0.5 else value * 2
    return Choices(chance.randbytes(48)).value()


# Changes of bytes.

_Change = Callable[[bytearray, random.Random, Sequence[bytes]], None]


def _set_byte(buffer: bytearray, chance: random.Random, _: Sequence[bytes]) -> None:
    if buffer:
        buffer[chance.randrange(len(buffer))] = (
            chance.choice(_BYTES) if chance.random() < 0.5 else chance.randrange(256)
        )


def _flip_bit(buffer: bytearray, chance: random.Random, _: Sequence[bytes]) -> None:
    if buffer:
        buffer[chance.randrange(len(buffer))] ^= 1 << chance.randrange(8)


def _drop(buffer: bytearray, chance: random.Random, _: Sequence[bytes]) -> None:
    start = chance.randint(0, len(buffer))
    del buffer[start : start + chance.randint(1, 8)]


def _cut(buffer: bytearray, chance: random.Random, _: Sequence[bytes]) -> None:
    del buffer[chance.randint(0, len(buffer)) :]


def _insert(buffer: bytearray, chance: random.Random, _: Sequence[bytes]) -> None:
    start = chance.randint(0, len(buffer))
    buffer[start:start] = chance.randbytes(chance.randint(1, 8))


def _double(buffer: bytearray, chance: random.Random, _: Sequence[bytes]) -> None:
    start = chance.randint(0, len(buffer))
    part = buffer[start : start + chance.randint(1, 32)]
    buffer[start:start] = part * chance.choice((1, 1, 2, 40))


def _join(buffer: bytearray, chance: random.Random, others: Sequence[bytes]) -> None:
    other = chance.choice(others) if others else b""
    start, end = sorted((chance.randint(0, len(other)), chance.randint(0, len(other))))
    at = chance.randint(0, len(buffer))
    buffer[at : at + chance.choice((0, end - start))] = other[start:end]


_CHANGES: Final[tuple[_Change, ...]] = (_set_byte, _set_byte, _flip_bit, _drop, _cut, _insert, _double, _join)
