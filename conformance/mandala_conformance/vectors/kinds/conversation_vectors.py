"""The vectors of whole conversations: two sessions with given secrets, and all that they say to each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from mandala_conformance.made_games.described_games import DERIVED, DESCRIBED_ENTRY, derived_from, describe, new_referee
from mandala_conformance.made_games.finished_game import middle_move
from mandala_conformance.made_games.scripted import ScriptedConversation, ScriptedGame, ScriptStep
from mandala_conformance.vectors.form.making import valid, vector_file
from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
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
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.record.transcript import Entry
from mandala_protocol.wire.messages import MAX_ENTRIES, MAX_MESSAGE_BYTES


def run_conversation(given: Given, _: FileRecords) -> Computed:
    names = given["players"][0]["name"], given["players"][1]["name"]
    secrets = (
        bytes.fromhex(given["players"][0]["identity_secret"]),
        bytes.fromhex(given["players"][1]["identity_secret"]),
    )
    games = [ScriptedGame.of(game) for game in given["games"]]
    conversation = ScriptedConversation(names, secrets, given["software"], games)
    for step in given["steps"]:
        conversation.perform(ScriptStep(step["from"], step["does"], step["lost"]))
    records = conversation.records()
    return {
        "identities": [identity.public.hex() for identity in conversation.identities],
        "steps": conversation.said(),
        "games": [_described(entries) for entries in records],
    }


def _described(entries: tuple[Entry, ...]) -> dict[str, VectorValue]:
    messages = [entry.message() for entry in entries]
    referee = new_referee(messages)
    described = describe(referee, messages, trusted=True)
    return {
        "entries": [
            {**one, "payload": message.payload.hex(), "signature": message.signature.hex()}
            for one, message in zip(described, messages, strict=True)
        ],
        **derived_from(referee),
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

CONVERSATION_KIND: Final = VectorKind(
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
    ("MS8", "TR5", "TR6", "TR7", "TR10", "OR1", "OR2", "OR5", "OR7", "OP2", "OP3", "OP4", "OP5", "OP6", "OP7", "PL6"),
)


# The making of its cases.

NAMES: Final = ("Anna", "Ben")
SOFTWARE: Final = "vectors"
HOST: Final = 0
GUEST: Final = 1
MoveChooser: TypeAlias = Callable[[Session], str]
"""The move that a session makes, in the notation of its game."""


SHOWN_BY_GAME: Final[Mapping[str, tuple[str, ...]]] = {
    "mandala": ("DK4", "DK5", "DK8", "DK11", "DK12", "PL1", "PL2", "PL3", "PL4", "PL8", "PL9", "PL10", "PL11"),
    "patterns": ("PL1", "PL3", "PL12", "PL13", "PL14", "PL15"),
}
"""The requirements that a conversation about a game is about, by the name of the game."""

SHOWN_BY_STEP: Final[Mapping[str, tuple[str, ...]]] = {
    "line: this game": ("RS1", "RS2", "RS5"),
    "missing": ("RS3",),
    "restart": ("TR11",),
    "line: another game": ("RS9", "RS10", "RS11"),
    "resign": ("EN1", "EN4", "EN5", "EN9", "EN10", "EN11"),
    "wish": ("EN6", "EN7", "EN8"),
    "decline": ("EN16",),
    "abandon": ("EN14", "TR13"),
    "leave": ("MS15",),
}
"""The requirements that a conversation is about by what is done in it, by the beginning of the step."""


class ConversationScript:
    """A conversation that is made up step by step."""

    def __init__(self, games: Sequence[dict[str, VectorValue]], *, identities: tuple[int, int] = (1, 2)) -> None:
        secrets = bytes([identities[0]]) * 32, bytes([identities[1]]) * 32
        self.given: dict[str, VectorValue] = {
            "players": [
                {"name": name, "identity_secret": secret.hex()} for name, secret in zip(NAMES, secrets, strict=True)
            ],
            "software": SOFTWARE,
            "games": list(games),
        }
        self._played = ScriptedConversation(NAMES, secrets, SOFTWARE, [ScriptedGame.of(game) for game in games])
        self._steps: list[dict[str, VectorValue]] = []

    @property
    def sessions(self) -> tuple[Session, Session]:
        """The sessions of both sides, by seat."""
        return self._played.sessions

    def length(self, seat: int = HOST) -> int:
        """The number of entries in the record of a side."""
        return self.sessions[seat].referee.transcript.length

    def do(self, seat: int | None, *actions: str, lost: bool = False) -> None:
        """Let one side do these things, one after the other."""
        for does in actions:
            self._played.perform(ScriptStep(seat, does, lost))
            self._steps.append({"from": seat, "does": does, "lost": lost})

    def both(self, does: str) -> None:
        """Let both do this, the host first."""
        for seat in (HOST, GUEST):
            self.do(seat, does)

    def begin(self, about: str = "new game") -> None:
        """Begin a connection."""
        self.do(None, f"line: {about}")
        self.both("hello")

    def resume(self) -> None:
        """Go on with the game on a new connection: each says how far it has come, and then what the other lacks."""
        self.begin("this game")
        self.both("past")
        self.both("missing")

    def carry_on(self, moves: Iterable[str] | None = None, choose: MoveChooser = middle_move) -> None:
        """Say what is due until these moves are made and another one is due; or until the end, as ``choose`` says."""
        rest = None if moves is None else list(moves)
        while (
            session := next((peer for peer in self.sessions if peer.pending is not Pending.NOTHING), None)
        ) is not None:
            if session.pending is Pending.ENTRY:
                self.do(int(session.seat), "speak")
            elif rest is None:
                self.do(int(session.seat), f"move {choose(session)}")
            elif rest:
                self.do(int(session.seat), f"move {rest.pop(0)}")
            else:
                return

    def some_moves(self, count: int, choose: MoveChooser = middle_move) -> None:
        """Make ``count`` moves; another one is due then."""
        for _ in range(count):
            self.carry_on(())
            session = self.to_move
            self.do(int(session.seat), f"move {choose(session)}")
        self.carry_on(())

    @property
    def to_move(self) -> Session:
        """The side whose move is due."""
        return next(session for session in self.sessions if session.pending is Pending.MOVE)

    @property
    def mover(self) -> int:
        """The seat whose move is due."""
        return int(self.to_move.seat)

    def case(self, name: str, note: str, *, flags: Sequence[str] = (), shows: Sequence[str] = ()) -> VectorCase:
        """The vector of all this; ``shows`` are the requirements that it is about besides those of its steps."""
        given = {**self.given, "steps": self._steps}
        numbers = [*self._shown_by_steps(), *shows]
        return valid(CONVERSATION_KIND, f"conversation/{name}", given, note, flags=flags, shows=numbers)

    def _shown_by_steps(self) -> list[str]:
        shown = [number for played in self.given["games"] for number in SHOWN_BY_GAME[played["game"]]]
        done = {step["does"] for step in self._steps}
        for beginning, numbers in SHOWN_BY_STEP.items():
            if any(does.startswith(beginning) for does in done):
                shown += numbers
        # What one has refused, the other is told by code and requirement.
        shown += [
            sent["heard"].split()[1] for step in self._played.said() for sent in step["sends"] if " " in sent["heard"]
        ]
        return list(dict.fromkeys(shown))


def game(name: str, seed: int, **terms: VectorValue) -> dict[str, VectorValue]:
    """The terms of a game, with secrets made from a number."""
    seeds = [(bytes([seed, seat]) * 16).hex() for seat in (HOST, GUEST)]
    return {"game": name, "first": "lot", "grace": 0, "live_score": False, **terms, "game_seeds": seeds}


ABOUT: Final = (
    "A short game of Mandala, all of it after the handshake: what is said, in order, and what both sides derive from "
    "it. It is adjourned, a move is lost with a connection and said again, and one player resigns. Conversations about "
    "Patterns are in patterns.json and endings.json."
)

MOVES: Final = ("B0k1", "B0p1", "B0r1", "B0g1", "Ko", "Ky", "A1o", "Cr1")
"""A mandala is completed and shared out; then one card is built and one discarded, both with a draw."""


def make() -> VectorFile:
    """The file."""
    script = ConversationScript([game("mandala", 5, live_score=True)])
    script.begin()
    script.carry_on(MOVES[:4])
    script.do(GUEST, "say Well done!")
    script.carry_on(MOVES[4:6])
    script.do(GUEST, "wish adjourn")
    script.do(HOST, "wish adjourn", "leave See you tomorrow")
    script.resume()
    script.do(HOST, f"move {MOVES[6]}", lost=True)
    script.resume()
    script.carry_on(MOVES[7:])
    script.do(1 - script.mover, "resign")
    script.carry_on()
    return vector_file(
        "conversation", ABOUT, [script.case("mandala: a short game", "on three connections", shows=["EN15", "OR8"])]
    )
