"""The width of a text, which must be what prompt_toolkit takes it for when it is drawn, written out."""

from __future__ import annotations

from hypothesis import given
from prompt_toolkit.utils import get_cwidth

from mandala_client.text.escaping import written_out
from mandala_client.text.width import columns_of
from tests.texts import any_text


@given(any_text(max_size=20))
def test_a_text_is_as_wide_as_it_is_drawn(text: str) -> None:
    assert columns_of(text) == get_cwidth(written_out(text))
