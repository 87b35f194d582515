"""The score of several games against one opponent, and of one set-up from both sides, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mandala_client.games.series import Series
from mandala_client.text.language import _, ngettext
from mandala_protocol.seats import Seat

if TYPE_CHECKING:
    from mandala_client.games.deal import GameOfDeal, Practised


def series_score(series: Series, other: str, practised: Practised | None = None) -> str:
    """The score of the series; ``other`` is the other player's name.

    ``practised``: what ``both_sides`` tells besides; where that are all games of the series, their points stand there.
    """
    own, theirs = series.won
    if series.drawn:
        won = ngettext(
            "This series, {count} game: you won {own}, {name} won {other}, {drawn} drawn.",
            "This series, {count} games: you won {own}, {name} won {other}, {drawn} drawn.",
            series.games,
        )
    else:
        won = ngettext(
            "This series, {count} game: you won {own}, {name} won {other}.",
            "This series, {count} games: you won {own}, {name} won {other}.",
            series.games,
        )
    text = won.format(count=series.games, own=own, name=other, other=theirs, drawn=series.drawn)
    if practised is not None and series.games == len(Seat) and _made_from_both_sides(practised) is not None:
        return text
    in_all = _("Total points: you {own}, {name} {other}.")
    return f"{text} {in_all.format(own=series.points[0], name=other, other=series.points[1])}"


def _made_from_both_sides(practised: Practised) -> tuple[GameOfDeal, GameOfDeal] | None:
    """The games with the same set-up if both were played out, so that their points can be compared."""
    games = practised.from_both_sides
    return games if games is not None and all(game.played_out for game in games) else None


def both_sides(practised: Practised, other: str) -> str | None:
    """The winner of the same set-up, with the points of the games from both sides; None if there was only one.

    ``other`` is the bot's name.
    """
    if practised.from_both_sides is None:
        return None
    games = _made_from_both_sides(practised)
    if games is None:
        return _("You played this set-up from both seats, but did not finish both games, so no one wins.")
    (first_own, first_other), (second_own, second_other) = (game.points for game in games)
    own, others = first_own + second_own, first_other + second_other
    made = _(
        "With this set-up, from both seats, you scored {own_first} + {own_second} = {own} points, "
        "{name} scored {other_first} + {other_second} = {other}."
    ).format(
        own_first=first_own,
        own_second=second_own,
        own=own,
        name=other,
        other_first=first_other,
        other_second=second_other,
        other=others,
    )
    return f"{made} {_better(own - others, other)}"


def _better(lead: int, other: str) -> str:
    """The sentence about who played the set-up better: we did by ``lead`` points."""
    if lead == 0:
        return _("You both played it equally well.")
    text = _("You played it better.") if lead > 0 else _("{name} played it better.")
    return text.format(name=other)
