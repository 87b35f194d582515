"""The start of a command: the settings, the options that override them, and the language."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from mandala_client.commands import host
from mandala_client.commands.options import Option, game_options, opening_options, speech_options, table_options
from mandala_client.main import COMMANDS, main
from mandala_client.settings.settings import SETTINGS, Colours, Settings, Theme
from mandala_client.settings.start import GivenOptions, Started, start
from mandala_client.text.language import Language, speak, spoken, writes_in_ascii
from mandala_net.player.paths import HOME_VARIABLE, Paths
from mandala_net.trust.identity import default_name
from mandala_protocol.games import catalogue
from tests.e2e.programs import PROGRAM, complete


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    """The folders of a person whose system speaks German."""
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return Paths.under(tmp_path).create()


def write(paths: Paths, text: str) -> None:
    paths.settings.write_text(text, encoding="utf-8")


def test_without_settings_and_wishes_the_usual_settings_hold(paths: Paths) -> None:
    assert start() == Started(Settings())


def test_the_command_line_goes_over_the_settings(paths: Paths) -> None:
    write(
        paths, 'name = "Anna"\ntheme = "monochrome"\ncolours = "16"\nascii = true\nbell = false\nlive_score = false\n'
    )
    assert start(GivenOptions()).settings == Settings(
        "Anna", None, Theme.MONOCHROME, Colours.SIXTEEN, only_ascii=True, bell=False, live_score=False
    )
    wishes = GivenOptions(
        {
            "name": "Ben",
            "language": Language.DUTCH,
            "theme": Theme.DEFAULT,
            "colours": Colours.AUTO,
            "only_ascii": False,
            "confirm": False,
            "bell": True,
            "live_score": True,
        }
    )
    assert start(wishes).settings == Settings("Ben", Language.DUTCH, confirm=False)


def test_a_quiet_game_has_no_bell_and_no_chat_this_once_unless_the_bell_is_asked_for(paths: Paths) -> None:
    assert start(GivenOptions(quiet=True)).settings == Settings(bell=False, chat=False)
    assert start(GivenOptions({"bell": True}, quiet=True)).settings == Settings(bell=True, chat=False)
    write(paths, "bell = false\nchat = false\n")
    assert start(GivenOptions()).settings == Settings(bell=False, chat=False)


def test_the_language_is_that_of_the_wish_then_of_the_settings_then_of_the_system(paths: Paths) -> None:
    start()
    assert spoken() is Language.GERMAN
    write(paths, 'language = "nl"\n')
    start()
    assert spoken() is Language.DUTCH
    start(GivenOptions({"language": Language.ENGLISH}))
    assert spoken() is Language.ENGLISH


def test_the_language_is_spelled_as_can_be_shown(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    write(paths, "ascii = true\n")
    start(GivenOptions())
    assert writes_in_ascii()
    start(GivenOptions({"only_ascii": False}))
    assert not writes_in_ascii()
    monkeypatch.setenv("LC_ALL", "C")
    start(GivenOptions({"only_ascii": False}))
    assert writes_in_ascii()


@pytest.mark.parametrize(
    ("arguments", "encoding"),
    [
        (("--help",), "ascii"),
        (("rules", "--aid"), "cp1251"),
        (("play", "--linear", "--practice", "--seed", "1"), "ascii"),
        (("--help",), "cp1252"),
    ],
)
def test_german_has_only_the_letters_beside_ascii_that_the_output_has(
    arguments: tuple[str, ...], encoding: str, paths: Paths
) -> None:
    letters = "äöüÄÖÜß" if encoding == "cp1252" else ""
    done = run(paths, "--language", "de", *arguments, encoding=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert {one for one in done.stdout if not one.isascii()} <= set(letters)
    assert ("ü" in done.stdout) is bool(letters)
    assert not re.search(r"\w\?\w", done.stdout)


@pytest.mark.parametrize("name", ["", " ", "\u202e\u200b", "\x1b\x07", "?"])
@pytest.mark.parametrize("command", [["whoami"], ["resume", "--list"]], ids=" ".join)
def test_a_name_that_shows_nothing_is_refused(command: list[str], name: str, paths: Paths) -> None:
    result = CliRunner().invoke(main, ["--language", "en", *command, "--name", name])
    assert result.exit_code == 2
    assert "Invalid value for '--name': A name must be visible, and more than “?”." in result.output


def test_a_name_is_bounded_and_harmless(paths: Paths) -> None:
    assert start(GivenOptions({"name": "Anna\x1b[2J\u202e" + "x" * 500})).settings.name == "Anna[2J" + "x" * 25


def test_what_is_wrong_in_the_settings_is_told(paths: Paths) -> None:
    write(paths, "language = 3\nbell = 3\nmine = 3\n")
    started = start(GivenOptions({"language": Language.ENGLISH}))
    assert started.settings == Settings(language=Language.ENGLISH)
    assert [sentence.startswith(str(paths.settings)) for sentence in started.sentences] == [True, True, True]


# The options.


def wishes_of(*arguments: str, options: Option = table_options, of_game: Option = game_options) -> GivenOptions:
    """The wishes that a command with these options gets."""
    heard: list[GivenOptions] = []

    def command(wishes: GivenOptions, **_others: object) -> None:
        heard.append(wishes)

    result = CliRunner().invoke(click.command(of_game(options(command))), arguments)
    assert result.exit_code == 0, result.output
    return heard[0]


def test_nothing_on_the_command_line_is_no_wish() -> None:
    assert wishes_of() == wishes_of(options=speech_options) == GivenOptions()


def test_every_wish_has_its_option() -> None:
    assert wishes_of(
        *("--name", "Ben", "--language", "nl", "--theme", "high-contrast", "--colours", "256", "--ascii"),
        *("--confirm", "--bell", "--live-score", "--quiet"),
    ) == GivenOptions(
        {
            "name": "Ben",
            "language": Language.DUTCH,
            "theme": Theme.HIGH_CONTRAST,
            "colours": Colours.MANY,
            "only_ascii": True,
            "confirm": True,
            "bell": True,
            "live_score": True,
        },
        quiet=True,
    )
    assert wishes_of("--no-ascii", "--no-confirm", "--no-bell", "--no-live-score") == GivenOptions(
        {"only_ascii": False, "confirm": False, "bell": False, "live_score": False}
    )


@pytest.mark.parametrize("command", ["host", "join", "play", "resume"])
def test_every_command_of_a_table_takes_the_wishes(command: str, paths: Paths) -> None:
    shown = CliRunner().invoke(main, ["--language", "en", command, "--help"]).output
    for option in (
        "--name",
        "--language",
        "--theme",
        "--colours",
        "--ascii",
        "--confirm",
        "--bell",
        "--quiet",
        "--linear",
    ):
        assert option in shown


def test_the_language_stands_before_or_behind_the_command(paths: Paths) -> None:
    for code, arguments in (
        (0, ["--language", "nl", "resume", "--list"]),
        (0, ["resume", "--list", "--language", "nl"]),
        (1, ["--language", "nl", "move", "in", "nothing"]),
        (1, ["move", "--language", "nl", "in", "nothing"]),
    ):
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == code, result.output
        assert spoken() is Language.DUTCH
        start(GivenOptions({"language": Language.ENGLISH}))


BEHIND = {
    "check-rules": ["nothing"],
    "export": ["1f2e3d4c", "nowhere"],
    "report": ["1f2e3d4c", "nowhere"],
    "history": [],
    "list": ["--local", "--seconds", "0.5"],
    "move in": ["nothing"],
    "move out": ["nowhere"],
    "players": [],
    "players forget": ["Ben"],
    "players rename": ["Ben", "Bert"],
    "replay": ["1f2e3d4c"],
    "review": ["1f2e3d4c"],
    "rules": [],
    "stats": [],
    "vectors check": ["nothing"],
    "vectors list": [],
    "verify": ["1f2e3d4c"],
    "whoami": [],
}
"""Commands without a table, with what they need to get so far as to say something."""


@pytest.mark.parametrize("command", BEHIND)
def test_the_language_stands_behind_every_command(command: str, paths: Paths) -> None:
    result = CliRunner().invoke(main, [*command.split(), *BEHIND[command], "--language", "nl"])
    assert result.exit_code in (0, 1), result.output
    assert spoken() is Language.DUTCH


def test_every_command_takes_a_language(paths: Paths) -> None:
    within = {command.split()[0] for command in BEHIND if " " in command}
    for command in {*COMMANDS, *BEHIND} - (within - {"players"}):
        shown = CliRunner().invoke(main, ["--language", "en", *command.split(), "--help"]).output
        assert "--language" in shown, command


def test_a_command_goes_before_the_one_it_stands_in(paths: Paths) -> None:
    CliRunner().invoke(main, ["--language", "en", "players", "--language", "nl", "forget", "Ben"])
    assert spoken() is Language.DUTCH
    CliRunner().invoke(main, ["players", "--language", "nl", "forget", "Ben", "--language", "de"])
    assert spoken() is Language.GERMAN


def test_the_own_name_is_that_of_the_option_then_of_the_settings_then_of_the_system(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown(*arguments: str) -> str:
        result = CliRunner().invoke(main, ["whoami", *arguments])
        assert result.exit_code == 0, result.output
        return result.output.partition("\n")[0].rpartition(" ")[0]

    monkeypatch.setenv("LOGNAME", "system")
    assert shown() == default_name() != "Anna"
    write(paths, 'name = "Anna"\n')
    assert shown() == "Anna"
    assert shown("--name", "Ben") == "Ben"


def test_a_name_that_is_a_message_too_is_not_translated(paths: Paths) -> None:
    write(paths, 'name = "Settings\u200b"\n')
    (text,) = start(GivenOptions({"language": Language.GERMAN})).sentences
    assert "„Settings“" in text
    result = CliRunner().invoke(main, ["whoami", "--language", "de"])
    assert result.output.splitlines()[-2].startswith("Settings ")


def test_the_file_of_settings_is_read_once(paths: Paths) -> None:
    write(paths, 'language = "nl"\n')
    read: list[object] = []
    file = str(paths.settings)

    def listen(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" and str(arguments[0]) == file:
            read.append(arguments)

    sys.addaudithook(listen)
    for arguments in (["whoami"], ["--help"], ["--language", "de", "players", "forget", "Ben"]):
        read.clear()
        CliRunner().invoke(main, arguments)
        assert len(read) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nothing"],
        ["nothing"],
        ["host", "--nothing"],
        ["host", "--port", "70000"],
        ["players", "forget"],
        ["players", "nothing"],
        ["verify"],
    ],
)
@pytest.mark.parametrize("language", [["--language", "de"], ["--language=de"], []])
def test_what_was_typed_wrongly_is_told_in_the_language_wherever_it_is_asked_for(
    language: list[str], arguments: list[str], paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    if language:
        monkeypatch.setenv("LANG", "en_GB.UTF-8")
    for line in ([*language, *arguments], [*arguments, *language]):
        speak(Language.ENGLISH)
        done = CliRunner().invoke(main, line, prog_name="mandala-lan")
        assert done.exit_code == 2
        for english in ("OPTIONS", "ARGS", "COMMAND", "Usage", "Try ", "Error", "No such", "Missing", "Invalid"):
            assert english not in done.output
        assert done.output.startswith("Aufruf: mandala-lan ")
        assert "Hilfe gibt es mit: mandala-lan" in done.output


def test_help_is_in_the_language_that_is_asked_for_behind_it(paths: Paths) -> None:
    assert "Usage" not in CliRunner().invoke(main, ["host", "--help", "--language", "nl"]).output


@pytest.mark.parametrize("trouble", ["no home folder", "others may write"])
def test_only_what_needs_a_folder_of_the_player_is_refused_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    if trouble == "no home folder":
        for variable in (HOME_VARIABLE, "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            monkeypatch.delenv(variable, raising=False)
        monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    else:
        monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
        tmp_path.chmod(0o777)
    for line in (["--help"], ["--version"], ["host", "--help"], ["rules"], ["rules", "--aid", "--language", "de"]):
        done = CliRunner().invoke(main, line)
        assert (done.exit_code, done.stderr) == (0, ""), done.output
    for line in (["history"], ["whoami"], ["host", "--linear"], ["--linear"], ["play", "--practice", "--linear"]):
        done = CliRunner().invoke(main, line)
        assert (done.exit_code, done.stdout) == (1, "")
        (sentence,) = done.stderr.splitlines()
        assert re.search("MANDALA_LAN_HOME to the absolute path|Forbid it with: chmod go-w", sentence)


# Whole programs.


def run(paths: Paths, *arguments: str, encoding: str = "utf-8", **environment: str) -> subprocess.CompletedProcess[str]:
    """A program of ours without a terminal, in this encoding."""
    surroundings = {**os.environ, "LANGUAGE": "en", "PYTHONIOENCODING": encoding, **environment}
    surroundings.pop("LANG", None)  # LANGUAGE goes before it, and with a LANG of its own no program is forked
    return complete([*PROGRAM, *arguments], surroundings, encoding=encoding)


def test_a_mistake_in_the_settings_stops_nothing(paths: Paths) -> None:
    write(paths, "bell = maybe\n")
    done = run(paths, "play", "--linear", "--practice", "--against", "random", "--seed", "1")
    assert done.returncode == 0
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith(f"{paths.settings}, line 1, bell: ")
    assert paths.settings.read_text() == "bell = maybe\n"


@pytest.mark.parametrize(
    ("encoding", "environment"),
    [
        pytest.param("latin-1", {"TERM": "dumb", "NO_COLOR": "1"}, marks=pytest.mark.soak),
        ("ascii", {"TERM": ""}),
    ],
)
def test_the_demonstration_verifies_its_game_and_needs_no_terminal_no_colours_and_no_particular_encoding(
    encoding: str, environment: dict[str, str], paths: Paths
) -> None:
    done = run(paths, "demo", "--game", "patterns", "--seed", "3", encoding=encoding, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "VALID" in done.stdout
    assert "type:" not in done.stdout
    assert "mandala-lan verify" not in done.stdout, "there is no record to verify"
    assert "\x1b" not in done.stdout


def keep_the_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take all games but the first out of the program, the last first: so they come back in their order."""
    for game in reversed(list(catalogue.GAMES)[1:]):
        monkeypatch.delitem(catalogue.GAMES, game)


def test_the_game_is_an_option_only_where_one_is_opened_and_shown_only_if_there_are_two(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def explained(command: str) -> str:
        return CliRunner().invoke(main, ["--language", "en", command, "--help"]).output

    assert wishes_of("--game", "mandala", of_game=opening_options) == GivenOptions({"game": "mandala"})
    refused = CliRunner().invoke(main, ["--language", "en", "play", "--game", "chess"])
    assert f"'chess' is not one of {', '.join(map(repr, catalogue.GAMES))}" in refused.output
    for command in ("host", "play"):
        text = " ".join(explained(command).split())
        assert "--game [mandala|patterns] The game to play; without it, the one in the settings." in text
    assert "--game" not in explained("join")
    keep_the_first_game(monkeypatch)
    assert "--game" not in explained("host") + explained("play")


def test_the_game_of_the_settings_can_be_chosen_if_there_are_two(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    (game,) = (setting for setting in SETTINGS if setting.attribute == "game")
    assert not game.is_hidden()
    write(paths, 'game = "patterns"\n')
    assert start().settings.game == "patterns"
    assert start(GivenOptions({"game": "mandala"})).settings.game == "mandala"
    keep_the_first_game(monkeypatch)
    assert game.is_hidden()
    assert start().settings.game == "mandala"


@pytest.mark.parametrize("minutes", ["0.008", "0.009", "0.017", "0.99", "1e-9", "nan", "-1"])
def test_a_grace_of_less_than_a_minute_is_refused(minutes: str) -> None:
    refused = CliRunner().invoke(main, ["host", "--grace", minutes])
    assert refused.exit_code == 2
    text = "-1.0 is not in the range" if minutes == "-1" else "A time limit is at least 1 minute."
    assert text in refused.output


@pytest.mark.parametrize(("minutes", "seconds"), [("0", 0), ("1", 60), ("1.5", 90), ("1440", 86_400)])
def test_a_grace_is_given_in_minutes_and_0_is_no_limit(minutes: str, seconds: int) -> None:
    context = host.command.make_context("host", ["--grace", minutes])
    assert context.params["grace"] == seconds
