"""The lines of the log about what has happened in a game."""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve

from mandala_client.games.game_words import GameWords
from mandala_client.games.table_events import TableEvent
from mandala_client.sentences import offer_text
from mandala_client.ui.log_pane import LogLine, Tone
from mandala_client.ui.rows import BLANK
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Moved
from mandala_protocol.record.steps import Step

MOST_LOG_LINES: Final = 2000
"""The most lines of the log; of more only the newest are kept."""


def with_lines(log: tuple[LogLine, ...], *lines: LogLine) -> tuple[LogLine, ...]:
    """The log with these lines at its end."""
    return (*log, *lines)[-MOST_LOG_LINES:]


def with_steps(
    log: tuple[LogLine, ...], known: Snapshot | None, snapshot: Snapshot, words: GameWords[Any]
) -> tuple[LogLine, ...]:
    """The log with the steps of the game since the ``known`` snapshot, and with what we have offered since."""
    told = 0 if known is None else len(known.steps)
    lapsed = offer_text.lapsed(known)
    for number, step in enumerate(snapshot.steps[told:], start=told + 1):
        log = (*log, *_event_lines(step, snapshot, number, words))
        log = _with_drawn(log, snapshot, number, words)
        if isinstance(step.event, Moved):
            log += tuple(LogLine(text, Tone.AUTOMATIC, number) for text in lapsed)
            lapsed = []
    offered = offer_text.told_of_own(known, snapshot)
    return with_lines(log, *([] if offered is None else [LogLine(offered, Tone.NEWS, len(snapshot.steps))]))


def _event_lines(step: Step, snapshot: Snapshot, number: int, words: GameWords[Any]) -> tuple[LogLine, ...]:
    """The events of the step of this number, counted from 1."""
    lines = []
    for event in words.events(step):
        deed = Tone.OWN if event.who is snapshot.seat else Tone.OTHER
        tone = deed if event.is_deed else Tone.AUTOMATIC
        lines.append(_event_line(event, snapshot, tone, number))
    return tuple(lines)


def _event_line(event: TableEvent, snapshot: Snapshot, tone: Tone, number: int) -> LogLine:
    assert snapshot.names is not None, "whoever plays has a name"
    line = event.line(snapshot.seat, snapshot.names)
    return LogLine(line.text, Tone.LOUD if line.is_loud else tone, number, line.brief)


def _with_drawn(
    log: tuple[LogLine, ...], snapshot: Snapshot, number: int, words: GameWords[Any]
) -> tuple[LogLine, ...]:
    """The log with the cards that this step, counted from 1, brought to our hand: beside the move that drew them."""
    for event in words.drawn(snapshot, number - 1):
        line = _event_line(event, snapshot, Tone.AUTOMATIC, number)
        if line.brief and log and log[-1].tone is Tone.OWN and log[-1].brief and not log[-1].more:
            log, line = (*log[:-1], evolve(log[-1], more=line.brief)), evolve(line, brief=BLANK)
        log = (*log, line)
    return log
