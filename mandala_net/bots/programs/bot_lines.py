"""The lines between us and a bot that is a program: its view as JSON, and its move. docs/writing-a-bot.md tells it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from mandala_protocol.games.game import BadNotation, Game, View
from mandala_protocol.names import MAX_SHOWN_NAME, clean_name
from mandala_protocol.sentence import Sentence

VERSION: Final = 1
"""The version of the lines. Fields may be added within a version."""

MAX_ANSWER: Final = 4096
"""The most bytes of an answer, its end of line among them."""

TableOf: TypeAlias = Callable[[View[Any]], dict[str, Any]]
"""Returns what a seat sees, as an object of JSON in the words of the rules."""


class BotFailed(Exception):
    """A bot has no move to offer, so that its side can only resign; the text is a ``Sentence``.

    ``last_line`` of its standard error, cleaned; "" if there is none. It is for our side alone: it may tell a hand.
    """

    def __init__(self, why: Sentence, last_line: str = "") -> None:
        super().__init__(why)
        self.why, self.last_line = why, last_line

    @property
    def for_us(self) -> Sentence:
        """Why it failed, with the last line of its standard error."""
        if not self.last_line:
            return self.why
        return Sentence("{why} Its last line was “{line}”.", why=self.why, line=self.last_line)


def no_table(_view: View[Any]) -> dict[str, Any]:
    """The table of a game that has no words for it: its position says it all."""
    return {}


def question(game: Game[Any, Any], table_of: TableOf, view: View[Any], moves: Sequence[Any], seconds: float) -> bytes:
    """Return the line that asks for one of these moves: ASCII, with its end of line."""
    asked = {
        "version": VERSION,
        "game": game.name,
        "seat": int(view.seat),
        "seconds": seconds,
        "moves": [game.format_move(move) for move in moves],
        "position": game.position(view.state),
        "table": table_of(view),
    }
    return json.dumps(asked, separators=(",", ":")).encode("ascii") + b"\n"


def answered(game: Game[Any, Any], program: str, line: bytes, moves: Sequence[Any]) -> Any:
    """Return the move that this line answers with. Raises ``BotFailed`` for anything but one of these moves."""
    if not line.endswith(b"\n"):
        if len(line) < MAX_ANSWER:
            raise BotFailed(Sentence("{program} ended without an answer.", program=program))
        sentence = Sentence("{program} answered with more than {most} bytes.", program=program, most=MAX_ANSWER)
        raise BotFailed(sentence)
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    notation = answer.get("move") if isinstance(answer, dict) else None
    if not isinstance(notation, str):
        raise BotFailed(Sentence("{program} answered with something that is not a move.", program=program))
    try:
        move = game.parse_move(notation)
    except BadNotation:
        move = None
    if move is None or move not in moves:
        sentence = Sentence("{program} answered {move}, which is not possible.", program=program, move=_shown(notation))
        raise BotFailed(sentence)
    return move


def _shown(notation: str) -> str:
    """The notation as it is, or as JSON if it has anything that would not be seen, such as a blank at its end."""
    shown = clean_name(notation)
    return shown if shown == notation else json.dumps(notation[:MAX_SHOWN_NAME])
