"""Defects of the rules: moves that a program lets be made, one defect for each condition that forbids some."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from attrs import evolve

from mandala_protocol.games.game import IllegalMove
from mandala_protocol.games.mandala import flow as mandala_flow
from mandala_protocol.games.mandala import legality as mandala_legality
from mandala_protocol.games.mandala.moves import Build, Claim, Discard, Grow
from mandala_protocol.games.mandala.state import Claiming, Turn
from mandala_protocol.games.patterns import flow as patterns_flow
from mandala_protocol.games.patterns import legality as patterns_legality
from mandala_protocol.games.patterns.moves import FlipTile, OpenGroup, SwapTile, TakeStart
from mandala_protocol.games.patterns.state import colour_at, owner_at
from tests.conformance.defects.defect import DefectBook, replace

RULES = DefectBook()

When: TypeAlias = Callable[..., bool]
"""A test of what is judged, such as the state and the move: whether the rule is forgotten there."""

_MANDALA: Final = (mandala_legality, mandala_flow)
_PATTERNS: Final = (patterns_legality, patterns_flow)


def _always(*_given: Any) -> bool:
    return True


def _forget(modules: Sequence[Any], point: str, reason: str = "", when: When = _always) -> None:
    """Let what the rules forbid for this reason be done."""
    judged = modules[0].judge

    def judge(*given: Any) -> None:
        try:
            judged(*given)
        except IllegalMove as error:
            if error.point != point or re.search(reason, error.reason) is None or not when(*given):
                raise

    for module in modules:
        replace(module, "judge", judge)


# Mandala.


def _is_in_own_field(state: Any, seat: Any, move: Any) -> bool:
    return bool(state.mandalas[move.mandala].fields[seat][move.colour])


def _is_in_other_field(state: Any, seat: Any, move: Any) -> bool:
    return bool(state.mandalas[move.mandala].fields[seat.other][move.colour])


def _is_more_than_held(state: Any, seat: Any, move: Any) -> bool:
    return bool(move.count > state.players[seat].hand)


def _is_the_hand(state: Any, seat: Any, move: Any) -> bool:
    return bool(move.count == state.players[seat].hand)


def _is_in_a_field(state: Any, _seat: Any, move: Any) -> bool:
    return any(field[move.colour] for field in state.mandalas[state.phase.mandala].fields)


def _was_taken(state: Any, seat: Any, move: Any) -> bool:
    return not _is_in_a_field(state, seat, move)


def _legal_in_a_turn(kind: type[Any]) -> When:
    """A move of this kind that is forbidden for no other reason than that a mountain is shared out."""
    judge = mandala_legality.judge

    def is_so(state: Any, seat: Any, move: Any) -> bool:
        try:
            judge(evolve(state, phase=Turn(seat)), seat, move)
        except IllegalMove:
            return False
        return isinstance(move, kind)

    return is_so


_FORGOTTEN_IN_MANDALA: Final[tuple[tuple[str, str, str, str, str, When], ...]] = (
    (
        "builds-onto-its-own-field",
        "Lets a card onto a mountain though one's own field has its colour",
        "G2-own-field",
        "G2",
        "",
        _is_in_own_field,
    ),
    (
        "builds-onto-the-others-field",
        "Lets a card onto a mountain though the other player's field has its colour",
        "G2-other-field",
        "G2",
        "",
        _is_in_other_field,
    ),
    (
        "grows-with-the-mountains-colour",
        "Lets a field grow with a colour of the mountain",
        "G3-mountain",
        "G3",
        "mountain",
        _always,
    ),
    (
        "grows-with-the-others-colour",
        "Lets a field grow with a colour of the other player's field",
        "G3-other-field",
        "G3",
        "player's field",
        _always,
    ),
    ("forgets-b2", "Lets a whole hand be put into a field", "B2", "B2", "", _is_the_hand),
    (
        "grows-with-more-than-a-hand",
        "Compares what a field gets with the whole hand alone",
        "B2-more",
        "B2",
        "",
        _is_more_than_held,
    ),
    ("forgets-b3", "Lets the only card be put into a field", "B3", "B3", "", _always),
    ("discards-more-than-a-hand", "Lets more cards be discarded than are held", "C1", "C1", "", _always),
    (
        "claims-absent-colours",
        "Lets a colour be claimed that was never in the mountain",
        "K3-absent",
        "K3",
        "lies in",
        _is_in_a_field,
    ),
    ("claims-what-was-taken", "Lets a colour be claimed again", "K3-taken", "K3", "lies in", _was_taken),
    (
        "builds-while-a-mountain-is-shared-out",
        "Lets a card be built where a claim is due",
        "K3-build",
        "K3",
        "first",
        _legal_in_a_turn(Build),
    ),
    (
        "grows-while-a-mountain-is-shared-out",
        "Lets a field grow where a claim is due",
        "K3-grow",
        "K3",
        "first",
        _legal_in_a_turn(Grow),
    ),
    (
        "discards-while-a-mountain-is-shared-out",
        "Lets cards be discarded where a claim is due",
        "K3-discard",
        "K3",
        "first",
        _legal_in_a_turn(Discard),
    ),
)
"""The name, the title, the word of the case, the rule point, the reason for which it forbids a move, and when."""


@RULES.defect(
    "claims-when-nothing-is-complete",
    "Lets a colour be claimed while no mandala is complete",
    case="PL3/K1",
    seen="PL6",
    game="mandala",
)
def claims_when_nothing_is_complete() -> None:
    _forget(_MANDALA, "K1")
    moved = mandala_flow._moved

    def moved_at_any_time(state: Any, seat: Any, move: Any) -> Any:
        if isinstance(move, Claim) and isinstance(state.phase, Turn):
            number = next(number for number, each in enumerate(state.mandalas) if each.mountain[move.colour])
            state = evolve(state, phase=Claiming(seat, number, seat))
        return moved(state, seat, move)

    replace(mandala_flow, "_moved", moved_at_any_time)


# Patterns.


def _is(kind: type[Any]) -> When:
    def is_so(_state: Any, move: Any) -> bool:
        return isinstance(move, kind)

    return is_so


def _on_tile_of(kind: type[Any], *, own: bool) -> When:
    def is_so(state: Any, move: Any) -> bool:
        return isinstance(move, kind) and (owner_at(state, move.field) is state.to_move) is own

    return is_so


def _forget_in_patterns(point: str, reason: str, when: When) -> None:
    """Forget one condition, and look at all others, also at those that come after it."""
    _forget(_PATTERNS, point, reason, lambda state, move: when(state, move) and _broken(state, move) <= 1)


def _broken(state: Any, move: Any) -> int:
    """The number of conditions that forbid a move on the board."""
    player, other = state.players[state.to_move], state.players[state.to_move.other]
    if isinstance(move, TakeStart) or player.bowl is None:
        return 1
    bit, colour = 1 << move.field, player.bowl
    if isinstance(move, FlipTile):
        colour = colour_at(state, move.field)
    group = player.groups[colour]
    needs_group = not isinstance(move, OpenGroup)
    conditions = (
        owner_at(state, move.field) is not None,  # N1
        not group.border & bit if needs_group else group.tiles,  # F1, X1, O0
        other.groups[colour].border & bit,  # F2, X2, O5
        isinstance(move, SwapTile) and state.front_up[colour] & bit,  # X3
    )
    return sum(map(bool, conditions))


_FORGOTTEN_IN_PATTERNS: Final[tuple[tuple[str, str, str, When], ...]] = (
    ("T2-colour", "T2", "no start tile", _always),
    ("T2-again", "T2", "in the bowls", _always),
    ("N1-open-own", "N1", "", _on_tile_of(OpenGroup, own=True)),
    ("N1-open-other", "N1", "", _on_tile_of(OpenGroup, own=False)),
    ("N1-flip", "N1", "", _is(FlipTile)),
    ("N1-swap-own", "N1", "", _on_tile_of(SwapTile, own=True)),
    ("N1-swap-other", "N1", "", _on_tile_of(SwapTile, own=False)),
    ("O0", "O0", "", _always),
    ("O5", "O5", "", _always),
    ("F1-no-group", "F1", "no .* group", _always),
    ("F1", "F1", "not next", _always),
    ("F2", "F2", "", _always),
    ("X1-no-group", "X1", "no .* group", _always),
    ("X1", "X1", "not next", _always),
    ("X2", "X2", "", _always),
    ("X3", "X3", "", _always),
)
"""The word of the case, the rule point, the reason for which it forbids a move, and when."""


@RULES.defect("forgets-t2-first", "Lets a group be opened where a start tile is due", case="PL3/T2-first", seen="PL6")
def forgets_t2_first() -> None:
    _forget(_PATTERNS, "T2", "first", _is(OpenGroup))
    laid = patterns_flow._with_bowl_tile

    def laid_at_any_time(state: Any, field: int, *, is_new: bool) -> Any:
        if state.players[state.to_move].bowl is None:
            state = evolve(patterns_flow._start_taken(state, state.start[0]), to_move=state.to_move)
        return laid(state, field, is_new=is_new)

    replace(patterns_flow, "_with_bowl_tile", laid_at_any_time)


for _name, _title, _word, _point, _reason, _when in _FORGOTTEN_IN_MANDALA:
    RULES.defect(_name, _title, case=f"PL3/{_word}", seen="PL4|PL5|PL6", game="mandala")(
        partial(_forget, _MANDALA, _point, _reason, _when)
    )

for _word, _point, _reason, _when in _FORGOTTEN_IN_PATTERNS:
    RULES.defect(f"forgets-{_word.lower()}", f"Lets a move be made against {_point}", case=f"PL3/{_word}", seen="PL6")(
        partial(_forget_in_patterns, _point, _reason, _when)
    )

for _defect in list(RULES):
    RULES.in_the_other_role(_defect.name)
