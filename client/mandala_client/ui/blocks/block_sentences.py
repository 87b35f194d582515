"""Blocks in sentences: for text mode, for screen readers and for pipes."""

from __future__ import annotations

from mandala_client.text.language import _
from mandala_client.ui.blocks.values import Blocks, Cell, Comparison, Topic


def sentences_of(blocks: Blocks) -> list[str]:
    """Return the blocks in the same order; a comparison or a topic is a sentence for each of its lines."""
    sentences: list[str] = []
    for block in blocks:
        match block:
            case str():
                sentences.append(block)
            case Comparison():
                sentences += _comparison(block)
            case Topic():
                meaning = _("{word}: {meaning}.")
                sentences += [meaning.format(word=word, meaning=does) for word, does in block.keys]
    return sentences


def _comparison(block: Comparison) -> list[str]:
    if block.one is None:
        text = _("{label}: you {own}, {name} {other}.")
    else:
        text = _("{label}: {first} {own}, {name} {other}.")
    return [
        text.format(label=line.label, first=block.one, own=_said(line.one), name=block.other, other=_said(line.other))
        for line in block.lines
    ]


def _said(cell: str | Cell) -> str:
    return cell if isinstance(cell, str) else cell.said
