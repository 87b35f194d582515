"""Text of others as it goes to a terminal: written out where it is not seen as itself."""

from __future__ import annotations

import io

import pytest

from mandala_client.linear.voice import Voice
from mandala_client.text.characters import as_written
from mandala_client.text.escaping import written_out
from mandala_client.text.language import write_in_ascii
from mandala_client.text.width import columns_of
from mandala_client.ui.picture import _cells_of


@pytest.mark.parametrize("unseen", list("\x00\x07\x08\t\n\r\x1b\x7f\x85\x9b\xad\u061c\u034f\u200b\u200d\u200e\u2028"))
def test_a_character_that_is_not_seen_is_written_out(unseen: str) -> None:
    text = written_out(f"a{unseen}b")
    assert text.isprintable()
    assert (text[:2], text[-1]) == ("a\\", "b")


@pytest.mark.parametrize("unseen", list("\u202a\u202e\u2066\u2069\u2800\u3164\ud800\udcff\ue000\ufeff\uffff\U000e0041"))
def test_a_surrogate_and_a_change_of_direction_are_written_out(unseen: str) -> None:
    assert written_out(unseen) == unseen.encode("unicode_escape").decode()


@pytest.mark.parametrize(
    "text", ["", "Zug 12 – „Grün“ …", "90\xa0%", "1\u202f000", "王小明", "e\u0301", "▀▒╭", "C:\\new"]
)
def test_all_else_stays_as_it_is(text: str) -> None:
    assert written_out(text) == text
    assert written_out(written_out(text)) == text


def test_a_line_of_text_mode_stays_one_line() -> None:
    out = io.StringIO()
    Voice(out).say("a\r\x1b[2K\nVALID")
    assert out.getvalue() == "a\\r\\x1b[2K\\nVALID\n"


def test_it_is_written_out_in_ascii_too() -> None:
    write_in_ascii(True)
    assert as_written("王\u202e") == "??\\u202e"


def test_the_full_screen_draws_it_as_wide_as_it_is_laid_out() -> None:
    text = "a\u202eb\x1bc\u200b"
    cells = _cells_of(text, "")
    assert "".join(cell.char for cell in cells) == r"a\u202eb\x1bc\u200b"
    assert len(cells) == columns_of(text)
