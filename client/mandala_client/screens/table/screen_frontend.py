"""The frontend on the whole screen."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, Never

import trio
from attrs import evolve

from mandala_client.games.catalogue import USUAL_GAME
from mandala_client.games.lesson import Teaching
from mandala_client.games.series import Series
from mandala_client.play.frontend import GameT, Next, Opponent, TakeBack
from mandala_client.play.thinking import Thinking
from mandala_client.screens.table import motions, screen_keys
from mandala_client.screens.table.status import window_title
from mandala_client.screens.table.table_pages import screen
from mandala_client.sentences import status_text
from mandala_client.settings.settings import Clock, Settings
from mandala_client.table import consulting, edits, updates
from mandala_client.table.acts import AbandonGame, Admitted, Again, Chosen, LookAgain, Pressed, QuestionSeen, TableAct
from mandala_client.table.table_model import (
    Admitting,
    Agreeing,
    Choosing,
    Inquiry,
    Overlay,
    Playing,
    Question,
    Replaying,
    TableModel,
)
from mandala_client.ui.clicks import Click
from mandala_client.ui.motion import Motion, motion_rows
from mandala_client.ui.page_frame import fits
from mandala_client.ui.rows import Pane, Row, Screen
from mandala_client.ui.style import Look
from mandala_net.match.admission import PeerInfo
from mandala_net.match.news import GameEnded, News
from mandala_protocol.conversation.events import Command, Leave, Talk
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.seats import Seat

if TYPE_CHECKING:
    from mandala_client.games.deal import Practised
    from mandala_client.records.replay import MakeReplay
    from mandala_client.screens.replay.replay_model import ReplayModel

READING_SECONDS: Final = 1.0
"""Seconds that a question must be in sight, after one that lapsed, before a key is an answer to it."""

LATEST_REDRAW_SECONDS: Final = 0.05
"""The seconds after which the screen shows at the latest what was typed. Drawing at each key would delay a move."""

MOTION_SECONDS: Final = 0.9
"""Seconds for which something moves in front of the table."""

FRAMES: Final = 15
"""The frames of a movement, at most; one that looks like the one before is not drawn."""

LATE_SECONDS: Final = 0.3
"""The seconds after which the next frame shows that the line or the computer is slow: the movement ends."""

LIFE_SECONDS: Final = 5
"""Seconds of the other player's thinking before the time is shown without the clock: a quick answer moves nothing."""

_ROUNDING: Final = 1e-6
"""Much less than a frame: the clock may be that much behind one."""


class ScreenFrontend:
    """A frontend that is the whole terminal.

    Its methods are called on trio's thread, the keys come on the loop of the terminal; both are one thread.
    ``lively``: the table may move.
    ``redraw`` asks for the screen to be drawn again, ``ring`` for the bell, ``abandon`` for the end of it all,
    ``entitle`` gives the window a title.
    ``soon`` calls a function within trio, ``clock`` counts seconds. ``settings`` are what the player has chosen, the
    usual ones if not given; ``from_lobby``: whoever leaves is back in the lobby.
    """

    def __init__(
        self,
        look: Look,
        *,
        settings: Settings | None = None,
        from_lobby: bool = False,
        lively: bool = False,
        redraw: Callable[[], None],
        ring: Callable[[], None],
        entitle: Callable[[str], None],
        abandon: Callable[[], None],
        soon: Callable[[Callable[[], object]], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.model = self._drawn_model = TableModel(settings=settings or Settings(), from_lobby=from_lobby)
        self._look, self._lively = look, lively
        self._spare: Pane | None = None
        self._redraw, self._bell, self._entitle, self._abandon, self._soon = redraw, ring, entitle, abandon, soon
        self._commands, self._next = trio.open_memory_channel[Command | TakeBack](math.inf)
        self._inquiries, self._to_be_answered = trio.open_memory_channel[Inquiry](math.inf)
        self._handed_over, self._to_be_drawn = trio.open_memory_channel[None](1)
        self._motions, self._to_be_passed = trio.open_memory_channel[Motion](math.inf)
        self._asking = trio.Lock()
        self._acted = trio.lowlevel.ParkingLot()
        self._answers: list[TableAct] = []
        """Answers to the question that is asked now; the last one counts."""
        self._question = self._drawn_question = 0
        self._lapses, self._lapsed = 0, False
        self._unawares = 0
        self._review_wanted = False
        self._may_ring_at_the_door = True
        self._seen = True
        self._clock, self._drawn_since = clock, clock()
        self._thinking = Thinking(self.model.settings.clock, clock)

    def draw(self, columns: int, lines: int) -> Screen:
        """The screen in a terminal of this size. Only here is it known how much there is to scroll."""
        shown = screen(self.model, self._look, columns, lines)
        self._seen, self._spare = fits(columns, lines), shown.spare
        if self._drawn_question != self._question:
            self._drawn_question, self._drawn_since = self._question, self._clock()
        self.model = self._drawn_model = edits.laid_out(self.model, shown.most_scrolled, shown.chapters)
        return shown

    def calm(self) -> None:
        """Let nothing move from now on; what moves ends before its next frame."""
        self._lively = False

    # What the flows tell.

    def status(self, text: str) -> None:
        self._become(updates.with_status(self.model, text))

    def invite(self, lines: Sequence[str], *, again: bool) -> None:  # noqa: ARG002 - here it is seen
        self._become(updates.with_invitation(self.model, lines))

    def warn(self, text: str) -> None:
        self._become(updates.with_warning(self.model, text))

    def progress(self, text: str, done: int, total: int) -> None:
        self._become(updates.with_progress(self.model, text, done, total))

    def show(self, snapshot: Snapshot) -> None:
        earlier = self.model
        before = earlier.snapshot
        our_turn = snapshot.pending is Pending.MOVE and (before is None or before.pending is not Pending.MOVE)
        self._thinking.show(snapshot)
        model = consulting.with_chance_asked(updates.with_snapshot(earlier, snapshot))
        model = updates.with_thinking(model, self._thought())
        for motion in motions.motions_between(earlier, model, self._look) if self._lively else ():
            model = motions.moving_next(model, motion)
        self._become_moving(model)
        if our_turn:
            self._ring()

    def tell(self, news: News) -> None:
        model = updates.with_news(self.model, news)
        asks = model.question is Question.ABANDON and self.model.question is not Question.ABANDON
        if asks:
            self._question += 1
            self._unawares = self._question
        self._become(model)
        if asks:
            self._ring()

    def teach(self, snapshot: Snapshot, teaching: Teaching) -> None:
        self.show(snapshot)
        self._become(updates.with_lesson(self.model, teaching))

    def refuse(self, reason: str) -> None:
        self._become(updates.with_refusal(self.model, reason))

    # What the flows ask.

    async def admit(self, peer: PeerInfo) -> bool:
        """Ask whether to let this player in.

        If the player who was asked about before has gone, no key that was meant for that one lets in this one.
        """
        return await self._is_agreed(lambda number: Admitting(peer, number))

    async def agrees(self, sentences: Sequence[str], question: str) -> bool:
        return await self._is_agreed(lambda number: Agreeing(tuple(sentences), question, number))

    async def _is_agreed(self, question: Callable[[int | None], Overlay]) -> bool:
        """Put a question that may lapse, which is made with the digit that means yes, if it is not the usual letter."""
        async with self._asking:
            self._ring_at_the_door()
            try:
                answer = await self._put(question(_key_for_yes(self._lapses) if self._lapsed else None))
            except trio.Cancelled:
                self._lapses, self._lapsed = self._lapses + 1, True
                raise
        self._lapsed = False
        return isinstance(answer, Admitted) and answer.yes

    async def choose(self, games: Sequence[GameT], cautions: Sequence[str] = ()) -> GameT | None:
        if not games:
            return None
        answer = await self._ask(Choosing(tuple(games), cautions=tuple(cautions)))
        chosen = answer.game if isinstance(answer, Chosen) else None
        return next((game for game in games if game == chosen), None)

    def opponent(self, opponent: Opponent, game: str = USUAL_GAME) -> None:
        self._become(evolve(self.model, opponent=opponent, expected_game=game))

    async def next_command(self) -> Command | TakeBack:
        return await self._next.receive()

    async def end(
        self,
        ended: GameEnded,
        series: Series | None = None,
        *,
        rematch: bool = False,
        practised: Practised | None = None,
        replay: MakeReplay | None = None,
    ) -> Next:
        if self.model.leaving:
            return Next.NOTHING  # whoever has said twice to leave is not asked again
        async with self._asking:
            self._question += 1
            reviewable = replay is not None
            earlier = self.model
            if earlier.draft.text:
                self._unawares = self._question  # the next letter may be the rest of a move
            over = updates.with_end(earlier, ended, series, rematch=rematch, practised=practised, reviewable=reviewable)
            motion = motions.motion_of_end(earlier, over, self._look) if self._lively else None
            self._become_moving(over if motion is None else motions.moving_at_end(over, motion))
            async with trio.open_nursery() as nursery:
                if replay is not None:
                    nursery.start_soon(self._open_reviews, replay)
                answer = await self._wait_for_answer()
                nursery.cancel_scope.cancel()
        if not isinstance(answer, Again):
            return Next.NOTHING
        self._forget_commands()
        if ended.can_try_again:
            self._become(updates.trying_again(self.model, ended))
            return Next.TRY_AGAIN
        self._become(updates.awaiting(self.model))
        return Next.SAME_CARDS if answer.same_cards else Next.OTHER_CARDS

    async def between_games(self) -> Talk | Leave:
        while True:
            command = await self._next.receive()
            if isinstance(command, Talk | Leave):
                return command  # anything else was meant for the game that is over

    def talked(self, text: str) -> None:
        self._become(updates.with_own_talk(self.model, text))

    async def _open_reviews(self, make: MakeReplay) -> None:
        """Open the review of the game that is over each time it is wanted, and let it play on while that is wanted."""
        opened: ReplayModel | str = ""
        async with trio.open_nursery() as nursery:
            while True:
                self._review_wanted = False
                while not self._review_wanted:
                    await self._acted.park()
                from mandala_client.screens.replay.replay_screen import opened_after_game, play_on

                if isinstance(opened, str):
                    near = Seat.HOST if self.model.snapshot is None else self.model.snapshot.seat
                    opened = await opened_after_game(make, near, self.progress)
                    if isinstance(opened, str):
                        self._become(updates.with_sentence(self.model, opened))
                        continue
                    nursery.start_soon(play_on, self._replay_looked_at, self._replay_goes_on)
                self._become(updates.with_review(self.model, opened))

    def _replay_looked_at(self) -> ReplayModel | None:
        return self.model.overlay.model if isinstance(self.model.overlay, Replaying) else None

    def _replay_goes_on(self, replay: ReplayModel) -> None:
        self._become(edits.replayed(self.model, replay))

    def _forget_commands(self) -> None:
        """Drop the commands that were still waiting when the game ended; the next game does not want them."""
        with suppress(trio.WouldBlock):
            while True:
                self._next.receive_nowait()

    async def _ask(self, overlay: Overlay) -> TableAct:
        """Put a question in front of everything else until it is answered; one at a time."""
        async with self._asking:
            return await self._put(overlay)

    async def _put(self, overlay: Overlay) -> TableAct:
        self._question += 1
        self._become(edits.overlaid(self.model, overlay))
        try:
            return await self._wait_for_answer()
        finally:
            self._become(edits.overlaid(self.model, None))

    async def _wait_for_answer(self) -> TableAct:
        self._answers.clear()
        while not self._answers:
            await self._acted.park()
        return self._answers[-1]

    # What the person does; called on the loop of the terminal.

    def press(self, key: str) -> None:
        self._may_ring_at_the_door = True
        if self._is_too_early(key):
            return
        self._take(screen_keys.press(self.model, key) if self._seen else screen_keys.press_unseen(self.model, key))

    def type_text(self, text: str, *, pasted: bool = False) -> None:
        self._may_ring_at_the_door = True
        if self._is_too_early(text):
            return
        self._take(
            screen_keys.type_text(self.model, text, pasted=pasted)
            if self._seen
            else screen_keys.press_unseen(self.model, text)
        )

    def click(self, on: Click) -> None:
        if self._seen:
            self._take(screen_keys.click(self.model, on))

    def _take(self, pressed: Pressed) -> None:
        model, act = pressed
        self._become(model, at_once=not isinstance(act, Command | TakeBack))
        match act:
            case None:
                pass
            case AbandonGame():
                self._abandon()
            case Admitted() | Chosen() | QuestionSeen() | Again():
                if not self._is_read():
                    return
                self._answers.append(act)
                self._soon(self._acted.unpark_all)
            case LookAgain():
                self._review_wanted = True
                self._soon(self._acted.unpark_all)
            case _:
                command: Command | TakeBack = act
                self._soon(lambda: self._hand_over(command))

    def _is_too_early(self, key: str) -> bool:
        """Return whether a key cannot be meant for the question of an absence, which has come up by itself just now."""
        unawares = self.model.question is Question.ABANDON and self._question == self._unawares
        return unawares and key != "c-c" and not self._is_read()

    def _is_read(self) -> bool:
        """Return whether the question can have been read: it is drawn, and where it came unawares for some time."""
        if self._drawn_question != self._question:
            return False
        at_once = not self._lapsed and self._question != self._unawares
        return at_once or self._clock() - self._drawn_since >= READING_SECONDS

    def _hand_over(self, command: Command | TakeBack) -> None:
        """Hand over a command, within trio.

        Its result is drawn when it has been sent; see also ``draw_typed``.
        """
        self._commands.send_nowait(command)
        with suppress(trio.WouldBlock):
            self._handed_over.send_nowait(None)

    async def draw_typed(self) -> Never:
        """Draw what was typed if a command that was handed over takes long. Runs beside the game, for ever."""
        while True:
            await self._to_be_drawn.receive()
            await trio.sleep(LATEST_REDRAW_SECONDS)
            if self.model is not self._drawn_model:
                self._redraw()

    async def consult_teacher(self) -> None:
        """Let the teacher think in a thread about one question after the other. Runs beside the game, for ever.

        A question that is no longer asked when its turn comes is passed over, and an answer to one is dropped.
        """
        async for inquiry in self._to_be_answered:
            if inquiry in consulting.inquiries(self.model):
                answer = await trio.to_thread.run_sync(consulting.answer_to, inquiry, abandon_on_cancel=True)
                self._become(consulting.with_answer(self.model, inquiry, answer))

    async def keep_time(self) -> None:
        """Show the thinking time each second, where it can be seen, and remind of it. Runs beside the game, for ever.

        Without the clock it is a sign of life: only the other player's time, and only where something may move.
        """
        while self._lively or self.model.settings.clock is not Clock.OFF:
            await trio.sleep(1)
            if isinstance(self.model.phase, Playing):
                shown = self._seen and motions.is_in_sight(self.model)
                self._become(updates.with_thinking(self.model, self._thought()), at_once=shown)
                if self._thinking.is_to_remind():
                    self._become(edits.noted(self.model, status_text.long_thought(self._thinking.minutes)))
                    self._ring()

    def _thought(self) -> int | None:
        """The thinking time to show now; None for none."""
        seconds = self._thinking.seconds
        if seconds is None or self.model.settings.clock is not Clock.OFF:
            return seconds
        return seconds if self._lively and self._thinking.is_awaited and seconds >= LIFE_SECONDS else None

    def _become_moving(self, model: TableModel) -> None:
        """Go on to this model, in which something may begin to move, or wait for what does."""
        before, now = self.model.moving, model.moving
        self._become(model)
        if now is not None and (before is None or before.motion is not now.motion):
            self._motions.send_nowait(now.motion)

    async def pass_motions(self) -> None:
        """Draw each motion from when it begins. Runs beside the game, for ever."""
        async with trio.open_nursery() as nursery:
            async for motion in self._to_be_passed:
                nursery.start_soon(self._pass, motion)

    async def _pass(self, motion: Motion) -> None:
        """Draw the frames of a motion, and of those after it, until they are over, a key ends them, or no one sees.

        A frame that looks like the one before is not drawn.
        """
        begun = before = trio.current_time()
        while True:
            await trio.sleep(MOTION_SECONDS / FRAMES)
            now, moving = trio.current_time(), self.model.moving
            if moving is None or moving.motion is not motion:
                return
            in_sight = self._seen and motions.is_in_sight(self.model)
            if not self._lively or not in_sight or now - before >= LATE_SECONDS:
                self._become(motions.settled(self.model))
                return
            before = now
            share = math.floor((now - begun) / MOTION_SECONDS * FRAMES + _ROUNDING) / FRAMES
            shown = motions.passed(self.model, share)
            if shown.moving is not None and shown.moving.motion is not motion:
                motion, begun = shown.moving.motion, now
            self._become(shown, at_once=self._frame(shown) != self._frame(self.model))

    def _frame(self, model: TableModel) -> Sequence[Row] | Motion:
        """The frame of a motion: the motion itself where an earlier table is shown, otherwise its rows."""
        if model.moving is not None and model.moving.motion.table is not None:
            return model.moving.motion
        if model.moving is None or self._spare is None:
            return ()
        return motion_rows(model.moving, self._look, self._spare.columns, self._spare.lines)

    def _become(self, model: TableModel, *, at_once: bool = True) -> None:
        if model == self.model:
            return
        known = consulting.inquiries(self.model)
        new = [inquiry for inquiry in consulting.inquiries(model) if inquiry not in known]
        self.model = model
        for inquiry in new:
            self._soon(partial(self._inquiries.send_nowait, inquiry))
        self._entitle(window_title(model))
        if at_once:
            self._redraw()

    def _ring_at_the_door(self) -> None:
        """Ring for a player at the door, but not for one after the other while no one is there to hear it."""
        if self._may_ring_at_the_door:
            self._may_ring_at_the_door = False
            self._ring()

    def _ring(self) -> None:
        if self.model.settings.bell:
            self._bell()


def _key_for_yes(lapses: int) -> int:
    """The digit that means yes after this many lapsed questions, so that it is not the same twice in a row."""
    return 2 + (lapses - 1) % 8
