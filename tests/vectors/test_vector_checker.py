"""The check of vectors: a value that is changed is named, and hostile files are met with one sentence."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from typing import Any, Final

import pytest

from mandala_conformance.vectors.form.vector_fields import MOST_NAME
from mandala_conformance.vectors.vector_checker import check
from mandala_conformance.vectors.vector_file import MOST_FILE_BYTES, NotVectors, parse
from mandala_protocol.games.mandala import scoring
from tests.published import VECTORS

Vectors = dict[str, Any]


def read(name: str) -> Vectors:
    value: Vectors = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return value


def differences(file: Vectors) -> list[tuple[str, str]]:
    """The ids of the cases that differ, each with what is said of it."""
    parsed = parse(json.dumps(file).encode())
    return [(report.id, said) for report in check(parsed) for said in report.differences]


def case_of(file: Vectors, name: str) -> Vectors:
    (case,) = [case for group in file["groups"] for case in group["cases"] if case["id"] == name]
    found: Vectors = case
    return found


def flipped(text: str, place: int = 0) -> str:
    return text[:place] + ("1" if text[place] == "0" else "0") + text[place + 1 :]


def set_value(*path: str) -> Callable[[Vectors], None]:
    """Flip the value at the end of a path."""

    def change(case: Vectors) -> None:
        *before, last = path
        value: Any = case
        for name in before:
            value = value[int(name)] if isinstance(value, list) else value[name]
        key: Any = int(last) if isinstance(value, list) else last
        value[key] = flipped(value[key])

    return change


CHANGES: Final = [
    ("deck.json", "hash/two items", set_value("expected", "hash"), "hash"),
    ("deck.json", "derived-point/face 3", set_value("expected", "point"), "point"),
    ("deck.json", "shuffle of what was shuffled", set_value("expected", "chain", "1"), "chain.1"),
    ("deck.json", "verify/shares", set_value("expected", "statement"), "statement"),
    ("messages.json", "message/hello", set_value("expected", "fields", "software"), "fields.software"),
    ("messages.json", "payload/share", set_value("expected", "previous"), "previous"),
    ("link.json", "handshake/whole", set_value("expected", "transport", "2"), "transport.2"),
    ("link.json", "handshake/whole", set_value("expected", "guest", "payload"), "guest.payload"),
    ("link.json", "fingerprint/1", set_value("expected", "fingerprint"), "fingerprint"),
    ("signatures.json", "signed-wish/end", set_value("expected", "signed"), "signed"),
    ("patterns.json", "set-up/6e340b9c", set_value("expected", "position"), "position"),
    ("test-games.json", "test-game/mandala-test-17, seat 1", set_value("expected", "secret"), "secret"),
]


@pytest.mark.parametrize(("name", "id_", "change", "field"), CHANGES)
def test_a_changed_value_is_named_and_no_other(
    name: str, id_: str, change: Callable[[Vectors], None], field: str
) -> None:
    file = read(name)
    change(case_of(file, id_))
    ((found, said),) = differences(file)
    assert found == id_
    assert said.startswith(f"{field}: this program has ")


def test_a_changed_step_of_a_conversation_is_named_with_its_place() -> None:
    file = read("patterns.json")
    case = case_of(file, "conversation/patterns: a whole game")
    case["expected"]["steps"][1]["sends"][0]["message"] = "00"
    case["expected"]["games"][0]["entries"][7]["position"] = ""
    said = [text for _, text in differences(file)]
    assert [text.partition(":")[0] for text in said] == ["steps.1.sends.0.message", "games.0.entries.7.position"]


def test_a_valid_case_that_is_refused_and_an_invalid_one_that_is_taken_are_named() -> None:
    file = read("signatures.json")
    right, false = case_of(file, "signature/right"), case_of(file, "signature/one bit of R")
    right["given"], false["given"] = false["given"], right["given"]
    assert differences(file) == [
        ("signature/right", "it is valid, but this program refuses it: bad-signature (CV10)"),
        ("signature/one bit of R", "it is invalid: bad-signature (CV10); this program takes it"),
    ]


@pytest.mark.parametrize(("field", "value"), [("code", "malformed"), ("requirement", "DK1"), ("code", None)])
def test_another_reason_is_a_difference(field: str, value: str | None) -> None:
    file = read("deck.json")
    case_of(file, "scalar/the order")[field] = value
    ((id_, said),) = differences(file)
    assert id_ == "scalar/the order"
    assert said.endswith("this program says bad-scalar (DK2)")


def test_of_an_acceptable_case_either_is_right() -> None:
    file = read("signatures.json")
    for name in ("signature/right", "signature/a second one over the same bytes"):
        case_of(file, name)["valid"] = "acceptable"
    case_of(file, "signature/right")["given"]["signature"] = "00" * 64
    assert differences(file) == []


def test_a_case_without_all_values_is_checked_in_those_that_it_has() -> None:
    file = read("deck.json")
    case = case_of(file, "shuffle of one card")
    case["expected"] = {"challenge": flipped(case["expected"]["challenge"])}
    assert [id_ for id_, _ in differences(file)] == ["shuffle of one card"]


def test_a_case_that_makes_no_sense_is_told_so() -> None:
    file = read("deck.json")
    case = case_of(file, "shuffle of what was shuffled")
    case["given"]["order"] = [0, 0, 1]
    ((id_, said),) = differences(file)
    assert id_ == "shuffle of what was shuffled"
    assert said.startswith("the case makes no sense: ")


def test_a_weight_that_is_just_too_much_is_refused_and_one_less_is_not() -> None:
    file = read("weights.json")
    fits, more = (case_of(file, f"weight/players: all at once{end}") for end in ("", ", and one more"))
    fits["given"], more["given"] = more["given"], fits["given"]
    assert differences(file) == [
        ("weight/players: all at once", "it is valid, but this program refuses it: flood (MS19)"),
        ("weight/players: all at once, and one more", "it is invalid: flood (MS19); this program takes it"),
    ]


def test_a_weight_that_is_too_much_before_the_last_step_makes_no_sense() -> None:
    file = read("weights.json")
    steps = case_of(file, "weight/strangers: all at once, and one more")["given"]["steps"]
    steps.append(dict(steps[-1]))
    ((_, said),) = differences(file)
    assert said.startswith("the case makes no sense: ")


def test_a_file_from_before_cases_said_what_they_show_is_read() -> None:
    file = read("signatures.json")
    del case_of(file, "signature/right")["shows"]
    assert differences(file) == []


def test_a_compressed_file_is_read() -> None:
    data = (VECTORS / "signatures.json").read_bytes()
    assert parse(gzip.compress(data)).cases == parse(data).cases


@pytest.mark.parametrize("name", ["signatures.json", "game-river.json.gz"])
def test_how_far_it_has_come_is_told_by_the_entries_of_records_and_the_cases(name: str) -> None:
    file = parse((VECTORS / name).read_bytes())
    told: list[tuple[int, int]] = []
    list(check(file, lambda done, total: told.append((done, total))))
    total = sum(map(len, file.records.entries.values())) + len(file.cases)
    assert told == [(number, total) for number in range(total + 1)]


def test_a_record_whose_proofs_do_not_hold_is_found_out() -> None:
    file = json.loads(gzip.decompress((VECTORS / "game-river.json.gz").read_bytes()))
    entries = file["records"]["river"]
    entries[8]["signature"] = flipped(entries[8]["signature"])
    assert differences(file) == [("record/river", "it is valid, but this program refuses it: bad-signature (TR7)")]


TIES: Final = {
    "game-tie.json.gz": {"record/tie"},
    "rules.json": {"rules-log/mandala: a tie, won by fewer cards", "rules-log/mandala: a tie, won by more cards"},
}


@pytest.mark.parametrize("name", TIES)
def test_E6_whoever_gives_a_tie_to_more_cards_in_the_cup_differs_from_the_vectors(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    better = scoring._better
    monkeypatch.setattr(scoring, "_better", lambda one, two: better((one[0], -one[1]), (two[0], -two[1])))
    found = {report.id for report in check(parse((VECTORS / name).read_bytes())) if report.differences}
    assert found == TIES[name]


# Hostile files.

SIGNATURES: Final = (VECTORS / "signatures.json").read_bytes()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b"NaN",
        b'{"a": 1, "a": 1}',
        b"[" * 100_000,
        b'{"groups": ' + b"[" * 100_000,
        b'{"groups": [{"kind": [], "about": "", "cases": []}]}',
        SIGNATURES.replace(b'"version": 1', b'"version": 1' + b"0" * 5_000),
        SIGNATURES.replace(b'"version": 1', b'"version": 1.0'),
        SIGNATURES.replace(b'"version": 1', b'"version": true'),
        SIGNATURES.replace(b'"flags": [],', b"", 1),
        SIGNATURES.replace(b"signature/right", b"signature/\\u001b[2J"),
        SIGNATURES.replace(b"signature/right", b"s" * (MOST_NAME + 1)),
        SIGNATURES.replace(b"signature/right", b"signature/one bit of R"),
        SIGNATURES + b" " * MOST_FILE_BYTES,
        gzip.compress(SIGNATURES)[:-20],
        gzip.compress(b"x" * (MOST_FILE_BYTES + 1)),
        b"\x1f\x8b" + bytes(100),
    ],
)
def test_what_is_no_file_of_vectors_is_one_sentence(data: bytes) -> None:
    with pytest.raises(NotVectors) as refused:
        parse(data)
    said = str(refused.value)
    assert len(said) < 300
    assert said.isprintable()


def test_a_value_of_somebody_elses_reaches_no_terminal_as_it_is() -> None:
    file = read("link.json")
    case_of(file, "fingerprint/1")["expected"]["fingerprint"] = "\x1b[2J"
    ((_, said),) = differences(file)
    assert said.isprintable()


@pytest.mark.parametrize(
    "name", ["link.json", "signatures.json", "deck.json", "patterns.json", "weights.json", "test-games.json"]
)
def test_no_change_of_what_is_given_brings_the_check_down(name: str) -> None:
    """Whatever is given: the check ends, and says something of the case that is plain text."""
    choices = random.Random(name)
    file = read(name)
    every = [case for group in file["groups"] for case in group["cases"]]
    for case in choices.sample(every, min(40, len(every))):
        whole = json.loads(json.dumps(case["given"]))
        spoil(case["given"], choices)
        try:
            said = differences({**file, "groups": only(file, case)})
        except NotVectors as refused:
            said = [("", str(refused))]
        assert all(text.isprintable() for _, text in said)
        case["given"] = whole


def only(file: Vectors, case: Vectors) -> list[Vectors]:
    """The group of this case, with nothing else in it."""
    return [{**group, "cases": [case]} for group in file["groups"] if any(one is case for one in group["cases"])]


def spoil(value: Any, choices: random.Random) -> None:
    """Change one value somewhere within."""
    key = choices.choice(list(value) if isinstance(value, dict) else range(len(value))) if value else None
    if key is None:
        return
    one = value[key]
    if isinstance(one, dict | list) and choices.random() < 0.8:
        spoil(one, choices)
    elif isinstance(one, str) and one:
        value[key] = choices.choice([flipped(one, choices.randrange(len(one))), one[2:], one + "00", "", "é"])
    else:
        value[key] = choices.choice([None, -1, 0, 1, 2**70, True, 0.5, "", [], {}, one])
