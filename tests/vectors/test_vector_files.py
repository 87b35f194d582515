"""The files of vectors: their maker makes them, their schema says their form, and this program agrees with them."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from mandala_conformance.vectors.all_kinds import KINDS
from mandala_conformance.vectors.vector_checker import check
from mandala_conformance.vectors.vector_file import parse
from mandala_conformance.vectors.vector_files import FILES, FOLDER, SLOW, content_of, schema_text
from mandala_protocol.errors import Code
from mandala_protocol.requirements import REQUIREMENTS

pytestmark = pytest.mark.portion

NAMES: Final = [pytest.param(name, id=one.file) for name, one in FILES.items()]


@cache
def content(name: str) -> dict[str, Any]:
    """The JSON of a file."""
    value: dict[str, Any] = json.loads(plain(path_of(name).read_bytes()))
    return value


def plain(data: bytes) -> bytes:
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data


def path_of(name: str) -> Path:
    return FOLDER / FILES[name].file


def cases(name: str) -> list[dict[str, Any]]:
    return [case for group in content(name)["groups"] for case in group["cases"]]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, id=one.file, marks=[pytest.mark.soak] if name in SLOW else []) for name, one in FILES.items()],
)
def test_a_file_is_what_the_maker_makes(name: str) -> None:
    """Those that take long are made in ``make soak`` alone; their values are computed by their check all the same."""
    # How well a file is compressed depends on the library.
    assert plain(content_of(name)) == plain(path_of(name).read_bytes()), (
        f"if meant: python -m mandala_conformance.vectors.maker {name}"
    )


def test_the_schema_is_what_the_fields_make() -> None:
    assert schema_text() == (FOLDER / "schema.json").read_text(encoding="utf-8"), (
        "run: python -m mandala_conformance.vectors.maker"
    )


def test_every_file_in_the_folder_has_a_maker() -> None:
    files = {path.name for path in FOLDER.iterdir()} - {"schema.json"}
    assert files == {file.file for file in FILES.values()}


@cache
def schema() -> dict[str, Any]:
    """The schema of all files, which is a schema itself."""
    value: dict[str, Any] = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(value)
    return value


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(schema())


@cache
def validator_of_groups(kind: str) -> Draft202012Validator:
    """The validator of groups of one kind."""
    return Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": schema()["$defs"]})


def test_the_kind_of_a_group_decides_what_it_must_meet() -> None:
    kinds = schema()["properties"]["groups"]["items"]["oneOf"]
    assert kinds == [{"$ref": f"#/$defs/{kind}"} for kind in KINDS]
    assert [schema()["$defs"][kind]["properties"]["kind"] for kind in KINDS] == [{"const": kind} for kind in KINDS]


@pytest.mark.parametrize("name", NAMES)
def test_a_file_meets_the_schema(name: str) -> None:
    """Each group is compared with its own kind alone, as to compare it with all of them takes thirty times as long."""
    frame = {**content(name), "groups": []}
    assert [error.message[:200] for error in validator().iter_errors(frame)] == []
    for group in content(name)["groups"]:
        errors = validator_of_groups(group["kind"]).iter_errors(group)
        assert [error.message[:200] for error in errors] == []


@pytest.mark.parametrize(
    "spoil",
    [
        None,
        lambda file: file.pop("licence"),
        lambda file: file.update(version=2),
        lambda file: file.update(more=1),
        lambda file: file["groups"][0].update(kind="riddle"),
        lambda file: file["groups"][0]["cases"][0].pop("id"),
        lambda file: file["groups"][0]["cases"][0].update(valid="perhaps"),
        lambda file: file["groups"][0]["cases"][0]["given"].update(tag=7),
        lambda file: file["groups"][0]["cases"][0]["given"].pop("tag"),
        lambda file: file["groups"][0]["cases"][0]["expected"].update(hash="AB"),
    ],
)
def test_an_honest_file_meets_the_schema_and_a_spoilt_one_does_not(spoil: Any) -> None:
    file = json.loads(path_of("deck").read_text(encoding="utf-8"))
    del file["groups"][1:]
    if spoil:
        spoil(file)
    assert validator().is_valid(file) is (spoil is None)


@pytest.mark.parametrize("name", NAMES)
def test_this_program_agrees_with_every_case(name: str) -> None:
    """Among them those of CV4, CV6, CV7, CV8, CV9, CV10, DK7, DK8, DK9, DK10, OP1, OP3, LK14, PL14 and PL15."""
    file = parse(path_of(name).read_bytes())
    reports = list(check(file))
    assert [(report.id, report.differences) for report in reports if report.differences] == []
    assert len(reports) == len(cases(name))


def test_the_heads_of_proofs_are_as_long_as_those_of_records() -> None:
    """CV8: 32 bytes, also where a proof stands alone."""
    heads = {case["given"]["head"] for case in cases("deck") if "head" in case["given"]}
    assert len(heads) > 1
    assert {len(bytes.fromhex(head)) for head in heads} == {32}


@pytest.mark.parametrize("name", NAMES)
def test_a_valid_case_has_every_value_that_its_kind_can_have(name: str) -> None:
    for group in content(name)["groups"]:
        for case in group["cases"]:
            if case["valid"]:
                assert set(case["expected"]) == set(KINDS[group["kind"]].expected), case["id"]


def test_ids_are_unique_in_all_files_together_and_name_no_place() -> None:
    ids = Counter(case["id"] for name in FILES for case in cases(name))
    assert [one for one, count in ids.items() if count > 1] == []
    assert all(one == one.strip() and one.isprintable() for one in ids)


def test_errors_are_spelled_as_on_the_wire_and_have_a_requirement_of_the_standard() -> None:
    codes = {code.wire_name for code in Code}
    for name in FILES:
        for case in cases(name):
            if case["valid"] is False:
                assert case["code"] is None or case["code"] in codes, case["id"]
                assert case["requirement"] in REQUIREMENTS, case["id"]


def test_every_valid_case_shows_requirements_of_the_standard() -> None:
    for name in FILES:
        for case in cases(name):
            if case["valid"] is not False:
                assert case["shows"], case["id"]
                assert set(case["shows"]) <= set(REQUIREMENTS), case["id"]


def test_every_kind_of_vector_occurs() -> None:
    assert {group["kind"] for name in FILES for group in content(name)["groups"]} == set(KINDS)


@pytest.mark.parametrize("name", NAMES)
def test_every_flag_is_explained_and_used(name: str) -> None:
    used = {flag for case in cases(name) for flag in case["flags"]}
    assert used == set(content(name)["flags"])


def test_no_file_is_too_large() -> None:
    sizes = {path.name: path.stat().st_size for path in FOLDER.iterdir()}
    assert max(sizes.values()) < 600_000, sizes
