"""Defects of what is drawn in secret: the watch over the secrets finds them in ordinary games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from mandala_net.link import noise
from mandala_protocol.conversation import speaker
from mandala_protocol.conversation.speaker import Speaker
from mandala_protocol.poker import ciphertexts, game_keys, shuffle, shuffle_proof
from mandala_protocol.poker.ciphertexts import Ciphertext
from mandala_protocol.poker.group import ORDER, SIZE, ZERO, Point, Scalar, add, base_mul, mul
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.randomness import SEED_BYTES, secret_stream
from mandala_protocol.poker.sampling import HashStream, Random, below, random_scalar
from mandala_protocol.poker.shuffle import ShuffleSecret, draw_permutation
from mandala_protocol.poker.workers import Workers
from mandala_protocol.wire.messages import Move
from tests.conformance.defects.defect import Break, DefectBook, replace

SECRETS = DefectBook()

DEAL: Final = "DK9/honest-deal"
"""A game that is resigned right after the cards are dealt, with both keys open."""

SHORT_GAME: Final = "EN11/resigned"
"""A game that is resigned as soon as it can be, with both keys open."""

BOTH: Final = ("host", "join")


def in_both_roles(
    name: str, title: str, *, seen: str, heard: str, times: int = 1, case: str = DEAL
) -> Callable[[Break], Break]:
    """Add the function below as two defects in Mandala, of a program that hosts and of one that joins."""

    def add_both(break_it: Break) -> Break:
        for command in BOTH:
            where = "hosting" if command == "host" else "joining"
            SECRETS.defect(
                f"{name}-{where}",
                f"{title} ({where})",
                case=case,
                seen=seen,
                game="mandala",
                command=command,
                heard=heard,
                times=times,
            )(break_it)
        return break_it

    return add_both


@SECRETS.defect(
    "draws-the-same-again",
    "Draws the same masks and randomness in every game",
    case="TG6/fresh",
    seen="[1-9][0-9]* of them twice",
    game="mandala",
    command="join",
)
def draws_the_same_again() -> None:
    def drawn(_: Speaker, purpose: str, *_content: bytes) -> HashStream:
        return secret_stream(bytes(SEED_BYTES), purpose)

    replace(Speaker, "_drawn", drawn)


# Masks.


def draw_alike(*alike: str) -> None:
    """Draw the same for these purposes each time in a game."""
    drawn = Speaker._stream

    def draw(self: Speaker, purpose: str, *content: bytes) -> HashStream:
        return self._drawn(purpose) if purpose in alike else drawn(self, purpose, *content)

    replace(Speaker, "_stream", draw)


def number(value: int) -> Scalar:
    """A number as a scalar."""
    return Scalar((value % ORDER).to_bytes(SIZE, "little"))


@in_both_roles(
    "masks-shares-alike",
    "Has one mask for all shares of a game",
    case="EN11/whole-game",
    seen=r"has the mask of entry \d+ \(share\).*secret key",
    heard="CV12",
)
def masks_shares_alike() -> None:
    draw_alike("share")


@in_both_roles(
    "masks-moves-alike",
    "Has one mask for the cards of all moves of a game",
    case="EN11/whole-game",
    seen=r"has the mask of entry \d+ \(move\).*secret key",
    heard="CV12",
)
def masks_moves_alike() -> None:
    drawn = Speaker._shares_of

    def shares_of(self: Speaker, cards: Sequence[Ciphertext], stream: HashStream) -> ciphertexts.Shares:
        alike = self._referee.due is not None and self._referee.due.kind is Move
        return drawn(self, cards, self._drawn("play") if alike else stream)

    replace(Speaker, "_shares_of", shares_of)


@in_both_roles("masks-with-7", "Has the number 7 for the mask of each share", seen="secret key", heard="CV12")
def masks_with_7() -> None:
    replace(ciphertexts, "random_scalar", lambda _: number(7))


@in_both_roles(
    "masks-with-16-bytes", "Draws masks of shares of 16 bytes", seen="a mask of 1[0-2][0-9] bits", heard="CV12"
)
def masks_with_16_bytes() -> None:
    replace(ciphertexts, "random_scalar", lambda random: number(int.from_bytes(random(16), "little")))


@in_both_roles(
    "masks-counting-up",
    "Draws one mask in a run of the program, and adds 1 for each further share",
    case="EN11/whole-game",
    seen="differ by only 1",
    heard="CV12",
)
def masks_counting_up() -> None:
    drawn: list[int] = []

    def next_mask(random: Random) -> Scalar:
        drawn.append(int.from_bytes(random_scalar(random), "little") if not drawn else drawn[-1] + 1)
        return number(drawn[-1])

    replace(ciphertexts, "random_scalar", next_mask)


@SECRETS.defect(
    "knows-with-7",
    "Has the number 7 for the mask of each opening",
    case=SHORT_GAME,
    seen="secret key",
    heard="CV12",
    command="join",
)
@SECRETS.defect(
    "masks-openings-with-7",
    "Has the number 7 for the mask of each opening",
    case=SHORT_GAME,
    seen="secret key",
    heard="CV12",
)
def knows_with_7() -> None:
    prove = game_keys.prove_knowledge

    def prove_with_7(key: game_keys.KeyPair, context: Context, _: Random) -> game_keys.KnowledgeProof:
        return prove(key, context, lambda count: number(7).ljust(count, b"\0"))

    replace(speaker, "prove_knowledge", prove_with_7)


@in_both_roles(
    "masks-shuffles-alike",
    "Draws the masks of all proofs of shuffle from one seed",
    seen=r"has the mask of entry \d+ \((shuffle|mix)\)",
    heard="CV12",
)
def masks_shuffles_alike() -> None:
    drawn = shuffle_proof._random_scalars

    def draw_again(_: Random, size: int) -> tuple[Scalar, ...]:
        return drawn(secret_stream(bytes(SEED_BYTES), "again"), size)

    replace(shuffle_proof, "_random_scalars", draw_again)


def _one_for_all(number_of_row: int) -> None:
    """Draw one scalar for all of a row of a proof of shuffle: 0 is t, 1 t̂, 2 the sums, 3 ω̂, 4 ω'."""
    drawn, rows = shuffle_proof._random_scalars, [0]

    def draw(random: Random, size: int) -> tuple[Scalar, ...]:
        row = rows[0] % 5
        rows[0] += 1
        return drawn(random, 1) * size if row == number_of_row else drawn(random, size)

    replace(shuffle_proof, "_random_scalars", draw)


in_both_roles(
    "masks-orders-alike",
    "Has one mask ω' for all cards of a shuffle",
    seen="its order can be computed",
    heard="CV12",
)(partial(_one_for_all, 4))

in_both_roles(
    "commits-alike",
    "Has one t for all cards of a shuffle",
    seen="its order can be computed",
    heard="CV12",
)(partial(_one_for_all, 0))

in_both_roles(
    "masks-links-alike",
    "Has one mask ω̂ for all cards of a shuffle",
    seen="its order can be computed",
    heard="CV12",
)(partial(_one_for_all, 3))

in_both_roles(
    "links-alike",
    "Has one t̂ for all cards of a shuffle",
    seen="its order can be computed",
    heard="CV12",
)(partial(_one_for_all, 1))

in_both_roles(
    "masks-sums-alike",
    "Has one mask for all sums of a shuffle",
    seen="one mask for two sums",
    heard="CV12",
)(partial(_one_for_all, 2))


# Keys and nonces.


@in_both_roles("keeps-its-key", "Has one key for all games", seen="the key .* the key", heard="OP1", times=2)
def keeps_its_key() -> None:
    made: list[game_keys.KeyPair] = []

    def make_once(random: Random) -> game_keys.KeyPair:
        made.append(game_keys.make_key(random))
        return made[0]

    replace(speaker, "make_key", make_once)


def _draw_bytes(purpose: str, first: bytes) -> None:
    """Draw these bytes first for a purpose."""
    drawn = Speaker._drawn

    def draw(self: Speaker, wanted: str, *content: bytes) -> Random:
        stream = drawn(self, wanted, *content)
        if wanted != purpose:
            return stream
        answers = iter([first])
        return lambda count: next(answers, None) or stream(count)

    replace(Speaker, "_drawn", draw)


for _command in BOTH:
    SECRETS.defect(
        f"opens-with-zeros-{_command}",
        "Has zeros for the nonce of the opening",
        case=SHORT_GAME,
        seen="00000000",
        command=_command,
        heard="OP1",
    )(partial(_draw_bytes, "opening", bytes(32)))
    SECRETS.defect(
        f"opens-with-one-nonce-{_command}",
        "Has one nonce of the opening for all games",
        case=SHORT_GAME,
        seen="in an earlier game",
        command=_command,
        heard="OP1",
        times=2,
    )(partial(_draw_bytes, "opening", bytes(range(32))))
    _purpose = "propose" if _command == "host" else "accept"
    SECRETS.defect(
        f"{_purpose}s-with-zeros",
        "Has zeros for the nonce by which it agrees to a game",
        case=SHORT_GAME,
        seen="00000000",
        command=_command,
        heard="OR7",
    )(partial(_draw_bytes, _purpose, bytes(32)))
    SECRETS.defect(
        f"{_purpose}s-with-one-nonce",
        "Has one nonce for all games to which it agrees",
        case=SHORT_GAME,
        seen="in an earlier game",
        command=_command,
        heard="OR7",
        times=2,
    )(partial(_draw_bytes, _purpose, bytes(range(32))))


@SECRETS.defect(
    "keeps-ephemeral-key-hosting",
    "Has one ephemeral key of Noise for all connections",
    case=SHORT_GAME,
    seen="^on connection . of .* the public key of connection . of ",
    heard="LK4",
)
@SECRETS.defect(
    "keeps-ephemeral-key-joining",
    "Has one ephemeral key of Noise for all connections",
    case=SHORT_GAME,
    seen="^on connection . of .* the public key of connection . of ",
    command="join",
    heard="LK4",
    times=2,
)
def keeps_ephemeral_key() -> None:
    kept = X25519PrivateKey.generate().private_bytes_raw()
    _give_link_key("ephemeral", kept)


@SECRETS.defect(
    "keeps-static-key-hosting",
    "Has one static key of Noise for all connections",
    case=SHORT_GAME,
    seen="^on connection . of .* the public key of connection . of ",
    heard="LK10",
)
def keeps_static_key() -> None:
    kept = X25519PrivateKey.generate().private_bytes_raw()
    _give_link_key("static", kept)


def _give_link_key(kind: str, kept: bytes) -> None:
    begin = noise.HandshakeState.__init__

    def begin_with(self: noise.HandshakeState, **given: bool | bytes | None) -> None:
        begin(self, **{**given, kind: kept})  # type: ignore[arg-type]  # the key is one of its arguments

    replace(noise.HandshakeState, "__init__", begin_with)


# Shuffles and mixes.


def order_by(order: Callable[[int, Random], tuple[int, ...]]) -> None:
    """Draw the orders of shuffles and mixes like this."""
    for module in (shuffle, speaker):
        replace(module, "draw_permutation", order)


@in_both_roles("shuffles-nothing", "Keeps the order of the cards", seen="order in which they were", heard="DK9")
def shuffles_nothing() -> None:
    order_by(lambda size, _: tuple(range(size)))


@in_both_roles("turns-the-cards-round", "Turns the cards round", seen="reverse order", heard="DK9")
def turns_the_cards_round() -> None:
    order_by(lambda size, _: tuple(range(size))[::-1])


@in_both_roles(
    "mixes-nothing",
    "Shuffles, and keeps the order of the hand",
    case="EN11/whole-game",
    seen="times a mix left the cards in the order in which they were",
    heard="DK9",
    times=3,
)
def mixes_nothing() -> None:
    order_by(lambda size, random: draw_permutation(size, random) if size > 8 else tuple(range(size)))


@in_both_roles("shuffles-alike", "Shuffles in one order in all games", seen="same order", heard="DK9", times=4)
def shuffles_alike() -> None:
    order_by(lambda size, _: draw_permutation(size, secret_stream(bytes(SEED_BYTES), "order")))


def _never_staying(size: int, random: Random) -> tuple[int, ...]:
    """Exchange with a place before, never with itself (Sattolo)."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(random, last)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _exchanging_with_any(size: int, random: Random) -> tuple[int, ...]:
    order = list(range(size))
    for place in range(size):
        other = below(random, size)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


in_both_roles(
    "never-leaves-a-card",
    "Exchanges each card with another one, never with itself",
    case="EN11/whole-game",
    seen="stay at their places too seldom",
    heard="DK9",
    times=6,
)(partial(order_by, _never_staying))

SECRETS.defect(
    "exchanges-with-any",
    "Exchanges each card with any other, not only with those that are left",
    case=DEAL,
    seen="cards change places with any other",
    game="mandala",
    heard="DK9",
    times=120,
)(partial(order_by, _exchanging_with_any))


def encrypt_with(randomness: Callable[[int, Random], tuple[Scalar, ...]], *, mixes: bool) -> None:
    """Encrypt again with this; ``mixes``: only in mixes, of up to eight cards."""
    made = shuffle.shuffle

    def shuffle_with(
        cards: Sequence[Ciphertext],
        joint: Point,
        random: Random,
        workers: Workers,
        fixed_order: tuple[int, ...] | None = None,
    ) -> tuple[tuple[Ciphertext, ...], ShuffleSecret]:
        if mixes and len(cards) > 8:
            return made(cards, joint, random, workers, fixed_order)
        order = fixed_order or draw_permutation(len(cards), random)
        secret = ShuffleSecret(order, randomness(len(cards), random))
        outputs = []
        for card, scalar in zip(secret.arrange(cards), secret.arrange(secret.randomness), strict=True):
            again = card
            if scalar != ZERO:
                again = Ciphertext(add(card.a, base_mul(scalar)), add(card.b, mul(scalar, joint)))
            outputs.append(again)
        return tuple(outputs), secret

    replace(speaker, "shuffle", shuffle_with)


in_both_roles(
    "mixes-in-the-clear",
    "Does not encrypt the cards of a mix again",
    seen="those that went in",
    heard="DK9",
)(partial(encrypt_with, lambda size, _: (ZERO,) * size, mixes=True))

in_both_roles(
    "encrypts-nothing-again",
    "Does not encrypt the cards of any shuffle or mix again",
    seen="those that went in",
    heard="DK9",
)(partial(encrypt_with, lambda size, _: (ZERO,) * size, mixes=False))

in_both_roles(
    "encrypts-all-alike",
    "Encrypts all cards of a shuffle again with one number",
    seen="cards in entry .* have the same randomness",
    heard="DK9",
)(partial(encrypt_with, lambda size, random: (random_scalar(random),) * size, mixes=False))

in_both_roles(
    "encrypts-as-before",
    "Encrypts the cards of each shuffle again with the same numbers",
    seen="has the randomness of one in",
    heard="DK9",
    times=2,
)(
    partial(
        encrypt_with,
        lambda size, _: shuffle_proof._random_scalars(secret_stream(bytes(SEED_BYTES), "again"), size),
        mixes=False,
    )
)
