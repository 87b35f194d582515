"""All that is this player's own: the name and identity, the players known, the games."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from attrs import frozen

from mandala_net.files import replace_file
from mandala_net.os_errors import reason_of
from mandala_net.player.paths import Paths, create_where_possible
from mandala_net.store.store import Store, StoreError
from mandala_net.threads import shared_workers
from mandala_net.trace_file import TraceFile
from mandala_net.trust.identity import Identity, IdentityError, default_name, load_or_create_identity
from mandala_net.trust.known_players import KnownPlayers
from mandala_protocol.conversation import evidence
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.conversation.trace import Trace
from mandala_protocol.games.catalogue import GAMES_AND_TESTS
from mandala_protocol.names import clean_name
from mandala_protocol.record import verification
from mandala_protocol.record.referee import Referee
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence

log = logging.getLogger(__name__)

_NOT_FOR_FILE_NAMES: Final = re.compile(r"[^\w-]+")


@frozen
class Profile:
    """One player's own things, open for use."""

    name: str
    identity: Identity
    players: KnownPlayers
    store: Store
    paths: Paths
    trace: TraceFile | None = None

    def connection_trace(self) -> Trace | None:
        """The trace of one more connection, if there is a trace."""
        return None if self.trace is None else self.trace.connection()

    def match_trace(self) -> Trace | None:
        """The trace of a match's own states, if there is a trace."""
        return None if self.trace is None else self.trace.whole("match")

    def write_record(self, referee: Referee) -> Path | None:
        """The record of a game as a file of its own; None if no game was agreed on. Raises ``StoreError``."""
        if len(referee.players) < len(Seat):
            return None
        path = self.paths.records / f"{_record_name(referee)}{verification.SUFFIX}"
        try:
            path.parent.mkdir(mode=0o700, exist_ok=True)
            replace_file(path, verification.write(referee.transcript.entries))
        except OSError as error:
            raise StoreError(
                Sentence("The record cannot be written to {path}: {reason}.", path=path, reason=reason_of(error))
            ) from error
        return path

    def write_evidence(self, referee: Referee, kept: KeptEntry, before: KeptEntry | None = None) -> Path | None:
        """Write refused entries that prove anything beside the record, one file for each place.

        ``before``: what was refused in this game before, which ``kept`` may contradict.

        The store has it already: where the file cannot be written the log says so, and ``export`` can write it later.
        """
        found = evidence.of_kept(referee.transcript.entries, kept, before)
        if not kept.proves and isinstance(evidence.judge(found, GAMES_AND_TESTS, shared_workers()), evidence.Unproven):
            return None
        path = self.paths.records / f"{_record_name(referee)}-{kept.number}{evidence.SUFFIX}"
        try:
            path.parent.mkdir(mode=0o700, exist_ok=True)
            replace_file(path, evidence.write(found))
        except OSError as error:
            log.error("the evidence cannot be written to %s: %s", path, reason_of(error))
            return None
        return path


def _record_name(referee: Referee) -> str:
    host, guest = (player.name for player in referee.players)
    return record_name((host, guest), referee.game_id)


def record_name(names: tuple[str | None, str | None], game_id: bytes) -> str:
    """The name of a record's file: the players, and the first digits of the ID, which no other game has."""
    return "-".join([*(_for_file_names(name or "") for name in names), game_id.hex()[:16]])


def _for_file_names(name: str) -> str:
    """The name in letters that every file system and every terminal has."""
    ascii_letters = unicodedata.normalize("NFKD", clean_name(name)).encode("ascii", "ignore").decode()
    return _NOT_FOR_FILE_NAMES.sub("-", ascii_letters).strip("-") or "player"


def own_name(name: str | None) -> str:
    """The name of this player: the one that is chosen, or else that of the account."""
    return clean_name(name) if name else default_name()


@contextmanager
def open_home(paths: Paths, name: str | None = None, trace: Path | None = None) -> Iterator[Profile]:
    """Open this player's things, made on first use; ``trace`` is the file for a trace of all connections.

    Raises ``TraceError``, ``FolderError``, ``IdentityError`` or ``StoreError``.
    """
    create_where_possible(paths)
    with ExitStack() as opened:
        store = opened.enter_context(Store(paths.games))
        if not paths.identity.exists() and store.games():
            # With another key none of them could be gone on with, and friends would meet a stranger.
            raise IdentityError(
                Sentence(
                    "The identity is missing from {identity}, but there are games of it here. Put it back, or "
                    "move the folder {folder} away to start again.",
                    identity=paths.identity,
                    folder=paths.data,
                )
            )
        identity = load_or_create_identity(paths.identity)
        players = KnownPlayers.load(store, paths.known_players)
        traced = None if trace is None else TraceFile(trace)
        if traced is not None:
            opened.callback(traced.close)
        yield Profile(own_name(name), identity, players, store, paths, traced)
