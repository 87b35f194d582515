"""The demonstration: two programs, one network, a whole game, and its verification."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from mandala_client.language import Language, _
from mandala_client.neighbour import port_of, program
from mandala_client.words import telling
from mandala_client.words.verdict import verdict_lines
from mandala_net.workers import shared_workers
from mandala_protocol import record
from mandala_protocol.games.catalogue import GAMES

_GUEST: Final = "Ben"


def demonstrate(folder: Path, host_bot: str, guest_bot: str, seed: int | None, say: Callable[[str], None]) -> int:
    """Run it, telling it line by line as the guest sees it; the exit code: 0 if all went well."""
    host_name = f"Anna-{secrets.token_hex(2)}"
    seeds = [] if seed is None else ["--seed", str(seed)]
    hosting = ["host", "--linear", "--any", "--local", "--port", "0", "--player", host_bot, "--name", host_name, *seeds]
    begun = _("Two programs on this machine: {host} (bot: {host_bot}) hosts, {guest} (bot: {guest_bot}) joins.")
    say(begun.format(host=host_name, host_bot=host_bot, guest=_GUEST, guest_bot=guest_bot))
    # What the guest says of its record, which goes away with its folder.
    kept = telling.record_kept(Path("record"))[0]
    with program(hosting, folder / "host", Language.ENGLISH) as host:
        port = port_of(host)
        joining = ["join", "--linear", "--local", "--player", guest_bot, "--name", _GUEST, *seeds]
        looking = ["--of", host_name, "--otherwise", f"127.0.0.1:{port}"]
        with program([*joining, *looking], folder / "guest") as guest:
            assert guest.stdout is not None
            for line in guest.stdout:
                if str(folder) not in line and not line.startswith(kept):
                    say(line.rstrip())
            guest_code = guest.wait()
        assert host.stdout is not None
        host_said = host.stdout.read()
        if guest_code or host.wait():
            say(_("The game did not come to its end. The host's last words:"))
            say(host_said[-2000:])
            return 1
    return _verify(folder, say)


def _verify(folder: Path, say: Callable[[str], None]) -> int:
    """Both kept a record: they must be the same, and right from the first entry to the last."""
    kept = [path.read_bytes() for path in sorted(folder.glob(f"*/data/records/*{record.SUFFIX}"))]
    if len(kept) != 2 or kept[0] != kept[1]:
        say(_("The two programs kept different records."))
        return 1
    say(_("Both kept the same record of {size} bytes. Verifying it, card by card …").format(size=len(kept[0])))
    verdict = record.verify(kept[0], GAMES, shared_workers())
    for line in verdict_lines(verdict):
        say(line)
    with tempfile.NamedTemporaryFile(prefix="mandala-lan-demo-", suffix=record.SUFFIX, delete=False) as copy:
        copy.write(kept[0])
    for line in telling.record_kept(Path(copy.name)):
        say(line)
    return 0 if verdict.complete else 1
