"""The hidden cards of Mandala, for someone who looks on: what came into a hand, and what was open at the end."""

from __future__ import annotations

from collections.abc import Mapping

from mandala_client.games.game_records import Held
from mandala_client.games.mandala.score_text import by_colour
from mandala_client.text.language import _
from mandala_client.text.numbers import cards
from mandala_client.text.player_names import Names, player_name
from mandala_protocol.games.game import HAND, Counts
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.state import Dealing, MandalaState
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat


def opened(holdings: tuple[Mapping[str, Counts], Mapping[str, Counts]], names: Names) -> list[str]:
    """The hidden cards of both, as they were in the end."""
    return [
        _opened(where == HAND, counts).format(name=player_name(seat, names), cards=by_colour(counts))
        for seat, held in zip(Seat, holdings, strict=True)
        for where, counts in held.items()
    ]


def drawn(step: Step, names: Names, before: Held, after: Held) -> list[str]:
    """The cards that a deal brought to the hands: the cards themselves if they are known, otherwise their number."""
    return [told for seat in Seat for told in _drew(player_name(seat, names), seat, step, before, after)]


def _opened(in_hand: bool, counts: Counts) -> str:
    if not in_hand:
        return _("{name}: the first two cards of the cup were {cards}.")
    return _("{name}: in hand {cards}.") if any(counts) else _("{name}: no cards in hand.")


def _drew(name: str, seat: Seat, step: Step, before: Held, after: Held) -> list[str]:
    state: MandalaState = step.before
    count = step.after.players[seat].hand - state.players[seat].hand
    known, now = before[seat], after[seat]
    first = isinstance(state.phase, Dealing)
    if not count or ((known is None or now is None) and first):
        return []  # how many are dealt in the beginning is told with the deal
    if known is None or now is None:
        return [_("{name} drew {cards}.").format(name=name, cards=cards(count))]
    came = by_colour(tuple(map(int.__sub__, now.get(HAND, NO_CARDS), known.get(HAND, NO_CARDS))))
    if not first:
        return [_("{name} drew {cards}.").format(name=name, cards=came)]
    drew = _("{name} drew {cards}; face down in the cup: {hidden}.")
    return [drew.format(name=name, cards=came, hidden=by_colour(now.get("cup", NO_CARDS)))]
