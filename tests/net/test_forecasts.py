"""Forecasts: the map from a search to chances and margins, its fit, its data files, and how well it comes true."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve

from mandala_net.bots.accuracy import Accuracy
from mandala_net.bots.bad_weights import BadWeights
from mandala_net.bots.forecast import Forecast, forecast_at_end
from mandala_net.bots.forecast_command import make_forecasts
from mandala_net.bots.forecast_scale import ForecastScale, read_scale, written_scale
from mandala_net.bots.forecast_training import Seen, calibrated, fitted, played
from mandala_net.bots.mandala import teaching as mandala
from mandala_net.bots.mandala.level_bots import MEDIUM, level_bot
from mandala_net.bots.patterns import teaching as patterns
from mandala_net.bots.sealed_file import SealedFile
from mandala_net.bots.teacher import Leaning
from mandala_protocol.games.game import Result
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.seats import Seat

FILES: Final = (mandala.FORECAST_FILE, patterns.FORECAST_FILE)
TERMS: Final = {"mandala": 0, "patterns": patterns.TERMS}
"""How many terms the chance of a game weighs besides the lead."""

FIRM: Final = (0.7, 0.8)
"""The band for which the chance has to come true exactly."""

SCALE: Final = ForecastScale((1.0, -0.5), (4.0, 0.0))


# What a forecast is.


def test_a_forecast_is_shown_in_100_and_nothing_is_certain_before_the_end() -> None:
    assert [Forecast(chance, 0.0).in_100 for chance in (0.0, 0.004, 0.5, 0.776, 0.999, 1.0)] == [1, 1, 50, 78, 99, 99]
    assert [Forecast(chance, 0.0, certain=True).in_100 for chance in (0.0, 0.5, 1.0)] == [0, 50, 100]
    assert Forecast(0.7, 3.5).reversed.margin == -3.5
    assert Forecast(0.7, 3.5).reversed.in_100 == 30


@pytest.mark.parametrize(("winner", "chances"), [(Seat.HOST, (100, 0)), (Seat.GUEST, (0, 100)), (None, (50, 50))])
def test_at_the_end_the_forecast_is_the_result(winner: Seat | None, chances: tuple[int, int]) -> None:
    ends = [forecast_at_end(Result((31, 24), winner, "river"), seat) for seat in Seat]
    assert tuple(end.in_100 for end in ends) == chances
    assert [end.margin for end in ends] == [7, -7]


# The map.


def test_an_even_game_is_even_and_both_seats_see_the_same_chance() -> None:
    assert SCALE.forecast(Leaning(0.0, 0.3)) == Forecast(0.5, 0.0)
    one, other = SCALE.forecast(Leaning(0.7, 0.3)), SCALE.forecast(Leaning(-0.7, 0.3))
    assert one.chance > 0.5 < one.margin
    assert (one.chance + other.chance, one.margin + other.margin) == pytest.approx((1, 0))
    assert SCALE.forecast(Leaning(0.7, 0.9)).chance < one.chance
    assert SCALE.forecast(Leaning(1e6, 0.0)).chance == 1


def test_further_terms_count_for_the_chance_and_not_for_the_margin() -> None:
    scale = ForecastScale((1.0, 0.0, 2.0), (4.0, 0.0))
    plain, with_term = scale.forecast(Leaning(0.1, 0.5, (0.0,))), scale.forecast(Leaning(0.1, 0.5, (0.3,)))
    assert with_term.chance > plain.chance
    assert with_term.margin == plain.margin


def drawn(scale: ForecastScale, games: int, seed: int) -> list[Seen]:
    """Positions whose results come as often as this map says."""
    source = random.Random(seed)
    seen = []
    for _ in range(games):
        leaning = Leaning(source.gauss(0, 1.5), source.random())
        said = scale.forecast(leaning)
        seen.append(Seen(leaning, float(source.random() < said.chance), said.margin + source.gauss(0, 3)))
    return seen


def test_the_fit_finds_the_map_that_the_results_come_from() -> None:
    scale = fitted(drawn(SCALE, 6000, 1))
    assert scale.chance == pytest.approx(SCALE.chance, abs=0.15)
    assert scale.margin == pytest.approx(SCALE.margin, abs=0.2)
    assert scale == fitted(drawn(SCALE, 6000, 1)) != fitted(drawn(SCALE, 6000, 2))


def test_the_fit_finds_the_weights_of_further_terms_too() -> None:
    source = random.Random(4)
    scale = ForecastScale((1.0, -0.5, 0.8), (4.0, 0.0))
    seen = []
    for _ in range(6000):
        leaning = Leaning(source.gauss(0, 1.5), source.random(), (source.gauss(0, 1),))
        said = scale.forecast(leaning)
        seen.append(Seen(leaning, float(source.random() < said.chance), said.margin + source.gauss(0, 3)))
    assert fitted(seen).chance == pytest.approx(scale.chance, abs=0.15)


def test_a_calibration_counts_each_position_once_and_shows_what_is_overrated() -> None:
    seen = drawn(SCALE, 6000, 3)
    honest, bold = calibrated(SCALE, 10, seen), calibrated(ForecastScale((3.0, 0.0), (4.0, 0.0)), 10, seen)
    assert sum(band.positions for band in honest.bands) == honest.positions == 6000
    assert max(abs(band.said - band.won) for band in honest.bands) < 0.07
    assert bold.bands[-1].said > bold.bands[-1].won + 0.05
    assert honest.brier < bold.brier
    assert len(honest.lines()) == len(honest.bands) + 2


def test_what_is_seen_of_a_game_follows_from_its_seed_and_ends_as_the_game_did() -> None:
    def seen(seed: int) -> list[Seen]:
        return played(MANDALA, lambda taste: level_bot("medium", MEDIUM, taste), mandala.mandala_teacher(), seed)

    once = seen(5)
    assert once == seen(5) != seen(6)
    assert len(once) > 5
    assert {(one.won, one.margin > 0) for one in once} <= {(1.0, True), (0.0, False), (0.5, False), (0.0, True)}
    assert {one.won for one in once} <= {0.0, 0.5, 1.0}
    assert len({abs(one.margin) for one in once}) == 1


# The data files.


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.game)
def test_a_file_says_how_it_was_made_by_the_code_that_is_here(file: SealedFile) -> None:
    document = json.loads(file.read())
    assert document["game"] == file.game
    assert document["games"] >= 100
    again = json.loads(file.sealed(document["seed"], document["games"], {}))
    assert document["made_by"] == again["made_by"]
    scale = read_scale(file, file.read(), TERMS[file.game])
    assert (len(scale.chance), len(scale.margin)) == (2 + TERMS[file.game], 2)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.game)
def test_of_the_positions_said_to_be_won_in_so_many_of_100_about_so_many_were_won(file: SealedFile) -> None:
    """So it came in the games of the calibration, none of which was in the fit."""
    calibration = json.loads(file.read())["calibration"]
    assert calibration["brier"] < calibration["brier_of_half"] - 0.03
    for band in calibration["bands"]:
        if band["positions"] >= 150:
            assert abs(band["said"] - band["won"]) < 0.09
    low, high = FIRM
    (firm,) = (band for band in calibration["bands"] if low <= band["said"] < high)
    assert low <= firm["won"] <= high


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.game)
def test_a_file_that_was_written_is_read_and_the_same_again(file: SealedFile) -> None:
    accuracy = Accuracy(1, 2, 0.25, 0.25, ())
    text = written_scale(file, SCALE, 3, 4, accuracy)
    assert text == written_scale(file, SCALE, 3, 4, accuracy)
    assert read_scale(file, text) == SCALE


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
        *(file.sealed(1, 2, {"chance": chance, "margin": [1.0, 1.0]}) for chance in (None, [1], [1, 2], ["a", 1.0])),
        file.sealed(1, 2, {}),
    ]
    for text in texts:
        with pytest.raises(BadWeights, match=sentence):
            read_scale(file, text, TERMS[file.game])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.game)
def test_a_file_of_another_version_or_game_is_refused_in_a_sentence(file: SealedFile) -> None:
    for other in (evolve(file, version=file.version + 1), evolve(file, game="chess")):
        with pytest.raises(BadWeights, match=r"of another version\. Reinstall mandala-lan\.$"):
            read_scale(other, file.read(), TERMS[file.game])


def test_a_file_that_is_not_there_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="damaged"):
        evolve(FILES[0], path=tmp_path / "forecast.json").read()


def test_the_command_writes_the_file_and_tells_how_well_it_comes_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = evolve(FILES[0], path=tmp_path / "forecast.json")
    monkeypatch.setattr("sys.argv", ["train", "3", "2"])
    make_forecasts(MANDALA, lambda taste: level_bot("medium", MEDIUM, taste), mandala.mandala_teacher(), file)
    document = json.loads(file.read())
    assert (document["seed"], document["games"], document["calibration"]["games"]) == (3, 2, 2)
    read_scale(file, file.read())
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("Mandala: chance (")
    assert told[-2].startswith("Brier score ")
    assert told[-1] == "written to forecast.json"
