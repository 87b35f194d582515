"""The greedy bot's reasons for a move of Patterns, in words that can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from mandala_net.bots.patterns.appraisal import Appraisal
from mandala_protocol.games.colours import Colour
from mandala_protocol.games.game import Moved, View
from mandala_protocol.games.patterns import (
    PATTERNS,
    FlipTile,
    OpenGroup,
    PatternsMove,
    PatternsState,
    SwapTile,
    TakeStart,
)
from mandala_protocol.games.patterns.state import colour_at
from mandala_protocol.sentence import N_

# The clauses, to be translated; {colour} is a colour, every other name a number.
TAKES: Final = N_("{colour} can be your first group")
OPENS: Final = N_("{colour} gets marker {value}")
ADDS: Final = N_("{colour} adds {points} to your score")
CAN_GROW: Final = N_("more {colour} tiles can follow")
MAKES_ROOM: Final = N_("your groups get more room")
FITS_GROUP: Final = N_("{colour} in your bowl can extend your group")
OPENS_NEXT: Final = N_("{colour} in your bowl can open your next group")
HINDERS: Final = N_("the other player's groups can grow less")
STOPS_AHEAD: Final = N_("the game ends with you ahead")
BEHIND_OTHERWISE: Final = N_("otherwise the game may end with the other player ahead")
NOTHING_BETTER: Final = N_("every other move looks worse")
LEADS_ON: Final = N_("it leads to more in the moves that follow")

MOTIVES: Final = (
    *(TAKES, OPENS, ADDS, CAN_GROW, MAKES_ROOM, FITS_GROUP, OPENS_NEXT, HINDERS),
    *(STOPS_AHEAD, BEHIND_OTHERWISE, NOTHING_BETTER, LEADS_ON),
)


@frozen
class Remark:
    """One of ``MOTIVES``, and what its names stand for."""

    template: str
    values: Mapping[str, int | Colour] = field(factory=dict)

    def __str__(self) -> str:
        words = {name: value.word if isinstance(value, Colour) else value for name, value in self.values.items()}
        return self.template.format(**words)


@frozen
class Motive:
    """The reasons for a move: its effect, then its result. ``str`` gives the English sentence, without a full stop."""

    remarks: tuple[Remark, ...]

    def __str__(self) -> str:
        deed, *outcome = map(str, self.remarks)
        return f"{deed}: {'; '.join(outcome)}" if outcome else deed


def motive_for(view: View[PatternsState], appraisal: Appraisal, instead: Appraisal | None = None) -> Motive:
    """The deed, the strongest of what speaks for a move, and how the game ends by it, if so.

    ``instead``: the move that was made; if that one may end the game behind, the motive says so.
    """
    deed = _deed(view, appraisal.move)
    if appraisal.end > 0:
        return Motive((deed, Remark(STOPS_AHEAD)))
    if instead is not None and instead.end < 0:
        return Motive((deed, Remark(BEHIND_OTHERWISE)))
    return Motive((deed, *_outcome(view, appraisal)))


def _deed(view: View[PatternsState], move: PatternsMove) -> Remark:
    player = view.state.players[view.seat]
    match move:
        case TakeStart(colour=colour):
            return Remark(TAKES, {"colour": colour})
        case OpenGroup():
            assert player.bowl is not None
            return Remark(OPENS, {"colour": player.bowl, "value": player.opened + 1})
        case FlipTile(field=number):
            colour = colour_at(view.state, number)
            return Remark(ADDS, {"colour": colour, "points": player.groups[colour].value})
        case SwapTile():
            assert player.bowl is not None
            return Remark(ADDS, {"colour": player.bowl, "points": player.groups[player.bowl].value})


def _outcome(view: View[PatternsState], appraisal: Appraisal) -> tuple[Remark, ...]:
    """The largest of the terms besides the points, if it is worth a point or so."""
    terms = (
        (appraisal.hindrance, HINDERS),
        (appraisal.reach, CAN_GROW),
        (appraisal.bowl, FITS_GROUP),
        (appraisal.room, MAKES_ROOM),
    )
    worth, template = max(terms, key=lambda term: term[0])
    move = appraisal.move
    if isinstance(move, TakeStart):
        return ()
    if worth < _WORTH_SAYING:
        return () if appraisal.total > 0 else (Remark(NOTHING_BETTER),)
    if template == CAN_GROW:
        return (Remark(CAN_GROW, {"colour": _grown(view, move)}),)
    if template == FITS_GROUP:
        after = PATTERNS.apply(view.state, Moved(view.seat, move)).players[view.seat]
        assert after.bowl is not None
        fits = after.groups[after.bowl].value
        return (Remark(FITS_GROUP if fits else OPENS_NEXT, {"colour": after.bowl}),)
    return (Remark(template),)


_WORTH_SAYING: Final = 0.5


def _grown(view: View[PatternsState], move: PatternsMove) -> Colour:
    """The colour of the group that the move opens or extends."""
    if isinstance(move, FlipTile):
        return colour_at(view.state, move.field)
    bowl = view.state.players[view.seat].bowl
    assert bowl is not None
    return bowl
