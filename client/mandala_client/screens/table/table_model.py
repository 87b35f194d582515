"""The state of the screen: one immutable value. The functions that give the next one are in ``updates``."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import field, frozen

from mandala_client.games.catalogue import USUAL_GAME, ui_of
from mandala_client.games.game_ui import AnyGameUI
from mandala_client.games.lesson import Teaching
from mandala_client.games.series import Series
from mandala_client.play.frontend import Opponent
from mandala_client.settings.settings import Settings
from mandala_client.text.player_names import player_name
from mandala_client.ui.line_input import TypedLine
from mandala_client.ui.log_pane import Log, LogLine
from mandala_client.ui.motion import Passing
from mandala_net.bots.forecast import Forecast
from mandala_net.discovery.listing import Listing
from mandala_net.match.admission import PeerInfo
from mandala_net.match.news import GameEnded, PeerAway
from mandala_net.store.store import StoredGame
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import Moved
from mandala_protocol.games.test_games.test_game_names import is_test_game
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import OfferKind

if TYPE_CHECKING:
    from mandala_client.games.deal import Practised
    from mandala_client.screens.replay.replay_model import ReplayModel


@frozen
class OpeningProgress:
    """The progress of something slow."""

    text: str
    done: int
    total: int


class Question(enum.Enum):
    """A question, in front of everything else, before something is done; so is every kind of offer."""

    RESIGN = "resign"
    LEAVE = "leave"
    ABANDON = "call the game abandoned"


class EndPage(enum.Enum):
    """A page after the end of the game."""

    RESULT = "result"
    STATISTICS = "statistics"
    LOG = "log"
    TABLE = "table"


class Book(enum.Enum):
    """A text that can be read at any time."""

    RULES = "rules"
    AID = "player aid"


@frozen
class Admitting:
    """A player waits to be let in.

    ``number``: the digit that means yes, where the question before this one has lapsed; None for the usual letter.
    """

    peer: PeerInfo
    number: int | None = None


@frozen
class Agreeing:
    """A question to be answered by yes or no, and what it is about; ``number`` as for a player at the door."""

    sentences: tuple[str, ...]
    question: str
    number: int | None = None


@frozen
class Choosing:
    """Games are open; the one under the cursor is joined, or gone on with.

    ``cautions``: for each what is to be known before it is taken, empty if nothing is; none at all if for none.
    """

    games: tuple[Listing | StoredGame, ...]
    cursor: int = 0
    cautions: tuple[str, ...] = ()


@frozen
class Helping:
    """The help is open; ``scrolled``: the lines it is scrolled down."""

    scrolled: int = 0


@frozen
class Reading:
    """The rules or the player aid are open; ``scrolled``: the lines they are scrolled down.

    ``chapters``: how far to scroll for each chapter; known once it has been drawn.
    """

    book: Book
    scrolled: int = 0
    chapters: tuple[int, ...] = ()


@frozen
class Replaying:
    """The game just played is looked at again.

    ``known``: how many lines the log had after the end when this was opened; what came since then is told in the bar.
    """

    model: ReplayModel
    known: int = 0


@frozen
class Learning:
    """The explanation of the lesson is open; ``scrolled``: the lines it is scrolled down."""

    scrolled: int = 0


Overlay: TypeAlias = Admitting | Agreeing | Choosing | Helping | Reading | Replaying | Learning


@frozen
class Draft:
    """The contents of the input line.

    ``behind``: the characters behind the cursor. ``move``: the move that it is, possible or not. ``composed``: the
    arrow keys or the mouse wrote it. ``refused``: it was not possible. Either way typing starts anew.
    """

    text: str = ""
    behind: int = 0
    move: Any = None
    composed: bool = False
    refused: bool = False

    @property
    def line(self) -> TypedLine:
        return TypedLine(self.text, self.behind)


class TeacherRequest(enum.Enum):
    """The wish of someone who asks the teacher."""

    HINT = "hint"
    CHANCE = "chance"


@frozen(eq=False)
class Inquiry:
    """A question to the teacher about the position of a snapshot, asked with this in the input line.

    None is equal to another: what answers one of an earlier position does not answer a later one.
    """

    sought: TeacherRequest
    game: AnyGameUI
    snapshot: Snapshot
    draft: Draft


@frozen
class TableModel:
    """All that the screen shows.

    ``expected_game``: the name of the game that is about to begin, as long as none is seen.
    ``from_lobby``: whoever leaves is back in the lobby.
    ``thinking``: the seconds that the player to move has been thinking for, None where that is not shown.
    ``invitation``: those of the ``statuses`` that say how others join.
    ``warnings``: what is to be heeded before the game.
    ``confirming``: the move in the input line is asked about once more, as it is easily regretted.
    ``chance``: what we can expect, shown in practice alone where that is wanted.
    ``asked``: what the teacher thinks about at present.
    ``hinted``: the move that was recommended in this position, if a hint was asked for.
    ``muted``: how many lines of the other player have not been shown. ``log_open``: the log fills the screen.
    ``sent``: a move is on its way, until the game has gone on. ``leaving``: we have said that we leave.
    ``scrolled``: how many rows the log is scrolled up; the screen goes no further than to its first line.
    ``quiet_seconds``: for how long nothing has been heard of the other side; ``away``: the line to it is lost.
    ``graces_asked``: after how many graces it was last asked whether to call the game abandoned.
    ``series``: the score of this sitting at the end of a game; ``rematch``: whether there can be another game;
    ``practised``: the cards of a game for practice, which can be dealt again;
    ``typing_through``: the end came while a line was being typed, or a line is typed that no one can hear any more, and
    letters may still be meant for that.
    ``rematch_wanted``: the other player has said to want it; ``awaiting``: we have, and it has not begun.
    ``moving``: what passes in front of the table or instead of it for a moment, until a key is pressed.
    ``lines_since_end``: how many lines of the log came after the end. ``reviewable``: the game that is over can be
    reviewed.
    """

    settings: Settings = field(factory=Settings)
    expected_game: str = USUAL_GAME
    opponent: Opponent = Opponent.PERSON
    thinking: int | None = None
    lesson: Teaching | None = None
    from_lobby: bool = False
    snapshot: Snapshot | None = None
    log: tuple[LogLine, ...] = ()
    statuses: tuple[str, ...] = ()
    invitation: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    progress: OpeningProgress | None = None
    draft: Draft = field(factory=Draft)
    message: str | None = None
    overlay: Overlay | None = None
    question: Question | OfferKind | None = None
    confirming: bool = False
    hinted: Any = None
    chance: Forecast | None = None
    asked: tuple[Inquiry, ...] = ()
    muted: int = 0
    log_open: bool = False
    ended: GameEnded | None = None
    end_page: EndPage = EndPage.RESULT
    series: Series | None = None
    practised: Practised | None = None
    rematch: bool = False
    rematch_wanted: bool = False
    awaiting: bool = False
    moving: Passing | None = None
    lines_since_end: int = 0
    typing_through: bool = False
    reviewable: bool = False
    sent: bool = False
    leaving: bool = False
    scrolled: int = 0
    quiet_seconds: int | None = None
    away: PeerAway | None = None
    graces_asked: int = 0

    @property
    def task(self) -> str | None:
        """The move that the lesson asks for, as long as it is our turn."""
        return self.lesson.task if self.lesson is not None and self.legal_moves else None

    @property
    def history(self) -> Log:
        """The log, as far as it is scrolled."""
        return Log(self.log, self.scrolled, self.log_open)

    @property
    def game(self) -> AnyGameUI:
        """The game that is seen, or expected."""
        seen = None if self.snapshot is None else self.snapshot.game
        return ui_of(seen or self.expected_game)

    @property
    def state(self) -> Any:
        """The public state once the cards are dealt; None before."""
        view = None if self.snapshot is None else self.snapshot.view
        return view.state if view is not None and self.game.words.is_laid(view.state) else None

    @property
    def laid(self) -> bool:
        """Return whether the table is laid: the cards are dealt."""
        return self.state is not None

    @property
    def counted(self) -> bool:
        """Return whether the game has statistics of what was played."""
        return self.laid and self.snapshot is not None and bool(self.game.words.statistics(self.snapshot))

    @property
    def words_to_compare(self) -> str | None:
        """The authentication words while they matter most: once the cards are dealt, until someone has moved."""
        snapshot = self.snapshot
        if snapshot is None or not self.laid or self.opponent is not Opponent.PERSON:
            return None
        if is_test_game(snapshot.game):
            return None
        return None if any(isinstance(step.event, Moved) for step in snapshot.steps) else snapshot.words

    @property
    def legal_moves(self) -> tuple[Any, ...]:
        """The moves that are legal now; empty if it is not our move, or ours is on its way."""
        snapshot = self.snapshot
        if snapshot is None or snapshot.view is None or snapshot.pending is not Pending.MOVE or self.sent:
            return ()
        return self.game.rules.legal_moves(snapshot.view)

    @property
    def chosen(self) -> Any:
        """The legal move that stands in the input line; None if none does."""
        return self.draft.move if self.draft.move in self.legal_moves else None

    @property
    def offered(self) -> OfferKind | None:
        """The kind of offer that the other player makes, unless we have declined it."""
        theirs = None if self.snapshot is None else self.snapshot.their_offer
        return None if theirs is None or theirs.declined else theirs.kind

    @property
    def can_try_again(self) -> bool:
        """Return whether what could not be saved may be tried again, now that it is over."""
        return self.ended is not None and self.ended.can_try_again

    @property
    def can_talk_on(self) -> bool:
        """Return whether there is someone to talk to when it is over: whoever may play again is on the line."""
        return self.rematch and self.opponent is Opponent.PERSON

    @property
    def other_name(self) -> str:
        """The other player's name, as it may be shown."""
        if self.snapshot is None:
            return player_name(Seat.GUEST, None)
        return player_name(self.snapshot.seat.other, self.snapshot.names)
