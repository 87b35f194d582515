"""The examples do what they say, with our real program at the other end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.e2e.programs import HOSTING, SECONDS, SHORT, Player, port_of, with_wrong_entry

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(example: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / example), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)


def test_the_bot_plays_a_whole_game_and_the_verifier_says_so(anna: Player, tmp_path: Path) -> None:
    record = tmp_path / "game.mandala"
    with anna.start(*HOSTING, *SHORT) as host:
        played = run("bot.py", "127.0.0.1", port_of(host), record)
        said, _ = host.communicate(timeout=SECONDS)
    assert (played.returncode, played.stdout, played.stderr) == (0, "", ""), said
    assert host.returncode == 0, said
    (kept,) = anna.records
    assert record.read_bytes() == kept.read_bytes()
    verdict = run("verify_record.py", record)
    assert verdict.returncode == 0, verdict.stdout
    assert verdict.stdout.splitlines()[-1].endswith("entries are right, and both have signed the result.")
    assert {line.partition(":")[0] for line in verdict.stdout.splitlines()[:2]} == {"Anna", "Robin"}

    record.write_bytes(with_wrong_entry(record.read_bytes()))
    verdict = run("verify_record.py", record)
    assert (verdict.returncode, verdict.stdout.startswith("Entry ")) == (1, True)
    record.write_bytes(b"something else")
    verdict = run("verify_record.py", record)
    assert (verdict.returncode, verdict.stdout) == (1, "the file is not the record of a game\n")
