"""The vectors of weights: how much of everything but entries may come on a connection, and when it is too much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mandala_conformance.vectors.form.making import invalid, valid, vector_file
from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
from mandala_conformance.vectors.form.vector_fields import VectorValue, array, integer, record, truth
from mandala_conformance.vectors.form.vector_kinds import Computed, FileRecords, Given, VectorKind, WrongCase
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.wire.messages import MAX_MESSAGE_BYTES, EntryMessage, Ping, Pong
from mandala_protocol.wire.rate_limit import FRAME_WEIGHT, MESSAGE_WEIGHT, PLAYER, STRANGER, Allowance, Pace

LEAST_BYTES: Final = 3
"""The length of the shortest message: an array, a kind and an empty body."""

MOST_FRAMES: Final = 1_000
THOUSANDTHS: Final = 1_000


def run_weight(given: Given, _: FileRecords) -> Computed:
    """Weigh the steps as the receiver does. Raises ``RemoteProtocolError`` if the last of them is too much."""
    steps, heard, said = given["steps"], Allowance(0.0), Allowance(0.0, sending=True)
    if given["both_know_the_game"]:
        heard.widen()
        said.widen()
    left = []
    for number, step in enumerate(steps):
        try:
            weigh(heard, step)
        except RemoteProtocolError as error:
            if number + 1 < len(steps):
                raise WrongCase("only the last step can be too much") from error
            raise
        left.append(round(THOUSANDTHS * heard.left))
    return {"left": left, "may_send": [is_allowed(said, step) for step in steps]}


def weigh(allowance: Allowance, step: Mapping[str, VectorValue]) -> None:
    """Count a step. Raises ``RemoteProtocolError`` if that is more than may come."""
    allowance.pass_time(step["at"] / 1_000)
    if step["own"]:
        if step["kind"] == KIND_OF_PING:
            allowance.ask_for_pong()
    else:
        allowance.count_frames(step["frames"])
        allowance.count_message(bytes([0x92, step["kind"]]) + bytes(step["length"] - 2))
        allowance.require()
    if step["kind"] == KIND_OF_ENTRY:
        allowance.widen()


def is_allowed(allowance: Allowance, step: Mapping[str, VectorValue]) -> bool:
    """Return whether the peer may send this at this time."""
    try:
        weigh(allowance, step)
    except RemoteProtocolError:
        return False
    return True


KIND_OF_PING: Final = Ping.kind_number
KIND_OF_PONG: Final = Pong.kind_number
KIND_OF_ENTRY: Final = EntryMessage.kind_number

_STEP: Final = record(
    {
        "at": integer(0, 86_400_000),
        "own": truth(),
        "kind": integer(0, 127),
        "length": integer(LEAST_BYTES, MAX_MESSAGE_BYTES),
        "frames": integer(0, MOST_FRAMES),
    }
)

WEIGHT_KIND: Final = VectorKind(
    "weight",
    "What comes on a connection (3.14), in order: at, in milliseconds after the handshake, a message of this kind and "
    "length (MS1) comes in so many frames; 0 if the frame of the message before holds it. own: the receiver sends it. "
    "both_know_the_game: the connection is about a game that both know. left is the weight, in thousandths, that could "
    "still come after each step (MS19), the frames of an entry being counted before it. may_send: whether the peer "
    "was allowed to send each, if these are the times at which it did (MS18). In an invalid case the last step is too "
    "much.",
    {"both_know_the_game": truth(), "steps": array(_STEP, 1, 1_000)},
    {"left": array(integer(-(10**12), 10**12), 0, 1_000), "may_send": array(truth(), 0, 1_000)},
    run_weight,
    ("MS18", "MS19"),
)


# The making of its cases.

ABOUT: Final = "The weight of messages and frames (3.14): what a receiver must accept, and what is too much for it."

ODD_KIND: Final = 101
"""A kind that is not known, so that a message of it can have any length."""

LEAST_WEIGHT: Final = FRAME_WEIGHT + MESSAGE_WEIGHT + LEAST_BYTES
"""The weight of the shortest message in a frame of its own."""

MOST_WEIGHT: Final = FRAME_WEIGHT + MESSAGE_WEIGHT + MAX_MESSAGE_BYTES
"""The weight of the longest message in a frame of its own."""


def came(at: int, length: int, *, kind: int = ODD_KIND, frames: int = 1) -> dict[str, VectorValue]:
    return {"at": at, "own": False, "kind": kind, "length": length, "frames": frames}


def sent(at: int, kind: int) -> dict[str, VectorValue]:
    return {"at": at, "own": True, "kind": kind, "length": LEAST_BYTES, "frames": 1}


def weighing(at: int, weight: int) -> list[dict[str, VectorValue]]:
    """Messages of this weight together, each in a frame of its own."""
    parts = []
    while weight > MOST_WEIGHT:
        parts.append(min(MOST_WEIGHT, weight - LEAST_WEIGHT))
        weight -= parts[-1]
    return [came(at, part - FRAME_WEIGHT - MESSAGE_WEIGHT) for part in (*parts, weight)]


def given(*steps: dict[str, VectorValue], known: bool = False) -> dict[str, VectorValue]:
    return {"both_know_the_game": known, "steps": list(steps)}


def at_the_edge(
    name: str, before: Sequence[dict[str, VectorValue]], at: int, weight: int, note: str = "", *, known: bool = False
) -> Iterator[VectorCase]:
    """A weight that is just accepted after these steps, and one more that is not."""
    yield valid(WEIGHT_KIND, f"weight/{name}", given(*before, *weighing(at, weight), known=known), note)
    more = given(*before, *weighing(at, weight + 1), known=known)
    yield invalid(WEIGHT_KIND, f"weight/{name}, and one more", more, Code.FLOOD, "MS19", note)


def signs_of_life() -> VectorCase:
    pings = [came(5_000 * number, LEAST_BYTES, kind=KIND_OF_PING) for number in range(1, 5)]
    return valid(WEIGHT_KIND, "weight/hello and pings", given(came(10, 60, kind=0), *pings))


def sender(pace: Pace, who: str, *, known: bool) -> VectorCase:
    """The most that a peer may send at once; what it sends after that is early, and accepted."""
    steps = [*weighing(0, pace.at_once), came(0, LEAST_BYTES)]
    note = "the last message is more than may be sent (MS18), but not more than is accepted (MS19)"
    return valid(
        WEIGHT_KIND, f"weight/{who}: all that may be sent, and a message more", given(*steps, known=known), note
    )


def pongs() -> Iterator[VectorCase]:
    full = weighing(0, STRANGER.borne - FRAME_WEIGHT)
    asked = [*full, sent(0, KIND_OF_PING), came(0, LEAST_BYTES, kind=KIND_OF_PONG)]
    yield valid(WEIGHT_KIND, "weight/a pong that was asked for", given(*asked), "its frame weighs, and it does not")
    twice = [*asked, came(0, LEAST_BYTES, kind=KIND_OF_PONG, frames=0)]
    yield invalid(WEIGHT_KIND, "weight/a second pong for one ping", given(*twice), Code.FLOOD, "MS19")
    alone = [*full, came(0, LEAST_BYTES, kind=KIND_OF_PONG)]
    yield invalid(WEIGHT_KIND, "weight/a pong that was not asked for", given(*alone), Code.FLOOD, "MS19")


def frames() -> Iterator[VectorCase]:
    single = came(0, 500, frames=500)
    rest = STRANGER.borne - 500 * FRAME_WEIGHT - MESSAGE_WEIGHT - 500
    yield from at_the_edge("a message byte by byte", [single], 0, rest)
    many = [came(0, LEAST_BYTES, frames=1), *(came(0, LEAST_BYTES, frames=0) for _ in range(19))]
    rest = STRANGER.borne - FRAME_WEIGHT - 20 * (MESSAGE_WEIGHT + LEAST_BYTES)
    yield from at_the_edge("twenty messages in a frame", many, 0, rest)


def entries() -> Iterator[VectorCase]:
    large = [came(0, 60_100, kind=KIND_OF_ENTRY, frames=2) for _ in range(5)]
    rest = PLAYER.borne - 10 * FRAME_WEIGHT
    yield from at_the_edge("large entries", large, 0, rest, "their frames weigh, and they do not", known=True)
    used = weighing(0, STRANGER.borne)
    begun = [*used, sent(0, KIND_OF_ENTRY)]
    yield from at_the_edge("strangers, and then an entry", begun, 0, PLAYER.borne, "it is counted afresh from then on")


def cases() -> Iterator[VectorCase]:
    yield signs_of_life()
    for pace, who, known in ((STRANGER, "strangers", False), (PLAYER, "players", True)):
        yield from at_the_edge(f"{who}: all at once", [], 0, pace.borne, known=known)
        used = weighing(0, pace.borne)
        yield from at_the_edge(f"{who}: two seconds later", used, 2_000, 2 * pace.a_second, known=known)
        yield from at_the_edge(f"{who}: after an hour", used, 3_600_000, pace.borne, "no more is saved up", known=known)
        yield sender(pace, who, known=known)
    yield from pongs()
    yield from frames()
    yield from entries()


def make() -> VectorFile:
    """The file."""
    return vector_file("weights", ABOUT, list(cases()))
