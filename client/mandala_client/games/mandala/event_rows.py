"""What happened, in one row for each sentence of ``event_text``: cards as their signs, and as few words as possible."""

from __future__ import annotations

from typing import Final, assert_never

from mandala_client.games.mandala import event_text
from mandala_client.games.mandala.notation import side
from mandala_client.games.mandala.signs import card_class, sign_of
from mandala_client.text.language import _, writes_in_ascii
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.rows import BLANK, Fragment, Row, row, text_row
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.counts import counted
from mandala_protocol.games.game import Counts, Dealt, Moved
from mandala_protocol.games.mandala import COLOURS, Build, Claim, Colour, Discard, Grow
from mandala_protocol.games.mandala.state import (
    EMPTY_MANDALA,
    Claiming,
    Drawing,
    MandalaState,
    Refilling,
)
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat

_CARDS: Final = "\0"
"""Stands for the cards until they are drawn; no name has it."""


def event_rows(step: Step, seat: Seat | None, names: Names) -> list[Row | None]:
    """A row for each sentence of ``events``, or None for one that is short enough; BLANK for one that is left out."""
    before, after = step.before, step.after
    assert isinstance(before, MandalaState), "only Mandala is told here"
    assert isinstance(after, MandalaState), "only Mandala is told here"
    deed: list[Row | None]
    match step.event:
        case Moved(seat=mover):
            deed = [_moved(step, _name(mover, seat, names))]
        case Dealt(shown=shown) if isinstance(before.phase, Refilling):
            cards = _cards(counted(shown[0] or (), len(COLOURS)))
            told = _("new, {mandala}: {cards}").format(mandala=side(before.phase.mandala), cards=_CARDS)
            deed = [_with_cards(told, cards)]
        case Dealt() if isinstance(before.phase, Drawing):
            deed = []
        case _:
            return []
    return deed + _followed(before, after, seat, names)


def drawn_rows(snapshot: Snapshot, step: int) -> list[Row | None]:
    """A row for each sentence of ``drawn_at``."""
    if not event_text.drawn_at(snapshot, step):
        return []
    return [drawn_row(counted(one.faces, len(COLOURS))) for one in snapshot.drawn if one.step == step]


def drawn_row(counts: Counts) -> Row:
    """New cards in our hand, for us alone."""
    return row(" ", _cards(counts))


def _name(who: Seat, seat: Seat | None, names: Names) -> str:
    return _("You") if who is seat else player_name(who, names)


def _cards(counts: Counts) -> Row:
    """The signs of these cards; one without its number if there is but one of a colour."""
    look = ASCII_LOOK if writes_in_ascii() else FULL_LOOK
    return row(
        *(
            row(
                " ",
                Fragment(f"{sign_of(look, colour)}{counts[colour] if counts[colour] > 1 else ''}", card_class(colour)),
            )
            for colour in COLOURS
            if counts[colour]
        )
    )


def _some(colour: Colour, count: int) -> Row:
    return _cards(tuple(count if one is colour else 0 for one in COLOURS))


def _with_cards(told: str, cards: Row) -> Row:
    """The text with the cards where they belong; the space before them is that of the first card."""
    before, _stands, behind = told.partition(_CARDS)
    return row(before.removesuffix(" "), cards, behind)


def _moved(step: Step, name: str) -> Row:
    before, after = step.before, step.after
    assert isinstance(step.event, Moved), "a move was made"
    move = step.event.move
    match move:
        case Build(mandala=number, colour=colour):
            told = _("{name} {cards} → {mandala}, {count} drawn")
            count = event_text.drawn_after(after)
            text = told.format(name=name, cards=_CARDS, mandala=side(number), count=count)
            return _with_cards(text, _some(colour, 1))
        case Grow(mandala=number, colour=colour, count=count):
            told = _("{name} {cards} → {mandala} field")
            return _with_cards(told.format(name=name, cards=_CARDS, mandala=side(number)), _some(colour, count))
        case Discard(colour=colour, count=count):
            told = _("{name} {cards} discarded, {count} drawn")
            return _with_cards(told.format(name=name, cards=_CARDS, count=count), _some(colour, count))
        case Claim(colour=colour):
            return _claimed(before, after, step.event.seat, colour, name)
        case _:
            assert_never(move)


def _claimed(before: MandalaState, after: MandalaState, chooser: Seat, colour: Colour, name: str) -> Row:
    assert isinstance(before.phase, Claiming), "colours are claimed from a completed mandala"
    mandala = before.mandalas[before.phase.mandala]
    count = mandala.mountain[colour]
    if not any(mandala.fields[chooser]):
        told = _("{name} {cards} → discard pile")
    elif colour in before.players[chooser].river:
        told = _("{name} {cards} → cup")
    elif count == 1:
        told = _("{name} {cards} → slot {slot}")
    else:
        told = _("{name} {cards} → slot {slot} and cup")
    slot = len(after.players[chooser].river)
    return _with_cards(told.format(name=name, cards=_CARDS, slot=slot), _some(colour, count))


def _followed(before: MandalaState, after: MandalaState, seat: Seat | None, names: Names) -> list[Row | None]:
    """The rows of what followed by itself, in the order of the sentences."""
    rows: list[Row | None] = []
    if after.triggered and not before.triggered:
        rows.append(None)
    if isinstance(after.phase, Claiming) and not isinstance(before.phase, Claiming):
        fewer, more = sorted(map(sum, after.mandalas[after.phase.mandala].fields))
        name = _name(after.phase.chooser, seat, names)
        first = _("{name} first, {more}:{fewer}").format(name=name, more=more, fewer=fewer)
        rows += [None, text_row(first)]
    for number, mandala in enumerate(after.mandalas):
        if mandala == EMPTY_MANDALA and before.mandalas[number] != EMPTY_MANDALA:
            rows += [BLANK] if any(map(any, before.mandalas[number].fields)) else [None, None]
    return rows
