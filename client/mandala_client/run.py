"""Setting up whatever a flow needs, running it at the right desk, and leaving with the right exit code."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Awaitable, Callable

import click
from attrs import frozen

from mandala_client import telling
from mandala_client.desk import Desk
from mandala_client.flows import exit_code
from mandala_client.linear import run_linear
from mandala_client.logfile import log_to
from mandala_client.own import own_home
from mandala_client.sorry import plain_sentences
from mandala_net.home import Home
from mandala_net.news import Ended
from mandala_net.paths import find_paths


@frozen
class Look:
    """How to meet the person: ``linear`` was asked for, ASCII only, and whether a person plays at all."""

    linear: bool = False
    only_ascii: bool = False
    person: bool = True

    @property
    def full_screen(self) -> bool:
        """A full screen needs a terminal on both sides that can draw, and somebody who looks at it."""
        can_draw = os.environ.get("TERM", "") != "dumb"
        return self.person and not self.linear and can_draw and sys.stdin.isatty() and sys.stdout.isatty()


def run_at_desk(flow: Callable[[Desk, Home], Awaitable[Ended]], name: str | None, look: Look) -> None:
    """Run a flow to its end and exit: 0 if the game was finished or left on purpose, else 1."""
    with plain_sentences():
        paths = find_paths().create()
        with own_home(name, paths) as home:
            log_to(paths.log_file)
            if look.full_screen:
                from mandala_client.screen import run_on_screen

                # What was imported stays: without it a full collection no longer takes 15 ms between key and screen.
                gc.freeze()
                try:
                    ended = run_on_screen(lambda desk: flow(desk, home), only_ascii=look.only_ascii)
                except KeyboardInterrupt:
                    sys.exit(0)  # the player has confirmed to leave, before there was a game
                _leave_behind(ended)
            else:
                ended = run_linear(lambda desk: flow(desk, home), person=look.person, plain=look.only_ascii)
    sys.exit(exit_code(ended))


def _leave_behind(ended: Ended) -> None:
    """What stays to be read when the full screen is gone."""
    click.echo(telling.outcome(ended, ended.snapshot))
    if ended.record is not None:
        for line in telling.record_kept(ended.record):
            click.echo(line)
