"""Refusals of a move: a sentence for every point of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from mandala_client.games.colour_words import colour_name
from mandala_client.games.mandala.notation import side
from mandala_client.text.language import _, ngettext, said
from mandala_client.text.numbers import list_of
from mandala_protocol.games.game import HAND, IllegalMove, View
from mandala_protocol.games.mandala import COLOURS, Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.state import Claiming, Dealing, MandalaState, Shuffling
from mandala_protocol.sentence import N_

MandalaView: TypeAlias = View[MandalaState]


def refusal(error: IllegalMove, view: MandalaView | None = None, move: MandalaMove | None = None) -> str:
    """The reason why a move is not possible, in one sentence that ends with the point of the rules.

    ``view`` and ``move``, where they are known, let it name the colour and the place.
    """
    sentence = None
    if view is not None and move is not None:
        sentence = _about_this_move(error.point, view, move)
    if sentence is None and error.point in _IN_GENERAL:
        sentence = _(_IN_GENERAL[error.point])
    if sentence is None:
        sentence = _("{reason} (rule {point}).").format(reason=said(error.reason), point=error.point)
    return sentence[:1].upper() + sentence[1:]


def _about_this_move(point: str, view: MandalaView, move: MandalaMove) -> str | None:
    """The sentence that names the cards and places of this move; None if that of the point alone says it all."""
    if point == "A4" and not isinstance(view.state.phase, Shuffling | Dealing):
        return _("Cards are being drawn. Wait for them before you move (rule A4).")
    match move:
        case Build() if point == "A1":
            text = _("You have no {colour} card in your hand to build with (rule A1).")
            return text.format(colour=colour_name(move.colour))
        case Build() | Grow() if point in ("G2", "G3"):
            return _no_place(view, move)
        case Grow() | Discard() if point in ("B1", "C1"):
            return _too_few(view, move)
        case _ if point == "K3":
            return _wrong_claim(view, move)
        case _:
            return None


def _no_place(view: MandalaView, move: Build | Grow) -> str:
    mandala = view.state.mandalas[move.mandala]
    match move:
        case Build() if mandala.fields[view.seat][move.colour]:
            text = _(
                "{colour} is already in your {mandala} field, so it can't go into that "
                "mountain: in one mandala, each colour is in one place only (rule G2)."
            )
        case Build():
            text = _(
                "{colour} is already in the other player's {mandala} field, so it can't go "
                "into that mountain: in one mandala, each colour is in one place only (rule "
                "G2)."
            )
        case Grow() if mandala.mountain[move.colour]:
            text = _(
                "{colour} is already in the {mandala} mountain, so it can't go into your "
                "field there: in one mandala, each colour is in one place only (rule G3)."
            )
        case _:
            text = _(
                "{colour} is already in the other player's {mandala} field, so it can't go "
                "into yours: in one mandala, each colour is in one place only (rule G3)."
            )
    return text.format(colour=colour_name(move.colour), mandala=side(move.mandala))


def _too_few(view: MandalaView, move: Grow | Discard) -> str:
    held = view.holdings[HAND][move.colour]
    match move:
        case Grow() if not held:
            text = _("You have no {colour} card in your hand for your field (rule B1).")
        case Grow():
            text = ngettext(
                "You hold only {count} {colour} card, so your field cannot grow by {wanted} (rule B1).",
                "You hold only {count} {colour} cards, so your field cannot grow by {wanted} (rule B1).",
                held,
            )
        case Discard() if not held:
            text = _("You have no {colour} card in your hand to discard (rule C1).")
        case _:
            text = ngettext(
                "You hold only {count} {colour} card, so you cannot discard {wanted} (rule C1).",
                "You hold only {count} {colour} cards, so you cannot discard {wanted} (rule C1).",
                held,
            )
    return text.format(count=held, colour=colour_name(move.colour), wanted=move.count)


def _wrong_claim(view: MandalaView, move: MandalaMove) -> str | None:
    phase = view.state.phase
    if not isinstance(phase, Claiming):
        return None
    mountain = view.state.mandalas[phase.mandala].mountain
    left = list_of([colour_name(colour) for colour in COLOURS if mountain[colour]])
    if isinstance(move, Claim):
        text = _(
            "There is no {colour} in the {mandala} mountain: you can take only what is "
            "still there, which is {left} (rule K3)."
        )
        return text.format(colour=colour_name(move.colour), mandala=side(phase.mandala), left=left)
    text = _("First the {mandala} mountain must be shared out: take one of the colours there, {left} (rule K3).")
    return text.format(mandala=side(phase.mandala), left=left)


_IN_GENERAL: Final[Mapping[str, str]] = {
    "A1": N_("You do not have this card in your hand to build with (rule A1)."),
    "A4": N_("Cards are still being dealt. Wait for them before you move (rule A4)."),
    "A6": N_(
        "This is your last card, and nothing is left to draw. No one may end a turn with an empty hand (rule A6)."
    ),
    "B1": N_("You do not have these cards in your hand for your field (rule B1)."),
    "B2": N_("At least one card must stay in your hand, so you can't put all of them into a field (rule B2)."),
    "B3": N_("You can't grow a field with your last card: one card must always stay in your hand (rule B3)."),
    "C1": N_("You do not have these cards in your hand to discard (rule C1)."),
    "C5": N_("It is the other player's turn (rule C5)."),
    "E3": N_("The game has ended, so there are no more moves (rule E3)."),
    "G2": N_(
        "This colour is already in a field of that mandala, so it can't go into its mountain: in "
        "one mandala, each colour is in one place only (rule G2)."
    ),
    "G3": N_(
        "This colour is already elsewhere in that mandala, so it can't go into your field there: "
        "in one mandala, each colour is in one place only (rule G3)."
    ),
    "K1": N_(
        "No mandala is complete, so there is nothing to take. A mandala is complete when it has "
        "all six colours (rule K1)."
    ),
    "K3": N_("While a mountain is being shared out, you must take a colour from it (rule K3)."),
}
"""The sense of each point, for any move that breaks it."""
