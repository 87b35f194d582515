"""The demonstration: two programs, one network, a whole game, and its verification."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

from mandala_client.play.subprocess_bot import port_of, program, read_on
from mandala_client.records.verdict import verdict_lines
from mandala_client.sentences import outcomes
from mandala_client.text.language import Language, _
from mandala_net.files import create_file
from mandala_net.threads import shared_workers
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.record import verification as record

_GUEST: Final = "Ben"


@frozen
class Wanted:
    """Which game, which bots play it, how, and into which new file the record goes; nowhere if that is None."""

    game: str
    host_bot: str
    guest_bot: str
    seed: int | None
    record: Path | None


def demonstrate(folder: Path, wanted: Wanted, say: Callable[[str], None]) -> int:
    """Run it, telling it line by line as the guest sees it; the exit code: 0 if all went well.

    ``folder`` is for what the two programs keep, and goes away. Raises ``OSError`` if the record cannot be kept.
    """
    host_bot, guest_bot, seed = wanted.host_bot, wanted.guest_bot, wanted.seed
    host_name = f"Anna-{secrets.token_hex(2)}"
    seeds = [] if seed is None else ["--seed", str(seed)]
    hosting = ["host", "--linear", "--any", "--local", "--port", "0", "--name", host_name, *seeds]
    hosting += ["--game", wanted.game, "--player", host_bot]
    begun = _("Two programs on this computer: {host} (bot: {host_bot}) hosts, {guest} (bot: {guest_bot}) joins.")
    say(begun.format(host=host_name, host_bot=host_bot, guest=_GUEST, guest_bot=guest_bot))
    with program(hosting, folder / "host", Language.ENGLISH) as host:
        port = port_of(host)
        last_lines = read_on(host)
        joining = ["join", "--linear", "--local", "--player", guest_bot, "--name", _GUEST, *seeds]
        looking = ["--of", host_name, "--otherwise", f"127.0.0.1:{port}"]
        with program([*joining, *looking], folder / "guest") as guest:
            assert guest.stdout is not None
            for line in without_commands(guest.stdout, str(folder)):
                say(line)
            guest_code = guest.wait()
        host_said = last_lines()
        if guest_code or host.wait():
            say(_("The game did not finish. The host's last output:"))
            for line in host_said.splitlines():
                say(line)
            return 1
    return _verify(folder, wanted.record, say)


def without_commands(lines: Iterable[str], place: str) -> Iterator[str]:
    """A program's output, without the commands for files in this place and the sentences that lead to them.

    A command stands on a line of its own, to be copied whole, and the line before it says what it is for.
    """
    before: str | None = None
    for line in lines:
        if place in line:
            before = None
            continue
        if before is not None:
            yield before
        before = line.rstrip()
    if before is not None:
        yield before


def _verify(folder: Path, record_file: Path | None, say: Callable[[str], None]) -> int:
    """Both kept a record: they must be the same, and right from the first entry to the last."""
    kept = [path.read_bytes() for path in sorted(folder.glob(f"*/data/records/*{record.SUFFIX}"))]
    if len(kept) != 2 or kept[0] != kept[1]:
        say(_("The two programs kept different records."))
        return 1
    say(_("Both kept the same record of {size} bytes. Verifying it, entry by entry …").format(size=len(kept[0])))
    verdict = record.verify(kept[0], GAMES, shared_workers())
    for line in verdict_lines(verdict):
        say(line)
    if record_file is not None:
        create_file(record_file, kept[0])
        for line in (*outcomes.record_kept(record_file), *outcomes.review_of(record_file)):
            say(line)
    return 0 if verdict.complete else 1
