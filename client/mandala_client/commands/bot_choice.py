"""Bots on the command line: by the names that their games give them, or by the paths of programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mandala_client.text.language import _, said
from mandala_net.bots.programs.bot_paths import is_program, why_no_program

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class BotChoice(click.ParamType[str]):
    """The name of a bot of any game, the path of a program, or one of ``others``.

    The games are slow to import, so they are asked late. A path becomes an absolute one.
    """

    name = "bot"

    def __init__(self, *others: str) -> None:
        self._others = others

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in self._others:
            return value
        if is_program(value):
            path = str(Path(value).absolute())
            why = why_no_program(path)
            if why is not None:
                self.fail(said(why), param, ctx)
            return path
        try:
            return self._choice().convert(value, param, ctx)
        except click.BadParameter as unknown:
            hint = _("A program of your own is named by its path, such as ./mybot.")
            self.fail(f"{unknown.message} {hint}", param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:  # noqa: ARG002 - click's shape
        """All values; where games differ in their bots, with the games before the bots that they have of their own.

        The last one stands for the path of a program.
        """
        from mandala_client.sentences.bot_names import games_by_own_bots
        from mandala_net.bots.random_bot import RandomBot

        grouped = games_by_own_bots()
        path = _("./PROGRAM")
        if len(grouped) == 1:
            shown = "|".join([*self._choice().choices, path])
        else:
            rows = [f"{', '.join(games)}: {'|'.join(own)}" for own, games in grouped.items() if own]
            shown = "; ".join(["|".join([*self._others, RandomBot.name]), *rows, path])
        return f"{{{shown}}}" if isinstance(param, click.Argument) else f"[{shown}]"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        if is_program(incomplete):
            from click.shell_completion import CompletionItem

            return [CompletionItem(incomplete, type="file")]
        return self._choice().shell_complete(ctx, param, incomplete)

    def _choice(self) -> click.Choice[str]:
        from mandala_client.sentences.bot_names import bots_of_all_games

        return click.Choice([*self._others, *bots_of_all_games()])


def require_bots(game: str, *bots: str) -> None:
    """Raise ``UsageError`` if one of these bots does not play this game."""
    from mandala_client.sentences.bot_names import no_such_bot, plays

    for bot in bots:
        if not plays(game, bot):
            raise click.UsageError(no_such_bot(game, bot))
