"""A table in text mode: what is said of it is the difference between two models, and nothing is said too often."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from itertools import pairwise

import trio
from attrs import evolve
from trio.testing import MockClock, wait_all_tasks_blocked

from mandala_client.linear.table_sentences import sentences_between
from mandala_client.linear.text_table import THINKING_SECONDS, TextTable
from mandala_client.linear.voice import Voice
from mandala_client.sentences import status_text
from mandala_client.settings.settings import Settings
from mandala_client.table import updates
from mandala_client.table.table_model import TableModel
from mandala_client.ui.log_pane import Tone
from mandala_net.match.news import OfferMade, PeerAway, PeerBack, PeerHeard, PeerQuiet, Talked
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import Moved
from mandala_protocol.wire.messages import Move, OfferKind

Moments = Sequence[Snapshot]


class Heard:
    """A table in text mode, and all that is said of it."""

    def __init__(self, settings: Settings | None = None, *, from_lobby: bool = False) -> None:
        self._out = io.StringIO()
        self.table = TextTable(Voice(self._out), settings or Settings(), person=True, from_lobby=from_lobby)

    def show(self, snapshot: Snapshot) -> list[str]:
        """Show the game as it is now, and return what is said of that."""
        return self.become(updates.with_snapshot(self.table.model, snapshot))

    def become(self, model: TableModel) -> list[str]:
        before = len(self._out.getvalue())
        self.table.become(model)
        return self._out.getvalue()[before:].splitlines()

    @property
    def said(self) -> list[str]:
        return self._out.getvalue().splitlines()


def models_of(moments: Moments) -> list[TableModel]:
    """The models of a game as it comes to a person in text mode, with some talk and an absence in it."""
    models = [TableModel(has_keys=False)]
    for number, moment in enumerate(moments):
        models.append(updates.with_snapshot(models[-1], moment))
        if number % 20 == 10:
            for news in (
                Talked("hello"),
                OfferMade(OfferKind.END),
                PeerQuiet(7),
                PeerHeard(),
                PeerAway(0, "cut", None),
                PeerBack(),
            ):
                models.append(updates.with_news(models[-1], news))
    return models


def test_nothing_is_said_where_nothing_has_changed(moments: Moments) -> None:
    for model in models_of(moments):
        assert list(sentences_between(model, model, person=True)) == []


def test_what_has_happened_is_said_once_and_in_the_order_of_the_log(moments: Moments) -> None:
    models = models_of(moments)
    said = [
        sentence.text
        for before, after in pairwise(models)
        for sentence in sentences_between(before, after, person=False)
        if sentence.happened
    ]
    of_silence = [status_text.news(news, "Ben") for news in (PeerQuiet(7), PeerHeard())]
    silences = [text for text in said if text in of_silence]
    terms = status_text.agreed(moments[-1])
    lines = [line.text for line in models[-1].log if line.text not in terms and line.tone is not Tone.MUTED]
    assert [text for text in said if text not in silences] == lines
    assert len(silences) == 2 * sum(isinstance(model.quiet, PeerQuiet) for model in models)


def test_what_can_be_done_in_a_turn_is_said_once(moments: Moments) -> None:
    heard = Heard()
    turns = [moment for moment in moments if moment.pending is Pending.MOVE]
    told = [line for moment in moments for line in heard.show(moment) if line.startswith("Your turn")]
    assert len(told) > 3
    assert told[0] == status_text.whose_turn(turns[0])
    assert set(told[1:]) == {"Your turn."}


def test_what_to_type_is_said_once_with_a_legal_move_and_not_after_the_lobby(moments: Moments) -> None:
    turn = next(moment for moment in moments if moment.pending is Pending.MOVE)
    heard, known = Heard(), Heard(from_lobby=True)
    *_before, whose, what = heard.show(turn)
    assert whose == status_text.whose_turn(turn)
    example, word = re.findall("“([^”]*)”", what)
    assert heard.table.model.game.words.typed(example) in heard.table.model.legal_moves
    assert word == "help"
    for moment in moments:
        heard.show(moment)
        known.show(moment)
    assert heard.said.count(what) == 1
    assert not [line for line in known.said if line.startswith("Type")]


def test_of_a_short_game_that_is_resumed_it_is_said_that_this_has_happened(moments: Moments) -> None:
    played = next(moment for moment in moments if moment.steps and isinstance(moment.steps[-1].event, Moved))
    said = Heard().show(played)
    heading = said.index("This has happened so far:")
    assert said[heading + 1] == "The 108 cards are shuffled."
    alive = Heard()
    assert "This has happened so far:" not in [line for moment in moments for line in alive.show(moment)]


def test_an_offer_is_said_once_and_the_turn_not_again_for_it(moments: Moments) -> None:
    heard, turn = Heard(), next(moment for moment in moments if moment.pending is Pending.MOVE)
    heard.show(turn)
    offered = evolve(turn, their_offer=StandingOffer(OfferKind.END))
    assert heard.show(offered) == []
    (said,) = heard.become(updates.with_news(heard.table.model, OfferMade(OfferKind.END)))
    assert said.startswith("Ben offers to end the game now and score it.")
    declined = evolve(turn, their_offer=StandingOffer(OfferKind.END, declined=True))
    assert heard.show(declined) == ["You decline the offer and play on."]


def test_who_chooses_first_is_not_told_twice(moments: Moments) -> None:
    heard = Heard()
    for moment in moments:
        said = heard.show(moment)
        announced = [line for line in said if line.startswith("You choose first")]
        if announced and moment.pending is Pending.MOVE:
            after = said[said.index(announced[0]) + 1 :]
            assert [line for line in after if line.startswith(("You choose", "Your turn"))] == ["Your turn."]
            return
    raise AssertionError("there is such a moment in this game")


def _their_turn(moments: Moments) -> Snapshot:
    return next(
        moment
        for moment in moments
        if moment.due is not None and moment.due.kind is Move and moment.due.speaker is not moment.seat
    )


def test_that_another_thinks_is_said_only_when_it_takes_a_while(moments: Moments) -> None:
    turn, thinking = _their_turn(moments), "Ben is thinking."
    next_turn = moments[moments.index(turn) + 1 :]

    async def wait(answers_at_once: bool) -> list[str]:
        heard = Heard()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(heard.table.say_who_thinks)
            await wait_all_tasks_blocked()
            assert thinking not in heard.show(turn)
            if answers_at_once:
                heard.show(next(moment for moment in next_turn if moment.pending is Pending.MOVE))
            await trio.sleep(2 * THINKING_SECONDS)
            nursery.cancel_scope.cancel()
        return heard.said

    for answers_at_once in (False, True):
        said = trio.run(wait, answers_at_once, clock=MockClock(autojump_threshold=0))
        assert (thinking in said) is not answers_at_once


def test_muted_chat_is_not_said(moments: Moments) -> None:
    heard = Heard(Settings(chat=False))
    heard.show(_their_turn(moments))
    assert heard.become(updates.with_news(heard.table.model, Talked("hello"))) == []
    assert heard.become(updates.with_chat(heard.table.model, shown=True)) == ["Chat is on again."]
    assert heard.become(updates.with_news(heard.table.model, Talked("hello"))) == ["Ben says: “hello”"]
