"""Numbers as the language writes them, and what is often counted."""

from __future__ import annotations

from mandala_client.text.language import ngettext, pgettext


def decimal(number: float, places: int = 1) -> str:
    """A number with ``places`` decimals, at least one."""
    whole, _point, tenths = f"{number:.{places}f}".partition(".")
    return pgettext("a number with a decimal", "{whole}.{tenths}").format(whole=whole, tenths=tenths)


def percent(share: float) -> str:
    """A share of the whole, 0 to 1, in percent with one decimal."""
    return pgettext("a share", "{percent} %").format(percent=decimal(100 * share))


def cards(count: int) -> str:
    """Return text such as "1 card" or "3 cards"."""
    return ngettext("{count} card", "{count} cards", count).format(count=count)


def more_hidden_cards(count: int) -> str:
    """Return text such as "+ 1 hidden card", for what stands behind points."""
    return ngettext("+ {count} hidden card", "+ {count} hidden cards", count).format(count=count)


def points(count: int) -> str:
    """Return text such as "1 point" or "15 points"."""
    return ngettext("{count} point", "{count} points", count).format(count=count)


def moves(count: int) -> str:
    """Return text such as "1 move" or "12 moves"."""
    return ngettext("{count} move", "{count} moves", count).format(count=count)
