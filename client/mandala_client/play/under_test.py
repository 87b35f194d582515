"""The play of a program of ours for a tester. Nothing of it happens unasked."""

from __future__ import annotations

from attrs import frozen


@frozen
class UnderTest:
    """The wishes of a tester, which ``host`` and ``join`` alone can be told.

    ``test_games``: test games are played too (TG2). ``forever``: a bot plays new games with anyone, again and again,
    however the one before ended. ``tireless``: a bot plays another game whenever the other wants one, as the bots that
    we start beside a player do; without it a bot plays one game only.
    """

    test_games: bool = False
    forever: bool = False
    tireless: bool = False
