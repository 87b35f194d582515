"""The screens of the lobby as a terminal shows them, each compared with a file that can be read.

After a change that is meant, write them anew and read what changed:
``MANDALA_WRITE_GOLDEN=1 .venv/bin/pytest tests/client/lobby/test_lobby_golden.py``
"""

from __future__ import annotations

from collections.abc import Callable

import pyte
import pytest

from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.lobby_model import LobbyModel
from mandala_client.ui.style import Depth
from tests.client.lobby.conftest import Show
from tests.client.lobby.lobbies import after, busy, empty

Compare = Callable[[str, pyte.Screen], None]

SIZES = [(40, 20), (80, 24), (120, 40)]
each_size = pytest.mark.parametrize(("columns", "lines"), SIZES)


def test_the_lobby_when_nobody_is_there(show: Show, matches_golden: Compare) -> None:
    matches_golden("lobby-empty-80x24", show(empty()))


@each_size
def test_the_lobby_with_games_on_the_network(columns: int, lines: int, show: Show, matches_golden: Compare) -> None:
    matches_golden(f"lobby-games-{columns}x{lines}", show(busy(), columns, lines))


def test_a_game_that_is_pointed_at_is_told_of_in_full(show: Show, matches_golden: Compare) -> None:
    matches_golden("lobby-pointed-80x24", show(after(busy(), "home", "down")))


def test_before_anything_is_read_or_heard(show: Show, matches_golden: Compare) -> None:
    matches_golden("lobby-first", show(LobbyModel()))


def test_where_nothing_can_be_heard_the_reason_is_shown(show: Show, matches_golden: Compare) -> None:
    reason = "Games on this network cannot be found from here; type the address of the host instead."
    matches_golden("lobby-deaf", show(updates.deafened(empty(), reason)))


@pytest.mark.parametrize(("columns", "lines"), SIZES[:2])  # the wide form only has more room
@pytest.mark.parametrize(("name", "key"), [("past", "p"), ("settings", "s")])
def test_a_list_and_a_form_in_every_form(
    name: str, key: str, columns: int, lines: int, show: Show, matches_golden: Compare
) -> None:
    matches_golden(f"lobby-{name}-{columns}x{lines}", show(after(busy(), key), columns, lines))


@pytest.mark.parametrize(("name", "key"), [("host", "h"), ("open", "o"), ("statistics", "t")])
def test_the_other_pages_behind_letters(name: str, key: str, show: Show, matches_golden: Compare) -> None:
    matches_golden(f"lobby-{name}-80x24", show(after(busy(), key)))


@pytest.mark.parametrize(
    ("name", "key"), [("alone", "a"), ("languages", "l"), ("whoami", "w"), ("join", "j"), ("help", "?")]
)
def test_the_smaller_pages(name: str, key: str, show: Show, matches_golden: Compare) -> None:
    matches_golden(f"lobby-{name}", show(after(busy(), key)))


def test_a_name_that_is_being_typed(show: Show, matches_golden: Compare) -> None:
    matches_golden("lobby-name", show(after(busy(), "s", "enter", "A", "n", "j", "a")))


def test_an_address_that_is_none_is_told_of(show: Show, matches_golden: Compare) -> None:
    matches_golden("lobby-address", show(after(busy(), "j", "no where", "enter")))


def test_how_the_last_game_ended_is_told_below(show: Show, matches_golden: Compare) -> None:
    text = "You left the game. It stays open. To resume it, type: mandala-lan resume"
    matches_golden("lobby-told", show(updates.noted(busy(), text), 40, 20))


def test_ascii_without_colours(show: Show, matches_golden: Compare) -> None:
    emulated = show(busy(), only_ascii=True, depth=Depth.MONOCHROME)
    assert all(line.isascii() for line in emulated.display)
    matches_golden("lobby-ascii", emulated)


@pytest.mark.parametrize(("columns", "lines"), [(39, 20), (40, 19), (1, 1)])
def test_a_window_too_small_asks_for_room(columns: int, lines: int, show: Show) -> None:
    """In the form that the golden files of the table have."""
    asked = f"Too small: {columns}×{lines}. Please enlarge to 40×20. Ctrl-C leaves."
    said = " ".join(row.strip() for row in show(busy(), columns, lines).display).strip()
    assert said == (asked if columns > 1 else asked[0])
