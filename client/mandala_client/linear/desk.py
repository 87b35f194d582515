"""The linear form: plain sentences, one after the other, and questions answered by a typed line.

For screen readers, scripts and pipes. Nothing is redrawn, and nothing is said twice without being asked.
"""

from __future__ import annotations

import math
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, TextIO, TypeAlias, TypeVar

import trio

from mandala_client.desk import Company, GameT, MakeReplay, Next, TakeBack, Visitor
from mandala_client.evening import Evening
from mandala_client.language import _, ngettext
from mandala_client.linear import describe
from mandala_client.linear.typed_lines import TypedLines, standard_input
from mandala_client.settings import Settings
from mandala_client.stopping import run_until_stopped
from mandala_client.terminal.style import as_written
from mandala_client.words import telling
from mandala_client.words.refusals import no_talk
from mandala_client.words.typed_words import (
    Word,
    answer_of,
    help_lines,
    next_of,
    spoken_no,
    spoken_swap,
    spoken_word,
    spoken_yes,
    with_number,
    word_of,
)
from mandala_net.news import AdjournWasOffered, Chatted, Ended, EndWasOffered, News, PeerAway, PeerBack
from mandala_protocol.dialogue import Command, DeclineOffer, Leave, OfferAdjourn, OfferEnd, Play, Resign, Talk
from mandala_protocol.games.game import HAND, IllegalMove
from mandala_protocol.games.mandala import MANDALA, Grow
from mandala_protocol.games.mandala.state import Claiming, Dealing, Shuffling, Turn
from mandala_protocol.messages import MAX_CHAT, Move
from mandala_protocol.order import PLAYING
from mandala_protocol.seats import Seat
from mandala_protocol.snapshot import Snapshot

if TYPE_CHECKING:
    from mandala_client.deal import Practised

T = TypeVar("T")

_REPEATED_EVENTS: Final = 12

Besides: TypeAlias = Callable[[str], Awaitable[bool]]
"""Takes a line that is typed where something is asked; whether it was for something besides the question."""


async def _nothing_besides(_line: str) -> bool:
    return False


class LinearDesk:
    """A desk that speaks to ``out`` and listens to ``lines``.

    Without a ``person`` nobody is asked anything or told when to move. Of the settings those for confirmation and chat
    count here. ``leave`` ends the program for somebody who wants to leave where there is no game to be left.
    """

    def __init__(
        self,
        lines: TextIO | TypedLines,
        out: TextIO,
        *,
        person: bool = True,
        settings: Settings | None = None,
        leave: Callable[[], None] = lambda: None,
    ) -> None:
        settings = settings or Settings()
        self._lines = lines if isinstance(lines, TypedLines) else TypedLines(lines)
        self._out, self._person, self._leave = out, person, leave
        self._confirm, self._hears_chat = person and settings.confirm, settings.chat
        self._company = Company.PERSON
        self._other_name: str | None = None
        self._lapses, self._lapsed = 0, False
        self._want_between, self._wanted_between = trio.open_memory_channel[Talk | Leave](math.inf)
        self._clear()

    def _clear(self) -> None:
        """Nothing is on the table, and nothing has been told of it."""
        self._snapshot: Snapshot | None = None
        self._shown: Snapshot | None = None
        self._told = 0
        self._log: deque[str] = deque(maxlen=_REPEATED_EVENTS)
        self._last_status = ""
        self._away_reason: str | None = None
        self._words_told = self._hand_told = self._has_declined = self._resigned = False
        self._laid = trio.Event()

    # What the flows tell and ask.

    def status(self, text: str) -> None:
        self._say(telling.fact(text))

    def progress(self, text: str, done: int, total: int) -> None:
        if done in (0, total):
            told = _("{what}: done.") if done == total else _("{what}: begun.")
            self._say(told.format(what=telling.fact(text)))

    def show(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        if snapshot.names is not None:
            self._other_name = telling.player_name(snapshot.seat.other, snapshot.names)
        if snapshot.words is not None and self._company is Company.PERSON and not self._words_told:
            self._words_told = True
            self._say_all(telling.agreed(snapshot))
        if snapshot.view is None:
            return
        if not self._laid.is_set():
            self._laid.set()
            self._lines.keep()
        if len(snapshot.steps) < self._told:
            self._log_and_say(_("Your last move is taken back."))
            self._last_status = ""
        else:
            self._tell_steps(snapshot)
        self._told, self._shown = len(snapshot.steps), snapshot
        status = telling.whose_turn(snapshot)
        asked = snapshot.due is not None and snapshot.due.kind is Move and snapshot.connected
        if status != self._last_status and self._person and asked:
            self._say(status)
            if isinstance(snapshot.view.state.phase, Claiming):
                self._say_all(describe.moves(snapshot))
        self._last_status = status

    def _tell_steps(self, snapshot: Snapshot) -> None:
        """What has happened since the last snapshot, and what has come into the own hand."""
        names = snapshot.names
        assert names is not None, "whoever plays has a name"
        sentences = [
            sentence for step in snapshot.steps[self._told :] for sentence in telling.events(step, snapshot.seat, names)
        ]
        if self._shown is None and len(sentences) > _REPEATED_EVENTS:
            # A game that is gone on with: nobody wants to hear all of it again unasked.
            self._log += sentences
            self._say_all([_("The game goes on from here:"), *describe.table(snapshot)])
            self._hand_told = True
            sentences = []
        for sentence in sentences:
            self._log_and_say(sentence)
        new_cards = telling.new_cards(self._shown, snapshot)
        if new_cards is not None:
            self._log_and_say(new_cards)
        if self._person and not self._hand_told and _has_hand(snapshot):
            self._hand_told = True
            self._say_all(describe.hand(snapshot))

    def tell(self, news: News) -> None:
        if isinstance(news, Chatted) and not self._hears_chat:
            return
        if isinstance(news, EndWasOffered | AdjournWasOffered):
            self._has_declined = False
        if isinstance(news, PeerBack):
            self._away_reason = None
        if isinstance(news, PeerAway | PeerBack) and news.quietly:
            return
        if isinstance(news, PeerAway):
            if news.reason == self._away_reason:
                return  # it was said when it began
            self._away_reason = news.reason
        end, adjourn = (telling.to_type(spoken_word(word)) for word in (Word.END, Word.ADJOURN))
        self._log_and_say(telling.news(news, self._other_name, end, adjourn))

    def refuse(self, reason: str) -> None:
        self._resigned = False
        self._say(telling.fact(reason))

    async def admit(self, visitor: Visitor) -> bool:
        self._say(telling.visitor(visitor))
        return await self._sure(_("Let this player in?"))

    async def choose(self, games: Sequence[GameT]) -> GameT | None:
        self._say(telling.which_game(games))
        for number, game in enumerate(games, start=1):
            self._say(f"{number}: {telling.game_to_choose(game)}")
        while True:
            self._say(_("Type its number, or 0 for none."))
            answer = await self._lines.next()
            if answer is None or answer == "0":
                return None
            if answer.isdecimal() and 1 <= int(answer) <= len(games):
                return games[int(answer) - 1]

    def company(self, company: Company) -> None:
        self._company = company

    async def next_command(self) -> Command | TakeBack:
        await self._laid.wait()
        if self._resigned:
            return await self._leaving()
        while True:
            line = await self._lines.next()
            if line is None:
                return Leave(telling.SIMPLY_LEFT)
            command = await self._understand(line)
            if command is not None:
                self._resigned = isinstance(command, Resign)
                return command

    async def _leaving(self) -> Command:
        """Whoever has resigned can only leave sooner; other lines are for what is asked when the game has ended."""
        left = trio.Event()

        def heed(line: str) -> bool:
            if word_of(line) is Word.LEAVE:
                left.set()
            return left.is_set()

        self._lines.meanwhile(heed)
        await left.wait()
        return Leave(telling.SIMPLY_LEFT)

    async def end(
        self,
        ended: Ended,
        evening: Evening | None = None,
        *,
        rematch: bool = False,
        practised: Practised | None = None,
        replay: MakeReplay | None = None,
    ) -> Next:
        snapshot = self._snapshot
        if snapshot is not None:
            self._say_all(telling.score_sheet(snapshot))
        self._say(telling.outcome(ended, snapshot))
        if snapshot is not None and self._person and telling.game_over(snapshot) is not None:
            self._say_all(_statistics(snapshot))
        other_name = self._other_name or telling.player_name(Seat.GUEST, None)
        if evening is not None and evening.games > 1:
            self._say(telling.evening_score(evening, other_name))
        if ended.record is not None:
            self._say_all(telling.record_kept(ended.record))
        if practised is not None:
            compared = telling.both_sides(practised, other_name)
            self._say_all([*([] if compared is None else [compared]), *telling.deal_again(practised)])
        if not rematch or not self._person:
            return Next.NOTHING
        if replay is not None:
            reviewed = _("To hear what each move gave away, type {word}.")
            self._say(reviewed.format(word=spoken_word(Word.REVIEW)))
        following = await self._what_next(same_cards=practised is not None, replay=replay)
        if following is not Next.NOTHING:
            self._clear()
            self._lines.meanwhile(self._between)
        return following

    async def _what_next(self, *, same_cards: bool, replay: MakeReplay | None) -> Next:
        """Ask whether to play again; ``same_cards``: whether the same cards can be dealt again.

        Before that is answered the game that is over can be reviewed.
        """

        async def besides(line: str) -> bool:
            if replay is not None and word_of(line) is Word.REVIEW:
                await self._tell_review(replay)
                return False  # so the question is asked once more, at the end of all that
            return not same_cards and self._talks_on(line)

        if not same_cards:
            again = await self._sure(_("Play again?"), besides=besides)
            return Next.OTHER_CARDS if again else Next.NOTHING

        def asked(number: int | None) -> str:
            question = _("Play again? Type {yes}, or {swap} for the same cards with the seats swapped, or {no}.")
            yes, swap = with_number(spoken_yes(), number), with_number(spoken_swap(), number)
            return question.format(yes=yes, swap=swap, no=spoken_no())

        return await self._answered(asked, next_of, Next.NOTHING, besides)

    async def _tell_review(self, replay: MakeReplay) -> None:
        from mandala_client.review.sentences import told_review

        self._say_all(await trio.to_thread.run_sync(told_review, replay, abandon_on_cancel=True))

    async def between_games(self) -> Talk | Leave:
        return await self._wanted_between.receive()

    def talked(self, text: str) -> None:
        self._log_and_say(telling.own_talk(text))

    # What is typed.

    def listen(self) -> None:
        """From now on whoever types so leaves, before anything is asked; all other lines are for what is asked."""
        self._lines.meanwhile(self._leaves)

    def _leaves(self, line: str) -> bool:
        leaving = word_of(line) is Word.LEAVE
        if leaving:
            self._leave()
        return leaving

    def _unasked(self, line: str) -> bool:
        """A line is typed for a question that has lapsed, or for a game that is over: it is for nothing else."""
        if line and not self._leaves(line):
            unasked = _("Nothing is asked now, so that line does not count. Type {word} to leave.")
            self._say(unasked.format(word=spoken_word(Word.LEAVE)))
        return True

    def _between(self, line: str) -> bool:
        """A line between two games, when nothing is asked: one can talk, and leave."""
        if word_of(line) is Word.LEAVE:
            self._want_between.send_nowait(Leave(telling.SIMPLY_LEFT))
            return True
        return self._talks_on(line) or self._unasked(line)

    def _talks_on(self, line: str) -> bool:
        """Whether a line is said to the other player after the game, or asks for that."""
        typed, _space, rest = line.partition(" ")
        if line.startswith("/"):
            text = line[1:].strip()
        elif word_of(typed) is Word.SAY:
            text = rest.strip()
        else:
            return False
        if self._company is not Company.PERSON:
            self._say(no_talk())
        elif text:
            self._want_between.send_nowait(Talk(text[:MAX_CHAT]))
        else:
            self._say(_("Type your text after the word, on the same line."))
        return True

    async def _understand(self, line: str) -> Command | TakeBack | None:
        """What a typed line asks for; None if it was a question that is answered here."""
        if not line:
            return None
        if line.startswith("/"):
            return self._talk(line[1:].strip())  # as at the full screen
        typed, _space, rest = line.partition(" ")
        match word_of(typed):
            case None:
                return await self._as_move(line)
            case Word.SAY:
                return self._talk(rest.strip())
            case Word.END:
                return await self._offer_end()
            case Word.ADJOURN:
                return self._offer_adjourn()
            case Word.DECLINE:
                return self._decline()
            case Word.RESIGN:
                return await self._resign()
            case Word.LEAVE:
                return Leave(telling.SIMPLY_LEFT)
            case Word.UNDO:
                if self._company is Company.PRACTICE:
                    return TakeBack()
                self._say(_("Moves can be taken back only in practice: what is said to another player stays said."))
            case Word.MUTE:
                self._hears_chat = False
                self._say(_("You will not hear what the other player says, until you unmute the chat."))
            case Word.UNMUTE:
                self._hears_chat = True
                self._say(_("You will hear what the other player says."))
            case word:
                self._say_all(await self._answer(word))
        return None

    async def _answer(self, word: Word) -> list[str]:
        """What is heard when only something is asked."""
        match word:
            case Word.HELP:
                return help_lines(kept=self._company is not Company.PRACTICE)
            case Word.RULES:
                from mandala_client.rulebook.sentences import rules_sentences

                return rules_sentences()
            case Word.AID:
                from mandala_client.rulebook.sentences import aid_sentences

                return aid_sentences()
            case Word.LOG:
                return list(self._log)
            case Word.TABLE:
                return self._about(describe.table)
            case Word.HAND:
                return self._about(describe.hand)
            case Word.MOVES:
                return self._about(describe.moves)
            case Word.SCORE:
                return self._about(_points)
            case Word.WORDS:
                return self._about(_words)
            case Word.HINT:
                return await self._hint()
            case Word.REVIEW:
                return [_("The game is reviewed when it is over.")]
            case _:
                raise AssertionError(f"{word.value} asks for something to be done")

    def _about(self, describing: Callable[[Snapshot], list[str]]) -> list[str]:
        snapshot = self._snapshot
        if snapshot is None or snapshot.view is None or isinstance(snapshot.view.state.phase, Shuffling | Dealing):
            return [_("The cards are not dealt yet.")]
        return describing(snapshot)

    async def _hint(self) -> list[str]:
        if self._company is Company.PERSON:
            return [_("A hint is given only against a bot.")]
        from mandala_client.words.hint import hint

        assert self._snapshot is not None, "whoever is asked for a move sees a game"
        given = await trio.to_thread.run_sync(hint, self._snapshot)
        return [_("There is a hint only when it is your turn.") if given is None else given.sentence]

    async def _as_move(self, line: str) -> Command | None:
        notation = telling.as_notation(line)
        if notation is None:
            self._say(_what_was_meant(line))
            return None
        snapshot = self._snapshot
        if snapshot is None or snapshot.view is None or not snapshot.connected:
            return Play(notation)  # whoever carries it out says why not
        move = MANDALA.parse_move(notation)
        try:
            MANDALA.check(snapshot.view, move)
        except IllegalMove as error:
            self._say(telling.refusal(error, snapshot.view, move))
            return None
        if isinstance(move, Grow) and self._confirm:
            more = snapshot.view.holdings[HAND][move.colour] - move.count
            if more and not await self._sure(_partial(more, telling.colour_name(move.colour))):
                return None
        return Play(notation)

    def _talk(self, text: str) -> Command | None:
        if not text:
            self._say(_("Type your text after the word, on the same line."))
            return None
        if self._is_heard():
            self._log_and_say(telling.own_talk(text[:MAX_CHAT]))
        return Talk(text[:MAX_CHAT])

    async def _offer_end(self) -> Command | None:
        offered = self._snapshot is not None and self._snapshot.end_offered
        question = (
            _("Agree to end the game as it stands?")
            if offered
            else _("Offer to end the game as it stands? It ends as soon as the other player agrees.")
        )
        if self._confirm and not await self._sure(question):
            return self._decline() if offered else None
        if self._can_offer() and not offered:
            self._log_and_say(_("You offer to end the game as it stands."))
        return OfferEnd()

    def _offer_adjourn(self) -> Command:
        if self._can_offer() and self._snapshot is not None and not self._snapshot.adjourn_offered:
            self._log_and_say(_("You offer to adjourn and go on another time."))
        return OfferAdjourn()

    def _decline(self) -> Command | None:
        snapshot = self._snapshot
        offered = snapshot is not None and (snapshot.end_offered or snapshot.adjourn_offered)
        if not offered or self._has_declined:
            self._say(_("There is no offer to decline."))
            return None
        if self._is_heard():
            self._has_declined = True
            self._log_and_say(_("You would rather play on."))
        return DeclineOffer()

    async def _resign(self) -> Command | None:
        if self._confirm and not await self._sure(_("Resign, so that the other player wins?")):
            return None
        return Resign()

    def _is_heard(self) -> bool:
        return self._snapshot is not None and self._snapshot.connected

    def _can_offer(self) -> bool:
        due = None if self._snapshot is None else self._snapshot.due
        return self._is_heard() and due is not None and due.occasion in PLAYING

    async def _sure(self, question: str, *, besides: Besides = _nothing_besides) -> bool:
        """Whether the answer is yes; no more lines mean no. Lines that ``besides`` takes answer nothing."""

        def asked(number: int | None) -> str:
            yes_or_no = _("Type {yes} or {no}.").format(yes=with_number(spoken_yes(), number), no=spoken_no())
            return f"{question} {yes_or_no}"

        return await self._answered(asked, answer_of, False, besides)

    async def _answered(
        self,
        asked: Callable[[int | None], str],
        understood: Callable[[str, int | None], T | None],
        otherwise: T,
        besides: Besides = _nothing_besides,
    ) -> T:
        """Ask until a line is understood; ``otherwise`` if there are no more lines. ``besides`` as for ``_sure``.

        A question may lapse, as the visitor whom it is about has gone. What was typed for it answers no other one: so
        the next is agreed to with its number.
        """
        number = self._lapses + 1 if self._lapsed else None
        if number is not None:
            self._say(_("The question before this one does not count any more."))
        try:
            answer = None
            while answer is None:
                self._say(asked(number))
                line = await self._lines.next()
                while line is not None and await besides(line):
                    line = await self._lines.next()
                answer = otherwise if line is None else understood(line, number)
        except trio.Cancelled:
            self._lapses, self._lapsed = self._lapses + 1, True
            self._lines.meanwhile(self._unasked)
            raise
        self._lapsed = False
        return answer

    # Saying.

    def _say_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._say(line)

    def _log_and_say(self, text: str) -> None:
        self._log.append(text)
        self._say(text)

    def _say(self, text: str) -> None:
        print(as_written(text), file=self._out, flush=True)


def _has_hand(snapshot: Snapshot) -> bool:
    """Whether all the own cards of the first deal are known."""
    view = snapshot.view
    return view is not None and isinstance(view.state.phase, Turn) and HAND in view.holdings


def _what_was_meant(line: str) -> str:
    """What is said of a line that is no move."""
    if telling.as_notation(f"{line}1") is not None:
        return _("How many cards? Type the number too, such as {example}.").format(example=f"{line}2")
    return _("That is not a move or a word known here. Type {word} to hear what is.").format(
        word=spoken_word(Word.HELP)
    )


def _partial(more: int, colour: str) -> str:
    question = ngettext(
        "You hold {count} more {colour} card, which would stay in your hand. Play without it?",
        "You hold {count} more {colour} cards, which would stay in your hand. Play without them?",
        more,
    )
    return question.format(count=more, colour=colour)


def _points(snapshot: Snapshot) -> list[str]:
    if telling.game_over(snapshot) is not None:
        return telling.score_sheet(snapshot)
    if snapshot.live_score:
        return [telling.points_now(snapshot)]
    return [_("The points as they stand are told only if both players have chosen that in their settings.")]


def _words(snapshot: Snapshot) -> list[str]:
    if snapshot.words is None:
        return [_("In this game there are no authentication words.")]
    return [telling.words(snapshot.words)]


def _statistics(snapshot: Snapshot) -> list[str]:
    from mandala_client.words.tally import sentences, tally

    return sentences(tally(snapshot), telling.player_name(snapshot.seat.other, snapshot.names))


def run_linear(
    main: Callable[[LinearDesk], Awaitable[T]],
    *,
    person: bool = True,
    settings: Settings | None = None,
    lines: TypedLines | None = None,
) -> T:
    """Run ``main`` with a desk at standard output and ``lines``, which are those of standard input if not given.

    Raises as ``run_until_stopped``: ``KeyboardInterrupt`` if the person leaves where there is no game to be left.
    """
    lines = lines or standard_input()

    async def run(stop: Callable[[], None]) -> T:
        desk = LinearDesk(lines, sys.stdout, person=person, settings=settings, leave=stop)
        if person:
            desk.listen()
        return await main(desk)

    return run_until_stopped(run)
