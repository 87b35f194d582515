"""Lists within a sentence."""

from __future__ import annotations

from mandala_client.text.language import pgettext


def list_of(items: list[str]) -> str:
    """Return text such as "red, green and black"."""
    if len(items) < 2:
        return "".join(items)
    return pgettext("list", "{items} and {last}").format(items=", ".join(items[:-1]), last=items[-1])
