"""A review as one JSON document, for other programs; its form is described in docs/review-json.md."""

from __future__ import annotations

from typing import Final

from attrs import asdict

from mandala_client.records.replay import RecordedReplay, Replay
from mandala_client.records.replay_document import players_of
from mandala_client.records.review import Review
from mandala_client.records.review_table import forecast_object, table_of
from mandala_client.ui.blocks.tables import JsonObject
from mandala_protocol.seats import Seat

FORMAT: Final = "mandala-lan review"
FORMAT_VERSION: Final = 2


def document_of(replay: Replay, review: Review) -> JsonObject:
    """The whole review of this game; one without a record has no ID, and nobody has signed its result."""
    recorded = replay if isinstance(replay, RecordedReplay) else None
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "game": replay.game,
        "id": None if recorded is None else recorded.game_id.hex(),
        "players": players_of(replay),
        "complete": recorded is not None and recorded.complete,
        "judge": review.judge,
        "moves": table_of(review).objects(),
        "totals": [_total(review, seat) for seat in Seat],
        "course": _course(review, replay),
    }


def _course(review: Review, replay: Replay) -> JsonObject | None:
    if not review.course:
        return None
    moments = [
        {"step": replay.frames[moment.at].number, **forecast_object(moment.forecast)} for moment in review.course
    ]
    return {"seat": int(review.seats[0]), "moments": moments}


def _total(review: Review, seat: Seat) -> JsonObject | None:
    if seat not in review.seats:
        return None
    return {**asdict(review.total(seat)), "worst": [move.frame.number for move in review.worst(seat)]}
