"""The source of a game's entries: a record file, or the player's own store."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from attrs import field, frozen

from mandala_client.records.library import file_content, goes_on, record_file, stored_game
from mandala_client.records.lost_game import NotALostGame, is_lost_game, read_lost_game
from mandala_client.records.replay import NothingToReplay, Own, RecordedReplay, Replay, frames_of
from mandala_client.sentences.status_text import game_digits
from mandala_client.settings.own import own_home
from mandala_client.text.language import _, error_text
from mandala_client.text.sorry import Sorry
from mandala_client.ui.progress import checked, shown_progress
from mandala_net.player.profile import Profile
from mandala_net.store.store import State
from mandala_net.threads import shared_workers
from mandala_protocol.record.verification import NotARecord, UnknownGame, read_messages
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage


@frozen
class Found:
    """The entries of a game, ``where`` they are from, and what is ours in it.

    ``near``: our seat, that of the host in a file. ``date``: when it was begun, in ISO 8601, if that is known.
    ``going_on``: it is known not to be over. ``proofs_checked``: this program has checked each proof in it before.
    """

    where: str
    messages: tuple[EntryMessage, ...] = field(repr=False)
    own: Own | None
    near: Seat
    date: str | None = None
    going_on: bool = False
    proofs_checked: bool = False


def find(game: str) -> Found:
    """The record file of this name, or the game in the store with these first digits of its ID.

    Raises ``Sorry``, and as ``own_home``.
    """
    path = record_file(game)
    return in_store(game) if path is None else in_file(path)


def in_file(path: Path) -> Found:
    """The game of a record file. Raises ``Sorry``."""
    return _in_record(path, file_content(path))


def _in_record(path: Path, content: bytes) -> Found:
    """The game of a record file with these contents. Raises ``Sorry``."""
    try:
        return Found(str(path), tuple(read_messages(content)), None, Seat.HOST)
    except NotARecord as error:
        raise Sorry(_("{file}: {reason}.").format(file=path, reason=error_text(error))) from error


def in_store(digits: str) -> Found:
    """The game in the store that these digits mean. Raises ``Sorry``, and as ``own_home``."""
    with own_home() as profile:
        return in_home(profile, digits)


def in_home(profile: Profile, digits: str) -> Found:
    """The game that these digits mean in the store of ``profile``. Raises ``Sorry``, and ``StoreError``."""
    stored = stored_game(profile, digits)
    saved = profile.store.take_up(stored.row)
    seed = saved.seed()
    own = None if seed is None else Own(stored.seat, seed)
    begun = datetime.fromtimestamp(stored.begun, UTC).isoformat()
    where = _("Game {id}").format(id=game_digits(stored))
    proofs_checked = stored.state is State.FINISHED and profile.store.was_played_here(saved.row)
    return Found(where, tuple(saved.messages()), own, stored.seat, begun, goes_on(stored), proofs_checked)


def replay_of(found: Found, progress: Callable[[int, int], None], *, may_be_empty: bool = False) -> RecordedReplay:
    """Check all entries and make a replay of them; ``progress`` and ``may_be_empty`` as in ``frames_of``.

    Raises ``Sorry``.
    """
    try:
        return frames_of(
            found.messages,
            shared_workers(),
            found.own,
            progress,
            going_on=found.going_on,
            proofs_checked=found.proofs_checked,
            may_be_empty=may_be_empty,
        )
    except UnknownGame as error:
        raise Sorry(_("{file}: {reason}.").format(file=found.where, reason=error_text(error))) from error
    except NothingToReplay as error:
        raise Sorry(_("{where}: {what}").format(where=found.where, what=error)) from error


def looked_up(
    find_it: Callable[[str], Found], game: str, *, may_be_empty: bool = False
) -> tuple[Found, RecordedReplay]:
    """Find a game, by ``find`` or ``in_store``, and check it; how far that has come is told where someone looks on.

    ``may_be_empty`` as in ``frames_of``. Raises as these two, and as ``replay_of``.
    """
    with shown_progress(checked) as progress:
        found = find_it(game)
        return found, replay_of(found, progress, may_be_empty=may_be_empty)


def to_review(game: str) -> tuple[Seat, Replay]:
    """The own seat, and the game: one that ``find`` finds, or one of a batch that a bot has lost, in a file.

    Raises as ``looked_up``.
    """
    path = record_file(game)
    if path is None:
        found, replay = looked_up(in_store, game)
        return found.near, replay
    content = file_content(path)
    if not is_lost_game(content):
        found, replay = looked_up(lambda _game: _in_record(path, content), game)
        return found.near, replay
    try:
        return read_lost_game(content)
    except NotALostGame as error:
        reason = _("the game of bots in it is damaged, or of another version")
        raise Sorry(_("{file}: {reason}.").format(file=path, reason=reason)) from error
