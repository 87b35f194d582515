"""The training of the weights of Mandala: repeatable, it learns, and its file is read again."""

from __future__ import annotations

import json
import random

from mandala_net.bots.mandala.features import FEATURES
from mandala_net.bots.mandala.trained_weights import WEIGHTS_FILE, read_weights
from mandala_net.bots.mandala.win_chance import WinChance
from training.mandala.training import Calibration, calibrate, self_play, shuffle_of, train
from training.mandala.weights import MAKERS, table_of, written_weights
from training.sealing import hash_of


def test_a_training_is_the_same_again() -> None:
    assert train(3, 2) == train(3, 2) != train(4, 2)


def test_a_training_learns() -> None:
    weights = train(3, 16)
    assert weights[FEATURES.index("lead")] > 0.02
    assert weights[FEATURES.index("share, 1 missing")] > 0.02
    trained, ignorant = (calibrate(each, 1, 6) for each in (weights, [0.0] * len(FEATURES)))
    assert trained.brier < trained.ignorant
    assert ignorant.brier == ignorant.ignorant


def test_a_calibration_counts_every_position_once() -> None:
    calibration = calibrate(read_weights(WEIGHTS_FILE.read()), 1, 10)
    assert sum(band.positions for band in calibration.bands) == calibration.positions > 500
    assert all(0 <= band.said <= 1 for band in calibration.bands)
    assert [band.said for band in calibration.bands] == sorted(band.said for band in calibration.bands)
    assert len(table_of(calibration)) == len(calibration.bands) + 2


def test_both_seats_of_a_game_against_itself_judge_and_one_wins() -> None:
    game = self_play(WinChance([0.0] * len(FEATURES)), random.Random(1), 0.1)
    assert all(len(features) == len(FEATURES) for judged in game.judged for features in judged)
    assert min(map(len, game.judged)) > 10
    assert sum(game.results) == 1


def test_shuffles_keep_the_cards() -> None:
    cards = [0, 1, 2, 3, 4, 5] * 3
    shuffle_of(random.Random(1))(cards)
    assert sorted(cards) == sorted([0, 1, 2, 3, 4, 5] * 3)
    assert cards != sorted(cards)


def test_a_written_file_is_read_and_the_same_again() -> None:
    weights = [0.125] * len(FEATURES)
    calibration = Calibration(1, 2, 0.25, 0.25, ())
    text = written_weights(weights, 1, 2, calibration)
    assert text == written_weights(weights, 1, 2, calibration)
    assert read_weights(text) == weights


def test_the_file_was_made_by_the_code_that_is_here() -> None:
    assert json.loads(WEIGHTS_FILE.read())["made_by"] == hash_of(MAKERS)
