"""The text mode: plain sentences, one after the other, and questions answered by a typed line.

For screen readers, scripts and pipes. Nothing is redrawn, and nothing is said twice without being asked.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, TextIO, TypeVar

import trio
from attrs import evolve
from outcome import acapture

from mandala_client.games.catalogue import USUAL_GAME
from mandala_client.games.forecast_text import has_chances
from mandala_client.games.lesson import Teaching
from mandala_client.games.series import Series
from mandala_client.linear.asking import Asking, Beside, number_of_game
from mandala_client.linear.inquiries import statistics_of, told_chance
from mandala_client.linear.table_sentences import end_of
from mandala_client.linear.text_table import TextTable
from mandala_client.linear.typed import TypedAtTable
from mandala_client.linear.typed_lines import TypedLines, standard_input
from mandala_client.linear.unasked import Unasked
from mandala_client.linear.voice import Voice
from mandala_client.linear.word_help import meanings_after_a_game, next_of, yes_or_no
from mandala_client.play.frontend import GameT, Next, Opponent, TakeBack
from mandala_client.play.stopping import run_until_stopped
from mandala_client.play.thinking import Thinking
from mandala_client.sentences import outcomes, status_text
from mandala_client.settings.settings import Settings
from mandala_client.table import updates
from mandala_client.table.table_model import Ended, Playing, TableModel
from mandala_client.text.language import _
from mandala_client.text.typed_words import TypedWord, answer_of, spoken_word, with_number, word_of
from mandala_net.match.admission import PeerInfo, cautions
from mandala_net.match.news import GameEnded, News, OfferMade
from mandala_protocol.conversation.events import Abandon, Command, Leave, Resign, Talk
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.seats import Seat

if TYPE_CHECKING:
    from mandala_client.games.deal import Practised
    from mandala_client.records.replay import MakeReplay

T = TypeVar("T")


class TextFrontend:
    """A frontend that speaks to ``out`` and listens to ``lines``.

    Without a ``person`` no one is asked anything or told when to move. Of the settings those for confirmation, chat and
    the reminder count here; the last by the seconds of ``clock``. ``leave`` ends the program for someone who wants to
    leave where there is no game to be left. ``from_lobby``: that is where one is after it.
    """

    def __init__(
        self,
        lines: TextIO | TypedLines,
        out: TextIO,
        *,
        person: bool = True,
        settings: Settings | None = None,
        leave: Callable[[], None] = lambda: None,
        from_lobby: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        settings = settings or Settings()
        self._person = person
        self._reminds = person and settings.clock.reminds_after is not None
        self._shows_chance = person and settings.live_chance
        self._lines = lines if isinstance(lines, TypedLines) else TypedLines(lines)
        self._voice = Voice(out)
        self._table = TextTable(self._voice, settings, person=person, from_lobby=from_lobby)
        self._unasked = Unasked(self._lines, self._table, leave)
        self._asking = Asking(self._lines, self._voice, self._unasked.late)
        self._typed = TypedAtTable(self._table, self._asking, confirm=person and settings.confirm)
        self._laying = trio.lowlevel.ParkingLot()
        self._resigned = False
        self._thinking = Thinking(settings.clock, clock)

    @property
    def _is_laid(self) -> bool:
        """Return whether there is a table to speak of: cards are dealt."""
        snapshot, phase = self._table.model.snapshot, self._table.model.phase
        return snapshot is not None and snapshot.view is not None and not isinstance(phase, Ended)

    def listen(self) -> None:
        """From now on a person who types so leaves, while nothing is asked; all other lines are for what is asked."""
        if self._person:
            self._lines.meanwhile(self._unasked.leaves)

    # Before a game.

    def status(self, text: str) -> None:
        self._table.become(updates.with_status(self._table.model, text))

    def warn(self, text: str) -> None:
        self._voice.say(_("Attention: {text}").format(text=outcomes.fact(text)))

    def invite(self, lines: Sequence[str], *, again: bool) -> None:
        if again:
            self.status(_("The network of this computer has changed."))
        for line in lines:
            self.status(line)

    def progress(self, text: str, done: int, total: int) -> None:
        if done in (0, total):
            sentence = _("{what}: done.") if done == total else _("{what}: started.")
            self._voice.say(sentence.format(what=outcomes.fact(text)))

    async def admit(self, peer: PeerInfo) -> bool:
        self._voice.say_all([status_text.wants_to_play(peer), status_text.met_before(peer)])
        for caution in cautions(peer):
            self._voice.say(outcomes.fact(caution))
        self._voice.say(status_text.key_of_peer(peer))
        let_in = await self._asking.sure(_("Let this player in?"))
        self.listen()
        return let_in

    async def agrees(self, sentences: Sequence[str], question: str) -> bool:
        if not self._person:
            return False
        self._voice.say_all(sentences)
        agreed = await self._asking.sure(question)
        self.listen()
        return agreed

    async def choose(self, games: Sequence[GameT], cautions: Sequence[str] = ()) -> GameT | None:
        self._voice.say(status_text.which_game(games))
        for number, (game, caution) in enumerate(zip_longest(games, cautions), start=1):
            self._voice.say(f"{number}: {status_text.game_to_choose(game)} {outcomes.fact(caution or '')}".rstrip())
        chosen = await number_of_game(self._lines, self._voice.say, len(games))
        self.listen()
        return games[chosen - 1] if chosen else None

    def opponent(self, opponent: Opponent, game: str = USUAL_GAME) -> None:
        self._table.become(evolve(self._table.model, opponent=opponent, expected_game=game))

    # In a game.

    def show(self, snapshot: Snapshot) -> None:
        self._show(snapshot, updates.with_snapshot(self._table.model, snapshot))

    def teach(self, snapshot: Snapshot, teaching: Teaching) -> None:
        self._show(snapshot, updates.with_lesson(updates.with_snapshot(self._table.model, snapshot), teaching))

    def _show(self, snapshot: Snapshot, model: TableModel) -> None:
        was_laid = self._is_laid
        self._thinking.show(snapshot)
        self._table.become(model)
        if self._is_laid and not was_laid:
            self._resigned = False
            self._laying.unpark_all()
            self._lines.keep()
            self._unasked.forget()
        if self._shows_chance and self._table.model.opponent is Opponent.PRACTICE:
            self._tell_chance(snapshot)

    def _tell_chance(self, snapshot: Snapshot) -> None:
        """Tell our chance to win on our own turn."""
        model = self._table.model
        is_ours = snapshot.pending is Pending.MOVE and has_chances(model.game.rules)
        if is_ours and isinstance(model.phase, Playing) and model.phase.lesson is None:
            self._voice.say(told_chance(model, snapshot))

    async def keep_time(self) -> None:
        """Say that the other player thinks, and remind of an own long turn. Runs beside the game, for ever."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._table.say_who_thinks)
            nursery.start_soon(self._remind)

    async def _remind(self) -> None:
        while self._reminds:
            await trio.sleep(1)
            if self._thinking.is_to_remind():
                self._voice.say(status_text.long_thought(self._thinking.minutes))

    def tell(self, news: News) -> None:
        before = self._table.model
        self._table.become(updates.with_news(before, news))
        if isinstance(news, OfferMade) or self._table.model.graces_asked > before.graces_asked:
            self._asking.ask_again()  # "yes" answers what was asked last

    def refuse(self, reason: str) -> None:
        self._resigned = False
        self._table.become(updates.with_refusal(self._table.model, reason))

    async def next_command(self) -> Command | TakeBack:
        if not self._is_laid:
            wanted = await self._wanted_before_the_cards()
            if wanted is not None:
                return wanted
        if self._resigned:
            return await self._leaving()
        while True:
            line = await self._lines.next()
            if line is None:
                return Leave(outcomes.SIMPLY_LEFT)
            command = await self._typed.understand(line)
            if command is not None:
                self._resigned = isinstance(command, Resign)
                return command

    async def _wanted_before_the_cards(self) -> Talk | Leave | Abandon | None:
        """Wait for a command before the cards are laid; None once they are laid."""
        wanted: Talk | Leave | Abandon | None = None
        async with trio.open_nursery() as nursery:

            async def want() -> None:
                nonlocal wanted
                wanted = await self._unasked.wanted()
                nursery.cancel_scope.cancel()

            nursery.start_soon(want)
            while not self._is_laid:
                await self._laying.park()
            nursery.cancel_scope.cancel()
        if isinstance(wanted, Talk):
            self.talked(wanted.text)
        return wanted

    async def _leaving(self) -> Command:
        """A player who has resigned can only leave sooner, or call the game abandoned.

        Other lines are for the questions at the end of the game.
        """
        wanted: Command | None = None
        decided = trio.Event()

        def heed(line: str) -> bool:
            nonlocal wanted
            waits = self._table.waits_on(line)
            if isinstance(waits, Abandon | Leave) or word_of(line) is TypedWord.LEAVE:
                wanted = waits if isinstance(waits, Abandon | Leave) else Leave(outcomes.SIMPLY_LEFT)
                decided.set()
            return waits is not False or decided.is_set()

        self._lines.meanwhile(heed)
        await decided.wait()
        assert wanted is not None
        return wanted

    # After a game.

    async def end(
        self,
        ended: GameEnded,
        series: Series | None = None,
        *,
        rematch: bool = False,
        practised: Practised | None = None,
        replay: MakeReplay | None = None,
    ) -> Next:
        self._unasked.forget()
        again = isinstance(self._table.model.phase, Ended)
        reviewable = replay is not None
        model = updates.with_end(
            self._table.model, ended, series, rematch=rematch, practised=practised, reviewable=reviewable
        )
        self._table.become(model)
        if isinstance(model.phase, Ended):
            self._voice.say_all(end_of(model, model.phase, with_statistics=self._person and not rematch, again=again))
        if not rematch or not self._person:
            if replay is not None and outcomes.ways_to_check(ended):
                self._voice.say_all(outcomes.reviewed_by(ended))
            if not self._person or not ended.can_try_again or not await self._asking.sure(_("Try to save it again?")):
                return Next.NOTHING
            self._table.become(updates.trying_again(self._table.model, ended))
            self.listen()
            return Next.TRY_AGAIN
        if statistics_of(model):
            counted = _("For the statistics of the game, type “{word}”.")
            self._voice.say(counted.format(word=spoken_word(TypedWord.STATISTICS)))
        if replay is not None:
            reviewed = _("To review the game, type “{word}”.")
            self._voice.say(reviewed.format(word=spoken_word(TypedWord.REVIEW)))
        following = await self._what_next(same_cards=practised is not None, replay=replay)
        if following is not Next.NOTHING:
            self._table.become(updates.awaiting(self._table.model))
            if practised is None:  # else the cards are laid at once
                self._lines.meanwhile(self._unasked.between_games)
        return following

    async def _what_next(self, *, same_cards: bool, replay: MakeReplay | None) -> Next:
        """Ask whether to play again; ``same_cards``: whether there can be a game with the same set-up.

        Before that is answered the game that is over can be reviewed, and looked at.
        """

        async def besides(line: str) -> Beside:
            if replay is not None and word_of(line) is TypedWord.REVIEW:
                await self._tell_review(replay)
                return Beside.MUCH
            asked = self._table.asked_after_game(line)
            if asked is not None:
                return Beside.SOMETHING if asked is TypedWord.REPEAT else Beside.MUCH
            talks_on = not same_cards and self._unasked.talks_on(line)
            return Beside.SOMETHING if talks_on else Beside.NOTHING

        def meanings(number: int | None) -> list[tuple[str, str]]:
            opponent = Opponent.PRACTICE if same_cards else self._table.model.opponent
            return meanings_after_a_game(opponent, number, reviewable=replay is not None)

        if not same_cards:
            question = partial(yes_or_no, _("Play again?"))
            again = await self._asking.answered(question, answer_of, False, besides, meanings, leaves=True)
            return Next.OTHER_CARDS if again else Next.NOTHING

        def asked(number: int | None) -> str:
            question = _("Play again? Type “{yes}”, or “{swap}” for the same set-up with the seats swapped, or “{no}”.")
            yes, swap = with_number(TypedWord.YES, number), with_number(TypedWord.SWAP, number)
            return question.format(yes=yes, swap=swap, no=spoken_word(TypedWord.NO))

        return await self._asking.answered(asked, next_of, Next.NOTHING, besides, meanings, leaves=True)

    async def _tell_review(self, replay: MakeReplay) -> None:
        from mandala_client.records.review_sentences import told_review

        snapshot = self._table.model.snapshot
        near = Seat.HOST if snapshot is None else snapshot.seat
        self._voice.say_all(await trio.to_thread.run_sync(told_review, replay, near, abandon_on_cancel=True))

    async def between_games(self) -> Talk | Leave:
        while True:
            wanted = await self._unasked.wanted()
            if not isinstance(wanted, Abandon):
                return wanted

    def talked(self, text: str) -> None:
        self._table.become(updates.with_own_talk(self._table.model, text))


def run_linear(
    main: Callable[[TextFrontend], Awaitable[T]],
    *,
    person: bool = True,
    settings: Settings | None = None,
    lines: TypedLines | None = None,
) -> T:
    """Run ``main`` with a frontend at standard output and ``lines``: those of the lobby, else of standard input.

    Raises as ``run_until_stopped``: ``KeyboardInterrupt`` if the person leaves where there is no game to be left.
    """
    from_lobby, lines = lines is not None, lines or standard_input()

    async def run(stop: Callable[[], None]) -> T:
        frontend = TextFrontend(lines, sys.stdout, person=person, settings=settings, leave=stop, from_lobby=from_lobby)
        frontend.listen()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(frontend.keep_time)
            done = await acapture(main, frontend)  # a nursery would put an exception into a group
            nursery.cancel_scope.cancel()
        return done.unwrap()

    return run_until_stopped(run)
