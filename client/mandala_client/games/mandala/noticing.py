"""The changes between two turns that one sees at a glance: who leads in a mandala, its last missing colour, a hand."""

from __future__ import annotations

from mandala_client.games.colour_words import colour_name
from mandala_client.games.mandala.notation import side
from mandala_client.text.language import _
from mandala_client.text.numbers import cards
from mandala_client.text.player_names import player_name
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.mandala.moves import HAND_LIMIT
from mandala_protocol.games.mandala.state import (
    Claiming,
    GameOver,
    Mandala,
    MandalaState,
    Revealing,
    missing_colours,
)
from mandala_protocol.seats import Seat


def noticed(before: Snapshot, after: Snapshot) -> list[str]:
    """A sentence for each mandala that changed so, then one for the other player's hand; none at the end of a game."""
    assert before.view is not None, "a turn is at the table"
    assert after.view is not None, "a turn is at the table"
    earlier: MandalaState = before.view.state
    now: MandalaState = after.view.state
    if isinstance(now.phase, Revealing | GameOver):
        return []
    seat, name = after.seat, player_name(after.seat.other, after.names)
    sentences = [
        _needs_or_leads(earlier.mandalas[number], mandala, number, seat, name)
        for number, mandala in enumerate(now.mandalas)
        if not (isinstance(now.phase, Claiming) and now.phase.mandala == number)
    ]
    sentences.append(_drew(earlier.players[seat.other].hand, now.players[seat.other].hand, name))
    return [sentence for sentence in sentences if sentence is not None]


def _needs_or_leads(before: Mandala, after: Mandala, number: int, seat: Seat, name: str) -> str | None:
    """Return the sentence about a mandala that now needs one colour, or in which someone else leads now."""
    own, theirs = sum(after.fields[seat]), sum(after.fields[seat.other])
    other_leads = any(map(any, after.fields)) and _leader(before) is not _leader(after)
    missing = missing_colours(after)
    if len(missing) == 1 and (other_leads or len(missing_colours(before)) > 1):
        if own > theirs:
            text = _("The {mandala} mandala needs only {colour}; you lead {more} to {fewer}.")
        elif own < theirs:
            text = _("The {mandala} mandala needs only {colour}; {name} leads {more} to {fewer}.")
        else:
            text = _("The {mandala} mandala needs only {colour}; it is tied {more} to {fewer}.")
    elif not other_leads:
        return None
    elif own > theirs:
        text = _("You lead {more} to {fewer} in the {mandala} mandala.")
    elif own < theirs:
        text = _("{name} leads {more} to {fewer} in the {mandala} mandala.")
    else:
        text = _("The {mandala} mandala is tied {more} to {fewer}.")
    fewer, more = sorted((own, theirs))
    colour = colour_name(missing[0]) if missing else ""
    return text.format(mandala=side(number), colour=colour, name=name, more=more, fewer=fewer)


def _leader(mandala: Mandala) -> Seat | None:
    """The player with more cards in the field; None in a tie."""
    host, guest = map(sum, mandala.fields)
    if host == guest:
        return None
    return Seat.HOST if host > guest else Seat.GUEST


def _drew(before: int, after: int, name: str) -> str | None:
    """Return the sentence about a hand that has grown but is not full, as it is after most draws."""
    if not before < after < HAND_LIMIT:
        return None
    return _("{name} now holds {cards}.").format(name=name, cards=cards(after))
