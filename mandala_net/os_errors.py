"""The system's reasons for an error, in sentences that can be translated.

The system has its own words for it, but rarely in the language that is spoken here.
"""

from __future__ import annotations

import errno
from typing import Final

from mandala_protocol.sentence import Sentence

_REASONS: Final = {
    errno.EACCES: Sentence("Permission denied"),
    errno.EPERM: Sentence("Operation not permitted"),
    errno.ENOENT: Sentence("No such file or directory"),
    errno.EEXIST: Sentence("File exists"),
    errno.ENOTDIR: Sentence("Not a directory"),
    errno.EISDIR: Sentence("Is a directory"),
    errno.ENOTEMPTY: Sentence("Directory not empty"),
    errno.ENOSPC: Sentence("No space left on device"),
    errno.EDQUOT: Sentence("Disk quota exceeded"),
    errno.EFBIG: Sentence("File too large"),
    errno.EROFS: Sentence("Read-only file system"),
    errno.EIO: Sentence("Input/output error"),
    errno.ENAMETOOLONG: Sentence("File name too long"),
    errno.ELOOP: Sentence("Too many levels of symbolic links"),
    errno.EMFILE: Sentence("Too many open files"),
    errno.ENFILE: Sentence("Too many open files"),
    errno.ENXIO: Sentence("No such device or address"),
    errno.EBUSY: Sentence("Device or resource busy"),
    errno.EXDEV: Sentence("Invalid cross-device link"),
}


def reason_of(error: OSError) -> str:
    """A few words without a full stop, for the end of a sentence; those of the system where it knows more."""
    known = _REASONS.get(error.errno) if error.errno is not None else None
    return known or error.strerror or type(error).__name__
