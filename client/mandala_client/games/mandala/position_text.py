"""The position in sentences, for text mode."""

from __future__ import annotations

from mandala_client.games.colour_words import colour_name
from mandala_client.games.mandala.card_words import of_colour
from mandala_client.games.mandala.discards import on_top
from mandala_client.games.mandala.events import END_TRIGGER, LAST_MANDALA
from mandala_client.games.mandala.notation import side
from mandala_client.text import numbers
from mandala_client.text.language import _, pgettext
from mandala_client.text.numbers import list_of
from mandala_client.text.player_names import player_name
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import HAND, Counts
from mandala_protocol.games.mandala import COLOURS
from mandala_protocol.games.mandala.state import Claiming, GameOver, Mandala, MandalaState, Revealing, missing_colours
from mandala_protocol.seats import Seat


def table(snapshot: Snapshot) -> list[str]:
    """Everything that is on the table, both rivers, all counts, and our own cards."""
    view = snapshot.view
    assert view is not None
    state: MandalaState = view.state
    seat, other = snapshot.seat, player_name(snapshot.seat.other, snapshot.names)
    lines = []
    for number in range(len(state.mandalas)):
        lines += one_mandala(snapshot, number)
    lines += [_own_river(state, seat), _river_of(other, state, seat.other)]
    counts = _("{count} in the draw pile. Discard pile: {discarded}. {name} holds {held}.")
    lines.append(
        counts.format(
            count=numbers.cards(state.draw_pile),
            discarded=cards(state.discard),
            name=other,
            held=numbers.cards(state.players[seat.other].hand),
        )
    )
    top = on_top(snapshot.steps)
    if any(top):
        lines.append(_("On top of the discard pile: {cards}.").format(cards=cards(top)))
    if state.triggered and not isinstance(state.phase, (Revealing, GameOver)):
        lines.append(_(LAST_MANDALA) if isinstance(state.phase, Claiming) else _(END_TRIGGER))
    return [*lines, *hand(snapshot)]


def one_mandala(snapshot: Snapshot, number: int) -> list[str]:
    """The cards in one of the two mandalas, and what it still needs."""
    view = snapshot.view
    assert view is not None
    state: MandalaState = view.state
    seat, other = snapshot.seat, player_name(snapshot.seat.other, snapshot.names)
    return [_areas(number, state.mandalas[number], seat, other), _outlook(state, number, seat, other)]


def hand(snapshot: Snapshot) -> list[str]:
    """Our own hidden cards."""
    view = snapshot.view
    assert view is not None
    return [
        _own_cards(name == HAND).format(count=numbers.cards(sum(counts)), cards=cards(counts))
        for name, counts in view.holdings.items()
    ]


def _own_cards(in_hand: bool) -> str:
    return _("Your hand, {count}: {cards}.") if in_hand else _("Your starting cards in the cup: {cards}.")


def cards(counts: Counts) -> str:
    """A pile in words: "2 red, 1 green", or "empty"."""
    held = [of_colour(count, colour) for colour, count in zip(COLOURS, counts, strict=True) if count]
    return ", ".join(held) or pgettext("a pile of cards", "empty")


def colours(chosen: tuple[int, ...]) -> str:
    """Return text such as "red, green"; there must be one at least."""
    return ", ".join(colour_name(colour) for colour in chosen)


def _areas(number: int, mandala: Mandala, seat: Seat, other: str) -> str:
    own, theirs = mandala.fields[seat], mandala.fields[seat.other]
    lies = _("The {mandala} mandala: mountain {mountain}; your field {own}; {name}'s field {theirs}.")
    return lies.format(
        mandala=side(number), mountain=cards(mandala.mountain), own=cards(own), name=other, theirs=cards(theirs)
    )


def _outlook(state: MandalaState, number: int, seat: Seat, other: str) -> str:
    """The sentence about what a mandala still needs, and who would choose first now (K2)."""
    mandala = state.mandalas[number]
    missing = missing_colours(mandala)
    if isinstance(state.phase, Claiming) and state.phase.mandala == number:
        return _("The {mandala} mandala is complete; its mountain is being shared out.").format(mandala=side(number))
    own, theirs = sum(mandala.fields[seat]), sum(mandala.fields[seat.other])
    if own == theirs:
        text = _("The {mandala} mandala still needs {colours}. In a tie, the player who completes it chooses second.")
    elif own > theirs:
        text = _("The {mandala} mandala still needs {colours}; you would choose first.")
    else:
        text = _("The {mandala} mandala still needs {colours}; {name} would choose first.")
    return text.format(mandala=side(number), colours=colours(missing), name=other)


def _own_river(state: MandalaState, seat: Seat) -> str:
    river, cup = _river_and_cup(state, seat)
    return _("Your river: {river}. Your cup: {cup}.").format(river=river, cup=cup)


def _river_of(name: str, state: MandalaState, seat: Seat) -> str:
    river, cup = _river_and_cup(state, seat)
    return _("{name}'s river: {river}. {name}'s cup: {cup}.").format(name=name, river=river, cup=cup)


def _river_and_cup(state: MandalaState, seat: Seat) -> tuple[str, str]:
    player = state.players[seat]
    slots = [
        _("slot {slot} {colour}").format(slot=slot, colour=colour_name(colour))
        for slot, colour in enumerate(player.river, start=1)
    ]
    cup = [cards(player.claimed)] if any(player.claimed) else []
    if player.sealed:
        cup.append(_("{cards} face down").format(cards=numbers.cards(player.sealed)))
    river = ", ".join(slots) or pgettext("a river", "empty")
    return river, list_of(cup) or pgettext("a cup", "empty")
