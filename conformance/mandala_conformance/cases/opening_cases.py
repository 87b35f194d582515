"""Cases of chapter 6: the opening."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Final

from attrs import evolve

from mandala_conformance.case import ANY_GAME, HOSTED_TEST_GAME, CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.expectations import Refusal
from mandala_conformance.findings import Unmet
from mandala_conformance.item_changes import (
    INVALID_POINTS,
    INVALID_SCALARS,
    OTHER_POINTS,
    OTHER_SCALARS,
    ItemChange,
)
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.puppet import at, never
from mandala_net.link.handshake import Role
from mandala_protocol.errors import Code
from mandala_protocol.games.test_games.fixed_chance import FixedChance
from mandala_protocol.games.test_games.test_game_names import played_in
from mandala_protocol.poker.game_keys import KeyPair, KnowledgeProof, commit, make_key, prove_knowledge
from mandala_protocol.poker.group import ZERO, Point, Scalar, base_mul, scalar_sub
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.sampling import HashStream
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Body, Commit, First, Move, Open

OPENING = CaseBook()

OTHER_OPENING: Final = Refusal(Code.BAD_COMMITMENT, "OP2")
FALSE_KNOWLEDGE: Final = Refusal(Code.FAILED_PROOF, "OP3")
RELATED_KEYS: Final = Refusal(Code.BAD_POINT, "OP4")

NONCE_BYTES: Final = 32
"""The length of the nonce in ``open``."""


# Something else than was committed to (OP2).


def _changed(field: str, change: Callable[[bytes], bytes]) -> Callable[[Body], Body]:
    def changed(body: Body) -> Body:
        assert isinstance(body, Open)
        return evolve(body, **{field: change(getattr(body, field))})

    return changed


async def _open_another(stage: Stage, field: str, change: ItemChange) -> None:
    await stage.tamper(at(Open), f"with its {field} {change.text}", _changed(field, change.change), OTHER_OPENING)


OPENING.case("OP2/other-nonce", "Another nonce than was committed to", extent=Extent.QUICK)(
    partial(_open_another, field="nonce", change=ItemChange("zeros", "replaced by zeros", lambda _: bytes(32)))
)
for _field, _change in (("key", OTHER_POINTS[0]), ("challenge", OTHER_SCALARS[0]), ("response", OTHER_SCALARS[0])):
    OPENING.case(f"OP2/other-{_field}", f"Another {_field} than was committed to", games=ANY_GAME)(
        partial(_open_another, field=_field, change=_change)
    )


@OPENING.case("OP2/other-commitment", "A commitment to nothing, and then an honest opening", games=ANY_GAME)
async def other_commitment(stage: Stage) -> None:
    game = await stage.play_to(at(Commit))
    stage.note("commit with a commitment of zeros")
    await game.say(Commit(bytes(64)))
    await game.go_to(at(Open))
    await stage.cheat(game, game.puppet.sealed(await game.next_body()), "an honest opening", OTHER_OPENING)


# Something that was committed to, and is wrong (DK1, DK2, OP3, OP4).


async def _commit_and_open(
    stage: Stage, text: str, make: Callable[[ProbeGame, Open], Open], *refusals: Refusal
) -> None:
    """Commit to what ``make`` makes of the honest opening, and open it."""
    game = await stage.play_to(at(Commit))
    wrong = make(game, _honest_opening(game))
    stage.note(f"commit to an opening with {text}")
    await game.say(Commit(commit(wrong.nonce, Point(wrong.key), _proof(wrong))))
    await game.go_to(at(Open))
    await stage.cheat(game, game.puppet.sealed(wrong), f"open with {text}", *refusals)


def _honest_opening(game: ProbeGame) -> Open:
    """An opening that could be committed to now."""
    return _opening(Context(game.puppet.referee.game_id, game.puppet.seat))


def _opening(context: Context) -> Open:
    """An opening with a key, nonce and proof of its own."""
    return _opening_of(make_key(_fresh()), context)


def _opening_of(key: KeyPair, context: Context) -> Open:
    """An opening with this key, and a nonce and proof of its own."""
    random = _fresh()
    proof = prove_knowledge(key, context, random)
    return Open(random(NONCE_BYTES), key.public, proof.challenge, proof.response)


def _fresh() -> HashStream:
    return HashStream(secrets.token_bytes(32), "tester")


def _proof(body: Open) -> KnowledgeProof:
    return KnowledgeProof(Scalar(body.challenge), Scalar(body.response))


async def _commit_to_change(stage: Stage, field: str, change: ItemChange) -> None:
    def make(_: ProbeGame, body: Open) -> Open:
        return evolve(body, **{field: change.change(getattr(body, field))})

    await _commit_and_open(stage, f"its {field} {change.text}", make, change.refusal or FALSE_KNOWLEDGE)


def _add_changes(field: str, others: tuple[ItemChange, ...], invalid: tuple[ItemChange, ...]) -> None:
    for change in (*others, *invalid):
        requirement = (change.refusal or FALSE_KNOWLEDGE).requirement
        OPENING.case(
            f"{requirement}/open-{field}-{change.word}",
            f"An opening, as committed to, with its {field} {change.text}",
            also=("OP1",),
            games=ANY_GAME,
            extent=Extent.STANDARD if change.refusal or change is others[0] else Extent.ALL,
        )(partial(_commit_to_change, field=field, change=change))


_add_changes("key", OTHER_POINTS, INVALID_POINTS)
_add_changes("challenge", OTHER_SCALARS, INVALID_SCALARS)
_add_changes("response", OTHER_SCALARS, INVALID_SCALARS)


def _of_other_seat(game: ProbeGame, _: Open) -> Open:
    return _opening(Context(game.puppet.referee.game_id, game.puppet.seat.other))


def _of_other_game(game: ProbeGame, _: Open) -> Open:
    return _opening(Context(secrets.token_bytes(32), game.puppet.seat))


def _at_the_head(game: ProbeGame, _: Open) -> Open:
    """Bound to the head after the proposal, not to the game id."""
    return _opening(Context(game.puppet.referee.proposal, game.puppet.seat))


async def _commit_to_false_proof(stage: Stage, text: str, make: Callable[[ProbeGame, Open], Open]) -> None:
    await _commit_and_open(stage, text, make, FALSE_KNOWLEDGE)


for _word, _description, _make in (
    ("other-seat", "a proof for the other seat", _of_other_seat),
    ("other-game", "a proof for another game", _of_other_game),
    ("proposal", "a proof for the head of the proposal", _at_the_head),
):
    OPENING.case(f"OP3/{_word}", f"An opening, as committed to, with {_description}", also=("CV8",), games=ANY_GAME)(
        partial(_commit_to_false_proof, text=_description, make=_make)
    )


# Keys that are related (OP4). Only in a test game can anyone know the secret of the host's key.


def _with_key(game: ProbeGame, secret: Callable[[Scalar], Scalar]) -> Open:
    """An opening with a key whose secret follows from that of the host, and a true proof."""
    stream = FixedChance(game.puppet.referee.rules.name).opening(Seat.HOST)
    stream(NONCE_BYTES)
    chosen = secret(make_key(stream).secret)
    return _opening_of(KeyPair(chosen, base_mul(chosen)), Context(game.puppet.referee.game_id, game.puppet.seat))


def _same(secret: Scalar) -> Scalar:
    return secret


def _negative(secret: Scalar) -> Scalar:
    return scalar_sub(ZERO, secret)


async def _relate_keys(stage: Stage, text: str, secret: Callable[[Scalar], Scalar]) -> None:
    await _commit_and_open(stage, text, lambda game, _: _with_key(game, secret), RELATED_KEYS)


for _word, _description, _secret in (
    ("same-key", "the key of the host", _same),
    ("negative-key", "the negative of the host's key", _negative),
):
    OPENING.case(
        f"OP4/{_word}",
        f"An opening, as committed to and proven, with {_description}",
        roles=(Role.GUEST,),
        games=HOSTED_TEST_GAME,
    )(partial(_relate_keys, text=_description, secret=_secret))


@OPENING.case(
    "OP3/copied-opening",
    "The host's commitment and opening, copied by the guest",
    also=("OP4",),
    roles=(Role.GUEST,),
    games=ANY_GAME,
)
async def copied_opening(stage: Stage) -> None:
    """The commitment fits what is opened, but the proof is for the host's seat, and the keys are the same."""
    game = await stage.play_to(at(Commit))
    stage.note("the commitment of the host, said again")
    await game.say(game.puppet.referee.transcript.entries[2].body)
    await game.go_to(at(Open))
    copied = game.puppet.sealed(game.puppet.referee.transcript.entries[4].body)
    await stage.cheat(game, copied, "the opening of the host, copied", FALSE_KNOWLEDGE, RELATED_KEYS)


@OPENING.case(
    "OP2/own-commitment-copied",
    "The host's commitment, and an opening of one's own",
    roles=(Role.GUEST,),
    games=ANY_GAME,
)
async def copied_commitment(stage: Stage) -> None:
    game = await stage.play_to(at(Commit))
    stage.note("the commitment of the host, said again")
    await game.say(game.puppet.referee.transcript.entries[2].body)
    await game.go_to(at(Open))
    await stage.cheat(game, game.puppet.sealed(_honest_opening(game)), "an opening of one's own", OTHER_OPENING)


# Honest games: who plays first, and what comes from the seed.


async def _play_first(stage: Stage, first: First) -> None:
    stage.note_expectation("the game played to its end, with the right player first")
    game = await stage.play_to(at(Move, 2) if played_in(stage.game) != "patterns" else never, first=first)
    stage.got = f"{game.puppet.number} entries, seat {game.puppet.referee.first_player.value} first"


for _first in First:
    OPENING.case(
        f"OP6/{_first.value}",
        f"A game with “{_first.value}” for who plays first",
        also=("CV9", "OP5", "PL12"),
        roles=(Role.HOST,),
        games=ANY_GAME if _first is not First.GUEST else ("mandala", "patterns"),
    )(partial(_play_first, first=_first))


@OPENING.case("OP5/new-keys", "New nonces and keys in a second game", games=ANY_GAME, also=("CV12", "OP1"))
async def new_keys(stage: Stage) -> None:
    stage.note_expectation("another nonce, key, challenge and response in a second game")
    opened = []
    for _ in range(2):
        game = await stage.play_to(at(Move))
        opened.append(game.puppet.referee.transcript.entries[4 if stage.role is Role.GUEST else 5].body)
        await game.end()
    first, second = opened
    assert isinstance(first, Open)
    assert isinstance(second, Open)
    same = [name for name in ("nonce", "key", "challenge", "response") if getattr(first, name) == getattr(second, name)]
    if same:
        raise Unmet(stage.expected, f"the same {', '.join(same)}")
    stage.got = stage.expected
