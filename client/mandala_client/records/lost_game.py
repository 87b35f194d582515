"""A game of a batch that a bot lost, kept in a file to be reviewed: the number of its set-up, and the moves.

It was played with open cards and without cryptography, so it proves nothing. docs/bots-json.md describes the form.
"""

from __future__ import annotations

import json
from typing import Any, Final

from attrs import asdict, field, frozen

from mandala_client.games.catalogue import GAMES, ui_of
from mandala_client.records.replay import NothingToReplay, Replay, practised
from mandala_client.records.told_simulation import ToldSimulation
from mandala_client.sentences.bot_names import name_for_records, names_in_record
from mandala_net.batches.pairings import BatchPlan, DealToPlay
from mandala_net.bots.batch import DealPlayed, first_of
from mandala_protocol.games.game import EndOfGame, EndReason, IllegalMove
from mandala_protocol.seats import Seat

FORMAT: Final = "mandala-lan lost game"
FORMAT_VERSION: Final = 1

_HIGHEST_SEED: Final = 2**63 - 1


class NotALostGame(ValueError):
    """The file does not hold such a game, or one that breaks the rules."""


@frozen
class LostGame:
    """A game that the bot at the seat ``lost`` has lost, by the names of both ``players`` and all ``moves``, in order.

    ``game``: its name on the wire. ``resigned``: the seat whose bot failed, None if none did.
    """

    game: str
    seed: int
    players: tuple[str, str]
    lost: Seat
    resigned: Seat | None
    moves: tuple[str, ...] = field(repr=False)

    def written(self) -> bytes:
        """The contents of its file."""
        return json.dumps({"format": FORMAT, "version": FORMAT_VERSION, **asdict(self)}).encode("ascii") + b"\n"

    def replay(self) -> Replay:
        """The game to be looked at, with all cards open.

        Raises ``IllegalMove``, ``NothingToReplay``, and ``ValueError``.
        """
        ui = ui_of(self.game)
        simulation = ToldSimulation.of_deal(ui.rules, first_of(self.seed), self.seed)
        for move in self.moves:
            simulation.play(ui.rules.parse_move(move))
        if self.resigned is not None:
            simulation.end(EndOfGame(EndReason.RESIGNED, self.resigned))
        return practised(ui, names_in_record(*self.players), simulation.steps, simulation.held)


def lost_by_the_first(plan: BatchPlan, asked: DealToPlay, deal: DealPlayed) -> LostGame | None:
    """The game of this deal that the first bot of the plan has lost; None if there is none in which someone moved."""
    first, other = plan.pairs[asked.pairing]
    if first:
        return None
    for seat, game in zip(Seat, deal.games, strict=True):
        if game.winner == 1 and game.moves:
            names = name_for_records(plan.game, plan.bots[first]), name_for_records(plan.game, plan.bots[other])
            players = names if seat is Seat.HOST else names[::-1]
            failed = (seat if game.failures[0] else seat.other) if any(game.failures) else None
            return LostGame(plan.game, deal.seed, players, seat, failed, game.moves)
    return None


def is_lost_game(content: bytes) -> bool:
    """Return whether a file with these contents is to be read as such a game, and not as a record."""
    return content.startswith(b"{")


def read_lost_game(content: bytes) -> tuple[Seat, Replay]:
    """The seat that has lost, and the game of a file with these contents. Raises ``NotALostGame``."""
    try:
        game = _parsed(json.loads(content))
        return game.lost, game.replay()
    except (IllegalMove, KeyError, NothingToReplay, TypeError, ValueError, RecursionError) as error:
        raise NotALostGame from error


def _parsed(document: dict[str, Any]) -> LostGame:
    """Raises ``KeyError``, ``TypeError`` and ``ValueError`` for anything but the contents of such a file."""
    if (document["format"], document["version"]) != (FORMAT, FORMAT_VERSION) or document["game"] not in GAMES:
        raise ValueError("another format, version or game")
    seed, resigned = document["seed"], document["resigned"]
    host, guest = document["players"]
    moves = tuple(document["moves"])
    if (
        type(seed) is not int
        or not 0 <= seed <= _HIGHEST_SEED
        or not all(type(text) is str for text in (host, guest, *moves))
    ):
        raise TypeError("not of these types")
    return LostGame(
        document["game"],
        seed,
        (host, guest),
        Seat(document["lost"]),
        None if resigned is None else Seat(resigned),
        moves,
    )
