"""The pseudo-code of 7.4 in the standard, written down once more: the program accepts its proofs, and it the program's.

Lists are counted from 1, as in the standard.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import reduce
from typing import Final

import attrs
import pytest

from mandala_protocol.poker.ciphertexts import Ciphertext
from mandala_protocol.poker.deck_errors import FailedProof
from mandala_protocol.poker.generators import derived_point
from mandala_protocol.poker.group import Point, Scalar, add, base_mul, mul, sub
from mandala_protocol.poker.hashing import Context, challenge, challenge_128, number, tagged_hash
from mandala_protocol.poker.shuffle import shuffle
from mandala_protocol.poker.shuffle_proof import ShuffleProof, prove_shuffle, verify_shuffle
from mandala_protocol.poker.workers import Serial
from mandala_protocol.seats import Seat

N: Final = 4
HEAD, SEAT = b"h" * 32, Seat.GUEST
SERIAL: Final = Serial()
L: Final = 2**252 + 27742317777372353535851937790883648493
H: Final = [derived_point("generator", i) for i in range(N + 1)]
"""H, and then H_1 … H_N."""

G: Final = base_mul(Scalar((1).to_bytes(32, "little")))
NOTHING: Final = G
"""What stands at the place 0 of a list, and is never read."""

Points = list[Point]


def scalar(value: int) -> Scalar:
    return Scalar((value % L).to_bytes(32, "little"))


def times(factor: int, point: Point) -> Point:
    return mul(scalar(factor), point)


def row(points: Points) -> bytes:
    return b"".join(points)


def total(scalars: list[int], points: Points) -> Point:
    """The sum over i = 1 … N."""
    return reduce(add, [times(factor, point) for factor, point in zip(scalars[1:], points[1:], strict=True)])


def statement(y: Point, a: Points, b: Points, a2: Points, b2: Points) -> bytes:
    before = row([point for i in range(1, N + 1) for point in (a[i], b[i])])
    after = row([point for i in range(1, N + 1) for point in (a2[i], b2[i])])
    return tagged_hash("shuffle-statement", HEAD, number(SEAT), y, number(N), row(H), before, after)


def weights(s: bytes, com: Points) -> list[int]:
    w = tagged_hash("shuffle-weights", s, row(com[1:]))
    return [0, *(int.from_bytes(challenge_128("shuffle-weight", w, number(j - 1)), "little") for j in range(1, N + 1))]


def challenge_of(s: bytes, com: Points, chain: Points, t: Points, t_chain: Points) -> int:
    hashed = challenge("shuffle", s, row(com[1:]), row(chain[1:]), row(t), row(t_chain[1:]))
    return int.from_bytes(hashed, "little")


@attrs.frozen
class Proof:
    com: Points
    chain: Points
    c: int
    sums: list[int]
    chain_responses: list[int]
    order_responses: list[int]


def prove(
    a: Points, b: Points, pi: list[int], r: list[int], y: Point, draw: Callable[[], int]
) -> tuple[Points, Points, Proof]:
    places = range(1, N + 1)
    a2 = [NOTHING, *(add(a[pi[i]], times(r[pi[i]], G)) for i in places)]
    b2 = [NOTHING, *(add(b[pi[i]], times(r[pi[i]], y)) for i in places)]
    s = statement(y, a, b, a2, b2)
    t, com = [0] * (N + 1), [NOTHING] * (N + 1)
    for i in places:
        j = pi[i]
        t[j] = draw()
        com[j] = add(times(t[j], G), H[i])
    u = weights(s, com)
    chain, r_hat, t_hat = [H[0]], 0, [0]
    for i in places:
        t_hat.append(draw())
        chain.append(add(times(t_hat[i], G), times(u[pi[i]], chain[i - 1])))
        r_hat = (t_hat[i] + u[pi[i]] * r_hat) % L
    mask_1, mask_2, mask_3, mask_r = draw(), draw(), draw(), draw()
    w_hat, w, t_chain = [0], [0], [NOTHING]
    for i in places:
        w_hat.append(draw())
        w.append(draw())
        t_chain.append(add(times(w_hat[i], G), times(w[i], chain[i - 1])))
    made = [
        times(mask_1, G),
        times(mask_2, G),
        add(times(mask_3, G), total(w, H)),
        sub(total(w, a2), times(mask_r, G)),
        sub(total(w, b2), times(mask_r, y)),
    ]
    c = challenge_of(s, com, chain, made, t_chain)
    sums = [
        mask_1 + c * sum(t),
        mask_2 + c * r_hat,
        mask_3 + c * sum(u[j] * t[j] for j in places),
        mask_r + c * sum(u[j] * r[j] for j in places),
    ]
    answers = [w_hat[i] + c * t_hat[i] for i in places], [w[i] + c * u[pi[i]] for i in places]
    return a2, b2, Proof(com, chain, c, [one % L for one in sums], *([one % L for one in row] for row in answers))


def verify(a: Points, b: Points, a2: Points, b2: Points, proof: Proof, y: Point) -> bool:
    s = statement(y, a, b, a2, b2)
    com, chain, c = proof.com, proof.chain, proof.c
    u = weights(s, com)
    s_chain, s_order = [0, *proof.chain_responses], [0, *proof.order_responses]
    one, two, three, s_r = proof.sums
    product = 1
    for weight in u[1:]:
        product = product * weight % L
    t_chain = [NOTHING]
    for i in range(1, N + 1):
        given = add(times(s_chain[i], G), times(s_order[i], chain[i - 1]))
        t_chain.append(sub(given, times(c, chain[i])))
    ones = [1] * (N + 1)
    made = [
        sub(times(one, G), times(c, sub(total(ones, com), total(ones, H)))),
        sub(times(two, G), times(c, sub(chain[N], times(product, H[0])))),
        sub(add(times(three, G), total(s_order, H)), times(c, total(u, com))),
        sub(sub(total(s_order, a2), times(s_r, G)), times(c, total(u, a))),
        sub(sub(total(s_order, b2), times(s_r, y)), times(c, total(u, b))),
    ]
    return c == challenge_of(s, com, chain, made, t_chain)


# To the values of the program, and back.


def cards(a: Points, b: Points) -> tuple[Ciphertext, ...]:
    return tuple(Ciphertext(a[i], b[i]) for i in range(1, N + 1))


@pytest.fixture
def chance() -> random.Random:
    return random.Random(1)


def inputs(chance: random.Random) -> tuple[Point, Points, Points]:
    """A joint key and some ciphertexts."""
    drawn = [times(chance.randrange(1, L), G) for _ in range(2 * N + 1)]
    return drawn[0], [NOTHING, *drawn[1 : N + 1]], [NOTHING, *drawn[N + 1 :]]


def test_DK9_the_program_accepts_what_the_pseudo_code_proves(chance: random.Random) -> None:
    y, a, b = inputs(chance)
    pi = [0, *chance.sample(range(1, N + 1), N)]
    r = [0, *(chance.randrange(1, L) for _ in range(N))]
    a2, b2, proof = prove(a, b, pi, r, y, lambda: chance.randrange(1, L))
    assert verify(a, b, a2, b2, proof, y)
    given = ShuffleProof(
        commitments=tuple(proof.com[1:]),
        chain=tuple(proof.chain[1:]),
        challenge=scalar(proof.c),
        sums=tuple(map(scalar, proof.sums)),
        chain_responses=tuple(map(scalar, proof.chain_responses)),
        order_responses=tuple(map(scalar, proof.order_responses)),
    )
    context = Context(HEAD, SEAT)
    verify_shuffle(cards(a, b), cards(a2, b2), given, y, context, SERIAL)
    swapped = attrs.evolve(given, order_responses=given.order_responses[::-1])
    with pytest.raises(FailedProof):
        verify_shuffle(cards(a, b), cards(a2, b2), swapped, y, context, SERIAL)


def test_DK4_the_pseudo_code_accepts_what_the_program_proves(chance: random.Random) -> None:
    y, a, b = inputs(chance)
    before, context = cards(a, b), Context(HEAD, SEAT)
    after, secret = shuffle(before, y, chance.randbytes, SERIAL)
    made = prove_shuffle(before, after, secret, y, context, chance.randbytes, SERIAL)
    a2, b2 = [NOTHING, *(card.a for card in after)], [NOTHING, *(card.b for card in after)]

    def numbers(scalars: tuple[Scalar, ...]) -> list[int]:
        return [int.from_bytes(one, "little") for one in scalars]

    proof = Proof(
        [NOTHING, *made.commitments],
        [H[0], *made.chain],
        int.from_bytes(made.challenge, "little"),
        numbers(made.sums),
        numbers(made.chain_responses),
        numbers(made.order_responses),
    )
    assert verify(a, b, a2, b2, proof, y)
    assert not verify(a, b, a2, b2, attrs.evolve(proof, sums=proof.sums[::-1]), y)
    assert not verify(b, a, a2, b2, proof, y)
