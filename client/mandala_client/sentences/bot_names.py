"""The bots of each game by the names that people read, in the spoken language; records have the English names."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from mandala_client.games.bot_texts import EARLIER_NAMES, RANDOM_BOT, BotTexts
from mandala_client.games.catalogue import GAMES, title_of, ui_of
from mandala_client.text.language import _
from mandala_client.text.player_names import Names, told_apart
from mandala_net.bots.programs.bot_paths import is_program, name_of_program
from mandala_net.bots.random_bot import RandomBot
from mandala_net.match.news import GameEnded
from mandala_net.store.store import StoredGame
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.names import clean_name
from mandala_protocol.seats import Seat


def bots_of(game: str | None) -> Mapping[str, BotTexts]:
    """The bots of a game, from the weakest to the strongest; the random bot alone if the game is not here."""
    return {RandomBot.name: RANDOM_BOT, **(ui_of(game).bots if game in GAMES else {})}


def plays(game: str, bot: str) -> bool:
    """Return whether this bot plays this game, which is here: a program is thought to play every game."""
    return is_program(bot) or bot in bots_of(game)


def no_such_bot(game: str, bot: str) -> str:
    """The sentence for a bot that does not play this game, which is here."""
    text = _("{game} has no bot called {bot}. Its bots: {bots}")
    return text.format(game=title_of(game), bot=bot, bots=", ".join(bots_of(game)))


def usual_bot(game: str) -> str:
    """The bot to play this game against if no other is asked for, and the opponent for a lesson.

    It is the weakest of those that the game has of its own: a newcomer, who knows no names of bots, can win against it,
    and whoever wants more finds the stronger ones where this one is named.
    """
    _random, *own = bots_of(game)
    return own[0] if own else RandomBot.name


def bots_of_all_games() -> dict[str, BotTexts]:
    """Every bot of every game, by name; where two games have bots of one name, the texts of the first."""
    bots: dict[str, BotTexts] = {}
    for game in GAMES:
        bots = {**bots_of(game), **bots}
    return bots


def games_by_own_bots() -> dict[tuple[str, ...], list[str]]:
    """The games that have the same bots of their own, by the names of these bots."""
    games: dict[tuple[str, ...], list[str]] = {}
    for game in GAMES:
        _random, *own = bots_of(game)
        games.setdefault(tuple(own), []).append(game)
    return games


def bot_name(game: str | None, bot: str) -> str:
    """The name of a bot of this game, or of a program."""
    if is_program(bot):
        return name_of_program(bot)
    texts = bots_of(game).get(bot)
    return bot if texts is None else _(texts.name)


def name_for_records(game: str, bot: str) -> str:
    """The name under which a bot of this game plays, in every language."""
    return name_of_program(bot) if is_program(bot) else bots_of(game)[bot].name


def name_in_record(name: str) -> str:
    """A player's name in a record, fit to be shown.

    A record does not say who is a bot, so a player with the English name of a bot of ours gets the bot's name.
    """
    name = EARLIER_NAMES.get(name, name)
    return _(name) if any(name == texts.name for texts in bots_of_all_games().values()) else clean_name(name)


def names_in_record(host: str, guest: str) -> Names:
    """The names of both players in a record, fit to be shown and told apart."""
    return told_apart((name_in_record(host), name_in_record(guest)))


def opponent_name(game: StoredGame) -> str | None:
    """The other player's name in a game of ours, from the record unless it is a bot; None if unknown."""
    return game.opponent_name if game.bot is None else bot_name(game.game, game.bot)


def with_bot_named(snapshot: Snapshot, bot: str) -> Snapshot:
    """A copy of the snapshot with the other player called as this bot of ours is."""
    if snapshot.names is None:
        return snapshot
    own, name = snapshot.names[snapshot.seat], bot_name(snapshot.game, bot)
    return evolve(snapshot, names=(own, name) if snapshot.seat is Seat.HOST else (name, own))


def ended_with_bot_named(ended: GameEnded, bot: str) -> GameEnded:
    """The end of a game against this bot of ours, with the bot's name in the spoken language."""
    return ended if ended.snapshot is None else evolve(ended, snapshot=with_bot_named(ended.snapshot, bot))
