"""The invariants of every state of Patterns, for positions that come from elsewhere."""

from __future__ import annotations

from mandala_protocol.games.colours import COLOURS, Colour
from mandala_protocol.games.game import EndReason
from mandala_protocol.games.patterns.board import ALL_FIELDS, FIELDS, MARKED, NEXT_TO, FieldSet, fields_in
from mandala_protocol.games.patterns.flow import stuck, without_turned
from mandala_protocol.games.patterns.legality import can_move, is_choosing_start
from mandala_protocol.games.patterns.setup import TILES_PER_COLOUR
from mandala_protocol.games.patterns.state import (
    Group,
    PatternsEnd,
    PatternsPlayer,
    PatternsState,
    all_front_up,
    colour_at,
)


def verify_position(state: PatternsState) -> None:
    """Raise ``ValueError`` with one plain line if no game can come to this state by what is checked here:
    the number of tiles (T1), groups and markers (N2, N3), whose turn it is (A1), and whether the end fits."""
    one, other = state.start
    _require(one < other, "the start tiles are of two colours, in canonical order (T1)")
    _verify_board(state)
    for player in state.players:
        _verify_player(player)
    _verify_apart(state)
    if is_choosing_start(state):
        _verify_nothing_done(state)
    if state.stopped is None:
        goes_on = is_choosing_start(state) or can_move(state, state.to_move)
        _require(goes_on, "the player to move can do nothing, so the game has ended (E1)")
        _verify_turn(state)
    else:
        _verify_end(state)


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)


def _verify_board(state: PatternsState) -> None:
    host, guest = state.players
    covered = all_front_up(state)
    _require(covered & ~ALL_FIELDS == 0, "a tile is outside the board (P1)")
    for colour in COLOURS:
        turned = host.groups[colour].tiles, guest.groups[colour].tiles
        tiles = sum(fields.bit_count() for fields in (state.front_up[colour], *turned))
        aside = state.start if is_choosing_start(state) else (host.bowl, guest.bowl)
        tiles += aside.count(colour)
        _require(tiles == TILES_PER_COLOUR, f"there are {tiles} {colour.word} tiles (T1)")
        for fields in turned:
            _require(covered & fields == 0, "two tiles are on one field (P1)")
            covered |= fields
    _require(covered == ALL_FIELDS, "a field is empty (T1)")


def _verify_player(player: PatternsPlayer) -> None:
    values = sorted(group.value for group in player.groups if group.tiles)
    _require(values == list(range(1, len(values) + 1)), "the markers are not the lowest ones (O3)")
    _require(player.opened == len(values), "the number of groups is another (O3)")
    for colour, group in zip(COLOURS, player.groups, strict=True):
        _verify_group(colour, group)


def _verify_group(colour: Colour, group: Group) -> None:
    if not group.tiles:
        _require(not group.value and group.marker is None, f"a marker without a {colour.word} tile (N2)")
        return
    _require(group.marker in tuple(fields_in(group.tiles)), f"the {colour.word} group has no marker on it (N2)")
    _require(_is_connected(group.tiles), f"a {colour.word} group is in pieces (N2)")


def _is_connected(tiles: FieldSet) -> bool:
    reached = tiles & -tiles
    while True:
        wider = reached
        for field in fields_in(reached):
            wider |= NEXT_TO[field] & tiles
        if wider == reached:
            return reached == tiles
        reached = wider


def _verify_apart(state: PatternsState) -> None:
    host, guest = state.players
    for colour in COLOURS:
        touch = host.groups[colour].border & guest.groups[colour].tiles
        _require(not touch, f"the two {colour.word} groups touch (N3)")


def _verify_nothing_done(state: PatternsState) -> None:
    _require(all(player.bowl is None and not player.opened for player in state.players), "only one bowl is empty (T2)")
    marked = {colour_at(state, field) for field in MARKED}
    _require(len(marked | set(state.start)) == len(COLOURS), "the six tiles set aside are not of six colours (T1)")


def _verify_turn(state: PatternsState) -> None:
    """Require the right seat to be to move: each turn turns one tile (A1), so their number says whose turn it is."""
    if is_choosing_start(state):
        expected = state.first.other
    else:
        turned = len(FIELDS) - all_front_up(state).bit_count()
        expected = state.first if turned % 2 == 0 else state.first.other
    _require(state.to_move is expected, "it is the other player's turn (A1)")


def _verify_end(state: PatternsState) -> None:
    stopped = state.stopped
    assert stopped is not None
    has_resigned = stopped.termination is EndReason.RESIGNED
    _require((stopped.resigned is not None) == has_resigned, "who resigned does not fit the reason")
    flipper = state.to_move.other
    own = state.players[flipper].groups
    flips = stopped.final_flips
    belong = all(any(group.tiles >> field & 1 and group.marker != field for group in own) for field in flips)
    _require(len(set(flips)) == len(flips) and belong, "the final flips are not the tiles of one player (E2)")
    before = without_turned(state, flipper, flips)
    _verify_turn(before)
    for player in before.players:
        _verify_player(player)
    if stopped.termination is PatternsEnd.STUCK:
        _require(not is_choosing_start(state), "the game has not begun (T2)")
        _require(not can_move(before, before.to_move), "the player to move was not stuck (E1)")
        ended = stuck(before).stopped
        _require(ended is not None and ended.final_flips == flips, "the final flips are others (E2)")
    else:
        goes_on = is_choosing_start(before) or can_move(before, before.to_move)
        _require(not flips and goes_on, "the players cannot end a game that is over (E1)")
