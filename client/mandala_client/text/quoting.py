"""Quotations of other people and programs, to tell them apart from this program's own words."""

from __future__ import annotations

from mandala_client.text.language import pgettext
from mandala_protocol.names import clean_line, without_quotation_marks


def quoted(text: str) -> str:
    """A line of someone else between quotation marks that it cannot close by itself; nothing of an empty line."""
    line = without_quotation_marks(clean_line(text))
    return pgettext("what somebody says", "“{text}”").format(text=line) if line else ""
