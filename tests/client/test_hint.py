"""A hint is the greedy bot's own move, from our view alone, with its reason in words."""

from __future__ import annotations

from attrs import evolve

from mandala_client.hint import hint
from mandala_net.bots import GreedyBot
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.snapshot import Owes, Snapshot


def test_every_hint_of_a_game_is_a_legal_move_with_a_sentence(moments: tuple[Snapshot, ...]) -> None:
    asked = [moment for moment in moments if moment.owes is Owes.MOVE]
    assert asked
    for moment in asked:
        told = hint(moment)
        assert told is not None
        assert moment.view is not None
        assert MANDALA.parse_move(told.move) == GreedyBot(0).choose(moment.view)
        assert told.sentence.startswith(f"Hint: {told.move} – ")
        assert told.sentence.endswith(".")
        assert "{" not in told.sentence


def test_there_is_no_hint_when_it_is_not_our_move(moments: tuple[Snapshot, ...]) -> None:
    moment = next(moment for moment in moments if moment.owes is Owes.MOVE)
    assert hint(evolve(moment, owes=Owes.NOTHING)) is None
    assert hint(evolve(moment, view=None)) is None


def test_a_hint_depends_on_nothing_but_the_own_view(moments: tuple[Snapshot, ...]) -> None:
    moment = next(moment for moment in moments if moment.owes is Owes.MOVE)
    alone = evolve(moment, steps=(), names=None, length=0)
    assert hint(alone) == hint(moment)
