"""Trio as a guest on the loop of a terminal application: one thread for the network and the screen.

prompt_toolkit brings asyncio with it, everything else here is trio's. Trio is slow to import, so it begins when the
first picture can be seen. Whatever ends first, the task or the application, the other is ended too, and the terminal is
as it was before anything is raised.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from prompt_toolkit.application import Application

from mandala_client.ui.kept_screen import KeptScreen, picture_kept
from mandala_client.ui.outlet import finish_writing, write_beside
from mandala_client.ui.paced_application import PacedApplication
from mandala_client.ui.signals import SUSPENDS, ending_signals, stop_here, write_from_background

if TYPE_CHECKING:
    import trio
    from outcome import Outcome

T = TypeVar("T")

TO_HEED_SECONDS: Final = 0.05
"""Seconds that a program which goes on waits for a signal to end, before it takes the terminal again."""


class Guest(Generic[T]):
    """Runs one trio function beside one application, once."""

    def __init__(self, main: Callable[[], Awaitable[T]], application: Application[None]) -> None:
        self._main, self._application = main, application
        self._scope: trio.CancelScope | None = None
        self._token: trio.lowlevel.TrioToken | None = None
        self._waiting: list[Callable[[], object]] = []
        self._may_begin = asyncio.Event()
        self._cancelled = False
        self._failure: BaseException | None = None
        self._suspended: asyncio.Task[None] | None = None

    def run(self) -> T:
        """The result of the trio function; its exception, or that of the application, is raised here.

        Raises ``KeyboardInterrupt`` after ``cancel()``, and ``SystemExit`` with the usual code after a signal to end.
        """
        write_beside()
        handlers = {number: signal.getsignal(number) for number in _handled_signals()}
        try:
            with asyncio.Runner() as runner:
                return runner.run(self._run())
        finally:
            # asyncio and prompt_toolkit leave handlers of their own there, not those before them
            if threading.current_thread() is threading.main_thread():
                for number, handler in handlers.items():
                    signal.signal(number, handler)

    def cancel(self, failure: BaseException | None = None) -> None:
        """End it all; ``failure`` is raised then, ``KeyboardInterrupt`` by default. The first one counts."""
        if self._failure is None:
            self._failure = failure or KeyboardInterrupt()
        self._cancelled = True
        self._may_begin.set()
        self.call_soon(self._cancel_main)

    def _cancel_main(self) -> None:
        if self._scope is not None:
            self._scope.cancel()

    def call_soon(self, function: Callable[[], object]) -> None:
        """Call a function within trio, soon and in order, and not before it begins; nothing happens if it has ended."""
        if self._token is None:
            self._waiting.append(function)
            return
        from trio import RunFinishedError

        with suppress(RunFinishedError):
            self._token.run_sync_soon(function)

    async def _run(self) -> T:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._take_exception)
        signals = self._handle_signals(loop)
        self._application.after_render += lambda _application: self._may_begin.set()
        try:
            shown = asyncio.create_task(self._application.run_async(set_exception_handler=False))
            shown.add_done_callback(lambda _shown: self._may_begin.set())
            await self._may_begin.wait()
            done = self._begin(loop)
            await asyncio.wait((done, shown), return_when=asyncio.FIRST_COMPLETED)
            if not done.done():
                self.cancel(_failure_of(shown))
            await done
            with picture_kept(self._application.output):
                running = self._application.future
                if running is not None and not running.done():
                    self._application.exit()
                await asyncio.wait((shown,))
        finally:
            with picture_kept(self._application.output):
                self._restore_terminal()
            for number in signals:
                loop.remove_signal_handler(number)
        return self._outcome(done.result(), _failure_of(shown))

    def _begin(self, loop: asyncio.AbstractEventLoop) -> asyncio.Future[Outcome[tuple[T] | None]]:
        """Begin the trio function; its outcome comes as that of the future."""
        from trio.lowlevel import start_guest_run

        done: asyncio.Future[Outcome[tuple[T] | None]] = loop.create_future()
        start_guest_run(
            self._within_trio,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            run_sync_soon_not_threadsafe=loop.call_soon,
            done_callback=done.set_result,
            host_uses_signal_set_wakeup_fd=True,
        )
        return done

    def _restore_terminal(self) -> None:
        """Leave the terminal as it was, also where the application had no time to do so itself.

        Nothing of this changes anything that is restored already.
        """
        output = self._application.output
        with suppress(OSError):  # the terminal may be gone
            output.reset_attributes()
            output.enable_autowrap()
            self._application.renderer.reset()

    async def _within_trio(self) -> tuple[T] | None:
        """The result in a tuple; None if it was cancelled."""
        import trio

        self._token = trio.lowlevel.current_trio_token()
        with trio.CancelScope() as self._scope:
            if self._cancelled:
                self._scope.cancel()
            for function in self._waiting:
                self._token.run_sync_soon(function)
            return (await self._main(),)
        return None

    def _outcome(self, outcome: Outcome[tuple[T] | None], failure: BaseException | None) -> T:
        """The outcome when both have ended, the most important first. ``failure`` is that of the application."""
        finished = outcome.unwrap()
        if self._failure is not None:
            raise self._failure
        if finished is None or failure is not None:
            raise failure or KeyboardInterrupt
        return finished[0]

    def _take_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """An exception in a key binding, in drawing, or in anything else on the loop: nothing may be swallowed."""
        error = context.get("exception")
        if isinstance(error, BaseException):
            self.cancel(error)
        else:
            loop.default_exception_handler(context)

    def _handle_signals(self, loop: asyncio.AbstractEventLoop) -> list[int]:
        """Let signals end everything: an interrupt too, until it becomes a key press as the application runs.

        One suspends.
        """
        handled: list[int] = []
        for number in _handled_signals():
            try:
                loop.add_signal_handler(number, self._heed, number)
            except (NotImplementedError, RuntimeError, ValueError):
                continue  # not on this system, or not in the main thread
            handled.append(number)
        return handled

    def _heed(self, number: int) -> None:
        if number != SUSPENDS:
            write_from_background()
            self.cancel(KeyboardInterrupt() if number == signal.SIGINT else SystemExit(128 + number))
        elif self._suspended is None or self._suspended.done():
            self._suspended = asyncio.create_task(self._suspend())

    async def _suspend(self) -> None:
        """Give the terminal back, stop, and draw everything anew when the program goes on."""
        application = self._application
        aside = application.put_aside() if isinstance(application, PacedApplication) else nullcontext()
        with application.input.cooked_mode(), aside:
            self._restore_terminal()
            if isinstance(application.output, KeptScreen):
                application.output.leave()
            finish_writing(stopped=True)
            stop_here()
            await asyncio.sleep(TO_HEED_SECONDS)
        if not self._cancelled:
            application.renderer.reset()
            application.invalidate()


def _handled_signals() -> list[int]:
    suspending = SUSPENDS is not None and signal.getsignal(SUSPENDS) is not signal.SIG_IGN
    return [*ending_signals(), *([SUSPENDS] if SUSPENDS is not None and suspending else [])]


def _failure_of(task: asyncio.Task[None]) -> BaseException | None:
    if not task.done() or task.cancelled():
        return None
    return task.exception()
