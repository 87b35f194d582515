"""The cases of whole test games, of which the tester knows every move that the implementation must make.

An implementation that joins and takes test games is led into rare phases. One that hosts a test game plays that one.
"""

from __future__ import annotations

import trio

from mandala_conformance.case import HOSTED_TEST_GAME, CaseBook, Extent, Kind
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.deck_cases import CARD_GAMES
from mandala_conformance.cases.opening_cases import NONCE_BYTES
from mandala_conformance.findings import NotTried, Unmet
from mandala_conformance.probe_game import ProbeGame
from mandala_conformance.probe_line import answer_text
from mandala_conformance.puppet import Chooser, at
from mandala_conformance.rare_games import RARE_GAMES, SIMPLE_POLICIES, Policy, RareGame, played_out
from mandala_net.link.handshake import Role
from mandala_protocol.games.test_games.fixed_chance import FixedChance
from mandala_protocol.games.test_games.test_game_names import played_in
from mandala_protocol.poker.game_keys import make_key
from mandala_protocol.poker.group import SIZE, Point, Scalar, base_mul, mul, sub
from mandala_protocol.poker.shuffle import draw_permutation
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage, Error, First, Move, Open, Shuffle

RARE = CaseBook()


async def play_rare_game(stage: Stage, rare: RareGame) -> None:
    """Play a test game that the tester proposes to its end, and compare each move with what it must be."""
    game = await begin_rare_game(stage, rare)
    await _play_out(stage, game, rare)


async def play_hosted_game(stage: Stage, policy: Policy) -> None:
    """Play the test game that the implementation hosts to its end, and compare each move with what it must be."""
    game = await stage.begin(choose=_chooser(stage.game, policy))
    while game.puppet.referee.agreed is None:
        await (game.say_next() if game.puppet.is_to_speak else game.hear_entry())
    await _play_out(stage, game, RareGame(stage.game, policy, Seat.GUEST, game.puppet.referee.first_player))


def _chooser(name: str, policy: Policy) -> Chooser:
    choose = policy.chooser(name)
    return lambda puppet, legal: choose(puppet.referee.rules, legal)


async def _play_out(stage: Stage, game: ProbeGame, rare: RareGame) -> None:
    _, moves = await trio.to_thread.run_sync(played_out, rare)
    stage.note(f"the test game “{rare.name}”, in which the tester makes its moves by “{rare.policy.value}”")
    stage.note_expectation(f"{len(moves)} moves that follow from the name, and the same result")
    while not game.puppet.over:
        entry = await (game.say_next() if game.puppet.is_to_speak else game.hear_entry())
        made = game.puppet.referee.moves_made
        if isinstance(entry.body, Move) and entry.body.move != moves[made - 1]:
            raise Unmet(f"the move {moves[made - 1]} as move {made}", entry.body.move)
    result = game.puppet.referee.result
    stage.got = f"{len(moves)} moves and the end {'' if result is None else result.termination.value}"


async def begin_rare_game(stage: Stage, rare: RareGame) -> ProbeGame:
    """A test game that the tester has proposed and the implementation has accepted. Raises ``NotTried``, ``Unmet``."""
    game = await stage.begin(first=First.HOST, choose=_chooser(rare.name, rare.policy), game=rare.name)
    await game.say_next()
    heard = await game.line.next()
    if isinstance(heard, Error) and heard.requirement == "OR4":
        raise NotTried("the implementation takes no test games; ours does with --test-games")
    if not isinstance(heard, EntryMessage):
        raise Unmet("the test game accepted", answer_text(heard))
    await game.take(heard)
    return game


def _add(game: str, shows: list[str], rare: RareGame) -> None:
    requirement = "PL11" if game == "mandala" else "PL15"
    drawn = "TG5" if game == "mandala" else "TG3"

    @RARE.case(
        f"{requirement}/{rare.name}-{rare.policy.value}",
        f"A test game: {', '.join(shows)}",
        roles=(Role.HOST,),
        games=(game,),
        also=("TG1", drawn, "TG7"),
        extent=Extent.QUICK if "three turns" in shows else Extent.STANDARD,
    )
    async def play(stage: Stage) -> None:
        await play_rare_game(stage, rare)


for _game, _rows in RARE_GAMES.items():
    for _rare in dict.fromkeys(_rows.values()):
        _add(_game, [what for what, rare in _rows.items() if rare == _rare], _rare)


def _add_hosted(policy: Policy) -> None:
    @RARE.case(
        f"TG7/hosted-{policy.value}",
        f"The test game that the implementation hosts; the tester makes its moves by “{policy.value}”",
        also=("TG3", "TG5"),
        roles=(Role.GUEST,),
        games=HOSTED_TEST_GAME,
        extent=Extent.QUICK,
        kind=Kind.SHOULD,
    )
    async def play(stage: Stage) -> None:
        await play_hosted_game(stage, policy)


for _policy in SIMPLE_POLICIES:
    _add_hosted(_policy)


@RARE.case("TG4/hosted-nonce", "The nonce of a test game", roles=(Role.GUEST,), games=HOSTED_TEST_GAME)
async def hosted_nonce(stage: Stage) -> None:
    game = await stage.play_to(at(Open))
    nonce = FixedChance(stage.game).opening(Seat.HOST)(NONCE_BYTES)
    opened = game.puppet.referee.transcript.entries[-1].body
    stage.note_expectation(f"an open with the nonce {nonce.hex()}")
    if not isinstance(opened, Open) or opened.nonce != nonce:
        raise Unmet(stage.expected, opened.nonce.hex() if isinstance(opened, Open) else "another entry")
    stage.got = stage.expected


# What is fixed where the implementation joins (TG4), and what is fresh (TG6).


async def _hear_opening(game: ProbeGame) -> Open:
    """Play until the implementation has opened; what it has opened."""
    await game.go_to(at(Open))
    await game.say_next()
    body = (await game.hear_entry()).body
    assert isinstance(body, Open), "the guest opens after the host"
    return body


@RARE.case("TG4/nonce-and-key", "The nonce and the key of a test game", roles=(Role.HOST,), extent=Extent.QUICK)
async def nonce_and_key(stage: Stage) -> None:
    name = f"{stage.game}-test-0"
    stream = FixedChance(name).opening(Seat.GUEST)
    nonce, key = stream(NONCE_BYTES), make_key(stream).public
    game = await begin_rare_game(stage, RareGame(name, Policy.FIRST))
    stage.note_expectation(f"an open with the nonce {nonce.hex()} and the key {key.hex()}")
    opened = await _hear_opening(game)
    stage.got = f"the nonce {opened.nonce.hex()} and the key {opened.key.hex()}"
    if (opened.nonce, opened.key) != (nonce, key):
        raise Unmet(stage.expected, stage.got)


async def _masks(stage: Stage) -> set[bytes]:
    """The values that an implementation must draw afresh in the opening and the first shuffle of one test game."""
    name = f"{stage.game}-test-0"
    game = await begin_rare_game(stage, RareGame(name, Policy.FIRST))
    opened = await _hear_opening(game)
    response, challenge = Scalar(opened.response), Scalar(opened.challenge)
    masks = {bytes(sub(base_mul(response), mul(challenge, Point(opened.key))))}
    if played_in(name) in CARD_GAMES:
        await game.go_to(at(Shuffle))
        before = (await game.say_next()).body
        after = (await game.hear_entry()).body
        assert isinstance(before, Shuffle)
        assert isinstance(after, Shuffle), "the guest shuffles after the host"
        masks |= _masks_of_shuffle(_first_points(before), _first_points(after), FixedChance(name))
    await game.end()
    return masks


def _first_points(body: Shuffle) -> list[Point]:
    """The first point of each card."""
    return [Point(body.cards[start : start + SIZE]) for start in range(0, len(body.cards), 2 * SIZE)]


def _masks_of_shuffle(before: list[Point], after: list[Point], chance: FixedChance) -> set[bytes]:
    """The masks added to the first point of each card: its order is known in a test game (TG5)."""
    order = draw_permutation(len(before), chance.shuffle(Seat.GUEST, 0))
    return {bytes(sub(point, before[place])) for place, point in zip(order, after, strict=True)}


@RARE.case("TG6/fresh", "The masks of the same test game, played twice", also=("CV12",), roles=(Role.HOST,))
async def fresh(stage: Stage) -> None:
    stage.note("the same test game twice")
    stage.note_expectation("no mask of the proof in open, or of a card in the shuffle, twice")
    first, second = await _masks(stage), await _masks(stage)
    stage.got = f"{len(first | second)} masks, {len(first & second)} of them twice"
    if first & second:
        raise Unmet(stage.expected, stage.got)
