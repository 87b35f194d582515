"""The linear form, when the other player is away, silent or agrees: that is told once, and not each time of many."""

from __future__ import annotations

import io

import pytest
import trio
import trio.testing
from attrs import evolve

from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.sentences import outcomes
from mandala_client.sentences.status_text import by_these_terms, unusual_terms
from mandala_net.match.news import PeerAway, PeerBack, PeerHeard, PeerQuiet
from mandala_net.match.terms import OtherGame, ShortGrace
from mandala_protocol.conversation.events import Abandon, Leave, Resign
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.sentence import Sentence
from tests.client.linear_frontend import Linear, our_turn, run

Moments = tuple[Snapshot, ...]


def test_a_silence_is_told_once_and_what_is_told_quietly_not_at_all(moments: Moments) -> None:
    out = io.StringIO()
    frontend = TextFrontend(io.StringIO(), out)
    frontend.show(our_turn(moments))
    before = len(out.getvalue())
    for _ in range(3):
        frontend.tell(PeerQuiet(10, quietly=True))
        frontend.tell(PeerHeard(quietly=True))
        frontend.tell(PeerAway(0, Sentence("The connection was lost."), None, quietly=True))
        frontend.tell(PeerBack(quietly=True))
    assert out.getvalue()[before:] == ""
    for news in (PeerQuiet(10), PeerQuiet(15), PeerHeard(), PeerQuiet(11)):
        frontend.tell(news)
    assert out.getvalue()[before:].splitlines() == [
        "No word from Ben for 10 seconds; waiting.",
        "Ben is back.",
        "No word from Ben for 11 seconds; waiting.",
    ]


# Away for longer than was agreed.


GRACE = 600
OVERDUE = PeerAway(GRACE, "", 0, GRACE)
QUESTION = "Ben has been away for more than 10 minutes. Call the game abandoned? Type “yes” or “no”."


@pytest.fixture
def alone(moments: Moments) -> Snapshot:
    return evolve(our_turn(moments), grace=GRACE, connected=False, pending=Pending.NOTHING)


def test_after_each_grace_the_player_is_asked_once_whether_to_call_the_game_abandoned(alone: Snapshot) -> None:
    out = io.StringIO()
    frontend = TextFrontend(io.StringIO(), out)
    frontend.show(alone)
    for seconds in (GRACE - 1, GRACE, GRACE + 1, 2 * GRACE, 2 * GRACE + 1):
        frontend.tell(evolve(OVERDUE, seconds=seconds, grace=max(GRACE - seconds, 0)))
    assert out.getvalue().splitlines().count(QUESTION) == 2


def test_where_a_bot_plays_no_one_is_asked(alone: Snapshot) -> None:
    out = io.StringIO()
    frontend = TextFrontend(io.StringIO(), out, person=False)
    frontend.show(alone)
    frontend.tell(OVERDUE)
    assert QUESTION not in out.getvalue()


@pytest.mark.parametrize("laid", [True, False], ids=["in a game", "before the cards are dealt"])
@pytest.mark.parametrize("line", ["yes", ":yes", "abandon"])
def test_yes_and_the_word_call_the_game_abandoned(alone: Snapshot, line: str, laid: bool) -> None:
    assert answers(alone if laid else evolve(alone, view=None, steps=()), OVERDUE, line) == [Abandon()]


def test_a_letter_typed_for_a_move_does_not_call_the_game_abandoned(alone: Snapshot) -> None:
    assert answers(alone, OVERDUE, "y", "n", "abandon") == [Abandon()]


@pytest.mark.parametrize("laid", [True, False], ids=["in a game", "before the cards are dealt"])
def test_whoever_is_back_and_finds_no_one_can_leave(alone: Snapshot, laid: bool) -> None:
    moment, vain = alone if laid else evolve(alone, view=None, steps=()), PeerAway(600, "", None, 600, returning=True)
    assert answers(moment, vain, "yes") == [Leave(outcomes.SIMPLY_LEFT)]
    assert answers(moment, vain, "no", evolve(vain, seconds=1200), "yes") == [Leave(outcomes.SIMPLY_LEFT)]


def test_no_keeps_waiting_and_the_word_counts_later(alone: Snapshot) -> None:
    assert answers(alone, OVERDUE, "no", "abandon") == [Abandon()]


def test_when_the_other_is_back_yes_and_the_word_count_for_nothing(alone: Snapshot) -> None:
    assert answers(alone, OVERDUE, PeerBack(), "yes", "abandon", "leave") == [Leave(outcomes.SIMPLY_LEFT)]


def test_who_has_resigned_can_still_call_the_game_abandoned(alone: Snapshot) -> None:
    playing = evolve(alone, connected=True)
    assert answers(playing, "resign", "yes", OVERDUE, "yes") == [Resign(), Abandon()]


def answers(snapshot: Snapshot, *told: PeerAway | PeerBack | str) -> list[object]:
    """The commands that follow from what is told and typed, one after the other."""
    linear = Linear()
    commands: list[object] = []

    async def main() -> None:
        linear.frontend.listen()
        linear.frontend.show(snapshot)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(take)
            for peer_away in told:
                await trio.testing.wait_all_tasks_blocked()
                if isinstance(peer_away, str):
                    came = linear.lines.came
                    linear.keyboard.type(peer_away)
                    while linear.lines.came == came:
                        await trio.lowlevel.checkpoint()
                else:
                    linear.frontend.tell(peer_away)
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()

    async def take() -> None:
        while True:
            commands.append(await linear.frontend.next_command())

    run(main, linear)
    return commands


def test_a_guest_is_asked_about_unusual_terms_in_one_question() -> None:
    linear = Linear()

    async def main() -> bool:
        linear.keyboard.type("yes")
        return await linear.frontend.agrees(
            unusual_terms([OtherGame("mandala", "patterns"), ShortGrace(1)]), by_these_terms()
        )

    assert run(main, linear)
    assert linear.said == [
        "The host announced Mandala, but proposes Patterns.",
        "If you lose the connection for 1 second, the host may call the game abandoned. That time is very short.",
        "Play on these terms? Type “yes” or “no”.",
    ]
