"""The state of a game at the table: one immutable value, with a phase.

The functions that give the next one are in ``updates`` for what comes from the game, and in ``edits`` for what comes
from the keys.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import evolve, field, frozen

from mandala_client.games.catalogue import USUAL_GAME, ui_of
from mandala_client.games.game_table import TableScene, scene_in_play
from mandala_client.games.game_ui import AnyGameUI, Book
from mandala_client.games.game_words import GameWords
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
from mandala_net.match.news import GameEnded, PeerAway, PeerQuiet
from mandala_net.store.store import StoredGame
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.test_games.test_game_names import is_test_game
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import OfferKind

if TYPE_CHECKING:
    from mandala_client.games.deal import Practised
    from mandala_client.screens.replay.replay_model import ReplayModel


@frozen
class Progress:
    """The progress of something slow: a sentence, and how much is ``done`` of the ``total``."""

    text: str
    done: int
    total: int


class Question(enum.Enum):
    """A question, in front of everything else, before something is done; so is every kind of offer."""

    RESIGN = "resign"
    LEAVE = "leave"
    ABANDON = "call the game abandoned"
    GIVE_UP = "leave a game that the other player has probably called abandoned"


class EndPage(enum.Enum):
    """A page after the end of the game."""

    RESULT = "result"
    STATISTICS = "statistics"
    LOG = "log"
    TABLE = "table"


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
    """The contents of the input line."""

    text: str = ""
    """The text that is typed."""

    behind: int = 0
    """The number of characters behind the cursor."""

    move: Any = None
    """The move that the text is, possible or not; None if it is no move."""

    composed: bool = False
    """The arrow keys or the mouse wrote it: typing starts anew."""

    letter: str = ""
    """The letter that chose the move, which may begin a word; empty if none did."""

    refused: bool = False
    """It was not possible: typing starts anew."""

    confirming: bool = False
    """The move is easily regretted, and is asked about once more."""

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
class Preparing:
    """The phase of a game before the cards are dealt: the players meet, agree, and shuffle."""

    warnings: tuple[str, ...] = ()
    """The sentences that are to be heeded before the game."""

    invitation: tuple[str, ...] = ()
    """The sentences about how others join, as they stand among the ``statuses`` of the model."""

    progress: Progress | None = None
    """The progress of something slow; None if nothing is."""


@frozen
class Playing:
    """The phase of a game in which it is played: the cards are dealt."""

    lesson: Teaching | None = None
    """The explanation of the lesson and its task; None outside a lesson."""

    lesson_waits: bool = False
    """The table is looked at before the lesson explains more; no move is made meanwhile."""

    thinking: int | None = None
    """The seconds that the player to move has been thinking for; None where that is not shown."""

    asked: tuple[Inquiry, ...] = ()
    """The questions that the teacher thinks about at present."""

    hinted: Any = None
    """The move that was recommended in this position; None if no hint was asked for."""

    chance: Forecast | None = None
    """Our chance to win in this position, in a practice game where that is wanted; None if it is not known."""

    sent: bool = False
    """Our move is on its way, until the game has gone on."""

    log_open: bool = False
    """The log fills the screen."""


@frozen
class Ended:
    """The phase of a game that is over, until another begins."""

    end: GameEnded
    """The outcome of the game, and what became of its record."""

    page: EndPage = EndPage.RESULT
    """The page that is looked at."""

    series: Series | None = None
    """The score of the games of this sitting; None if it is not counted."""

    practised: Practised | None = None
    """The cards of a practice game, which can be dealt again; None for any other game."""

    rematch: bool = False
    """There can be another game: the other player is still here."""

    awaiting: bool = False
    """We want another game, and it has not begun."""

    reviewable: bool = False
    """The game can be reviewed move by move."""

    progress: Progress | None = None
    """The progress of the review that is being made; None if none is."""

    lines_since_end: int = 0
    """The lines of the log that came after the end."""

    typing_through: bool = False
    """Letters are meant for a line that no one receives, and for nothing else.

    The end came while it was typed, or the other player has gone.
    """


TablePhase: TypeAlias = Preparing | Playing | Ended


@frozen
class TableModel:
    """All that is known of a game at the table, and how it is looked at.

    What is true in one phase alone is in the ``phase``.
    """

    # What is known of the game.

    settings: Settings = field(factory=Settings)
    """The settings of our player, as changed at the table."""

    expected_game: str = USUAL_GAME
    """The name of the game that is about to begin, as long as no snapshot names it."""

    opponent: Opponent = Opponent.PERSON
    """The kind of the other player."""

    from_lobby: bool = False
    """Whoever leaves is back in the lobby."""

    has_keys: bool = True
    """There are keys beside typed words; in text mode everything is typed."""

    phase: TablePhase = field(factory=Preparing)
    """The phase of the game, with what is true in it alone."""

    snapshot: Snapshot | None = None
    """The game as far as it has come; None before both players have met."""

    log: tuple[LogLine, ...] = ()
    """All that has happened and was said, the newest last; at most ``MOST_LOG_LINES``."""

    statuses: tuple[str, ...] = ()
    """Sentences about what goes on around the game, the newest last."""

    muted: int = 0
    """The lines of the other player that were not shown since the chat was muted."""

    quiet: PeerQuiet | None = None
    """The silence of the other program; None if it is heard."""

    away: PeerAway | None = None
    """The absence of the other player; None while there is a line."""

    graces_asked: int = 0
    """The number of graces after which it was last asked whether to call the game abandoned."""

    rematch_wanted: bool = False
    """The other player wants another game. That may be heard before the end is in sight."""

    leaving: bool = False
    """We have said that we leave."""

    # What only the screen has.

    question: Question | OfferKind | None = None
    """The question that is answered before anything else; None if nothing is asked."""

    overlay: Overlay | None = None
    """The page in front of everything but a question; None if there is none."""

    answered: str = ""
    """The letters that have answered a question so far: the rest of the word, and Enter, mean nothing else.

    While it is still asked, the last letter, which was no answer: the next one does not agree."""

    message: str | None = None
    """The answer to the last key; None if there is nothing to say."""

    draft: Draft = field(factory=Draft)
    """The input line."""

    scrolled: int = 0
    """The rows that the log is scrolled up, or a page of the end down."""

    moving: Passing | None = None
    """The motion in front of the table or instead of it, until it is over or a key is pressed."""

    @property
    def scene(self) -> TableScene[Any]:
        """The table as our player sees it, with what can be chosen; it must be laid."""
        assert self.snapshot is not None, "the table is laid"
        return scene_in_play(self.snapshot, self.legal_moves, self.chosen, self.taught)

    @property
    def task(self) -> str | None:
        """The move that the lesson asks for, as long as it is our turn."""
        lesson = self.phase.lesson if isinstance(self.phase, Playing) else None
        return lesson.task if lesson is not None and self.legal_moves else None

    @property
    def taught(self) -> Any:
        """The move that does the task of the lesson; None if it cannot be made now."""
        lesson = self.phase.lesson if isinstance(self.phase, Playing) else None
        return lesson.move if lesson is not None and lesson.move in self.legal_moves else None

    @property
    def history(self) -> Log:
        """The log, as far as it is scrolled."""
        return Log(self.log, self.scrolled, isinstance(self.phase, Playing) and self.phase.log_open)

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
        """Return whether the game has statistics of what was played; they are counted only to be shown."""
        return self.laid and type(self.game.words).statistics is not GameWords.statistics

    @property
    def words_to_compare(self) -> str | None:
        """The authentication words while they matter most: once the cards are dealt, until someone has moved."""
        snapshot = self.snapshot
        if snapshot is None or not self.laid or self.opponent is not Opponent.PERSON:
            return None
        return None if snapshot.has_moves or is_test_game(snapshot.game) else snapshot.words

    @property
    def legal_moves(self) -> tuple[Any, ...]:
        """The moves that are legal now; empty if it is not our move, ours is on its way, or the lesson waits."""
        snapshot, phase = self.snapshot, self.phase
        if snapshot is None or snapshot.view is None or snapshot.pending is not Pending.MOVE:
            return ()
        if not isinstance(phase, Playing) or phase.sent or phase.lesson_waits:
            return ()
        return self.game.rules.legal_moves(snapshot.view)

    @property
    def chosen(self) -> Any:
        """The legal move that stands in the input line; None if none does."""
        return self.draft.move if self.draft.move in self.legal_moves else None

    @property
    def offered(self) -> OfferKind | None:
        """The kind of offer that the other player makes, unless we have answered it."""
        if self.snapshot is None:
            return None
        theirs, ours = self.snapshot.their_offer, self.snapshot.own_offer
        if theirs is None or theirs.declined or (ours is not None and ours.kind is theirs.kind):
            return None
        return theirs.kind

    @property
    def can_talk_on(self) -> bool:
        """Return whether there is someone to talk to when it is over: whoever may play again is on the line."""
        return isinstance(self.phase, Ended) and self.phase.rematch and self.opponent is Opponent.PERSON

    @property
    def other_name(self) -> str:
        """The other player's name, as it may be shown."""
        if self.snapshot is None:
            return player_name(Seat.GUEST, None)
        return player_name(self.snapshot.seat.other, self.snapshot.names)


def evolve_preparing(model: TableModel, **changes: Any) -> TableModel:
    """Change fields of a game that is being prepared; a model in another phase stays as it is."""
    return _evolve_phase(model, Preparing, changes)


def evolve_playing(model: TableModel, **changes: Any) -> TableModel:
    """Change fields of a game that is being played; a model in another phase stays as it is."""
    return _evolve_phase(model, Playing, changes)


def evolve_ended(model: TableModel, **changes: Any) -> TableModel:
    """Change fields of a game that is over; a model in another phase stays as it is."""
    return _evolve_phase(model, Ended, changes)


def _evolve_phase(model: TableModel, phase: type[TablePhase], changes: dict[str, Any]) -> TableModel:
    if not isinstance(model.phase, phase):
        return model
    return evolve(model, phase=evolve(model.phase, **changes))
