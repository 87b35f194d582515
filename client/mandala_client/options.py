"""The options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

PLAYERS: Final = ("human", "random", "greedy")


def table_options(command: F) -> F:
    """What both sides of a table can choose."""
    for option in (
        click.option("--ascii", "only_ascii", is_flag=True, help="Use no characters beyond ASCII."),
        click.option("--linear", is_flag=True, help="Plain sentences instead of a full screen, for screen readers."),
        click.option("--seed", type=int, default=None, help="Let a bot play the same way each time."),
        click.option(
            "--player",
            type=click.Choice(PLAYERS),
            default="human",
            show_default=True,
            help="Who plays your side.",
        ),
        click.option("--name", default=None, help="The name that the other player sees."),
    ):
        command = option(command)
    return command
