"""A game against a bot of ours, as it is chosen on the command line or in the lobby."""

from __future__ import annotations

from attrs import frozen

from mandala_net.bots.programs.program_options import USUAL_OPTIONS, ProgramOptions


@frozen
class Alone:
    """A game by its name on the wire, against this bot (such as "greedy"), which plays the same each time with a seed.

    In practice, the ``seed`` stands for the set-up too, and ``swapped`` gives our side what the bot has otherwise.
    ``program``: how a bot is run that is a program of its own.
    """

    game: str
    bot: str
    seed: int | None = None
    swapped: bool = False
    program: ProgramOptions = USUAL_OPTIONS
