"""Defects of wishes: when they hold, and how they are declined."""

from __future__ import annotations

from typing import Any

from mandala_conformance.findings import CaseVerdict
from mandala_net.match import match
from mandala_protocol.conversation.events import Talk
from mandala_protocol.conversation.offers import Offers
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Decline, Offer
from tests.conformance.defects.defect import DefectBook, replace

WISHES = DefectBook()


@WISHES.defect("refuses-void-wishes", "Fails at a wish in the opening", case="EN7/in-opening", seen='requirement="EN7"')
def refuses_void_wishes() -> None:
    hear = Offers.hear

    def hear_in_play(self: Offers, offer: Offer) -> Any:
        if not self._referee.playing:
            raise RemoteProtocolError(Code.OUT_OF_TURN, "EN7", Sentence("there is no game to end"))
        return hear(self, offer)

    replace(Offers, "hear", hear_in_play)


@WISHES.defect(
    "keeps-wishes",
    "Resigns for the other with a wish of an earlier turn",
    case="EN8/before-a-move",
    seen="EN2 is about adjourn and end, which .* not sent: the implementation refused an entry of its own",
)
def keeps_wishes() -> None:
    replace(Offers, "_holds", lambda _, said, wish: said.offer.wish == wish)


@WISHES.defect(
    "forgets-resignations",
    "Takes another wish instead of one to resign",
    case="EN8/not-replaced",
    seen="decline|entry 8: share",  # whichever it says first
    game="mandala",
)
def forgets_resignations() -> None:
    hear = Offers.hear

    def hear_the_last(self: Offers, offer: Offer) -> Any:
        self._theirs = None
        return hear(self, offer)

    replace(Offers, "hear", hear_the_last)


@WISHES.defect(
    "leaves-offers-open",
    "Declines no offers",
    case="EN16/end",
    seen="nothing within",
    verdict=CaseVerdict.NON_STRICT,
)
def leaves_offers_open() -> None:
    replace(match, "DeclineOffer", lambda: Talk("let me think"))


@WISHES.defect(
    "refuses-odd-declines", "Fails at a decline of no offer", case="EN17/no-offer", seen='requirement="EN17"'
)
def refuses_odd_declines() -> None:
    hear_decline = Offers.hear_decline

    def hear_wanted(self: Offers, decline: Decline) -> Any:
        declined = hear_decline(self, decline)
        if declined is None:
            raise RemoteProtocolError(Code.OUT_OF_TURN, "EN17", Sentence("there is no offer to decline"))
        return declined

    replace(Offers, "hear_decline", hear_wanted)


WISHES.in_the_other_role(
    "refuses-void-wishes",
    "keeps-wishes",
    "leaves-offers-open",
    "refuses-odd-declines",
)
WISHES.in_the_other_role("forgets-resignations", seen="shuffle")
