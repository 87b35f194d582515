"""Edits to a file, said in few bytes: an input of a target that would else have to hold all of a large file."""

from __future__ import annotations

from typing import Final

from fuzz.choices import Choices

MOST_EDITS: Final = 8
_PLACE_BYTES: Final = 3


def edited(base: bytes, choices: Choices) -> bytes:
    """``base`` with the edits that are chosen, at most eight."""
    buffer = bytearray(base)
    for _ in range(MOST_EDITS):
        if not choices.more:
            break
        kind, place = choices.byte() % 8, choices.number(1 << 24)
        at = place % (len(buffer) + 1)
        match kind:
            case 0 | 1:
                buffer[at : at + 1] = choices.take(1)
            case 2:
                buffer[at : at + 1] = bytes([(buffer[at] if at < len(buffer) else 0) ^ (choices.byte() or 1)])
            case 3:
                del buffer[at:]
            case 4:
                del buffer[at : at + 1 + choices.byte()]
            case 5:
                buffer[at:at] = choices.some_bytes()
            case 6:
                buffer[at:at] = buffer[at : at + 1 + choices.byte()]
            case _:
                written = choices.some_bytes()
                buffer[at : at + len(written)] = written
    return bytes(buffer)


def set_byte(place: int, value: int) -> bytes:
    """The edit that sets one byte."""
    return bytes([0]) + place.to_bytes(_PLACE_BYTES, "big") + bytes([value])


def flip(place: int, mask: int) -> bytes:
    """The edit that changes the bits of one byte that are set in ``mask``."""
    return bytes([2]) + place.to_bytes(_PLACE_BYTES, "big") + bytes([mask])
