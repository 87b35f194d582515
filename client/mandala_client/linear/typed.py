"""The meaning of lines that are typed at a table: moves, offers, chat, and words that ask for something."""

from __future__ import annotations

from typing import Any

from mandala_client.games.game_ui import refusal_of
from mandala_client.games.game_words import GameWords
from mandala_client.linear.asking import Asking
from mandala_client.linear.game_sentences import GameSentences
from mandala_client.linear.inquiries import answer_to
from mandala_client.linear.unasked import nothing_said, talk_of
from mandala_client.linear.voice import Voice
from mandala_client.play.frontend import Opponent, TakeBack
from mandala_client.sentences import outcomes, status_text
from mandala_client.sentences.offer_text import OFFER_TEXTS, is_offered, offer_of
from mandala_client.text.language import _
from mandala_client.text.player_names import player_name
from mandala_client.text.typed_words import TypedWord, spoken_word, word_of
from mandala_net.match.news import News, Talked
from mandala_protocol.conversation.events import (
    Abandon,
    Command,
    DeclineOffer,
    Leave,
    MakeOffer,
    Play,
    Resign,
    Talk,
)
from mandala_protocol.wire.messages import OfferKind


class TypedAtTable:
    """Understands what is typed in a game as it has been told.

    ``confirm``: what cannot be taken back is asked once more; ``hears_chat``: what the other player says is to be told.
    """

    def __init__(self, game: GameSentences, asking: Asking, voice: Voice, *, confirm: bool, hears_chat: bool) -> None:
        self._game, self._asking, self._voice, self._confirm = game, asking, voice, confirm
        self._hears_chat = hears_chat

    def wants_to_hear(self, news: News) -> bool:
        """Return whether this is to be told."""
        return self._hears_chat or not isinstance(news, Talked)

    async def understand(self, line: str) -> Command | TakeBack | None:
        """The request of a typed line; None if it was a question that is answered here."""
        if not line:
            return None
        abandons = self._game.abandons(line)
        if abandons is not None:
            return Abandon() if abandons else None
        text = talk_of(line)
        if text is not None:
            return self._talk(text)
        match word_of(line.partition(" ")[0]):
            case None:
                return await self._as_move(line)
            case TypedWord.DECLINE:
                return self._decline()
            case TypedWord.RESIGN:
                return await self._resign()
            case TypedWord.ABANDON:
                self._voice.say(self._why_not_abandoned())
            case TypedWord.LEAVE:
                return Leave(outcomes.SIMPLY_LEFT)
            case TypedWord.UNDO:
                if self._game.opponent is Opponent.PRACTICE:
                    return TakeBack()
                only = _("You can take moves back only in a practice game. Against another player, a move is final.")
                self._voice.say(only)
            case TypedWord.MUTE:
                self._hears_chat = False
                self._voice.say(_("Chat is muted. You will not see what the other player says until you unmute it."))
            case TypedWord.UNMUTE:
                self._hears_chat = True
                self._voice.say(_("Chat is on again."))
            case word:
                kind = offer_of(word)
                if kind is not None:
                    return await self._offer(kind)
                self._voice.say_all(await answer_to(word, self._game, self._voice))
        return None

    async def _as_move(self, line: str) -> Command | None:
        words = self._game.words
        move = words.typed(line)
        if move is None:
            self._voice.say(_what_was_meant(line, words))
            return None
        snapshot, command = self._game.snapshot, Play(move)
        if snapshot is None or snapshot.view is None or not snapshot.connected:
            return command  # whoever carries it out says why not
        refusal = refusal_of(self._game.game, snapshot.view, move)
        if refusal is not None:
            self._voice.say(refusal)
            return None
        regret = words.regretted(snapshot.view, move) if self._confirm else None
        if regret is not None and not await self._asking.sure(regret):
            return None
        return command

    def _talk(self, text: str) -> Command | None:
        if not text:
            self._voice.say(nothing_said())
            return None
        if self._game.connected:
            self._voice.report(status_text.own_talk(text))
        return Talk(text)

    async def _offer(self, kind: OfferKind) -> Command | None:
        offered = is_offered(self._game.snapshot, kind)
        question = _about_offer(kind, alone=self._game.opponent is Opponent.PRACTICE, offered=offered)
        if self._confirm and question is not None and not await self._asking.sure(question):
            return self._decline() if offered else None
        return MakeOffer(kind)

    def _decline(self) -> Command | None:
        snapshot = self._game.snapshot
        if snapshot is None or snapshot.their_offer is None:
            self._voice.say(_("There is no offer to decline."))
            return None
        return DeclineOffer()  # whoever carries it out knows whether that was said before

    def _why_not_abandoned(self) -> str:
        snapshot = self._game.snapshot
        if snapshot is None:
            return _("There is no game to be called abandoned.")
        return status_text.not_overdue(snapshot, player_name(snapshot.seat.other, snapshot.names))

    async def _resign(self) -> Command | None:
        if self._confirm and not await self._asking.sure(_("Resign? Then the other player wins.")):
            return None
        return Resign()


def _what_was_meant(line: str, words: GameWords[Any]) -> str:
    """Return the answer to a line that is no move."""
    example = words.uncounted(line)
    if example is not None:
        return _("A number is missing. Type it too, such as “{example}”.").format(example=example)
    return _("That is not a move or a command. Type “{word}” for help.").format(word=spoken_word(TypedWord.HELP))


def _about_offer(kind: OfferKind, *, alone: bool, offered: bool) -> str | None:
    """The question before an offer, if there is one; ``alone``: no one needs to agree to it."""
    if alone and kind is OfferKind.END:
        return _("End the game now and score it?")
    text = OFFER_TEXTS[kind]
    question = text.sure_to_agree if offered else text.sure
    return None if question is None else _(question)
