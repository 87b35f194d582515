"""A replay as one JSON document, for other programs; its form is described in docs/replay-json.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from mandala_client.games.game_ui import AnyGameUI
from mandala_client.records.replay import Frame, RecordedReplay, Replay
from mandala_client.ui.blocks.tables import JsonObject
from mandala_net.trust.identity import fingerprint
from mandala_protocol.games.game import Dealt, EndOfGame, GameEvent, Moved, Over, Revealed, Shuffled
from mandala_protocol.record.steps import Abandoned, Adjourned, Step
from mandala_protocol.seats import Seat

FORMAT: Final = "mandala-lan replay"
FORMAT_VERSION: Final = 1


def document_of(replay: RecordedReplay, date: str | None = None) -> JsonObject:
    """The whole game; ``date`` is when it was begun, in ISO 8601, if that is known."""
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "game": replay.game,
        "id": replay.game_id.hex(),
        "date": date,
        "players": players_of(replay),
        "first": int(replay.first),
        "start": _start(replay),
        "steps": [_step(replay.ui, frames) for frames in _whole(replay.frames)],
        "result": _result(replay),
        "complete": replay.complete,
        "fault": _fault(replay),
    }


def _start(replay: RecordedReplay) -> JsonObject:
    """The position before anything is shuffled or moved, which both programs derive from the opened keys."""
    return {"entry": replay.beginning.entry, **_position(replay.ui, replay.beginning.state)}


def _position(ui: AnyGameUI, state: Any) -> JsonObject:
    return {"position": ui.rules.position(state), "digest": ui.rules.digest(state).hex()}


def players_of(replay: Replay) -> list[JsonObject]:
    """Return both players by seat; those of a game without a record have no keys."""
    identities = replay.identities if isinstance(replay, RecordedReplay) else (None, None)
    return [
        {
            "seat": int(seat),
            "name": name,
            "fingerprint": None if identity is None else fingerprint(identity),
            "key": None if identity is None else identity.hex(),
        }
        for seat, name, identity in zip(Seat, replay.names, identities, strict=True)
    ]


def _whole(frames: Iterable[Frame]) -> list[list[Frame]]:
    """The frames of each event together: an event that is shown in parts is one step here."""
    events: list[list[Frame]] = []
    for frame in frames:
        if frame.part:
            events[-1].append(frame)
        else:
            events.append([frame])
    return events


def _step(ui: AnyGameUI, parts: Sequence[Frame]) -> JsonObject:
    frame, last = parts[0], parts[-1]
    event, seat, notation = _event(ui, frame)
    return {
        "number": frame.number,
        "entry": frame.entry,
        "event": event,
        "seat": None if seat is None else int(seat),
        "notation": notation,
        **_position(ui, last.state),
        "hands": [None if held is None else ui.records.hidden(held) for held in frame.held],
        "told": [sentence for part in parts for sentence in part.sentences],
    }


def _event(ui: AnyGameUI, frame: Frame) -> tuple[str, Seat | None, str | None]:
    """Its name, whose deed it is, and the move in notation."""
    match frame.happening:
        case Step(event=event):
            return _event_of_the_game(ui, event)
        case Adjourned():
            return "adjourned", None, None
        case Abandoned(waited=waited):
            return "abandoned", waited, None


def _event_of_the_game(ui: AnyGameUI, event: GameEvent[Any]) -> tuple[str, Seat | None, str | None]:
    match event:
        case Shuffled():
            return "shuffled", None, None
        case Dealt():
            return "dealt", None, None
        case Moved(seat=seat, move=move):
            return "moved", seat, ui.rules.format_move(move)
        case EndOfGame(reason=reason, seat=resigned):
            return reason.value, resigned, None
        case Revealed():
            return "revealed", None, None


def _result(replay: RecordedReplay) -> JsonObject | None:
    state = replay.frames[-1].state if replay.frames else replay.beginning.state
    expected = replay.ui.rules.expects(state)
    if not isinstance(expected, Over):
        return None
    result = expected.result
    return {
        "scores": list(result.scores),
        "winner": None if result.winner is None else int(result.winner),
        "reason": result.termination.value,
        **replay.ui.records.result_details(state),
    }


def _fault(replay: RecordedReplay) -> JsonObject | None:
    if replay.fault is None:
        return None
    return {"entry": replay.fault.number, "sentence": replay.standing}
