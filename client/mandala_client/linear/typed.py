"""The meaning of lines that are typed at a table: moves, offers, chat, and words that ask for something."""

from __future__ import annotations

from functools import partial

from mandala_client.games.game_words import refusal_of
from mandala_client.linear.asking import Asking, Beside
from mandala_client.linear.inquiries import ONLY_ASK, answer_to, hint_for
from mandala_client.linear.text_table import TextTable
from mandala_client.linear.unasked import nothing_said, talk_of
from mandala_client.linear.word_help import stands_alone, yes_or_no
from mandala_client.play.frontend import Opponent, TakeBack
from mandala_client.sentences import outcomes
from mandala_client.sentences.offer_text import OFFER_TEXTS, is_offered, theirs_in_short
from mandala_client.table import word_acts
from mandala_client.table.table_model import Playing, Question, TableModel, evolve_playing
from mandala_client.text.language import _
from mandala_client.text.typed_words import TypedWord, WordPlace, answer_of, spoken_word, word_of
from mandala_protocol.conversation.events import Command, Leave, Play
from mandala_protocol.wire.messages import OfferKind


class TypedAtTable:
    """Understands what is typed at a table. ``confirm``: what cannot be taken back is asked once more."""

    def __init__(self, table: TextTable, asking: Asking, *, confirm: bool) -> None:
        self._table, self._asking, self._voice, self._confirm = table, asking, table.voice, confirm

    async def understand(self, line: str) -> Command | TakeBack | None:
        """The request of a typed line; None if it was a question that is answered here."""
        if not line:
            taught = self._table.model.taught
            return None if taught is None else Play(taught)
        waits = self._table.waits_on(line)
        if waits is not False:
            return None if waits is True else waits
        text = talk_of(line)
        if text == "":
            self._voice.say(nothing_said())
            return None
        if text is not None:
            return self._table.take(word_acts.talk(self._table.model, text))
        self._voice.line_typed()
        first, _space, rest = line.partition(" ")
        word = word_of(first)
        if word is None or (rest and word in (TypedWord.YES, TypedWord.NO)):
            return await self._as_move(line)
        if rest and not word.can_be_followed(WordPlace.GAME):
            self._voice.say(stands_alone(word))
            return None
        if word is TypedWord.LEAVE:
            return Leave(outcomes.SIMPLY_LEFT)
        wanted = word_acts.do_word(self._table.model, word)
        if wanted is None:
            await self._answer(word, rest.strip())
            return None
        model, _act = wanted
        if model.question is not None and model.question is not Question.ABANDON:
            return await self._asked(model, model.question)
        return self._table.take(wanted)

    async def _answer(self, word: TypedWord, rest: str) -> None:
        """Answer a word that only asks for something; ``rest``: the text after it."""
        if word is TypedWord.HINT:
            self._voice.say(await self._hinted())
        else:
            self._voice.say_all(await answer_to(word, rest, self._table.model, self._voice))

    async def _sure(self, question: str) -> bool:
        """Ask; words that only ask for something are answered meanwhile."""
        asked = partial(yes_or_no, question)
        return await self._asking.answered(asked, self._understood, False, self._beside_a_question)

    def _understood(self, line: str, number: int | None) -> bool | None:
        """Return the answer in a line, None if there is none; a no is confirmed."""
        answer = answer_of(line, number)
        if answer is False:
            self._voice.say(_("Nothing changes."))
            self._repeat_their_offer(self._table.model)
        return answer

    def _repeat_their_offer(self, model: TableModel) -> None:
        """Say what the other player offers, if that waits for an answer."""
        if model.offered is not None:
            self._voice.say(yes_or_no(theirs_in_short(model.offered, model.other_name)))

    async def _beside_a_question(self, line: str) -> Beside:
        """Answer a word that only asks for something; the last sentences end with the question themselves."""
        first, _space, rest = line.partition(" ")
        word = word_of(first)
        if word not in ONLY_ASK or (rest and not word.can_be_followed(WordPlace.GAME)):
            return Beside.NOTHING
        self._voice.line_typed()
        await self._answer(word, rest.strip())
        return Beside.SOMETHING if word is TypedWord.REPEAT else Beside.MUCH

    async def _hinted(self) -> str:
        """Ask for a hint, and remember its move: that one is played without a question."""
        model = self._table.model
        found = await hint_for(model)
        if isinstance(found, str):
            return found
        if self._table.model.snapshot is model.snapshot:
            self._table.become(evolve_playing(self._table.model, hinted=found.move))
        return found.sentence

    async def _asked(self, model: TableModel, question: Question | OfferKind) -> Command | TakeBack | None:
        """Ask before something is done that cannot be taken back, where that is wanted."""
        asks = _asks(model, question) if self._confirm else None
        yes = asks is None or await self._sure(asks)
        answered = word_acts.agreed if yes else word_acts.denied
        return self._table.take(answered(self._table.model, question))

    async def _as_move(self, line: str) -> Command | None:
        model = self._table.model
        move, snapshot = model.game.words.typed(line), model.snapshot
        if move is None:
            slip = model.game.words.slip(line, snapshot.view if snapshot is not None and model.legal_moves else None)
            self._voice.say(slip or _not_understood())
            self._repeat_their_offer(model)
            return None
        if snapshot is None or snapshot.view is None or not snapshot.connected:
            return Play(move)  # whoever carries it out says why not
        refusal = refusal_of(model.game.words, snapshot.view, move)
        if refusal is not None:
            self._voice.say(refusal)
            return None
        is_hinted = isinstance(model.phase, Playing) and move == model.phase.hinted
        regret = model.game.words.regretted(snapshot.view, move) if self._confirm and not is_hinted else None
        if regret is not None and not await self._sure(regret):
            return None
        return Play(move)


def _not_understood() -> str:
    """Return the answer to a line that does not even look like a move."""
    return _("That is not a move or a command. Type “{word}” for help.").format(word=spoken_word(TypedWord.HELP))


def _asks(model: TableModel, question: Question | OfferKind) -> str | None:
    """The question before an act, if there is one; in a practice game no one needs to agree to its end."""
    if not isinstance(question, OfferKind):
        return _("Resign? Then the other player wins.")
    if model.opponent is Opponent.PRACTICE and question is OfferKind.END:
        return _("End the game now and score it?")
    text = OFFER_TEXTS[question]
    asks = text.sure_to_agree if is_offered(model.snapshot, question) else text.sure
    return None if asks is None else _(asks)
