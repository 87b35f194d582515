"""The interface between a game and a person: the whole screen, or text mode.

``ScreenFrontend`` is for terminals; ``TextFrontend`` says the same in plain sentences, for screen readers, scripts and
pipes. All methods are called on trio's thread, and none of the plain ones ever waits.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from attrs import frozen

from mandala_client.games.catalogue import USUAL_GAME
from mandala_client.games.lesson import Teaching
from mandala_client.games.series import Series
from mandala_net.discovery.listing import Listing
from mandala_net.match.admission import PeerInfo
from mandala_net.match.news import GameEnded, News
from mandala_net.store.store import StoredGame
from mandala_protocol.conversation.events import Command, Leave, Talk
from mandala_protocol.conversation.snapshot import Snapshot

if TYPE_CHECKING:
    from mandala_client.games.deal import Practised
    from mandala_client.records.replay import MakeReplay

GameT = TypeVar("GameT", Listing, StoredGame)


class Opponent(enum.Enum):
    """The kind of opponent one plays with."""

    PERSON = "a person"
    BOT = "a bot, which nobody minds being helped against"
    PRACTICE = "a bot, in a game for practice, where moves can be taken back"


class Next(enum.Enum):
    """A wish after a game."""

    NOTHING = "nothing more"
    OTHER_CARDS = "another game"
    SAME_CARDS = "another game with the same cards, the seats swapped"
    TRY_AGAIN = "what could not be saved, once more"


@frozen
class TakeBack:
    """The person wants the own last move back; only asked for in practice."""


class Frontend(Protocol):
    """The needs of the flows of hosting and joining: what they ask of whoever sits in front of the program."""

    def status(self, text: str) -> None:
        """One sentence of what is going on before, between and after games."""

    def warn(self, text: str) -> None:
        """Something to be heeded before the game, in a sentence or two that no one overlooks."""

    def invite(self, lines: Sequence[str], *, again: bool) -> None:
        """Say how others join; ``again``: in place of what was said before, as the network has changed."""

    def progress(self, text: str, done: int, total: int) -> None:
        """The progress of something slower than a blink; ``done == total`` ends it."""

    def show(self, snapshot: Snapshot) -> None:
        """The game as it is now."""

    def tell(self, news: News) -> None:
        """Something happened that is not in the state of the game."""

    def teach(self, snapshot: Snapshot, teaching: Teaching) -> None:
        """The game as it is now, then the lesson's explanation of it and the move that it asks for."""

    def refuse(self, reason: str) -> None:
        """The wish is not possible: one line that says why."""

    async def admit(self, peer: PeerInfo) -> bool:
        """Ask whether to let this player in."""

    async def agrees(self, sentences: Sequence[str], question: str) -> bool:
        """Tell something, and ask a question about it that is answered by yes or no; no where no one can be asked."""

    async def choose(self, games: Sequence[GameT], cautions: Sequence[str] = ()) -> GameT | None:
        """Ask which of these games to join, or to resume; None for none.

        ``cautions``: for each game what is to be known before it is taken, empty if nothing is.
        """

    def opponent(self, opponent: Opponent, game: str = USUAL_GAME) -> None:
        """Name the opponent of the next game, and that game."""

    async def next_command(self) -> Command | TakeBack:
        """The next thing that the person wants done: a move, chat, resigning, an offer, an abandonment, leaving."""

    async def end(
        self,
        ended: GameEnded,
        series: Series | None = None,
        *,
        rematch: bool = False,
        practised: Practised | None = None,
        replay: MakeReplay | None = None,
    ) -> Next:
        """Show how it ended, until the person has seen it; what is wanted next.

        ``series`` is the score of this sitting, this game included; ``rematch`` says whether there can be another
        game. If it is wanted, the frontend is cleared for it as soon as it is shown. What the other wants, and whether
        it is there still, comes as news meanwhile, or after that: if it has left by then this is called once more for
        the same game, without a ``rematch``. What could not be saved can be tried again. ``practised`` are the cards of
        a game for practice; only these can be wanted again. ``replay`` makes what is needed to review
        the game; None if there is nothing to review.
        """

    async def between_games(self) -> Talk | Leave:
        """The next thing that the person wants done while another game may follow, also while ``end`` still asks.

        That is to say something to the other player; or, having wanted another game, to leave after all.
        """

    def talked(self, text: str) -> None:
        """The person's words between two games have gone out."""


__all__ = ["Frontend", "GameT", "Next", "Opponent", "PeerInfo", "TakeBack"]
