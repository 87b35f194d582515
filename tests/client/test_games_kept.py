"""The games of the store that a person is shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from attrs import evolve
from click.testing import CliRunner

from mandala_client.main import main
from mandala_client.play.flows import _require_known
from mandala_client.records.ended_game import unless_untouched
from mandala_client.records.library import open_games
from mandala_client.records.past_games import Played, games_played, remark_on
from mandala_client.screens.kept_games import standing
from mandala_client.sentences.bot_names import opponent_name
from mandala_client.text.sorry import Sorry
from mandala_net.match.news import GameEnded, WeLeft
from mandala_net.player.paths import HOME_VARIABLE, Paths
from mandala_net.player.profile import Profile, open_home
from mandala_net.store.store import State
from mandala_net.store.stored_rows import DamagedRow
from mandala_net.store.wholeness import require_all_whole
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Moved
from mandala_protocol.record.transcript import read
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Move
from tests import published

GAME: Final = [read(message) for message in published.ENTRIES]
"""A whole game: the published one."""

FIRST_MOVE: Final = next(number for number, entry in enumerate(GAME) if isinstance(entry.body, Move))
SEED, PEER = bytes(range(32)), bytes(range(100, 132))


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with open_home(Paths.under(tmp_path), "Anna") as opened:
        yield opened


def kept(profile: Profile, entries: int, seat: Seat = Seat.HOST, peer: bytes = PEER, bot: str | None = None) -> int:
    """The row of a game that has come so far."""
    saved = profile.store.begin(seat, peer, SEED, bot=bot)
    saved.append(GAME[:entries])
    return saved.row


def test_a_game_against_a_bot_in_which_nobody_has_moved_is_not_listed(profile: Profile) -> None:
    kept(profile, FIRST_MOVE, bot="greedy")
    assert (open_games(profile), list(games_played(profile))) == ([], [])
    moved, person = kept(profile, FIRST_MOVE + 1, bot="greedy"), kept(profile, FIRST_MOVE)
    assert {game.row for game in open_games(profile)} == {moved, person}
    assert {played.game.row for played in games_played(profile)} == {moved, person}


def test_an_abandoned_game_is_a_past_one_and_an_unsent_result_an_open_one(profile: Profile) -> None:
    abandoned, over = kept(profile, FIRST_MOVE + 1), kept(profile, FIRST_MOVE + 1)
    profile.store.take_up(abandoned).mark(State.ABANDONED)
    assert profile.store.game(abandoned).resumable
    profile.store.take_up(over).append(GAME[FIRST_MOVE + 1 :])
    assert [game.row for game in open_games(profile)] == [over]
    assert {played.game.row for played in games_played(profile)} == {abandoned, over}


@pytest.mark.parametrize(("latest", "stands"), [(0, "perhaps abandoned"), (2**40, "")])
def test_an_open_game_whose_time_limit_has_passed_is_said_to_be_perhaps_abandoned(
    profile: Profile, latest: int, stands: str
) -> None:
    game = evolve(profile.store.game(kept(profile, FIRST_MOVE + 1)), grace=600, latest=latest)
    assert standing(game) == stands
    remark = remark_on(Played(game))
    assert (remark or "").endswith("may have called it abandoned.") is bool(stands)


def test_a_game_in_two_windows_of_one_player_is_listed_once(profile: Profile) -> None:
    own = profile.identity.public
    guest, host = (kept(profile, FIRST_MOVE + 1, seat, own) for seat in (Seat.GUEST, Seat.HOST))
    assert [game.row for game in open_games(profile)] == [host]
    assert [played.game.row for played in games_played(profile)] == [host]
    assert {played.game.row for played in games_played(profile, both_sides=True)} == {host, guest}


def test_a_game_in_two_windows_of_which_only_one_side_is_kept_is_listed_all_the_same(profile: Profile) -> None:
    guest = kept(profile, FIRST_MOVE + 1, Seat.GUEST, profile.identity.public)
    assert [game.row for game in open_games(profile)] == [guest]


def test_a_game_against_a_bot_of_another_version_is_listed_and_said_in_one_sentence(profile: Profile) -> None:
    row = kept(profile, FIRST_MOVE + 1, bot="expert")
    assert [game.row for game in open_games(profile)] == [row]
    stored = profile.store.game(row)
    assert opponent_name(stored) == "expert"
    with pytest.raises(Sorry, match=r"^This program does not know the bot “expert”\. Update it to resume\.$"):
        _require_known(stored)
    _require_known(evolve(stored, bot="hard"))


@pytest.mark.parametrize("entries", [FIRST_MOVE + 1, len(GAME)], ids=["open", "finished"])
def test_every_command_tells_of_a_game_against_a_bot_that_is_unknown_today(tmp_path: Path, entries: int) -> None:
    with open_home(Paths.under(tmp_path), "Anna") as profile:
        kept(profile, entries, bot="expert")
        (game_id,) = [game.game_id for game in profile.store.games()]
    assert game_id is not None
    runner, game = CliRunner(env={HOME_VARIABLE: str(tmp_path), "LANGUAGE": "en"}), game_id.hex()[:8]
    refused = runner.invoke(main, ["resume", game, "--linear"])
    text = "This program does not know the bot “expert”. Update it to resume.\n"
    assert (refused.exit_code, refused.stderr) == (1, text)
    for command in (("resume", "--list"), ("history",), ("history", "--json")):
        done = runner.invoke(main, command)
        assert (done.exit_code, "expert" in done.stdout) == (0, True), command
    finished = entries == len(GAME)
    stats = runner.invoke(main, ["stats"])
    assert (stats.exit_code, stats.stderr, "expert" in stats.stdout) == (0, "", finished)
    if finished:  # of the open one we have made up the seed
        for command_line in (["replay", game, "--text"], ["review", game], ["verify", game]):
            done = runner.invoke(main, command_line)
            assert (done.exit_code, done.stderr) == (0, ""), command_line


@pytest.mark.parametrize("bot", ["Expert", "", "a\x1bb", "x" * 40])
def test_what_can_be_no_name_of_a_bot_is_damage(profile: Profile, bot: str) -> None:
    kept(profile, FIRST_MOVE + 1, bot=bot)
    with closing(sqlite3.connect(profile.paths.games)) as database, pytest.raises(DamagedRow, match=r"^games\.bot$"):
        require_all_whole(database)


def test_a_game_against_a_bot_that_is_left_before_the_own_first_move_is_not_kept(
    profile: Profile, moments: tuple[Snapshot, ...], tmp_path: Path
) -> None:
    row = kept(profile, FIRST_MOVE + 1, bot="greedy")
    other = kept(profile, FIRST_MOVE + 1)
    game_id = profile.store.game(row).game_id
    assert game_id is not None
    profile.store.forget(other)
    before = next(moment for moment in moments if moment.view is not None)
    after = next(moment for moment in moments if _has_moved(moment))
    record = tmp_path / f"Anna-Ben-{game_id.hex()[:16]}.mandala"
    record.write_bytes(b"")
    ended = GameEnded(WeLeft(), record, after, resumable=True, stored=profile.store.game(row))
    assert unless_untouched(profile, ended) == ended
    assert unless_untouched(profile, evolve(ended, snapshot=before)) == GameEnded(WeLeft(), None, before)
    assert profile.store.games() == []
    assert not record.exists()


def _has_moved(moment: Snapshot) -> bool:
    return any(isinstance(step.event, Moved) and step.event.seat is moment.seat for step in moment.steps)
