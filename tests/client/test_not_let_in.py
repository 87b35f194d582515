"""Whoever is not let in to a game: that is no end of one, and nothing that is typed is lost without a word."""

from __future__ import annotations

import io

import trio

from mandala_client.linear.desk import LinearDesk
from mandala_client.table import keys, updates
from mandala_client.table.acts import Seen
from mandala_client.table.model import Model
from mandala_client.table.status import window_title
from mandala_net.farewells import NOT_LET_IN
from mandala_net.news import Declined, Ended
from mandala_protocol.sentence import Sentence
from tests.client.at_table import press, seen, typed

REFUSED = Ended(Declined(Sentence(NOT_LET_IN)), None)
TOLD = "The host did not let you in. So there was no game; ask the host, and join again."


def test_it_has_a_page_and_a_title_of_its_own() -> None:
    model = updates.with_end(Model(), REFUSED)
    assert "no game" in seen(model)
    assert TOLD in seen(model)
    assert "the end" not in seen(model)
    assert window_title(model) == "Mandala: no game"


def test_enter_goes_on_and_what_is_typed_is_answered() -> None:
    model = updates.with_end(Model(), REFUSED)
    assert press(model, "enter")[1] == Seen()
    assert press(model, "escape")[1] == Seen()
    assert keys.type_text(model, "q")[1] == Seen()
    answered, act = typed(model, "A1o")
    assert act is None
    assert "There is no game here that could hear that. Enter goes on." in seen(answered)


def test_a_refusal_without_a_reason_is_told_as_that() -> None:
    told = seen(updates.with_end(Model(), Ended(Declined(""), None)))
    assert "There was no game: The other player gave no reason." in told


def test_in_sentences_it_is_told_so_too() -> None:
    out = io.StringIO()

    async def end() -> None:
        with trio.fail_after(20):
            await LinearDesk(io.StringIO(), out).end(REFUSED)

    trio.run(end)
    assert out.getvalue().splitlines() == [TOLD]
