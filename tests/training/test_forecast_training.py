"""The fit of the map from a search to forecasts, its calibration, and the data files with it."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from attrs import evolve

from mandala_net.bots.forecast_scale import ForecastScale, read_scale
from mandala_net.bots.mandala import teaching as mandala
from mandala_net.bots.mandala.level_bots import MEDIUM, level_bot
from mandala_net.bots.mandala.look_ahead import CUT
from mandala_net.bots.patterns import teaching as patterns
from mandala_net.bots.sealed_file import SealedFile
from mandala_net.bots.teacher import Leaning
from mandala_protocol.games.mandala import MANDALA
from training.accuracy import Accuracy, MarginsOfTenth, margins_by_tenth
from training.forecast_command import make_forecasts, written_scale
from training.forecast_training import ForecastCalibration, Seen, calibrated, fitted, played, train_forecasts
from training.mandala.forecasts import standing
from training.sealing import hash_of

FILES: Final = (mandala.FORECAST_FILE, patterns.FORECAST_FILE)
WEIGHED: Final = {
    "mandala": (mandala.TERMS, len(CUT)),
    "patterns": (patterns.TERMS, patterns.OF_MARGIN),
}
"""How many terms the chance of a game weighs besides the lead, and how many numbers its margin."""

SCALE: Final = ForecastScale((1.0, -0.5), (4.0, 0.0))


def drawn(scale: ForecastScale, games: int, seed: int) -> list[Seen]:
    """Positions whose results come as often as this map says."""
    source = random.Random(seed)
    seen = []
    for _ in range(games):
        lead, early = source.gauss(0, 1.5), source.random()
        leaning = Leaning(lead, early, settled=source.gauss(0, 9), open=(lead, lead * early))
        said = scale.forecast(leaning)
        won, margin = float(source.random() < said.chance), said.margin + source.gauss(0, 3)
        seen.append(Seen(leaning, True, early, 0.0, won, margin))
    return seen


def test_the_fit_finds_the_map_that_the_results_come_from() -> None:
    scale = fitted(drawn(SCALE, 6000, 1))
    assert scale.chance == pytest.approx(SCALE.chance, abs=0.15)
    assert scale.margin == pytest.approx(SCALE.margin, abs=0.2)
    assert fitted(drawn(SCALE, 600, 1)) == fitted(drawn(SCALE, 600, 1)) != fitted(drawn(SCALE, 600, 2))


def test_the_fit_finds_the_weights_of_further_terms_too() -> None:
    source = random.Random(4)
    scale = ForecastScale((1.0, -0.5, 0.8), (4.0, 0.0))
    seen = []
    for _ in range(3000):
        leaning = Leaning(source.gauss(0, 1.5), source.random(), (source.gauss(0, 1),), open=(1.0, source.random()))
        said = scale.forecast(leaning)
        won, margin = float(source.random() < said.chance), said.margin + source.gauss(0, 3)
        seen.append(Seen(leaning, True, leaning.early, 0.0, won, margin))
    assert fitted(seen).chance == pytest.approx(scale.chance, abs=0.15)


def test_a_calibration_counts_each_position_once_and_shows_what_is_overrated() -> None:
    games = [[seen] for seen in drawn(SCALE, 6000, 3)]
    honest = calibrated(SCALE, games).chances["to move"]
    bold = calibrated(ForecastScale((3.0, 0.0), (4.0, 0.0)), games).chances["to move"]
    assert sum(band.positions for band in honest.bands) == honest.positions == honest.games == 6000
    assert sum(band.holds for band in honest.bands) >= 9 > sum(band.holds for band in bold.bands)
    assert max(abs(band.said - band.won) for band in honest.bands) < 0.07
    assert bold.bands[-1].said > bold.bands[-1].high
    assert honest.brier < bold.brier
    assert len(honest.lines()) == len(honest.bands) + 3


def test_each_view_has_its_own_accuracy() -> None:
    games = [[seen, evolve(seen, is_mover=False, won=0.0)] for seen in drawn(SCALE, 500, 3)]
    chances = calibrated(SCALE, games).chances
    assert abs(chances["to move"].bias) < 0.05
    assert chances["not to move"].bias > 0.4


def test_positions_of_one_game_prove_no_more_than_a_single_one() -> None:
    games = [[(0.5, 1.0)], [(0.5, 0.0)]] * 40
    once, repeated = Accuracy.of(games), Accuracy.of([game * 9 for game in games])
    assert repeated.positions == 9 * once.positions
    assert repeated.reach == pytest.approx(once.reach) == pytest.approx(1.96 * 0.5 / 80**0.5)
    assert (repeated.bands[0].low, repeated.bands[0].high) == pytest.approx((once.bands[0].low, once.bands[0].high))


def test_where_none_was_won_the_interval_says_how_often_it_still_may_be() -> None:
    (band,) = Accuracy.of([[(0.02, 0.0)] * 4] * 76).bands
    assert (band.won, band.low, band.holds) == (0, 0, True)
    assert 0.04 < band.high < 0.06


def test_margins_are_told_by_tenths_of_a_game_beside_the_score_as_it_stands() -> None:
    assert margins_by_tenth([(0.0, 8.0, 9.0), (0.05, 4.0, 5.0), (0.95, 1.0, 3.0), (1.0, 2.0, 5.0)]) == (
        MarginsOfTenth(2, 6.0, 7.0),
        MarginsOfTenth(2, 1.5, 4.0),
    )
    told = calibrated(SCALE, [drawn(SCALE, 4000, 3)]).margins
    assert len(told) == 10
    assert all(tenth.said < tenth.standing for tenth in told)


def test_what_is_seen_of_a_game_follows_from_its_seed_and_ends_as_the_game_did() -> None:
    def seen(seed: int) -> list[Seen]:
        return played(MANDALA, partial(level_bot, "medium", MEDIUM), mandala.mandala_teacher(), standing, seed)

    once = seen(5)
    assert once == seen(5) != seen(6)
    assert len(once) > 5
    assert {(one.won, one.margin > 0) for one in once} <= {(1.0, True), (0.0, False), (0.5, False), (0.0, True)}
    assert {one.won for one in once} <= {0.0, 0.5, 1.0}
    assert len({abs(one.margin) for one in once}) == 1
    assert [one.is_mover for one in once] == [True, False] * (len(once) // 2)
    assert 0 <= once[0].done < 0.2
    assert 0.8 < once[-1].done < 1
    assert any(one.standing for one in once)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.game)
def test_a_file_says_how_it_was_made_by_the_code_that_is_here(file: SealedFile) -> None:
    document = json.loads(file.read())
    assert document["game"] == file.game
    assert document["games"] >= 100
    assert document["made_by"] == hash_of(file.makers)
    terms, of_margin = WEIGHED[file.game]
    scale = read_scale(file, file.read(), terms, of_margin)
    assert (len(scale.chance), len(scale.margin)) == (2 + terms, of_margin)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.game)
def test_a_file_that_was_written_is_read_and_the_same_again(file: SealedFile) -> None:
    calibration = ForecastCalibration(
        {"to move": Accuracy.of([[(0.4, 1.0)], [(0.6, 0.0)]])}, (MarginsOfTenth(2, 1.0, 2.0),)
    )
    text = written_scale(file, SCALE, 3, 4, calibration)
    assert text == written_scale(file, SCALE, 3, 4, calibration)
    assert read_scale(file, text, 0, len(SCALE.margin)) == SCALE


def test_the_command_writes_the_same_file_with_any_number_of_processes_and_tells_how_well_it_comes_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = evolve(FILES[0], path=tmp_path / "forecast.json")
    monkeypatch.setattr("sys.argv", ["train", "3", "2", "1"])
    given = MANDALA, partial(level_bot, "medium", MEDIUM), mandala.mandala_teacher(), standing
    make_forecasts(*given, file, jobs=2)
    scale, calibration = train_forecasts(*given, seed=3, games=2, fresh=1)
    assert file.read() == written_scale(file, scale, 3, 2, calibration)
    document = json.loads(file.read())
    assert (document["seed"], document["games"], document["calibration"]["to move"]["games"]) == (3, 2, 1)
    assert len(document["margins"]) == 10
    read_scale(file, file.read(), *WEIGHED[file.game])
    sentences = capsys.readouterr().out.splitlines()
    assert sentences[0].startswith("Mandala: chance (")
    assert ("to move:" in sentences, "not to move:" in sentences) == (True, True)
    assert sentences[-12].startswith("  tenth of the game")
    assert sentences[-1] == "written to forecast.json"
