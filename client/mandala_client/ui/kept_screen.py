"""One full screen for several applications, one after the other: between two of them the last picture stays.

Without it each would give the terminal back to the shell at its end, where what is typed meanwhile is written.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

from prompt_toolkit.application.current import create_app_session, get_app_session
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.output import Output
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.ui.signals import SUSPENDS, ending_signals
from mandala_client.ui.swallowed_keys import forget_what_waits

_TO_THE_CORNER: Final = "\x1b[H"


class KeptScreen(Vt100_Output):
    """A terminal that stays on its other screen until ``leave``, whatever the applications on it do."""

    _entered = _still = False

    def write(self, data: str) -> None:
        if not self._still:
            super().write(data)

    def write_raw(self, data: str) -> None:
        if not self._still:
            super().write_raw(data)

    def enter_alternate_screen(self) -> None:
        if self._entered:
            self.write_raw(_TO_THE_CORNER)
        else:
            super().enter_alternate_screen()
        self._entered = True

    def quit_alternate_screen(self) -> None:
        """Stay: another application may follow."""

    @contextmanager
    def still(self) -> Iterator[None]:
        """Leave the picture as it is within the block, in which an application ends."""
        self.flush()
        self._still = True
        try:
            yield
        finally:
            self._still = False
            self._cursor_visible = None  # what was to become of the cursor is not known any more

    def leave(self) -> None:
        """Give the terminal back as it was."""
        if not self._entered:
            return
        self._entered = False
        self.reset_attributes()
        self.enable_autowrap()
        self.disable_mouse_support()
        self.disable_bracketed_paste()
        self.reset_cursor_shape()
        self._cursor_visible = None
        self.show_cursor()
        super().quit_alternate_screen()
        with suppress(OSError):  # the terminal may be gone
            self.flush()


@contextmanager
def kept_screen() -> Iterator[None]:
    """Within the block all applications share one screen, and nothing that is typed is written by the terminal itself.

    What is typed between two of them is for the second. A console of Windows has each of them by itself.
    """
    session = get_app_session()
    if type(session.output) is not Vt100_Output:
        yield
        return
    shown = session.output
    kept = KeptScreen(
        shown.stdout,
        shown.get_size,
        term=shown.term,
        default_color_depth=shown.default_color_depth,
        enable_bell=shown.enable_bell,
        enable_cpr=shown.enable_cpr,
    )
    with create_app_session(input=session.input, output=kept), session.input.raw_mode(), _ending_by_signals():
        try:
            yield
        finally:
            kept.leave()


@contextmanager
def picture_kept(output: Output) -> Iterator[None]:
    """Within the block an application ends: where another may follow on the same screen its picture stays."""
    if isinstance(output, KeptScreen):
        with output.still():
            yield
    else:
        yield


def forget_typed() -> None:
    """Forget what was typed so far."""
    keyboard = get_app_session().input
    clear_typeahead(keyboard)
    if sys.stdin is not None and sys.stdin.isatty():
        forget_what_waits(sys.stdin)


@contextmanager
def _ending_by_signals() -> Iterator[None]:
    """Raise ``SystemExit`` at a signal to end while no application runs, so that the terminal is restored.

    What suspends an application does nothing between two of them: the screen is not drawn then.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, _end) for number in ending_signals() if number != signal.SIGINT}
    if SUSPENDS is not None and signal.getsignal(SUSPENDS) is not signal.SIG_IGN:
        before[SUSPENDS] = signal.signal(SUSPENDS, _stay)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _stay(_number: int, _frame: FrameType | None) -> None:
    """Do nothing, unlike a signal that is ignored: the next application heeds it again."""


def _end(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
