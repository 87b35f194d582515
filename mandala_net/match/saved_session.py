"""A session and its place on disk: whatever it says or has heard is saved before it says anything.

What is heard while our side has something to say at once is saved together with that, as each wait for the disk takes
milliseconds. Proofs and the disk run in threads, so nothing here holds up the loop.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import trio

from mandala_net.link.timeouts import Timeouts
from mandala_net.match.news import News, SavingGoesOn, SavingWaits
from mandala_net.store.store import SavedGame, State, StoreBusy, StoreError
from mandala_protocol.conversation.events import SessionEvent
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import Entry

PAUSE: Final = 0.5
"""The seconds that a busy store is left alone before it is tried again."""

log = logging.getLogger(__name__)

T = TypeVar("T")


class SavedSession:
    """``begin`` makes the place of a new game when there is its first entry; ``saved`` is that of an older one.

    ``write_evidence`` puts what was refused into a file of its own. ``on_news`` hears when a busy store is waited for,
    for ``timeout`` seconds at most.
    """

    def __init__(
        self,
        session: Session,
        begin: Callable[[], SavedGame],
        *,
        saved: SavedGame | None = None,
        write_evidence: Callable[[Referee, KeptEntry, KeptEntry | None], object] = lambda _referee, _kept, _before: (
            None
        ),
        on_show: Callable[[Snapshot], None] = lambda _: None,
        on_news: Callable[[News], None] = lambda _: None,
        timeout: float = Timeouts().store,
    ) -> None:
        self.session = session
        self.saved = saved
        self.snapshot = session.snapshot()
        self.lock = trio.Lock()
        """Held while the session is used and while what it said goes out: so all of it goes out in order."""
        self.failed: StoreError | None = None
        """The reason why the last entries could not be saved: nothing more is sent then, as it would be unsaved."""
        self.unkept: StoreError | None = None
        """The reason why a refused entry could not be kept: the other must not hear of the refusal then (TR12)."""
        self.meanwhile: Callable[[], Awaitable[None]] = trio.lowlevel.checkpoint
        """Awaited again and again while a busy store is waited for. The lock is held then."""
        self._begin, self._write_evidence = begin, write_evidence
        self._on_show, self._on_news, self._timeout = on_show, on_news, timeout
        self._busy: StoreBusy | None = None
        self._waited_enough = trio.Event()
        self._unsaved: list[Entry] = []
        self._changed = trio.lowlevel.ParkingLot()

    async def carry_out(self, operation: Callable[[], T], *, light: bool = False) -> T:
        """An operation of the session; it, and all before it, is on disk before this returns.

        A ``light`` one adds nothing, computes little, and needs no thread. Raises ``StoreError``, and what the
        operation raises, whether or not the disk failed too. The lock must be held.
        """
        self._require_disk()
        if light and not self._unsaved:
            return self._light(operation)

        def work() -> T:
            try:
                return operation()
            finally:
                self._try_to_save()

        done = await trio.to_thread.run_sync(work)
        await self._wait_until_saved()
        return done

    async def hear(self) -> SessionEvent | None:
        """The next event of the session, which ``save_heard`` saves.

        Raises ``StoreError``, and what the session raises, with all before it on disk where that is possible. The lock
        must be held.
        """
        self._require_disk()
        if self.session.next_is_light and not self._unsaved:
            return self._light(self.session.next_event)

        def work() -> SessionEvent | None:
            try:
                return self.session.next_event()
            except BaseException:
                self._try_to_save()  # that the other broke the protocol is more than that the disk is full
                raise

        return await trio.to_thread.run_sync(work)

    async def save_heard(self) -> None:
        """Save what was heard, unless our side has something to say: then it is saved with that.

        Whoever crashes before it is saved has said nothing that depends on it, and hears it again after that. Raises
        ``StoreError``. The lock must be held.
        """
        if self._collect() and self.session.pending is not Pending.ENTRY:
            await self.save()

    async def save(self, *, waits: bool = True) -> None:
        """Save all that is not saved yet; without ``waits`` nothing is waited for, nor lost, if the store is busy.

        Raises ``StoreError``. The lock must be held.
        """
        self._require_disk()
        if self._collect():
            await trio.to_thread.run_sync(self._try_to_save)
            if waits:
                await self._wait_until_saved()
            else:
                self._require_disk()

    def wait_no_longer(self) -> None:
        """Give up waiting for a busy store: our player leaves."""
        self._waited_enough.set()

    async def _wait_until_saved(self) -> None:
        """Wait for a busy store, and tell so. Raises ``StoreError``."""
        busy = self._busy
        if busy is not None:
            self._on_news(SavingWaits())
            with trio.move_on_after(self._timeout):
                while busy is not None and not self._waited_enough.is_set():
                    busy = await self._tried_again()
            if busy is not None:
                self.failed = busy
            elif self.failed is None:
                self._on_news(SavingGoesOn())
        self._require_disk()

    async def _tried_again(self) -> StoreBusy | None:
        """Rest, and try to save; the error if the store is busy still."""
        await self.meanwhile()
        with trio.move_on_after(PAUSE):
            await self._waited_enough.wait()
        await trio.to_thread.run_sync(self._try_to_save)
        return self._busy

    def _require_disk(self) -> None:
        if self.failed is not None:
            raise self.failed

    def _light(self, operation: Callable[[], T]) -> T:
        try:
            return operation()
        finally:
            assert not self._collect(), "what is to be saved is not light"

    def _collect(self) -> bool:
        """Return whether anything is to be saved."""
        self._unsaved += self.session.new_entries()
        return bool(self._unsaved)

    def _try_to_save(self) -> None:
        self._busy = None
        try:
            if self.failed is None:
                self._save()
        except StoreBusy as error:
            self._busy = error
        except StoreError as error:
            self.failed = error

    def _save(self) -> None:
        if not self._collect():
            return
        if self.saved is None:
            self.saved = self._begin()
        self.saved.append(self._unsaved)
        self._unsaved = []

    async def settle(self) -> None:
        """Note that the game is over, and that the other side has all of it. Raises ``StoreError``."""
        if self.saved is not None:
            await trio.to_thread.run_sync(self.saved.settle)

    async def keep_refused(self) -> None:
        """Keep what the other player signed and was refused, before the refusal is sent; ``unkept`` if that fails."""
        try:
            await self.keep_refused_now()
        except StoreError as error:
            log.error("what was refused cannot be saved: %s", error)

    async def keep_refused_now(self) -> None:
        """Keep what was refused, and before that all that the record lacks. Raises ``StoreError``."""
        refused = self.session.refusals.refused
        if refused is None:
            return
        try:
            await trio.to_thread.run_sync(self._save)
            if self.saved is not None:
                await trio.to_thread.run_sync(self.saved.break_off, refused)
        except StoreError as error:
            self.unkept = error
            raise
        self.unkept = None
        before = self.session.refusals.locked
        await trio.to_thread.run_sync(self._write_evidence, self.session.referee, refused, before)

    async def give_up(self) -> None:
        """Give the game up: the other has called it abandoned, and will not go on.

        Where that cannot be saved the game is over all the same: the other will say so again.
        """
        if self.saved is not None:
            try:
                await trio.to_thread.run_sync(self.saved.mark, State.ABANDONED)
                await trio.to_thread.run_sync(self.saved.settle)
            except StoreError as error:
                log.warning("that the game is abandoned cannot be saved: %s", error)

    async def hear_abandonment(self, absence: int) -> None:
        """Note that the other called the game abandoned, after ``absence`` seconds here. Raises ``StoreError``."""
        if self.saved is not None:
            await trio.to_thread.run_sync(self.saved.note_abandonment, absence)

    async def remember_address(self, address: str) -> None:
        """Save the address at which the other player was reached. Raises ``StoreError``."""
        if self.saved is not None:
            await trio.to_thread.run_sync(self.saved.remember_address, address)

    async def wait_changed(self) -> None:
        """Wait until ``snapshot`` is another one, or ``wake`` is called."""
        await self._changed.park()

    def wake(self) -> None:
        """Let everyone who waits for a change look again."""
        self._changed.unpark_all()

    def show(self) -> None:
        """Take a new snapshot, and tell everyone who waits for one."""
        self.snapshot = self.session.snapshot()
        self.wake()
        self._on_show(self.snapshot)
