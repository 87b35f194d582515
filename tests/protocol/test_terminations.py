"""The names of the ways in which a game ends, which are on the wire, in records and in stores."""

from __future__ import annotations

import pytest

from mandala_protocol.games.game import EndReason, Termination, termination_named
from mandala_protocol.games.mandala.state import MandalaEnd
from mandala_protocol.games.patterns.state import PatternsEnd
from mandala_protocol.wire.messages import ResultBody
from tests.nim.rules import NimEnd

NAMES = {
    EndReason: ["resigned", "agreed"],
    MandalaEnd: ["deck", "river", "colour", "stalemate"],
    PatternsEnd: ["stuck"],
    NimEnd: ["last stone"],
}


@pytest.mark.parametrize(("ends", "names"), NAMES.items())
def test_the_names_are_those_of_version_1(ends: type[Termination], names: list[str]) -> None:
    assert [end.value for end in ends] == names


@pytest.mark.parametrize("ends", NAMES)
def test_every_name_has_room_in_a_result(ends: type[Termination]) -> None:
    for end in ends:
        assert ResultBody((1, 0), 0, end.value, bytes(32)).reason == end.value


@pytest.mark.parametrize("ends", [MandalaEnd, PatternsEnd, NimEnd])
def test_a_name_is_found_among_those_of_the_game_and_of_every_game(ends: type[Termination]) -> None:
    for termination in (*ends, *EndReason):
        assert termination_named(termination.value, ends) is termination


@pytest.mark.parametrize("name", ["", "abandoned", "RESIGNED", "stuck"])
def test_a_name_that_a_game_does_not_have_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no such reason for the end"):
        termination_named(name, MandalaEnd)
