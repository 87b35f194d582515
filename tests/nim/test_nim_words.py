"""What is said about a game whose words leave out all that is optional."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mandala_client.games.deal import Deal
from mandala_client.games.game_words import listed_moves
from mandala_client.linear.noticing import noticed
from mandala_client.linear.word_help import help_lines
from mandala_client.play.alone import Alone
from mandala_client.play.practice import PracticeGame, Practising
from mandala_client.sentences.book_sentences import rule_sentences
from mandala_client.text.language import Language
from mandala_protocol.conversation.snapshot import Snapshot
from tests.narrowing import present
from tests.nim.nim_ui import NIM_UI
from tests.nim.rules import NIM, Take

pytestmark = pytest.mark.usefixtures("registered")


def our_turns() -> Iterator[Snapshot]:
    """Our first turn, and the one after we took a stone from heap C."""
    game = PracticeGame(Practising(Alone(NIM.name, "random", seed=3), "Anna", "Random bot"), Deal(3))
    for _turn in range(2):
        while game.bot_is_to_move:
            game.let_bot_move()
        yield game.snapshot()
        game.play(Take(2, 1))


def test_all_moves_are_listed_with_their_previews() -> None:
    turn = next(our_turns())
    legal = NIM.legal_moves(present(turn.view))
    moves = listed_moves(NIM_UI.words, turn, legal)
    assert [line.partition(": ")[0] for line in moves] == list(map(NIM.format_move, legal))
    assert moves[-1] == "C7: Heap C will have 0 stones."


def test_nothing_is_noticed_and_there_are_no_sides() -> None:
    before, after = our_turns()
    assert noticed(NIM_UI.words, before, after) == []
    assert NIM_UI.words.side(after, 0) == []
    words = [line.partition(": ")[0] for line in help_lines(NIM_UI.words)]
    assert {"rule", "repeat"} <= set(words)
    assert not {"left", "right"} & set(words)


def test_a_rule_is_read_by_its_number() -> None:
    rules = NIM_UI.books.rules(Language.ENGLISH)
    assert rule_sentences(rules, "n4") == ["Whoever takes the last stone wins, by 1 point to 0. (N4)"]
