"""Scripts of conversations: what is done is written down while two sessions do it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from mandala_conformance.made_games.finished_game import middle_move
from mandala_conformance.made_games.scripted import ScriptedConversation, ScriptedGame, ScriptStep
from mandala_conformance.vectors.form.vector_fields import VectorValue
from mandala_conformance.vectors.making.making import valid
from mandala_conformance.vectors.vector_file import VectorCase
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Pending

NAMES: Final = ("Anna", "Ben")
SOFTWARE: Final = "vectors"
HOST: Final = 0
GUEST: Final = 1

MoveChooser: TypeAlias = Callable[[Session], str]
"""The move that a session makes, in the notation of its game."""


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
        self._played = ScriptedConversation(NAMES, secrets, SOFTWARE, [ScriptedGame.of(one) for one in games])
        self._steps: list[dict[str, VectorValue]] = []

    @property
    def sessions(self) -> tuple[Session, Session]:
        """Both sides."""
        return self._played.sessions

    def length(self, seat: int = HOST) -> int:
        """How many entries the record of a side has."""
        return self.sessions[seat].table.transcript.length

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
        while (session := next((one for one in self.sessions if one.owes is not Pending.NOTHING), None)) is not None:
            if session.owes is Pending.WORDS:
                self.do(int(session.seat), "speak")
            elif rest is None:
                self.do(int(session.seat), f"move {choose(session)}")
            elif rest:
                self.do(int(session.seat), f"move {rest.pop(0)}")
            else:
                return

    def some_moves(self, count: int, choose: MoveChooser = middle_move) -> None:
        """Make so many moves; another one is due then."""
        for _ in range(count):
            self.carry_on(())
            session = self.to_move
            self.do(int(session.seat), f"move {choose(session)}")
        self.carry_on(())

    @property
    def to_move(self) -> Session:
        """The side whose move is due."""
        return next(one for one in self.sessions if one.owes is Pending.MOVE)

    @property
    def mover(self) -> int:
        """The seat whose move is due."""
        return int(self.to_move.seat)

    def case(self, name: str, note: str, *, flags: Sequence[str] = ()) -> VectorCase:
        """The vector of all this."""
        return valid("conversation", f"conversation/{name}", {**self.given, "steps": self._steps}, note, flags=flags)


def game(name: str, seed: int, **terms: VectorValue) -> dict[str, VectorValue]:
    """The terms of a game, with secrets made from a number."""
    seeds = [(bytes([seed, seat]) * 16).hex() for seat in (HOST, GUEST)]
    return {"game": name, "first": "lot", "grace": 0, "live_score": False, **terms, "game_seeds": seeds}
