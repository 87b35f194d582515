"""The sharing of a mountain in the lean form: what each player would get more than the other (K2 to K6).

The same guess as in ``sharing``: both take what is best for them, and deny a little.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from mandala_net.bots.mandala.core import IN_MOUNTAIN, MandalaCore
from mandala_net.bots.mandala.weights import Weights

Worth: TypeAlias = tuple[int, float, int, float, int]
"""Of one colour of a mountain: the colour, then for one player and for the other the worth with an empty river, and how
much it rises with each slot filled."""

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
        if own_takes:
            pocket = 6 * seat + colour
            slot = core.slots[pocket]
            if slot:
                own = slot * cards
            else:
                own_rise = cards - 1 + core.claimed[pocket] + core.sealed[pocket]
                own = own_rise + NEW_SLOT
        if other_takes:
            pocket = 6 - 6 * seat + colour
            slot = core.slots[pocket]
            if slot:
                other = slot * cards
            else:
                other_rise = cards - 1 + core.claimed[pocket]
                other = other_rise + NEW_SLOT
        found.append((colour, own, own_rise, other, other_rise))
    return found


def is_new(core: MandalaCore, mandala: int, seat: int, colour: int) -> bool:
    """Return whether this colour would fill a slot of this seat's river."""
    return core.fields[2 * mandala + seat] > 0 and not core.slots[6 * seat + colour]


def margin_of_sharing(core: MandalaCore, mandala: int, seat: int, found: list[Worth], *, is_first: bool) -> float:
    """The worth that this seat gets more than the other if it chooses first, or second."""
    own_river, other_river = core.rivers[seat], core.rivers[1 - seat]
    rest = found[:]
    chooses = is_first
    margin = 0.0
    while rest:
        best, gain = 0, -1.0
        for place, (_colour, own, own_rise, other, other_rise) in enumerate(rest):
            mine, theirs = own + own_rise * own_river, other + other_rise * other_river
            value = mine + DENIAL * theirs if chooses else theirs + DENIAL * mine
            if value > gain:
                best, gain = place, value
        colour, own, own_rise, other, other_rise = rest.pop(best)
        if chooses:
            margin += own + own_rise * own_river
            own_river += is_new(core, mandala, seat, colour)
        else:
            margin -= other + other_rise * other_river
            other_river += is_new(core, mandala, 1 - seat, colour)
        chooses = not chooses
    return margin


def by_gain(core: MandalaCore, seat: int, chooser: int, found: list[Worth]) -> list[int]:
    """The colours, the one that this chooser would take first, as far as this seat knows."""
    own_river, other_river = core.rivers[seat], core.rivers[1 - seat]

    def gain(worth: Worth) -> float:
        _colour, own, own_rise, other, other_rise = worth
        mine, theirs = own + own_rise * own_river, other + other_rise * other_river
        return mine + DENIAL * theirs if chooser == seat else theirs + DENIAL * mine

    return [worth[0] for worth in sorted(found, key=gain, reverse=True)]
