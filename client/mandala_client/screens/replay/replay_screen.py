"""The replay on the whole terminal, until the person leaves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Never, TypeAlias

import trio

from mandala_client.records.replay import MakeReplay
from mandala_client.records.review import NotReviewed
from mandala_client.screens.replay import replay_keys
from mandala_client.screens.replay import replay_model as updates
from mandala_client.screens.replay.replay_model import ReplayModel, ReplayPage
from mandala_client.screens.replay.replay_pages import screen
from mandala_client.settings.settings import Settings
from mandala_client.text.sorry import Sorry
from mandala_client.ui.clicks import Click
from mandala_client.ui.program import Leaving, Program
from mandala_client.ui.progress import checked, reviewed
from mandala_protocol.seats import Seat

STEP_SECONDS: Final = 1.5
"""The seconds for which a step is shown before the next one comes by itself."""

_HEEDED_WITHIN: Final = 0.25
"""Seconds after which it is looked at again whether the replay plays on by itself."""

_ReplayStep: TypeAlias = tuple[ReplayModel, Leaving | None]


class _ReplayKeys:
    """The keys of a replay, where leaving it is the one thing that there is to do."""

    def press(self, model: ReplayModel, key: str, *, seen: bool) -> _ReplayStep:
        return _taken(model, replay_keys.press(model, key, seen=seen))

    def type_text(self, model: ReplayModel, text: str, *, pasted: bool, seen: bool) -> _ReplayStep:
        return _taken(model, replay_keys.type_text(model, text, pasted=pasted, seen=seen))

    def click(self, model: ReplayModel, on: Click, *, seen: bool, **_window: object) -> _ReplayStep:
        return _taken(model, replay_keys.click(model, on, seen=seen))


def _taken(model: ReplayModel, after: ReplayModel | None) -> _ReplayStep:
    return (model, "leave") if after is None else (after, None)


async def play_on(model: Callable[[], ReplayModel | None], become: Callable[[ReplayModel], None]) -> Never:
    """Go on by itself from step to step, as long as the model wants that. Runs beside a replay, for ever.

    ``model``: the replay that is looked at, None if none is; ``become`` goes on to another one.
    """
    shown, since = None, trio.current_time()
    while True:
        await trio.sleep(_HEEDED_WITHIN)
        replay = model()
        now = (replay.at, replay.plays_on) if replay is not None else None
        if now != shown:
            shown, since = now, trio.current_time()
        elif replay is not None and replay.plays_on and trio.current_time() - since >= STEP_SECONDS:
            become(updates.played_on(replay))


async def opened_after_game(make: MakeReplay, near: Seat, show: Callable[[str, int, int], None]) -> ReplayModel | str:
    """The game just played, opened at its review, made in a thread; or the sentence that says why there is none.

    ``show`` is told how far that has come.
    """

    def tell(what: Callable[[int, int], str], done: int, total: int) -> None:
        trio.from_thread.run_sync(show, what(done, total), done, total)

    def made() -> ReplayModel:
        replay = make(partial(tell, checked))
        tell(reviewed, 0, 1)
        return updates.reviewed(updates.waiting_for_review(replay, near), partial(tell, reviewed))

    try:
        return await trio.to_thread.run_sync(made, abandon_on_cancel=True)
    except Sorry as error:
        return error.message


def run_replay(model: ReplayModel, *, settings: Settings | None = None) -> ReplayModel:
    """Show a replay; the model as the person left it. The terminal is restored.

    If it has no review yet, the teacher makes it in a thread. One that begins with its review is left if there is none.
    ``settings`` decide on colours and characters, the usual ones if they are not given.
    Raises ``SystemExit`` after a signal to end, ``EOFError`` if the terminal is closed.
    """

    def tell(done: int, total: int) -> None:
        program.become(updates.with_progress(program.model, done, total))

    def tell_from_thread(done: int, total: int) -> None:
        trio.from_thread.run_sync(tell, done, total)

    async def live() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play_on, lambda: program.model, program.become)
            if model.review is None:
                make = partial(updates.review_or_why_not, model.replay, model.near, tell_from_thread)
                made = await trio.to_thread.run_sync(make, abandon_on_cancel=True)
                program.become(updates.with_review(program.model, made))
                if isinstance(made, NotReviewed) and model.home is ReplayPage.REVIEW:
                    nursery.cancel_scope.cancel()

    program = Program[ReplayModel, Leaving](
        model,
        _ReplayKeys(),
        screen,
        settings or Settings(),
        laid_out=lambda model, most_scrolled, _chapters: updates.scrolled_at_most(model, most_scrolled),
        game_styles=lambda model: model.replay.ui.table.styles,
    )
    program.run_until_left(live)
    return program.model
