"""The vectors of whole conversations: two sessions with given secrets, and all that they say to each other."""

from __future__ import annotations

from typing import Final

from mandala_conformance.made_games.described_games import DERIVED, DESCRIBED_ENTRY, derived_from, new_referee, take_all
from mandala_conformance.made_games.scripted import ScriptedConversation, ScriptedGame, ScriptStep
from mandala_conformance.vectors.form.vector_fields import (
    SEAT,
    VectorValue,
    array,
    exactly,
    hexadecimal,
    integer,
    one_of,
    or_null,
    record,
    text,
    truth,
)
from mandala_conformance.vectors.form.vector_kinds import Computed, FileRecords, Given, VectorKind
from mandala_protocol.record.transcript import Entry
from mandala_protocol.wire.messages import MAX_ENTRIES, MAX_MESSAGE_BYTES


def run_conversation(given: Given, _: FileRecords) -> Computed:
    names = given["players"][0]["name"], given["players"][1]["name"]
    secrets = (
        bytes.fromhex(given["players"][0]["identity_secret"]),
        bytes.fromhex(given["players"][1]["identity_secret"]),
    )
    games = [ScriptedGame.of(one) for one in given["games"]]
    conversation = ScriptedConversation(names, secrets, given["software"], games)
    for one in given["steps"]:
        conversation.perform(ScriptStep(one["from"], one["does"], one["lost"]))
    records = conversation.records()
    return {
        "identities": [identity.public.hex() for identity in conversation.identities],
        "steps": conversation.said(),
        "games": [_described(entries) for entries in records],
    }


def _described(entries: tuple[Entry, ...]) -> dict[str, VectorValue]:
    messages = [entry.message() for entry in entries]
    table = new_referee(messages)
    described = take_all(table, messages, trusted=True)
    return {
        "entries": [
            {**one, "payload": message.payload.hex(), "signature": message.signature.hex()}
            for one, message in zip(described, messages, strict=True)
        ],
        **derived_from(table),
    }


_SENT: Final = record(
    {
        "kind": text(16),
        "entry": or_null(integer(0, MAX_ENTRIES)),
        "message": or_null(hexadecimal(0, MAX_MESSAGE_BYTES + 2)),
        "heard": text(40),
    }
)
_STEP: Final = {"from": or_null(SEAT), "does": text(300), "lost": truth()}

CONVERSATION_KINDS: Final = (
    VectorKind(
        "conversation",
        "All that two peers say to each other after the handshake, on as many connections as it takes. steps say who "
        "does what; the same place in the steps that are expected says what is sent for it: a message with its length, "
        "or the number of an entry of the game, which goes as [2, {payload, signature}]. heard is what the other makes "
        "of it: taken, ignored, lost with the connection, or a code and a requirement. game_seed is what this program "
        "draws all else of a game from, which is its own affair: others need not come to the same entries, but must "
        "take these. The entries are those of the longer of the two records; docs/vectors.md lists what is done.",
        {
            "players": array(record({"name": text(64), "identity_secret": exactly(32)}), 2, 2),
            "software": text(64),
            "games": array(
                record(
                    {
                        "game": text(32),
                        "first": one_of("host", "guest", "lot"),
                        "grace": integer(0, 86_400),
                        "live_score": truth(),
                        "game_seeds": array(exactly(32), 2, 2),
                    }
                ),
                1,
                4,
            ),
            "steps": array(record(_STEP), 0, 2_000),
        },
        {
            "identities": array(exactly(32), 2, 2),
            "steps": array(record({**_STEP, "sends": array(_SENT, 0, 1_000)}), 0, 2_000),
            "games": array(
                record(
                    {
                        "entries": array(
                            record(
                                {
                                    **DESCRIBED_ENTRY,
                                    "payload": hexadecimal(0, MAX_MESSAGE_BYTES),
                                    "signature": exactly(64),
                                }
                            ),
                            0,
                            MAX_ENTRIES,
                        ),
                        **DERIVED,
                    }
                ),
                1,
                4,
            ),
        },
        run_conversation,
    ),
)
