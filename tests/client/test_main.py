"""The command line as a whole: what it lists, in which language, and how little it imports."""

from __future__ import annotations

import ast
import gc
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

import mandala_client.commands
import mandala_net
import mandala_protocol
from mandala_client.main import COMMAND_GROUPS, COMMANDS, LANGUAGES, main
from mandala_client.sentences.status_text import game_digits
from mandala_client.text.language import Language, _, language_of, speak
from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_net.trust.identity import Identity
from mandala_net.version import VERSION
from mandala_protocol.record.transcript import read
from mandala_protocol.seats import Seat
from tests import published
from tests.limits import SECONDS
from tests.narrowing import present


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without settings."""
    monkeypatch.setenv("MANDALA_LAN_HOME", str(tmp_path))
    return tmp_path


def test_every_command_is_listed_and_explains_itself() -> None:
    folder = Path(mandala_client.commands.__file__).parent
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    with_command = {name for name in modules if hasattr(import_module(f"mandala_client.commands.{name}"), "command")}
    assert set(COMMANDS) == {name.replace("_", "-") for name in with_command}
    for name in COMMANDS:
        shown = CliRunner().invoke(main, [name, "--help"])
        assert (shown.exit_code, "Usage:" in shown.output) == (0, True), name
        assert re.search(rf"Examples?:\s+mandala-lan {name}", shown.output), name


def test_the_languages_to_ask_for_are_those_that_are_spoken() -> None:
    assert set(LANGUAGES) == {language.value for language in Language}


def test_the_version_is_told_without_importing_the_program() -> None:
    program = (
        "import sys\n"
        "from mandala_client.main import main\n"
        "main(['--version'], standalone_mode=False)\n"
        "slow = ('mandala_', 'trio', 'prompt_toolkit', 'importlib.metadata')\n"
        "print(sorted(name for name in sys.modules if name.startswith(slow)))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=SECONDS, check=True
    )
    version, imported = finished.stdout.splitlines()
    assert version == f"mandala-lan {VERSION}"
    allowed = [
        "mandala_client",
        "mandala_client.commands",
        "mandala_client.commands.importing",
        "mandala_client.commands.outlets",
        "mandala_client.main",
        "mandala_client.ui",
        "mandala_client.ui.outlet",
        "mandala_net",
        "mandala_net.version",
    ]
    assert imported == str([*allowed, "mandala_protocol", "mandala_protocol.sentence"])


def imports_the_tester(code: ast.AST) -> bool:
    """Return whether code imports it as soon as it runs, and not only once a function in it is called."""
    match code:
        case ast.Import(names=names):
            return any(name.name.startswith("mandala_conformance") for name in names)
        case ast.ImportFrom(module=module):
            return (module or "").startswith("mandala_conformance")
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return False
        case _:
            return any(map(imports_the_tester, ast.iter_child_nodes(code)))


def test_no_module_that_a_player_needs_imports_the_tester() -> None:
    folders = [Path(present(package.__file__)).parent for package in (mandala_protocol, mandala_net, mandala_client)]
    texts = {path: path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py")}
    named = {path: text for path, text in texts.items() if "mandala_conformance" in text}
    assert {"conformance.py", "vectors.py"} <= {path.name for path in named}
    assert [path for path, text in named.items() if imports_the_tester(ast.parse(text))] == []


READING_COMMANDS = ("players", "history", "stats", "verify nothing", "export nothing there", "whoami")


def test_commands_that_only_read_and_print_import_neither_network_nor_screen() -> None:
    program = (
        "import sys\n"
        "from mandala_client.main import main\n"
        f"for command in {READING_COMMANDS}:\n"
        "    try:\n"
        "        main(command.split())\n"
        "    except SystemExit:\n"
        "        pass\n"
        "    print('after', command, *({'trio', 'zeroconf', 'prompt_toolkit'} & set(sys.modules)))\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=SECONDS, check=False
    )
    imported = [line for line in finished.stdout.splitlines() if line.startswith("after ")]
    assert imported == [f"after {command}" for command in READING_COMMANDS], finished.stderr


@pytest.mark.parametrize("language", list(Language))
def test_the_help_is_in_the_language_that_is_asked_for(language: Language) -> None:
    shown = CliRunner().invoke(main, ["--language", language.value, "--help"])
    speak(language)
    assert _("Resume an unfinished game.") in " ".join(shown.output.split())


@pytest.mark.parametrize(
    ("arguments", "settings", "locale", "spoken"),
    [
        (["--language", "nl"], 'language = "de"', "de_DE.UTF-8", Language.DUTCH),
        ([], 'language = "de"', "nl_NL.UTF-8", Language.GERMAN),
        ([], "", "nl_NL.UTF-8", Language.DUTCH),
        ([], "", "fr_FR.UTF-8", Language.ENGLISH),
        ([], "", None, Language.ENGLISH),
    ],
)
def test_option_settings_and_locale_decide_in_this_order(
    arguments: list[str],
    settings: str,
    locale: str | None,
    spoken: Language,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (home / "config").mkdir()
    (home / "config" / "settings.toml").write_text(settings)
    if locale is not None:
        monkeypatch.setenv("LC_ALL", locale)
    before = language_of({})
    assert before is Language.ENGLISH
    shown = CliRunner().invoke(main, [*arguments, "--help"])
    speak(spoken)
    assert _("Show your own name and key.") in " ".join(shown.output.split())


def test_an_unknown_command_and_an_unknown_language_are_refused() -> None:
    for arguments in (["nonsense"], ["--language", "tlh", "whoami"]):
        assert CliRunner().invoke(main, arguments).exit_code == 2


@pytest.mark.parametrize(
    ("typed", "meant"), [("hots", "host"), ("HOST", "host"), ("verfy", "verify"), ("histroy", "history")]
)
def test_a_command_that_is_spelled_nearly_right_is_offered(typed: str, meant: str) -> None:
    refused = CliRunner().invoke(main, [typed])
    assert refused.exit_code == 2
    assert f"There is no command {typed}. Did you mean: {meant}" in refused.output
    german = CliRunner().invoke(main, ["--language", "de", typed])
    assert f"Meintest du: {meant}" in german.output


def test_the_help_shows_six_commands_first_and_the_others_by_their_purpose() -> None:
    shown = CliRunner().invoke(main, ["--help"]).output
    to_play, yours, experts = (shown.index(f"{title}:\n") for title in COMMAND_GROUPS)
    assert to_play < yours < experts
    first = shown[to_play:yours].splitlines()[1:]
    assert [line.split()[0] for line in first if line] == ["learn", "host", "join", "play", "resume", "rules"]
    assert shown.count("\n  verify ") == 1
    assert shown.index("\n  verify ") > experts


@pytest.mark.parametrize(
    ("words", "word", "offered"),
    [
        ("mandala-lan ho", 1, "plain,host"),
        ("mandala-lan host --gr", 2, "plain,--grace"),
        ("mandala-lan host --theme mono", 3, "plain,monochrome"),
        ("mandala-lan host --game pat", 3, "plain,patterns"),
        ("mandala-lan host --player gree", 3, "plain,greedy"),
        ("mandala-lan host --player ./my", 3, "file,./my"),
        ("mandala-lan stats --game pat", 3, "plain,patterns"),
    ],
)
def test_a_shell_completes_commands_options_and_their_words(words: str, word: int, offered: str) -> None:
    assert completed(words, word) == [offered]


def completed(words: str, word: int) -> list[str]:
    """The words that bash gets to choose from for this word of a command line, each behind its kind."""
    asked = {"_MANDALA_LAN_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(word)}
    done = CliRunner(env=asked).invoke(main, prog_name="mandala-lan")
    assert done.exit_code == 0
    return done.output.split("\n")[:-1] if done.output.strip() else []


def test_a_shell_completes_games_and_records(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only an open game is meant, no other is offered; a file of any kind beside the games, where it can be."""
    entries = [read(message) for message in published.ENTRIES]
    with open_home(Paths.under(home)) as own:
        saved = own.store.begin(Seat.HOST, Identity.generate().public, bytes(32))
        saved.append(entries[:20])
        digits = game_digits(own.store.game(saved.row))
    for name in ("Anna-Ben-1f2e3d4c.mandala", "Anna; rm -rf.mandala", "notes.txt"):
        (home / name).touch()
    monkeypatch.chdir(home)
    for word in ("verify", "replay", "review"):
        assert completed(f"mandala-lan {word} ", 2) == ["file,", f"plain,{digits}", "plain,Anna-Ben-1f2e3d4c.mandala"]
    for word in ("export", "report", "resume", "watch"):
        assert completed(f"mandala-lan {word} {digits[:4]}", 2) == [f"plain,{digits}"]
        assert completed(f"mandala-lan {word} {digits[:4]}x", 2) == []
    with open_home(Paths.under(home)) as own:
        own.store.take_up(saved.row).append(entries[20:])
    assert completed("mandala-lan export ", 2) == [f"plain,{digits}"]
    assert completed("mandala-lan resume ", 2) == completed("mandala-lan watch ", 2) == []


def test_a_shell_completes_the_names_of_known_players_that_mean_themselves_in_it(home: Path) -> None:
    assert completed("mandala-lan join --of ", 3) == []
    assert not home.joinpath("data").exists()
    with open_home(Paths.under(home)) as own:
        for name in ("Ben", "Berta", "Anna", "Be$(reboot)"):
            own.players.remember(name, Identity.generate().public)
    for words in ("join --of", "history --opponent", "stats --opponent", "players forget", "players block"):
        assert completed(f"mandala-lan {words} be", 3) == ["plain,Ben", "plain,Berta"]


def test_an_option_of_the_lobby_without_a_command_opens_the_lobby_with_it() -> None:
    typed = "whoami\nleave\n"
    for arguments in (["--name", "Ben", "--linear"], ["--linear", "--no-bell", "--name", "Ben"]):
        assert "You are Ben, in the lobby" in CliRunner().invoke(main, arguments, input=typed).output
    for arguments in (["--nonsense"], ["--name", "Ben", "host"], ["--port", "1"]):
        refused = CliRunner().invoke(main, arguments)
        assert refused.exit_code == 2
        assert "No such option" in refused.output
        assert "Usage: main [OPTIONS] [COMMAND]" in refused.output


def test_a_home_that_cannot_be_used_does_not_keep_the_help_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANDALA_LAN_HOME", "not/absolute")
    assert CliRunner().invoke(main, ["--help"]).exit_code == 0
    refused = CliRunner().invoke(main, ["whoami"])
    assert refused.exit_code == 1
    assert "must be an absolute path" in refused.output


def test_after_the_lobby_garbage_is_collected_as_before_it() -> None:
    assert CliRunner().invoke(main, ["--linear"], input="leave\n").exit_code == 0
    assert gc.isenabled()
