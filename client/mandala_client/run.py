"""Setting up whatever a flow needs, running it at the right desk, and leaving with the right exit code."""

from __future__ import annotations

import gc
import sys
from collections.abc import Awaitable, Callable
from typing import NoReturn, TypeAlias

import click

from mandala_client import telling
from mandala_client.desk import Desk
from mandala_client.flows import exit_code
from mandala_client.language import writes_in_ascii
from mandala_client.logfile import log_to
from mandala_client.own import own_home
from mandala_client.sorry import plain_sentences
from mandala_client.start import Started
from mandala_client.table.style import only_ascii
from mandala_client.table.terminal import can_draw
from mandala_net.home import Home
from mandala_net.news import Ended
from mandala_net.paths import find_paths

Flow: TypeAlias = Callable[[Desk, Home], Awaitable[Ended]]


def run_at_desk(flow: Flow, started: Started, *, linear: bool = False, person: bool = True) -> NoReturn:
    """Run a flow to its end and exit: 0 if the game was finished or left on purpose, else 1.

    ``linear``: sentences were asked for; ``person``: somebody looks on, and plays.
    """
    with plain_sentences():
        try:
            ended = meet(flow, started, linear=linear, person=person)
        except KeyboardInterrupt:
            sys.exit(0)  # the player has confirmed to leave, before there was a game
    sys.exit(exit_code(ended))


def meet(flow: Flow, started: Started, *, linear: bool = False, person: bool = True, from_lobby: bool = False) -> Ended:
    """Run a flow to its end at a full screen, or at a desk of sentences; how the game ended.

    ``from_lobby``: whoever leaves is back in the lobby.
    Raises what the flow raises, and ``KeyboardInterrupt`` if the player leaves the full screen before there is a game.
    """
    for sentence in started.told:
        click.echo(sentence, err=True)
    settings = started.settings
    paths = find_paths().create()
    with own_home(settings.name, paths) as home:
        log_to(paths.log_file)
        # Either form of the desk takes a while to import; only one is needed.
        if linear or not person or not can_draw():
            from mandala_client.linear import run_linear

            return run_linear(lambda desk: flow(desk, home), person=person, settings=settings)
        from mandala_client.screen import run_on_screen

        async def flow_on_screen(desk: Desk) -> Ended:
            for sentence in started.told:
                desk.status(sentence)
            return await flow(desk, home)

        # What was imported stays: without it a full collection no longer takes 15 ms between key and screen.
        gc.freeze()
        ended = run_on_screen(flow_on_screen, settings=settings, from_lobby=from_lobby)
        _leave_behind(ended)
        return ended


def _leave_behind(ended: Ended) -> None:
    """What stays to be read when the full screen is gone."""
    kept = [] if ended.record is None else telling.record_kept(ended.record)
    for line in (telling.outcome(ended, ended.snapshot), *kept):
        click.echo(only_ascii(line) if writes_in_ascii() else line)
