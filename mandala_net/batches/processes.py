"""Deals played by several processes at once, one for each core; what comes of them does not depend on their number.

A process plays one deal at a time and hears of the next when it is done. The results come in the order of the deals,
so those who read them see the same with one process and with twenty.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from types import FrameType

from attrs import frozen

from mandala_net.batches.pairings import DealToPlay, Pairing
from mandala_net.bots.batch import DealPlayed, play_deals
from mandala_net.interpreter import forget_safe_path, safe_children
from mandala_protocol.games.catalogue import GAMES_AND_TESTS
from mandala_protocol.sentence import Sentence

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection


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
    """Play the deals in so many processes and give them back in their order; with one job, in this process.

    ``deals`` is asked for the next one as soon as a process is free. ``now`` gives seconds, by which thinking is timed;
    it is sent to the processes. Whoever stops early closes the iterator, which ends the processes. Raises
    ``WorkerDied``, and whatever a bot raises.
    """
    if jobs == 1:
        for asked in deals:
            yield asked, _play(pairings, asked, now)
        return
    workers: list[_Worker] = []
    try:
        with safe_children(), _no_interrupts():
            workers.extend(_Worker.start(pairings, now) for _ in range(jobs))
        yield from _in_order(workers, deals)
    finally:
        for worker in workers:
            worker.end()


def _play(pairings: Sequence[Pairing], asked: DealToPlay, now: Callable[[], float]) -> DealPlayed:
    pairing = pairings[asked.pairing]
    (deal,) = play_deals(GAMES_AND_TESTS[pairing.game], *pairing.makers, [asked.seed], now)
    return deal


@frozen(eq=False)
class _Worker:
    """A process that plays deals, and the connection to it."""

    process: BaseProcess
    connection: Connection

    @classmethod
    def start(cls, pairings: Sequence[Pairing], now: Callable[[], float]) -> _Worker:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, tuple(pairings), now), daemon=True)
        process.start()
        theirs.close()
        return cls(process, ours)

    def ask(self, deal: DealToPlay) -> None:
        """Send it a deal to play. If it has died meanwhile, that is seen when it is to answer."""
        with suppress(OSError):
            self.connection.send(deal)

    def answer(self) -> DealPlayed:
        """The deal that it was asked for. Raises what a bot of its has raised."""
        try:
            answer = self.connection.recv()
        except (EOFError, OSError) as error:
            raise self._death() from error
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, DealPlayed)
        return answer

    def end(self) -> None:
        """End it, whatever it does."""
        self.connection.close()
        self.process.terminate()
        self.process.join()
        self.process.close()

    def _death(self) -> WorkerDied:
        self.process.join()
        return WorkerDied(
            Sentence(
                "A process that played games ended unexpectedly (exit code {code}). "
                "If memory is short, play fewer games at a time with --jobs.",
                code=self.process.exitcode,
            )
        )


def _in_order(workers: Sequence[_Worker], deals: Iterable[DealToPlay]) -> Iterator[tuple[DealToPlay, DealPlayed]]:
    """Give each deal to a worker, and what came of it when all before it are done; an error too comes in its turn."""
    numbered = enumerate(deals)
    idle = list(workers)
    busy: dict[object, tuple[int, DealToPlay, _Worker]] = {}
    done: dict[int, tuple[DealToPlay, DealPlayed] | Exception] = {}
    due, failed = 0, False
    while True:
        while idle and not failed and (following := next(numbered, None)) is not None:
            number, asked = following
            worker = idle.pop()
            worker.ask(asked)
            busy[worker.connection] = number, asked, worker
        if not busy:
            return
        for connection in wait([worker.connection for _number, _asked, worker in busy.values()]):
            number, asked, worker = busy.pop(connection)
            try:
                done[number] = asked, worker.answer()
            except Exception as error:  # noqa: BLE001 - it is raised in its turn
                done[number], failed = error, True
            else:
                idle.append(worker)
        while due in done:
            outcome = done.pop(due)
            if isinstance(outcome, Exception):
                raise outcome
            yield outcome
            due += 1


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Hold back Ctrl-C while processes are started: they inherit that, so it stops this process alone."""
    if sys.platform == "win32":
        yield
    else:
        # The first process would start it, and that lets Ctrl-C through again.
        resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In a process that plays.


def _work(connection: Connection, pairings: Sequence[Pairing], now: Callable[[], float]) -> None:
    """Play deals until no one asks for more.

    Whatever ends the process, it ends as a program does at its own end: bots that are programs are stopped then.
    """
    forget_safe_path()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        _play_all(connection, pairings, now)
    finally:
        # It ends anyway now: a signal to end would only spoil that with a traceback.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _play_all(connection: Connection, pairings: Sequence[Pairing], now: Callable[[], float]) -> None:
    while True:
        try:
            asked = connection.recv()
        except (EOFError, OSError):
            return
        try:
            answer: DealPlayed | Exception = _play(pairings, asked, now)
        except Exception as error:  # noqa: BLE001 - it is raised again where the deal was asked for
            answer = _as_can_be_sent(error)
        connection.send(answer)


def _leave(_signal: int, _frame: FrameType | None) -> None:
    sys.exit(1)


def _end_with_parent() -> None:
    """Wait until the process is gone that started this one, and end this one."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    signal.raise_signal(signal.SIGTERM)


def _as_can_be_sent(error: Exception) -> Exception:
    """The same error, with where it was raised; another one with its text if it cannot be sent."""
    error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - whatever its class does wrong
        return RuntimeError("".join(traceback.format_exception(error)))
    return error
