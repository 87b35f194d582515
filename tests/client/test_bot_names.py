"""Our own bots are called by a name of the language that is spoken; in the record it is the English one."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from mandala_client import telling
from mandala_client.bot_names import bot_name, ended_with_bot_named, with_bot_named
from mandala_net.news import Ended, WeLeft
from mandala_protocol.seats import Seat
from tests.client.at_table import Moments
from tests.client.speaking import speaking_with

WORDS = {"Random bot": "Zufallsbot", "Greedy bot": "Gieriger Bot"}


def test_a_bot_is_called_as_the_spoken_language_has_it(tmp_path: Path) -> None:
    assert (bot_name("random"), bot_name("greedy")) == ("Random bot", "Greedy bot")
    with speaking_with(tmp_path, WORDS):
        assert (bot_name("random"), bot_name("greedy")) == ("Zufallsbot", "Gieriger Bot")


def test_only_the_bot_is_called_otherwise_and_not_whoever_has_its_name(tmp_path: Path, moments: Moments) -> None:
    with speaking_with(tmp_path, WORDS):
        for seat in Seat:
            shown = with_bot_named(evolve(moments[-1], seat=seat, names=("Random bot", "Random bot")), "random")
            assert shown.names is not None
            assert shown.names[seat] == "Random bot"
            assert shown.names[seat.other] == "Zufallsbot"
    assert with_bot_named(moments[0], "random") == moments[0]


def test_the_last_word_of_a_game_names_the_bot_so_too(tmp_path: Path, moments: Moments) -> None:
    with speaking_with(tmp_path, WORDS):
        ended = ended_with_bot_named(Ended(WeLeft(), None, snapshot=moments[-1]), "greedy")
        assert ended.snapshot is not None
        assert telling.player_name(Seat.GUEST, ended.snapshot.names) == "Gieriger Bot"
    assert ended_with_bot_named(Ended(WeLeft(), None), "greedy") == Ended(WeLeft(), None)
