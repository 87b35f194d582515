"""Cases of chapter 7: the deck."""

from __future__ import annotations

from attrs import evolve

from mandala_net.conformance.case import CaseBook, Extent
from mandala_net.conformance.case_stage import Stage
from mandala_net.conformance.expectations import Refusal
from mandala_net.conformance.puppet import at
from mandala_protocol.errors import Code
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.wire.messages import Body, Mix, Share, Shuffle, ShuffleBody

DECK = CaseBook()

CARD_GAMES = tuple(name for name, game in GAMES.items() if game.faces)
"""The games with hidden cards."""


def _first_card_twice(body: Body) -> Body:
    assert isinstance(body, ShuffleBody)
    return evolve(body, cards=body.cards[:64] + body.cards[:-64])


def _shares_turned(body: Body) -> Body:
    assert isinstance(body, Share)
    return evolve(body, shares=body.shares[32:] + body.shares[:32])


@DECK.case("DK4/card-twice", "A shuffle in which a card is there twice", games=CARD_GAMES, extent=Extent.QUICK)
async def card_twice(stage: Stage) -> None:
    refusal = Refusal(Code.FAILED_PROOF, "DK4")
    await stage.tamper(at(Shuffle), "with the first card twice and the last left out", _first_card_twice, refusal)


@DECK.case("DK4/mix-with-card-twice", "A mix in which a card is there twice", games=CARD_GAMES)
async def mix_with_card_twice(stage: Stage) -> None:
    refusal = Refusal(Code.FAILED_PROOF, "DK4")
    await stage.tamper(at(Mix), "with the first card twice and the last left out", _first_card_twice, refusal)


@DECK.case("DK5/shares-turned", "Shares in another order", games=CARD_GAMES, extent=Extent.QUICK)
async def shares_turned(stage: Stage) -> None:
    await stage.tamper(
        at(Share), "with its shares turned by one place", _shares_turned, Refusal(Code.FAILED_PROOF, "DK5")
    )
