"""The options that are there for a tester: test games, and a bot that plays again and again."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

import click
from attrs import evolve

from mandala_client.play.seating import Seating, UnderTest
from mandala_client.text.language import _

_TEST_GAMES: Final = "test_games"


def tester_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a tester; the command gets them in its ``seating``."""

    @functools.wraps(command)
    def checked(*, test_games: bool, forever: bool, tireless: bool, seating: Seating, **values: Any) -> object:
        if forever and seating.is_person:
            raise click.UsageError(_("--forever is for bots: choose one with --player."))
        return command(**values, seating=evolve(seating, under_test=UnderTest(test_games, forever, tireless)))

    options = (
        click.option("--tireless", is_flag=True, hidden=True),
        click.option(
            "--forever",
            is_flag=True,
            help=_(
                "Play again and again, whatever happens, without asking anything. For bots, to test another program."
            ),
        ),
        # It is read before the game is.
        click.option(
            "--test-games",
            _TEST_GAMES,
            is_flag=True,
            is_eager=True,
            help=_("Also play test games, in which nothing is secret."),
        ),
    )
    for option in reversed(options):
        checked = option(checked)
    return checked


def is_asked_for(context: click.Context, game: str) -> bool:
    """Return whether this is a test game, and the command takes one. Without ``--test-games`` it is a wrong option."""
    from mandala_protocol.games.catalogue import GAMES_AND_TESTS
    from mandala_protocol.games.test_games.test_game_names import is_test_game

    asked = context.params.get(_TEST_GAMES)
    if asked is None or not is_test_game(game) or game not in GAMES_AND_TESTS:
        return False
    if not asked:
        raise click.UsageError(_("{game} is a test game. Add --test-games to play it.").format(game=game))
    return True
