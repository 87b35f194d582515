"""The list of the games that are kept here, for the lobby and for whoever chooses one of several."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime

from mandala_client.games.catalogue import title_of
from mandala_client.records.past_games import naming_games
from mandala_client.sentences.bot_names import opponent_name
from mandala_client.sentences.status_text import perhaps_abandoned
from mandala_client.text.language import _
from mandala_client.text.numbers import moves
from mandala_client.ui.blocks.tables import Column, Layout, Table
from mandala_net.store.store import State, StoredGame
from mandala_protocol.names import clean_name


def kept_games(games: Sequence[StoredGame], standing: Callable[[StoredGame], str]) -> Table[StoredGame]:
    """Return against whom each game is, since when, how many moves it has, and how it stands."""
    since = _("since {when}")
    columns: tuple[Column[StoredGame], ...] = (
        Column("title", text=lambda game: title_of(game.game or "")),
        Column("opponent", text=lambda game: clean_name(opponent_name(game) or "")),
        Column("begun", text=lambda game: since.format(when=f"{_begun(game):%Y-%m-%d %H:%M}")),
        Column("day", text=lambda game: f"{_begun(game):%Y-%m-%d}"),
        Column("moves", text=lambda game: moves(game.moves), right=True),
        Column("standing", text=standing),
        Column("how far", text=lambda game: standing(game) or moves(game.moves)),
    )
    layouts = (
        Layout(("opponent", "begun", "moves", "standing"), "opponent", least=12),
        Layout(("opponent", "day", "how far"), "opponent"),
    )
    return Table(columns, games, naming_games(layouts, (game.game for game in games)))


def standing(game: StoredGame) -> str:
    """Return the words for what is special about a game that is kept; none if it is simply open."""
    match game.state:
        case State.ADJOURNED:
            return _("adjourned")
        case State.FINISHED:
            return _("over, result not delivered")
        case State.OPEN if perhaps_abandoned(game, time.time()) is not None:
            return _("perhaps abandoned")
        case _:
            return ""


def _begun(game: StoredGame) -> datetime:
    return datetime.fromtimestamp(game.begun)
