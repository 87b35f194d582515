"""The log: before anything has happened at the table, and in one row for each move with its tile."""

from __future__ import annotations

from attrs import evolve

from mandala_client.games.patterns.patterns_words import PatternsWords
from mandala_client.games.table_events import event_lines
from mandala_client.play.frontend import Opponent
from mandala_client.table import updates
from mandala_client.table.table_model import TableModel
from mandala_client.text.language import Language
from mandala_client.ui.log_pane import Log, history
from mandala_client.ui.rows import Row, width_of
from mandala_client.ui.style import FULL_LOOK
from mandala_net.match.news import Talked
from mandala_protocol.conversation.events import Play
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.game import Moved
from mandala_protocol.games.patterns import PATTERNS, FlipTile, OpenGroup, SwapTile, TakeStart
from mandala_protocol.games.patterns.state import colour_at
from tests.client.at_table import press, seen
from tests.client.patterns.conftest import Sitting
from tests.client.scenes import each_language, set_to
from tests.client.sessions import Pair, join, settle
from tests.hearing import hear
from tests.narrowing import present

BESIDE_THE_TABLE = 34
"""The columns of a row of the log at 120 columns, without its margin."""


def _begun() -> Pair:
    """A game of Patterns in which the start tile is to be chosen."""
    pair = join(
        (bytes([40]) * 32, bytes([41]) * 32),
        (bytes([50]) * 32, bytes([51]) * 32),
        names=("Anna", "Ben"),
        game="patterns",
    )
    settle(*pair)
    return pair


def _move(speaker: Session, listener: Session) -> None:
    move = PATTERNS.legal_moves(speaker.referee.view(speaker.seat))[0]
    hear(listener, speaker.send(Play(move)))
    settle(speaker, listener)


def test_what_was_said_before_the_first_move_stays_and_the_words_are_told_once() -> None:
    pair = _begun()
    host = pair[0]
    model = evolve(TableModel(expected_game="patterns"), opponent=Opponent.PERSON)
    model = updates.with_snapshot(model, host.snapshot())
    assert model.laid
    assert not host.snapshot().steps
    model = updates.with_news(model, Talked("good luck"))
    speaker, listener = pair if host.pending is Pending.MOVE else pair[::-1]
    _move(speaker, listener)
    model = updates.with_snapshot(model, host.snapshot())
    words, talk, *chosen = (line.text for line in model.log)
    assert words.startswith("Authentication words:")
    assert talk == "Ben says: “good luck”"
    assert ["start tile" in text for text in chosen] == [True, True]


def _text(row: Row) -> str:
    return "".join(part.text for part in row)


@each_language
def test_each_move_of_a_whole_game_is_one_row_with_its_tiles(language: Language, sitting: Sitting) -> None:
    set_to(language, FULL_LOOK)
    last = present(sitting.ended.snapshot)
    names = present(last.names)
    kinds = set()
    for step in last.steps:
        rows = [line.brief for line in event_lines(PatternsWords().events(step), None, names)]
        if not isinstance(step.event, Moved):
            assert not any(rows)
            continue
        move = step.event.move
        kinds.add(type(move))
        tiles = [part.style for part in present(rows[0]) if part.style]
        if isinstance(move, TakeStart):
            assert tiles == [f"card.{move.colour.word}"]
        else:
            turned, taken = colour_at(step.after, move.field).word, colour_at(step.before, move.field).word
            both = [f"card.{turned}"] if isinstance(move, FlipTile) else [f"card.{turned}", f"card.{taken}"]
            assert tiles == both
            assert f" {move.field}" in _text(present(rows[0]))
        for row in rows:
            assert row is None or width_of(row) <= BESIDE_THE_TABLE
    assert kinds == {TakeStart, OpenGroup, FlipTile, SwapTile}


def test_tiles_of_the_other_player_are_not_solid_in_the_log(sitting: Sitting) -> None:
    last = present(sitting.ended.snapshot)
    movers = set()
    for step in last.steps:
        if not isinstance(step.event, Moved):
            continue
        first, *_flips = event_lines(PatternsWords().events(step), last.seat, present(last.names))
        kind = "card" if step.event.seat is last.seat else "outline"
        assert {part.style.split(".")[0] for part in present(first.brief) if part.style} == {kind}
        movers.add(step.event.seat)
    assert len(movers) == 2


def test_the_final_flips_are_rows_too_at_the_table_and_in_the_replay(sitting: Sitting) -> None:
    last = present(sitting.ended.snapshot)
    end = next(step for step in reversed(last.steps) if isinstance(step.event, Moved))
    flips = end.after.stopped.final_flips
    lines = event_lines(PatternsWords().events(end), last.seat, present(last.names))
    drawn = [_text(line.brief) for line in lines if line.brief]
    assert [one for one in drawn if "final flip" in one] == [one for one in drawn[1:] if "You" in one]
    assert len(drawn) == 1 + len(flips)
    shown = [present(frame.lines[-1].brief) for frame in sitting.replay.frames if frame.part]
    assert [_text(row).split("final flip on ")[1].split(",")[0] for row in shown] == [str(field) for field in flips]


def test_where_the_log_is_read_it_has_whole_sentences(sitting: Sitting) -> None:
    model = sitting.models[-1]
    beside = "\n".join(map(_text, history(model.history, FULL_LOOK, 80, 5)))
    assert "final" not in beside
    assert "→" in beside or "flipped on" in beside
    assert "points." in seen(press(model, "f7")[0])
    assert "points." not in beside
    assert Log(model.log).lines == model.log
