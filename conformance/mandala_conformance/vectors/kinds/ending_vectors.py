"""The vectors of conversations that do not run smoothly: wishes, lost connections, differing records, another game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from mandala_conformance.vectors.form.making import vector_file
from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
from mandala_conformance.vectors.kinds.conversation_vectors import GUEST, HOST, ConversationScript, game

ABOUT: Final = (
    "Conversations about Patterns that do not run smoothly: wishes and what becomes of them, connections and records "
    "that are lost, games that are called abandoned, records that differ, and another game after the first."
)

FLAGS: Final = {
    "wish": "About wishes (9.1).",
    "lost": "Something is lost on its way, or with a program (chapter 10).",
    "abandoned": "A player calls the game abandoned (9.7).",
    "differs": "The records of both differ, so the game cannot be resumed (10.3).",
    "rematch": "Another game after the first (10.5).",
}

AGREED: Final = ("EN1", "EN2", "EN3", "EN4", "EN5", "EN9", "EN10", "EN11")
"""The requirements of an end by agreement, and of the result after it."""

GRACE: Final = 600
PATTERNS: Final = "patterns"
FALSE_HEAD: Final = (bytes([17]) * 32).hex()
"""The head that a liar announces."""


def started(moves: int = 2, **terms: int) -> ConversationScript:
    """Begin a game, and make ``moves`` of them."""
    script = ConversationScript([game(PATTERNS, 31, first="host", **terms)])
    script.begin()
    script.some_moves(moves)
    return script


def resigned_at_turn() -> VectorCase:
    script = started()
    script.do(script.mover, "resign")
    script.carry_on()
    return script.case("patterns: resigned by the player to move", "an end with an empty statement", flags=["wish"])


def resigned_by_wish() -> VectorCase:
    script = started()
    script.do(1 - script.mover, "resign")
    script.carry_on()
    return script.case(
        "patterns: resigned by the other player", "a wish, which the speaker puts into the record", flags=["wish"]
    )


def agreed() -> VectorCase:
    script = started()
    mover = script.mover
    script.do(1 - mover, "wish end")
    script.do(mover, "wish end")
    script.carry_on()
    return script.case(
        "patterns: ended by agreement", "the wish of one, and the end of the other", flags=["wish"], shows=AGREED
    )


def agreed_with_the_speaker() -> VectorCase:
    """The speaker offers to end; the other agrees by the same wish, and the speaker puts it into the record."""
    script = started()
    mover = script.mover
    script.do(mover, "wish end")
    script.do(1 - mover, "wish end")
    script.carry_on()
    return script.case(
        "patterns: ended by agreement with the speaker",
        "the same wish of both, and the end with that of the one who does not speak",
        flags=["wish"],
        shows=AGREED,
    )


def adjourned_with_the_speaker() -> VectorCase:
    script = started()
    mover = script.mover
    script.do(mover, "wish adjourn")
    script.do(1 - mover, "wish adjourn")
    script.do(mover, "speak", "leave Good night")
    return script.case(
        "patterns: adjourned by agreement with the speaker",
        "the same wish of both, and the adjourn with that of the one who does not speak",
        flags=["wish"],
        shows=["EN9", "EN15"],
    )


def offered_after_resigning() -> VectorCase:
    """An offer after one's own wish to resign changes nothing."""
    script = started()
    mover = script.mover
    script.do(1 - mover, "resign", "wish end")
    script.carry_on()
    return script.case(
        "patterns: an offer after a wish to resign",
        "the resignation holds (EN8); the offer can be declined or left unanswered (EN16)",
        flags=["wish"],
    )


def declined() -> VectorCase:
    script = started()
    mover = script.mover
    script.do(1 - mover, "wish end")
    script.do(mover, "decline")
    script.do(1 - mover, "wish adjourn")
    script.do(mover, "decline")
    script.do(mover, "wish end")
    script.do(1 - mover, "decline")
    script.some_moves(1)
    script.do(script.mover, "resign")
    script.carry_on()
    return script.case("patterns: wishes that are declined", "one decline for each wish", flags=["wish"])


def void() -> VectorCase:
    """A wish that crosses with a move is for a turn that is over."""
    script = started()
    mover = script.mover
    script.do(mover, f"move {move_of(script)}", lost=True)
    script.do(1 - mover, "wish end")
    script.resume()
    script.do(script.mover, "wish end")
    script.do(script.mover, "resign")
    script.carry_on()
    return script.case(
        "patterns: a void wish",
        "the wish is signed for a turn that is over where it is heard, and is ignored, also when it is said again",
        flags=["wish", "lost"],
    )


def declined_too_late() -> VectorCase:
    """A decline that crosses with another wish does not name it."""
    script = started()
    mover = script.mover
    script.do(1 - mover, "wish end")
    script.do(1 - mover, "wish adjourn", lost=True)
    script.do(mover, "decline")
    script.resume()
    script.do(mover, "decline")
    script.do(script.mover, "resign")
    script.carry_on()
    return script.case(
        "patterns: a decline that crosses with another wish",
        "it does not name the last wish, and is ignored (EN17); the wish that was lost is said again",
        flags=["wish", "lost"],
        shows=["EN17"],
    )


def adjourned() -> VectorCase:
    script = started()
    mover = script.mover
    script.do(1 - mover, "wish adjourn")
    script.do(mover, "wish adjourn", "leave Good night")
    script.resume()
    script.do(GUEST, "say Good morning!", "ping")
    script.do(HOST, "pong")
    script.some_moves(2)
    script.do(script.mover, "resign")
    script.carry_on()
    return script.case("patterns: adjourned and resumed", "on two connections", flags=["wish"], shows=["EN15"])


def lost_record() -> VectorCase:
    """A side that has lost the end of its record gets it back before it says anything."""
    script = started(4)
    script.do(None, "lose")
    script.do(GUEST, f"restart {script.length(GUEST) - 3}")
    script.resume()
    script.some_moves(1)
    script.do(script.mover, "resign")
    script.carry_on()
    return script.case(
        "patterns: entries that a program has lost come back",
        "among them some that it has signed itself (RS3)",
        flags=["lost"],
    )


def lost_accept() -> VectorCase:
    script = ConversationScript([game(PATTERNS, 32)])
    script.begin()
    script.do(HOST, "speak")
    script.do(GUEST, "speak", lost=True)
    script.resume()
    script.some_moves(1)
    script.do(script.mover, "resign")
    script.carry_on()
    return script.case("patterns: the accept is lost", "only the guest knows the game id then (RS1)", flags=["lost"])


def abandoned() -> VectorCase:
    script = started(grace=GRACE)
    script.do(None, "lose")
    script.do(GUEST, "abandon", lost=True)
    script.resume()
    return script.case(
        "patterns: abandoned", "the other hears of it when it comes back (EN14)", flags=["abandoned", "lost"]
    )


def abandoned_by_both() -> VectorCase:
    script = started(grace=GRACE)
    script.do(None, "lose")
    script.do(GUEST, "abandon", lost=True)
    script.do(HOST, "abandon", lost=True)
    compare(script)
    return script.case(
        "patterns: abandoned by both", "each has signed another end", flags=["abandoned", "differs", "lost"]
    )


def abandoned_though_played_on() -> VectorCase:
    script = started(grace=GRACE)
    mover = script.mover
    script.do(mover, f"move {move_of(script)}", lost=True)
    script.do(None, "lose")
    script.do(1 - mover, "abandon", lost=True)
    compare(script)
    return script.case(
        "patterns: abandoned while the other had moved",
        "nobody has signed two entries for one place: the records differ, and no one is to blame",
        flags=["abandoned", "differs", "lost"],
    )


def head_that_entries_do_not_lead_to() -> VectorCase:
    """A peer announces another head than its entries lead to, with a record that is longer."""
    script = started()
    mover = script.mover
    script.do(mover, f"move {move_of(script)}", lost=True)
    script.begin("this game")
    script.do(mover, f"past as {FALSE_HEAD}")
    script.do(1 - mover, "past")
    script.do(mover, "missing")
    script.do(1 - mover, "complain")
    return script.case(
        "patterns: entries that do not lead to the head announced",
        "nothing of the last entry is taken (CV1)",
        flags=["differs", "lost"],
        shows=["CV1"],
    )


def other_head_at_the_same_length() -> VectorCase:
    """Records of one length, of which one is announced with another head: all entries come, and lead to another."""
    script = started()
    script.do(None, "lose")
    script.begin("this game")
    script.do(GUEST, f"past as {FALSE_HEAD}")
    script.do(HOST, "past")
    script.do(HOST, "missing", lost=True)
    script.do(GUEST, "all")
    script.do(HOST, "complain")
    return script.case(
        "patterns: another head at the same length",
        "the guest announces it, and sends all that it has",
        flags=["differs"],
    )


def other_proposal() -> VectorCase:
    """A record of the proposal alone, with another head than its own: it is refused before any entry comes."""
    script = started()
    script.do(None, "lose")
    script.do(HOST, "restart 1")
    script.begin("this game")
    script.do(GUEST, "past")
    script.do(HOST, f"past as {FALSE_HEAD}")
    script.do(GUEST, "complain")
    return script.case("patterns: another head of a record of one entry", "", flags=["differs", "lost"])


def abandoned_after_own_entry() -> VectorCase:
    """A player cuts its own last move and calls the game abandoned: two entries for one place."""
    script = started(grace=GRACE)
    mover = script.mover
    script.some_moves(1)
    script.do(None, "lose")
    script.do(mover, f"restart {script.length() - 1}", "abandon", lost=True)
    compare(script)
    return script.case("patterns: a fork (TR8)", "", flags=["abandoned", "differs", "lost"])


def abandoned_before_own_entry() -> VectorCase:
    """A player cuts the other's move and its own after that."""
    script = started(grace=GRACE)
    script.some_moves(1)
    mover = script.mover
    script.some_moves(1)
    script.do(None, "lose")
    script.do(mover, f"restart {script.length() - 2}", "abandon", lost=True)
    compare(script)
    return script.case("patterns: a fork (EN18)", "", flags=["abandoned", "differs", "lost"])


def compare(script: ConversationScript) -> None:
    """Begin a connection on which the records turn out to differ: both say what they have, and complain."""
    script.begin("this game")
    script.both("past")
    for seat in (HOST, GUEST):
        if script.sessions[seat].error is None:
            script.do(seat, "missing")
    for seat in (HOST, GUEST):
        if script.sessions[seat].error is not None:
            script.do(seat, "complain")


def another_game() -> VectorCase:
    first, second = game(PATTERNS, 33, first="host"), game(PATTERNS, 34, first="guest")
    script = ConversationScript([first, second])
    script.begin()
    script.some_moves(1)
    script.do(script.mover, "resign")
    script.carry_on()
    script.do(HOST, "leave ")
    script.begin("another game")
    script.do(GUEST, "say Again?", "rematch")
    script.do(HOST, "rematch")
    script.some_moves(1)
    script.do(1 - script.mover, "resign")
    script.carry_on()
    return script.case(
        "patterns: another game",
        "the seat that did not play first begins (RS11)",
        flags=["rematch"],
        shows=["RS13", "RS14"],
    )


def another_game_lost() -> VectorCase:
    """The proposal of the next game is lost with the connection, and said again byte for byte."""
    first, second = game(PATTERNS, 33, first="host"), game(PATTERNS, 34, first="guest")
    script = ConversationScript([first, second])
    script.begin()
    script.some_moves(1)
    script.do(script.mover, "resign")
    script.carry_on()
    script.begin("another game")
    script.both("rematch")
    script.do(HOST, "speak", lost=True)
    script.do(None, "line: same other game")
    script.both("hello")
    script.both("rematch")
    script.some_moves(1)
    script.do(script.mover, "resign")
    script.carry_on()
    return script.case(
        "patterns: another game, its proposal lost",
        "it is the same proposal on the next connection (RS11)",
        flags=["rematch", "lost"],
    )


def move_of(script: ConversationScript) -> str:
    """The move that would be made next."""
    session = script.to_move
    rules = session.referee.rules
    return rules.format_move(rules.legal_moves(session.referee.view(session.seat))[0])


CASES: Final[tuple[Callable[[], VectorCase], ...]] = (
    resigned_at_turn,
    resigned_by_wish,
    agreed,
    agreed_with_the_speaker,
    adjourned_with_the_speaker,
    offered_after_resigning,
    declined,
    void,
    declined_too_late,
    adjourned,
    lost_record,
    lost_accept,
    abandoned,
    abandoned_by_both,
    abandoned_though_played_on,
    head_that_entries_do_not_lead_to,
    other_head_at_the_same_length,
    other_proposal,
    abandoned_after_own_entry,
    abandoned_before_own_entry,
    another_game,
    another_game_lost,
)


def cases() -> Iterator[VectorCase]:
    for made in CASES:
        yield made()


def make() -> VectorFile:
    """The file."""
    return vector_file("endings", ABOUT, list(cases()), FLAGS)
