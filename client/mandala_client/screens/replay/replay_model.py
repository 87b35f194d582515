"""The state of the screen of a replay: one immutable value, and the functions that give the next one."""

from __future__ import annotations

import enum
from typing import Any, Final

from attrs import evolve, frozen

from mandala_client.games.game_table import TableScene
from mandala_client.records.replay import Frame, Replay, log_lines, steps_in
from mandala_client.records.review import NotReviewed, Review, ReviewedMove, is_over, review_of
from mandala_client.text.language import _
from mandala_client.ui.log_pane import Log, LogLine, Tone
from mandala_client.ui.progress import ShowProgress
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat

MOST_DIGITS: Final = 5
"""The most digits of a step that is typed, more than the number of any step has."""


class ReplayPage(enum.Enum):
    """The page that is shown."""

    TABLE = "table"
    REVIEW = "review"
    GRAPH = "graph"
    LOG = "log"
    HELP = "help"


@frozen
class ReplayModel:
    """A game, and what is seen of it.

    ``at``: the frame, counted from 0. ``near``: the seat from which the table is seen. ``typed``: the digits of the
    step to go to. ``scrolled``: how many rows the log is scrolled up, or the help down. ``note``: one line that answers
    the last key. ``review``: of all moves, or why there is none; None while the teacher thinks. ``chosen``: the move of
    the review that is pointed at, counted from 0. ``home``: the page from which one leaves. ``below``: that below the
    help. ``progress``: how much of how much of the review is made. ``from_review``: the table was opened from the
    review, and goes back there. ``plays_on``: the next step comes by
    itself.
    """

    replay: Replay
    at: int = 0
    near: Seat = Seat.HOST
    typed: str = ""
    page: ReplayPage = ReplayPage.TABLE
    scrolled: int = 0
    note: str | None = None
    review: Review | NotReviewed | None = None
    progress: tuple[int, int] = (0, 1)
    chosen: int = 0
    home: ReplayPage = ReplayPage.TABLE
    below: ReplayPage = ReplayPage.TABLE
    from_review: bool = False
    plays_on: bool = False

    @property
    def frame(self) -> Frame:
        """The frame that is shown."""
        return self.replay.frames[self.at]

    @property
    def last(self) -> int:
        """The last frame, counted from 0."""
        return len(self.replay.frames) - 1

    @property
    def scene(self) -> TableScene[Any]:
        """The table of this frame; with the points if nothing is secret any more."""
        frame, steps = self.frame, steps_in(self.replay.frames[: self.at + 1])
        latest = steps[-1:] if isinstance(frame.happening, Step) else ()
        scored = True if is_over(self.replay) else None
        return TableScene(frame.state, self.near, self.replay.names, frame.held, steps, latest, scored)

    @property
    def count_reviewed(self) -> int:
        """The number of moves in the review; 0 if there is no review."""
        return len(self.review.moves) if isinstance(self.review, Review) else 0

    @property
    def judged(self) -> ReviewedMove | None:
        """The judgement of the move of this frame; None if it is not a move, or nothing is judged."""
        return self.review.at(self.at) if isinstance(self.review, Review) else None

    @property
    def history(self) -> Log:
        """The log, as far as it is scrolled."""
        return Log(self.log, self.scrolled, is_page=self.page is ReplayPage.LOG)

    @property
    def log(self) -> tuple[LogLine, ...]:
        """All that has happened up to here; at the end also what the record is worth."""
        lines = log_lines(self.replay.frames[: self.at + 1], self.frame)
        closing = self.replay.closing if self.at == self.last else ()
        return (*lines, *(LogLine(text, Tone.OWN) for text in closing))


def at_frame(model: ReplayModel, at: int) -> ReplayModel:
    """Return a copy with this frame, or the first or the last if there is none of that number."""
    kept = min(max(at, 0), model.last)
    note = None
    if at > kept == model.at:
        note = _("This is the end of the record.")
    elif at < kept == model.at:
        note = _("This is the beginning.")
    return evolve(model, at=kept, typed="", note=note, scrolled=0)


def stepped(model: ReplayModel, steps: int) -> ReplayModel:
    """Return a copy that is ``steps`` frames further, or back if negative."""
    return at_frame(model, model.at + steps)


def playing_on(model: ReplayModel) -> ReplayModel:
    """Play on by itself, from the beginning if this is the end; the first step comes at once."""
    begun = at_frame(model, 0) if model.at == model.last else stepped(model, 1)
    return evolve(begun, plays_on=begun.at < begun.last)


def played_on(model: ReplayModel) -> ReplayModel:
    """Return a copy one step further if it plays on by itself, which ends with the last step."""
    if not model.plays_on:
        return model
    further = stepped(model, 1)
    return evolve(further, plays_on=further.at < further.last)


def stopped(model: ReplayModel) -> ReplayModel:
    """Return a copy that no longer plays on by itself."""
    return evolve(model, plays_on=False)


def to_move(model: ReplayModel, direction: int) -> ReplayModel:
    """Go to the next move of a player (``direction`` 1), or to the one before (-1); past the last one to the end."""
    at = model.at + direction
    while 0 <= at <= model.last and not model.replay.frames[at].is_move:
        at += direction
    if 0 <= at <= model.last:
        return at_frame(model, at)
    return stepped(model, direction) if model.at in (0, model.last) else at_frame(model, at)


def review_or_why_not(replay: Replay, near: Seat, progress: ShowProgress) -> Review | NotReviewed:
    """Let the teacher judge a whole game, as seen from this seat. That takes long, so it is called in a thread."""
    try:
        return review_of(replay, near, progress)
    except NotReviewed as error:
        return error


def with_review(model: ReplayModel, review: Review | NotReviewed) -> ReplayModel:
    """Return a copy with the review, or why there is none: who waits for it sees it, or the table with a note."""
    model = evolve(model, review=review)
    if isinstance(review, Review):
        begins_there = model.home is ReplayPage.REVIEW
        return evolve(model, chosen=_costliest(review) if begins_there else _last_up_to_here(model, review))
    if model.page is ReplayPage.REVIEW:
        return evolve(noted(on_page(model, ReplayPage.TABLE), str(review)), home=ReplayPage.TABLE)
    return evolve(model, below=ReplayPage.TABLE) if model.below is ReplayPage.REVIEW else model


def with_progress(model: ReplayModel, done: int, total: int) -> ReplayModel:
    """Return a copy that shows, where the review is waited for, how much of how much is done."""
    return evolve(model, progress=(done, total))


def reviewed(model: ReplayModel, progress: ShowProgress = lambda _done, _total: None) -> ReplayModel:
    """Return a copy with its review, or why there is none; ``progress`` is told how far that has come."""
    return with_review(model, review_or_why_not(model.replay, model.near, progress))


def at_review(model: ReplayModel) -> ReplayModel:
    """Looking at the review, at the last move up to here, or waiting for it; or with a note why there is none."""
    if isinstance(model.review, NotReviewed):
        return noted(model, str(model.review))
    chosen = 0 if model.review is None else _last_up_to_here(model, model.review)
    return evolve(on_page(model, ReplayPage.REVIEW), chosen=chosen, from_review=False)


def _last_up_to_here(model: ReplayModel, review: Review) -> int:
    return max(sum(move.at <= model.at for move in review.moves) - 1, 0)


def _costliest(review: Review) -> int:
    """The number of the near player's move that cost most, or else of the other's; the first if none cost anything."""
    costly = [move for seat in review.seats for move in review.worst(seat)]
    return review.moves.index(costly[0]) if costly else 0


def waiting_for_review(replay: Replay, near: Seat) -> ReplayModel:
    """A replay that begins with its review once that is made, and is left from there; seen from this seat."""
    return ReplayModel(replay, near=near, page=ReplayPage.REVIEW, home=ReplayPage.REVIEW)


def at_graph(model: ReplayModel) -> ReplayModel:
    """Looking at the chance to win over the game, at the same move; as before if the game has no teacher."""
    if not isinstance(model.review, Review) or not model.review.course:
        return model
    return evolve(on_page(model, ReplayPage.GRAPH), chosen=model.chosen)


def at_list(model: ReplayModel) -> ReplayModel:
    """Looking at the list of the review, at the same move."""
    return evolve(on_page(model, ReplayPage.REVIEW), chosen=model.chosen)


def choosing(model: ReplayModel, chosen: int) -> ReplayModel:
    """Pointing at this move of the review, or the first or the last if there is none of that number."""
    return evolve(model, chosen=max(min(chosen, model.count_reviewed - 1), 0))


def at_chosen(model: ReplayModel) -> ReplayModel:
    """Return a copy with the table as it was after the move that is pointed at."""
    if not isinstance(model.review, Review) or not model.review.moves:
        return model
    return evolve(at_frame(on_page(model, ReplayPage.TABLE), model.review.moves[model.chosen].at), from_review=True)


def at_next_of_worst(model: ReplayModel) -> ReplayModel:
    """Pointing at the next of the moves that cost most, after the last of them at the first; if there is any."""
    worst = sorted(model.review.numbers_of_worst()) if isinstance(model.review, Review) else []
    if not worst:
        return model
    return choosing(model, next((number for number in worst if number > model.chosen), worst[0]))


def typed(model: ReplayModel, text: str) -> ReplayModel:
    """Return a copy with these digits of the step to go to."""
    return evolve(model, typed=text[:MOST_DIGITS], note=None)


def noted(model: ReplayModel, note: str | None) -> ReplayModel:
    """Return a copy with one line that answers the last key."""
    return evolve(model, note=note)


def flipped(model: ReplayModel) -> ReplayModel:
    """Seen from the other seat."""
    return evolve(model, near=model.near.other, note=None)


def on_page(model: ReplayModel, page: ReplayPage) -> ReplayModel:
    """Looking at another page."""
    below = model.page if page is ReplayPage.HELP else ReplayPage.TABLE
    return evolve(model, page=page, below=below, scrolled=0, typed="", note=None)


def scrolled_to(model: ReplayModel, scrolled: int) -> ReplayModel:
    """Return a copy with the log scrolled up by ``scrolled`` rows, or the help down."""
    return evolve(model, scrolled=scrolled)


def scrolled_at_most(model: ReplayModel, most: int) -> ReplayModel:
    """The log no further up than this, the help no further down."""
    return evolve(model, scrolled=min(model.scrolled, most))
