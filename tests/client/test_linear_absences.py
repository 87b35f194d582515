"""The linear form, when the other player is away, silent or agrees: that is told once, and not each time of many."""

from __future__ import annotations

import io

from attrs import evolve

from mandala_client.linear.text_frontend import TextFrontend
from mandala_net.match.news import OfferMade, PeerAway, PeerBack, PeerHeard, PeerQuiet
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import OfferKind

Moments = tuple[Snapshot, ...]


def our_turn(moments: Moments) -> Snapshot:
    """We are to build, grow or discard."""
    return next(moment for moment in moments if moment.owes is Pending.MOVE)


def test_an_absence_is_told_once_for_each_reason(moments: Moments) -> None:
    out = io.StringIO()
    desk = TextFrontend(io.StringIO(), out)
    desk.show(our_turn(moments))
    before = len(out.getvalue())
    for seconds in range(3):
        desk.tell(PeerAway(seconds, Sentence("The connection was lost."), None))
    (told,) = out.getvalue()[before:].splitlines()
    assert told.startswith("Ben is away: The connection was lost. Trying to reconnect.")


def test_whose_program_has_come_back_is_told_so_and_that_the_talk_is_gone(moments: Moments) -> None:
    out = io.StringIO()
    desk = TextFrontend(io.StringIO(), out)
    desk.show(our_turn(moments))
    before = len(out.getvalue())
    for seconds in range(3):
        desk.tell(PeerAway(seconds, "", None, returning=True))
    desk.tell(PeerBack(returning=True))
    looked_for, talk, back = out.getvalue()[before:].splitlines()
    assert looked_for.startswith("You are back at the game. Ben has not been reached yet.")
    assert talk == "Your earlier chat was not kept."
    assert back == "Ben is there too. The game continues where it was."


def test_an_absence_that_is_told_quietly_is_not_heard_unless_it_lasts(moments: Moments) -> None:
    out = io.StringIO()
    desk = TextFrontend(io.StringIO(), out)
    desk.show(our_turn(moments))
    before = len(out.getvalue())
    lost = Sentence("The connection was lost.")
    for _ in range(3):
        desk.tell(PeerAway(0, lost, None, quietly=True))
        desk.tell(PeerBack(quietly=True))
    assert out.getvalue()[before:] == ""
    desk.tell(PeerAway(0, lost, None, quietly=True))
    desk.tell(PeerAway(1, lost, None))
    desk.tell(PeerAway(2, lost, None))
    desk.tell(PeerBack())
    assert [line[:12] for line in out.getvalue()[before:].splitlines()] == ["Ben is away:", "Ben is back."]


def test_a_silence_is_told_once_and_not_at_all_when_it_is_told_quietly(moments: Moments) -> None:
    out = io.StringIO()
    desk = TextFrontend(io.StringIO(), out)
    desk.show(our_turn(moments))
    before = len(out.getvalue())
    for _ in range(3):
        desk.tell(PeerQuiet(10, quietly=True))
        desk.tell(PeerHeard(quietly=True))
    assert out.getvalue()[before:] == ""
    for news in (PeerQuiet(10), PeerQuiet(15), PeerHeard(), PeerQuiet(11)):
        desk.tell(news)
    assert out.getvalue()[before:].splitlines() == [
        "No word from Ben for 10 seconds; waiting.",
        "Ben is back.",
        "No word from Ben for 11 seconds; waiting.",
    ]


def test_the_agreement_to_our_own_offer_is_told_by_what_it_does_and_not_as_an_offer(moments: Moments) -> None:
    out = io.StringIO()
    desk = TextFrontend(io.StringIO(), out)
    desk.show(evolve(our_turn(moments), own_offer=StandingOffer(OfferKind.ADJOURN)))
    before = len(out.getvalue())
    desk.tell(OfferMade(OfferKind.ADJOURN))
    assert out.getvalue()[before:] == ""
    desk.tell(OfferMade(OfferKind.END))
    assert "Ben offers to end the game" in out.getvalue()[before:]
