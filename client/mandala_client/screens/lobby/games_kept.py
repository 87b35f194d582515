"""The games that are kept, a line for each, and how one has done; imported only when one of them is looked at."""

from __future__ import annotations

from mandala_client.records.past_games import IN_LOBBY, table_of
from mandala_client.records.statistics import all_statistics, titled
from mandala_client.records.statistics import lines_of as statistics_lines
from mandala_client.screens.kept_games import kept_games, standing
from mandala_client.screens.lobby.lobby_model import LobbyModel
from mandala_client.text.language import _
from mandala_client.ui.style import Look
from mandala_net.store.store import StoredGame


def open_game_lines(model: LobbyModel, width: int, look: Look) -> list[str]:
    """A line for each game to resume: against whom, since when, how many moves, how it stands."""

    def stands(game: StoredGame) -> str:
        return _("waiting for you") if model.is_waited_for(game) else standing(game)

    return kept_games(model.open_games, stands).lines(width, look.ellipsis, headed=False)


def past_game_lines(model: LobbyModel, width: int, look: Look) -> list[str]:
    """A line for each game of before: when, against whom, how it went, the score, and where there is room the moves."""
    return table_of(model.past_games, IN_LOBBY).lines(width, look.ellipsis, headed=False)


# How one has done.


def tally_lines(model: LobbyModel, width: int, look: Look) -> list[str]:
    """The results of this player against each opponent; nothing if no game has ended."""
    only_ascii = not look.writes_all
    return titled(all_statistics(model.past_games), lambda tally: statistics_lines(tally, width, only_ascii=only_ascii))
