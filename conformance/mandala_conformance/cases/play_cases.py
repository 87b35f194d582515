"""Cases of chapter 8: moves, by notation, rules and position."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import partial
from typing import Final

from attrs import evolve

from mandala_conformance.case import ANY_GAME, EVERY_GAME, CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.rule_cases import game_with
from mandala_conformance.expectations import Refusal
from mandala_conformance.puppet import Puppet, Until, at, never
from mandala_protocol.errors import Code
from mandala_protocol.games.test_games.test_game_names import played_in
from mandala_protocol.wire.messages import Body, Move

PLAY = CaseBook()

NO_MOVE: Final = Refusal(Code.ILLEGAL_MOVE, "PL1")
OTHER_POSITION: Final = Refusal(Code.STATE_MISMATCH, "PL6")


# Texts that are no moves (PL1).

NO_MOVES: Final[tuple[tuple[str, str, str, Extent], ...]] = (
    ("no-move", "Zz", "Zz", Extent.QUICK),
    ("empty", "", "", Extent.ALL),
    ("other-game", "F0", "A0r", Extent.STANDARD),
    ("small-letter", "a0r", "f0", Extent.STANDARD),
    ("capital-colour", "A0R", "SR", Extent.ALL),
    ("space", "A0r ", "F0 ", Extent.STANDARD),
    ("zero-before", "B0r01", "F00", Extent.STANDARD),
    ("none-or-beyond", "B0r0", "F52", Extent.STANDARD),
    ("too-many", "B0r9", "F99", Extent.ALL),
    ("no-mandala", "A2r", "F-1", Extent.ALL),
    ("no-colour", "A0b", "Sb", Extent.ALL),
    ("something-after", "A0r1", "Sro", Extent.ALL),
    ("nothing-after", "A0", "F", Extent.ALL),
    ("other-digits", "A٠r", "F٣", Extent.STANDARD),
    ("line-end", "A0r\n", "F0\n", Extent.ALL),
)
"""A word, a text for Mandala, and one for Patterns."""


async def _say_no_move(stage: Stage, texts: dict[str, str]) -> None:
    text = texts[played_in(stage.game)]

    def changed(body: Body) -> Body:
        assert isinstance(body, Move)
        return evolve(body, move=text)

    await stage.tamper(at(Move), f"with the text {text!r}", changed, NO_MOVE)


for _word, _mandala, _patterns, _extent in NO_MOVES:
    PLAY.case(
        f"PL1/{_word}",
        f"A text that is no move: {_mandala!r}"
        + ("" if _mandala == _patterns else f" in Mandala, {_patterns!r} in Patterns"),
        games=EVERY_GAME if _extent is Extent.QUICK else ANY_GAME,
        extent=_extent,
    )(partial(_say_no_move, texts={"mandala": _mandala, "patterns": _patterns}))
    if _extent is not Extent.QUICK:
        PLAY.case(
            f"PL1/{_word}-of-mandala",
            f"A text that is no move of Mandala: {_mandala!r}",
            games=("mandala",),
            extent=Extent.ALL,
        )(partial(_say_no_move, texts={"mandala": _mandala}))


# The honest move, written in another way (PL1). Whoever reads it takes it: no rule forbids it.

WRITINGS: Final[tuple[tuple[str, str, Callable[[str], str]], ...]] = (
    ("legal-with-space", "a space after it", lambda text: f"{text} "),
    ("legal-in-other-case", "small letters for capitals, and capitals for small ones", str.swapcase),
    ("legal-with-zero", "a zero before its number", lambda text: re.sub("[0-9]", r"0\g<0>", text, count=1)),
)


async def _write_otherwise(stage: Stage, text: str, write: Callable[[str], str]) -> None:
    game = await game_with(stage, at(Move, 2))  # in Patterns the first one can be without a number
    body = await game.next_body()
    assert isinstance(body, Move)
    wrong = evolve(body, move=write(body.move))
    await stage.cheat(game, game.puppet.sealed(wrong), f"the move {body.move} with {text}", NO_MOVE)


for _word, _description, _write in WRITINGS:
    PLAY.case(f"PL1/{_word}", f"A legal move, written with {_description}")(
        partial(_write_otherwise, text=_description, write=_write)
    )


# The position (PL6).

_AT_MOVE: Final = at(Move)

Digest = Callable[[Puppet, bytes], bytes]


def _before(puppet: Puppet, _: bytes) -> bytes:
    return puppet.referee.rules.digest(puppet.referee.state)


def _line_end(puppet: Puppet, _: bytes) -> bytes:
    """The hash of the position before with the end of a line."""
    return hashlib.sha256(puppet.referee.rules.position(puppet.referee.state).encode() + b"\n").digest()


DIGESTS: Final[tuple[tuple[str, str, Digest, Extent], ...]] = (
    ("other-digest", "zeros", lambda *_: bytes(32), Extent.QUICK),
    ("one-bit", "one bit changed", lambda _, digest: bytes([digest[0] ^ 1]) + digest[1:], Extent.ALL),
    ("position-before", "the digest before the move", _before, Extent.STANDARD),
    ("line-end", "the digest of a line with its end", _line_end, Extent.ALL),
)


async def _change_digest(stage: Stage, text: str, change: Digest, until: Until = _AT_MOVE) -> None:
    game = await game_with(stage, until)
    body = await game.next_body()
    assert isinstance(body, Move)
    wrong = evolve(body, digest=change(game.puppet, body.digest))
    await stage.cheat(game, game.puppet.sealed(wrong), f"a move with {text} for the digest", OTHER_POSITION)


for _word, _description, _digest, _extent in DIGESTS:
    PLAY.case(f"PL6/{_word}", f"A move with {_description} for the digest of the position", extent=_extent)(
        partial(_change_digest, text=_description, change=_digest)
    )

PLAY.case("PL6/later", "A fourth move with zeros for the digest of the position")(
    partial(_change_digest, text="zeros", change=lambda *_: bytes(32), until=at(Move, 4))
)


# Honest play.


@PLAY.case(
    "PL13/whole-game",
    "A whole game of Patterns: the position after each move, and the final flips",
    games=("patterns",),
    also=("CV9", "PL12", "PL14", "PL15", "TR10"),
)
async def whole_game(stage: Stage) -> None:
    stage.note_expectation("the same position after each move, and the same end")
    game = await stage.whole_game()
    await game.go_to(never)
    stage.got = f"{game.puppet.referee.moves_made} moves, then {game.puppet.referee.result}"


@PLAY.case(
    "PL9/some-turns",
    "Some turns of Mandala: the position after each move, and the hands after each mix",
    games=("mandala",),
    also=("PL10", "PL11", "DK12", "TR10"),
)
async def some_turns(stage: Stage) -> None:
    stage.note_expectation("the same position after each move, and every share and mix right")
    game = await stage.play_to(at(Move, 5))
    stage.got = f"{game.puppet.referee.moves_made} moves, {game.puppet.number} right entries"
