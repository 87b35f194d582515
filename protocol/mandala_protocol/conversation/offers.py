"""What either player of a game offers outside its turn: to resign, or to end or adjourn by agreement."""

from __future__ import annotations

from mandala_protocol.conversation.events import AdjournOffered, EndOffered
from mandala_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.signatures import Signer, verify
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Adjourn, Decline, End, Offer


class Offers:
    """The last offer of either side; what it is worth depends on how the game at the ``table`` stands.

    ``signer`` is our identity, ``peer`` that of the other (32 bytes). Whether one was declined is forgotten with it:
    one that comes again after another one is a new offer (EN16).
    """

    def __init__(self, table: Referee, signer: Signer, peer: bytes) -> None:
        self._table, self._signer, self._peer = table, signer, peer
        self.ours: Offer | None = None
        self.theirs: Offer | None = None
        self._declined_by_us = self._declined_by_them = False

    def make(self, what: str) -> Offer:
        """Offer this now, or resign. Raises ``LocalProtocolError`` if the game has no place for it."""
        table = self._table
        if not table.playing:
            raise LocalProtocolError(Code.OUT_OF_TURN, "EN7", Sentence("there is no game to end"))
        if what == "adjourn" and table.adjourned_in_this_turn:
            detail = Sentence("the game was already adjourned in this turn; if you leave now, it stays as it is")
            raise LocalProtocolError(Code.NOT_AGREED, "EN13", detail)
        turn = table.moves_made
        offer = Offer(what, turn, self._signer.sign(offer_statement(table.game_id, what, turn)))
        if offer != self.ours:
            self.ours, self._declined_by_them = offer, False
        return offer

    def hear(self, offer: Offer) -> EndOffered | AdjournOffered | None:
        """Take in what the other offers; None if it is void, said before, or to resign.

        Raises ``RemoteProtocolError`` if it is not signed by the other.
        """
        table = self._table
        if not table.playing or offer.turn != table.moves_made:
            return None  # it crossed with an entry that made it void
        if not verify(self._peer, offer.signature, offer_statement(table.game_id, offer.wish, offer.turn)):
            raise RemoteProtocolError(Code.BAD_SIGNATURE, "EN6", Sentence("the offer is not signed by its sender"))
        if self.offered("resign") or offer == self.theirs:
            return None
        if offer.wish == "adjourn" and table.adjourned_in_this_turn:
            return None
        self.theirs, self._declined_by_us = offer, False
        match offer.wish:
            case "end":
                return EndOffered()
            case "adjourn":
                return AdjournOffered()
            case _:
                return None

    def still_ours(self) -> Offer | None:
        """Our own offer, if it can still be taken up."""
        ours = self.ours
        return ours if ours is not None and self._table.playing and self.holds(ours) else None

    def offered(self, what: str) -> bool:
        """Whether the other offers that: "resign", "end" or "adjourn"."""
        return self._is(what, self.theirs)

    def holds(self, offer: Offer) -> bool:
        """Whether it can still be taken up: it is of this turn, and the game was not adjourned in it before."""
        taken_up = offer.wish == "adjourn" and self._table.adjourned_in_this_turn
        return offer.turn == self._table.moves_made and not taken_up

    def decline(self) -> Decline:
        """Decline the other's offer. Raises ``LocalProtocolError`` without one, or if it was declined before (EN16)."""
        offer = self.theirs
        if offer is None or not self._is_open(offer) or self._declined_by_us:
            raise LocalProtocolError(Code.OUT_OF_TURN, "EN16", Sentence("there is no offer to decline"))
        self._declined_by_us = True
        return Decline(offer.wish, offer.turn)

    def hear_decline(self, decline: Decline) -> bool:
        """Return whether this declines an offer of ours that still holds, and is the first to do so (EN17)."""
        offer = self.ours
        if offer is None or not self._is_open(offer) or self._declined_by_them:
            return False
        if (offer.wish, offer.turn) != (decline.wish, decline.turn):
            return False
        self._declined_by_them = True
        return True

    def _is_open(self, offer: Offer) -> bool:
        """Return whether this is an offer that can be taken up now."""
        return self._table.playing and offer.wish != "resign" and self.holds(offer)

    def interruption(self) -> End | Adjourn | None:
        """What offers ask for instead of anything else. Our own to resign holds until we can say it."""
        if not self._table.playing:
            return None
        ours, theirs, turn = self.ours, self.theirs, self._table.moves_made
        if theirs is not None and self._is("resign", theirs):
            return End("resigned", turn, theirs.signature)
        if ours is not None and ours.wish == "resign":
            return End("resigned", turn, b"")
        if theirs is not None and self._is("end", theirs) and self._is("end", ours):
            return End("agreed", turn, theirs.signature)
        if theirs is not None and self._is("adjourn", theirs) and self._is("adjourn", ours):
            return Adjourn(turn, theirs.signature)
        return None

    def _is(self, what: str, offer: Offer | None) -> bool:
        """Whether that is offered by this, and still holds."""
        return offer is not None and offer.wish == what and self.holds(offer)
