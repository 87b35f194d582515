"""The standard says what the code does: its numbers, codes, tables and generated parts."""

from __future__ import annotations

import ast
import importlib.util
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import get_args

import attrs
import pytest

from mandala_protocol.authentication_words import spoken
from mandala_protocol.conversation.connection import STATES, Cause, ConnectionMachine, ConnectionState
from mandala_protocol.conversation.events import (
    Command,
)
from mandala_protocol.conversation.kept_entries import SHOWN_BY_THE_RECORD
from mandala_protocol.errors import Code, LocalProtocolError
from mandala_protocol.games.mandala.moves import ALL_MOVES, format_move, parse_move
from mandala_protocol.games.mandala.position import parse_position
from mandala_protocol.poker import deck_errors as deck_errors
from mandala_protocol.record.order import ORDER
from mandala_protocol.requirements import REQUIREMENTS, REQUIREMENTS_FILE
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import ENTRY_KINDS, MESSAGE_KINDS, OfferKind

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SOURCES = sorted(
    path
    for folder in ("protocol/mandala_protocol", "mandala_net", "conformance")
    for path in (ROOT / folder).rglob("*.py")
)


def load_generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_standard", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATOR = load_generator()
STANDARD = (DOCS / "protocol.md").read_text()
WORDING = {number: requirement.text for number, requirement in REQUIREMENTS.items()}
NUMBER = re.compile(r"[A-Z]{2}[1-9][0-9]?")


# Numbers.


def test_the_data_of_the_requirements_are_those_of_the_document() -> None:
    made = GENERATOR.requirements_as_json(STANDARD)
    assert REQUIREMENTS_FILE.read_text() == made, "run: python docs/generate.py"
    assert list(REQUIREMENTS.values()) == GENERATOR.requirements(STANDARD)


def test_a_requirement_has_its_title_section_and_codes() -> None:
    signed = REQUIREMENTS["LK5"]
    assert (signed.title, signed.section) == ("The key of a connection is signed", "2.3 Handshake")
    assert (signed.code, signed.further_codes) == ("wrong-identity", ())
    lengths = REQUIREMENTS["LK3"]
    assert (lengths.code, lengths.further_codes) == ("oversized", ("handshake",))
    assert REQUIREMENTS["OR6"].code is None, "an error on one's own side is sent to nobody"
    titles = [requirement.title for requirement in REQUIREMENTS.values()]
    assert len(set(titles)) == len(titles)


def test_every_requirement_is_defined_once_and_none_is_left_out() -> None:
    numbers = re.findall(r"^\*\*([A-Z]{2}[0-9]+)\b", STANDARD, re.MULTILINE)
    assert numbers == list(REQUIREMENTS)
    assert len(set(numbers)) == len(numbers)
    for letters, group in groupby(sorted(numbers), key=lambda number: number[:2]):
        found = sorted(int(number[2:]) for number in group)
        assert found == list(range(1, len(found) + 1)), f"a number of {letters} is missing"


def test_the_parts_named_at_the_beginning_are_those_there_are() -> None:
    named = re.findall(r"^\| [a-z ()]+ \| ([A-Z]{2}) \| [0-9]+ \|$", STANDARD, re.MULTILINE)
    assert named == sorted({number[:2] for number in WORDING}, key=named.index)
    assert len(named) == 13


@pytest.mark.parametrize("name", ["protocol.md", "threats.md"])
def test_every_number_mentioned_is_defined(name: str) -> None:
    text = (DOCS / name).read_text()
    parts = "|".join(sorted({number[:2] for number in WORDING}))
    mentioned = set(re.findall(rf"\b(?:{parts})[0-9]+\b", text))
    assert len(mentioned) > 30
    assert mentioned <= set(WORDING), f"not defined: {mentioned - set(WORDING)}"


FIELDS_OF_COMMANDS: dict[str, object] = {
    "ahead": False,
    "kind": OfferKind.END,
    "move": None,
    "reason": "",
    "text": "",
    "times": 1,
}
EVERY_COMMAND: list[Command] = [
    kind(**{field.name: FIELDS_OF_COMMANDS[field.name] for field in attrs.fields(kind)}) for kind in get_args(Command)
]


def refusal_of(state: ConnectionState, command: Command) -> LocalProtocolError:
    """The refusal of a command in a state."""
    machine = ConnectionMachine()
    machine.state = state
    with pytest.raises(LocalProtocolError) as caught:
        machine.require_possible(command)
    return caught.value


def raised() -> Iterator[tuple[str, str, str | None, str]]:
    """The place, requirement and code (None if it is not written there) of every error of the protocol."""
    for state, rules in STATES.items():
        for broken in rules.fails.values():
            yield f"state {state.value}", broken, "OUT_OF_TURN", "RemoteProtocolError"
        for command in EVERY_COMMAND if rules.refuses is None else ():
            if type(command) not in rules.commands:
                error = refusal_of(state, command)
                yield f"{command} in state {state.value}", error.requirement, error.code.name, "LocalProtocolError"
        if rules.refuses is not None:
            yield f"state {state.value}", rules.refuses, "OUT_OF_TURN", "LocalProtocolError"
    for path in SOURCES:
        if path.name == "connection.py":
            continue  # its numbers are data
        source = path.read_text()
        for node in ast.walk(ast.parse(source if "ProtocolError(" in source else "")):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id not in ("RemoteProtocolError", "LocalProtocolError"):
                continue
            code, number = node.args[:2]
            where = f"{path.name}:{node.lineno}"
            if isinstance(number, ast.Constant) and isinstance(number.value, str):
                name = code.attr if isinstance(code, ast.Attribute) else None
                yield where, number.value, name, node.func.id
            else:
                assert ast.unparse(number).endswith(".requirement"), f"{where}: no number"


def test_every_number_raised_in_the_code_is_defined_with_the_code_it_is_raised_with() -> None:
    found = list(raised())
    assert len(found) > 40
    for where, requirement, code, _ in found:
        assert requirement in WORDING, f"{where}: {requirement} is not in the standard"
        if code is not None:
            name = f"`{Code[code].wire_name}`"
            assert name in WORDING[requirement], f"{where}: {requirement} does not say {name}"


def test_RF9_names_what_others_can_see_broken() -> None:
    (listed,) = re.findall(r"^Others can see these broken: (.*)\.$", STANDARD, re.MULTILINE)
    assert set(listed.split(", ")) == SHOWN_BY_THE_RECORD


def test_every_error_of_the_deck_has_a_number_that_says_its_code() -> None:
    errors = [
        deck_errors.BadPoint(),
        deck_errors.BadScalar(),
        deck_errors.BadLength(Sentence("points"), 1),
        deck_errors.FailedProof("knowledge"),
        deck_errors.FailedProof("shares"),
        deck_errors.FailedProof("shuffle"),
        deck_errors.BadCommitment(),
        deck_errors.RelatedKeys("copy"),
        deck_errors.WrongFace(),
        deck_errors.WrongSecret(),
    ]
    assert {type(error) for error in errors} == set(deck_errors.DeckError.__subclasses__())
    for error in errors:
        assert f"`{error.code.wire_name}`" in WORDING[error.requirement]
        assert isinstance(error.detail, Sentence), "what it says can be said in other languages"
    assert len({error.requirement for error in errors}) == len(errors)


def test_every_code_is_in_the_table_and_some_requirement_names_it() -> None:
    for code in Code:
        name = code.wire_name
        (row,) = re.findall(rf"^\| {int(code)} \| `{name}` \| .+ \| (.+) \|$", STANDARD, re.MULTILINE)
        assert NUMBER.match(row), f"no requirement fails with {name}"


def test_wherever_the_standard_says_to_fail_it_names_a_code() -> None:
    names = {code.wire_name for code in Code}
    failing = [number for number, text in WORDING.items() if re.search(r"MUST fail\b", text) and number != "CV1"]
    assert len(failing) > 40
    for number in failing:
        assert REQUIREMENTS[number].code in names, f"{number} names no code"


# Tables.


def test_the_generated_parts_are_up_to_date() -> None:
    assert GENERATOR.render(STANDARD) == STANDARD, "run: python docs/generate.py"


@pytest.mark.parametrize(("name", "parts"), [("api.md", "API_PARTS"), ("match.md", "MATCH_PARTS")])
def test_the_generated_parts_of_other_pages_are_up_to_date(name: str, parts: str) -> None:
    page = (DOCS / name).read_text()
    assert GENERATOR.render(page, getattr(GENERATOR, parts)) == page, "run: python docs/generate.py"


def test_a_change_of_the_order_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The generator really draws from the table: with one row less both parts are others."""
    monkeypatch.setattr(GENERATOR, "ORDER", {occasion: rows[:1] for occasion, rows in ORDER.items()})
    changed = GENERATOR.render(STANDARD)
    assert "| 2 | `accept` (1) |" in STANDARD
    assert "| 2 | `accept` (1) |" not in changed
    assert "start_propose_0 --> start_accept_1" in STANDARD
    assert "start_propose_0 --> start_accept_1" not in changed


def test_a_change_of_the_states_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table and the diagram of the states are drawn from the data of the code, both."""
    between = STATES[ConnectionState.BETWEEN_GAMES]
    changed_rules = attrs.evolve(between, fails={}, leads={**between.leads, Cause.AGREED: ConnectionState.OPEN})
    monkeypatch.setattr(GENERATOR, "STATES", {**STATES, ConnectionState.BETWEEN_GAMES: changed_rules})
    changed = GENERATOR.render(STANDARD)
    row = "| between games | neither has sent `rematch` yet | `hello` (MS8), `resume` (RS2), `entry` (RS10) |"
    assert row in STANDARD
    assert row not in changed
    assert "between_games --> open" not in STANDARD
    assert "between_games --> open" in changed


def field_tables() -> Iterator[tuple[str, list[str]]]:
    """The fields in the first table after each heading that names a message or entry."""
    for section in re.split(r"^### ", STANDARD, flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        table = re.search(r"^\| field \|.*\n\| --- .*\n((?:\| .*\n)+)", body, re.MULTILINE)
        fields = re.findall(r"^\| `([a-z_]+)` \|", table[1], re.MULTILINE) if table else []
        for name, what, number in re.findall(r"`([a-z]+)` \((entry )?([0-9]+)\)", heading):
            kinds = ENTRY_KINDS if what else MESSAGE_KINDS
            assert GENERATOR.name_of_kind(kinds[int(number)]) == name
            yield f"{what}{number}", fields


def test_every_message_and_entry_has_its_fields_in_order() -> None:
    tables = dict(field_tables())
    expected: dict[str, type[attrs.AttrsInstance]] = {str(number): kind for number, kind in MESSAGE_KINDS.items()}
    expected |= {f"entry {number}": kind for number, kind in ENTRY_KINDS.items()}
    assert tables.keys() == expected.keys()
    for what, kind in expected.items():
        assert tables[what] == [field.name for field in attrs.fields(kind)], what


# Grammars and examples.


def test_the_notation_of_the_standard_is_that_of_the_code() -> None:
    """The grammar of 8.2 as a regular expression, against every move there is, and against what is none."""
    grammar = dict(re.findall(r"^([a-z]+) += (.+?)(?: +;.*)?$", STANDARD, re.MULTILINE))

    def pattern(rule: str) -> str:
        parts = [" ".join(part.split()) for part in grammar[rule].split("/")]
        return "(?:" + "|".join("".join(map(one, part.split(" "))) for part in parts) + ")"

    def one(item: str) -> str:
        return re.escape(item.strip('"')) if item.startswith('"') else pattern(item)

    move = re.compile(pattern("move"))
    moves = {format_move(move) for move in ALL_MOVES}
    alphabet = "ABCK01rogypk12345678"
    texts = {
        first + second + third + fourth
        for first in "ABCK"
        for second in alphabet
        for third in ["", *alphabet]
        for fourth in ["", *"12389r"]
    }
    for text in texts | moves:
        assert (move.fullmatch(text) is not None) == (text in moves), text
        if text in moves:
            assert format_move(parse_move(text)) == text


def test_the_position_in_the_standard_is_one() -> None:
    (line,) = re.findall(r"^```\n(mandala .+)\n```$", STANDARD, re.MULTILINE)
    state = parse_position(line)
    assert (state.draw_pile, state.first) == (88, 0)


def test_the_words_in_the_standard_are_well_formed() -> None:
    (example,) = re.findall(r"such as `([a-z]{4} [a-z]{4} [a-z]{4})`", STANDARD)
    assert re.fullmatch(r"(?:[bdfghklmnprstvwz][aeio]){2}(?: (?:[bdfghklmnprstvwz][aeio]){2}){2}", example)
    assert spoken(bytes(8)) == "baba baba baba"
    assert spoken(b"\xff" * 8) == "zozo zozo zozo"


def test_the_hello_in_the_standard_is_that_of_the_vectors() -> None:
    (block,) = re.findall(r"The host's `hello` is 54 bytes:\n\n```\n(.+?)```", STANDARD, re.DOTALL)
    data = "".join(re.match(r" *((?:[0-9a-f]{2} )*[0-9a-f]{2})", line)[1] for line in block.splitlines())  # type: ignore[index]
    hello = GENERATOR.published_case()["expected"]["steps"][1]
    assert (hello["from"], hello["does"]) == (0, "hello")
    assert data.replace(" ", "") == hello["sends"][0]["message"]


# The rules.


def rule_points(text: str) -> list[str]:
    return re.findall(r"^- \*\*([A-Z][0-9]+)\*\* ", text, re.MULTILINE)


def test_the_rules_have_every_point() -> None:
    sizes = {"S": 9, "G": 7, "A": 6, "B": 5, "C": 5, "K": 11, "D": 11, "E": 7}
    points = [f"{letter}{number}" for letter, size in sizes.items() for number in range(1, size + 1)]
    assert rule_points((DOCS / "rules-mandala.md").read_text()) == points


def test_every_rule_point_named_in_the_code_is_in_the_rules() -> None:
    points = set(rule_points((DOCS / "rules-mandala.md").read_text()))
    named = set()
    for path in (ROOT / "protocol" / "mandala_protocol" / "games" / "mandala").glob("*.py"):
        named |= set(re.findall(r'IllegalMove\("([A-Z][0-9]+)"', path.read_text()))
        named |= set(re.findall(r"\(([SGABCKDE][0-9]+)\)", path.read_text()))
    assert len(named) > 20
    assert named <= points


def test_the_index_has_each_letter_in_the_order_of_its_numbers_and_leads_to_its_section() -> None:
    listed = re.findall(
        r"^\| ([A-Z]{2})([0-9]+) \| .+ \| \[([0-9.]+)\]\((#[a-z0-9-]+)\) \| .+ \|$", STANDARD, re.MULTILINE
    )
    assert len(listed) == len(REQUIREMENTS)
    for letters, group in groupby(listed, key=lambda row: row[0]):
        numbers = [int(row[1]) for row in group]
        assert numbers == list(range(1, len(numbers) + 1)), letters
    targets = set(re.findall(r"^ *- \[.+\]\((#.+)\)$", STANDARD, re.MULTILINE))
    assert {row[3] for row in listed} <= targets


# Links between the pages.


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_links_lead_to_files_and_folders_that_are_there(page: Path) -> None:
    prose = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)#:]+)\)", prose):
        assert (page.parent / target).exists(), target
