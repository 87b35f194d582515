"""Deals played by several processes at once, one for each core; their results do not depend on the number of processes.

The results come in the order of the deals, so readers see the same with one process and with twenty.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Final

from mandala_net.batches.pairings import DealToPlay, Pairing
from mandala_net.bots.batch import DealPlayed, play_deals
from mandala_net.bots.programs.program_bot import stop_programs
from mandala_net.interpreter import forget_safe_path, safe_children
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.sentence import Sentence

if TYPE_CHECKING:
    from multiprocessing.connection import _ConnectionBase  # an end of a pipe, whatever the system

_WAITING: Final = 4
"""Deals for each process that are begun or wait: while one deal takes long, the others go on."""

_MOST_ON_WINDOWS: Final = 61
"""The most processes of a pool there: the system waits for no more at once."""


class WorkerDied(Exception):
    """A process that plays deals has ended unexpectedly; the text is a sentence for a person."""


def cores() -> int:
    """The number of cores that the system lets this process use."""
    if sys.platform == "linux":
        number = len(os.sched_getaffinity(0))
    else:
        number = os.cpu_count() or 1
    return number


def played_by(
    jobs: int, pairings: Sequence[Pairing], deals: Iterable[DealToPlay], now: Callable[[], float] = time.perf_counter
) -> Generator[tuple[DealToPlay, DealPlayed], None, None]:
    """Play the deals in ``jobs`` processes and yield them in their order; with one job, in this process.

    ``now`` gives seconds, by which thinking is timed; it is sent to the processes. Closing the iterator ends the
    processes. Raises ``WorkerDied``, and the errors of bots.
    """
    if jobs == 1:
        for deal in deals:
            yield deal, _play(pairings[deal.pairing], deal.seed, now)
        return
    jobs = min(jobs, _MOST_ON_WINDOWS) if sys.platform == "win32" else jobs
    context = multiprocessing.get_context("spawn")
    their_end, our_end = context.Pipe(duplex=False)
    with safe_children():
        pool = ProcessPoolExecutor(jobs, context, _prepare_worker, (their_end,))
    begun: deque[tuple[DealToPlay, Future[DealPlayed]]] = deque()
    try:
        for deal in deals:
            with safe_children(), _no_interrupts():  # a process is started whenever none is idle
                begun.append((deal, pool.submit(_play, pairings[deal.pairing], deal.seed, now)))
            if len(begun) == _WAITING * jobs:
                yield _result(*begun.popleft())
        while begun:
            yield _result(*begun.popleft())
    except BrokenProcessPool as error:
        raise WorkerDied(
            Sentence(
                "A process that played games ended unexpectedly. "
                "If memory is short, play fewer games at a time with --jobs."
            )
        ) from error
    finally:
        our_end.close()
        # One may have said half of a result: the pool waits for the rest while anyone could still say it, such as we.
        pool._result_queue._writer.close()  # type: ignore[attr-defined]  # noqa: SLF001 - there is no other way
        pool.shutdown(cancel_futures=True)
        their_end.close()


def _play(pairing: Pairing, seed: int, now: Callable[[], float]) -> DealPlayed:
    (deal,) = play_deals(GAMES[pairing.game], *pairing.makers, [seed], now)
    return deal


def _result(deal: DealToPlay, played: Future[DealPlayed]) -> tuple[DealToPlay, DealPlayed]:
    return deal, played.result()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Hold back Ctrl-C while processes are started: they inherit that, so it stops this process alone."""
    if sys.platform == "win32":
        yield
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In a process that plays.


def _prepare_worker(pipe: _ConnectionBase[Any, Any]) -> None:
    forget_safe_path()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_leave_after, args=(pipe,), daemon=True).start()


def _leave_after(pipe: _ConnectionBase[Any, Any]) -> None:
    """End this process once the one that started it has closed its end of the pipe, or is gone, even if it was killed.

    This is heard at any time. A signal is not: one that comes just before Python begins to wait is heard after that.
    """
    wait([pipe])
    _leave()


def _leave(*_signal: object) -> None:
    """End this process and the bots that it has started; the pool would catch ``SystemExit`` and go on."""
    stop_programs()
    os._exit(1)
