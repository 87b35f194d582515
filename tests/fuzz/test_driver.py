"""The driver of ``make fuzz``, the inputs that it makes by chance, and those that are kept."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from fuzz import chance, corpus, driver
from fuzz.target import Target, require

SEED = 5


def without_x(data: bytes) -> None:
    require(b"x" not in data, "there is an x")


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Target:
    """A target whose sweep breaks its law at the third input, and folders of its own."""
    monkeypatch.setattr(driver, "ESCAPES", tmp_path)
    monkeypatch.setattr(corpus, "CORPUS", tmp_path)
    return Target("letters", "no x", without_x, lambda: {"letter": b"\x92\x01\x80"}, lambda: [b"a", b"b", b"x"], 64)


def test_an_input_that_breaks_the_law_ends_the_run_and_is_kept(
    target: Target, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Exception, match="there is an x"):
        driver.by_chance(target, 60, SEED)
    (escaped,) = tmp_path.glob("letters-crash-*")
    assert b"x" in escaped.read_bytes()
    assert re.fullmatch(r"#\d+\n", capsys.readouterr().out)


def test_an_input_that_is_kept_runs_first(target: Target, tmp_path: Path) -> None:
    corpus.keep(target, "of-old", b"old x")
    with pytest.raises(Exception, match="there is an x"):
        driver.by_chance(target, 60, SEED)
    assert [file.read_bytes() for file in tmp_path.glob("letters-crash-*")] == [b"old x"]


def test_seeds_are_made_again_and_regressions_stay(target: Target, tmp_path: Path) -> None:
    corpus.keep(target, "of-old", b"\xff\x00")
    corpus.make_seeds(target)
    assert corpus.kept(target) == {"letter": b"\x92\x01\x80", "regression-of-old": b"\xff\x00"}
    file = tmp_path / "letters.json"
    assert file.read_text(encoding="utf-8") == '{\n"letter": "920180",\n"regression-of-old": "ff00"\n}\n'


def test_the_same_seed_makes_the_same_inputs(target: Target) -> None:
    first, second = (list(itertools.islice(chance.inputs(target, SEED), 200)) for _ in range(2))
    assert first == second
    assert len(set(first)) > 100
    assert max(map(len, first)) <= target.longest


def test_the_sweep_is_gone_through_in_order_from_a_place_of_chance(target: Target) -> None:
    begun = {tuple(itertools.islice(chance.swept(target, seed), 3)) for seed in range(20)}
    assert begun == {(b"a", b"b", b"x"), (b"b", b"x", b"a"), (b"x", b"a", b"b")}
