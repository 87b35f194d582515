"""The short form of ``make fuzz``: the whole corpus, and some inputs by chance that are the same ones each time."""

from __future__ import annotations

import itertools

import pytest

from fuzz import chance, corpus
from fuzz.catalogue import TARGETS
from fuzz.target import Escape, Target

SEED = 20_261_122


def spread(target: Target, count: int) -> list[bytes]:
    """So many inputs of the sweep, as far from each other as can be."""
    sweep = target.sweep()
    return [sweep[number] for number in range(0, len(sweep), max(1, len(sweep) // count))][:count] if len(sweep) else []


def inputs(target: Target) -> list[bytes]:
    by_chance = itertools.islice(chance.inputs(target, SEED), target.quick)
    return [*corpus.kept(target).values(), *spread(target, target.quick), *by_chance]


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_the_law_of_each_target_holds(target: Target) -> None:
    for data in inputs(target):
        try:
            target.run(data)
        except Exception as error:
            raise AssertionError(f"{target.law}: {data.hex()}") from error


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_the_corpus_is_that_of_the_code(target: Target) -> None:
    kept = {name: data for name, data in corpus.kept(target).items() if not name.startswith(corpus.REGRESSION)}
    assert kept == target.seeds(), "make it again with: python -m fuzz seeds"


def test_what_breaks_a_law_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decoder that takes a second encoding of a message is found out."""
    message = TARGETS["message"]
    second = bytes.fromhex("92cc0180")
    message.run(second)
    monkeypatch.setattr("mandala_protocol.wire.codec.require_one_encoding", lambda _value, _data: None)
    with pytest.raises(Escape, match="another encoding"):
        message.run(second)
