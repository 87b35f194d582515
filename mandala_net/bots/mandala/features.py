"""The features of a position of Mandala: the numbers by which a player judges the chance to win."""

from __future__ import annotations

from typing import Final, TypeAlias

from mandala_net.bots.mandala.core import IN_MOUNTAIN, MandalaCore
from mandala_net.bots.mandala.quick_sharing import margin_of_sharing, worths
from mandala_protocol.games.mandala.moves import HAND_LIMIT

FEATURES: Final = (
    "turn",
    "own hand",
    "other hand",
    "coming",
    "lead",
    "lead early",
    "lead with five slots",
    "rivers",
    "rivers early",
    "share, 1 missing",
    "share, 2 missing",
    "share, 3 missing",
    "share, 4 missing",
    "first choice, far",
    "first choice, near",
    "first choice, near, to move",
    "fields begun",
    "lead in field by mountain",
    "empty field by mountain",
    "same colours in hand",
    "colours in hand",
    "hand fits",
    "sealed to come",
)
"""Their names, in the order of every list of them; ``features_of`` says what each is."""

FIRST_PILE: Final = 88
USUAL_HAND: Final = 5
MOST_MISSING: Final = 4
"""A mandala that lacks more colours counts as one that lacks so many, and one that lacks none as one that lacks one."""

_PLACE_OF_SHARE: Final = tuple(min(max(missing, 1), MOST_MISSING) - 1 for missing in range(7))

_FIT_OF_CARDS: Final = tuple(min(held, 4) / 2 for held in range(HAND_LIMIT + 1))
"""The fit of a colour that a mandala lacks, by the cards of it in hand."""

NEAR: Final = 2
"""A mandala that lacks so many colours, or fewer, is near its completion."""

Terms: TypeAlias = tuple[int, float, float, float, int, float]
"""Of one mandala for one seat: the colours it lacks; the mean share over both orders of choosing; what it gains by the
first choice; the lead in the field, from -1 to 1; the own field begun less the other's; the cards in the mountain."""

EMPTY: Final[Terms] = (6, 0.0, 0.0, 0.0, 0, 0.0)
"""The terms of a mandala without cards."""


MountainShares: TypeAlias = tuple[float, float]
"""The mean share and the gain by the first choice, as in ``Terms``."""


def shares_in(core: MandalaCore, mandala: int, seat: int) -> MountainShares:
    """The shares in this mandala. Of the fields it only counts which of them are empty."""
    found = worths(core, mandala, seat)
    first = margin_of_sharing(core, seat, found, is_first=True)
    second = margin_of_sharing(core, seat, found, is_first=False)
    return (first + second) / 20, (first - second) / 10


def mandala_terms(core: MandalaCore, mandala: int, seat: int, shares: MountainShares | None = None) -> Terms:
    """The terms of this mandala, from what the seat knows; ``shares``: if they are known already."""
    own, other = core.fields[2 * mandala + seat], core.fields[2 * mandala + 1 - seat]
    areas, counts = core.areas, core.counts
    mountain = 0
    for cell in range(6 * mandala, 6 * mandala + 6):
        if areas[cell] == IN_MOUNTAIN:
            mountain += counts[cell]
    begun = (own > 0) - (other > 0)
    share = gain = 0.0
    if own or other:
        share, gain = shares or shares_in(core, mandala, seat)
    lead = min(max((own - other) / 3, -1.0), 1.0)
    return core.missing[mandala], share, gain, lead, begun, mountain / 5


def known_lead(core: MandalaCore, seat: int) -> int:
    """The points by which this seat is ahead, without the other player's starting cards."""
    slots, claimed, sealed = core.slots, core.claimed, core.sealed
    lead = 0
    for own in range(6 * seat, 6 * seat + 6):
        if slots[own]:
            lead += slots[own] * (claimed[own] + sealed[own])
    for other in range(6 - 6 * seat, 12 - 6 * seat):
        if slots[other]:
            lead -= slots[other] * claimed[other]
    return lead


def features_of(
    core: MandalaCore, seat: int, turn: int, coming: int, lead: int, left: Terms, right: Terms
) -> list[float]:
    """The features for this seat, from what it knows; the faces of cards hidden from it are not looked at.

    ``turn``: 1 if it is to move, else -1. ``coming``: the cards that it is about to draw. ``lead``: by how many points
    it knows to be ahead. ``left`` and ``right``: the terms of the two mandalas. Points and shares count in tens. What
    is "early" is weighed by the rest of the draw pile.
    """
    hand, slots, areas, sealed = core.hands[seat], core.slots, core.areas, core.sealed
    same = colours = to_come = 0
    fits = 0.0
    for colour in range(6):
        held = hand[colour]
        if held:
            colours += 1
            same += held - 1
            lacking = (not areas[colour]) + (not areas[colour + 6])
            fits += _FIT_OF_CARDS[held] * lacking
        if not slots[6 * seat + colour]:
            to_come += sealed[6 * seat + colour]
    tens = lead / 10
    rest = len(core.pile) - coming
    early = 0.0 if core.triggered or rest <= 0 else rest / FIRST_PILE
    own_river, other_river = core.rivers[seat], core.rivers[1 - seat]
    shares = [0.0] * MOST_MISSING
    far = near = to_move = ahead = empty = 0.0
    for missing, share, gain, field_lead, begun, mountain in (left, right):
        shares[_PLACE_OF_SHARE[missing]] += share
        if missing > NEAR:
            far += gain * field_lead
        else:
            near += gain * field_lead
            to_move += gain * turn
        ahead += field_lead * mountain
        empty -= begun * mountain
    return [
        turn,
        core.sizes[seat] - USUAL_HAND,
        core.sizes[1 - seat] - USUAL_HAND,
        coming,
        tens,
        early * tens,
        tens if own_river == 5 or other_river == 5 else 0.0,
        own_river - other_river,
        early * (own_river - other_river),
        *shares,
        far,
        near,
        to_move,
        left[4] + right[4],
        ahead,
        empty,
        same,
        colours,
        fits,
        to_come,
    ]
