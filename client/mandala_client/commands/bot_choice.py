"""Bots on the command line: by the names that their games give them."""

from __future__ import annotations

import click


class BotChoice(click.ParamType[str]):
    """The name of a bot of any game, or one of ``others``; the games are slow to import, so they are asked late."""

    name = "bot"

    def __init__(self, *others: str) -> None:
        self._others = others

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value if value in self._others else self._choice().convert(value, param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        return self._choice().get_metavar(param, ctx)

    def _choice(self) -> click.Choice[str]:
        from mandala_client.sentences.bot_names import bots_of_all_games

        return click.Choice([*self._others, *bots_of_all_games()])


def require_bots(game: str, *bots: str) -> None:
    """Raise ``UsageError`` if one of these bots does not play this game."""
    from mandala_client.sentences.bot_names import bots_of, no_such_bot

    for bot in bots:
        if bot not in bots_of(game):
            raise click.UsageError(no_such_bot(game, bot))
