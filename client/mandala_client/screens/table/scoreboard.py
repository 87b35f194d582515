"""The points of both players as they stand, in large figures."""

from __future__ import annotations

from mandala_client.games.standing import Standing
from mandala_client.text.language import _
from mandala_client.text.numbers import more_hidden_cards
from mandala_client.ui.numerals import large_number
from mandala_client.ui.rows import BLANK, Row, fit, row, shortened, text_row
from mandala_client.ui.style import Look


def scoreboard(standing: Standing, own: str, other: str, look: Look, width: int) -> list[Row]:
    """The points side by side, the own ones at the left, each below the name of the player."""
    counted = _("incl. {count} hidden").format(count=standing.counted) if standing.counted else ""
    hidden = more_hidden_cards(standing.hidden) if standing.hidden else ""
    half = width // 2
    figures = [large_number(points, look, "title") for points in (standing.own, standing.other)]
    left, right = _side(own, figures[0], counted, look, half), _side(other, figures[1], hidden, look, half)
    rows = [row(fit(first, half), fit(second, width - half)) for first, second in zip(left, right, strict=True)]
    return rows if counted or hidden else rows[:-1]


def _side(name: str, figures: list[Row], more: str, look: Look, width: int) -> list[Row]:
    name_row, more_row = (text_row(f" {shortened(text, width - 2, look.ellipsis)}", "label") for text in (name, more))
    return [name_row, BLANK, *(row(" ", figure) for figure in figures), more_row]
