"""The items of msgpack bytes with their places, read slowly and only where something is wrong.

``codec`` reads what is right. This finds where bytes go wrong, so that the author of another peer can be told.
"""

from __future__ import annotations

import re
import struct
from typing import Final, NoReturn

from attrs import define, field, frozen

from mandala_protocol.sentence import Sentence

MAX_TEXT_BYTES: Final = 2_048
"""The longest text: a chat line of 500 characters in any script."""

MAX_BINARY_BYTES: Final = 60_000
"""The longest byte string: a whole entry; a shuffle of 108 cards takes about 24 kB."""

MAX_ITEMS: Final = 256
"""The longest array: more than the cards of any game."""

MAX_FIELDS: Final = 16
"""The largest map: more fields than any message has."""

MAX_DEPTH: Final = 8
"""The depth to which arrays and maps may lie in each other: deeper than in any message."""

MOST_SEARCHED: Final = 1_000
"""The items up to which a fault is looked for: more than any right message has, and few enough to be read at once."""

_LIMITS: Final = {"str": MAX_TEXT_BYTES, "bin": MAX_BINARY_BYTES, "array": MAX_ITEMS, "map": MAX_FIELDS}

_NAME: Final = re.compile(r"[a-z_]{1,20}")
"""A key that can be the name of a field; no other is repeated."""

_SIZED: Final = {
    0xC4: ("bin", 1), 0xC5: ("bin", 2), 0xC6: ("bin", 4),
    0xC7: ("ext", 1), 0xC8: ("ext", 2), 0xC9: ("ext", 4),
    0xD9: ("str", 1), 0xDA: ("str", 2), 0xDB: ("str", 4),
    0xDC: ("array", 2), 0xDD: ("array", 4),
    0xDE: ("map", 2), 0xDF: ("map", 4),
}  # fmt: skip
"""The first bytes that a size follows: the kind, and the bytes of the size."""

_NUMBERS: Final = {
    0xCA: ">f", 0xCB: ">d",
    0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q",
    0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q",
}  # fmt: skip
"""The first bytes that a number follows, and its form for ``struct``."""

_PLAIN: Final = {0xC0: "nil", 0xC2: "bool", 0xC3: "bool"}


@frozen
class Place:
    """A place in the bytes of a message after its length, or of a payload: the fields that lead to it, the offset."""

    offset: int
    path: tuple[str, ...] = ()
    in_payload: bool = False

    def within(self, kind: str) -> Place:
        """Return this place with the name of the message or entry before its fields."""
        return Place(self.offset, (kind, *self.path), self.in_payload)

    def sentence(self) -> Sentence:
        """The place for people, such as "hello.game at byte 23"."""
        name = ".".join(self.path)
        if name and self.in_payload:
            return Sentence("{field} at byte {offset} of the payload", field=name, offset=self.offset)
        if name:
            return Sentence("{field} at byte {offset}", field=name, offset=self.offset)
        if self.in_payload:
            return Sentence("at byte {offset} of the payload", offset=self.offset)
        return Sentence("at byte {offset}", offset=self.offset)


@frozen
class Item:
    """One value, or one key of a map. ``head``: its first bytes, without the content of texts and byte strings.

    ``kind`` is msgpack's name of its family; ``size``: the characters of a text, the bytes of a byte string, the items
    of an array, the fields of a map; ``depth``: the arrays and maps around it; ``text``: that of a key, if it can be
    the name of a field.
    """

    place: Place
    depth: int
    kind: str
    head: bytes
    size: int
    is_key: bool
    text: str = ""
    number: int | float = 0

    @property
    def shown(self) -> str:
        """Its kind and size, such as "bin 31", or its value if it is a number."""
        if self.kind == "int":
            return f"int {self.number}"
        return f"{self.kind} {self.size}" if self.kind in _LIMITS else self.kind


class NotMsgpack(Exception):
    """The first place at which bytes are not what MS3 allows, and what is wrong there."""

    def __init__(self, place: Place, what: Sentence) -> None:
        super().__init__()
        self.sentence = Sentence("{where}: {what}", where=place.sentence(), what=what)


class TooManyItems(Exception):
    """The bytes have more items than are looked at."""


def items_of(data: bytes) -> list[Item]:
    """Return all items of one value, in the order of their bytes. Raises ``NotMsgpack`` and ``TooManyItems``."""
    return _Reading(data).items()


@define
class _Container:
    """An array or map that is being read; of a map ``key`` is the last key."""

    kind: str
    left: int
    keys: set[str] = field(factory=set)
    key: str = ""

    @property
    def awaits_key(self) -> bool:
        return self.kind == "map" and self.left % 2 == 0


class _Reading:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._offset = 0
        self._open: list[_Container] = []
        self._in_payload = False

    def items(self) -> list[Item]:
        found: list[Item] = []
        while not found or self._open:
            if len(found) == MOST_SEARCHED:
                raise TooManyItems
            found.append(self._item())
            if len(found) == 1:
                self._in_payload = found[0].kind == "array" and found[0].size == 4  # a message has two items (TR1, MS2)
            while self._open and not self._open[-1].left:
                self._open.pop()
        if self._offset < len(self._data):
            left = len(self._data) - self._offset
            self._refuse(Sentence("bytes after the end, {count} in all", count=left), self._offset)
        return found

    def _refuse(self, what: Sentence, offset: int) -> NoReturn:
        raise NotMsgpack(self._place(offset), what)

    def _place(self, offset: int) -> Place:
        return Place(offset, tuple(container.key for container in self._open if container.key), self._in_payload)

    def _take(self, count: int, start: int, kind: str) -> bytes:
        """Take the next bytes, which belong to an item of this kind that begins at ``start``."""
        end = self._offset + count
        if end > len(self._data):
            what = Sentence("{kind} up to byte {end}, but there are {size}", kind=kind, end=end, size=len(self._data))
            self._refuse(what, start)
        taken = self._data[self._offset : end]
        self._offset = end
        return taken

    def _item(self) -> Item:
        start, is_key = self._offset, bool(self._open) and self._open[-1].awaits_key
        if self._open:
            self._open[-1].left -= 1
            if is_key:
                self._open[-1].key = ""
        first = self._take(1, start, "value")[0]
        kind, size, number = self._head(first, start)
        head = self._data[start : self._offset]
        if is_key and kind != "str":
            self._refuse(Sentence("{kind} as a key, and only str can be one", kind=kind), start)
        if kind in _LIMITS and size > _LIMITS[kind]:
            what = Sentence("{kind} {size}, and at most {most} is allowed", kind=kind, size=size, most=_LIMITS[kind])
            self._refuse(what, start)
        place, depth, text = self._place(start), len(self._open), ""
        if kind in ("array", "map"):
            self._enter(kind, size, start)
        elif kind == "bin":
            self._take(size, start, f"bin {size}")
        elif kind == "str":
            text = self._text(size, start)
            size = len(text)
            if is_key:
                text = self._key(text, start)
        return Item(place, depth, kind, head, size, is_key, text if is_key else "", number)

    def _head(self, first: int, start: int) -> tuple[str, int, int | float]:
        """The kind, size and number of an item that begins with this byte."""
        if first <= 0x7F or first >= 0xE0:
            return "int", 0, first if first <= 0x7F else first - 0x100
        if first <= 0xBF:
            kind = "map" if first <= 0x8F else "array" if first <= 0x9F else "str"
            return kind, first & (0x1F if kind == "str" else 0x0F), 0
        if first in _PLAIN:
            return _PLAIN[first], 0, 0
        if first in _NUMBERS:
            form = _NUMBERS[first]
            kind = "float" if form in (">f", ">d") else "int"
            return kind, 0, struct.unpack(form, self._take(struct.calcsize(form), start, kind))[0]
        kind, width = _SIZED.get(first, ("ext", 0))
        if kind == "ext":
            what = Sentence("an extension type") if first != 0xC1 else Sentence("c1, with which nothing begins")
            self._refuse(what, start)
        return kind, int.from_bytes(self._take(width, start, kind), "big"), 0

    def _enter(self, kind: str, size: int, start: int) -> None:
        if len(self._open) == MAX_DEPTH:
            self._refuse(
                Sentence("nested {depth} deep, and at most {most} is allowed", depth=MAX_DEPTH + 1, most=MAX_DEPTH),
                start,
            )
        self._open.append(_Container(kind, 2 * size if kind == "map" else size))

    def _text(self, size: int, start: int) -> str:
        content = self._take(size, start, f"str {size}")
        try:
            return content.decode()
        except UnicodeDecodeError:
            self._refuse(Sentence("str {size} that is not UTF-8. Byte strings are sent as bin", size=size), start)

    def _key(self, text: str, start: int) -> str:
        """Note a key of the innermost map. Return it if it can be the name of a field, otherwise nothing."""
        container = self._open[-1]
        name = text if _NAME.fullmatch(text) else ""
        if text in container.keys:
            self._refuse(Sentence("the key {name} comes twice in one map", name=name or "?"), start)
        container.keys.add(text)
        container.key = name
        return name
