"""The vectors of the deck against a second implementation, written from the specification alone.

Plain numbers, no library: a proof is valid if its equations hold. What this accepts, any other client can make.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, TypeAlias

import pytest

from tests.published import cases_of

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)
NEUTRAL = (0, 1)

Affine: TypeAlias = tuple[int, int]
Projective: TypeAlias = tuple[int, int, int]
"""The point (x/z, y/z): of many sums only the last is divided."""


def values_of(kind: str, *, valid: bool = True) -> dict[str, dict[str, Any]]:
    """What the cases of one kind give and expect, by their ids."""
    return {
        case["id"]: {"id": case["id"], **case["given"], **case.get("expected", {})}
        for case in cases_of("deck.json", kind)
        if case["valid"] is valid
    }


def proofs(kind: str) -> dict[str, dict[str, Any]]:
    """The proofs of one kind with all their values: how they are made, and how they are checked."""
    checked = values_of(f"verify-{kind}")
    return {name: {**values, **checked[f"verify/{name}"]} for name, values in values_of(f"prove-{kind}").items()}


SHUFFLE_PROOFS = proofs("shuffle")
VALID = {**proofs("knowledge"), **proofs("shares"), **SHUFFLE_PROOFS}
SHUFFLES = list(SHUFFLE_PROOFS)
VECTORS = {
    "hashes": list(values_of("hash").values()),
    "derived_points": list(values_of("derived-point").values()),
    "public_streams": list(values_of("public-stream").values()),
    "bad_points": list(values_of("point", valid=False).values()),
}


# edwards25519, as in RFC 8032.


def added(left: Projective, right: Projective) -> Projective:
    (x1, y1, z1), (x2, y2, z2) = left, right
    z, xs, ys = z1 * z2 % P, x1 * x2 % P, y1 * y2 % P
    product = D * xs * ys % P
    below, above = z * z - product, z * z + product
    x = z * below * ((x1 + y1) * (x2 + y2) - xs - ys) % P
    return x, z * above * (ys + xs) % P, below * above % P


def divided(point: Projective) -> Affine:
    x, y, z = point
    inverse = pow(z, -1, P)
    return x * inverse % P, y * inverse % P


def plus(left: Affine, right: Affine) -> Affine:
    return divided(added((*left, 1), (*right, 1)))


def minus(left: Affine, right: Affine) -> Affine:
    return plus(left, (-right[0] % P, right[1]))


def times(factor: int, point: Affine) -> Affine:
    total, doubled = (*NEUTRAL, 1), (*point, 1)
    while factor:
        if factor & 1:
            total = added(total, doubled)
        doubled = added(doubled, doubled)
        factor >>= 1
    return divided(total)


def decode(data: bytes) -> Affine | None:
    encoded = int.from_bytes(data, "little")
    sign, y = encoded >> 255, encoded & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    return (x if x & 1 == sign else P - x), y


def encode(point: Affine) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def is_valid(data: bytes) -> bool:
    point = decode(data)
    return point is not None and point != NEUTRAL and times(L, point) == NEUTRAL


@cache
def point_of(text: str) -> Affine:
    data = bytes.fromhex(text)
    point = decode(data)
    assert point is not None
    assert is_valid(data)
    return point


def scalar_of(text: str) -> int:
    value = int.from_bytes(bytes.fromhex(text), "little")
    assert value < L
    return value


def total_of(points: list[Affine]) -> Affine:
    total = NEUTRAL
    for point in points:
        total = plus(total, point)
    return total


def combine(scalars: list[int], points: list[Affine]) -> Affine:
    return total_of([times(scalar, point) for scalar, point in zip(scalars, points, strict=True)])


G = point_of("58" + 31 * "66")


# Hashing.


def number(value: int) -> bytes:
    return value.to_bytes(4, "big")


def tagged(tag: str, *items: bytes) -> bytes:
    data = b"".join(number(len(item)) + item for item in (b"mandala-lan/1/" + tag.encode(), *items))
    return hashlib.sha512(data).digest()


def hashed(tag: str, *items: bytes) -> int:
    return int.from_bytes(tagged(tag, *items), "little") % L


def short(tag: str, *items: bytes) -> int:
    return int.from_bytes(tagged(tag, *items)[:16], "little")


@cache
def derive(label: str, index: int) -> tuple[int, Affine]:
    counter = 0
    while True:
        point = decode(tagged("derived-point", label.encode(), number(index), number(counter))[:32])
        if point is not None and times(8, point) != NEUTRAL:
            return counter, times(8, point)
        counter += 1


def cards_of(text: str) -> tuple[list[Affine], list[Affine]]:
    items = [point_of(text[start : start + 64]) for start in range(0, len(text), 64)]
    return items[::2], items[1::2]


def row_of(items: list[str]) -> bytes:
    return bytes.fromhex("".join(items))


# What the file says.


@pytest.mark.parametrize("case", VECTORS["hashes"], ids=lambda case: case["id"])
def test_CV4_CV6_CV7_hashes(case: dict[str, Any]) -> None:
    items = [bytes.fromhex(item) for item in case["items"]]
    assert tagged(case["tag"], *items).hex() == case["hash"]
    assert hashed(case["tag"], *items) == scalar_of(case["challenge"])
    assert short(case["tag"], *items) == scalar_of(case["challenge_128"])


@pytest.mark.parametrize("case", VECTORS["derived_points"], ids=lambda case: case["id"])
def test_DK7_derived_points(case: dict[str, Any]) -> None:
    counter, point = derive(case["label"], case["index"])
    assert (counter, encode(point).hex()) == (case["counter"], case["point"])


@pytest.mark.parametrize("case", VECTORS["bad_points"], ids=lambda case: case["id"])
def test_DK1_bad_points(case: dict[str, Any]) -> None:
    assert not is_valid(bytes.fromhex(case["encoding"]))


def test_CV9_public_stream() -> None:
    for case in VECTORS["public_streams"]:
        seed, tag = bytes.fromhex(case["seed"]), f"random/{case['purpose']}"
        stream = b"".join(tagged(tag, seed, number(block)) for block in range(4))
        assert stream[: len(case["bytes"]) // 2].hex() == case["bytes"]
        start, numbers = 0, []
        for bound in case["bounds"]:
            while (word := int.from_bytes(stream[start : start + 8], "big")) >= 2**64 // bound * bound:
                start += 8
            numbers.append(word % bound)
            start += 8
        assert numbers == case["numbers"]


def test_OP1_OP3_knowledge() -> None:
    case = VALID["knowledge"]
    challenge, response = scalar_of(case["challenge"]), scalar_of(case["response"])
    public, mask = point_of(case["public"]), scalar_of(case["mask"])
    assert times(scalar_of(case["secret"]), G) == public
    assert response == (mask + challenge * scalar_of(case["secret"])) % L
    commitment = minus(times(response, G), times(challenge, public))
    assert commitment == times(mask, G)
    context = bytes.fromhex(case["head"]), number(case["seat"])
    assert hashed("knowledge", *context, encode(public), encode(commitment)) == challenge
    fields = [bytes.fromhex(case[name]) for name in ("nonce", "public", "challenge", "response")]
    assert tagged("key-commitment", *fields).hex() == case["commitment"]


def test_DK10_DK5_shares() -> None:
    case = VALID["shares"]
    a, b = cards_of(case["cards"])
    shares = [point_of(item) for item in case["points"]]
    secret, mask = scalar_of(case["secret"]), scalar_of(case["mask"])
    challenge, response = scalar_of(case["challenge"]), scalar_of(case["response"])
    assert shares == [times(secret, point) for point in a]

    public = bytes.fromhex(case["public"])
    context = bytes.fromhex(case["head"]), number(case["seat"])
    statement = tagged("shares-statement", *context, public, bytes.fromhex(case["cards"]), row_of(case["points"]))
    assert statement.hex() == case["statement"]
    weights = [1, *(short("shares-weight", statement, number(index)) for index in range(1, len(a)))]
    assert weights[1:] == [scalar_of(item) for item in case["weights_after_the_first"]]
    batch = combine(weights, a)
    first = minus(times(response, G), times(challenge, point_of(case["public"])))
    second = minus(times(response, batch), times(challenge, combine(weights, shares)))
    assert (first, second) == (times(mask, G), times(mask, batch))
    assert hashed("shares", statement, encode(first), encode(second)) == challenge

    others = [times(scalar_of(case["other_secret"]), point) for point in a]
    opened = [minus(minus(point, share), other) for point, share, other in zip(b, shares, others, strict=True)]
    assert opened == [derive("face", face)[1] for face in case["faces"]]


@pytest.mark.parametrize("name", SHUFFLES)
def test_DK8_DK9_what_the_shuffler_did(name: str) -> None:
    case = VALID[name]
    joint = point_of(case["joint"])
    before, after = cards_of(case["inputs"]), cards_of(case["outputs"])
    randomness = [scalar_of(item) for item in case["randomness"]]
    for output, source in enumerate(case["order"]):
        assert after[0][output] == plus(before[0][source], times(randomness[source], G))
        assert after[1][output] == plus(before[1][source], times(randomness[source], joint))
    if case["fresh"] is not None:
        faces = [face for face, count in enumerate(case["fresh"]) for _ in range(count)]
        assert before == ([G] * len(faces), [plus(derive("face", face)[1], joint) for face in faces])


@pytest.mark.parametrize("name", SHUFFLES)
def test_DK9_how_the_shuffler_proved_it(name: str) -> None:
    case = VALID[name]
    size = len(case["order"])
    start, *generators = (derive("generator", index)[1] for index in range(size + 1))
    columns, links, randomness, weights = (
        [scalar_of(item) for item in case[field]]
        for field in ("column_randomness", "link_randomness", "randomness", "weights")
    )
    by_input = {source: generators[output] for output, source in enumerate(case["order"])}
    commitments = [plus(times(columns[source], G), by_input[source]) for source in range(size)]
    assert [encode(point).hex() for point in commitments] == case["commitments"]

    ordered = [weights[source] for source in case["order"]]
    last, in_base, chain = start, 0, []
    for link, weight in zip(links, ordered, strict=True):
        last = plus(times(link, G), times(weight, last))
        in_base = (link + weight * in_base) % L
        chain.append(encode(last).hex())
    assert chain == case["chain"]

    def answers(masks: str, known: list[int]) -> list[int]:
        challenge = scalar_of(case["challenge"])
        return [(scalar_of(mask) + challenge * value) % L for mask, value in zip(case[masks], known, strict=True)]

    sums = [
        sum(columns),
        in_base,
        sum(weight * column for weight, column in zip(weights, columns, strict=True)),
        sum(weight * scalar for weight, scalar in zip(weights, randomness, strict=True)),
    ]
    assert answers("sum_masks", sums) == [scalar_of(item) for item in case["sums"]]
    assert answers("link_masks", links) == [scalar_of(item) for item in case["chain_responses"]]
    assert answers("order_masks", ordered) == [scalar_of(item) for item in case["order_responses"]]


@pytest.mark.parametrize("name", SHUFFLES)
def test_DK4_what_the_verifier_of_a_shuffle_checks(name: str) -> None:
    case = VALID[name]
    size = len(case["order"])
    joint = point_of(case["joint"])
    start, *generators = (derive("generator", index)[1] for index in range(size + 1))
    (a, b), (a_out, b_out) = cards_of(case["inputs"]), cards_of(case["outputs"])
    commitments, chain = ([point_of(item) for item in case[field]] for field in ("commitments", "chain"))
    sums, chain_responses, order_responses = (
        [scalar_of(item) for item in case[field]] for field in ("sums", "chain_responses", "order_responses")
    )
    challenge = scalar_of(case["challenge"])

    context = bytes.fromhex(case["head"]), number(case["seat"])
    row = b"".join(encode(point) for point in (start, *generators))
    cards = bytes.fromhex(case["inputs"]), bytes.fromhex(case["outputs"])
    statement = tagged("shuffle-statement", *context, encode(joint), number(size), row, *cards)
    assert statement.hex() == case["statement"]
    seed = tagged("shuffle-weights", statement, row_of(case["commitments"]))
    weights = [short("shuffle-weight", seed, number(index)) for index in range(size)]
    assert weights == [scalar_of(item) for item in case["weights"]]

    product = 1
    for weight in weights:
        product = product * weight % L
    lines = [
        minus(times(sums[0], G), times(challenge, minus(total_of(commitments), total_of(generators)))),
        minus(times(sums[1], G), times(challenge, minus(chain[-1], times(product, start)))),
        minus(
            plus(times(sums[2], G), combine(order_responses, generators)),
            times(challenge, combine(weights, commitments)),
        ),
        minus(minus(combine(order_responses, a_out), times(sums[3], G)), times(challenge, combine(weights, a))),
        minus(minus(combine(order_responses, b_out), times(sums[3], joint)), times(challenge, combine(weights, b))),
    ]
    links = [
        minus(plus(times(mask, G), times(weight, before)), times(challenge, link))
        for mask, weight, before, link in zip(
            chain_responses, order_responses, [start, *chain[:-1]], chain, strict=True
        )
    ]
    sigma_lines, sigma_chain = (b"".join(map(encode, points)) for points in (lines, links))
    assert sigma_lines == row_of(case["sigma_lines"])
    assert sigma_chain == row_of(case["sigma_chain"])
    rows = row_of(case["commitments"]), row_of(case["chain"]), sigma_lines, sigma_chain
    assert hashed("shuffle", statement, *rows) == challenge
