"""A review as plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mandala_client.games.forecast_text import chance_of, margin_of
from mandala_client.records.replay import MakeReplay
from mandala_client.records.review import Better, Review, ReviewedMove, review_of
from mandala_client.sentences.bot_names import bot_name
from mandala_client.text.language import _, ngettext
from mandala_client.text.numbers import decimal
from mandala_client.text.sorry import Sorry
from mandala_protocol.seats import Seat

MOST_MOMENTS: Final = 10
"""The number of steps in which the course of a game is described."""


def lines_of(review: Review) -> Iterator[str]:
    """The review in sentences: what it is, the totals, and a sentence for every move."""
    yield from about(review)
    yield from summary(review)
    for move in review.moves:
        yield move_line(review, move)


def told_review(make: MakeReplay, near: Seat) -> list[str]:
    """The review of the game just played, ``near`` being the own seat; or one sentence that says why there is none."""
    try:
        return list(lines_of(review_of(make(lambda _done, _all: None), near)))
    except Sorry as error:
        return [error.message]


def about(review: Review) -> Iterator[str]:
    """The sentences about who judges and by what, and whose moves are judged."""
    bot = bot_name(review.ui.rules.name, review.judge)
    if review.is_taught:
        yield _("Chances are estimates by {bot}, from what the player could see before the move.").format(bot=bot)
    elif review.counts_points:
        yield _("“Gave away” is an estimate by {bot}, based on what the player could see.").format(bot=bot)
    else:
        yield _("The moves are judged by {bot}, based on what the player could see.").format(bot=bot)
    if len(review.seats) < len(Seat):
        only = _("Only {name}'s hand is known, so only {name}'s moves are reviewed.")
        yield only.format(name=review.names[review.seats[0]])


def move_line(review: Review, move: ReviewedMove) -> str:
    """The sentence about what a move brought, what it gave away, and what was better."""
    text = _("Step {step}: {name} plays {move}.")
    sentences = [
        text.format(step=move.frame.number, name=review.names[move.seat], move=review.ui.words.notation(move.move))
    ]
    return " ".join([*sentences, brought_line(review, move)])


def brought_line(review: Review, move: ReviewedMove) -> str:
    """Return how it stands if a move changed that, what the move gave away, and what was better."""
    judged = verdict(review, move)
    if move.points is None or not move.swing:
        return judged
    near, far = review.near, review.near.other
    stands = _("The score is now {name} {points}, {other} {other_points}.").format(
        name=review.names[near],
        points=move.points[near],
        other=review.names[far],
        other_points=move.points[far],
    )
    return f"{stands} {judged}"


def verdict(review: Review, move: ReviewedMove) -> str:
    """The sentence about what a move gave away, what was better, and why."""
    if move.better is None:
        text, after = _no_better(move), move.after
        if after is None:
            return text
        chance = _("{name}'s chance to win: {chance}, margin {margin}.")
        told = chance.format(name=review.names[move.seat], chance=chance_of(after), margin=margin_of(after))
        return f"{text} {told}"
    return f"{_cost(move)} {_better(review, move.better)}"


def _cost(move: ReviewedMove) -> str:
    """The sentence about what a move gave away."""
    before, after = move.before, move.after
    if move.points is None and before is None:
        return _("A mistake.")
    if before is None or after is None:
        return _("Gave away {points} points.").format(points=decimal(move.given_away))
    text = _("Chance to win from {before} to {after}, margin from {margin} to {other_margin}.")
    return text.format(
        before=chance_of(before),
        after=chance_of(after),
        margin=margin_of(before),
        other_margin=margin_of(after),
    )


def _better(review: Review, better: Better) -> str:
    """The sentence about a better move, and why if there is a reason."""
    move = review.ui.words.notation(better.move)
    if not better.why:
        return _("Better: {move}.").format(move=move)
    return _("Better: {move} – {reason}.").format(move=move, reason=better.why)


def brief_verdict(review: Review, move: ReviewedMove) -> str:
    """The verdict on a move in few words, without why."""
    if move.better is None:
        return _no_better(move)
    better = review.ui.words.notation(move.better.move)
    if move.points is None and move.before is None:
        return _("A mistake; better: {move}").format(move=better)
    if move.before is None or move.after is None:
        return _("Gave away {points}; better: {move}").format(points=decimal(move.given_away), move=better)
    text = _("From {before} to {after}; better: {move}")
    return text.format(before=chance_of(move.before), after=chance_of(move.after), move=better)


def _no_better(move: ReviewedMove) -> str:
    return _("This was the only legal move.") if move.forced else _("No move looked better.")


def summary(review: Review) -> Iterator[str]:
    """The totals of each player, the course of the game, then the few moves that cost most."""
    for seat in review.seats:
        yield total_line(review, seat)
    if review.course:
        yield course_line(review)
    for seat in review.seats:
        worst = review.worst(seat)
        if worst:
            yield ngettext("{name}'s move that cost most:", "{name}'s moves that cost most:", len(worst)).format(
                name=review.names[seat]
            )
            yield from (f"  {move_line(review, move)}" for move in worst)


def graph_title(review: Review) -> str:
    """The title of the graph of a review."""
    text = _("{name}'s chance to win in %, from what {name} could see")
    return text.format(name=review.names[review.seats[0]])


def course_line(review: Review) -> str:
    """The chance of one player at a few steps of the game, evenly spread, the first and the last among them."""
    last = len(review.course) - 1
    shown = dict.fromkeys(round(place * last / MOST_MOMENTS) for place in range(MOST_MOMENTS + 1))
    moments = [review.course[place] for place in shown]
    at = _("{chance} at step {step}")
    text = ", ".join(at.format(step=moment.at + 1, chance=chance_of(moment.forecast)) for moment in moments)
    return _("{name}'s chance to win: {moments}.").format(name=review.names[review.seats[0]], moments=text)


def total_line(review: Review, seat: Seat) -> str:
    """Return the sentences about all moves of a player that were a choice."""
    total = review.total(seat)
    if not review.counts_points:
        text = ngettext(
            "{name}: {count} move with a choice, {best} of them the best.",
            "{name}: {count} moves with a choice, {best} of them the best.",
            total.choices,
        )
        return text.format(name=review.names[seat], count=total.choices, best=total.best)
    text = ngettext(
        "{name}: {count} move with a choice, {best} of them the best; {points} points given away.",
        "{name}: {count} moves with a choice, {best} of them the best; {points} points given away.",
        total.choices,
    )
    return text.format(name=review.names[seat], count=total.choices, best=total.best, points=decimal(total.given_away))


def brief_total_line(review: Review, seat: Seat) -> str:
    """The totals of a player in few words."""
    total = review.total(seat)
    if not review.counts_points:
        return _("{name}: {best}/{moves} best").format(name=review.names[seat], best=total.best, moves=total.choices)
    text = _("{name}: {best}/{moves} best, {points} given away")
    return text.format(name=review.names[seat], best=total.best, moves=total.choices, points=decimal(total.given_away))
