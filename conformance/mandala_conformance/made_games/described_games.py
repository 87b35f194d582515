"""The values that follow from the entries of a game, as vectors list them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from mandala_conformance.rules_logs.catalogue import LOGS
from mandala_conformance.vectors.form.vector_fields import (
    SEAT,
    VectorFields,
    VectorValue,
    array,
    exactly,
    integer,
    one_of,
    or_null,
    record,
    text,
)
from mandala_net.threads import shared_workers
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.record import verification
from mandala_protocol.record.order import Due
from mandala_protocol.record.referee import ACCEPTANCE, LAST_COMMITMENT, Referee
from mandala_protocol.record.transcript import read
from mandala_protocol.wire.messages import ENTRY_KINDS, HEAD, MAX_ENTRIES, EntryMessage, Move, name_of_kind

_KINDS: Final = tuple(name_of_kind(kind) for kind in ENTRY_KINDS.values())
DESCRIBED_ENTRY: Final[VectorFields] = {
    "number": integer(0, MAX_ENTRIES),
    "seat": SEAT,
    "kind": one_of(*_KINDS),
    "says": text(16),
    "head": exactly(HEAD),
    "position": text(1_000),
}
"""An entry: who says it and what kind it is, the move it makes, the head and the position after it."""

NEXT: Final = or_null(record({"kind": one_of(*_KINDS), "seat": SEAT}))
RESULT: Final = or_null(record({"scores": array(integer(0, 1_000), 2, 2), "winner": or_null(SEAT), "reason": text(16)}))
DERIVED: Final[VectorFields] = {
    "proposal": or_null(exactly(HEAD)),
    "game_id": or_null(exactly(HEAD)),
    "head_after_commitments": or_null(exactly(HEAD)),
    "joint_key": or_null(exactly(32)),
    "seed": or_null(exactly(32)),
    "words": or_null(text(40)),
    "first_player": or_null(SEAT),
    "rest_of_pile": text(120),
    "due": NEXT,
    "abandoned_by": or_null(SEAT),
    "adjourned_at": array(integer(0, MAX_ENTRIES)),
    "result": RESULT,
    "record_sha256": exactly(32),
}
"""The fields of what follows from all entries together."""


def new_referee(messages: Sequence[EntryMessage]) -> Referee:
    """A referee who knows the keys that a record opens."""
    referee = Referee(GAMES, shared_workers())
    for seat, key in verification.opened_keys(messages).items():
        referee.keys.learn(seat, key)
    return referee


def take_all(referee: Referee, messages: Sequence[EntryMessage], *, trusted: bool = False) -> None:
    """Bring these entries to a referee. Raises ``RemoteProtocolError`` at the first wrong one."""
    for message in messages:
        referee.take(read(message), trusted=trusted)


def describe(
    referee: Referee, messages: Sequence[EntryMessage], *, trusted: bool = False
) -> list[dict[str, VectorValue]]:
    """Bring these entries to a referee, and describe each. Raises ``RemoteProtocolError`` at the first wrong one."""
    found: list[dict[str, VectorValue]] = []
    for message in messages:
        entry = read(message)
        referee.take(entry, trusted=trusted)
        speaker, body = referee.last_speaker, entry.body
        found.append(
            {
                "number": entry.number,
                "seat": None if speaker is None else int(speaker),
                "kind": name_of_kind(type(body)),
                "says": body.move if isinstance(body, Move) else "",
                "head": entry.head.hex(),
                "position": "" if referee.state is None else referee.rules.position(referee.state),
            }
        )
    return found


def derived_from(referee: Referee) -> dict[str, VectorValue]:
    """The description of what follows from all entries that a referee has taken."""
    transcript, agreed, result = referee.transcript, referee.agreed, referee.result
    return {
        "proposal": referee.proposal.hex() if transcript.length else None,
        "game_id": referee.game_id.hex() if transcript.length > ACCEPTANCE else None,
        "head_after_commitments": _head_after(referee, LAST_COMMITMENT + 1),
        "joint_key": None if agreed is None else agreed.joint.hex(),
        "seed": None if agreed is None else agreed.seed.hex(),
        "words": None if agreed is None else agreed.words,
        "first_player": None if agreed is None else int(referee.first_player),
        "rest_of_pile": "".join(letters_of(referee)[face] for face in referee.rest_of_pile),
        "due": described_due(referee.due),
        "abandoned_by": None if referee.abandoned is None else int(referee.abandoned.waited),
        "adjourned_at": [adjourned.number for adjourned in referee.adjourned],
        "result": None
        if result is None
        else {
            "scores": list(result.scores),
            "winner": None if result.winner is None else int(result.winner),
            "reason": result.termination.value,
        },
        "record_sha256": hashlib.sha256(verification.write(transcript.entries)).hexdigest(),
    }


def letters_of(referee: Referee) -> str:
    """The letter of each face of the game."""
    return "" if referee.game is None else LOGS[referee.game].letters


def described_due(due: Due | None) -> Mapping[str, VectorValue] | None:
    """The next entry and its speaker."""
    return None if due is None else {"kind": name_of_kind(due.kind), "seat": int(due.speaker)}


def _head_after(referee: Referee, length: int) -> str | None:
    transcript = referee.transcript
    return transcript.head_after(length).hex() if transcript.length >= length else None
