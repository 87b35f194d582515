"""The command line. Each command is a module of its own, imported only when called, so that ``--version`` is quick.

Without a command the lobby is opened. The language is settled before a command is imported or anything is shown, and
not sooner: until then nothing of this program is imported.
"""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper
from itertools import pairwise
from typing import Any, Final

import click

from mandala_client.commands.importing import without_collecting
from mandala_client.commands.outlets import FEWEST_FILES, lost_of, may_open_enough, open_outlets
from mandala_client.ui.outlet import finish_writing
from mandala_net.version import VERSION
from mandala_protocol.sentence import N_

COMMAND_GROUPS: Final = {
    N_("To play"): {
        "learn": N_("Learn the game by playing a lesson."),
        "host": N_("Open a game and wait for someone to join."),
        "join": N_("Join a game on the local network."),
        "play": N_("Play alone against a bot."),
        "resume": N_("Resume an unfinished game."),
        "rules": N_("Read the rules of the game, or the player aid."),
    },
    N_("Your games"): {
        "lobby": N_("Open the lobby (the same as no command)."),
        "list": N_("Show the games that are open on the local network."),
        "history": N_("Show the games that you have played."),
        "stats": N_("Show your results against each opponent."),
        "watch": N_("Show your running game on a second screen."),
        "replay": N_("Step through a game, forward and back."),
        "review": N_("Review a finished game, move by move."),
        "players": N_("Show, rename or forget the players you know."),
        "whoami": N_("Show your own name and key."),
        "move": N_("Move your key, players and games to another computer, in one file."),
    },
    N_("For experts"): {
        "verify": N_("Check the record of a game, entry by entry."),
        "export": N_("Write the record of a game to a file."),
        "report": N_("Collect all about a faulty game in one file."),
        "demo": N_("Watch two bots play a whole game as two programs."),
        "bots": N_("Let two bots play many games and compare them."),
        "check-rules": N_("Check our rules against another program's game log."),
        "conformance": N_("Test another program against the standard."),
        "vectors": N_("Check test vectors against this program."),
    },
}
"""The commands and what each is for, by group, in the order of the help."""

COMMANDS: Final = {name: about for group in COMMAND_GROUPS.values() for name, about in group.items()}
"""All commands and what each is for."""

LANGUAGES: Final = ("en", "de", "nl")
"""The codes of the languages, as ``Language`` has them."""

_A_SIGNAL: Final = 128
"""Exit codes above it are those of a program that a signal has stopped."""

atexit.register(gc.freeze)  # looking for garbage in all that was imported takes a sixth of a short command


class _Program(click.Group):
    """Finds a command's module when it is called for, and settles the language before."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the program; a window of its own stays open at an error."""
        if sys.platform != "win32":
            return self._main(*args, **extra)
        else:  # noqa: RET505 - the types of the other systems are read only here
            from mandala_client.commands.own_window import in_own_window, kept_open

            with kept_open(in_own_window):
                return self._main(*args, **extra)

    def _main(self, *args: Any, **extra: Any) -> Any:
        """Run the program. What is printed, such as a name, may have characters that the output has not: they become
        "?", and never an error."""
        output = open_outlets()
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        try:
            return _run(super().main, *args, **extra)
        except SystemExit as ended:
            sys.stdout.flush()
            finish_writing(stopped=isinstance(ended.code, int) and ended.code > _A_SIGNAL)
            lost = None if output is None else lost_of(output)
            if lost is None:
                raise
            _tell_lost(lost)
            raise SystemExit(ended.code or 1) from ended

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's shape
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        with without_collecting():
            _settle_language(ctx)
            if cmd_name not in COMMANDS:
                self._take_own_words()
                return None
            module = import_module(f"mandala_client.commands.{cmd_name.replace('-', '_')}")
            from mandala_client.text.click_words import in_own_words

            return in_own_words(module.command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; where there is none of this name, offer those that are spelled nearly so."""
        typed = args[0]
        if typed not in COMMANDS and not ctx.resilient_parsing:
            from difflib import get_close_matches

            from mandala_client.text.language import _

            if near := get_close_matches(typed.lower(), COMMANDS):
                _settle_language(ctx)
                self._take_own_words()
                text = _("There is no command {name}. Did you mean: {commands}?")
                ctx.fail(text.format(name=typed, commands=", ".join(near)))
        return super().resolve_command(ctx, args)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parse the command line; errors before a command is found use the chosen language too."""
        language, once_more = _language_in(args), list(args)
        try:
            return super().make_context(info_name, args, parent, obj=language, **extra)
        except click.UsageError as error:
            if error.ctx is None:
                raise
            _settle_language(error.ctx)
            self._take_own_words()
            with _arguments_written_out():  # wrong again, in words, unless it is meant for the lobby
                named = self._with_lobby_named(once_more, error)
                return super().make_context(info_name, named, parent, obj=language, **extra)

    def _with_lobby_named(self, args: list[str], error: click.UsageError) -> list[str]:
        """The arguments; with the lobby before them if an option of it is given without a command, which opens it."""
        if not isinstance(error, click.NoSuchOption) or error.ctx is None or COMMANDS.keys() & args:
            return args
        lobby = self.get_command(error.ctx, "lobby")
        assert lobby is not None, "there is a lobby"
        options = {name for parameter in lobby.params for name in (*parameter.opts, *parameter.secondary_opts)}
        return ["lobby", *args] if error.option_name in options else args

    def invoke(self, ctx: click.Context) -> Any:
        with _arguments_written_out():
            return super().invoke(ctx)

    def _take_own_words(self) -> None:
        from mandala_client.text.click_words import in_own_words

        in_own_words(self)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from mandala_client.text.language import _

        _settle_language(ctx)
        self._take_own_words()
        explained = {
            "--language": _("Use this language, whatever the settings and the system say."),
            "--linear": _("Use text mode: plain sentences instead of a full screen, for screen readers."),
            "--version": _("Show the version and exit."),
            "--help": _("Show this message and exit."),
        }
        for parameter in self.get_params(ctx):
            if isinstance(parameter, click.Option):
                parameter.help = explained[max(parameter.opts, key=len)]  # the long spelling, wherever it stands
        self.help = _(
            "The card game Mandala and the tile game Patterns for two, on your own network: no server, no account, "
            "and no one can cheat.\n\n"
            "Without a command, the lobby opens. You can reach everything from there."
        )
        self.epilog = "\n\n".join(
            (
                _("To play together, one of you types  mandala-lan host  and the other  mandala-lan join"),
                _(
                    "Set the variable MANDALA_LAN_HOME to keep all files of the program in one folder. Several "
                    "windows can share it."
                ),
            )
        )
        super().format_help(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        from mandala_client.text.language import _

        widest = max(map(len, COMMANDS))
        for title, group in COMMAND_GROUPS.items():
            with formatter.section(_(title)):
                formatter.write_dl([(name.ljust(widest), _(about)) for name, about in group.items()])


@contextmanager
def _arguments_written_out() -> Iterator[None]:
    """Let no argument that is quoted in a usage error steer the terminal."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise  # it quotes nothing, and has lines
    except click.UsageError as error:
        from mandala_client.text.escaping import written_out

        if error.message == written_out(error.message):
            raise
        raise click.UsageError(written_out(error.format_message()), error.ctx) from error


def _run(program: Callable[..., Any], *args: Any, **extra: Any) -> Any:
    """Run the program; if the system lets it open too few files, say so and exit with 1."""
    try:
        if not may_open_enough():
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return program(*args, **extra)
    except (OSError, ImportError, BaseExceptionGroup) as error:
        if not _lacks_descriptors(error):
            raise
        from mandala_client.text.language import _, language_of, speak
        from mandala_client.text.lines import print_line

        speak(language_of())
        text = _("This program may open too few files. Allow at least {count}, for example with: ulimit -n {count}")
        print_line(text.format(count=FEWEST_FILES), aside=True)
        raise SystemExit(1) from error


def _lacks_descriptors(error: BaseException | None) -> bool:
    """Return whether an error, or what led to it, is that no more files can be opened."""
    if isinstance(error, BaseExceptionGroup):
        return any(map(_lacks_descriptors, error.exceptions))
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        return True
    return error is not None and (_lacks_descriptors(error.__cause__) or _lacks_descriptors(error.__context__))


def _tell_lost(error: OSError) -> None:
    from mandala_client.text.language import _, said
    from mandala_client.text.lines import print_line
    from mandala_net.os_errors import reason_of

    print_line(_("The output cannot be written: {reason}.").format(reason=said(reason_of(error))), aside=True)


def _language_in(arguments: Sequence[str]) -> str | None:
    """The language that is asked for anywhere among the arguments, even if click stops before it; None if none is."""
    found = None
    for argument, following in pairwise([*arguments, ""]):
        if argument == "--":
            break
        option, _equals, value = argument.partition("=")
        if option == "--language" and (value or following) in LANGUAGES:
            found = value or following
    return found


def _settle_language(ctx: click.Context) -> None:
    """From now on speak the language of the option if it was read, else of the settings, else of the system."""
    from mandala_client.settings.start import start

    with ctx.scope(cleanup=False):
        start()


@click.group(
    cls=_Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--language", type=click.Choice(LANGUAGES), default=None, is_eager=True)
@click.option("--linear", is_flag=True)
@click.version_option(VERSION, message="mandala-lan %(version)s")
@click.pass_context
def main(ctx: click.Context, language: str | None, linear: bool) -> None:  # noqa: ARG001 - read by _settle_language
    """The help is made when it is shown, in the language that is spoken then."""
    if ctx.invoked_subcommand is not None:
        return
    _settle_language(ctx)
    from mandala_client.commands.lobby import open_lobby, open_lobby_if_typed
    from mandala_client.ui.abilities import can_draw

    if linear or can_draw():
        open_lobby(linear=linear)
    elif not open_lobby_if_typed():
        click.echo(ctx.get_help())  # noqa: TID251 - our own text, of many lines
