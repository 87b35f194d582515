"""A replay as one JSON document, for other programs; its form is described in docs/replay-json.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from mandala_client.records.replay import Frame, RecordedReplay
from mandala_net.trust.identity import fingerprint
from mandala_protocol.games.game import HAND, Counts, Dealt, EndOfGame, GameEvent, Moved, Revealed, Shuffled
from mandala_protocol.games.mandala import COLOURS, MANDALA, MandalaMove, MandalaState
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.position import format_pile
from mandala_protocol.games.mandala.scoring import ScoreSheet, SeatScore, score_sheet
from mandala_protocol.games.mandala.state import GameOver
from mandala_protocol.record.steps import Abandoned, Adjourned, Step
from mandala_protocol.seats import Seat

FORMAT: Final = "mandala-lan replay"
FORMAT_VERSION: Final = 1

ReplayDocument: TypeAlias = dict[str, Any]
"""What ``json.dumps`` takes: texts, whole numbers, true, false, null, lists and objects of them."""


def document_of(replay: RecordedReplay, date: str | None = None) -> ReplayDocument:
    """The whole game; ``date`` is when it was begun, in ISO 8601, if that is known."""
    state = replay.frames[-1].state
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "game": MANDALA.name,
        "id": replay.game_id.hex(),
        "date": date,
        "players": [
            {"seat": int(seat), "name": name, "fingerprint": fingerprint(identity), "key": identity.hex()}
            for seat, name, identity in zip(Seat, replay.names, replay.identities, strict=True)
        ],
        "first": int(state.first),
        "steps": [_step(frame) for frame in replay.frames],
        "result": _result(state),
        "complete": replay.complete,
        "fault": _fault(replay),
    }


def _step(frame: Frame) -> ReplayDocument:
    event, seat, notation = _event(frame)
    return {
        "number": frame.number,
        "entry": frame.entry,
        "event": event,
        "seat": None if seat is None else int(seat),
        "notation": notation,
        "position": MANDALA.position(frame.state),
        "hands": [_held(held) for held in frame.held],
        "told": list(frame.told),
    }


def _event(frame: Frame) -> tuple[str, Seat | None, str | None]:
    """Its name, whose deed it is, and the move in notation."""
    match frame.happening:
        case Step(event=event):
            return _event_of_the_game(event)
        case Adjourned():
            return "adjourned", None, None
        case Abandoned(waited=waited):
            return "abandoned", waited, None


def _event_of_the_game(event: GameEvent[MandalaMove]) -> tuple[str, Seat | None, str | None]:
    match event:
        case Shuffled():
            return "shuffled", None, None
        case Dealt():
            return "dealt", None, None
        case Moved(seat=seat, move=move):
            return "moved", seat, MANDALA.format_move(move)
        case EndOfGame(reason=reason, seat=resigned):
            return reason.value, resigned, None
        case Revealed():
            return "revealed", None, None


def _held(held: Mapping[str, Counts] | None) -> ReplayDocument | None:
    if held is None:
        return None
    return {name: format_pile(held.get(name, NO_CARDS)) for name in (HAND, "cup")}


def _result(state: MandalaState) -> ReplayDocument | None:
    if not isinstance(state.phase, GameOver):
        return None
    sheet: ScoreSheet = score_sheet(state)
    return {
        "scores": [score.total for score in sheet.seats],
        "winner": None if sheet.winner is None else int(sheet.winner),
        "by_cup": sheet.by_cup,
        "reason": sheet.reason,
        "cups": [score.cup for score in sheet.seats],
        "slots": [_slots(score) for score in sheet.seats],
    }


def _slots(score: SeatScore) -> list[ReplayDocument]:
    return [
        {
            "slot": slot.value,
            "colour": None if slot.colour is None else COLOURS[slot.colour].letter,
            "cards": slot.cards,
            "points": slot.points,
        }
        for slot in score.slots
    ]


def _fault(replay: RecordedReplay) -> ReplayDocument | None:
    if replay.fault is None:
        return None
    return {"entry": replay.fault.number, "sentence": replay.standing}
