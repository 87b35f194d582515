"""The motions of Mandala: a mandala is completed, the cards of its mountain are shared out, and the end."""

from __future__ import annotations

from mandala_client.games.mandala import event_text, score_text
from mandala_client.games.mandala.signs import card_class, sign_of
from mandala_client.text.language import _, pgettext
from mandala_client.text.numbers import points
from mandala_client.text.player_names import Names, player_name
from mandala_client.ui.motion import Lane, Motion
from mandala_client.ui.rows import Fragment, Row, row
from mandala_client.ui.style import Look
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.counts import union
from mandala_protocol.games.game import Counts, Moved
from mandala_protocol.games.mandala import COLOURS, Claim
from mandala_protocol.games.mandala.state import EMPTY_MANDALA, Claiming, MandalaState, PlayerArea
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat


def motion(step: Step, seat: Seat, names: Names, look: Look) -> Motion | None:
    """The motion of a step that completes a mandala, is the last call, or shares out a mountain; otherwise None."""
    before, after = step.before, step.after
    assert isinstance(before, MandalaState), "only Mandala moves here"
    assert isinstance(after, MandalaState), "only Mandala moves here"
    told = event_text.events(step, seat, names)
    lanes = _lanes(step, before, after, look)
    completed = isinstance(after.phase, Claiming) and not isinstance(before.phase, Claiming)
    loud = next(filter(event_text.is_loud, told), None)
    if loud is not None:
        return Motion(loud, lanes)
    if completed:
        return Motion(told[-2], lanes)  # the last sentence says who chooses first
    return Motion(told[0], lanes) if lanes and told else None


def _lanes(step: Step, before: MandalaState, after: MandalaState, look: Look) -> tuple[Lane, ...]:
    """The ways of the cards that a choice and a destruction send from the mandala."""
    lanes: list[Lane] = []
    if isinstance(step.event, Moved) and isinstance(step.event.move, Claim):
        lanes += _claimed(before, step.event.seat, step.event.move, look)
    for mandala, left in zip(before.mandalas, after.mandalas, strict=True):
        fields = union(*mandala.fields)
        if left == EMPTY_MANDALA != mandala and any(fields):
            lanes.append(Lane(_("fields"), _cards(fields, look), _("discard pile")))
        elif left == EMPTY_MANDALA != mandala and not lanes:
            lanes.append(Lane(_("mountain"), _cards(mandala.mountain, look), _("discard pile")))
    return tuple(lanes)


def _claimed(before: MandalaState, chooser: Seat, move: Claim, look: Look) -> list[Lane]:
    """One card goes to the river if its colour is new there, the others to the cup; all are lost without a field."""
    assert isinstance(before.phase, Claiming), "colours are claimed from a completed mandala"
    mandala = before.mandalas[before.phase.mandala]
    colour, count = move.colour, mandala.mountain[move.colour]
    if not any(mandala.fields[chooser]):
        return [Lane(_("mountain"), _some(colour, count, look), _("discard pile"))]
    if colour in before.players[chooser].river:
        return [Lane(_("mountain"), _some(colour, count, look), pgettext("place of cards", "cup"))]
    river = Lane(_("mountain"), _some(colour, 1, look), pgettext("place of cards", "river"))
    cup = Lane(_("mountain"), _some(colour, count - 1, look), pgettext("place of cards", "cup"))
    return [river, cup] if count > 1 else [river]


def final_motion(snapshot: Snapshot, look: Look) -> Motion | None:
    """The motion of the end: the river of each player becomes points."""
    told, sheet = score_text.game_over(snapshot), score_text.final_sheet(snapshot)
    if told is None or sheet is None or snapshot.view is None:
        return None
    state = snapshot.view.state
    lanes = tuple(
        Lane(player_name(seat, snapshot.names), _river(state.players[seat], look), points(sheet.seats[seat].total))
        for seat in (snapshot.seat.other, snapshot.seat)
    )
    return Motion(told, lanes)


def _river(player: PlayerArea, look: Look) -> Row:
    return row(*(Fragment(sign_of(look, colour), card_class(colour)) for colour in player.river))


def _cards(counts: Counts, look: Look) -> Row:
    return row(*(one for colour in COLOURS if counts[colour] for one in _some(colour, counts[colour], look)))


def _some(colour: int, count: int, look: Look) -> Row:
    """So many cards of a colour: one face, with the number if there are several."""
    number = str(count) if count > 1 else ""
    return (Fragment(f"{sign_of(look, colour)}{number}", card_class(colour)),)
