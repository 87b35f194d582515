"""The options that several commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from mandala_client.commands.bot_choice import BotChoice
from mandala_client.commands.tester_options import is_asked_for
from mandala_client.games.catalogue import GAMES, USUAL_GAME
from mandala_client.play.seating import Seating
from mandala_client.sentences.failures import plain_sentences
from mandala_client.settings.setting import OptionOf, Setting
from mandala_client.settings.settings import SETTINGS
from mandala_client.settings.start import LANGUAGE_PARAMETER, GivenOptions, start
from mandala_client.text.language import _
from mandala_client.text.player_names import needs_a_name
from mandala_net.bots.programs.program_options import USUAL_OPTIONS, ProgramOptions
from mandala_protocol.names import NO_NAME, clean_name

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

CommandDecorator: TypeAlias = Callable[..., Any]
Option: TypeAlias = Callable[[CommandDecorator], CommandDecorator]

HIGHEST_SEED: Final = 999_999_999
"""The highest number that stands for a deal."""

_TRACE: Final = f"{__name__}.trace"
"""The place of the file for a trace in the contexts of a program and of its commands."""


def wishes_options(command: CommandDecorator) -> CommandDecorator:
    """Add the options that override the settings; the command gets them as ``wishes``."""
    quiet = click.option("--quiet", "quiet_game", is_flag=True, default=None, help=_("No bell and no chat."))
    trace = click.option(
        "--trace",
        type=click.Path(dir_okay=False, path_type=Path),
        default=None,
        metavar=_("FILE"),
        expose_value=False,
        callback=_keep_trace,
        help=_("Write down what the two programs say to each other."),
    )
    every, screens = OptionOf.EVERY_COMMAND, OptionOf.SCREENS
    return _with(_with_wishes(command), *_options(every, screens, OptionOf.TABLES), quiet, trace)


def _keep_trace(context: click.Context, _option: click.Parameter, path: Path | None) -> None:
    if path is not None:
        context.meta[_TRACE] = path


def trace_asked_for() -> Path | None:
    """The file for a trace of the connections that the command line asks for."""
    context = click.get_current_context(silent=True)
    path: Path | None = None if context is None else context.meta.get(_TRACE)
    return path


def speech_options(command: CommandDecorator) -> CommandDecorator:
    """Add the options of a command that only shows something; it gets them as ``wishes``."""
    return _with(_with_wishes(command), *_options(OptionOf.EVERY_COMMAND))


def screen_options(command: CommandDecorator) -> CommandDecorator:
    """Add the options of a command that draws a table for someone who looks on; it gets them as ``wishes``."""
    return _with(_with_wishes(command), *_options(OptionOf.EVERY_COMMAND, OptionOf.SCREENS))


def language_option(command: CommandDecorator) -> CommandDecorator:
    """The language alone, for what has commands of its own; ``start`` reads it."""
    (language,) = (setting for setting in SETTINGS if setting.attribute == LANGUAGE_PARAMETER)
    return _option(language)(command)


def game_options(command: CommandDecorator) -> CommandDecorator:
    """Declare the settings that both sides of a game can choose; they go with the other wishes."""
    return _with(command, *_options(OptionOf.GAMES))


def game_option(text: str, default: str | None = USUAL_GAME) -> Option:
    """Declare ``--game``, which is shown if there are several games; ``text`` is its help."""
    return click.option("--game", type=click.Choice(tuple(GAMES)), default=default, hidden=len(GAMES) == 1, help=text)


def opening_options(command: CommandDecorator) -> CommandDecorator:
    """Declare the same for opening a game, and which game that is."""
    return _with(command, *_options(OptionOf.OPENING, OptionOf.GAMES))


def game_command(options: Option) -> Option:
    """Declare a command with these options that opens a table.

    Instead of its wishes it gets what has ``started`` with them; what fails is told in a sentence.
    """

    def declared(command: CommandDecorator) -> CommandDecorator:
        @functools.wraps(command)
        def begun(*, wishes: GivenOptions, **values: Any) -> object:
            with plain_sentences():
                return command(**values, started=start(wishes))

        return options(begun)

    return declared


def _options(*kinds: OptionOf) -> list[Option]:
    return [_option(setting) for setting in SETTINGS if setting.option in kinds]


class OwnName(click.types.StringParamType):
    """A name for this player, of which something can be seen."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name = super().convert(value, param, ctx)
        if clean_name(name) == NO_NAME:
            self.fail(needs_a_name(), param, ctx)
        return name


def _option(of: Setting) -> Option:
    """Declare the option that overrides this setting for one command."""
    name = of.key.replace("_", "-")
    spelled = f"--{name}/--no-{name}" if of.is_switch else f"--{name}"
    if of.typed:
        return click.option(spelled, _parameter(of), type=OwnName(), default=None, help=_(of.help))
    if of.is_switch:
        return click.option(spelled, _parameter(of), default=None, help=_(of.help))
    if of.option is OptionOf.OPENING:
        text = _("The game to play; without it, the one in the settings.")
        return click.option(spelled, _parameter(of), cls=_opening_option(of), default=None, help=text)
    return click.option(spelled, _parameter(of), type=_choice(of), default=None, help=_(of.help))


def _parameter(of: Setting) -> str:
    """Return the name under which a command gets the option; commands that open no game have a game of their own."""
    return f"opened_{of.attribute}" if of.option is OptionOf.OPENING else of.attribute


def _choice(of: Setting) -> click.Choice[str]:
    return click.Choice([str(choice) for choice in of.choices()])


def _opening_option(of: Setting) -> type[click.Option]:
    """Make the kind of option whose values are slow to import: they are looked at when the option is used."""

    class OpeningOption(click.Option):
        def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
            if value is None or is_asked_for(ctx, value):
                return value
            return _choice(of).convert(value, self, ctx)

        def make_metavar(self, ctx: click.Context) -> str:
            return _choice(of).get_metavar(self, ctx) or ""

        def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
            return _choice(of).shell_complete(ctx, self, incomplete)

        def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
            return None if of.is_hidden() else super().get_help_record(ctx)

    return OpeningOption


def linear_option(command: CommandDecorator) -> CommandDecorator:
    """The text mode instead of the full screen; it can be asked for before the command as well."""
    return click.option(
        "--linear",
        is_flag=True,
        callback=_or_before,
        help=_("Use text mode: plain sentences instead of a full screen, for screen readers."),
    )(command)


def _or_before(context: click.Context, option: click.Parameter, asked: bool) -> bool:
    """Return whether this is asked for here, or before the command."""
    return asked or bool(context.find_root().params.get(option.name or ""))


def table_options(command: CommandDecorator) -> CommandDecorator:
    """Add the options that both sides of a table share; the command gets the player of our side as ``seating``."""

    @functools.wraps(command)
    def seated(*, player: str, seed: int | None, program: ProgramOptions, **values: Any) -> object:
        return command(**values, seating=Seating(player, seed, program))

    return _with(
        program_options(wishes_options(seated)),
        linear_option,
        click.option("--seed", type=int, default=None, help=_("Make the bot's play repeatable.")),
        click.option(
            "--player", type=BotChoice("human"), default="human", show_default=True, help=_("Who plays your side.")
        ),
        # For programs that another one of ours has started beside itself.
        click.option("--attached", is_flag=True, hidden=True, expose_value=False, callback=_attach),
    )


def program_options(command: CommandDecorator) -> CommandDecorator:
    """Add the options for bots that are programs; the command gets them as ``program``."""

    @functools.wraps(command)
    def with_options(*, bot_seconds: float, bot_memory: int, bot_log: Path | None, **values: Any) -> object:
        return command(**values, program=ProgramOptions(bot_seconds, bot_memory, bot_log))

    return _with(
        with_options,
        click.option(
            "--bot-seconds",
            type=click.FloatRange(0.1, 3600),
            default=USUAL_OPTIONS.seconds,
            show_default=True,
            metavar=_("SECONDS"),
            help=_("How long a bot that is a program may think about a move."),
        ),
        click.option(
            "--bot-memory",
            type=click.IntRange(16, 1_000_000),
            default=USUAL_OPTIONS.megabytes,
            show_default=True,
            metavar=_("MEGABYTES"),
            help=_("How much memory it may use, where the system can limit it."),
        ),
        click.option(
            "--bot-log",
            type=click.Path(dir_okay=False, path_type=Path),
            default=None,
            metavar=_("FILE"),
            callback=_log_of_bots,
            help=_("A file to which its standard error is added."),
        ),
    )


def _log_of_bots(_context: click.Context, _option: click.Parameter, log: Path | None) -> Path | None:
    """The whole path of a log that can be written. Raises ``Sorry``, so that a batch ends before it begins."""
    if log is None:
        return None
    from mandala_client.records.written import writing
    from mandala_net.bots.programs.program_bot import add_to_log

    with writing(log):
        add_to_log(log, b"")
    return log.absolute()


def _attach(_context: click.Context, _option: click.Parameter, attached: bool) -> None:
    if attached:
        from mandala_client.play.subprocess_bot import end_with_starter

        end_with_starter()


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
    quiet = bool(values.pop("quiet_game", None))
    given = {
        setting: values.pop(_parameter(setting), None) for setting in SETTINGS if setting.option is not OptionOf.NONE
    }
    chosen = {setting.attribute: _meant(setting, value) for setting, value in given.items() if value is not None}
    return GivenOptions(chosen, quiet)


def _meant(of: Setting, value: Any) -> Any:
    """The value that is written like this on the command line."""
    return value if of.typed or of.is_switch else of.choices().get(value, value)  # a test game is no choice of ours
