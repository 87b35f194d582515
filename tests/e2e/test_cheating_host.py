"""A host that cheats, against the real program: one sentence, exit code 1, the evidence in the log, the record kept."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
import trio
from click.testing import CliRunner

from mandala_client.main import main
from mandala_net.link.hello import greet
from mandala_net.link.listener import listen
from mandala_net.link.secure_link import SecureLink
from mandala_net.link.timeouts import Timeouts
from mandala_net.trust.identity import Identity
from mandala_protocol.conversation.events import Speak
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import Code
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.transcript import seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.codec import pack
from mandala_protocol.wire.messages import Body, First, Mix, Move, Share, Shuffle, encode
from tests.e2e.programs import Player
from tests.hearing import hear
from tests.limits import SECONDS


def false_mix(session: Session) -> bytes:
    body: Any = session._speaker.next_body()
    return entry_of(session, attrs.evolve(body, cards=body.cards[64:] + body.cards[:64]))


def false_share(session: Session) -> bytes:
    body: Any = session._speaker.next_body()
    return entry_of(session, attrs.evolve(body, shares=body.shares[32:] + body.shares[:32]))


def duplicated_card(session: Session) -> bytes:
    body: Any = session._speaker.next_body()
    return entry_of(session, attrs.evolve(body, cards=body.cards[:64] + body.cards[:-64]))


def illegal_move(session: Session) -> bytes:
    moves = session.referee.rules.legal_moves(session.referee.view(session.seat))
    body, _ = session._speaker.move_body(moves[0])
    return entry_of(session, attrs.evolve(body, move="Sr"))


def other_position(session: Session) -> bytes:
    moves = session.referee.rules.legal_moves(session.referee.view(session.seat))
    body, _ = session._speaker.move_body(moves[0])
    return entry_of(session, attrs.evolve(body, digest=bytes(32)))


def garbage(_: Session) -> bytes:
    return b"\xff" * 100


def unknown_message(_: Session) -> bytes:
    packed = pack([250, {}])
    return len(packed).to_bytes(2, "big") + packed


def entry_of(session: Session, body: Body) -> bytes:
    transcript = session.referee.transcript
    return encode(seal(transcript.length, transcript.head, body, session._signer).message())


Cheat = Callable[[Session], bytes]

CHEATS: list[tuple[type[Body], Cheat, Code]] = [
    (Shuffle, duplicated_card, Code.FAILED_PROOF),
    (Share, false_share, Code.FAILED_PROOF),
    (Mix, false_mix, Code.FAILED_PROOF),
    (Move, illegal_move, Code.ILLEGAL_MOVE),
    (Move, other_position, Code.STATE_MISMATCH),
    (Move, garbage, Code.OVERSIZED),
    (Move, unknown_message, Code.UNKNOWN_MESSAGE),
]


IN_SHORT = (false_share, illegal_move, unknown_message)
"""One cheat of each kind: with the cards, against the rules, and in the form of a message."""


@pytest.mark.parametrize(
    ("kind", "cheat", "code"),
    [
        pytest.param(*cheat, id=cheat[1].__name__, marks=() if cheat[1] in IN_SHORT else pytest.mark.soak)
        for cheat in CHEATS
    ],
)
async def test_a_cheating_host_is_found_out_by_the_program(
    tmp_path: Path, kind: type[Body], cheat: Cheat, code: Code
) -> None:
    complaints: list[bytes] = []
    identity = Identity.generate()
    game = PATTERNS if kind is Move else MANDALA  # there are no cards to cheat with in the first

    async def cheating(link: SecureLink) -> None:
        session = Session(
            seat=Seat.HOST,
            signer=identity,
            name="Mallory",
            peer=link.peer,
            seed=bytes(32),
            games=GAMES,
            workers=Serial(),
            terms=GameTerms(game.name, First.HOST),
        )
        greeted = await greet(link, "Mallory", Timeouts())
        session.open_line(greeted.name)
        heard = greeted.rest
        while True:
            hear(session, heard)
            while session.pending is not Pending.NOTHING:
                due = session.referee.due
                if due is not None and due.kind is kind:
                    await link.send(cheat(session))
                    complaints.append(await link.receive())
                    return
                await link.send(session.send(Speak()))
            heard = await link.receive()

    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as listener, trio.open_nursery() as nursery:
            nursery.start_soon(listener.serve, identity, cheating)
            joining = ("join", "--linear", "--player", "random", f"127.0.0.1:{listener.port}")
            guest = await trio.to_thread.run_sync(Player(tmp_path).run, *joining)
            nursery.cancel_scope.cancel()
    assert complaints
    require_found_out(guest, code, tmp_path)
    if code is not Code.OVERSIZED:  # of that nothing is read but its length
        assert re.search("received [0-9a-f]+", (tmp_path / "log" / "mandala-lan.log").read_text())
    if cheat not in (garbage, unknown_message):
        await trio.to_thread.run_sync(require_kept, tmp_path, code)


def require_found_out(guest: subprocess.CompletedProcess[str], code: Code, home: Path) -> None:
    said = guest.stdout
    assert guest.returncode == 1
    assert "Traceback" not in said + guest.stderr
    assert code.sentence in said
    logged = (home / "log" / "mandala-lan.log").read_text()
    assert f"code {int(code)}" in logged
    assert len(list(home.glob("data/records/*.mandala"))) == 1


def require_kept(home: Path, code: Code) -> None:
    """Require that the signed entry is kept: the game is broken off, and a file shows anyone why."""
    assert "Broken off: Mallory's program signed a wrong entry." in call(home, 0, "history")
    (record,) = home.glob("data/records/*.mandala")
    (evidence,) = home.glob("data/records/*.mandala-evidence")
    shown = call(home / "nobody", 0, "verify", str(evidence))
    assert "WRONG ENTRY PROVEN: Mallory (the host) signed entry " in shown
    assert f"(code {int(code)})" in shown
    assert "cheat" not in shown.replace("A program error looks the same as a cheat.", "")
    game = record.stem.rpartition("-")[2][:8]
    assert "WRONG ENTRY PROVEN" in call(home, 1, "verify", "--quiet", game)
    resumed = Player(home).run("resume", game)
    assert resumed.returncode == 1
    assert "is broken off" in resumed.stderr


def call(home: Path, code: int, *arguments: str) -> str:
    """Call a command inside this program, which must exit with this code; all that it says."""
    done = CliRunner(env={"MANDALA_LAN_HOME": str(home)}).invoke(main, arguments)
    assert done.exit_code == code, done.output
    return done.output
