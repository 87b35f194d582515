"""Sentences during a game: events at the table and beside it, whose turn it is, the hand."""

from __future__ import annotations

from typing import Any

from mandala_client.games.catalogue import USUAL_GAME, ui_of
from mandala_client.games.game_ui import AnyGameUI
from mandala_client.games.game_words import GameWords
from mandala_client.games.lesson import Teaching
from mandala_client.games.table_events import event_sentences
from mandala_client.linear.voice import REPEATED, Voice
from mandala_client.linear.word_help import yes_or_no
from mandala_client.play.frontend import Opponent
from mandala_client.sentences import offer_text, status_text
from mandala_client.text.duration import duration
from mandala_client.text.language import _
from mandala_client.text.player_names import player_name
from mandala_client.text.typed_words import TypedWord, answer_of, spoken_word, word_of
from mandala_net.match.news import News, OfferMade, PeerAway, PeerBack, PeerHeard, PeerQuiet
from mandala_net.match.terms import SHORTEST_GRACE
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import HAND, ExpectMove
from mandala_protocol.wire.messages import Move


class GameSentences:
    """Say one game after the other in this ``voice``, and nothing twice without being asked.

    ``person``: somebody plays here, who is told the own cards, and when to move. ``opponent`` is the kind of opponent,
    ``expected_game`` the name of the game as long as none is seen; ``other_name`` what the other player is called, None
    as long as that is not known.
    """

    def __init__(self, voice: Voice, *, person: bool) -> None:
        self._voice, self._person = voice, person
        self.opponent = Opponent.PERSON
        self.expected_game = USUAL_GAME
        self.other_name: str | None = None
        self.clear()

    def clear(self) -> None:
        """Take everything off the table, and forget what has been told of it."""
        self._voice.forget()
        self.snapshot: Snapshot | None = None
        self.lesson: Teaching | None = None
        self._told: Snapshot | None = None
        self._last_status = ""
        self._away_reason: str | None = None
        self._graces_told, self._asks_to_abandon = 0, False
        self._words_told = self._hand_told = self._quiet_told = self._talk_told = False

    @property
    def game(self) -> AnyGameUI:
        """The game that is seen, or expected."""
        seen = None if self.snapshot is None else self.snapshot.game
        return ui_of(seen or self.expected_game)

    @property
    def words(self) -> GameWords[Any]:
        """The sentences about it."""
        return self.game.words

    @property
    def connected(self) -> bool:
        """Return whether there is a game, and a line to the other player."""
        return self.snapshot is not None and self.snapshot.connected

    def show(self, snapshot: Snapshot) -> None:
        """Tell what is new in the game as it is now."""
        before, self.snapshot = self.snapshot, snapshot
        if snapshot.names is not None:
            self.other_name = player_name(snapshot.seat.other, snapshot.names)
        if snapshot.words is not None and self.opponent is Opponent.PERSON and not self._words_told:
            self._words_told = True
            self._voice.say_all(status_text.agreed(snapshot))
        if snapshot.view is None:
            return
        if self._told is not None and len(snapshot.steps) < len(self._told.steps):
            self._voice.report(_("Your last move has been taken back."))
            self._last_status = ""
        else:
            self._tell_steps(snapshot)
        self._told = snapshot
        self._tell_own_offer(before, snapshot)
        status = status_text.whose_turn(snapshot)
        asked = snapshot.due is not None and snapshot.due.kind is Move and snapshot.connected
        if status != self._last_status and self._person and asked:
            self._voice.say(status)
            if snapshot.due is not None and snapshot.due.speaker is snapshot.seat:
                self._voice.say_all(self.words.choices(snapshot))
        self._last_status = status

    def _tell_steps(self, snapshot: Snapshot) -> None:
        """The news since they were last told, and the cards that have come into the own hand."""
        names = snapshot.names
        assert names is not None, "whoever plays has a name"
        sentences: list[str] = []
        for number in range(0 if self._told is None else len(self._told.steps), len(snapshot.steps)):
            events = (*self.words.events(snapshot.steps[number]), *self.words.drawn(snapshot, number))
            sentences += event_sentences(events, snapshot.seat, names)
        if self._told is None and len(sentences) > REPEATED:
            # A game that is gone on with: no one wants to hear all of it again unasked.
            self._voice.keep(sentences)
            self._voice.say_all([_("The game continues from here:"), *self.words.table(snapshot)])
            self._hand_told = True
            sentences = []
        for sentence in sentences:
            self._voice.report(sentence)
        if self._person and not self._hand_told and self._has_hand(snapshot):
            self._hand_told = True
            self._voice.say_all(self.words.hand(snapshot))

    def _tell_own_offer(self, before: Snapshot | None, now: Snapshot) -> None:
        """Tell what we have just offered, or declined."""
        if not self._person:
            return
        offered, theirs = offer_text.told_of_own(before, now), now.their_offer
        if offered is not None:
            self._voice.report(offered)
        if theirs is not None and theirs.declined and before is not None and before.their_offer != theirs:
            self._voice.report(_("You decline the offer and play on."))

    def tell(self, news: News) -> None:
        """Tell what has happened beside the game, an absence once for each reason, and a silence once."""
        if isinstance(news, PeerAway | PeerBack):
            self._ask_to_abandon(0 if isinstance(news, PeerBack) else news.graces)
        if self._needs_no_telling(news):
            return
        self._voice.report(status_text.news(news, self.other_name))
        if isinstance(news, PeerAway) and news.returning and self.opponent is Opponent.PERSON and not self._talk_told:
            self._talk_told = True
            self._voice.report(status_text.talk_not_kept())

    def _ask_to_abandon(self, graces: int) -> None:
        """Ask whether to call the game abandoned, each time that another whole grace has passed."""
        more, self._graces_told = graces > self._graces_told, graces
        if graces == 0:
            self._asks_to_abandon = False
        if more and self._person and self.snapshot is not None:
            self._asks_to_abandon = True
            name = player_name(self.snapshot.seat.other, self.snapshot.names)
            self._voice.say(yes_or_no(status_text.too_long_away(name, self.snapshot.grace)))

    def abandons(self, line: str) -> bool | None:
        """Answer the question to call the game abandoned: True to do so, False to keep waiting.

        None if the line is for something else. The word alone does so at any time once the other player has been away
        for too long.
        """
        asked = answer_of(line) if self._asks_to_abandon else None
        answer = True if self._graces_told and word_of(line) is TypedWord.ABANDON else asked
        if answer is None:
            return None
        self._asks_to_abandon = False
        if not answer and self.snapshot is not None:
            waits = _("You keep waiting, and will be asked again in {time}. To call the game abandoned, type “{word}”.")
            time, word = duration(max(self.snapshot.grace, SHORTEST_GRACE)), spoken_word(TypedWord.ABANDON)
            self._voice.say(waits.format(time=time, word=word))
        return answer

    def _needs_no_telling(self, news: News) -> bool:
        """Return whether it was said when it began, comes and goes too often, or is told when it has its effect."""
        match news:
            case PeerAway(reason=reason, quietly=quietly):
                is_told = quietly or reason == self._away_reason
                self._away_reason = self._away_reason if quietly else reason
                self._quiet_told = False
                return is_told
            case PeerQuiet(quietly=quietly):
                is_told = quietly or self._quiet_told
                self._quiet_told = self._quiet_told or not quietly
                return is_told
            case PeerBack(quietly=quietly):
                self._away_reason, self._quiet_told = None, False
                return quietly
            case PeerHeard(quietly=quietly):
                self._quiet_told = False
                return quietly
            case OfferMade(kind=kind):
                return offer_text.agrees_to_ours(self.snapshot, kind)
            case _:
                return False

    def _has_hand(self, snapshot: Snapshot) -> bool:
        """Return whether all the own cards of the first deal are known."""
        view = snapshot.view
        if view is None or HAND not in view.holdings:
            return False
        return isinstance(self.game.rules.expects(view.state), ExpectMove)
