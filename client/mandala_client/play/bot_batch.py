"""Playing a batch of games between bots, until it is complete or something stops it."""

from __future__ import annotations

import csv
from collections.abc import Callable, Generator
from pathlib import Path
from types import TracebackType
from typing import Final, TextIO

from mandala_client.text.language import _, said
from mandala_client.text.sorry import Sorry
from mandala_net.batches.pairings import BatchPlan, DealToPlay, RunningBatch
from mandala_net.bots.batch import DealPlayed, GamePlayed
from mandala_net.os_errors import reason_of

DealsBeingPlayed = Generator[tuple[DealToPlay, DealPlayed], None, None]


def play_on(
    batch: RunningBatch, deals: DealsBeingPlayed, tell: Callable[[DealToPlay, DealPlayed], None]
) -> BaseException | None:
    """Play the batch, or until someone presses Ctrl-C or something goes wrong; return what stopped it.

    What was played until then is in the batch. ``tell`` is told of each deal that counts.
    """
    try:
        for asked, deal in deals:
            if batch.take(asked.pairing, deal):
                tell(asked, deal)
    except (KeyboardInterrupt, Exception) as stop:  # noqa: BLE001 - it is raised again after the results
        return stop
    finally:
        deals.close()
    return None


COLUMNS: Final = (
    "game",
    "seed",
    "one",
    "other",
    "host",
    "winner",
    "one_points",
    "other_points",
    "reason",
    "one_moves",
    "other_moves",
    "one_milliseconds",
    "other_milliseconds",
    "failed",
    "failure",
)
"""Of the file with a row for each game; docs/bots-json.md describes them."""

_BOTS: Final = ("one", "other")
_DECIMALS: Final = 3


class GamesFile:
    """A file with a row for each game, written while they are played."""

    def __init__(self, path: Path, plan: BatchPlan, file: TextIO) -> None:
        self._path, self._plan, self._file = path, plan, file
        self._rows = csv.writer(file, lineterminator="\n")

    @classmethod
    def open(cls, path: Path, plan: BatchPlan, *, replace: bool) -> GamesFile:
        """Open the file. Raises ``Sorry`` if that is not possible; without ``replace`` also if it exists."""
        try:
            file = path.open("w" if replace else "x", encoding="utf-8", newline="")
        except FileExistsError as error:
            raise Sorry(_("{file} already exists. To replace it: --force").format(file=path)) from error
        except OSError as error:
            raise _not_written(path, error) from error
        games = cls(path, plan, file)
        games._write(COLUMNS)
        return games

    def __enter__(self) -> GamesFile:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        try:
            self._file.close()
        except OSError as error:
            raise _not_written(self._path, error) from error

    def add(self, asked: DealToPlay, deal: DealPlayed) -> None:
        """Write the two games of a deal. Raises ``Sorry`` if that is not possible."""
        one, other = self._plan.pairs[asked.pairing]
        bots = self._plan.bots[one], self._plan.bots[other]
        for host, game in zip(_BOTS, deal.games, strict=True):
            self._write((self._plan.game, deal.seed, *bots, host, *_cells(game)))

    def _write(self, cells: tuple[object, ...]) -> None:
        try:
            self._rows.writerow(cells)
            self._file.flush()
        except OSError as error:
            raise _not_written(self._path, error) from error


def _cells(game: GamePlayed) -> tuple[object, ...]:
    """Of the columns from the winner on. Why a bot failed is in English, as all that is for other programs."""
    winner = "draw" if game.winner is None else _BOTS[game.winner]
    milliseconds = [round(1000 * sum(seconds), _DECIMALS) for seconds in game.seconds]
    failed = next(((bot, why) for bot, why in zip(_BOTS, game.failures, strict=True) if why is not None), ("", ""))
    return (winner, *game.points, game.reason, *map(len, game.seconds), *milliseconds, *failed)


def _not_written(path: Path, error: OSError) -> Sorry:
    reason = said(reason_of(error))
    return Sorry(_("{file} cannot be written: {reason}.").format(file=path, reason=reason))
