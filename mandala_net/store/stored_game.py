"""One game as the table of games tells it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from attrs import frozen

from mandala_net.store.stored_rows import require_row
from mandala_net.store.summary import State
from mandala_protocol.seats import Seat

COLUMNS: Final = (
    "id",
    "seat",
    "peer",
    "begun",
    "ended",
    "state",
    "settled",
    "entries",
    "moves",
    "game",
    "proposal",
    "game_id",
    "host",
    "guest",
    "grace",
    "reason",
    "host_score",
    "guest_score",
    "winner",
    "address",
    "bot",
    "latest",
    "absence",
)
"""The columns of the table that ``stored_game`` reads."""


@frozen
class StoredGame:
    """One game as a row of the table of games.

    ``peer`` is the other's identity (32 bytes). ``begun`` and ``ended`` are Unix seconds; ``settled`` says that the
    other side has all of it too. ``proposal`` and ``game_id`` are the heads after the first and the second entry
    (32 bytes). ``names`` are those of host and guest in the record, cleaned. ``grace`` is in seconds, 0 for never.
    ``reason`` is the result's, or "abandoned". ``address`` is where the peer was last reached, HOST:PORT; ``bot``
    the bot of ours that it is, if it is one. ``latest`` is when the latest entry was saved here, None if that was not
    kept. ``absence``: when the other called the game abandoned, it had been gone here for so many seconds at most.
    """

    row: int
    seat: Seat
    peer: bytes
    begun: int
    ended: int | None
    state: State
    settled: bool
    entries: int
    moves: int
    game: str | None
    proposal: bytes | None
    game_id: bytes | None
    names: tuple[str | None, str | None]
    grace: int
    reason: str | None
    scores: tuple[int, int] | None
    winner: Seat | None
    address: str | None
    bot: str | None
    latest: int | None = None
    absence: int | None = None

    @property
    def opponent_name(self) -> str | None:
        """The other player's name in the record."""
        return self.names[self.seat.other]

    @property
    def was_taken_up(self) -> bool:
        """Return whether it is more than a proposal that no one has accepted, as far as is known here."""
        return self.game_id is not None

    @property
    def resumable(self) -> bool:
        """Return whether there is more to say in this game, or the other side may lack the end of it."""
        if self.entries == 0:
            return False
        match self.state:
            case State.OPEN | State.ADJOURNED:
                return True
            case State.FINISHED | State.ABANDONED:
                return not self.settled
            case State.BROKEN | State.DROPPED:
                return False


def games_query(condition: str, limit: int = -1) -> str:
    """The question for the games of which this condition holds, the newest first, in the columns of ``COLUMNS``.

    ``limit``: the most games to be answered; -1 for all.
    """
    columns = ", ".join(COLUMNS)
    return f"SELECT {columns} FROM games WHERE {condition} ORDER BY begun DESC, id DESC LIMIT {limit}"  # noqa: S608 - our own words


def games_in(rows: Iterable[Sequence[Any]]) -> list[StoredGame]:
    """The games in the rows that answer ``games_query``. Raises ``DamagedRow``."""
    games = []
    for values in rows:
        row = dict(zip(COLUMNS, values, strict=True))
        require_row("games", row)
        games.append(stored_game(row))
    return games


def stored_game(columns: dict[str, Any]) -> StoredGame:
    """The game of one row, from its columns by their names."""
    host_score, guest_score = columns.pop("host_score"), columns.pop("guest_score")
    winner = columns.pop("winner")
    return StoredGame(
        row=columns.pop("id"),
        seat=Seat(columns.pop("seat")),
        state=State(columns.pop("state")),
        settled=bool(columns.pop("settled")),
        names=(columns.pop("host"), columns.pop("guest")),
        scores=None if host_score is None or guest_score is None else (host_score, guest_score),
        winner=None if winner is None else Seat(winner),
        **columns,
    )
