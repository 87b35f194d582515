"""The helpers that read a terminal: a word that is only half written is not a word yet."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.onlooker import mentions_cards
from tests.e2e.programs import Player
from tests.e2e.watched import USUAL, Watched


def test_a_secret_word_that_begins_with_a_colour_is_no_card_however_it_comes(tmp_path: Path) -> None:
    with Watched(Player(tmp_path), ("--version",), USUAL) as terminal:
        for piece in (b"\x1b[2J\x1b[HYour words: nabe red", b"o vuwi\x1b[1;1H", b"\x1b[4;1Hblack", b"ened\x1b[0m"):
            terminal._stream.feed(piece)
        assert len(terminal.pages) >= 4
        assert not [page for _before, page in terminal.pages if mentions_cards(page)]


def test_a_colour_on_a_page_is_found_as_soon_as_something_comes_after_it(tmp_path: Path) -> None:
    with Watched(Player(tmp_path), ("--version",), USUAL) as terminal:
        terminal._stream.feed(b"\x1b[2J\x1b[HBen has a red card")
        assert mentions_cards(terminal.pages[-1][1])
