"""The points of both players side by side, by river slot, as they are added up at the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from attrs import frozen

from mandala_client.games.mandala.score_text import sum_of_points, tie_break
from mandala_client.games.mandala.signs import card_class, cards_of, sign_of
from mandala_client.text.language import _
from mandala_client.text.numbers import cards
from mandala_client.text.player_names import player_name
from mandala_client.ui.page_frame import paragraph
from mandala_client.ui.rows import BLANK, Fragment, Row, fit, padded, row, shortened, text_row, width_of
from mandala_client.ui.style import Look
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Counts
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.scoring import ScoreSheet, SlotScore

_WIDEST_LABEL: Final = 13
_WIDEST_PLAYER: Final = 34
_ROOM_FOR_NAME: Final = 8
"""A name is not shortened further than that for something less important."""


@frozen
class _ScoreLine:
    """A label, and what stands behind it for either player, in one row or more."""

    label: str
    own: Sequence[Row]
    other: Sequence[Row]


def scorecard(snapshot: Snapshot, sheet: ScoreSheet, look: Look, columns: int) -> list[Row]:
    """A row for each slot, then the sum, what scores nothing and the cups; below it what decided on equal points.

    The sums are written out where they have room in the columns of the players, else below.
    """
    scores = (sheet.seats[snapshot.seat], sheet.seats[snapshot.seat.other])
    names = (_("You"), player_name(snapshot.seat.other, snapshot.names))
    labels = [_("slot"), _("points"), _("no slot"), _("cup")]
    label_width = min(max(map(width_of, labels)), _WIDEST_LABEL) + 2
    width = min((columns - label_width - 2) // 2, _WIDEST_PLAYER)
    sums = [sum_of_points(score) for score in scores]
    summed = max(map(width_of, sums)) < width
    heads = [_head(name, look, width) for name in names]
    totals = [text_row(text, "title") for text in (sums if summed else [str(score.total) for score in scores])]
    cups = [text_row(cards(score.cup)) for score in scores]
    lines = [_ScoreLine(_("slot"), heads[:1], heads[1:])]
    for own, other in zip(scores[0].slots, scores[1].slots, strict=True):
        lines.append(_ScoreLine(str(own.value), [_slot(own, look)], [_slot(other, look)]))
    lines.append(_ScoreLine(_("points"), totals[:1], totals[1:]))
    if any(any(score.worthless) for score in scores):
        unscored = [_cards(score.worthless, look, width) for score in scores]
        lines.append(_ScoreLine(_("no slot"), unscored[0], unscored[1]))
    lines.append(_ScoreLine(_("cup"), cups[:1], cups[1:]))
    rows = [one for line in lines for one in _line(line, label_width, width)]
    if not summed:
        rows.append(BLANK)
        for name, text in zip(names, sums, strict=True):
            rows += paragraph(_("{name}: {sum}").format(name=name, sum=text), columns)
    decided = tie_break(snapshot, sheet)
    return rows if decided is None else [*rows, *paragraph(decided, columns)]


def _head(name: str, look: Look, width: int) -> Row:
    """The name, and what stands below it where there is room for that."""
    meaning = "  " + _("cards in the cup × slot")
    room = width - 1 - width_of(meaning)
    if room < _ROOM_FOR_NAME:
        return text_row(shortened(name, width - 1, look.ellipsis), "title")
    return row(Fragment(shortened(name, room, look.ellipsis), "title"), Fragment(meaning, "label"))


def _slot(slot: SlotScore, look: Look) -> Row:
    """The colour of a slot, then its cup cards, the value of each, and the points."""
    if slot.colour is None:
        return row(Fragment(look.nothing, "faint"))
    sign = Fragment(sign_of(look, slot.colour), card_class(slot.colour))
    return row(sign, f" {slot.cards:>2}×{slot.value} = {slot.points:>2}")


def _cards(counts: Counts, look: Look, width: int) -> list[Row]:
    """The cards of each colour, as many in a row as fit."""
    rows: list[Row] = []
    here: Row = ()
    for colour in COLOURS:
        if not counts[colour]:
            continue
        card = row(Fragment(cards_of(look, colour, counts[colour]), card_class(colour)), " ")
        if here and width_of(here) + width_of(card) > width:
            rows.append(here)
            here = ()
        here = row(here, card)
    return [*rows, here]


def _line(line: _ScoreLine, label_width: int, width: int) -> list[Row]:
    rows = []
    for number, (own, other) in enumerate(zip_longest(line.own, line.other, fillvalue=BLANK)):
        label = padded(f"  {'' if number else line.label}", label_width + 2)
        rows.append(row(Fragment(label, "label"), fit(own, width), other))
    return rows
