"""The sentences about a game whose words leave out all that is optional."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve

from mandala_client.games.deal import Deal
from mandala_client.games.game_words import listed_moves
from mandala_client.linear.text_table import noticed
from mandala_client.linear.word_help import help_lines
from mandala_client.play.alone import Alone
from mandala_client.play.practice import PracticeGame, Practising
from mandala_client.sentences.book_sentences import rule_sentences
from mandala_client.text.language import Language
from mandala_client.text.typed_words import TypedWord
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import EndOfGame, EndReason, GameEvent, Moved, Revealed, View
from mandala_protocol.seats import Seat
from tests.narrowing import present
from tests.nim.nim_ui import NIM_UI
from tests.nim.rules import NIM, NimState, Take

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


def test_nothing_is_noticed_and_there_are_no_parts() -> None:
    before, after = our_turns()
    assert noticed(NIM_UI.words, before, after) == []
    assert NIM_UI.words.part(after, TypedWord.LEFT, "") == []
    words = [line.partition(": ")[0] for line in help_lines(NIM_UI.words)]
    assert {"rule", "repeat"} <= set(words)
    assert not {"left", "right", "field", "chance"} & set(words)
    assert "hint: suggest a move; only against a bot." in help_lines(NIM_UI.words)


def test_a_rule_is_read_by_its_number() -> None:
    rules = NIM_UI.books.rules(Language.ENGLISH)
    assert rule_sentences(rules, "n4") == ["Whoever takes the last stone wins, by 1 point to 0. (N4)"]


def test_a_move_is_typed_in_capital_or_small_letters() -> None:
    words = NIM_UI.words
    assert [words.typed(text) for text in ("B3", " b3 ", "D1", "B", "")] == [Take(1, 3), Take(1, 3), None, None, None]


@pytest.mark.parametrize(
    ("ended", "to_us", "to_all"),
    [
        (
            EndOfGame(EndReason.RESIGNED, Seat.HOST),
            "You resigned; Ben wins.",
            "Ben wins 1 to 0. Anna resigned.",
        ),
        (
            EndOfGame(EndReason.RESIGNED, Seat.GUEST),
            "Ben resigned; you win.",
            "Anna wins 1 to 0. Ben resigned.",
        ),
        (
            EndOfGame(EndReason.AGREED, None),
            "Game over: a draw, 0 to 0. You both agreed to end it.",
            "A draw, 0 to 0. Both agreed to end it.",
        ),
        (
            Moved(Seat.HOST, Take(2, 7)),
            "Game over: you win 1 to 0. The last stone was taken.",
            "Anna wins 1 to 0. The last stone was taken.",
        ),
    ],
)
def test_the_end_is_told_to_a_player_and_to_an_observer(ended: GameEvent[Take], to_us: str, to_all: str) -> None:
    words, names = NIM_UI.words, ("Anna", "Ben")
    before = evolve(next(our_turns()), seat=Seat.HOST, names=names)
    going_on = evolve(before, view=View(NimState(Seat.HOST, (0, 0, 7)), Seat.HOST, {}))
    assert words.game_over(going_on) is None
    assert words.score(going_on) == []
    assert words.points_now(going_on) == "No points are counted before the end of the game."
    state = NIM.apply(NIM.apply(present(going_on.view).state, ended), Revealed(({}, {})))
    over = evolve(going_on, view=View(state, Seat.HOST, {}))
    assert words.game_over(over) == to_us
    assert words.onlooker_score(state, names) == [to_all]
    own, other = present(state.ended).scores
    assert sentences_of(words.score(over)) == [f"Points: you {own}, Ben {other}."]
