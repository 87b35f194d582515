"""A trace has each message and each change of state in clear, and no secret of either side."""

from __future__ import annotations

import base64
import os
import re
import stat
from functools import partial
from pathlib import Path
from typing import TypeAlias

import attrs
import pytest
import trio

from mandala_net.match.news import GameFinished
from mandala_net.player.profile import Profile
from mandala_net.store.store import SavedGame
from mandala_net.trace_file import TraceError, TraceFile
from mandala_protocol.conversation.trace import Mark, described
from mandala_protocol.record.verification import opened_keys
from mandala_protocol.wire.messages import Chat, EntryMessage, UnknownMessage, encode
from tests.limits import SECONDS
from tests.net.matches import AT_HOME, WITH_CARDS, greedily, meet

pytestmark = pytest.mark.usefixtures("same_players")

LINE = re.compile(r"^\d+\.\d{3} (\d+|match) [<>=!] [ -~]+$")
Traced: TypeAlias = tuple[list[Profile], list[bytes], list[str]]
"""Both players of a game, their seeds, and their traces."""


Game: TypeAlias = tuple[list[Profile], list[bytes], list[str]]
"""Both players, the seeds of their game, and the traces of each."""


def traced(profile: Profile, folder: Path) -> Profile:
    return attrs.evolve(profile, trace=TraceFile(folder / f"{profile.name}.trace"))


def said(lines: list[str], mark: Mark) -> list[str]:
    """The contents of the lines of one mark about connections, without time and number."""
    return [line.split(" ", 3)[3] for line in lines if line.split(" ", 3)[2] == mark.value and " match " not in line]


def moves_of_match(trace: str) -> list[str]:
    """The changes of the state of a match, without their causes."""
    return re.findall(r"^\d+\.\d{3} match = (.+?):", trace, re.MULTILINE)


def spellings(secret: bytes) -> set[str]:
    """The ways to write secret bytes in a text; even a part of them would give them away."""
    spelled = {secret.hex(), secret.hex().upper(), base64.b64encode(secret).decode().rstrip("="), repr(secret)[2:-1]}
    halves = {half.hex() for half in (secret[:16], secret[16:])}
    return spelled | halves | {str(int.from_bytes(secret, order)) for order in ("big", "little")}


@pytest.fixture
async def game(profiles: list[Profile], tmp_path: Path) -> Traced:
    """A whole game of two bots, traced on both sides: the lines of each, and the secrets of both."""
    pair = [traced(profile, tmp_path) for profile in profiles[:2]]
    seeds = [bytes(range(32)), bytes(range(100, 132))]
    with trio.fail_after(SECONDS):
        settings = [attrs.evolve(AT_HOME, seeds=partial(bytes, seed)) for seed in seeds]
        ended = await meet(pair, greedily(1), greedily(2), settings=settings, terms=WITH_CARDS)
    assert [type(one.outcome) for one in ended] == [GameFinished, GameFinished]
    traces = [(tmp_path / f"{profile.name}.trace").read_text() for profile in pair]
    return pair, seeds, traces


async def test_a_trace_tells_the_whole_game_on_both_sides(game: Traced) -> None:
    _, _, (host, guest) = game
    host_lines, guest_lines = (trace.splitlines()[1:] for trace in (host, guest))
    assert all(LINE.match(line) for line in [*host_lines, *guest_lines])
    assert [line for line in said(host_lines, Mark.SAID) if not line.startswith(("ping", "pong"))] == [
        line for line in said(guest_lines, Mark.HEARD) if not line.startswith(("ping", "pong"))
    ]
    states = [line.partition(":")[0] for line in said(guest_lines, Mark.MOVED)]
    assert states[:3] == ["none -> greeting", "greeting -> asking", "asking -> open"]
    assert states[-1] == "closed -> none"
    for trace in (host, guest):
        assert moves_of_match(trace) == ["asking -> playing", "playing -> over"]
    assert sorted(said(host_lines, Mark.FAILED) + said(guest_lines, Mark.FAILED)) == [
        'bye "the game is over"',
        'left "the game is over"',
    ]
    kinds = [line.split()[3] for line in said(host_lines, Mark.SAID) if line.startswith("entry ")]
    assert kinds[:4] == ["propose", "commit", "open", "shuffle"]


async def test_no_secret_of_either_side_is_in_a_trace(game: Traced) -> None:
    pair, seeds, traces = game
    secrets = [profile.identity._secret for profile in pair]
    (record,) = pair[0].store.games()
    keys = opened_keys(SavedGame(pair[0].store, record.row).messages())
    assert len(keys) == 2
    secrets += [*seeds, *(key.secret for key in keys.values())]
    for trace in traces:
        for secret in secrets:
            assert not [form for form in spellings(secret) if form in trace]
        for profile in pair:
            assert profile.identity.public.hex() in trace, "what is public is there: the search finds what there is"


# The file.


def test_a_trace_is_private_and_each_line_is_there_at_once(tmp_path: Path) -> None:
    path = tmp_path / "trace"
    trace = TraceFile(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    first, second = trace.connection(), trace.connection()
    first(Mark.SAID, "hello")
    second(Mark.HEARD, described(UnknownMessage(bytes(65))))
    trace.whole("match")(Mark.MOVED, "over")
    assert [line.split(" ", 1)[1] for line in path.read_text().splitlines()[1:]] == [
        "1 > hello",
        f"2 < unknown {'00' * 16}...(65 bytes)",
        "match = over",
    ]
    trace.close()
    first(Mark.SAID, "nothing more")
    assert len(path.read_text().splitlines()) == 4


def test_a_trace_that_is_there_is_added_to_and_made_private(tmp_path: Path) -> None:
    path = tmp_path / "trace"
    path.write_text("before\n")
    path.chmod(0o644)
    TraceFile(path).close()
    assert path.read_text().startswith("before\n# mandala-lan ")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_trace_has_an_end(tmp_path: Path) -> None:
    path = tmp_path / "trace"
    trace = TraceFile(path, most=1_000)
    connection = trace.connection()
    for _ in range(100):
        connection(Mark.SAID, "x" * 100)
    assert path.read_text().splitlines()[-1].startswith("# the trace ends here")
    assert path.stat().st_size < 1_100


def test_a_pipe_or_a_folder_is_no_file_for_a_trace(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, tmp_path / "nowhere" / "trace"):
        with pytest.raises(TraceError, match="cannot be written"):
            TraceFile(path)


def test_a_full_disk_ends_the_trace_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = TraceFile(tmp_path / "trace")
    monkeypatch.setattr(os, "write", partial(_fail, OSError(28, "No space left on device")))
    trace.connection()(Mark.SAID, "hello")
    monkeypatch.undo()
    trace.connection()(Mark.SAID, "hello")
    assert len((tmp_path / "trace").read_text().splitlines()) == 1


def _fail(error: OSError, *_: object) -> int:
    raise error


# The lines.


def test_nothing_that_a_peer_says_can_break_a_line() -> None:
    for text in ("a\nb", "\x1b[2J", "\u2028", "\u202e", '"'):
        line = described(Chat(text))
        assert line.isascii()
        assert line.isprintable()
    assert described(EntryMessage(b"\xc1", bytes(64))).startswith("entry that cannot be read, payload=c1 ")
    assert described(UnknownMessage(encode(Chat("x"))[2:])).startswith("unknown 92")


def test_long_bytes_stand_with_their_beginning_and_their_size() -> None:
    line = described(EntryMessage(bytes(65), bytes(64)))
    assert f"payload={bytes(16).hex()}…(65 bytes) signature={bytes(64).hex()}" in line
