"""Setting up whatever a flow needs, running it with the right frontend, and leaving with the right exit code.

A flow comes as a function that makes it: what it needs of the network is imported there, so that it can be done while
the first page is shown.
"""

from __future__ import annotations

import gc
import linecache
import sys
from collections.abc import Awaitable, Callable
from functools import cache, partial
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from attrs import frozen

from mandala_client.commands.importing import without_collecting
from mandala_client.commands.naming import with_name_kept
from mandala_client.commands.options import trace_asked_for
from mandala_client.play.alone import Alone
from mandala_client.play.logfile import log_to
from mandala_client.sentences.failures import plain_sentences
from mandala_client.settings.start import Started
from mandala_client.text.lines import print_line
from mandala_client.ui.abilities import can_draw
from mandala_net.player.paths import Paths, create_where_possible, find_paths

if TYPE_CHECKING:
    from mandala_client.games.lesson import Lesson
    from mandala_client.linear.typed_lines import TypedLines
    from mandala_client.play.frontend import Frontend
    from mandala_client.settings.settings import Settings
    from mandala_net.match.news import GameEnded
    from mandala_net.player.profile import Profile

Flow: TypeAlias = "Callable[[Frontend, Profile], Awaitable[GameEnded]]"


@frozen
class NothingKept:
    """A flow that keeps nothing, so it needs no store: it is handed the name of the player alone."""

    play: Callable[[Frontend, str], Awaitable[GameEnded]]


MakeFlow: TypeAlias = "Callable[[], Flow | NothingKept]"


def against_bot(how: Alone, settings: Settings, *, practice: bool) -> MakeFlow:
    """A game against a bot: in a program of its own, or for practice."""

    def practise() -> NothingKept:
        from mandala_client.play.practice import Practising, practice_flow
        from mandala_client.sentences.bot_names import bot_name

        opponent = bot_name(how.game, how.bot)
        return NothingKept(
            lambda frontend, name: practice_flow(frontend, Practising(how, name, opponent, settings.live_score))
        )

    def play() -> Flow:
        from mandala_client.play.flows import alone_flow
        from mandala_client.play.joining import guest_setup

        return lambda frontend, profile: alone_flow(frontend, profile, how, guest_setup(settings))

    return practise if practice else play


def taught(game: str, lesson: Lesson) -> MakeFlow:
    """The lesson of a game."""

    def learn() -> NothingKept:
        from mandala_client.play.learning import lesson_flow
        from mandala_client.play.practice import Practising
        from mandala_client.sentences.bot_names import bot_name, usual_bot

        bot = usual_bot(game)
        how, opponent = Alone(game, bot), bot_name(game, bot)
        return NothingKept(lambda frontend, name: lesson_flow(frontend, Practising(how, name, opponent), lesson))

    return learn


def run_with_frontend(
    make_flow: MakeFlow, started: Started, *, linear: bool = False, person: bool = True, asks_name: bool = False
) -> NoReturn:
    """Run a flow to its end and exit: 0 if the game was finished or left on purpose, else 1.

    ``linear``: sentences were asked for; ``person``: someone looks on, and plays; ``asks_name``: who has no name yet
    is asked for it.
    """
    with plain_sentences():
        try:
            if person:
                started = with_name_kept(started, asking=asks_name)
            ended = meet(make_flow, started, linear=linear, person=person)
        except KeyboardInterrupt:
            sys.exit(0)  # the player has confirmed to leave, before there was a game
    from mandala_client.play.flows import exit_code

    sys.exit(exit_code(ended))


def meet(
    make_flow: MakeFlow,
    started: Started,
    *,
    linear: bool = False,
    person: bool = True,
    lines: TypedLines | None = None,
    left_behind: Callable[[str], object] | None = None,
) -> GameEnded:
    """Run a flow to its end at a full screen, or in text mode; how the game ended.

    ``lines``: what is typed in text mode, if someone reads standard input already. ``left_behind``: the
    game is played from the lobby, to which a player who leaves returns; it takes each line that stays to be read once
    the lobby has given the screen back too.
    Raises what the flow raises, and ``KeyboardInterrupt`` if the player leaves the full screen before there is a game.
    """
    for sentence in started.sentences:
        print_line(sentence, aside=True)
    paths = find_paths()
    create_where_possible(paths)
    # Either form of the frontend takes a while to import; only one is needed.
    if linear or not person or not can_draw():
        return _meet_in_sentences(make_flow, started, paths, person=person, lines=lines)
    return _meet_on_screen(cache(make_flow), started, paths, left_behind)


def _meet_in_sentences(
    make_flow: MakeFlow, started: Started, paths: Paths, *, person: bool, lines: TypedLines | None
) -> GameEnded:
    with without_collecting():
        from mandala_client.linear.text_frontend import run_linear
        from mandala_client.settings.own import own_home
        from mandala_net.player.profile import own_name

        flow = make_flow()
    run = partial(run_linear, person=person, settings=started.settings, lines=lines)
    if isinstance(flow, NothingKept):
        log_to(paths.log_file)
        return run(lambda frontend: flow.play(frontend, own_name(started.settings.name)))
    with own_home(started.settings.name, paths, trace_asked_for()) as profile:
        profile.store.require_writable()
        log_to(paths.log_file)
        return run(lambda frontend: flow(frontend, profile))


def _meet_on_screen(
    make_flow: MakeFlow, started: Started, paths: Paths, left_behind: Callable[[str], object] | None
) -> GameEnded:
    """``make_flow`` does its work when it is called for the first time."""
    # Nothing of what is imported is garbage: to look for some would make the first page late.
    gc.disable()
    from mandala_client.screens.table.stage import run_on_screen

    from_lobby, trace = left_behind is not None, trace_asked_for()
    log_to(paths.log_file)
    damage: list[str] = []

    def prepare() -> None:
        import mandala_client.settings.own  # noqa: F401 - slow to import, as the flow is

        make_flow()
        # What was imported stays: without it a full collection no longer takes 15 ms between key and screen.
        # What is no longer needed goes first; frozen it would stay until the game is over.
        linecache.clearcache()  # attrs has left the source of each method that it made
        gc.collect()
        gc.freeze()
        gc.enable()

    async def flow_on_screen(frontend: Frontend) -> GameEnded:
        from mandala_client.settings.own import notices
        from mandala_net.player.profile import open_home, own_name

        flow = make_flow()
        if isinstance(flow, NothingKept):
            return await flow.play(frontend, own_name(started.settings.name))
        with open_home(paths, started.settings.name, trace) as profile:
            profile.store.require_writable()
            damage.extend(notices(profile))
            for sentence in (*started.sentences, *damage):
                frontend.status(sentence)
            return await flow(frontend, profile)

    try:
        ended = run_on_screen(flow_on_screen, prepare=prepare, settings=started.settings, from_lobby=from_lobby)
    finally:
        gc.enable()
        gc.unfreeze()
        for sentence in () if from_lobby else damage:  # the lobby tells it itself
            print_line(sentence, aside=True)
    for line in _left_behind(ended):
        (left_behind or print_line)(line)
    return ended


def _left_behind(ended: GameEnded) -> list[str]:
    """The lines to print after the full screen is gone: how it ended, and how to see it, or its cards, again."""
    from mandala_client.games.deal import PracticeEnded
    from mandala_client.sentences import outcomes

    again = [*outcomes.warning(ended), *(line for way in outcomes.ways_to_check(ended)[:1] for line in way)]
    if isinstance(ended, PracticeEnded):
        again = outcomes.deal_again(ended.practised)
    return [outcomes.outcome(ended, ended.snapshot), *again]
