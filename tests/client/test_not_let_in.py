"""Whoever is not let in to a game: that is no end of one, and nothing that is typed is lost without a word."""

from __future__ import annotations

import io

import trio

from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.screens.table import screen_keys
from mandala_client.screens.table.status import window_title
from mandala_client.table import updates
from mandala_client.table.acts import QuestionSeen
from mandala_client.table.table_model import TableModel
from mandala_net.link.close_reasons import NOT_LET_IN
from mandala_net.match.news import Declined, GameEnded
from mandala_protocol.sentence import Sentence
from tests.client.at_table import press, seen, typed

REFUSED = GameEnded(Declined(Sentence(NOT_LET_IN)), None)
TOLD = "The host did not let you in. There was no game. Ask the host, and join again."


def test_it_has_a_page_and_a_title_of_its_own() -> None:
    model = updates.with_end(TableModel(), REFUSED)
    assert "no game" in seen(model)
    assert TOLD in seen(model)
    assert "game over" not in seen(model)
    assert window_title(model) == "Mandala: no game"


def test_enter_goes_on_and_what_is_typed_is_answered() -> None:
    model = updates.with_end(TableModel(), REFUSED)
    assert press(model, "enter")[1] == QuestionSeen()
    assert press(model, "escape")[1] == QuestionSeen()
    assert screen_keys.type_text(model, "q")[1] == QuestionSeen()
    answered, act = typed(model, "A1o")
    assert act is None
    assert "There is no game to send that to. Press Enter to continue." in seen(answered)


def test_a_refusal_without_a_reason_is_told_as_that() -> None:
    text = seen(updates.with_end(TableModel(), GameEnded(Declined(""), None)))
    assert "There was no game: The other player gave no reason." in text


def test_in_sentences_it_is_told_so_too() -> None:
    out = io.StringIO()

    async def end() -> None:
        with trio.fail_after(20):
            await TextFrontend(io.StringIO(), out).end(REFUSED)

    trio.run(end)
    assert out.getvalue().splitlines() == [TOLD]
