"""The same cards from both seats: what came of them is put side by side, and anybody can have them dealt again."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from mandala_client.commands.options import HIGHEST_SEED
from mandala_client.commands.play import command
from mandala_client.games.catalogue import GAMES
from mandala_client.games.deal import Deal, Practised
from mandala_client.games.series import Series
from mandala_client.sentences.bot_names import usual_bot
from mandala_client.sentences.outcomes import deal_again
from mandala_client.sentences.series_text import both_sides, series_score
from mandala_client.text.language import Language
from mandala_client.ui.rows import width_of
from mandala_net.player.paths import HOME_VARIABLE
from mandala_protocol.games.game import EndReason, Result, Termination
from mandala_protocol.games.mandala.state import MandalaEnd
from mandala_protocol.seats import Seat
from tests.client.scenes import each_language
from tests.client.speaking import spoken_for_now

BOT = "Greedy bot"


def result(host: int, guest: int, termination: Termination = MandalaEnd.DECK) -> Result:
    winner = None if host == guest else Seat.HOST if host > guest else Seat.GUEST
    return Result((host, guest), winner, termination)


def both(first: Result, second: Result) -> Practised:
    """A game with us as the host, and then one with the same cards and us as the guest."""
    return Practised("greedy", Deal(4), game="mandala").after(first).swapped().after(second)


def series_of_both(first: Result, second: Result) -> Series:
    """The score of these two games."""
    return Series().after(first.scores, first.winner, Seat.HOST).after(second.scores, second.winner, Seat.GUEST)


def test_one_game_with_some_cards_says_nothing_yet() -> None:
    assert both_sides(Practised("greedy", Deal(4), game="mandala"), BOT) is None
    assert both_sides(Practised("greedy", Deal(4), game="mandala").after(result(45, 36)), BOT) is None


@pytest.mark.parametrize(
    ("second", "text"),
    [
        (result(50, 42), "you scored 45 + 42 = 87 points, Greedy bot scored 36 + 50 = 86. You played it better."),
        (
            result(50, 40),
            "you scored 45 + 40 = 85 points, Greedy bot scored 36 + 50 = 86. Greedy bot played it better.",
        ),
        (
            result(50, 41),
            "you scored 45 + 41 = 86 points, Greedy bot scored 36 + 50 = 86. You both played it equally well.",
        ),
    ],
)
def test_the_points_of_both_sides_are_added_up_and_say_who_played_the_cards_better(second: Result, text: str) -> None:
    assert both_sides(both(result(45, 36), second), BOT) == f"With this set-up, from both seats, {text}"


@pytest.mark.parametrize("early", [EndReason.RESIGNED, EndReason.AGREED])
def test_games_that_were_not_played_out_decide_nothing(early: EndReason) -> None:
    for practised in (both(result(45, 36, early), result(50, 40)), both(result(45, 36), result(50, 40, early))):
        text = both_sides(practised, BOT)
        assert text is not None
        assert "no one wins" in text
        assert "45" not in text


def test_the_points_of_an_evening_are_not_told_twice_where_its_games_are_those_from_both_sides() -> None:
    first, second = result(45, 36), result(40, 50)
    pair, series = both(first, second), series_of_both(first, second)
    won = "This series, 2 games: you won 2, Greedy bot won 0."
    points = "Total points: you 95, Greedy bot 76."
    assert series_score(series, BOT, pair) == won
    assert series_score(series, BOT) == f"{won} {points}"
    resigned = both(first, result(40, 50, EndReason.RESIGNED))
    assert series_score(series, BOT, resigned) == f"{won} {points}", "their sum is not told then"
    assert series_score(series, BOT, Practised("greedy", Deal(4), game="mandala").after(second)) == f"{won} {points}"
    assert "Total points" in series_score(series.after(first.scores, first.winner, Seat.HOST), BOT, pair)


def test_of_several_games_from_one_side_the_last_one_counts() -> None:
    third = both(result(45, 36, EndReason.RESIGNED), result(50, 40)).swapped().after(result(60, 10))
    text = both_sides(third, BOT)
    assert text is not None
    assert "you scored 40 + 60 = 100 points, Greedy bot scored 50 + 10 = 60." in text


def test_with_other_cards_the_other_one_begins_and_nothing_is_compared() -> None:
    for own in Seat:
        deal = Deal(4, own)
        assert deal.swapped().first is deal.first
        assert deal.following().first is deal.first.other
        assert deal.following().own is own


def test_a_game_that_was_played_out_becomes_a_challenge_for_a_friend() -> None:
    deal = Deal(4711, Seat.GUEST)
    played = Practised("easy", deal, game="patterns").after(result(18, 48))
    challenge = "mandala-lan play --practice --game patterns --seed 4711 --swapped"
    assert deal_again(played)[1] == f"Beat my 48:18: {challenge}"
    assert deal_again(played.swapped())[1].endswith(challenge.removesuffix(" --swapped")), (
        "not played from that side yet"
    )
    resigned = Practised("easy", deal, game="patterns").after(result(18, 48, EndReason.RESIGNED))
    assert "Beat" not in deal_again(resigned)[1]


@each_language
@pytest.mark.parametrize("game", GAMES)
def test_a_challenge_against_the_usual_bot_is_one_row_of_a_usual_terminal(game: str, language: Language) -> None:
    played = Practised(usual_bot(game), Deal(HIGHEST_SEED), game=game).after(result(48, 18))
    with spoken_for_now(language):
        assert width_of(deal_again(played)[1]) <= 80


@pytest.mark.parametrize("bot", ["easy", "greedy", "random", "hard"])
@pytest.mark.parametrize("own", Seat)
def test_the_command_that_is_told_deals_the_same_cards_on_the_same_side(
    bot: str, own: Seat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    _explained, text = deal_again(Practised(bot, Deal(4711, own), game="mandala"))
    program, name, *arguments = shlex.split(text)
    assert (program, name) == ("mandala-lan", "play")
    assert arguments[3:5] == (["--seed", "4711"] if bot == usual_bot("mandala") else ["--against", bot])
    assert ("--swapped" in arguments) == (own is Seat.GUEST)
    played = CliRunner().invoke(command, [*arguments, "--linear"], input="end\nyes\nno\n")
    assert played.exit_code == 0, played.output
    assert text in played.output.splitlines()


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--swapped"], 1, "use --swapped with --practice"),
        (["--practice", "--seed", "-1"], 2, "-1 is not in the range"),
        (["--practice", "--seed", str(2**63)], 2, "is not in the range"),
        (["--practice", "--seed", "many"], 2, "is not a valid integer"),
    ],
)
def test_what_cannot_be_dealt_is_refused_in_a_sentence(
    arguments: list[str], code: int, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    refused = CliRunner().invoke(command, arguments)
    assert refused.exit_code == code
    assert sentence in refused.output
