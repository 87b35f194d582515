"""The lean form of Mandala beside the engine: whole games of several styles, equal after every move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

import pytest

from mandala_net.bots.batch import seeded_shuffle
from mandala_net.bots.mandala.core import MandalaCore, ShuffleInPlace
from mandala_protocol.games.counts import counted, spread, union
from mandala_protocol.games.game import Counts, Face
from mandala_protocol.games.mandala import MANDALA, MandalaMove, MandalaState
from mandala_protocol.games.mandala.colours import ALL_CARDS, CARDS_PER_COLOUR, NO_CARDS, Colour
from mandala_protocol.games.mandala.invariants import verify_position
from mandala_protocol.games.mandala.moves import ALL_MOVES, Build, Claim, Discard, Grow
from mandala_protocol.games.mandala.outlook import completes
from mandala_protocol.games.mandala.state import Mandala, MandalaEnd, PlayerArea, Turn, claimed_in_all
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat
from tests.portions import portion

Table: TypeAlias = Simulation[MandalaState, MandalaMove]
Style: TypeAlias = Callable[[random.Random, MandalaState, Sequence[MandalaMove]], MandalaMove]

NUMBERS: Final = {move: number for number, move in enumerate(ALL_MOVES)}

SPARSE: Final = 4
"""Every so many games begin late, with few cards that are not claimed yet."""


def by_chance(chance: random.Random, state: MandalaState, moves: Sequence[MandalaMove]) -> MandalaMove:
    return chance.choice(moves)


def by_kind(chance: random.Random, state: MandalaState, moves: Sequence[MandalaMove]) -> MandalaMove:
    """First the kind of move, so that most moves are not C."""
    kind = chance.choice([kind for kind in (Build, Grow, Discard, Claim) if any(isinstance(m, kind) for m in moves)])
    return chance.choice([move for move in moves if isinstance(move, kind)])


def builder(chance: random.Random, state: MandalaState, moves: Sequence[MandalaMove]) -> MandalaMove:
    """It builds where it can: the draw pile runs out."""
    return chance.choice([move for move in moves if isinstance(move, Build)] or moves)


def patient(chance: random.Random, state: MandalaState, moves: Sequence[MandalaMove]) -> MandalaMove:
    """It completes nothing while it can do otherwise: a stalemate follows."""
    return chance.choice([move for move in moves if not completes(state, move)] or moves)


def discarder(chance: random.Random, state: MandalaState, moves: Sequence[MandalaMove]) -> MandalaMove:
    """It mostly discards."""
    return chance.choice([move for move in moves if isinstance(move, Discard) and chance.random() < 0.9] or moves)


STYLES: Final[tuple[Style, ...]] = (by_chance, by_kind, builder, patient, discarder)


def in_place(seed: int) -> ShuffleInPlace:
    """The shuffles of ``seeded_shuffle``, for the lean form: the next card last."""
    shuffle = seeded_shuffle(seed)

    def shuffle_in_place(cards: list[int]) -> None:
        cards[:] = reversed(shuffle(counted(cards, len(Colour))))

    return shuffle_in_place


def late(chance: random.Random, seed: int) -> Table:
    """A game in which most cards are claimed, often all of one colour, and hands and piles are small."""
    rivers = [chance.sample(list(Colour), chance.randint(1, 5)) for _ in Seat]
    rest = list(spread(ALL_CARDS))
    for river in rivers:
        for colour in river:
            rest.remove(colour)
    owners = {colour: [seat for seat in Seat if colour in rivers[seat]] for colour in Colour}
    chance.shuffle(rest)
    if chance.random() < 0.5:  # one colour is claimed to the last card
        gone = chance.choice(rivers[0])
        rest = [card for card in rest if card != gone] + [card for card in rest if card == gone]

    def take(count: int) -> list[Face]:
        taken = rest[:count]
        del rest[:count]
        return taken

    hands = [take(chance.randint(1, 4)) for _ in Seat]
    cups = [take(2) for _ in Seat]
    mountains = [take(chance.randint(1, 2)) for _ in Seat]
    pile = take(chance.randint(0, 4))
    discard = take(chance.choice((0, 0, 1, 5)))
    claimed: list[list[Face]] = [[], []]
    for card in rest:
        if owners[Colour(card)]:
            claimed[chance.choice(owners[Colour(card)])].append(card)
        else:
            discard.append(card)
    players = [PlayerArea(tuple(rivers[seat]), counted(claimed[seat], 6), 2, len(hands[seat])) for seat in Seat]
    mandalas = [Mandala(counted(cards, 6), (NO_CARDS, NO_CARDS)) for cards in mountains]
    state = MandalaState(
        Seat.HOST,
        Turn(chance.choice(list(Seat))),
        (mandalas[0], mandalas[1]),
        (players[0], players[1]),
        len(pile),
        counted(discard, 6),
        not pile,
        0,
    )
    if state.triggered and CARDS_PER_COLOUR in claimed_in_all(state):
        return late(chance, seed)  # that game would be over
    verify_position(state)
    holdings = [{"hand": counted(hands[seat], 6), "cup": counted(cups[seat], 6)} for seat in Seat]
    return Simulation(MANDALA, state, pile, (holdings[0], holdings[1]), seeded_shuffle(seed))


def core_of(table: Table, shuffle: ShuffleInPlace) -> MandalaCore:
    host, guest = table.holdings
    return MandalaCore.of(
        table.state, (host["hand"], guest["hand"]), (host["cup"], guest["cup"]), table.draw_pile, shuffle
    )


def described(core: MandalaCore) -> Mapping[str, object]:
    """All that a position is."""
    return {name: getattr(core, name) for name in MandalaCore.__slots__ if name not in ("shuffle", "completer")}


def side_by_side(seed: int) -> MandalaEnd:
    """Play one game in both forms; return the reason for its end."""
    chance = random.Random(seed)
    style = STYLES[seed % len(STYLES)]
    if seed % SPARSE:
        first = chance.choice(list(Seat))
        table = Simulation.start(MANDALA, first, bytes(32), seeded_shuffle(seed))
        core = MandalaCore.dealt(first, in_place(seed))
    else:
        table = late(chance, seed)
        core = core_of(table, in_place(seed))
    while legal := table.legal_moves():
        assert described(core) == described(core_of(table, core.shuffle)), seed
        assert sorted(core.legal_moves()) == [NUMBERS[move] for move in legal], seed
        move = style(chance, table.state, legal)
        table.play(move)
        core.play(NUMBERS[move])
    assert described(core) == described(core_of(table, core.shuffle)), seed
    result = table.result
    assert result is not None
    assert core.legal_moves() == []
    assert (core.points(0), core.points(1)) == result.scores, seed
    assert core.winner() == result.winner, seed
    assert core.reason is result.termination, seed
    assert isinstance(core.reason, MandalaEnd), seed
    return core.reason


@pytest.mark.portion
def test_games_of_several_styles_go_as_in_the_engine() -> None:
    """20,000 games in ``make soak``."""
    terminations = Counter(map(side_by_side, portion(range(20_000), 150)))
    assert set(terminations) == set(MandalaEnd)


def test_a_copy_is_played_on_by_itself() -> None:
    core = MandalaCore.dealt(0, in_place(1))
    before = {name: repr(value) for name, value in described(core).items()}
    twin = core.copy()
    chance = random.Random(1)
    while moves := twin.legal_moves():
        twin.play(chance.choice(moves))
    assert twin.reason is not None
    assert {name: repr(value) for name, value in described(core).items()} == before


def test_all_cards_stay_in_the_game() -> None:
    core = MandalaCore.dealt(0, in_place(2))
    chance = random.Random(2)
    while moves := core.legal_moves():
        cards = union(counted(core.pile, 6), tuple(core.discard))
        in_rivers = [slot > 0 for slot in core.slots]
        for both in (core.counts, core.claimed, core.sealed, in_rivers, [*core.hands[0], *core.hands[1]]):
            cards = union(cards, union(tuple(both[:6]), tuple(both[6:])))
        assert cards == ALL_CARDS
        core.play(chance.choice(moves))


def test_the_shuffles_of_both_forms_are_the_same() -> None:
    cards: list[int] = list(spread((1, 2, 3, 4, 5, 6)))
    in_place(7)(cards)
    faces: Counts = (1, 2, 3, 4, 5, 6)
    assert cards[::-1] == seeded_shuffle(7)(faces)
