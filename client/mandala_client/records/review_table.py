"""The moves of a review in a table: what each brought and gave away, on a screen of any width and as JSON."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from attrs import evolve

from mandala_client.records.review import Review, ReviewedMove
from mandala_client.text.language import _, pgettext
from mandala_client.text.numbers import decimal
from mandala_client.ui.blocks.tables import Column, JsonObject, Layout, Table, number
from mandala_client.ui.rows import shortened, side_by_side, width_of
from mandala_net.bots.forecast import Forecast
from mandala_net.bots.move_review import DECIMALS

WORST_MARK: Final = "!"
"""Stands before the moves that cost most."""

_MOST_OF_A_NAME: Final = 16
"""The most columns of a name; above the points, of both names together."""

_BEGINNING: Final = ("mark", "step", "player", "notation", "points", "swing")
_TAUGHT: Final = (*_BEGINNING, "chance", "given_away", "better")
_TAUGHT_LAYOUTS: Final = (
    Layout((*_TAUGHT, "why"), "why", least=30),
    Layout(_TAUGHT, "player"),
    Layout(("mark", "number", "player", "notation", "chance", "given", "better"), "player", gap=" "),
)
_JUDGED: Final = (*_BEGINNING, "given_away", "better")
_JUDGED_LAYOUTS: Final = (
    Layout((*_JUDGED, "why"), "why", least=30),
    Layout(_JUDGED, "player"),
    Layout(("mark", "number", "player", "notation", "given", "better"), "player"),
)


def table_of(review: Review, ellipsis: str = "…") -> Table[ReviewedMove]:
    """Return everything about each move, by the keys that docs/review-json.md describes."""
    ui, near = review.ui, review.near
    worst = {review.moves[place].at for place in review.numbers_of_worst()}
    names = side_by_side(review.names[near], review.names[near.other], _MOST_OF_A_NAME, ellipsis)
    shown = [(str(points[near]), str(points[near.other])) for move in review.moves if (points := move.points)]
    left, right = (max(map(width_of, column)) for column in zip(names, *shown, strict=True))

    def beside(own: str, other: str) -> str:
        return f"{' ' * (left - width_of(own))}{own} : {other}{' ' * (right - width_of(other))}"

    def points_of(move: ReviewedMove) -> str:
        return "" if move.points is None else beside(str(move.points[near]), str(move.points[near.other]))

    def better(move: ReviewedMove) -> dict[str, Any] | None:
        found = move.better
        return None if found is None else {"notation": ui.rules.format_move(found.move), "why": found.why}

    columns: tuple[Column[ReviewedMove], ...] = (
        Column("mark", text=lambda move: WORST_MARK if move.at in worst else ""),
        number("step", pgettext("heading of a column", "step"), lambda move: move.frame.number),
        Column(
            "number",
            pgettext("heading of a narrow column: the number of a step", "no."),
            text=lambda move: str(move.frame.number),
            right=True,
        ),
        Column("entry", value=lambda move: move.frame.entry),
        Column("seat", value=lambda move: int(move.seat)),
        Column(
            "player",
            pgettext("heading of a column", "player"),
            text=lambda move: shortened(review.names[move.seat], _MOST_OF_A_NAME, ellipsis),
        ),
        Column(
            "notation",
            pgettext("heading of a column", "move"),
            lambda move: ui.rules.format_move(move.move),
            lambda move: ui.words.notation(move.move),
        ),
        Column(
            "points",
            beside(*names),
            lambda move: None if move.points is None else list(move.points),
            points_of,
        ),
        number(
            "swing",
            pgettext("heading of a column", "brought"),
            lambda move: None if move.points is None else move.swing,
            lambda move: f"{move.swing:+}" if move.swing else "",
        ),
        Column("before", value=lambda move: _object_or_null(move.before)),
        Column("after", value=lambda move: _object_or_null(move.after)),
        Column("cost", value=lambda move: None if move.before is None else move.cost),
        Column("chance", pgettext("heading of a column", "chance"), text=_chance, right=True),
        number("given_away", pgettext("heading of a column", "gave away"), lambda move: move.given_away, _given_away),
        Column("verdict", pgettext("heading of a column", "verdict"), text=_verdict),
        Column(
            "given",
            pgettext("heading of a narrow column: the points given away", "lost"),
            text=partial(_given_away, brief=True),
            right=True,
        ),
        Column("forced", value=lambda move: move.forced),
        Column(
            "better",
            pgettext("heading of a column", "better"),
            better,
            lambda move: "" if move.better is None else ui.words.notation(move.better.move),
        ),
        Column(
            "why",
            pgettext("heading of a column", "why"),
            text=lambda move: "" if move.better is None else move.better.why,
        ),
    )
    layouts = _TAUGHT_LAYOUTS if review.is_taught else _JUDGED_LAYOUTS
    return Table(columns, review.moves, layouts if review.counts_points else _without_points(layouts))


def _without_points(layouts: tuple[Layout, ...]) -> tuple[Layout, ...]:
    """The layouts for a game without points: a verdict stands in place of what a move gave away."""
    instead = {"given_away": "verdict", "given": "verdict"}
    kept = [[instead.get(key, key) for key in layout.keys if key not in ("points", "swing")] for layout in layouts]
    return tuple(evolve(layout, keys=tuple(keys)) for layout, keys in zip(layouts, kept, strict=True))


def forecast_object(forecast: Forecast) -> JsonObject:
    """A forecast for other programs."""
    return {"chance": forecast.in_100, "margin": round(forecast.margin, DECIMALS)}


def _object_or_null(forecast: Forecast | None) -> JsonObject | None:
    return None if forecast is None else forecast_object(forecast)


def _chance(move: ReviewedMove) -> str:
    if move.before is None or move.after is None:
        return ""
    before, after = move.before.in_100, move.after.in_100
    return f"{before}" if before == after else f"{before}→{after}"


def _given_away(move: ReviewedMove, *, brief: bool = False) -> str:
    if move.better is not None:
        return decimal(move.given_away)
    return _verdict(move, brief=brief)


def _verdict(move: ReviewedMove, *, brief: bool = False) -> str:
    if move.better is not None:
        return pgettext("of a move", "mistake")
    return only_move(brief=brief) if move.forced else best_move(brief=brief)


def best_move(*, brief: bool) -> str:
    """Return the words for a move than which nothing looked better."""
    return pgettext("of a move, in a narrow column", "best") if brief else pgettext("of a move", "best")


def only_move(*, brief: bool) -> str:
    """Return the words for a move that was the only one."""
    return pgettext("of a move, in a narrow column", "only") if brief else pgettext("of a move", "only move")


def explained_columns(review: Review, width: int) -> tuple[tuple[str, str], ...]:
    """The headings of the table in ``width`` columns, each with its meaning, and then the words in its cells."""
    step = _("the number of the step in the replay")
    lost = _("points lost against the best move, as a bot estimates it from what the player saw")
    meanings = {
        "step": step,
        "number": step,
        "notation": _("in short notation, as moves are typed"),
        "points": _("the points of both after the move, counting all cards"),
        "swing": _("how much the player's lead grew"),
        "chance": _("the player's chance to win in %, with the best move and after this one"),
        "given_away": lost,
        "given": lost,
        "verdict": _("what a bot thinks of the move, from what the player saw"),
        "better": _("the move the bot would have made"),
    }
    headings = table_of(review).headings(width)
    return (
        *((heading, meanings[key]) for key, heading in headings.items() if key in meanings),
        (best_move(brief="given" in headings), _("nothing looked better")),
        (only_move(brief="given" in headings), _("the only legal move; not counted")),
    )


def legend(review: Review) -> list[str]:
    """Return the meaning of the mark, if one stands anywhere."""
    if not review.numbers_of_worst():
        return []
    return [_("{mark} These moves cost most.").format(mark=WORST_MARK)]
