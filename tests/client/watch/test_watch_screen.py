"""The second screen: a few pictures of it, the laws of every screen, and leaving it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import pyte
import pytest
from attrs import evolve
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput
from prompt_toolkit.output import DummyOutput

from mandala_client.games.game_table import TableForm
from mandala_client.records.watching import Watched, Watching
from mandala_client.screens.watch_screen import run_watch, watch_screen
from mandala_client.settings.settings import Settings
from mandala_client.text.sorry import Sorry
from mandala_client.ui.rows import Screen
from mandala_client.ui.style import FULL_LOOK, SHADED_LOOK, Look
from mandala_protocol.wire.messages import Move
from tests.client import laws
from tests.client.painting import painted
from tests.client.scenes import SIZES, STANDARD, WIDE
from tests.client.watch.conftest import Entries, Kept, before_keys

See = Callable[[Entries], Watched]
Compare = Callable[[str, pyte.Screen], None]

OTHER_SIZES: Final = ((60, 30), (80, 22), (100, 30), (112, 24), (200, 60), (300, 80))


def draw(watched: Watched | None, look: Look, columns: int, lines: int) -> Screen:
    return watch_screen(watched, look, columns, lines)


def in_mid_game(entries: Entries) -> int:
    """The number of the entry in the midst of the game with which a player moves."""
    return [entry.number for entry in entries if isinstance(entry.body, Move)][20]


@pytest.mark.parametrize("size", SIZES)
def test_a_game_that_is_played(seen: See, whole: Entries, size: tuple[int, int], matches_golden: Compare) -> None:
    drawing = partial(draw, seen(whole[: in_mid_game(whole)]), FULL_LOOK)
    matches_golden(f"watch-{size[0]}x{size[1]}", painted(drawing, *size))


def test_a_game_that_is_over(seen: See, whole: Entries, matches_golden: Compare) -> None:
    matches_golden("watch-end-80x24", painted(partial(draw, seen(whole), FULL_LOOK), *STANDARD))


def test_a_game_of_patterns(seen: See, tiles: Entries, matches_golden: Compare) -> None:
    drawing = partial(draw, seen(tiles[: in_mid_game(tiles)]), FULL_LOOK)
    matches_golden("watch-patterns-80x24", painted(drawing, *STANDARD))


@pytest.mark.parametrize("size", [WIDE, (200, 60)])
def test_beside_a_large_board_of_patterns_is_what_each_player_has(
    seen: See, tiles: Entries, size: tuple[int, int]
) -> None:
    columns, lines = size
    shown = watch_screen(seen(tiles[: in_mid_game(tiles)]), FULL_LOOK, columns, lines)
    beside = [laws.text_of(row)[columns // 2 :] for row in shown.rows]
    assert sum("│bowl" in row for row in beside) == 2
    assert sum("what happened" in row for row in beside) == 1


def lengths_of(entries: Entries) -> list[int]:
    """A game before it begins, while the cards are shuffled, in its midst, before all is open, and at its end."""
    return [2, 6, in_mid_game(entries), len(before_keys(entries)), len(entries)]


@pytest.fixture(params=["mandala", "patterns"])
def made(
    request: pytest.FixtureRequest,
    seen_in_turn: Callable[[Entries, list[int]], list[Watched]],
    whole: Entries,
    tiles: Entries,
) -> laws.Making:
    entries = whole if request.param == "mandala" else tiles

    def make() -> Iterator[laws.Drawn]:
        yield laws.Drawn("", partial(draw, None), ())
        for number, watched in enumerate(seen_in_turn(entries, lengths_of(entries))):
            yield laws.Drawn("watch" * number, partial(draw, watched), ("Anna", "Ben"))

    return make


@pytest.mark.portion
def test_what_holds_for_every_screen_holds_for_the_second_screen(
    made: laws.Making, monkeypatch: pytest.MonkeyPatch
) -> None:
    laws.hold_everywhere(made, OTHER_SIZES, monkeypatch)


def test_all_that_is_said_on_the_second_screen_is_translated(made: laws.Making) -> None:
    laws.all_is_translated(made)


@pytest.mark.parametrize("size", [WIDE, (200, 60)])
def test_in_a_large_window_the_table_is_in_the_middle(seen: See, whole: Entries, size: tuple[int, int]) -> None:
    shown = watch_screen(seen(whole[: in_mid_game(whole)]), FULL_LOOK, *size)
    used = [number for number, line in enumerate(shown.rows[1:]) if laws.text_of(line)[: STANDARD[0]].strip()]
    above, below = used[0], len(shown.rows) - 2 - used[-1]
    assert above > 0
    assert below - above in (0, 1)


def test_the_end_of_a_game_leaves_room_for_a_table_beside_the_points(seen: See, whole: Entries) -> None:
    watched = seen(whole)
    shown = watch_screen(watched, SHADED_LOOK, *WIDE)
    table = watched.ui.table.board(watched.scene, SHADED_LOOK, TableForm.STANDARD, STANDARD[0])
    said = [laws.text_of(line) for line in shown.rows]
    assert all(any(line.startswith(laws.text_of(row).rstrip()) for line in said) for row in table)
    assert any("Points" in line[STANDARD[0] :] for line in said)


def test_names_of_any_length_fit(seen: See, whole: Entries) -> None:
    watched = evolve(seen(whole[: in_mid_game(whole)]), names=("Bartholomeus " * 3, "界" * 20))
    for size in (*SIZES, *OTHER_SIZES):
        laws.fits_in(watch_screen(watched, FULL_LOOK, *size), FULL_LOOK, size)


def test_a_window_that_is_too_small_says_so(seen: See, whole: Entries) -> None:
    shown = watch_screen(seen(whole[:60]), FULL_LOOK, 39, 20)
    assert "Too small" in laws.text_of(shown.rows[0])


# Leaving it.


class Window(DummyOutput):
    """A terminal of the usual size."""

    def get_size(self) -> Size:
        return Size(rows=24, columns=80)


@pytest.mark.parametrize("key", ["q", "Q", "\x1b", "\x03"])
def test_a_key_leaves_and_no_other_does_anything(kept: Kept, whole: Entries, keyboard: PipeInput, key: str) -> None:
    saved = kept.begin(whole[:60])
    watch = partial(Watching, kept.public, kept.paths.locks)
    keyboard.send_text(f"x\r\x1b[A\x1b[B /hello {key}")
    with create_app_session(input=keyboard, output=Window()):
        run_watch(watch, kept.stored(saved), Settings())


def test_a_game_that_is_gone_ends_the_screen_with_a_sentence(kept: Kept, whole: Entries, keyboard: PipeInput) -> None:
    saved = kept.begin(whole[:60])
    stored = kept.stored(saved)
    kept.store.forget(saved.row)
    watch = partial(Watching, kept.public, kept.paths.locks)
    with pytest.raises(Sorry, match="is gone from the store"), create_app_session(input=keyboard, output=Window()):
        run_watch(watch, stored, Settings())


def test_a_keyboard_that_is_gone_ends_the_screen(kept: Kept, whole: Entries, keyboard: PipeInput) -> None:
    saved = kept.begin(whole[:60])
    keyboard.close()
    watch = partial(Watching, kept.public, kept.paths.locks)
    with pytest.raises((EOFError, KeyboardInterrupt)), create_app_session(input=keyboard, output=Window()):
        run_watch(watch, kept.stored(saved), Settings())
