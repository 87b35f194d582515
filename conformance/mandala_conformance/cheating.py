"""The handling of wrong entries that cases of several chapters share, beside the means of the stage."""

from __future__ import annotations

from mandala_conformance.case_stage import Stage
from mandala_conformance.expectations import Refusal
from mandala_conformance.findings import NotTried
from mandala_conformance.probe_game import ProbeGame
from mandala_protocol.poker.hashing import tagged_hash
from mandala_protocol.record.signatures import Signer
from mandala_protocol.record.transcript import Entry
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import Body, EntryMessage


def items_of(game: ProbeGame, body: Body) -> list[object]:
    """The four items of the payload of the next entry of a game: number, previous head, kind, body."""
    puppet = game.puppet
    return [puppet.number, puppet.referee.transcript.head, body.kind_number, codec.unstructure(body)]


def signed_payload(payload: bytes, signer: Signer) -> EntryMessage:
    """An entry with any payload, rightly signed."""
    return EntryMessage(payload, signer.sign(tagged_hash("entry", payload)))


async def refused_without_place(
    stage: Stage, game: ProbeGame, wrong: Entry | EntryMessage, what: str, *refusals: Refusal, goes_on: bool = False
) -> None:
    """Say an entry that is refused and takes no place in the game (TR12 does not hold for it).

    ``goes_on``: the tester comes back, and the honest entry must be taken, as everything before stays valid (CV1).
    """
    stage.note(f"entry {game.puppet.number}: {what}")
    await game.send_forged(wrong)
    await stage.expect_refusal(game.line, *refusals)
    if not goes_on:
        return
    refused = stage.got
    try:
        await stage.resume(game)
    except NotTried as error:
        stage.got = f"{refused}; {error}"
        return
    stage.note("came back, and said the honest entry for that place")
    stage.note_expectation("the honest entry taken, and the game going on")
    entry = await game.say_and_hear()
    stage.got = f"{refused}; after the tester came back, entry {entry.number}"
