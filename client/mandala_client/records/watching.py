"""A game that is being played, for someone who looks on: out of the store, entry by entry, and without any hand.

Nothing secret is read: neither a seed, nor a key before both are open. What was checked when it came is not checked
again, apart from its signatures.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import trio
from attrs import frozen

from mandala_client.games.catalogue import ui_of
from mandala_client.games.game_table import TableScene
from mandala_client.games.game_ui import AnyGameUI
from mandala_client.records.library import goes_on, is_untouched, one_game, one_side_each, why_closed
from mandala_client.records.replay import Frame, frames_at, steps_in
from mandala_client.records.verdict import names_of
from mandala_client.sentences.status_text import game_digits
from mandala_client.text.language import _
from mandala_client.text.player_names import Names
from mandala_client.text.quoting import quoted
from mandala_client.text.sorry import Sorry
from mandala_net.match.game_lock import is_other_away, is_played
from mandala_net.player.paths import Paths
from mandala_net.store.public_store import PublicGames, PublicStore, Stamp
from mandala_net.store.store import StoredGame
from mandala_net.threads import shared_workers
from mandala_protocol.games.catalogue import GAMES_AND_TESTS
from mandala_protocol.games.game import Moved, Over
from mandala_protocol.record.order import Due
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import read
from mandala_protocol.wire.messages import Key

GLANCE_SECONDS: Final = 0.2
"""The seconds between two looks at whether anything was written."""

_SURE: Final = 5
"""The times that a store is read again that has just changed: two changes at once can have one stamp."""

_PLAYED: Final = 10
"""The number of looks after which it is checked again whether a program plays the game."""

_NO_HANDS: Final = (None, None)


@frozen
class Watched:
    """A game at one moment, as both players know it.

    ``stored``: the game in the table of games. ``game``: its name on the wire. ``state``: None before both have agreed
    on a key. ``due``: what must be said next; None when the game is over. ``live_score``: both want the points to be
    shown as they stand. ``is_played``: a program of this player has the game open. ``is_other_away``: the opponent of
    that program is not there. ``sequel``: the game that follows it, once it is over.
    """

    stored: StoredGame
    game: str
    names: Names
    frames: tuple[Frame, ...]
    state: Any
    due: Due | None
    live_score: bool
    is_played: bool
    is_other_away: bool
    sequel: StoredGame | None

    @property
    def ui(self) -> AnyGameUI:
        """The client's side of the game."""
        return ui_of(self.game)

    @property
    def has_result(self) -> bool:
        """Return whether it was played to its end, and all cards are open."""
        return self.state is not None and isinstance(self.ui.rules.expects(self.state), Over)

    @property
    def goes_on(self) -> bool:
        """Return whether there is more to come."""
        return not self.has_result and goes_on(self.stored)

    @property
    def moves(self) -> list[Frame]:
        """The frames in which a player decided on something."""
        return [frame for frame in self.frames if frame.is_move]

    @property
    def scene(self) -> TableScene[Any]:
        """The table as it is now, without any hand; the last move is marked."""
        steps = steps_in(self.frames)
        latest = tuple(step for step in steps if isinstance(step.event, Moved))[-1:]
        return TableScene(
            self.state,
            self.stored.seat,
            self.names,
            _NO_HANDS,
            steps,
            latest=() if self.has_result else latest,
            scored=None if self.has_result else self.live_score,
        )


class Watching:
    """Follows one game of the store in which another program writes."""

    def __init__(self, store: PublicStore, locks: Path, game: StoredGame) -> None:
        self._store, self._locks, self._row, self._id = store, locks, game.row, game_digits(game)
        self._referee = Referee(GAMES_AND_TESTS, shared_workers())
        self._frames: list[Frame] = []
        self._stamp: Stamp | None = None
        self._still = 0

    def glance(self) -> Watched | None:
        """The game as it is now; None if nothing can have happened since the last glance.

        Raises as ``look``.
        """
        stamp = self._store.stamp()
        self._still = 0 if stamp != self._stamp else self._still + 1
        self._stamp = stamp
        return self.look() if self._still <= _SURE or self._still % _PLAYED == 0 else None

    def look(self) -> Watched:
        """The game as it is now. Raises ``StoreError``, ``RemoteProtocolError``, and ``Sorry`` if it is gone."""
        with self._store.opened() as games:
            stored = games.game(self._row)
            if stored is None:
                raise Sorry(_("The game {id} is gone from the store.").format(id=self._id))
            _require_known(stored)
            self._read_on(games, open_keys=games.has_open_keys(self._row))
            sequel = None if goes_on(stored) else _sequel(games, stored)
        return Watched(
            stored=stored,
            game=self._referee.rules.name,
            names=names_of(self._referee),
            frames=tuple(self._frames),
            state=self._referee.state,
            due=self._referee.due,
            live_score=self._referee.live_score,
            is_played=is_played(self._locks, self._row),
            is_other_away=is_other_away(self._locks, self._row),
            sequel=sequel,
        )

    def _read_on(self, games: PublicGames, *, open_keys: bool) -> None:
        """Take every entry that is new, but no key before both are there."""
        referee = self._referee
        while referee.due is not None and (open_keys or referee.due.kind is not Key):
            message = games.entry(self._row, referee.transcript.length)
            if message is None:
                return
            entry = read(message)
            referee.take(entry, trusted=True)
            self._frames += frames_at(referee, entry.number, frozenset(), self._frames)


async def follow(watching: Watching, show: Callable[[Watched], None], until: Callable[[Watched], bool]) -> Watched:
    """Show the game as it is, and again whenever it has changed, until this holds; the game as it is then.

    Raises as ``Watching.look``.
    """
    shown: Watched | None = None
    while True:
        seen = await trio.to_thread.run_sync(watching.glance, abandon_on_cancel=True)
        if seen is not None and seen != shown:
            shown = seen
            show(seen)
            if until(seen):
                return seen
        await trio.sleep(GLANCE_SECONDS)


async def follow_all(
    watch: Callable[[StoredGame], Watching], game: StoredGame, show: Callable[[Watched], None]
) -> None:
    """Show a game, and after it those that the same two play next, for ever; ``watch`` makes what follows a game."""
    while True:
        seen = await follow(watch(game), show, lambda now: now.sequel is not None)
        game = seen.sequel or game


def games_to_watch(games: PublicGames, paths: Paths) -> list[StoredGame]:
    """The games that a program plays now, the newest first; if there are none, all that can be resumed."""
    going_on = [game for game in games.games() if goes_on(game) and game.was_taken_up]
    played = [game for game in going_on if is_played(paths.locks, game.row)]
    return one_side_each(played or [game for game in going_on if not is_untouched(game)])


def game_to_watch(games: PublicGames, digits: str) -> StoredGame:
    """The game that these digits mean. Raises ``Sorry``, also if it is over, and ``StoreError``."""
    game = one_game(games.find, digits)
    if not goes_on(game):
        raise Sorry(why_closed(game, digits))
    if not game.was_taken_up:
        raise Sorry(_("No one has joined the game {id} yet.").format(id=digits))
    return game


def _sequel(games: PublicGames, ended: StoredGame) -> StoredGame | None:
    """The game that the same two play after this one, if there is one."""
    later = (
        game for game in games.games() if game.row > ended.row and (game.peer, game.bot) == (ended.peer, ended.bot)
    )
    return next((game for game in later if goes_on(game) and game.was_taken_up), None)


def _require_known(stored: StoredGame) -> None:
    if stored.game not in GAMES_AND_TESTS:
        text = _("This program does not know the game {game}. Update it to watch.")
        raise Sorry(text.format(game=quoted(stored.game or "")))
