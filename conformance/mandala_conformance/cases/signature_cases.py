"""Cases of chapter 4: the signatures of entries."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from attrs import evolve

from mandala_conformance.case import ANY_GAME, CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.cheating import refused_without_place
from mandala_conformance.expectations import Refusal
from mandala_conformance.odd_signatures import WAYS, OddSigner, second_signature
from mandala_conformance.puppet import at
from mandala_net.trust.identity import Identity
from mandala_protocol.errors import Code
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.record.transcript import Entry
from mandala_protocol.wire.messages import Commit, EntryMessage, Move

SIGNATURES = CaseBook()

FALSE_SIGNATURE: Final = Refusal(Code.BAD_SIGNATURE, "TR7")


def _flipped(place: int) -> Callable[[Entry, Identity], bytes]:
    def change(entry: Entry, _: Identity) -> bytes:
        signature = bytearray(entry.signature)
        signature[place] ^= 1
        return bytes(signature)

    return change


CHANGES: Final[tuple[tuple[str, str, Callable[[Entry, Identity], bytes], Extent], ...]] = (
    ("false-signature", "in which one bit of R is changed", _flipped(0), Extent.QUICK),
    ("false-response", "in which one bit of S is changed", _flipped(32), Extent.STANDARD),
    ("zeros", "of zeros", lambda *_: bytes(64), Extent.STANDARD),
    ("stranger", "of another key", lambda entry, _: _signed(entry, Identity.generate()), Extent.STANDARD),
    ("payload", "over the payload, not its hash", lambda entry, own: own.sign(entry.payload), Extent.STANDARD),
    (
        "other-tag",
        "over the hash with another tag",
        lambda entry, own: own.sign(_hash("chain", entry)),
        Extent.STANDARD,
    ),
    ("cut-hash", "over 32 bytes of the hash", lambda entry, own: own.sign(_hash("entry", entry)[:32]), Extent.ALL),
)


def _hash(tag: str, entry: Entry) -> bytes:
    return tagged_hash(tag, entry.payload)


def _signed(entry: Entry, signer: Identity) -> bytes:
    return signer.sign(_hash("entry", entry))


async def _change_signature(stage: Stage, text: str, change: Callable[[Entry, Identity], bytes]) -> None:
    game = await stage.play_to(at(Commit))
    honest = game.puppet.sealed(await game.next_body())
    wrong = evolve(honest, signature=change(honest, stage.identity))
    await refused_without_place(stage, game, wrong, f"commit with a signature {text}", FALSE_SIGNATURE, goes_on=True)


for _word, _description, _change, _extent in CHANGES:
    SIGNATURES.case(
        f"TR7/{_word}", f"An entry with a signature {_description}", also=("CV1",), games=ANY_GAME, extent=_extent
    )(partial(_change_signature, text=_description, change=_change))


async def _sign_oddly(stage: Stage, text: str, way: Callable[[OddSigner, bytes], bytes]) -> None:
    signer = OddSigner()
    stage.identity = signer.identity
    game = await stage.play_to(at(Commit))
    honest = game.puppet.sealed(await game.next_body())
    wrong = evolve(honest, signature=way(signer, _hash("entry", honest)))
    await refused_without_place(stage, game, wrong, f"commit with a signature {text}", FALSE_SIGNATURE)


for _word, _description, _way in WAYS:
    SIGNATURES.case(f"TR7/{_word}", f"An entry with a signature {_description}", also=("CV10",), games=ANY_GAME)(
        partial(_sign_oddly, text=_description, way=_way)
    )


@SIGNATURES.case("TR7/move-of-a-stranger", "A move that another key has signed", also=("OR2",))
async def move_of_a_stranger(stage: Stage) -> None:
    game = await stage.play_to(at(Move))
    wrong = game.puppet.sealed(await game.next_body(), Identity.generate())
    await refused_without_place(stage, game, wrong, "move signed by another key", FALSE_SIGNATURE)


@SIGNATURES.case("TR8/second-signature", "The same entry with another true signature", also=("TR7",), games=ANY_GAME)
async def another_signature(stage: Stage) -> None:
    signer = OddSigner()
    stage.identity = signer.identity
    game = await stage.play_to(at(Commit))
    said = await game.say_next()
    await game.hear_entry()
    second = EntryMessage(said.payload, second_signature(signer, _hash("entry", said)))
    what = f"entry {said.number} again, with another signature that is true as well"
    await stage.cheat(game, second, what, Refusal(Code.FORK, "TR8"))
