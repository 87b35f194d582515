"""The interface of a game's words: writing its moves, and all sentences about it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from attrs import frozen

from mandala_client.games.endings import ended_early, result_of, who_won, why_ended_by_players
from mandala_client.games.table_events import TableEvent
from mandala_client.text.language import _, said
from mandala_client.text.numbers import points
from mandala_client.text.player_names import Names, player_name
from mandala_client.text.quoting import quoted
from mandala_client.text.typed_words import TypedWord, spoken_word
from mandala_client.ui.blocks.values import Blocks, Compared, Comparison
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import BadNotation, EndOfGame, EndReason, Game, IllegalMove, Moved, View
from mandala_protocol.games.open_game import OutOfTurn
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat

MoveT = TypeVar("MoveT")

MOST_MOVES_IN_FULL: Final = 20
"""The most moves that are listed with all that they bring."""


@frozen
class Hint(Generic[MoveT]):
    """A legal move, and the sentence that recommends it."""

    move: MoveT
    sentence: str


@frozen
class Standing:
    """Your points, and the visible points of the other player.

    ``hidden``: how many hidden cards of the other player may count too. ``counted``: how many of your own cards count
    here that the other player cannot see.
    """

    own: int
    other: int
    hidden: int = 0
    counted: int = 0


def view_of(snapshot: Snapshot) -> View[Any]:
    """The view in a snapshot of a game that is seen at the table."""
    assert snapshot.view is not None, "the game is seen"
    return snapshot.view


def moves_by(snapshot: Snapshot, seat: Seat) -> list[Any]:
    """The moves that the player at this seat has made so far."""
    return [step.event.move for step in snapshot.steps if isinstance(step.event, Moved) and step.event.seat is seat]


class GameWords(Protocol[MoveT]):
    """The sentences of one game, in the spoken language. A method with a body is optional: it has a usual answer.

    ``snapshot`` is the game as we see it, with a view; ``you`` in a sentence is the player at its seat.
    """

    @property
    def rules(self) -> Game[Any, MoveT]:
        """The rules of the game."""

    # Moves, as they are written for people.

    def typed(self, text: str) -> MoveT | None:
        """The move that is typed like this, allowed or not; None if it looks like none."""
        try:
            return self.rules.parse_move(text.strip().upper())
        except BadNotation:
            return None

    def notation(self, move: MoveT) -> str:
        """The move as it is shown and typed."""
        return self.rules.format_move(move)

    def examples(self) -> str:
        """An example of each kind of move as it is typed, such as "A1o, Ck1"."""

    def how_to_type(self) -> list[str]:
        """A sentence for each kind of move on how to type it, for the help of text mode."""

    def slip(self, text: str, view: View[Any] | None = None) -> str | None:
        """The mistake in a text that looks like a move but is none, in a sentence; None if it does not look like one.

        ``view``: the game as we see it if it is our move, so that what is missing in any case is not asked for.
        """
        return None

    # What happens.

    def events(self, step: Step) -> tuple[TableEvent, ...]:
        """The events of one step: the deed itself first, then what followed from it.

        A step that is shown in parts has the state after each part with the last event of that part.
        """
        match step.event:
            case Moved(seat=mover, move=move):
                return self.moved(step, mover, move)
            case EndOfGame() as ended:
                return (ended_early(ended),)
            case _:
                return ()

    def moved(self, step: Step, mover: Seat, move: MoveT) -> tuple[TableEvent, ...]:
        """The events of a step that is a move, in a game that shuffles, deals and hides no cards."""
        raise AssertionError("a game says what a move does, here or in its events")

    def drawn(self, snapshot: Snapshot, step: int) -> tuple[TableEvent, ...]:
        """The cards that the step of this number, counted from 0, brought to our hand."""
        return ()

    def noticed(self, before: Snapshot, after: Snapshot) -> list[str]:
        """The changes between two turns that one sees at a glance, and that no event says, for text mode."""
        return []

    # Whose turn it is.

    def is_laid(self, state: Any) -> bool:
        """Return whether the table is laid: all cards of the beginning have been dealt."""
        return True

    def began(self, state: Any) -> Seat | None:
        """The player who moved first; None if that is not said."""
        return None

    def turn(self, snapshot: Snapshot, mover: str, *, ours: bool) -> str | None:
        """The sentence about whose turn it is, and the choices; ``mover`` is the name. None for the usual sentence."""
        return None

    def dealing(self, snapshot: Snapshot) -> str | None:
        """The sentence about who is dealt cards at the moment. None for the usual sentence."""
        return None

    # A move before it is made.

    def refusal(self, error: IllegalMove, view: View[Any] | None = None, move: MoveT | None = None) -> str:
        """The reason why a move is not possible, in one sentence; ``view`` and ``move`` as far as they are known.

        It is not asked about an ``OutOfTurn``.
        """

    def preview(self, snapshot: Snapshot, move: MoveT, other: str, *, brief: bool = False) -> list[str]:
        """A preview of a legal move; ``other`` is the other player's name. ``brief`` where there is little room."""

    def regretted(self, view: View[Any], move: MoveT) -> str | None:
        """The question before a legal move that is easily regretted; None for a move that needs none."""
        return None

    def hint(self, snapshot: Snapshot) -> Hint[MoveT] | None:
        """A good move and why; None for the usual hint, which is the bare move of the strongest bot."""
        return None

    # The position, for someone who asks.

    def table(self, snapshot: Snapshot) -> list[str]:
        """Everything that is on the table, and our own cards."""

    def parts(self) -> Collection[TypedWord]:
        """The words for those parts of the table that someone may ask for alone in text mode."""
        return ()

    def part(self, snapshot: Snapshot, word: TypedWord, which: str) -> list[str]:
        """One of these parts; ``which``: what was typed after the word."""
        return []

    def hand(self, snapshot: Snapshot) -> list[str]:
        """Our own hidden cards."""
        return []

    def about_hand(self) -> str | None:
        """The meaning of the word for one's own hidden cards, for the help; None if there are none."""
        return None

    def choices(self, snapshot: Snapshot) -> list[str]:
        """The choices that are listed, unasked, when it is our move."""
        return []

    # How it stands, and how it ended.

    def why_over(self, termination: Any) -> str:
        """The sentence about how games ended by their rules, for someone who does not know the game."""

    def why_it_ended(self, state: Any, names: Names | None, seat: Seat | None) -> str:
        """The sentence about how one game ended by its rules: to the player at this seat, or to an observer if None."""
        result = result_of(self.rules, state)
        assert result is not None, "the game is over"
        return self.why_over(result.termination)

    def who_won(self, state: Any, names: Names | None, seat: Seat | None) -> str:
        """The sentence about the winner and the points: to the player at this seat, or to an observer if None."""
        result = result_of(self.rules, state)
        assert result is not None, "the game is over"
        return who_won(result, names, seat)

    def game_over(self, snapshot: Snapshot) -> str | None:
        """The winner, the points if they count, and the reason for the end; None while the game goes on."""
        if snapshot.view is None or result_of(self.rules, snapshot.view.state) is None:
            return None
        return _ending(self, snapshot.view.state, snapshot.names, snapshot.seat)

    def score(self, snapshot: Snapshot) -> Blocks:
        """The points of both players and what they are made of; nothing as long as the game goes on."""
        result = None if snapshot.view is None else result_of(self.rules, snapshot.view.state)
        if result is None:
            return []
        own, theirs = str(result.scores[snapshot.seat]), str(result.scores[snapshot.seat.other])
        other = player_name(snapshot.seat.other, snapshot.names)
        return [Comparison(other, (Compared(_("Points"), own, theirs, is_sum=True),))]

    def onlooker_score(self, state: Any, names: Names) -> Blocks:
        """The points of both players when the game is over, and who won, for someone who looks on."""
        return [_ending(self, state, names, None)]

    def standing(self, snapshot: Snapshot) -> Standing | None:
        """The points of both players as they stand; None in a game that counts none before its end."""
        return None

    def points_now(self, snapshot: Snapshot) -> str:
        """The points during the game."""
        stands = self.standing(snapshot)
        if stands is None:
            return _("No points are counted before the end of the game.")
        name = player_name(snapshot.seat.other, snapshot.names)
        text = _("You have {own} now; {name} has {other}.")
        return text.format(own=points(stands.own), name=name, other=points(stands.other))

    def statistics(self, snapshot: Snapshot) -> Blocks:
        """The counts of the game; nothing if nothing is counted."""
        return []


def _ending(words: GameWords[Any], state: Any, names: Names | None, seat: Seat | None) -> str:
    """The sentences about who won and why: to the player at this seat, or to an observer if None."""
    result = result_of(words.rules, state)
    assert result is not None, "the game is over"
    if isinstance(result.termination, EndReason):
        why = why_ended_by_players(result, result.termination, names, seat)
    else:
        why = words.why_it_ended(state, names, seat)
    if result.termination is EndReason.RESIGNED and seat is not None:
        return why
    return f"{words.who_won(state, names, seat)} {why}"


def refusal_of(words: GameWords[MoveT], view: View[Any], move: MoveT) -> str | None:
    """The sentence why the rules forbid a move in this view; None if they allow it."""
    try:
        words.rules.check(view, move)
    except IllegalMove as error:
        return refused(words, error, view, move)
    return None


def refused(
    words: GameWords[MoveT], error: IllegalMove, view: View[Any] | None = None, move: MoveT | None = None
) -> str:
    """The sentence why a move is not possible; ``view`` and ``move`` as far as they are known."""
    return _("It is not your turn.") if isinstance(error, OutOfTurn) else words.refusal(error, view, move)


def refusal_sentence(error: IllegalMove, about_it: str | None) -> str:
    """The sentence why a move is not possible: the one ``about_it``, or without it what the rules say."""
    sentence = about_it or _("{reason} (rule {point}).").format(reason=said(error.reason), point=error.point)
    return sentence[:1].upper() + sentence[1:]


def listed_moves(words: GameWords[MoveT], snapshot: Snapshot, legal: Sequence[MoveT], beginning: str = "") -> list[str]:
    """The legal moves at this moment, or those whose notation has this ``beginning``: how they are typed, and what
    they bring. Moves that bring the same share a line. Of many, it is said briefly."""
    if not legal:
        return [_("It is not your turn.")]
    wanted = [move for move in legal if _begins(words, move, beginning)]
    if not wanted:
        return [_("None of your moves begins with {typed}.").format(typed=quoted(beginning))]
    other = player_name(snapshot.seat.other, snapshot.names)
    brief = len(wanted) > MOST_MOVES_IN_FULL
    alike: dict[str, list[str]] = {}
    for move in wanted:
        brought = " ".join(words.preview(snapshot, move, other, brief=brief))
        alike.setdefault(brought, []).append(words.notation(move))
    line = _("{move}: {brought}")
    lines = [line.format(move=", ".join(moves), brought=brought) for brought, moves in alike.items()]
    if brief:
        more = _("To hear more of some of them, add how they begin, such as “{example}”.")
        lines.append(more.format(example=f"{spoken_word(TypedWord.MOVES)} {words.notation(wanted[0])}"))
    return lines


def _begins(words: GameWords[MoveT], move: MoveT, beginning: str) -> bool:
    """Return whether the notation of the move has this beginning, as it is shown or as the rules write it."""
    written = (words.notation(move), words.rules.format_move(move))
    return any(text.casefold().startswith(beginning.casefold()) for text in written)
