"""The table in text mode: one model, of which every change is said."""

from __future__ import annotations

from typing import Any, Final, Never

import trio
from attrs import evolve

from mandala_client.games.game_words import GameWords
from mandala_client.games.lesson import Teaching
from mandala_client.linear.inquiries import ASKED_AFTER_GAME, answer_after_game
from mandala_client.linear.table_sentences import is_taken_back, is_turn_announced, sentences_between, turn
from mandala_client.linear.voice import Voice
from mandala_client.linear.word_help import yes_or_no
from mandala_client.play.frontend import TakeBack
from mandala_client.sentences import status_text
from mandala_client.settings.settings import Settings
from mandala_client.table.acts import Requested
from mandala_client.table.table_model import Ended, Playing, Question, TableModel
from mandala_client.table.updates import for_the_next_game
from mandala_client.table.word_acts import agreed, denied
from mandala_client.text.language import _
from mandala_client.text.player_names import player_name
from mandala_client.text.typed_words import TypedWord, WordPlace, spoken_word, whole_answer_of, word_of
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_client.ui.blocks.values import Compared, Comparison
from mandala_protocol.conversation.events import Abandon, Command, Leave
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.wire.messages import Move

THINKING_SECONDS: Final = 1.0
"""Seconds of the other player's thinking before that is said: an answer that comes sooner says it."""


class TextTable:
    """One table after the other, said in this ``voice``, and nothing twice without being asked.

    ``person``: somebody plays here, who is told the own cards, and when to move.
    """

    def __init__(self, voice: Voice, settings: Settings, *, person: bool, from_lobby: bool) -> None:
        self.model = TableModel(settings=settings, from_lobby=from_lobby, has_keys=False)
        self.voice, self._person = voice, person
        self._knows_help = from_lobby  # which says it itself
        self._turn, self._turns_told = "", frozenset[str]()
        self._unsaid = ""
        self._last_turn: Snapshot | None = None
        self._changed = trio.lowlevel.ParkingLot()

    def become(self, model: TableModel) -> None:
        """Go on to this model, and say what is new in it."""
        before, self.model = self.model, evolve(model, message=None)
        if isinstance(before.phase, Ended) and not isinstance(model.phase, Ended):
            before = for_the_next_game(before)
            self.voice.forget()
            self._turn, self._turns_told, self._unsaid, self._last_turn = "", frozenset(), "", None
        if is_taken_back(before, model):
            self._turn, self._last_turn = "", None
        for said in sentences_between(before, model, person=self._person):
            if said.happened and said.aloud:
                self.voice.report(said.text)
            elif said.happened:
                self.voice.keep([said.text])
            else:
                self.voice.say(said.text)
        self._say_noticed()
        self._say_lesson(before)
        self._say_turn(before)
        self._changed.unpark_all()

    def _say_noticed(self) -> None:
        """Say what the moves have changed since the last turn, once all cards of it are there."""
        snapshot, plays = self.model.snapshot, self._person and isinstance(self.model.phase, Playing)
        if not plays or snapshot is None or snapshot.due is None or snapshot.due.kind is not Move:
            return
        if self._last_turn is not None:
            self.voice.say_all(noticed(self.model.game.words, self._last_turn, snapshot))
        self._last_turn = snapshot

    def _say_lesson(self, before: TableModel) -> None:
        """Say what the lesson explains and asks for; how one does that, and how one leaves, when it begins and ends."""
        earlier, lesson = (
            model.phase.lesson if isinstance(model.phase, Playing) else None for model in (before, self.model)
        )
        if lesson is None or lesson == earlier:
            return
        self._knows_help = True
        self.voice.say_all(lesson.explained)
        if lesson.task is not None:
            self.voice.say(lesson.task)
        if lesson.task is None or earlier is None:
            self.voice.say(how_to_go_on(lesson))

    def _say_turn(self, before: TableModel) -> None:
        """Say whose turn it is when that has changed: what can be done in it once, and that another thinks later."""
        told = None if self.model.task is not None else turn(self.model)  # the task says it
        sentence, ours = ("", False) if told is None else told
        if sentence == self._turn:
            return
        comes, self._turn, self._unsaid = not self._turn, sentence, ""
        snapshot = self.model.snapshot
        if not sentence or not self._person or snapshot is None:
            return
        if comes and self.model.offered is not None:
            sentence = yes_or_no(status_text.whose_turn(snapshot))  # the offer may be older than this program
        if not ours:
            self._unsaid = sentence
            return
        choices = self.model.game.words.choices(snapshot)
        is_announced = bool(choices) and is_turn_announced(before, self.model)
        self.voice.say(_("Your turn.") if is_announced or sentence in self._turns_told else sentence)
        if not is_announced:
            self._turns_told |= {sentence}
        self.voice.say_all(choices)
        if not self._knows_help and self.model.legal_moves and not choices and self.model.offered is None:
            self._knows_help = True
            self.voice.say(what_to_type(self.model))

    async def say_who_thinks(self) -> Never:
        """Say that the other player is thinking, once that takes a while. Runs beside the game, for ever."""
        while True:
            unsaid = self._unsaid
            if not unsaid:
                await self._changed.park()
                continue
            await trio.sleep(THINKING_SECONDS)
            if self._unsaid == unsaid:
                self._unsaid = ""
                self.voice.say(unsaid)

    def take(self, wanted: Requested) -> Command | TakeBack | None:
        """Go on as a typed word asks for, and return what it wants done."""
        model, command = wanted
        self.become(model)
        return command

    def asked_after_game(self, line: str) -> TypedWord | None:
        """Answer a word that asks for something about the game that is over, and return it; None for other lines."""
        word = word_of(line, WordPlace.AFTER_GAME)
        if word is None or word not in ASKED_AFTER_GAME:
            return None
        self.voice.line_typed()
        self.voice.say_all(answer_after_game(word, self.model, self.voice))
        return word

    def waits_on(self, line: str) -> Abandon | Leave | bool:
        """Answer the question whether to wait no longer: what is to be done then, or True to keep waiting.

        False if the line is for something else. The word alone calls the game abandoned at any time once the other
        player has been away for too long.
        """
        model = self.model
        question = model.question if model.question in (Question.ABANDON, Question.GIVE_UP) else None
        asked = None if question is None else whole_answer_of(line)
        overdue = model.away is not None and model.away.graces > 0
        answer = True if overdue and word_of(line) is TypedWord.ABANDON else asked
        if answer is None:
            return False
        wanted = self.take((agreed if answer else denied)(model, question or Question.ABANDON))
        return wanted if isinstance(wanted, Abandon | Leave) else True


def what_to_type(model: TableModel) -> str:
    """The sentence for someone who moves for the first time, with a legal move as an example."""
    text = _("Type a move such as “{move}”, or “{help}” for all commands.")
    return text.format(move=model.game.words.notation(model.legal_moves[0]), help=spoken_word(TypedWord.HELP))


def how_to_go_on(lesson: Teaching) -> str:
    """The sentence on how the task of a lesson is done, or its game is left."""
    leave = spoken_word(TypedWord.LEAVE)
    if lesson.task is None:
        hint, undo, help_word = map(spoken_word, (TypedWord.HINT, TypedWord.UNDO, TypedWord.HELP))
        how = _(
            "Type “{hint}” for a hint, “{undo}” to take a move back, “{help}” for all commands, “{leave}” to leave."
        )
        return how.format(hint=hint, undo=undo, help=help_word, leave=leave)
    how = _("Type the move, or press Enter alone: that plays it for you. Type “{leave}” to leave the lesson.")
    return how.format(leave=leave)


def noticed(words: GameWords[Any], before: Snapshot, after: Snapshot) -> list[str]:
    """The sentences after the events of the moves between two turns, and before whose turn it is."""
    return [*words.noticed(before, after), *_live_score(words, before, after)]


def _live_score(words: GameWords[Any], before: Snapshot, after: Snapshot) -> list[str]:
    """Return the live score if it is on and has changed."""
    then, now = words.standing(before), words.standing(after)
    if not after.live_score or then is None or now is None or (then.own, then.other) == (now.own, now.other):
        return []
    score = Compared(_("Live score"), str(now.own), str(now.other))
    return sentences_of([Comparison(player_name(after.seat.other, after.names), (score,))])
