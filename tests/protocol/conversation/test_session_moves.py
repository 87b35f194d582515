"""A move on its way: a value of the game on both sides, worked out once on each, and text only on the wire."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mandala_protocol.conversation.events import Play
from mandala_protocol.games.game import Game, GameEvent, Moved
from mandala_protocol.games.mandala import MANDALA, MandalaMove, MandalaState
from mandala_protocol.wire.messages import Move
from tests.protocol.conversation import conftest
from tests.protocol.conversation.conftest import Pair


class CountingRules:
    """Mandala, which counts for how many moves it was asked what they do, how they are written, and what they say."""

    def __init__(self) -> None:
        self.rules: Game[MandalaState, MandalaMove] = MANDALA
        self.calls: Counter[str] = Counter()

    def apply(self, state: MandalaState, event: GameEvent[MandalaMove]) -> MandalaState:
        self.calls["apply"] += isinstance(event, Moved)
        return self.rules.apply(state, event)

    def digest(self, state: MandalaState) -> bytes:
        self.calls["digest"] += 1
        return self.rules.digest(state)

    def format_move(self, move: MandalaMove) -> str:
        self.calls["format_move"] += 1
        return self.rules.format_move(move)

    def parse_move(self, text: str) -> MandalaMove:
        self.calls["parse_move"] += 1
        return self.rules.parse_move(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)


def test_each_side_works_a_move_out_once_and_only_the_wire_has_it_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = CountingRules()
    monkeypatch.setattr(conftest, "GAMES", {MANDALA.name: rules})
    pair = Pair(1)
    for _ in range(12):
        mover = pair.until_due(Move)
        move = MANDALA.legal_moves(mover.referee.view(mover.seat))[0]
        rules.calls.clear()
        said = mover.send(Play(move))
        assert rules.calls == {"apply": 1, "digest": 1, "format_move": 1}
        rules.calls.clear()
        pair.deliver(mover.seat, said)
        assert rules.calls == {"apply": 1, "digest": 1, "parse_move": 1}
        for session in pair.sessions:
            assert session.referee.steps[-1].event == Moved(mover.seat, move)
