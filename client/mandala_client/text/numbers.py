"""Numbers as the language writes them."""

from __future__ import annotations

from mandala_client.text.language import pgettext


def decimal(number: float, places: int = 1) -> str:
    """A number with so many decimals, at least one."""
    whole, _point, tenths = f"{number:.{places}f}".partition(".")
    return pgettext("a number with a decimal", "{whole}.{tenths}").format(whole=whole, tenths=tenths)
