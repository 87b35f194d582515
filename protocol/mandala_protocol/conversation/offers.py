"""What the two of a game wish outside their turns: to resign, or to end or adjourn by agreement."""

from __future__ import annotations

from mandala_protocol.record.referee import Referee
from mandala_protocol.wire.messages import Adjourn, Decline, End, Wish


class Offers:
    """The last wish of either side; what it is worth depends on how the game at the ``table`` stands.

    Whether it was declined is forgotten with it: a wish that comes again after another one is a new offer (EN16).
    """

    def __init__(self, table: Referee) -> None:
        self._table = table
        self.ours: Wish | None = None
        self.theirs: Wish | None = None
        self._declined_by_us = self._declined_by_them = False

    def say(self, wish: Wish) -> None:
        """We wish this now."""
        if wish != self.ours:
            self.ours, self._declined_by_them = wish, False

    def hear(self, wish: Wish) -> None:
        """The other wishes this now."""
        if wish != self.theirs:
            self.theirs, self._declined_by_us = wish, False

    def offered(self, what: str) -> bool:
        """Whether the other wishes that: "resign", "end" or "adjourn"."""
        return self._is(what, self.theirs)

    def holds(self, wish: Wish) -> bool:
        """Whether a wish can still be granted: it is of this turn, and the game was not adjourned in it before."""
        granted = wish.wish == "adjourn" and self._table.adjourned_in_this_turn
        return wish.turn == self._table.moves_made and not granted

    def decline(self) -> Decline | None:
        """What to say to the other's offer to decline it; None if there is none, or that was said before (EN16)."""
        offer = self.theirs
        if offer is None or not self._is_open(offer) or self._declined_by_us:
            return None
        self._declined_by_us = True
        return Decline(offer.wish, offer.turn)

    def hear_decline(self, decline: Decline) -> bool:
        """Whether this declines an offer of ours that still holds, and is the first to do so (EN17)."""
        offer = self.ours
        if offer is None or not self._is_open(offer) or self._declined_by_them:
            return False
        if (offer.wish, offer.turn) != (decline.wish, decline.turn):
            return False
        self._declined_by_them = True
        return True

    def _is_open(self, wish: Wish) -> bool:
        """Whether this is an offer that can be taken up now."""
        return self._table.playing and wish.wish != "resign" and self.holds(wish)

    def interruption(self) -> End | Adjourn | None:
        """What wishes ask for instead of anything else. Our own to resign holds until we can say it."""
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

    def _is(self, what: str, wish: Wish | None) -> bool:
        """Whether this is a wish for that, and still holds."""
        return wish is not None and wish.wish == what and self.holds(wish)
