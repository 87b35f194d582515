"""The choice of the player of our side, as it is made on the command line."""

from __future__ import annotations

from attrs import field, frozen

from mandala_net.bots.programs.program_options import USUAL_OPTIONS, ProgramOptions


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


@frozen
class Seating:
    """The player of our side: "human", or a bot by name with its seed.

    ``program``: how a bot is run that is a program of its own.
    """

    player: str = "human"
    seed: int | None = None
    program: ProgramOptions = USUAL_OPTIONS
    under_test: UnderTest = field(factory=UnderTest)

    @property
    def is_person(self) -> bool:
        return self.player == "human"

    @property
    def stays(self) -> bool:
        """Return whether there may be another game after one."""
        return self.is_person or self.under_test.tireless
