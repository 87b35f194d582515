"""The fit of the map from a search to forecasts, and the data files with it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Final

import pytest
from attrs import evolve

from mandala_net.bots.forecast_scale import ForecastScale, read_scale
from mandala_net.bots.mandala import teaching as mandala
from mandala_net.bots.mandala.level_bots import MEDIUM, level_bot
from mandala_net.bots.patterns import teaching as patterns
from mandala_net.bots.sealed_file import SealedFile
from mandala_net.bots.teacher import Leaning
from mandala_protocol.games.mandala import MANDALA
from training.accuracy import Accuracy
from training.forecast_command import make_forecasts, written_scale
from training.forecast_training import Seen, calibrated, fitted, played
from training.sealing import hash_of

FILES: Final = (mandala.FORECAST_FILE, patterns.FORECAST_FILE)
TERMS: Final = {"mandala": 0, "patterns": patterns.TERMS}
"""How many terms the chance of a game weighs besides the lead."""

SCALE: Final = ForecastScale((1.0, -0.5), (4.0, 0.0))


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
    assert fitted(drawn(SCALE, 600, 1)) == fitted(drawn(SCALE, 600, 1)) != fitted(drawn(SCALE, 600, 2))


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


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.game)
def test_a_file_says_how_it_was_made_by_the_code_that_is_here(file: SealedFile) -> None:
    document = json.loads(file.read())
    assert document["game"] == file.game
    assert document["games"] >= 100
    assert document["made_by"] == hash_of(file.makers)
    scale = read_scale(file, file.read(), TERMS[file.game])
    assert (len(scale.chance), len(scale.margin)) == (2 + TERMS[file.game], 2)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.game)
def test_a_file_that_was_written_is_read_and_the_same_again(file: SealedFile) -> None:
    accuracy = Accuracy(1, 2, 0.25, 0.25, ())
    text = written_scale(file, SCALE, 3, 4, accuracy)
    assert text == written_scale(file, SCALE, 3, 4, accuracy)
    assert read_scale(file, text) == SCALE


def test_the_command_writes_the_file_and_tells_how_well_it_comes_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = evolve(FILES[0], path=tmp_path / "forecast.json")
    monkeypatch.setattr("sys.argv", ["train", "3", "2"])
    make_forecasts(MANDALA, lambda taste: level_bot("medium", MEDIUM, taste), mandala.mandala_teacher(), file)
    document = json.loads(file.read())
    assert (document["seed"], document["games"], document["calibration"]["games"]) == (3, 2, 2)
    read_scale(file, file.read())
    sentences = capsys.readouterr().out.splitlines()
    assert sentences[0].startswith("Mandala: chance (")
    assert sentences[-2].startswith("Brier score ")
    assert sentences[-1] == "written to forecast.json"
