"""Laws of what happens at a table, in random games of every game: sentences, rows, loudness and motions agree."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mandala_client.games.catalogue import ui_of
from mandala_client.games.colour_words import colour_name
from mandala_client.games.game_words import GameWords
from mandala_client.games.table_events import TableEvent, event_lines, event_sentences, motion_of, parts_of
from mandala_client.records.told_simulation import ToldSimulation
from mandala_client.text.language import Language, speak
from mandala_client.ui.rows import BLANK
from mandala_client.ui.style import FULL_LOOK
from mandala_protocol.games.colours import COLOURS
from mandala_protocol.games.counts import spread
from mandala_protocol.games.game import Counts, EndOfGame, EndReason, Face, Game, Moved
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat
from tests.nim.rules import NIM
from tests.nim.words import NimWords

NAMES = ("Adéla", "Zygmunt")
SIDES = (*Seat, None)
ENDS = (EndOfGame(EndReason.RESIGNED, Seat.HOST), EndOfGame(EndReason.AGREED, None), None, None)
GAMES: dict[str, tuple[Game[Any, Any], Callable[[], GameWords[Any]]]] = {
    "mandala": (MANDALA, lambda: ui_of("mandala").words),
    "patterns": (PATTERNS, lambda: ui_of("patterns").words),
    "nim": (NIM, NimWords),
}

each_game = pytest.mark.parametrize("game", GAMES)
some_games = settings(max_examples=12)
seeds = st.integers(min_value=0, max_value=2**32 - 1)


def steps_of(game: str, seed: int) -> tuple[Step, ...]:
    """The steps of a game of random moves, which is broken off in some cases."""
    chance = random.Random(seed)

    def shuffle(faces: Counts) -> Sequence[Face]:
        cards = list(spread(faces))
        chance.shuffle(cards)
        return cards

    end, moves = chance.choice(ENDS), chance.randrange(60)
    simulation = ToldSimulation(GAMES[game][0], chance.choice(list(Seat)), chance.randbytes(32), shuffle)
    while simulation.to_move is not None:
        if end is not None and not moves:
            simulation.end(end)
            break
        simulation.play(chance.choice(simulation.legal_moves()))
        moves -= 1
    return simulation.steps


def told_of(game: str, steps: Iterable[Step]) -> Iterator[tuple[TableEvent, ...]]:
    """The events of each step, in the language that is spoken now."""
    return map(GAMES[game][1]().events, steps)


def happened(game: str, seed: int) -> Iterator[tuple[Step, tuple[TableEvent, ...]]]:
    steps = steps_of(game, seed)
    return zip(steps, told_of(game, steps), strict=True)


@each_game
@some_games
@given(seed=seeds)
def test_every_event_is_a_whole_sentence_for_both_players_and_for_whoever_looks_on(game: str, seed: int) -> None:
    steps = steps_of(game, seed)
    for language in Language:
        speak(language)
        for events in told_of(game, steps):
            for event in events:
                for side in SIDES:
                    sentence = event.sentence(side, NAMES)
                    assert sentence.endswith((".", "!")), sentence
                    assert "{" not in sentence
                if event.who is not None:
                    assert NAMES[event.who] not in event.sentence(event.who, NAMES)
                    assert NAMES[event.who] in event.sentence(event.who.other, NAMES) == event.sentence(None, NAMES)


@each_game
@some_games
@given(seed=seeds)
def test_loudness_and_rows_do_not_depend_on_the_language(game: str, seed: int) -> None:
    steps = steps_of(game, seed)

    def forms() -> list[tuple[bool, bool, bool]]:
        told = list(told_of(game, steps))
        lines = [line for side in SIDES for events in told for line in event_lines(events, side, NAMES)]
        return [(line.is_loud, line.brief is None, line.brief == BLANK) for line in lines]

    in_english = forms()
    for language in (Language.GERMAN, Language.DUTCH):
        speak(language)
        assert forms() == in_english
    speak(Language.ENGLISH)


@each_game
@some_games
@given(seed=seeds)
def test_every_sentence_has_its_own_row_with_no_other_player_and_no_other_colours(game: str, seed: int) -> None:
    for _step, events in happened(game, seed):
        for side in SIDES:
            lines = event_lines(events, side, NAMES)
            assert [line.text for line in lines] == event_sentences(events, side, NAMES)
            for line in lines:
                drawn = {part.style.rpartition(".")[2] for part in line.brief or BLANK if part.style}
                assert drawn <= {colour.word for colour in COLOURS if colour_name(colour) in line.text}, line
                text = "".join(part.text for part in line.brief or BLANK)
                assert all(name in line.text for name in NAMES if name in text), line
                assert "you" in line.text.lower() or "You" not in text, line


@each_game
@some_games
@given(seed=seeds)
def test_a_move_is_one_deed_of_its_player_and_the_parts_of_a_step_end_with_its_table(game: str, seed: int) -> None:
    for step, events in happened(game, seed):
        deeds = [event.who for event in events if event.is_deed]
        assert deeds == ([step.event.seat] if isinstance(step.event, Moved) else [])
        parts = parts_of(events, step.after)
        assert [event for part in parts for event in part.events] == list(events)
        assert parts[-1].table == step.after
        assert len(parts) == max(1, sum(event.table is not None for event in events))


@each_game
@some_games
@given(seed=seeds)
def test_what_moves_is_said_in_a_banner_and_what_is_loud_comes_first(game: str, seed: int) -> None:
    for _step, events in happened(game, seed):
        for seat in Seat:
            motion = motion_of(events, seat, NAMES, FULL_LOOK)
            moving = [event for event in events if event.ways is not None]
            assert (motion is None) == (not moving)
            if motion is not None:
                loud = [event.sentence(seat, NAMES) for event in moving if event.is_loud(seat)]
                said = [(event.banner or event).sentence(seat, NAMES) for event in moving]
                assert motion.banner in (loud or said)
                assert all(lane.origin and lane.goal and lane.cards for lane in motion.lanes)
