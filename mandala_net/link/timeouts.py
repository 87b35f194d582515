"""The timeouts of the standard (LK13, MS12) and of the store, in one place, so that a test can shorten them."""

from __future__ import annotations

from attrs import frozen


@frozen
class Timeouts:
    """All in seconds.

    ``ping``: between signs of life; ``quiet``: without any, the other player is said to be quiet; ``lost``: the line
    counts as lost; ``hello``: the first word; ``words``: an entry that needs no decision, whose proofs take a second on
    a slow machine; ``confirm``: that the end of a game has arrived; ``rematch``: between two games, for the other to be
    there (RS12); ``goodbye``: telling why one leaves. ``store``: for a store that another program keeps busy.
    """

    ping: float = 5
    quiet: float = 10
    lost: float = 15
    hello: float = 10
    words: float = 30
    confirm: float = 5
    rematch: float = 15
    goodbye: float = 1
    store: float = 60
