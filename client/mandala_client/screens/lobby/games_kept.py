"""The games that are kept, a line for each, and how one has done; imported only when one of them is looked at."""

from __future__ import annotations

from datetime import datetime

from mandala_client.records.past_games import Played, remark_on, result_word
from mandala_client.records.statistics import all_statistics, titled
from mandala_client.records.statistics import lines_of as statistics_lines
from mandala_client.screens.lobby.lobby_model import LobbyModel
from mandala_client.screens.lobby.lobby_sizes import NARROW
from mandala_client.sentences import status_text
from mandala_client.sentences.bot_names import opponent_name
from mandala_client.text.language import _
from mandala_client.ui.columns import columned
from mandala_client.ui.style import Look
from mandala_net.store.store import State, StoredGame
from mandala_protocol.names import clean_name


def open_game_lines(model: LobbyModel, width: int, look: Look) -> list[str]:
    """A line for each game to resume: against whom, since when, how many moves, how it stands."""
    if not model.open_games:
        return []
    narrow = width < NARROW
    rows = [_open_cells(model, game, narrow=narrow) for game in model.open_games]
    return columned(rows, width, shrinking=0, right=() if narrow else (2,), ellipsis=look.ellipsis)


def _open_cells(model: LobbyModel, game: StoredGame, *, narrow: bool) -> tuple[str, ...]:
    begun, standing = datetime.fromtimestamp(game.begun), _standing(model, game)
    moves = status_text.moves(game.moves)
    opponent = clean_name(opponent_name(game) or "")
    if narrow:
        return opponent, begun.strftime("%Y-%m-%d"), standing or moves
    return opponent, _("since {when}").format(when=begun.strftime("%Y-%m-%d %H:%M")), moves, standing


def _standing(model: LobbyModel, game: StoredGame) -> str:
    if model.is_waited_for(game):
        return _("waiting for you")
    match game.state:
        case State.ADJOURNED:
            return _("adjourned")
        case State.FINISHED | State.ABANDONED:
            return _("over, result not delivered")
        case _:
            return ""


def past_game_lines(model: LobbyModel, width: int, look: Look) -> list[str]:
    """A line for each game of before: when, against whom, how it went, the score, and where there is room the moves."""
    if not model.past_games:
        return []
    narrow = width < NARROW
    rows = [_past_cells(played, narrow=narrow) for played in model.past_games]
    return columned(rows, width, shrinking=1, right=() if narrow else (3, 4), ellipsis=look.ellipsis)


def _past_cells(played: Played, *, narrow: bool) -> tuple[str, ...]:
    result = result_word(played.result)
    score = "" if played.scores is None else f"{played.scores[0]}:{played.scores[1]}"
    if narrow:
        return played.begun.strftime("%Y-%m-%d"), played.opponent, f"{result} {score}".rstrip()
    return played.begun.strftime("%Y-%m-%d %H:%M"), played.opponent, result, score, status_text.moves(played.game.moves)


def game_details(game: StoredGame) -> str:
    """All about a game that is kept, in a sentence."""
    return status_text.stored_game(game)


def past_details(played: Played) -> str:
    """The same of a game of before; if it ended without a result, why."""
    return remark_on(played) or game_details(played.game)


# How one has done.


def tally_lines(model: LobbyModel, width: int, look: Look) -> list[str]:
    """Return how this player has done against each opponent; nothing if no game has ended."""
    only_ascii = not look.writes_all
    return titled(all_statistics(model.past_games), lambda one: statistics_lines(one, width, only_ascii=only_ascii))
