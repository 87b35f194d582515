"""A session and its place on disk: whatever it says or has heard is saved before it says anything.

What is heard while our side has something to say at once is saved together with that, as each wait for the disk takes
milliseconds. Proofs and the disk run in threads, so nothing here holds up the loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import trio

from mandala_net.store.store import SavedGame, State, StoreError
from mandala_protocol.conversation.events import SessionEvent
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import Entry

T = TypeVar("T")


class SavedSession:
    """``begin`` makes the place of a new game when there is its first entry; ``saved`` is that of an older one.

    ``write_evidence`` puts what was refused into a file of its own.
    """

    def __init__(
        self,
        session: Session,
        begin: Callable[[], SavedGame],
        *,
        saved: SavedGame | None = None,
        write_evidence: Callable[[Referee, KeptEntry, KeptEntry | None], object] = lambda _table, _kept, _before: None,
        on_show: Callable[[Snapshot], None] = lambda _: None,
    ) -> None:
        self.session = session
        self.saved = saved
        self.snapshot = session.snapshot()
        self.lock = trio.Lock()
        """Held while the session is used and while what it said goes out: so all of it goes out in order."""
        self.failed: StoreError | None = None
        """The reason why the last entries could not be saved: nothing more is sent then, as it would be unsaved."""
        self._begin, self._write_evidence, self._on_show = begin, write_evidence, on_show
        self._unsaved: list[Entry] = []
        self._changed = trio.lowlevel.ParkingLot()

    async def carry_out(self, operation: Callable[[], T], *, light: bool = False) -> T:
        """An operation of the session; it, and all before it, is on disk before this returns.

        A ``light`` one adds nothing, computes little, and needs no thread. Raises ``StoreError``, and what the
        operation raises. The lock must be held.
        """
        self._require_disk()
        if light and not self._unsaved:
            return self._light(operation)

        def work() -> T:
            try:
                return operation()
            finally:
                self._save()

        return await trio.to_thread.run_sync(work)

    async def hear(self) -> SessionEvent | None:
        """The next event of the session, which ``save_heard`` saves.

        Raises ``StoreError``, and what the session raises; then all before it is on disk. The lock must be held.
        """
        self._require_disk()
        if self.session.next_is_light and not self._unsaved:
            return self._light(self.session.next_event)

        def work() -> SessionEvent | None:
            try:
                return self.session.next_event()
            except BaseException:
                self._save()
                raise

        return await trio.to_thread.run_sync(work)

    async def save_heard(self) -> None:
        """Save what was heard, unless our side has something to say: then it is saved with that.

        Whoever crashes before it is saved has said nothing that depends on it, and hears it again after that. Raises
        ``StoreError``. The lock must be held.
        """
        if self._collect() and self.session.owes is not Pending.WORDS:
            await self.save()

    async def save(self) -> None:
        """Save all that is not saved yet. Raises ``StoreError``. The lock must be held."""
        self._require_disk()
        if self._collect():
            await trio.to_thread.run_sync(self._save)

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

    def _save(self) -> None:
        if not self._collect():
            return
        try:
            if self.saved is None:
                self.saved = self._begin()
            self.saved.append(self._unsaved)
        except StoreError as error:
            self.failed = error
            raise
        self._unsaved = []

    async def settle(self) -> None:
        """The game is over, and the other side is known to have all of it. Raises ``StoreError``."""
        if self.saved is not None:
            await trio.to_thread.run_sync(self.saved.settle)

    async def keep_refused(self) -> None:
        """Keep what the other player signed and was refused, before it is told so. Raises ``StoreError``."""
        refused = self.session.refusals.refused
        if self.saved is not None and refused is not None:
            await trio.to_thread.run_sync(self.saved.break_off, refused)
            before = self.session.refusals.locked
            await trio.to_thread.run_sync(self._write_evidence, self.session.table, refused, before)

    async def give_up(self) -> None:
        """The other has called the game abandoned, and will not go on: neither shall we. Raises ``StoreError``."""
        if self.saved is not None:
            await trio.to_thread.run_sync(self.saved.mark, State.ABANDONED)
            await trio.to_thread.run_sync(self.saved.settle)

    async def hear_claim(self, absence: int) -> None:
        """The other has called the game abandoned, after an absence of so many seconds here. Raises ``StoreError``."""
        if self.saved is not None:
            await trio.to_thread.run_sync(self.saved.claim_heard, absence)

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
