"""Bots that failed in a batch of games: why and how often, in lines for a person or as objects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from mandala_client.text.language import ngettext, said
from mandala_client.ui.blocks.tables import JsonObject
from mandala_client.ui.rows import wrap

_INDENT: Final = "  "
_MOST_SENTENCES: Final = 5
"""A program that answers with a different nonsense each time has as many sentences as games."""


def lines_of_failures(name: str, failures: Mapping[str, int], width: int) -> list[str]:
    """Return how often a bot of this name failed and why, the most frequent first; nothing if it never did."""
    counts = Counter(failures)
    if not counts:
        return []
    games = counts.total()
    head = ngettext(
        "{name} failed in {count} game and lost it:", "{name} failed in {count} games and lost them:", games
    ).format(name=name, count=games)
    shown = [(count, said(why)) for why, count in counts.most_common(_MOST_SENTENCES)]
    if rest := games - sum(count for count, _why in shown):
        shown.append((rest, ngettext("other failure", "other failures", rest)))
    return [*wrap(head, width), *counted_lines(shown, width), ""]


def counted_lines(items: Iterable[tuple[int, str]], width: int) -> list[str]:
    """Return each text below the other, with its count before it."""
    counted = list(items)
    digits = max(len(str(count)) for count, _text in counted)
    hanging = " " * (len(_INDENT) + digits + 1)
    lines = []
    for count, text in counted:
        first, *more = wrap(text, max(width - len(hanging), 1))
        lines += [f"{_INDENT}{count:>{digits}} {first}", *(f"{hanging}{line}" for line in more)]
    return lines


def failure_objects(failures: Mapping[str, int]) -> list[JsonObject]:
    """The failures as JSON, with English sentences; docs/bots-json.md describes the fields."""
    return [{"sentence": str(why), "games": count} for why, count in Counter(failures).most_common()]
