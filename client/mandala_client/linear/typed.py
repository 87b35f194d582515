"""What lines mean that are typed at a table: moves, offers, talk, and words that ask for something."""

from __future__ import annotations

from typing import Any

from mandala_client.games.game_words import GameWords
from mandala_client.linear.asking import Asking
from mandala_client.linear.game_sentences import GameTold
from mandala_client.linear.inquiries import answer_to
from mandala_client.linear.unasked import nothing_said, talk_of
from mandala_client.linear.voice import Voice
from mandala_client.play.frontend import Company, TakeBack
from mandala_client.sentences import status_text
from mandala_client.text.language import _
from mandala_client.text.typed_words import TypedWord, spoken_word, word_of
from mandala_net.match.news import News, Talked
from mandala_protocol.conversation.events import (
    Command,
    DeclineOffer,
    Leave,
    OfferAdjourn,
    OfferEnd,
    Play,
    Resign,
    Talk,
)
from mandala_protocol.games.game import IllegalMove
from mandala_protocol.record.order import PLAYING


class TypedAtTable:
    """Understands what is typed in a game as it has been told.

    ``confirm``: what cannot be taken back is asked once more; ``hears_chat``: what the other player says is to be told.
    """

    def __init__(self, game: GameTold, asking: Asking, voice: Voice, *, confirm: bool, hears_chat: bool) -> None:
        self._game, self._asking, self._voice, self._confirm = game, asking, voice, confirm
        self._hears_chat = hears_chat
        self._declining = False

    def not_done(self) -> None:
        """What was asked for last is not possible, or not wanted any more."""
        self._declining = False

    def done(self) -> None:
        """What was asked for last has been done, if it was possible; what is to be said of it then is said."""
        if self._declining and self._game.connected:
            self._voice.report(_("You decline the offer and play on."))
        self._declining = False

    def wants_to_hear(self, news: News) -> bool:
        """Return whether this is to be told."""
        return self._hears_chat or not isinstance(news, Talked)

    async def understand(self, line: str) -> Command | TakeBack | None:
        """Return what a typed line asks for; None if it was a question that is answered here."""
        if not line:
            return None
        text = talk_of(line)
        if text is not None:
            return self._talk(text)
        match word_of(line.partition(" ")[0]):
            case None:
                return await self._as_move(line)
            case TypedWord.END:
                return await self._offer_end()
            case TypedWord.ADJOURN:
                return self._offer_adjourn()
            case TypedWord.DECLINE:
                return self._decline()
            case TypedWord.RESIGN:
                return await self._resign()
            case TypedWord.LEAVE:
                return Leave(status_text.SIMPLY_LEFT)
            case TypedWord.UNDO:
                if self._game.company is Company.PRACTICE:
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
                self._voice.say_all(await answer_to(word, self._game, self._voice))
        return None

    async def _as_move(self, line: str) -> Command | None:
        words, rules = self._game.words, self._game.game.rules
        move = words.typed(line)
        if move is None:
            self._voice.say(_what_was_meant(line, words))
            return None
        snapshot, command = self._game.snapshot, Play(move)
        if snapshot is None or snapshot.view is None or not snapshot.connected:
            return command  # whoever carries it out says why not
        try:
            rules.check(snapshot.view, move)
        except IllegalMove as error:
            self._voice.say(words.refusal(error, snapshot.view, move))
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

    async def _offer_end(self) -> Command | None:
        snapshot = self._game.snapshot
        alone, offered = self._game.company is Company.PRACTICE, snapshot is not None and snapshot.end_offered
        if self._confirm and not await self._asking.sure(_about_ending(alone=alone, offered=offered)):
            return self._decline() if offered else None
        if self._can_offer() and not offered and not alone:
            self._voice.report(_("You offer to end the game now and score it."))
        return OfferEnd()

    def _offer_adjourn(self) -> Command:
        snapshot = self._game.snapshot
        alone = self._game.company is Company.PRACTICE
        if self._can_offer() and snapshot is not None and not snapshot.adjourn_offered and not alone:
            self._voice.report(_("You offer to adjourn the game."))
        return OfferAdjourn()

    def _decline(self) -> Command | None:
        snapshot = self._game.snapshot
        offered = snapshot is not None and (snapshot.end_offered or snapshot.adjourn_offered)
        if not offered:
            self._voice.say(_("There is no offer to decline."))
            return None
        self._declining = True  # whoever carries it out knows whether that was said before
        return DeclineOffer()

    async def _resign(self) -> Command | None:
        if self._confirm and not await self._asking.sure(_("Resign? Then the other player wins.")):
            return None
        return Resign()

    def _can_offer(self) -> bool:
        snapshot = self._game.snapshot
        due = None if snapshot is None else snapshot.due
        return self._game.connected and due is not None and due.occasion in PLAYING


def _what_was_meant(line: str, words: GameWords[Any]) -> str:
    """Return what is said of a line that is no move."""
    example = words.uncounted(line)
    if example is not None:
        return _("How many cards? Type the number too, such as “{example}”.").format(example=example)
    return _("That is not a move or a command. Type “{word}” for help.").format(word=spoken_word(TypedWord.HELP))


def _about_ending(*, alone: bool, offered: bool) -> str:
    """The question before the end; ``alone``: no one needs to agree to it."""
    if alone:
        return _("End the game now and score it?")
    if offered:
        return _("Agree to end the game now and score it?")
    return _("Offer to end the game now and score it? It ends as soon as the other player agrees.")
