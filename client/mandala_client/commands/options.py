"""The options that several commands share."""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from mandala_client.settings.settings import Colours, Theme
from mandala_client.text.language import Language, _

if TYPE_CHECKING:
    from mandala_client.settings.start import GivenOptions

CommandDecorator: TypeAlias = Callable[..., Any]
Option: TypeAlias = Callable[[CommandDecorator], CommandDecorator]

BOTS: Final = ("random", "greedy")
PLAYERS: Final = ("human", *BOTS)

HIGHEST_SEED: Final = 999_999_999
"""The highest number that stands for a deal."""

_WISHES: Final = ("name", "language", "theme", "colours", "only_ascii", "confirm", "bell", "live_score", "quiet_game")
"""The options that say something other than the settings, for this once."""


def wishes_options(command: CommandDecorator) -> CommandDecorator:
    """What a person may want otherwise than in the settings; the command gets it as ``wishes``."""
    return _with(
        _with_wishes(command),
        click.option("--name", default=None, help=_("The name that the other player sees.")),
        _language_option(),
        click.option("--theme", type=_choice_of(Theme), default=None, help=_("The colours of the cards.")),
        click.option(
            "--colours",
            type=_choice_of(Colours),
            default=None,
            help=_("The number of colours to use; auto asks the terminal."),
        ),
        _ascii_option(),
        click.option("--confirm/--no-confirm", default=None, help=_("Ask before a move you might regret.")),
        click.option("--bell/--no-bell", default=None, help=_("Ring when it is your turn.")),
        click.option("--quiet", "quiet_game", is_flag=True, default=None, help=_("No bell and no chat.")),
    )


def speech_options(command: CommandDecorator) -> CommandDecorator:
    """The wishes of whoever only reads; the command gets them as ``wishes``."""
    return _with(_with_wishes(command), _language_option(), _ascii_option())


def language_option(command: CommandDecorator) -> CommandDecorator:
    """The language alone, for what has commands of its own; ``start`` reads it."""
    return _language_option()(command)


def live_score_option(command: CommandDecorator) -> CommandDecorator:
    """Whether the points are shown as they stand."""
    return click.option(
        "--live-score/--no-live-score", default=None, help=_("Show the live score, if both players want it.")
    )(command)


def linear_option(command: CommandDecorator) -> CommandDecorator:
    """The linear form instead of the full screen; it can be asked for before the command as well."""
    return click.option(
        "--linear",
        is_flag=True,
        callback=_or_before,
        help=_("Use text mode: plain sentences instead of a full screen, for screen readers."),
    )(command)


def _or_before(context: click.Context, option: click.Parameter, asked: bool) -> bool:
    """Whether this is asked for here, or before the command."""
    return asked or bool(context.find_root().params.get(option.name or ""))


def table_options(command: CommandDecorator) -> CommandDecorator:
    """What both sides of a table can choose."""
    return _with(
        wishes_options(command),
        linear_option,
        click.option("--seed", type=int, default=None, help=_("Make the bot's play repeatable.")),
        click.option(
            "--player", type=click.Choice(PLAYERS), default="human", show_default=True, help=_("Who plays your side.")
        ),
        # For programs that another one of ours has started beside itself.
        click.option("--attached", is_flag=True, hidden=True, expose_value=False, callback=_attach),
    )


def _attach(_context: click.Context, _option: click.Parameter, attached: bool) -> None:
    if attached:
        from mandala_client.play.subprocess_bot import end_with_starter

        end_with_starter()


def _language_option() -> Option:
    return click.option("--language", type=_choice_of(Language), default=None, help=_("The language to use."))


def _ascii_option() -> Option:
    return click.option("--ascii/--no-ascii", "only_ascii", default=None, help=_("Use ASCII characters only."))


def _choice_of(choices: type[enum.Enum]) -> click.Choice[str]:
    return click.Choice([choice.value for choice in choices])


def _with(command: CommandDecorator, *options: Option) -> CommandDecorator:
    """The command with these options, shown in this order."""
    for option in reversed(options):
        command = option(command)
    return command


def _with_wishes(command: CommandDecorator) -> CommandDecorator:
    """Hand the command its wishes in one piece instead of one by one."""

    @functools.wraps(command)
    def with_wishes(**values: Any) -> object:
        wishes = _take_wishes(values)
        return command(**values, wishes=wishes)

    return with_wishes


def _take_wishes(values: dict[str, Any]) -> GivenOptions:
    """Take the wishes out of the values of all options."""
    from mandala_client.settings.start import GivenOptions

    taken = {name: values.pop(name, None) for name in _WISHES}
    return GivenOptions(
        name=taken["name"],
        language=None if taken["language"] is None else Language(taken["language"]),
        theme=None if taken["theme"] is None else Theme(taken["theme"]),
        colours=None if taken["colours"] is None else Colours(taken["colours"]),
        only_ascii=taken["only_ascii"],
        confirm=taken["confirm"],
        bell=taken["bell"],
        live_score=taken["live_score"],
        quiet=bool(taken["quiet_game"]),
    )
