"""Words for the ear: a few syllables that both players see and can compare aloud.

They belong to no language, so that they read the same in all of them: consonant, vowel, consonant, vowel.
"""

from __future__ import annotations

from typing import Final

_CONSONANTS: Final = "bdfghklmnprstvwz"
_VOWELS: Final = "aeio"
_WORDS: Final = 3
_WORD_BITS: Final = 12


def spoken(digest: bytes) -> str:
    """The first 36 bits of ``digest`` as three words, such as "dako mifo reba"."""
    bits = _WORDS * _WORD_BITS
    number = int.from_bytes(digest[:8], "big") >> (64 - bits)
    words = [_word(number >> shift & 0xFFF) for shift in range(bits - _WORD_BITS, -1, -_WORD_BITS)]
    return " ".join(words)


def _word(number: int) -> str:
    first, second = number >> 6, number & 0x3F
    return "".join(_CONSONANTS[syllable >> 2] + _VOWELS[syllable & 3] for syllable in (first, second))
