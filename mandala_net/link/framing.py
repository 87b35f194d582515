"""Frames: a length in two bytes, big-endian, then that many bytes. (Requirement LK3.)"""

from __future__ import annotations

from typing import Final

LENGTH_BYTES: Final = 2
MAX_FRAME: Final = 65_535
"""The most bytes after a length, which is what a length can say and a Noise message can hold."""


def frame(content: bytes) -> bytes:
    """``content``, at most 65,535 bytes, with its length before it."""
    return len(content).to_bytes(LENGTH_BYTES, "big") + content


def length_of_next(buffer: bytearray) -> int | None:
    """The length of the frame at the start of ``buffer``; None until even that has come."""
    if len(buffer) < LENGTH_BYTES:
        return None
    return int.from_bytes(buffer[:LENGTH_BYTES], "big")


def has_frame(buffer: bytearray) -> bool:
    """Return whether ``buffer`` begins with a whole frame."""
    length = length_of_next(buffer)
    return length is not None and len(buffer) >= LENGTH_BYTES + length


def take_frame(buffer: bytearray) -> bytes | None:
    """Take the first frame out of ``buffer``; None while it is not whole."""
    if not has_frame(buffer):
        return None
    end = LENGTH_BYTES + int.from_bytes(buffer[:LENGTH_BYTES], "big")
    content = bytes(buffer[LENGTH_BYTES:end])
    del buffer[:end]
    return content
