"""The graph of the chance to win: its rows in any room, its page and keys, and the picture of it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from attrs import evolve

from mandala_client.records.chance_graph import BELOW, LEAST_ROWS, POINTER, SCALE, graph_rows
from mandala_client.records.chance_svg import svg_of
from mandala_client.records.replay import Replay
from mandala_client.records.review import Moment, Review
from mandala_client.records.review_table import WORST_MARK
from mandala_client.screens.replay import replay_keys
from mandala_client.screens.replay.replay_model import (
    ReplayModel,
    ReplayPage,
    at_graph,
    at_review,
    choosing,
    reviewed,
)
from mandala_client.ui.clicks import LineTarget
from mandala_client.ui.rows import width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, Look
from mandala_net.bots.forecast import Forecast
from tests.client import laws
from tests.client.replay.conftest import after, text_of
from tests.narrowing import of_kind, present


@pytest.fixture(scope="session")
def start(replay: Replay) -> ReplayModel:
    return at_review(reviewed(ReplayModel(replay)))


def drawn(review: Review, look: Look, columns: int, lines: int, chosen: int | None = None) -> list[str]:
    return list(map(laws.text_of, graph_rows(review, look, columns, lines, chosen)))


def with_chances(review: Review, *chances: float) -> Review:
    """A review of as many moments with these chances, and no move that stands out."""
    course = tuple(Moment(move.at, Forecast(chance, 0.0)) for move, chance in zip(review.moves, chances, strict=False))
    return evolve(review, course=course, moves=tuple(evolve(move, better=None) for move in review.moves))


@pytest.mark.parametrize("look", [FULL_LOOK, ASCII_LOOK])
@pytest.mark.parametrize(("columns", "lines"), [(80, 12), (120, 22), (40, 8), (40, LEAST_ROWS + BELOW)])
def test_it_fits_into_any_room_and_needs_no_colour(look: Look, columns: int, lines: int, review: Review) -> None:
    rows = drawn(review, look, columns, lines, 5)
    assert len(rows) == lines
    assert max(map(width_of, rows)) <= columns
    scale = [row[:SCALE].strip() for row in rows[: lines - BELOW]]
    assert (scale[0], scale[-1], scale[(lines - BELOW) // 2]) == ("100", "0", "50")
    assert "".join(rows).isascii() == (look is ASCII_LOOK)
    assert look.full in rows[lines - BELOW - 1]
    assert rows[-2].strip() == POINTER
    first, last = rows[-1].split()
    assert (int(first), int(last)) == (review.course[0].at + 1, review.course[-1].at + 1)


@pytest.mark.parametrize(("columns", "lines"), [(80, LEAST_ROWS + BELOW - 1), (SCALE + 1, 20), (0, 0)])
def test_without_the_room_there_is_none(columns: int, lines: int, review: Review) -> None:
    assert drawn(review, FULL_LOOK, columns, lines) == []


def test_without_a_teacher_there_is_none(review: Review) -> None:
    assert drawn(evolve(review, course=()), FULL_LOOK, 80, 20) == []


def test_the_curve_is_as_high_as_the_chance(review: Review) -> None:
    rows = drawn(with_chances(review, 0.01, 0.25, 0.5, 0.75, 0.99), ASCII_LOOK, SCALE + 1 + 5, 20 + BELOW)[:20]
    heights = [sum(row.ljust(SCALE + 5)[SCALE + column] in "#_" for row in rows) for column in range(5)]
    assert heights[0] <= 1
    assert heights[1:] == [5, 10, 15, 20]
    wide = drawn(with_chances(review, 0.2, 0.8), ASCII_LOOK, SCALE + 1 + 6, 10 + BELOW)
    assert wide[0][SCALE:].strip() == ""
    assert wide[2][SCALE:] == "   ###"


def test_the_moves_that_cost_most_are_marked_and_can_be_clicked(review: Review) -> None:
    for columns in (80, 40, 20):
        marks = graph_rows(review, FULL_LOOK, columns, 12)[-BELOW]
        clicks = [part.click for part in marks if part.text == WORST_MARK]
        assert clicks
        assert {of_kind(LineTarget, click).number for click in clicks} <= review.numbers_of_worst()
        if columns == 80:
            assert len(clicks) == len(review.numbers_of_worst())


# The page.


@pytest.mark.parametrize("look", [FULL_LOOK, ASCII_LOOK])
@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (120, 40), (40, 20)])
def test_the_page_says_whose_chance_it_is_and_has_the_graph(
    look: Look, columns: int, lines: int, start: ReplayModel
) -> None:
    shown = text_of(after(start, "g"), columns, lines, look)
    assert len(shown) == lines
    assert max(map(width_of, shown)) <= columns
    assert "Anna's chance to win in %," in " ".join(" ".join(shown).split())
    assert any(line.startswith(" 100 ") for line in shown)
    assert any(line.strip() == POINTER for line in shown)
    assert "Esc back" in shown[-1]


def test_keys_go_through_the_graph_and_back_to_the_list(start: ReplayModel, review: Review) -> None:
    graph = after(start, "home", "g")
    assert (graph.page, graph.chosen) == (ReplayPage.GRAPH, 0)
    assert after(graph, "right", "right", "left").chosen == 1
    assert after(graph, "left").chosen == 0
    assert after(graph, "end").chosen == len(review.moves) - 1
    marked = sorted(review.numbers_of_worst())
    assert after(graph, "right", WORST_MARK).chosen == next(number for number in marked if number > 1)
    for key in ("g", "v", "q", "escape"):
        back = after(graph, "right", key)
        assert (back.page, back.chosen) == (ReplayPage.REVIEW, 1)
    at_step = after(graph, "right", "enter")
    assert (at_step.page, at_step.at) == (ReplayPage.TABLE, review.moves[1].at)
    assert after(graph, "?", "q").page is ReplayPage.GRAPH
    assert replay_keys.press(graph, "c-c") is None


def test_a_click_on_a_mark_points_at_its_move(start: ReplayModel, review: Review) -> None:
    number = max(review.numbers_of_worst())
    clicked = present(replay_keys.click(after(start, "home", "g"), LineTarget(number)))
    assert (clicked.page, clicked.chosen) == (ReplayPage.GRAPH, number)


def test_the_move_that_is_pointed_at_stands_above_the_pointer(start: ReplayModel, review: Review) -> None:
    columns = []
    for number in range(len(review.moves)):
        shown = text_of(at_graph(choosing(start, number)), 120, 40)
        columns.append(next(line for line in shown if line.strip() == POINTER).index(POINTER))
    assert columns == sorted(set(columns))


def test_without_a_teacher_there_is_no_page_and_no_key_for_it(start: ReplayModel, review: Review) -> None:
    untaught = evolve(start, review=evolve(review, course=(), is_taught=False))
    assert after(untaught, "g").page is ReplayPage.REVIEW
    assert "g graph" not in text_of(untaught)[-1]


# The picture.


def test_the_picture_is_well_formed_and_has_every_moment_and_mark(review: Review) -> None:
    root = ElementTree.fromstring(svg_of(review))
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg"
    places = present(present(root.find(f"{space}polyline")).get("points")).split()
    assert len(places) == len(review.course)
    across = [float(place.split(",")[0]) for place in places]
    assert across == sorted(across)
    down = [float(place.split(",")[1]) for place in places]
    chances = [moment.forecast.in_100 for moment in review.course]
    assert down.index(min(down)) == chances.index(max(chances))
    circles = root.findall(f"{space}circle")
    assert len(circles) == len(review.numbers_of_worst())
    assert present(root.find(f"{space}title")).text == "Anna's chance to win in %, from what Anna could see"


def test_a_name_cannot_break_the_picture(review: Review) -> None:
    text = svg_of(evolve(review, names=("<b>&\"'", "]]>")))
    assert "<b>" not in text
    ElementTree.fromstring(text)
