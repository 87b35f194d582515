"""Refusals of a move: a sentence for every point of the rules."""

from __future__ import annotations

from typing import TypeAlias

from mandala_client.games.mandala.event_text import colour_name
from mandala_client.games.mandala.notation import side
from mandala_client.text.language import _, ngettext, said
from mandala_client.text.lists import list_of
from mandala_protocol.games.game import HAND, IllegalMove, View
from mandala_protocol.games.mandala import COLOURS, Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.state import Claiming, Dealing, MandalaState, Shuffling

MandalaView: TypeAlias = View[MandalaState]


def refusal(error: IllegalMove, view: MandalaView | None = None, move: MandalaMove | None = None) -> str:
    """The reason why a move is not possible, in one sentence that ends with the point of the rules.

    ``view`` and ``move``, where they are known, let it name the colour and the place.
    """
    told = None
    if view is not None and move is not None:
        told = _about_this_move(error.point, view, move)
    told = told or _in_general(error.point)
    if told is None:
        told = _("{reason} (rule {point}).").format(reason=said(error.reason), point=error.point)
    return told[:1].upper() + told[1:]


def _about_this_move(point: str, view: MandalaView, move: MandalaMove) -> str | None:
    """The sentence that names the cards and places of this move; None if that of the point alone says it all."""
    if point == "A4" and not isinstance(view.state.phase, Shuffling | Dealing):
        return _("Cards are being drawn. Wait for them before you move (rule A4).")
    match move:
        case Build() if point == "G2":
            return _no_place_in_mountain(view, move)
        case Build() if point == "A1":
            told = _("You have no {colour} card in your hand to build with (rule A1).")
            return told.format(colour=colour_name(move.colour))
        case Grow() if point == "G3":
            return _no_place_in_field(view, move)
        case Grow() if point == "B1":
            return _too_few_to_grow(view, move)
        case Discard() if point == "C1":
            return _too_few_to_discard(view, move)
        case _ if point == "K3":
            return _wrong_claim(view, move)
        case _:
            return None


def _no_place_in_mountain(view: MandalaView, move: Build) -> str:
    if view.state.mandalas[move.mandala].fields[view.seat][move.colour]:
        told = _(
            "{colour} is already in your {mandala} field, so it can't go into that "
            "mountain: in one mandala, each colour is in one place only (rule G2)."
        )
    else:
        told = _(
            "{colour} is already in the other player's {mandala} field, so it can't go "
            "into that mountain: in one mandala, each colour is in one place only (rule "
            "G2)."
        )
    return told.format(colour=colour_name(move.colour), mandala=side(move.mandala))


def _no_place_in_field(view: MandalaView, move: Grow) -> str:
    if view.state.mandalas[move.mandala].mountain[move.colour]:
        told = _(
            "{colour} is already in the {mandala} mountain, so it can't go into your "
            "field there: in one mandala, each colour is in one place only (rule G3)."
        )
    else:
        told = _(
            "{colour} is already in the other player's {mandala} field, so it can't go "
            "into yours: in one mandala, each colour is in one place only (rule G3)."
        )
    return told.format(colour=colour_name(move.colour), mandala=side(move.mandala))


def _too_few_to_grow(view: MandalaView, move: Grow) -> str:
    held = view.holdings[HAND][move.colour]
    if not held:
        told = _("You have no {colour} card in your hand for your field (rule B1).")
        return told.format(colour=colour_name(move.colour))
    told = ngettext(
        "You hold only {count} {colour} card, so your field cannot grow by {wanted} (rule B1).",
        "You hold only {count} {colour} cards, so your field cannot grow by {wanted} (rule B1).",
        held,
    )
    return told.format(count=held, colour=colour_name(move.colour), wanted=move.count)


def _too_few_to_discard(view: MandalaView, move: Discard) -> str:
    held = view.holdings[HAND][move.colour]
    if not held:
        told = _("You have no {colour} card in your hand to discard (rule C1).")
        return told.format(colour=colour_name(move.colour))
    told = ngettext(
        "You hold only {count} {colour} card, so you cannot discard {wanted} (rule C1).",
        "You hold only {count} {colour} cards, so you cannot discard {wanted} (rule C1).",
        held,
    )
    return told.format(count=held, colour=colour_name(move.colour), wanted=move.count)


def _wrong_claim(view: MandalaView, move: MandalaMove) -> str | None:
    phase = view.state.phase
    if not isinstance(phase, Claiming):
        return None
    mountain = view.state.mandalas[phase.mandala].mountain
    left = list_of([colour_name(colour) for colour in COLOURS if mountain[colour]])
    if isinstance(move, Claim):
        told = _(
            "There is no {colour} in the {mandala} mountain: you can take only what is "
            "still there, which is {left} (rule K3)."
        )
        return told.format(colour=colour_name(move.colour), mandala=side(phase.mandala), left=left)
    told = _("First the {mandala} mountain must be shared out: take one of the colours there, {left} (rule K3).")
    return told.format(mandala=side(phase.mandala), left=left)


def _in_general(point: str) -> str | None:
    """The sense of a point, for any move that breaks it; None for a point that is not of Mandala."""
    match point:
        case "A1":
            return _("You do not have this card in your hand to build with (rule A1).")
        case "A4":
            return _("Cards are still being dealt. Wait for them before you move (rule A4).")
        case "A6":
            return _(
                "This is your last card, and nothing is left to draw. No one may end a turn with an empty "
                "hand (rule A6)."
            )
        case "B1":
            return _("You do not have these cards in your hand for your field (rule B1).")
        case "B2":
            return _("At least one card must stay in your hand, so you can't put all of them into a field (rule B2).")
        case "B3":
            return _("You can't grow a field with your last card: one card must always stay in your hand (rule B3).")
        case "C1":
            return _("You do not have these cards in your hand to discard (rule C1).")
        case "C5":
            return _("It is the other player's turn (rule C5).")
        case "E3":
            return _("The game has ended, so there are no more moves (rule E3).")
        case "G2":
            return _(
                "This colour is already in a field of that mandala, so it can't go into its mountain: in "
                "one mandala, each colour is in one place only (rule G2)."
            )
        case "G3":
            return _(
                "This colour is already elsewhere in that mandala, so it can't go into your field there: "
                "in one mandala, each colour is in one place only (rule G3)."
            )
        case "K1":
            return _(
                "No mandala is complete, so there is nothing to take. A mandala is complete when it has "
                "all six colours (rule K1)."
            )
        case "K3":
            return _("While a mountain is being shared out, you must take a colour from it (rule K3).")
        case _:
            return None
