"""The replay on the whole terminal, until the person leaves."""

from __future__ import annotations

import trio
from prompt_toolkit.application.current import get_app_session
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from mandala_client.screens.replay import replay_keys
from mandala_client.screens.replay import replay_model as updates
from mandala_client.screens.replay.replay_model import ReplayModel
from mandala_client.screens.replay.replay_pages import screen
from mandala_client.settings.settings import Settings
from mandala_client.ui.abilities import settle_look
from mandala_client.ui.clicks import Click
from mandala_client.ui.guest import Guest
from mandala_client.ui.page_frame import fits
from mandala_client.ui.rows import Screen
from mandala_client.ui.view import make_application


def run_replay(
    model: ReplayModel,
    *,
    settings: Settings | None = None,
    keyboard: Input | None = None,
    terminal: Output | None = None,
) -> ReplayModel:
    """Show a replay; the model as the person left it. The terminal is restored.

    If it has no review yet, the teacher makes it in a thread.
    ``settings`` decide on colours and characters, the usual ones if they are not given.
    Raises ``SystemExit`` after a signal to end, ``EOFError`` if the terminal is closed.
    """
    terminal = terminal or get_app_session().output
    chosen = settings or Settings()
    look = settle_look(chosen, terminal)
    left, near = trio.Event(), model.near

    class Hands:
        """Takes what the person does; here the model changes."""

        def press(self, key: str) -> None:
            take(replay_keys.press(model, key, seen=has_room()))

        def type_text(self, text: str, *, pasted: bool = False) -> None:
            take(replay_keys.type_text(model, text, pasted=pasted, seen=has_room()))

        def click(self, on: Click) -> None:
            take(replay_keys.click(model, on, seen=has_room()))

    def has_room() -> bool:
        size = terminal.get_size()
        return fits(size.columns, size.rows)

    def take(pressed: ReplayModel | None) -> None:
        nonlocal model
        if pressed is None:
            guest.call_soon(left.set)
        elif pressed != model:
            model = pressed
            application.invalidate()

    def draw(columns: int, lines: int) -> Screen:
        nonlocal model
        shown = screen(model, look, columns, lines)
        model = updates.scrolled_at_most(model, shown.most_scrolled)
        return shown

    async def stay() -> None:
        async with trio.open_nursery() as nursery:
            if model.review is None:
                nursery.start_soon(review)
            await left.wait()
            nursery.cancel_scope.cancel()

    async def review() -> None:
        make = updates.review_or_why_not
        made = await trio.to_thread.run_sync(make, model.replay, near, abandon_on_cancel=True)
        take(updates.with_review(model, made))

    application = make_application(
        draw,
        Hands(),
        settings=lambda: chosen,
        game_styles=lambda: model.replay.ui.table.styles,
        keyboard=keyboard,
        terminal=terminal,
    )
    guest = Guest(stay, application)
    guest.run()
    return model
