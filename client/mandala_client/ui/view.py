"""The view: puts the rows of a presenter on the terminal, and hands keys, pasted text and the mouse on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, Protocol

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.filters import Condition
from prompt_toolkit.input.typeahead import store_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.bindings.mouse import load_mouse_bindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout
from prompt_toolkit.styles import DynamicStyle

from mandala_client.settings.settings import Settings
from mandala_client.ui.abilities import depth_of, is_on_slow_line
from mandala_client.ui.clicks import Click
from mandala_client.ui.paced_application import PacedApplication
from mandala_client.ui.picture import Picture
from mandala_client.ui.rows import Screen
from mandala_client.ui.signals import suspend_all
from mandala_client.ui.style_sheet import GameStyles, colour_depth, no_styles, screen_style

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import Binding, NotImplementedOrNone

ESCAPE_SECONDS: Final = 0.05
"""Seconds to wait whether an escape character is the key or begins a longer sequence."""

SLOW_REDRAW_SECONDS: Final = 0.5
"""Over a slow line nothing is drawn sooner after the last time: else what was drawn for many keys would pile up."""

LOOK_SECONDS: Final = 0.5
"""Seconds for which a window may be of another size than what is drawn in it."""

_NAMED_KEYS: Final = {
    "c-j": "enter",
    "<sigint>": "c-c",
    **{
        name: name
        for name in (
            *("left", "right", "up", "down", "tab", "s-tab", "enter", "escape", "backspace"),
            *("c-c", "pageup", "pagedown", "home", "end"),
            *("delete", "c-a", "c-e", "c-k", "c-u", "c-w", "c-left", "c-right"),
            *(f"f{number}" for number in range(1, 13)),
        )
    },
}
"""The names of the keys here, by those of prompt_toolkit."""


class InputHandlers(Protocol):
    """The receiver of what the person does."""

    def press(self, key: str) -> None:
        """A key that is not text."""

    def type_text(self, text: str, *, pasted: bool = False) -> None:
        """Pass on text, typed one character at a time or pasted."""

    def click(self, on: Click) -> None:
        """The mouse."""


def make_application(
    draw: Callable[[int, int], Screen],
    hands: InputHandlers,
    *,
    settings: Callable[[], Settings] = Settings,
    game_styles: Callable[[], GameStyles] = lambda: no_styles,
    left: Callable[[], bool] = lambda: False,
    writes: Callable[[], bool] = lambda: False,
    late: Callable[[], object] = lambda: None,
) -> Application[None]:
    """The application: ``draw`` gives the screen for a number of columns and lines.

    ``settings`` gives the theme and the colours each time something is drawn, so that a change is seen at once;
    ``game_styles`` the look of the game that is shown.
    ``left`` says whether the person has left it, so that what is typed now is for the application after it.
    ``writes`` says whether the person types a line: only there Esc with a letter at once is that letter with Alt.
    ``late`` is called each time that the terminal was slow to take what was drawn.
    """
    picture = Picture(draw, hands.click, hands.press)
    depth = cache(depth_of)  # asked for several times whenever something is drawn; the environment stays as it is
    application = PacedApplication(
        late=late,
        layout=Layout(picture),
        key_bindings=_bindings(hands, left, writes),
        full_screen=True,
        mouse_support=True,
        include_default_pygments_style=False,
        color_depth=lambda: colour_depth(depth(settings().colours)),
    )
    # On the renderer: to the application's style, prompt_toolkit adds the rules of its own widgets.
    application.renderer.style = DynamicStyle(
        lambda: screen_style(settings().theme, application.color_depth, game_styles())
    )
    application.ttimeoutlen = ESCAPE_SECONDS
    if is_on_slow_line(application.output):
        application.min_redraw_interval = SLOW_REDRAW_SECONDS
    draw_anew_when_resized(application, lambda: picture.drawn_for)
    return application


def _bindings(hands: InputHandlers, left: Callable[[], bool], writes: Callable[[], bool]) -> KeyBindings:
    """The key bindings. The answer "not implemented" prevents a redraw; the code that takes the keys asks for one."""
    bindings = KeyBindings()

    @bindings.add(Keys.Any, filter=Condition(left), eager=True)
    def _(event: KeyPressEvent) -> NotImplementedOrNone:
        store_typeahead(event.app.input, list(event.key_sequence))
        return NotImplemented

    for theirs, ours in _NAMED_KEYS.items():
        bindings.add(theirs, eager=True, filter=~Condition(left))(
            _entering(hands) if ours == "enter" else _pressing(hands, ours)
        )

    @bindings.add("escape", eager=True, filter=~Condition(left) & Condition(writes))
    def _(event: KeyPressEvent) -> NotImplementedOrNone:
        """Take text that follows at once for a letter pressed with Alt, which terminals send so."""
        waiting = event.key_processor.input_queue
        if waiting and not isinstance(waiting[0].key, Keys):
            hands.press(f"a-{waiting.popleft().data}")
        else:
            hands.press("escape")
        return NotImplemented

    @bindings.add(Keys.Any, filter=~Condition(left))
    def _(event: KeyPressEvent) -> NotImplementedOrNone:
        if not isinstance(event.key_sequence[0].key, Keys):
            hands.type_text(event.data)
        return NotImplemented

    @bindings.add("c-z", eager=True)
    def _(event: KeyPressEvent) -> NotImplementedOrNone:
        suspend_all(event.app.input)
        return NotImplemented

    for reported in load_mouse_bindings().get_bindings_for_keys((Keys.Vt100MouseEvent,)):
        bindings.add(Keys.Vt100MouseEvent, eager=True, filter=~Condition(left))(_if_it_makes_sense(reported))

    @bindings.add(Keys.BracketedPaste, filter=~Condition(left))
    def _(event: KeyPressEvent) -> NotImplementedOrNone:
        hands.type_text(event.data, pasted=True)
        return NotImplemented

    return bindings


def _if_it_makes_sense(reported: Binding) -> Callable[[KeyPressEvent], NotImplementedOrNone]:
    """Ignore input that only begins like the mouse, such as pasted colours; prompt_toolkit parses it blindly."""

    def report(event: KeyPressEvent) -> NotImplementedOrNone:
        try:
            return reported.handler(event)
        except (ValueError, KeyError, IndexError):
            return None

    return report


def _pressing(hands: InputHandlers, key: str) -> Callable[[KeyPressEvent], NotImplementedOrNone]:
    def press(event: KeyPressEvent) -> NotImplementedOrNone:  # noqa: ARG001 - prompt_toolkit's shape
        hands.press(key)
        return NotImplemented

    return press


def _entering(hands: InputHandlers) -> Callable[[KeyPressEvent], NotImplementedOrNone]:
    def enter(event: KeyPressEvent) -> NotImplementedOrNone:
        """Take a line break as pasted if text follows it at once: the terminal pastes without saying so."""
        if any(not isinstance(waiting.key, Keys) for waiting in event.key_processor.input_queue):
            hands.type_text(" ", pasted=True)
        else:
            hands.press("enter")
        return NotImplemented

    return enter


def draw_anew_when_resized(application: Application[None], drawn_for: Callable[[], Size | None]) -> None:
    """While the application runs, compare its window with the size last ``drawn_for``: None before the first time.

    A signal tells of a new size at once, but not on Windows, nor where the program has no terminal of its own.
    prompt_toolkit looks for itself then, but compares a size with the one that it saw before, not with what is on the
    screen. A window that changed before the first look, or changed and changed back between two of them with something
    drawn meanwhile, kept a screen of the wrong size.
    """

    async def look() -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if drawn_for() not in (None, application.output.get_size()):
                application.invalidate()

    def begin() -> None:
        application.create_background_task(look())

    application.terminal_size_polling_interval = None  # this one is in its place
    application.pre_run_callables.append(begin)
