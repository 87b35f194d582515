"""A game of our own that ended here: what its replay checks again, and what it leaves to ``verify``."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from mandala_client.commands import replay, verify
from mandala_net.player.paths import find_paths
from mandala_net.player.profile import open_home
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import START, Entry, read, seal, signed_by
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage, Mix
from tests.client.replay.conftest import Messages, seed_of
from tests.client.sessions import Signer

CHANGED = 30
"""The number of the entry that is changed in the store, somewhere in the middle of the game."""

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(scope="module")
def unproven(messages: Messages) -> Messages:
    """The record with false proofs, from its first mix on; only who has both keys can sign it anew."""
    signers = [Signer(seed_of(seat)) for seat in Seat]
    entries: list[Entry] = []
    for message in messages:
        (signer,) = (signer for signer in signers if signed_by(message, signer.public))
        body = read(message).body
        if isinstance(body, Mix):
            body = evolve(body, challenge=bytes(len(body.challenge)))
        entries.append(seal(len(entries), entries[-1].head if entries else START, body, signer))
    return tuple(entry.message() for entry in entries)


def first_mix(messages: Messages) -> int:
    """The number of the first entry with a false proof."""
    return next(number for number, message in enumerate(messages) if isinstance(read(message).body, Mix))


def keep(messages: Sequence[EntryMessage], *, from_elsewhere: bool = False) -> str:
    """Put a game of ours into the store; its ID."""
    entries = [read(message) for message in messages]
    with open_home(find_paths()) as own:
        own.store.begin(Seat.HOST, bytes([1]) * 32, seed_of(Seat.HOST)).append(entries)
        if from_elsewhere:
            own.store.mark_moved()
    return entries[1].head.hex()


def replayed(game: str | Path) -> Result:
    return CliRunner().invoke(replay.command, [str(game), "--text"])


def wrong_entry(result: Result) -> int:
    """The number of the entry that a command calls wrong."""
    assert result.exit_code == 1
    said = re.findall(r"^NOT VALID: entry (\d+) is wrong", result.output, re.MULTILINE)
    assert said
    return int(said[0])


def test_its_proofs_are_not_checked_again_and_the_verdict_says_so(messages: Messages) -> None:
    result = replayed(keep(messages))
    assert result.exit_code == 0
    assert re.fullmatch(
        r"VALID: \d+ entries, \d+ moves; every signature and every move are correct\. "
        r"Your program checked the proofs of the cards during the game\.",
        result.stdout.splitlines()[-1],
    )


def test_a_false_proof_that_both_have_signed_is_left_to_verify(unproven: Messages) -> None:
    game = keep(unproven)
    assert replayed(game).exit_code == 0
    assert wrong_entry(CliRunner().invoke(verify.command, [game])) == first_mix(unproven)


def test_every_proof_of_a_file_is_checked(unproven: Messages, tmp_path: Path) -> None:
    file = tmp_path / f"game{verification.SUFFIX}"
    file.write_bytes(verification.write(unproven))
    assert wrong_entry(replayed(file)) == first_mix(unproven)


def test_every_proof_of_a_game_from_another_computer_is_checked(unproven: Messages) -> None:
    assert wrong_entry(replayed(keep(unproven, from_elsewhere=True))) == first_mix(unproven)


def test_every_proof_of_a_game_that_is_not_over_is_checked(unproven: Messages) -> None:
    assert wrong_entry(replayed(keep(unproven[:-1]))) == first_mix(unproven)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entries SET payload = CAST(substr(payload, 1, 60) || x'00' || substr(payload, 62) AS BLOB)"
        " WHERE number = {number}",
        "UPDATE entries SET signature = zeroblob(64) WHERE number = {number}",
        "UPDATE entries SET payload = (SELECT payload FROM entries AS other WHERE other.number = {number} + 2)"
        " WHERE number = {number}",
        "UPDATE entries SET number = 1000 - number WHERE number IN ({number}, {number} + 1);"
        "UPDATE entries SET number = number - 1000 + 2 * {number} + 1 WHERE number > 900;",
    ],
    ids=["a changed entry", "a changed signature", "an entry of another place", "a wrong order"],
)
def test_what_was_changed_in_the_store_is_found(change: str, messages: Messages) -> None:
    game = keep(messages)
    with closing(sqlite3.connect(find_paths().games)) as database:
        database.executescript(change.format(number=CHANGED))
    assert wrong_entry(replayed(game)) == CHANGED
