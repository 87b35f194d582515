"""The examples beside the input line: moves that can be made now, the first one of each kind."""

from __future__ import annotations

from mandala_client.games.mandala import notation as mandala_notation
from mandala_client.games.patterns import notation as patterns_notation
from mandala_client.games.ways_to_choose import ways_to_choose
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK
from mandala_protocol.games.mandala.colours import Colour
from mandala_protocol.games.mandala.moves import Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.patterns import FlipTile, PatternsMove, SwapTile

RED, GREEN = Colour.RED, Colour.GREEN


def test_the_first_legal_move_of_each_kind_is_an_example() -> None:
    moves: list[MandalaMove] = [Build(1, RED), Build(1, GREEN), Grow(0, GREEN, 2), Discard(RED, 1), Discard(GREEN, 1)]
    told = ways_to_choose(FULL_LOOK, "←→", moves, mandala_notation.written)
    assert told == "←→ choose, or type ARr BLg2 Cr1"


def test_no_move_is_an_example_that_cannot_be_made() -> None:
    assert ways_to_choose(FULL_LOOK, "←→", [Claim(GREEN)], mandala_notation.written) == "←→ choose, or type Kg"
    moves: list[PatternsMove] = [FlipTile(17), FlipTile(18), SwapTile(28)]
    told = ways_to_choose(FULL_LOOK, "←→↑↓", moves, patterns_notation.written)
    assert told == "←→↑↓ choose, or type F17 X28"


def test_arrows_are_named_where_they_cannot_be_written() -> None:
    assert ways_to_choose(ASCII_LOOK, "←→", [Claim(RED)], mandala_notation.written) == "arrows choose, or type Kr"
