"""A review as one JSON document, for other programs; its form is described in docs/review-json.md."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from mandala_client.records.replay import RecordedReplay
from mandala_client.records.review import Review, ReviewedMove
from mandala_net.trust.identity import fingerprint
from mandala_protocol.seats import Seat

FORMAT: Final = "mandala-lan review"
FORMAT_VERSION: Final = 1

ReviewDocument: TypeAlias = dict[str, Any]
"""What ``json.dumps`` takes: texts, numbers, true, false, null, lists and objects of them."""


def document_of(replay: RecordedReplay, review: Review) -> ReviewDocument:
    """The whole review of this game."""
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "game": replay.game,
        "id": replay.game_id.hex(),
        "players": [
            {"seat": int(seat), "name": name, "fingerprint": fingerprint(identity), "key": identity.hex()}
            for seat, name, identity in zip(Seat, replay.names, replay.identities, strict=True)
        ],
        "complete": replay.complete,
        "judge": review.judge,
        "moves": [_move(replay, move) for move in review.moves],
        "totals": [_total(review, seat) for seat in Seat],
    }


def _move(replay: RecordedReplay, move: ReviewedMove) -> ReviewDocument:
    return {
        "step": move.frame.number,
        "entry": move.frame.entry,
        "seat": int(move.seat),
        "notation": replay.ui.rules.format_move(move.move),
        "points": list(move.points),
        "swing": move.swing,
        "given_away": move.given_away,
        "forced": move.forced,
        "better": _better(replay, move),
    }


def _better(replay: RecordedReplay, move: ReviewedMove) -> ReviewDocument | None:
    if move.better is None:
        return None
    return {"notation": replay.ui.rules.format_move(move.better.move), "why": move.better.why}


def _total(review: Review, seat: Seat) -> ReviewDocument | None:
    if seat not in review.seats:
        return None
    total = review.total(seat)
    worst = [move.frame.number for move in review.worst(seat)]
    return {
        "moves": total.moves,
        "forced": total.forced,
        "best": total.best,
        "given_away": total.given_away,
        "worst": worst,
    }
