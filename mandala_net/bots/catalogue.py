"""The bots of each game, by its name on the wire. Nothing else imports the folder of a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from mandala_net.bots.first_move_bot import FirstMoveBot
from mandala_net.bots.game_bots import GameBots, MakeBot
from mandala_net.bots.player import Bot
from mandala_net.bots.programs.bot_paths import is_program
from mandala_net.bots.programs.program_options import USUAL_OPTIONS, ProgramOptions
from mandala_net.bots.random_bot import RandomBot
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.test_games.test_game_names import is_test_game, played_in
from mandala_protocol.names import clean_name
from mandala_protocol.sentence import Sentence


def _mandala() -> GameBots:
    from mandala_net.bots.mandala.mandala_bots import MANDALA_BOTS

    return MANDALA_BOTS


def _patterns() -> GameBots:
    from mandala_net.bots.patterns.patterns_bots import PATTERNS_BOTS

    return PATTERNS_BOTS


BOTS: Final[dict[str, Callable[[], GameBots]]] = {"mandala": _mandala, "patterns": _patterns}
"""The bots of a game, imported when they are asked for. A game that is not here has the random bot alone."""


class NoSuchBot(ValueError):
    """The lack of a bot of this name for this game; the text is part of a sentence for a person."""


def bots_of(game: str) -> GameBots:
    """The bots of this game, and its judge."""
    return BOTS[game]() if game in BOTS else GameBots()


def bot_names(game: str) -> tuple[str, ...]:
    """The bots that play this game, from the weakest to the strongest."""
    return (RandomBot.name, *bots_of(game).makers)


def make_bot(game: str, name: str, seed: int, program: ProgramOptions = USUAL_OPTIONS) -> Bot:
    """The bot of this name for this game; the same seed makes the same bot.

    The path of a program makes a bot of that program, run so; it is told nothing of the seed, as the
    cards of a batch follow from it. A test game has one bot, whichever is asked for (TG7). Raises ``NoSuchBot``.
    """
    if is_test_game(game):
        return FirstMoveBot(GAMES[played_in(game)])
    if is_program(name):
        from mandala_net.bots.programs.program_bot import ProgramBot

        return ProgramBot(GAMES[game], bots_of(game).table_of, name, program)
    if name == RandomBot.name:
        return RandomBot(GAMES[game], seed)
    makers = bots_of(game).makers
    if name not in makers:
        raise NoSuchBot(Sentence("there is no bot called {bot} for {game}", bot=clean_name(name), game=game))
    return makers[name](seed)


def two_bots(game: str, first: str, second: str, program: ProgramOptions = USUAL_OPTIONS) -> tuple[MakeBot, MakeBot]:
    """The makers of two bots for a batch of deals. Also two of one name have tastes of their own.

    They raise ``NoSuchBot``. ``program``: how they are run if they are programs.
    """
    return partial(_seeded, game, first, program, 0), partial(_seeded, game, second, program, 1)


def _seeded(game: str, name: str, program: ProgramOptions, number: int, seed: int) -> Bot:
    return make_bot(game, name, 2 * seed + number, program)
