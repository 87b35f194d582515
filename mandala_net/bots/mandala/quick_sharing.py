"""The sharing of a mountain in the lean form: what each player would get more than the other (K2 to K6).

The same guess as in ``sharing``: both take what is best for them, and deny a little.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from mandala_net.bots.mandala.core import IN_MOUNTAIN, MandalaCore
from mandala_net.bots.mandala.weights import Weights

Worth: TypeAlias = tuple[int, float, int, bool, float, int, bool]
"""The worth of one colour of a mountain: the colour, then for one player and for the other its worth with an empty
river, how much that rises with each slot filled, and whether it would fill a slot."""

NEW_SLOT: Final = Weights().new_slot
DENIAL: Final = Weights().denial


def worths(core: MandalaCore, mandala: int, seat: int) -> list[Worth]:
    """The colours of the mountain, worth for this seat first, which knows its own starting cards and no others."""
    areas, counts = core.areas, core.counts
    found: list[Worth] = []
    own_takes, other_takes = core.fields[2 * mandala + seat], core.fields[2 * mandala + 1 - seat]
    for colour in range(6):
        cell = 6 * mandala + colour
        if areas[cell] != IN_MOUNTAIN:
            continue
        cards = counts[cell]
        own, own_rise, other, other_rise = 0.0, 0, 0.0, 0
        own_is_new = other_is_new = False
        if own_takes:
            pocket = 6 * seat + colour
            slot = core.slots[pocket]
            if slot:
                own = slot * cards
            else:
                own_rise = cards - 1 + core.claimed[pocket] + core.sealed[pocket]
                own = own_rise + NEW_SLOT
                own_is_new = True
        if other_takes:
            pocket = 6 - 6 * seat + colour
            slot = core.slots[pocket]
            if slot:
                other = slot * cards
            else:
                other_rise = cards - 1 + core.claimed[pocket]
                other = other_rise + NEW_SLOT
                other_is_new = True
        found.append((colour, own, own_rise, own_is_new, other, other_rise, other_is_new))
    return found


def margin_of_sharing(core: MandalaCore, seat: int, found: list[Worth], *, is_first: bool) -> float:
    """The worth that this seat gets more than the other if it chooses first, or second."""
    own_river, other_river = core.rivers[seat], core.rivers[1 - seat]
    rest = found[:]
    chooses = is_first
    margin = 0.0
    while rest:
        best, gain = 0, -1.0
        for place, (_colour, own, own_rise, _own_is_new, other, other_rise, _other_is_new) in enumerate(rest):
            mine, theirs = own + own_rise * own_river, other + other_rise * other_river
            value = mine + DENIAL * theirs if chooses else theirs + DENIAL * mine
            if value > gain:
                best, gain = place, value
        _colour, own, own_rise, own_is_new, other, other_rise, other_is_new = rest.pop(best)
        if chooses:
            margin += own + own_rise * own_river
            own_river += own_is_new
        else:
            margin -= other + other_rise * other_river
            other_river += other_is_new
        chooses = not chooses
    return margin


def by_gain(core: MandalaCore, seat: int, chooser: int, found: list[Worth]) -> list[int]:
    """The colours, the one that this chooser would take first, as far as this seat knows."""
    own_river, other_river = core.rivers[seat], core.rivers[1 - seat]

    def gain(worth: Worth) -> float:
        _colour, own, own_rise, _own_is_new, other, other_rise, _other_is_new = worth
        mine, theirs = own + own_rise * own_river, other + other_rise * other_river
        return mine + DENIAL * theirs if chooser == seat else theirs + DENIAL * mine

    return [worth[0] for worth in sorted(found, key=gain, reverse=True)]
