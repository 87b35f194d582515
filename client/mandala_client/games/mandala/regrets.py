"""Moves that are easily regretted, and the question about each before it is made."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from attrs import frozen

from mandala_client.games.mandala.card_words import of_colour
from mandala_client.games.mandala.preview import Completion, completion, kept
from mandala_client.text.language import _, ngettext
from mandala_client.text.numbers import cards
from mandala_protocol.games.game import HAND, View
from mandala_protocol.games.mandala import Build, Colour, Grow, MandalaMove
from mandala_protocol.games.mandala.outlook import after_play
from mandala_protocol.games.mandala.state import MandalaState


@frozen
class Keeps:
    """A field is grown with some cards of the colour while ``count`` others of it stay in hand."""

    count: int
    colour: Colour


@frozen
class Wastes:
    """A mandala is completed while both fields are empty: its mountain of ``count`` cards is for no one (K7)."""

    count: int


@frozen
class Yields:
    """A mandala is completed in which the other player leads, ``theirs`` to ``ours``, and chooses first (K2)."""

    theirs: int
    ours: int


Regret: TypeAlias = Keeps | Wastes | Yields


def doubt_about(view: View[MandalaState], move: MandalaMove) -> Regret | None:
    """The question about a legal move that one might regret; None if there is none."""
    completed = completion(view.state, view.seat, move)
    if isinstance(move, Build | Grow) and completed is not None:
        if completed == Completion(None, None):
            return Wastes(sum(view.state.mandalas[move.mandala].mountain) + 1)
        fields = after_play(view.state.mandalas[move.mandala], view.seat, move).fields
        ours, theirs = sum(fields[view.seat]), sum(fields[view.seat.other])
        if theirs > ours:
            return Yields(theirs, ours)
    more = kept(view.holdings[HAND], move)
    return Keeps(more, move.colour) if isinstance(move, Grow) and more else None


def asked(doubt: Regret) -> str:
    """The question whether to make the move all the same."""
    match doubt:
        case Keeps(count=count, colour=colour):
            question = ngettext(
                "You hold {cards} more. Play without it?",
                "You hold {cards} more. Play without them?",
                count,
            )
            return question.format(cards=of_colour(count, colour))
        case Wastes(count=count):
            question = _("Both fields are empty, so no one gets the mountain and {cards} are discarded. Play anyway?")
            return question.format(cards=cards(count))
        case Yields(theirs=theirs, ours=ours):
            question = _(
                "This completes the mandala, and the other player leads {theirs} to {ours} and chooses first. "
                "Play anyway?"
            )
            return question.format(theirs=theirs, ours=ours)
        case _:
            assert_never(doubt)
