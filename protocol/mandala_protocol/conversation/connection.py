"""The states of a connection: what may be heard and asked for in each, and what leads from one to the next.

All of it is data, from which the standard's table and diagram of the states are drawn. A session asks this table and
keeps no flags beside it.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from mandala_protocol.conversation.events import (
    Abandon,
    Agree,
    CheckAlive,
    Command,
    ConfirmAlive,
    DeclineOffer,
    Leave,
    MakeOffer,
    Play,
    Refuse,
    Resign,
    Speak,
    Talk,
    TellMissing,
    TellPast,
    WantRematch,
    WithdrawOffer,
)
from mandala_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import MESSAGE_KINDS, Chat, EntryMessage, Hello, Message, Rematch, Resume


class ConnectionState(enum.Enum):
    """The state of one connection, as one side sees it."""

    NONE = "none"
    GREETING = "greeting"
    ASKING = "asking"
    BETWEEN_GAMES = "between games"
    REMATCH_SAID = "rematch sent"
    REMATCH_HEARD = "rematch received"
    RESUMING = "resuming"
    COMPARING = "comparing"
    CATCHING_UP = "catching up"
    OPEN = "open"
    ADJOURNED = "adjourned"
    BROKEN_OFF = "broken off"
    CLOSED = "closed"
    FAILED = "failed"


class Cause(enum.Enum):
    """The cause of a change of state. If the table has no row for it, the state stays."""

    CONNECTED = "the connection is established"
    NEW_GAME = "`hello` about a new game"
    OLD_GAME = "`hello` about a game that has begun"
    NEXT_GAME = "`hello` about another game"
    BROKEN_GAME = "`hello` about a game that is broken off"
    AGREED = "the player agrees to play"
    REMATCH_SAID = "`rematch` is sent"
    REMATCH_HEARD = "`rematch` is received"
    PAST_HEARD = "`resume` is received"
    MISSING_SAID = "what the other lacks is sent"
    ALL_KNOWN = "all that was announced is known"
    ADJOURNED = "a new `adjourn` is in the record"
    CLOSED = "`busy`, `bye` or `error` is sent or received"
    FAILED = "a requirement is broken, or the program fails"
    LOST = "the connection is lost"


@frozen
class StateRules:
    """The rules of one state.

    ``fails``: the messages at which a receiver fails, each with the requirement that it breaks. ``passes``: those that
    change nothing. All other messages are taken, and judged by what they say. ``commands``: what may be asked for;
    ``refuses``: the requirement that forbids everything else here, where it is one for all. ``leads``: the next state.
    """

    meaning: str
    fails: Mapping[type[Message], str] = field(factory=dict)
    passes: frozenset[type[Message]] = frozenset()
    commands: frozenset[type[Command]] = frozenset()
    refuses: str | None = None
    leads: Mapping[Cause, ConnectionState] = field(factory=dict)


_ENDINGS: Final = {
    Cause.CLOSED: ConnectionState.CLOSED,
    Cause.FAILED: ConnectionState.FAILED,
    Cause.LOST: ConnectionState.NONE,
}
_ALL_MESSAGES: Final = frozenset(MESSAGE_KINDS.values())
_GREETED: Final[Mapping[type[Message], str]] = {Hello: "MS8", Resume: "RS2"}
"""After ``hello`` no one says it again, and no one resumes where there is nothing to resume."""

_ALWAYS: Final[frozenset[type[Command]]] = frozenset({Talk, CheckAlive, ConfirmAlive, Leave, Refuse})
_NO_REMATCH: Final[frozenset[type[Message]]] = frozenset({Rematch})


def _between_games(
    meaning: str, passes: frozenset[type[Message]], leads: Mapping[Cause, ConnectionState]
) -> StateRules:
    """One of the states before another game, in which nothing of a game may be said yet."""
    commands = _ALWAYS | ({WantRematch} if Cause.REMATCH_SAID in leads else frozenset())
    return StateRules(meaning, {**_GREETED, EntryMessage: "RS10"}, passes, commands, leads={**leads, **_ENDINGS})


STATES: Final[Mapping[ConnectionState, StateRules]] = {
    ConnectionState.NONE: StateRules(
        "no connection to the other",
        commands=frozenset({Abandon}),
        refuses="MS9",
        leads={Cause.CONNECTED: ConnectionState.GREETING},
    ),
    ConnectionState.GREETING: StateRules(
        "each sends `hello`",
        fails={kind: "MS8" for kind in MESSAGE_KINDS.values() if kind is not Hello},
        refuses="MS8",
        leads={
            Cause.NEW_GAME: ConnectionState.ASKING,
            Cause.OLD_GAME: ConnectionState.RESUMING,
            Cause.NEXT_GAME: ConnectionState.BETWEEN_GAMES,
            Cause.BROKEN_GAME: ConnectionState.BROKEN_OFF,
            **_ENDINGS,
        },
    ),
    ConnectionState.ASKING: StateRules(
        "the player on this side has not agreed to play yet",
        fails=_GREETED,
        passes=frozenset({Chat, Rematch}),
        commands=_ALWAYS | {Agree},
        leads={Cause.AGREED: ConnectionState.OPEN, **_ENDINGS},
    ),
    ConnectionState.BETWEEN_GAMES: _between_games(
        "neither has sent `rematch` yet",
        frozenset(),
        {Cause.REMATCH_SAID: ConnectionState.REMATCH_SAID, Cause.REMATCH_HEARD: ConnectionState.REMATCH_HEARD},
    ),
    ConnectionState.REMATCH_SAID: _between_games(
        "this side has sent `rematch`", frozenset(), {Cause.REMATCH_HEARD: ConnectionState.OPEN}
    ),
    ConnectionState.REMATCH_HEARD: _between_games(
        "the other has sent `rematch`", _NO_REMATCH, {Cause.REMATCH_SAID: ConnectionState.OPEN}
    ),
    ConnectionState.RESUMING: StateRules(
        "the other's `resume` is still missing",
        fails={Hello: "MS8", EntryMessage: "RS3"},
        passes=_NO_REMATCH,
        commands=_ALWAYS | {TellPast},
        leads={Cause.PAST_HEARD: ConnectionState.COMPARING, **_ENDINGS},
    ),
    ConnectionState.COMPARING: StateRules(
        "the other's `resume` is known, and not answered yet",
        fails=_GREETED,
        passes=_NO_REMATCH,
        commands=_ALWAYS | {TellPast, TellMissing},
        leads={Cause.MISSING_SAID: ConnectionState.CATCHING_UP, **_ENDINGS},
    ),
    ConnectionState.CATCHING_UP: StateRules(
        "entries that the other has announced are still missing",
        fails=_GREETED,
        passes=_NO_REMATCH,
        commands=_ALWAYS,
        leads={Cause.ALL_KNOWN: ConnectionState.OPEN, **_ENDINGS},
    ),
    ConnectionState.OPEN: StateRules(
        "the game is played",
        fails=_GREETED,
        passes=_NO_REMATCH,
        commands=_ALWAYS | {Speak, Play, Resign, MakeOffer, DeclineOffer, WithdrawOffer},
        leads={Cause.ADJOURNED: ConnectionState.ADJOURNED, **_ENDINGS},
    ),
    ConnectionState.ADJOURNED: StateRules(
        "both have agreed to play on another time",
        fails={**_GREETED, EntryMessage: "EN15"},
        passes=_NO_REMATCH,
        commands=_ALWAYS | {DeclineOffer},
        leads=_ENDINGS,
    ),
    ConnectionState.BROKEN_OFF: StateRules(
        "the game is broken off: the other is told so, and only TR8 is checked",
        passes=_ALL_MESSAGES,
        refuses="RS15",
        leads={Cause.FAILED: ConnectionState.FAILED, Cause.LOST: ConnectionState.NONE},
    ),
    ConnectionState.CLOSED: StateRules(
        "one of the two has left",
        passes=_ALL_MESSAGES,
        commands=frozenset({Abandon}),
        refuses="MS9",
        leads={Cause.FAILED: ConnectionState.FAILED, Cause.LOST: ConnectionState.NONE},
    ),
    ConnectionState.FAILED: StateRules(
        "nothing more is sent or accepted in this game", passes=_ALL_MESSAGES, refuses="MS9"
    ),
}

LIVE: Final = frozenset(ConnectionState) - {
    ConnectionState.NONE,
    ConnectionState.GREETING,
    ConnectionState.BROKEN_OFF,
    ConnectionState.CLOSED,
    ConnectionState.FAILED,
}
"""States in which both can be heard."""

SETTLING: Final = frozenset({ConnectionState.RESUMING, ConnectionState.COMPARING, ConnectionState.CATCHING_UP})
"""States in which the two find out what either lacks."""

CONNECTED: Final = LIVE - SETTLING
"""States in which both can be heard, and know how far the game has come."""

_FAILURES: Final[Mapping[str, Sentence]] = {
    "MS8": Sentence("hello must come first, and only once"),
    "RS2": Sentence("there is nothing to resume, or resuming was already requested"),
    "RS3": Sentence("this entry was not announced"),
    "RS10": Sentence("the next game was started before both had asked for it"),
    "EN15": Sentence("the game has just been adjourned"),
}

_REFUSALS: Final[Mapping[type[Command], tuple[str, Sentence]]] = {
    Abandon: ("EN14", Sentence("the other player is there, or the game has failed")),
    Agree: ("OR6", Sentence("there is nothing for us to send now")),
    TellPast: ("RS2", Sentence("there is nothing to resume")),
    TellMissing: ("RS3", Sentence("no entries were requested")),
    Speak: ("OR2", Sentence("there is nothing for us to send now")),
    Play: ("OR2", Sentence("it is not our move")),
    Resign: ("EN7", Sentence("there is no game to end")),
    MakeOffer: ("EN7", Sentence("there is no game to end")),
    DeclineOffer: ("EN16", Sentence("there is no offer to decline")),
    WithdrawOffer: ("EN7", Sentence("there is no offer to take back")),
    WantRematch: ("RS10", Sentence("another game is not possible here")),
}
"""The requirement, and the refusal, of a command in a state that has no place for it."""

_REFUSED_ANYWAY: Final[Mapping[ConnectionState, Sentence]] = {
    ConnectionState.NONE: Sentence("there is no connection to the other player"),
    ConnectionState.GREETING: Sentence("the first message must be hello"),
    ConnectionState.BROKEN_OFF: Sentence("this game is broken off"),
    ConnectionState.CLOSED: Sentence("the session is over"),
    ConnectionState.FAILED: Sentence("the session is over"),
}


def require_allowed(state: ConnectionState, kind: type[Message], evidence: bytes = b"") -> None:
    """Require that a message of this kind may come in this state. Raises ``RemoteProtocolError``."""
    requirement = STATES[state].fails.get(kind)
    if requirement is not None:
        raise RemoteProtocolError(Code.OUT_OF_TURN, requirement, _FAILURES[requirement], evidence)


class ConnectionMachine:
    """The state of one side's connection, moved by the table alone."""

    def __init__(self) -> None:
        self.state = ConnectionState.NONE
        self._passed: set[ConnectionState] = set()

    def move(self, cause: Cause) -> None:
        """Let this happen: it leads where the table says, if it leads anywhere."""
        after = STATES[self.state].leads.get(cause)
        if after is None:
            return
        if cause is Cause.CONNECTED:
            self._passed.clear()
        self.state = after
        self._passed.add(after)

    def was(self, state: ConnectionState) -> bool:
        """Return whether the connection is in this state; without a connection, whether the last one was."""
        return state in self._passed

    def takes(self, kind: type[Message]) -> bool:
        """Return whether messages of this kind count now, instead of being ignored."""
        return kind not in STATES[self.state].passes

    def require_possible(self, command: Command) -> None:
        """Require that this may be asked for now. Raises ``LocalProtocolError``."""
        rules = STATES[self.state]
        if type(command) in rules.commands:
            return
        if rules.refuses is not None and not isinstance(command, Abandon):
            raise LocalProtocolError(Code.OUT_OF_TURN, rules.refuses, _REFUSED_ANYWAY[self.state])
        if self.state is ConnectionState.ADJOURNED and isinstance(command, Resign | MakeOffer):
            raise LocalProtocolError(Code.OUT_OF_TURN, "EN15", _FAILURES["EN15"])
        raise refused(command)


def refused(command: Command) -> LocalProtocolError:
    """The error of a command that has no place now."""
    requirement, sentence = _REFUSALS[type(command)]
    code = Code.NOT_AGREED if isinstance(command, Abandon) else Code.OUT_OF_TURN
    return LocalProtocolError(code, requirement, sentence)
