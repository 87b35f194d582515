"""Playing on a computer from which the key was moved to another: it is asked once, and never from a pipe."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.play.own_player import require_at_home
from mandala_client.play.seating import Seating
from mandala_client.text.sorry import Sorry
from mandala_net.player.paths import Paths
from mandala_net.player.profile import Profile, open_home
from mandala_net.player.transfer import move_in, move_out
from tests.in_time import run_in_time


class Terminal(io.StringIO):
    """Someone's keyboard."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def moved(tmp_path: Path) -> Iterator[Profile]:
    with open_home(Paths.under(tmp_path / "old"), "Ben") as profile:
        move_out(profile, tmp_path / "me.mandala-move")
        yield profile


def asked(profile: Profile, typed: str, *, seating: Seating | None = None) -> str:
    """The words said before a game, as this is typed; Raises ``Sorry`` if nothing is played."""
    out = io.StringIO()
    frontend = TextFrontend(io.StringIO(typed), out)
    run_in_time(lambda: require_at_home(frontend, profile, seating or Seating()))
    return out.getvalue()


def test_at_a_terminal_it_is_asked_once(moved: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal())
    with pytest.raises(Sorry, match="Nothing is played here"):
        asked(moved, "no\n")
    said = asked(moved, "yes\n")
    assert "You moved your key, players and games from here to another computer." in said
    assert "Play here all the same? Type “yes” or “no”." in said
    assert asked(moved, "") == "", "only once"


def test_a_pipe_and_a_bot_play_nothing_there(moved: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(Sorry, match="at a terminal"):
        asked(moved, "yes\n")
    monkeypatch.setattr(sys, "stdin", Terminal())
    with pytest.raises(Sorry, match="at a terminal"):
        asked(moved, "yes\n", seating=Seating("random"))


def test_the_new_computer_asks_nothing_and_neither_does_the_old_one_once_all_is_back(tmp_path: Path) -> None:
    old, new, file = Paths.under(tmp_path / "old"), Paths.under(tmp_path / "new"), tmp_path / "me.mandala-move"
    with open_home(old, "Ben") as profile:
        move_out(profile, file)
    assert old.moved_out.exists()
    move_in(new, file)
    assert not new.moved_out.exists()
    move_in(old, file, set_aside=True)
    assert not old.moved_out.exists()
