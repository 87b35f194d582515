"""Statements of either player outside its turn: to resign, or an offer that takes both."""

from __future__ import annotations

from attrs import evolve, frozen

from mandala_protocol.conversation.events import OfferDeclined, OfferMade
from mandala_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from mandala_protocol.record.order import Occasion
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.signatures import Signer, verify
from mandala_protocol.record.statements import offer_statement
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import RESIGN, Adjourn, Decline, End, Offer, OfferKind


@frozen
class StandingOffer:
    """An offer that can still be accepted. ``declined``: the other player prefers to play on."""

    kind: OfferKind
    declined: bool = False


@frozen
class _LastSaid:
    """The last statement of one side. A decline of it is forgotten with it (EN16)."""

    offer: Offer
    declined: bool = False


class Offers:
    """The last offer of either side; its effect depends on the game as the ``referee`` knows it.

    ``signer`` is our identity, ``peer`` that of the other (32 bytes).
    """

    def __init__(self, referee: Referee, signer: Signer, peer: bytes) -> None:
        self._referee, self._signer, self._peer = referee, signer, peer
        self._ours: _LastSaid | None = None
        self._theirs: _LastSaid | None = None

    # Saying and hearing.

    def resign(self) -> Offer:
        """Say that we resign. Raises ``LocalProtocolError`` if the game has no place for it."""
        return self._say(RESIGN)

    def make(self, kind: OfferKind) -> Offer:
        """Offer this now. Raises ``LocalProtocolError`` if the game has no place for it."""
        if self._referee.playing and self._taken_up(kind.value):
            detail = Sentence("the game was already adjourned in this turn; if you leave now, it stays as it is")
            raise LocalProtocolError(Code.NOT_AGREED, "EN13", detail)
        return self._say(kind.value)

    def _say(self, wish: str) -> Offer:
        referee = self._referee
        if not referee.playing:
            raise LocalProtocolError(Code.OUT_OF_TURN, "EN7", Sentence("there is no game to end"))
        turn = referee.moves_made
        offer = Offer(wish, turn, self._signer.sign(offer_statement(referee.game_id, wish, turn)))
        if self._ours is None or offer != self._ours.offer:
            self._ours = _LastSaid(offer)
        return offer

    def hear(self, offer: Offer) -> OfferMade | None:
        """Take in what the other offers; None if it is void, to resign, or said before and not declined.

        One that was declined stays so when it is said again (EN16), but who offers it may have forgotten (RS8).
        Raises ``RemoteProtocolError`` if it is not signed by the other.
        """
        referee = self._referee
        if not referee.playing or offer.turn != referee.moves_made or self._taken_up(offer.wish):
            return None  # it crossed with an entry that made it void: its signature is of no account then
        if not verify(self._peer, offer.signature, offer_statement(referee.game_id, offer.wish, offer.turn)):
            raise RemoteProtocolError(Code.BAD_SIGNATURE, "EN6", Sentence("the offer is not signed by its sender"))
        if self._theirs is not None and self._holds(self._theirs, RESIGN):
            return None
        if self._theirs is not None and offer == self._theirs.offer:
            return OfferMade(OfferKind(offer.wish), repeats=True) if self._theirs.declined else None
        replaces, self._theirs = self.theirs is not None, _LastSaid(offer)
        return None if offer.wish == RESIGN else OfferMade(OfferKind(offer.wish), replaces)

    def decline(self) -> Decline:
        """Decline the other's offer. Raises ``LocalProtocolError`` without one, or if it was declined before (EN16)."""
        theirs, standing = self._theirs, self.theirs
        if theirs is None or standing is None or standing.declined:
            raise LocalProtocolError(Code.OUT_OF_TURN, "EN16", Sentence("there is no offer to decline"))
        self._theirs = evolve(theirs, declined=True)
        return Decline(theirs.offer.wish, theirs.offer.turn)

    def withdraw(self, seat: Seat) -> None:
        """Take our offer back, being on this ``seat``. What was signed stays signed, so only the speaker can (EN8).

        Then the other's agreement is an offer like any other. Raises ``LocalProtocolError`` without an offer, or while
        the other player may end the game with it.
        """
        if self.ours is None:
            raise LocalProtocolError(Code.OUT_OF_TURN, "EN7", Sentence("there is no offer to take back"))
        due = self._referee.due
        if due is None or due.occasion is not Occasion.TURN or due.speaker is not seat:
            detail = Sentence("the other player may agree to the offer until the next move")
            raise LocalProtocolError(Code.OUT_OF_TURN, "EN7", detail)
        self._ours = None

    def hear_decline(self, decline: Decline) -> OfferDeclined | None:
        """Take in that the other declines; None if no offer of ours stands, or that was said before (EN17)."""
        ours, standing = self._ours, self.ours
        if ours is None or standing is None or standing.declined:
            return None
        if (ours.offer.wish, ours.offer.turn) != (decline.wish, decline.turn):
            return None
        self._ours = evolve(ours, declined=True)
        return OfferDeclined(standing.kind)

    # What stands.

    @property
    def ours(self) -> StandingOffer | None:
        """Our offer, if it can be taken up now."""
        return self._standing(self._ours)

    @property
    def theirs(self) -> StandingOffer | None:
        """The offer of the other, if it can be taken up now."""
        return self._standing(self._theirs)

    def to_say_again(self) -> Offer | None:
        """Our last statement, if it still counts."""
        ours = self._ours
        return ours.offer if ours is not None and self._referee.playing and self._holds(ours, ours.offer.wish) else None

    def interruption(self) -> End | Adjourn | None:
        """The entry that offers put in place of what is due. Our own resignation waits until we can send it."""
        if not self._referee.playing:
            return None
        ours, theirs, turn = self._ours, self._theirs, self._referee.moves_made
        if theirs is not None and self._holds(theirs, RESIGN):
            return End("resigned", turn, theirs.offer.signature)
        if ours is not None and ours.offer.wish == RESIGN:
            return End("resigned", turn, b"")
        if theirs is None or self.ours is None or self.theirs is None or self.ours.kind is not self.theirs.kind:
            return None
        match self.theirs.kind:
            case OfferKind.END:
                return End("agreed", turn, theirs.offer.signature)
            case OfferKind.ADJOURN:
                return Adjourn(turn, theirs.offer.signature)

    def _standing(self, said: _LastSaid | None) -> StandingOffer | None:
        if said is None or not self._referee.playing or said.offer.wish == RESIGN:
            return None
        kind = OfferKind(said.offer.wish)
        return StandingOffer(kind, said.declined) if self._holds(said, kind.value) else None

    def _holds(self, said: _LastSaid, wish: str) -> bool:
        """True if that was said by this, in this turn, and has not been taken up in it before."""
        offer = said.offer
        return offer.wish == wish and offer.turn == self._referee.moves_made and not self._taken_up(wish)

    def _taken_up(self, wish: str) -> bool:
        return wish == OfferKind.ADJOURN.value and self._referee.adjourned_in_this_turn
