"""The error of a file of weights that cannot be used."""

from __future__ import annotations


class BadWeights(Exception):
    """The weights of a bot are damaged, or of another version; the text is a sentence for a person."""
