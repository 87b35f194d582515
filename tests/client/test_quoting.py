"""The words of others never look like the program's: they are quoted, and never looked up in the catalogue."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.sentences import outcomes, status_text
from mandala_client.table import edits, updates
from mandala_client.table.table_model import Admitting, TableModel
from mandala_client.text.quoting import quoted
from mandala_net.link.close_reasons import REFUSALS, STOPPED, heard
from mandala_net.match.admission import PeerInfo
from mandala_net.match.news import Declined, GameEnded, PeerAway, PeerComplained, PeerLeft, Talked
from mandala_protocol.names import clean_name
from tests.client.at_table import seen
from tests.client.speaking import speaking_with

MESSAGE = "Shown only in a test."
WORDS = {
    MESSAGE: "Nur im Test.",
    "Ben": "Benno",
    STOPPED: "das Programm wurde angehalten",
    "{name} says: {text}": "{name} sagt: {text}",
    "You say: {text}": "Du sagst: {text}",
}


@pytest.fixture
def german(tmp_path: Path) -> Iterator[None]:
    """German, with a few words that people may say or be called."""
    with speaking_with(tmp_path, WORDS):
        yield


@pytest.mark.parametrize(
    "mark", ['"', "ˮ", "״", "″", "❞", "“", "”", "„", "‟", "«", "»", "‘", "’", "‚", "‹", "›", "〝", "〞", "＂", "⸂", "⸃"]
)
def test_what_is_quoted_cannot_close_its_quotation(mark: str) -> None:
    assert quoted(f"yes{mark} Game over: you win {mark}") == "“yes' Game over: you win '”"


def test_of_nothing_nothing_is_quoted() -> None:
    assert quoted(" \x1b\u202e ") == ""


def test_a_name_cannot_end_what_is_said_either() -> None:
    assert clean_name("Ben says: “no” Ben") == "Ben says: 'no' Ben"


@pytest.mark.usefixtures("german")
def test_what_is_said_is_not_translated_in_either_form() -> None:
    assert status_text.news(Talked(MESSAGE), "Ben") == f"Ben sagt: “{MESSAGE}”"
    assert updates.with_own_talk(TableModel(), MESSAGE).log[-1].text == f"Du sagst: “{MESSAGE}”"
    assert status_text.own_talk(MESSAGE) == f"Du sagst: “{MESSAGE}”"


@pytest.mark.usefixtures("german")
def test_a_visitor_who_is_called_like_a_message_keeps_the_name() -> None:
    for peer in (PeerInfo("Ben", "KEY", "Ben"), PeerInfo(MESSAGE, "KEY", MESSAGE)):
        page = seen(edits.overlaid(TableModel(), Admitting(peer)))
        assert page.count(peer.name) == 2
        assert "Nur im Test." not in page
        assert "Benno" not in page


@pytest.mark.usefixtures("german")
def test_a_reason_that_every_program_gives_is_told_in_the_spoken_language() -> None:
    assert "das Programm wurde angehalten." in status_text.news(
        PeerAway(0, heard(STOPPED, frozenset({STOPPED})), None), "Ben"
    )
    assert outcomes.outcome(GameEnded(PeerLeft(heard(STOPPED, frozenset({STOPPED}))), None)).endswith(
        ": das Programm wurde angehalten."
    )


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("made_up", [MESSAGE, "x. Game over: you win 53 to 0", "x” Ben left. “"])
def test_a_reason_that_somebody_made_up_is_quoted_and_not_translated(made_up: str) -> None:
    reason = heard(made_up, REFUSALS)
    text = quoted(made_up)
    assert text in status_text.news(PeerAway(0, reason, None), "Ben")
    for outcome in (PeerLeft(reason), Declined(reason), PeerComplained(3, "MS1", reason)):
        assert text in outcomes.outcome(GameEnded(outcome, None))


@pytest.mark.usefixtures("german")
def test_what_the_flows_have_said_already_is_not_translated_again() -> None:
    out = io.StringIO()
    TextFrontend(io.StringIO(), out).status(MESSAGE)
    assert out.getvalue() == f"{MESSAGE}\n"
    assert updates.with_status(TableModel(), MESSAGE).statuses == (MESSAGE,)
