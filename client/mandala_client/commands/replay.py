"""``mandala-lan replay``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import frozen

if TYPE_CHECKING:
    from mandala_client.replay.frames import Own, Replay
    from mandala_protocol.messages import EntryMessage
    from mandala_protocol.seats import Seat

SEATS = ("host", "guest")


@click.command(
    "replay",
    epilog="Example:  mandala-lan replay Anna-Ben-1f2e3d4c.mandala --at 12",
    short_help="Step through a game, forward and back.",
)
@click.argument("game", metavar="ID|FILE")
@click.option("--at", type=click.IntRange(min=1), default=None, help="Begin at this step.")
@click.option("--from", "seen_from", type=click.Choice(SEATS), default=None, help="From whose seat it is seen.")
@click.option("--text", "as_text", is_flag=True, help="Plain sentences, also used where there is no terminal.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document, for other programs.")
@click.option("--ascii", "only_ascii", is_flag=True, help="Use no characters beyond ASCII.")
def command(game: str, at: int | None, seen_from: str | None, as_text: bool, as_json: bool, only_ascii: bool) -> None:
    """Step through a game, forward and back.

    GAME is a record file, or the first digits of the ID of a game that history lists. Every entry is checked on the
    way. The hands are open where the keys are: both after the end, your own alone in a game that goes on.

    With --json the document has these fields: format, version, game, id, date, players (seat, name, fingerprint, key),
    first (the seat that began), steps (number, entry, event, seat, notation, position, hands, told), result (scores,
    winner, by_cup, reason, cups, slots), complete, fault. docs/replay-json.md describes them one by one.

    The exit code is 1 if an entry of the record is wrong, else 0.
    """
    from mandala_client.replay.model import Model, at_frame
    from mandala_client.run import Look
    from mandala_client.sorry import Sorry, plain_sentences
    from mandala_protocol.seats import Seat

    if as_json and (as_text or at is not None or seen_from is not None):
        raise click.UsageError("--json gives the whole game; leave out --text, --at and --from.")
    with plain_sentences():
        found = _find(game)
        replay = _replay(found)
        steps = len(replay.frames)
        if at is not None and at > steps:
            raise Sorry(f"There is no step {at}; the last one is {steps}.")
        if as_json:
            _print_json(replay, found)
        elif Look(linear=as_text).full_screen:
            from mandala_client.replay.desk import run_replay

            near = found.near if seen_from is None else Seat(SEATS.index(seen_from))
            run_replay(at_frame(Model(replay, near=near), (at or 1) - 1), only_ascii=only_ascii)
        else:
            _print_text(replay, at or 1, only_ascii)
    if replay.fault is not None:
        raise Sorry(replay.standing)


@frozen
class _Found:
    """The entries of a game, where they are from, and what is ours in it; ``going_on``: it is known not to be over."""

    where: str
    messages: list[EntryMessage]
    own: Own | None
    near: Seat
    date: str | None = None
    going_on: bool = False


def _find(game: str) -> _Found:
    """The record file of this name, or the game in the store with this ID. Raises ``Sorry``."""
    from mandala_client.library import record_file

    path = record_file(game)
    return _in_store(game) if path is None else _in_file(path)


def _in_file(path: Path) -> _Found:
    from mandala_client.library import file_content
    from mandala_client.sorry import Sorry
    from mandala_protocol.record import NotARecord, read_messages
    from mandala_protocol.seats import Seat

    try:
        return _Found(str(path), read_messages(file_content(path)), None, Seat.HOST)
    except NotARecord as error:
        raise Sorry(f"{path}: {error}.") from error


def _in_store(digits: str) -> _Found:
    from datetime import UTC, datetime

    from mandala_client.library import find_game, goes_on
    from mandala_client.own import own_home
    from mandala_client.replay.frames import Own

    with own_home() as home:
        saved = find_game(home, digits)
        stored, seed = home.store.game(saved.row), saved.seed()
        own = None if seed is None else Own(stored.seat, seed)
        begun = datetime.fromtimestamp(stored.begun, UTC).isoformat()
        return _Found(f"Game {digits}", saved.messages(), own, stored.seat, begun, goes_on(stored))


def _replay(found: _Found) -> Replay:
    """Check the record, saying how far it has come where somebody looks on."""
    from mandala_client.replay.frames import NothingToReplay, frames_of
    from mandala_client.sorry import Sorry
    from mandala_net.workers import shared_workers

    progress, clear = _progress()
    try:
        return frames_of(found.messages, shared_workers(), found.own, progress, going_on=found.going_on)
    except NothingToReplay as error:
        raise Sorry(f"{found.where}: {error}") from error
    finally:
        clear()


def _progress() -> tuple[Callable[[int, int], None], Callable[[], None]]:
    """A line that is written over until all is checked, and then taken away; nothing where nobody looks on."""
    if not sys.stderr.isatty():
        return lambda _done, _all: None, lambda: None
    shown = ""

    def tell(done: int, total: int) -> None:
        nonlocal shown
        now = f"Checking the record: {100 * done // max(total, 1)} %"
        if now != shown:
            shown = now
            click.echo(f"\r{now}", err=True, nl=False)

    def clear() -> None:
        click.echo(f"\r{' ' * len(shown)}\r", err=True, nl=False)

    return tell, clear


def _print_text(replay: Replay, first: int, only_ascii: bool) -> None:
    from io import TextIOWrapper

    from mandala_client.replay.sentences import lines_of
    from mandala_client.table.style import only_ascii as in_ascii

    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    for line in lines_of(replay, first):
        click.echo(in_ascii(line) if only_ascii else line)


def _print_json(replay: Replay, found: _Found) -> None:
    import json

    from mandala_client.replay.document import document_of

    click.echo(json.dumps(document_of(replay, found.date), indent=1))
