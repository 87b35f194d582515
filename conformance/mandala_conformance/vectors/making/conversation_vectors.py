"""The vector of a conversation about Mandala: a short game on three connections."""

from __future__ import annotations

from typing import Final

from mandala_conformance.vectors.making.conversation_scripts import GUEST, HOST, ConversationScript, game
from mandala_conformance.vectors.making.making import vector_file
from mandala_conformance.vectors.vector_file import VectorFile

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
    return vector_file("conversation", ABOUT, [script.case("mandala: a short game", "on three connections")])
