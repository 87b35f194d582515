"""Blocks in sentences: for text mode, for screen readers and for pipes."""

from __future__ import annotations

from mandala_client.text.language import _
from mandala_client.ui.blocks.values import Blocks, Cell, Comparison, Topic


def sentences_of(blocks: Blocks) -> list[str]:
    """Return the blocks in the same order; a comparison or a topic is a sentence for each of its lines."""
    told: list[str] = []
    for block in blocks:
        match block:
            case str():
                told.append(block)
            case Comparison():
                told += _comparison(block)
            case Topic():
                meaning = _("{word}: {meaning}.")
                told += [meaning.format(word=word, meaning=does) for word, does in block.keys]
    return told


def _comparison(block: Comparison) -> list[str]:
    if block.one is None:
        told = _("{label}: you {own}, {name} {other}.")
    else:
        told = _("{label}: {first} {own}, {name} {other}.")
    return [
        told.format(label=line.label, first=block.one, own=_said(line.one), name=block.other, other=_said(line.other))
        for line in block.lines
    ]


def _said(cell: str | Cell) -> str:
    return cell if isinstance(cell, str) else cell.said
