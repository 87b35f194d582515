"""Forecasts: the map from a search to chances and margins, its data files, and how well it comes true."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve

from mandala_net.bots.forecast import Forecast, forecast_at_end
from mandala_net.bots.forecast_scale import ForecastScale, read_scale
from mandala_net.bots.mandala import teaching as mandala
from mandala_net.bots.mandala.look_ahead import CUT
from mandala_net.bots.patterns import teaching as patterns
from mandala_net.bots.sealed_file import BadWeights, SealedFile
from mandala_net.bots.teacher import Leaning
from mandala_protocol.games.game import Result
from mandala_protocol.games.mandala.state import MandalaEnd
from mandala_protocol.seats import Seat
from training.sealing import sealed

FILES: Final = (mandala.FORECAST_FILE, patterns.FORECAST_FILE)
WEIGHED: Final = {
    "mandala": (mandala.TERMS, len(CUT)),
    "patterns": (patterns.TERMS, patterns.OF_MARGIN),
}
"""How many terms the chance of a game weighs besides the lead, and how many numbers its margin."""

SCALE: Final = ForecastScale((1.0, -0.5), (4.0, 0.0))


def leaning(lead: float, early: float, *terms: float) -> Leaning:
    """One whose margin is all in the lead."""
    return Leaning(lead, early, terms, open=(lead, lead * early))


# What a forecast is.


def test_a_forecast_is_shown_in_100_and_nothing_is_certain_before_the_end() -> None:
    assert [Forecast(chance, 0.0).in_100 for chance in (0.0, 0.004, 0.5, 0.776, 0.999, 1.0)] == [1, 1, 50, 78, 99, 99]
    assert [Forecast(chance, 0.0, certain=True).in_100 for chance in (0.0, 0.5, 1.0)] == [0, 50, 100]


@pytest.mark.parametrize(("winner", "chances"), [(Seat.HOST, (100, 0)), (Seat.GUEST, (0, 100)), (None, (50, 50))])
def test_at_the_end_the_forecast_is_the_result(winner: Seat | None, chances: tuple[int, int]) -> None:
    ends = [forecast_at_end(Result((31, 24), winner, MandalaEnd.RIVER), seat) for seat in Seat]
    assert tuple(end.in_100 for end in ends) == chances
    assert [end.margin for end in ends] == [7, -7]


# The map.


def test_an_even_game_is_even_and_both_seats_see_the_same_chance() -> None:
    assert SCALE.forecast(leaning(0.0, 0.3)) == Forecast(0.5, 0.0)
    one, other = SCALE.forecast(leaning(0.7, 0.3)), SCALE.forecast(leaning(-0.7, 0.3))
    assert one.chance > 0.5 < one.margin
    assert (one.chance + other.chance, one.margin + other.margin) == pytest.approx((1, 0))
    assert SCALE.forecast(leaning(0.7, 0.9)).chance < one.chance
    assert SCALE.forecast(leaning(1e6, 0.0)).chance == 1


def test_further_terms_count_for_the_chance_and_not_for_the_margin() -> None:
    scale = ForecastScale((1.0, 0.0, 2.0), (4.0, 0.0))
    plain, with_term = scale.forecast(leaning(0.1, 0.5, 0.0)), scale.forecast(leaning(0.1, 0.5, 0.3))
    assert with_term.chance > plain.chance
    assert with_term.margin == plain.margin


def test_what_is_settled_of_the_margin_is_not_weighed_and_what_is_counted_is_the_chance() -> None:
    assert SCALE.forecast(Leaning(0.0, 0.5, settled=3.0, open=(0.5, 1.0))) == Forecast(0.5, 5.0)
    assert SCALE.forecast(Leaning(9.0, 0.0, settled=3.0, open=(0.0, 0.0), counted=0.25)) == Forecast(0.25, 3.0)


# The data files.


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.game)
def test_of_the_positions_said_to_be_won_in_so_many_of_100_about_so_many_were_won(file: SealedFile) -> None:
    """So it came in the games of the calibration, none of which was in the fit."""
    for calibration in json.loads(file.read())["calibration"].values():
        assert calibration["games"] >= 400
        assert calibration["brier"] < calibration["brier_of_half"] - 0.03
        assert abs(calibration["bias"][0]) < 0.02
        outside = [
            band for band in calibration["bands"] if not band["interval"][0] <= band["said"] <= band["interval"][1]
        ]
        assert len(outside) <= 1


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.game)
def test_from_the_middle_of_a_game_on_the_margin_is_nearer_than_the_score_as_it_stands(file: SealedFile) -> None:
    tenths = json.loads(file.read())["margins"]
    assert len(tenths) == 10
    assert all(tenth["said"] < tenth["standing"] for tenth in tenths[4:])


def changed(file: SealedFile, change: Callable[[dict[str, Any]], object]) -> str:
    document = json.loads(file.read())
    change(document)
    return json.dumps(document)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.game)
def test_a_damaged_file_is_refused_in_a_sentence(file: SealedFile) -> None:
    sentence = rf"^The weights of the bots for {file.title} are damaged\. Reinstall mandala-lan\.$"
    texts = [
        *("", "{", "[]", "{}", "null", "[" * 100_000, file.read()[:-20]),
        changed(file, lambda document: document.update(chance=[9.0, 9.0])),
        changed(file, lambda document: document.pop("digest")),
        *(
            sealed(file, 1, 2, {"chance": chance, "margin": [1.0, 1.0]}, ())
            for chance in (None, [1], [1, 2], ["a", 1.0])
        ),
        sealed(file, 1, 2, {}, ()),
    ]
    for text in texts:
        with pytest.raises(BadWeights, match=sentence):
            read_scale(file, text, *WEIGHED[file.game])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.game)
def test_a_file_of_another_version_or_game_is_refused_in_a_sentence(file: SealedFile) -> None:
    for other in (evolve(file, version=file.version + 1), evolve(file, game="chess")):
        with pytest.raises(BadWeights, match=r"of another version\. Reinstall mandala-lan\.$"):
            read_scale(other, file.read(), *WEIGHED[file.game])


def test_a_file_that_is_not_there_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="damaged"):
        evolve(FILES[0], path=tmp_path / "forecast.json").read()
