"""The command line speaks the chosen language: help, tables, and what is wrong with what was typed.

The language here is one in which every letter of a message is an "x", so that a word of English that is left is seen.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import trio
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from click.testing import CliRunner

from mandala_client.main import COMMANDS
from mandala_client.play.alone import Alone
from mandala_client.play.subprocess_bot import bot_host
from mandala_client.text.click_words import WORDS, in_own_words, words_for
from mandala_client.text.language import CATALOGUES, DOMAIN, Language, speak
from mandala_net.player.paths import HOME_VARIABLE
from tests.client.speaking import speaking, write_catalogue
from tests.limits import SECONDS

OURS = [
    "bots",
    "check-rules",
    "export",
    "history",
    "list",
    "move",
    "players",
    "replay",
    "report",
    "review",
    "stats",
    "vectors",
    "verify",
    "whoami",
]
NOT_WORDS = re.compile(r"--?[a-z][-a-z]*|\[[^\]]*\]|\{[^}]*\}|'[^']*'|[^\W\d_]*x+[^\W\d_]*")
"""Options, choices, what was typed, and words of the language."""


def crossed_out(text: str) -> str:
    """The message with an x for each letter; what stands in braces stays."""
    return "".join(
        part if part.startswith("{") else re.sub(r"[A-Za-z]", "x", part) for part in re.split(r"(\{[^}]*\})", text)
    )


@pytest.fixture(scope="module")
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue in which every message, of which each is in that of German, has its letters crossed out."""
    catalogue = Catalog(locale="de")
    with (CATALOGUES / Language.GERMAN.value / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as german:
        for message in read_mo(german):
            said = message.id
            translation = crossed_out(said) if isinstance(said, str) else tuple(map(crossed_out, said))
            catalogue.add(said, translation, context=message.context)
    root = tmp_path_factory.mktemp("catalogues")
    write_catalogue(root, catalogue)
    return root


@pytest.fixture
def crossed(catalogues: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything is said in that language."""
    monkeypatch.setenv("MANDALA_LAN_HOME", str(tmp_path / "home"))
    with speaking(catalogues):
        yield


def command_of(name: str) -> click.Command:
    """The command as it is when its module is imported in the language spoken now."""
    module = f"mandala_client.commands.{name.replace('-', '_')}"
    before = sys.modules.pop(module, None)
    try:
        command: click.Command = importlib.import_module(module).command
    finally:
        if before is not None:
            sys.modules[module] = before
            setattr(sys.modules["mandala_client.commands"], name.replace("-", "_"), before)
    return in_own_words(command)


def english_words(text: str, *names: str) -> list[str]:
    """The words that are left in English, besides these names."""
    left = NOT_WORDS.sub(" ", text)
    return [word for word in re.findall(r"[^\W\d_]+", left) if word not in names]


def said_by(name: str, *arguments: str) -> str:
    """The output of a command."""
    done = CliRunner().invoke(command_of(name), arguments, prog_name="program")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
    return done.output


@pytest.mark.usefixtures("crossed")
@pytest.mark.parametrize("name", OURS)
def test_the_help_of_a_command_has_no_english_word(name: str) -> None:
    shown = said_by(name, "--help")
    assert "xxxxx:" in shown
    assert "[OPTIONS]" not in shown
    words = ("in", "out", "forget", "rename", "block", "unblock", "check", "list")
    assert english_words(shown, "program", *words, "ID") == []


@pytest.mark.usefixtures("crossed")
@pytest.mark.parametrize("arguments", [("move", "out"), ("move", "in"), ("players", "forget"), ("players", "rename")])
def test_the_help_of_a_command_within_a_command_has_no_english_word(arguments: tuple[str, str]) -> None:
    name, inner = arguments
    assert english_words(said_by(name, inner, "--help"), "program", inner) == []


@pytest.mark.usefixtures("crossed")
@pytest.mark.parametrize(
    "arguments",
    [
        ("bots", "random", "greedy", "--games", "3"),
        ("bots", "random", "clever"),
        ("export",),
        ("export", "1", "2", "3"),
        ("export", "1", "2", "3", "4"),
        ("history", "--nothing"),
        ("history", "--ascii=1"),
        ("history", "--limit"),
        ("history", "--limit", "0"),
        ("history", "--result", "fine"),
        ("history", "--since", "yesterday"),
        ("history", "--language", "de", "--since", "2025-02-01", "--until", "2025-01-01"),
        ("replay", "--json", "--text", "--language", "de", "1f2e3d4c"),
        ("review", "--json", "--text", "--language", "de", "1f2e3d4c"),
        ("replay", "--frm", "host", "1f2e3d4c"),
        ("move", "up"),
        ("verify", "--language", "de", "1f"),
        ("verify", "--language", "de", "1f2e3d4c"),
        ("verify", "--language", "de", "nothing.mandala"),
        ("check-rules", "--language", "de", "nothing"),
        ("vectors", "check", "--language", "de", "nothing"),
        ("players", "forget", "--language", "de", "xx"),
    ],
)
def test_wrong_usage_is_told_without_an_english_word(arguments: tuple[str, ...]) -> None:
    name, *rest = arguments
    done = CliRunner().invoke(command_of(name), rest, prog_name="program")
    assert done.exit_code in (1, 2)
    assert english_words(done.output, "program", "ID", "move", "forget", "nothing", "mandala", *"cdef") == []


@pytest.mark.usefixtures("crossed")
def test_a_number_that_is_none_is_told_so() -> None:
    # click calls the kind of number by its own name, which is no message
    shown = said_by("history", "--limit", "many")
    assert english_words(shown, "program", "integer", "range") == []


@pytest.mark.usefixtures("crossed")
@pytest.mark.parametrize(
    "arguments", [("history", "--language", "de"), ("stats", "--language", "de"), ("players", "--language", "de")]
)
def test_where_there_is_nothing_yet_it_is_said_without_an_english_word(arguments: tuple[str, ...]) -> None:
    shown = said_by(*arguments)
    assert "xxx" in shown
    assert english_words(shown) == []


def test_the_commands_here_are_commands() -> None:
    assert set(OURS) < set(COMMANDS)


def test_the_words_of_click_are_those_that_it_asks_for() -> None:
    assert click.__file__ is not None
    sources = [source.read_text(encoding="utf-8") for source in Path(click.__file__).parent.glob("*.py")]
    asked = {text for source in sources for text in _texts_in_calls(source, {"_", "ngettext"})}
    assert {*WORDS, *words_for(1), *words_for(2)} <= asked


def _texts_in_calls(source: str, names: set[str]) -> Iterator[str]:
    """Every text within the arguments of a call of one of these functions, also a key that leads to the text."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in names:
            for part in ast.walk(call):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


async def test_a_bot_is_understood_whatever_language_is_spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    speak(Language.GERMAN)
    with trio.fail_after(SECONDS):
        async with bot_host(Alone("mandala", "random"), bytes(32)) as address:
            assert address.port
