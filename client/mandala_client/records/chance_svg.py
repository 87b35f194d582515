"""The graph of the chance to win over a game as a picture in SVG, a text of its own that needs nothing else."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from mandala_client.records.review import Moment, Review
from mandala_client.records.review_sentences import graph_title
from mandala_client.text.language import _

WIDTH: Final = 800
HEIGHT: Final = 360
LEFT: Final = 50
RIGHT: Final = 780
TOP: Final = 50
BOTTOM: Final = 320
"""The picture, and the edges of the graph in it."""

_LEVELS: Final = (0, 25, 50, 75, 100)


def svg_of(review: Review) -> str:
    """The whole picture; the review is of a game with a teacher."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
            f'font-size="13" role="img">',
            f"<title>{escape(graph_title(review))}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
            f'<text x="{LEFT}" y="28" font-size="16">{escape(graph_title(review))}</text>',
            *(line for level in _LEVELS for line in _level(level)),
            _curve(review),
            *(line for number in sorted(review.numbers_of_worst()) for line in _mark(review, number)),
            *_steps(review),
            "</svg>",
            "",
        ]
    )


def _across(review: Review, at: int) -> float:
    """The distance to the right of the moment before the move of this frame."""
    first, last = review.course[0].at, review.course[-1].at
    return round(LEFT + (RIGHT - LEFT) * (at - first) / max(last - first, 1), 1)


def _down(in_100: int) -> float:
    """The distance down of a chance."""
    return round(BOTTOM - (BOTTOM - TOP) * in_100 / 100, 1)


def _level(level: int) -> list[str]:
    y = _down(level)
    dashes = "" if level in (0, 50) else ' stroke-dasharray="2 4"'
    return [
        f'<line x1="{LEFT}" y1="{y}" x2="{RIGHT}" y2="{y}" stroke="#999"{dashes}/>',
        f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{level}</text>',
    ]


def _curve(review: Review) -> str:
    points = " ".join(_place(review, moment) for moment in review.course)
    return f'<polyline points="{points}" fill="none" stroke="#0057a8" stroke-width="2"/>'


def _place(review: Review, moment: Moment) -> str:
    return f"{_across(review, moment.at)},{_down(moment.forecast.in_100)}"


def _mark(review: Review, number: int) -> list[str]:
    """A move that cost most: a ring on the curve, and its step and the move above it."""
    move = review.moves[number]
    moment = max((one for one in review.course if one.at <= move.at), key=lambda one: one.at, default=review.course[0])
    x, y = _across(review, moment.at), _down(moment.forecast.in_100)
    text = _("Step {step}: {name} plays {move}.").format(
        step=move.frame.number, name=review.names[move.seat], move=review.ui.words.notation(move.move)
    )
    return [
        f'<circle cx="{x}" cy="{y}" r="6" fill="none" stroke="#b00020" stroke-width="2">'
        f"<title>{escape(text)}</title></circle>",
        f'<text x="{x}" y="{y - 10}" text-anchor="middle" fill="#b00020">{move.frame.number}</text>',
    ]


def _steps(review: Review) -> list[str]:
    """The numbers of the first and the last step, below the graph."""
    first, last = review.course[0].at + 1, review.course[-1].at + 1
    y, step = BOTTOM + 24, _("step")
    return [
        f'<text x="{LEFT}" y="{y}">{first}</text>',
        f'<text x="{RIGHT}" y="{y}" text-anchor="end">{last}</text>',
        f'<text x="{(LEFT + RIGHT) // 2}" y="{y}" text-anchor="middle">{escape(step)}</text>',
    ]
