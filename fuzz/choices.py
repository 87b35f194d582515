"""Choices out of bytes: a target that needs numbers and values takes them, one after the other, from its input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

ItemT = TypeVar("ItemT")

_SCALARS: Final = (
    None,
    True,
    False,
    0,
    1,
    -1,
    127,
    128,
    255,
    256,
    65_535,
    65_536,
    2**32,
    2**63,
    2**64 - 1,
    -(2**63),
    2**53,
)
_TEXTS: Final = (
    "",
    "host",
    "guest",
    "lot",
    "mandala",
    "resigned",
    "agreed",
    "abandoned",
    "end",
    "adjourn",
    "A0r",
    "Kg",
)
_DEEPEST: Final = 4


class Choices:
    """Reads ``data`` from its beginning; where it ends, every further choice is 0 or empty."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def more(self) -> bool:
        """Return whether there is anything left to choose by."""
        return self._at < len(self._data)

    def take(self, count: int) -> bytes:
        """The next bytes, filled up with zeros."""
        taken = self._data[self._at : self._at + count]
        self._at += count
        return taken.ljust(count, b"\0")

    def byte(self) -> int:
        """0 to 255."""
        return self.take(1)[0]

    def number(self, below: int) -> int:
        """A number below a bound of at least 1, by as many bytes as that needs."""
        size = max(1, ((below - 1).bit_length() + 7) // 8)
        return int.from_bytes(self.take(size), "big") % below

    def one_of(self, items: Sequence[ItemT]) -> ItemT:
        """One of these, of which there must be some."""
        return items[self.number(len(items))]

    def some_bytes(self) -> bytes:
        """Take a length of at most 255, and the bytes that follow, up to that length."""
        length = self.byte()
        taken = self._data[self._at : self._at + length]
        self._at += length
        return taken

    def rest(self) -> bytes:
        """All that is left."""
        taken = self._data[self._at :]
        self._at = len(self._data)
        return taken

    def value(self, depth: int = 0) -> object:
        """Any value that msgpack can say, a small one."""
        match self.byte() % 8:
            case 0:
                return self.one_of(_SCALARS)
            case 1:
                return self.number(1 << 16)
            case 2:
                return self.some_bytes()
            case 3:
                return self.some_bytes().decode("utf-8", "replace")
            case 4:
                return self.one_of(_TEXTS)
            case 5:
                return self.take(32)
            case 6 if depth < _DEEPEST:
                return [self.value(depth + 1) for _ in range(self.number(5))]
            case 7 if depth < _DEEPEST:
                return {
                    self.some_bytes().decode("utf-8", "replace"): self.value(depth + 1) for _ in range(self.number(4))
                }
            case _:
                return 0.5
