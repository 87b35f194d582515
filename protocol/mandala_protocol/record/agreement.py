"""The checks that both programs have the same position and the same result, and what each has where they differ."""

from __future__ import annotations

from typing import Any

import attrs

from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.game import Game
from mandala_protocol.record.move_effect import MoveEffect
from mandala_protocol.record.transcript import Entry
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Move, ResultBody


def require_same_position(rules: Game[Any, Any], body: Move, effect: MoveEffect, entry: Entry) -> None:
    """Refuse a move after which the speaker has another position (PL6). Raises ``RemoteProtocolError``."""
    if body.digest == effect.digest:
        return
    detail = Sentence("after {move} the other program has a different position", move=body.move)
    compared = f"{position_here(rules, effect.after)} there: digest={body.digest.hex()}"
    raise RemoteProtocolError(Code.STATE_MISMATCH, "PL6", detail, entry.evidence, compared)


def require_same_result(rules: Game[Any, Any], state: Any, body: ResultBody, ours: ResultBody, entry: Entry) -> None:
    """Refuse a result that is not the one of this game (EN5). Raises ``RemoteProtocolError``."""
    if body == ours:
        return
    names = [field.name for field in attrs.fields(ResultBody)]
    differing = [name for name in names if getattr(body, name) != getattr(ours, name)]
    detail = Sentence("the result is not the one of this game: {fields}", fields=", ".join(differing))
    scores, winner = ",".join(map(str, ours.scores)), "nil" if ours.winner is None else ours.winner
    compared = f'{position_here(rules, state)} scores=[{scores}] winner={winner} reason="{ours.reason}"'
    raise RemoteProtocolError(Code.WRONG_RESULT, "EN5", detail, entry.evidence, compared)


def position_here(rules: Game[Any, Any], state: Any) -> str:
    """Return this program's position line and its digest, for a trace."""
    return f'here: position="{rules.position(state)}" digest={rules.digest(state).hex()}'
