"""What is told of a game while it is played: what happens at the table and beside it, whose turn it is, the hand."""

from __future__ import annotations

from mandala_client.games.mandala import position_text
from mandala_client.linear.voice import REPEATED, Voice
from mandala_client.play.frontend import Company
from mandala_client.text import status_text
from mandala_client.text.language import _
from mandala_client.text.typed_words import TypedWord, spoken_word
from mandala_net.match.news import News, PeerAway, PeerBack, PeerHeard, PeerQuiet
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import HAND
from mandala_protocol.games.mandala.state import Claiming, Turn
from mandala_protocol.wire.messages import Move


class GameTold:
    """Tells one game after the other in this ``voice``, and nothing twice without being asked.

    ``person``: somebody plays here, who is told the own cards, and when to move. ``company`` is with whom one plays;
    ``other_name`` what the other player is called, None as long as that is not known.
    """

    def __init__(self, voice: Voice, *, person: bool) -> None:
        self._voice, self._person = voice, person
        self.company = Company.PERSON
        self.other_name: str | None = None
        self.clear()

    def clear(self) -> None:
        """Nothing is on the table, and nothing has been told of it."""
        self._voice.forget()
        self.snapshot: Snapshot | None = None
        self._told: Snapshot | None = None
        self._last_status = ""
        self._away_reason: str | None = None
        self._words_told = self._hand_told = self._quiet_told = self._talk_told = False

    @property
    def connected(self) -> bool:
        """Whether there is a game, and a line to the other player."""
        return self.snapshot is not None and self.snapshot.connected

    def show(self, snapshot: Snapshot) -> None:
        """Tell what is new in the game as it is now."""
        self.snapshot = snapshot
        if snapshot.names is not None:
            self.other_name = status_text.player_name(snapshot.seat.other, snapshot.names)
        if snapshot.words is not None and self.company is Company.PERSON and not self._words_told:
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
        status = status_text.whose_turn(snapshot)
        asked = snapshot.due is not None and snapshot.due.kind is Move and snapshot.connected
        if status != self._last_status and self._person and asked:
            self._voice.say(status)
            if isinstance(snapshot.view.state.phase, Claiming):
                self._voice.say_all(position_text.moves(snapshot))
        self._last_status = status

    def _tell_steps(self, snapshot: Snapshot) -> None:
        """What has happened since it was last told, and what has come into the own hand."""
        names = snapshot.names
        assert names is not None, "whoever plays has a name"
        sentences: list[str] = []
        for number in range(0 if self._told is None else len(self._told.steps), len(snapshot.steps)):
            sentences += status_text.events(snapshot.steps[number], snapshot.seat, names)
            sentences += status_text.drawn_at(snapshot, number)
        if self._told is None and len(sentences) > REPEATED:
            # A game that is gone on with: nobody wants to hear all of it again unasked.
            self._voice.keep(sentences)
            self._voice.say_all([_("The game continues from here:"), *position_text.table(snapshot)])
            self._hand_told = True
            sentences = []
        for sentence in sentences:
            self._voice.report(sentence)
        if self._person and not self._hand_told and _has_hand(snapshot):
            self._hand_told = True
            self._voice.say_all(position_text.hand(snapshot))

    def tell(self, news: News) -> None:
        """Tell what has happened beside the game, an absence once for each reason, and a silence once."""
        if self._needs_no_telling(news):
            return
        end, adjourn = (status_text.to_type(spoken_word(word)) for word in (TypedWord.END, TypedWord.ADJOURN))
        self._voice.report(status_text.news(news, self.other_name, end, adjourn))
        if isinstance(news, PeerAway) and news.returning and self.company is Company.PERSON and not self._talk_told:
            self._talk_told = True
            self._voice.report(status_text.talk_not_kept())

    def _needs_no_telling(self, news: News) -> bool:
        """Whether it was said when it began, or comes and goes too often."""
        match news:
            case PeerAway(reason=reason, quietly=quietly):
                told = quietly or reason == self._away_reason
                self._away_reason = self._away_reason if quietly else reason
                self._quiet_told = False
                return told
            case PeerQuiet(quietly=quietly):
                told = quietly or self._quiet_told
                self._quiet_told = self._quiet_told or not quietly
                return told
            case PeerBack(quietly=quietly):
                self._away_reason, self._quiet_told = None, False
                return quietly
            case PeerHeard(quietly=quietly):
                self._quiet_told = False
                return quietly
            case _:
                return False


def _has_hand(snapshot: Snapshot) -> bool:
    """Whether all the own cards of the first deal are known."""
    view = snapshot.view
    return view is not None and isinstance(view.state.phase, Turn) and HAND in view.holdings
