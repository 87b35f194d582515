"""What is said to the person in front of the program, in plain sentences: one place, for every form of the client.

Each sentence stands here whole, once for "you" and once for the other player, so that it can be translated as a whole.
What happened at the table is told by ``deeds``; what the cups are worth, by ``score``.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final, assert_never

from mandala_client.deeds import cards, colour_name, drawn, events, list_of, new_cards, player_name
from mandala_client.score import by_colour, game_over, onlooker_score, score_sheet
from mandala_net.acquaintance import Visitor
from mandala_net.listing import Listing
from mandala_net.news import (
    Adjourned,
    AdjournWasOffered,
    Chatted,
    Declined,
    Ended,
    EndWasOffered,
    Finished,
    GameAbandoned,
    LineLost,
    News,
    NotSaved,
    OwnFork,
    PeerAway,
    PeerBack,
    PeerBroke,
    PeerComplained,
    PeerHeard,
    PeerLeft,
    PeerQuiet,
    WeLeft,
)
from mandala_net.store import State, StoredGame
from mandala_protocol.games.game import BadNotation, IllegalMove
from mandala_protocol.games.mandala.colours import LETTERS
from mandala_protocol.games.mandala.state import Claiming
from mandala_protocol.messages import MAX_CHAT
from mandala_protocol.names import clean_line, clean_name
from mandala_protocol.order import Due, Occasion
from mandala_protocol.snapshot import Owes, Snapshot
from mandala_protocol.transcript import Fork

__all__ = [
    "as_notation",
    "by_colour",
    "cards",
    "colour_name",
    "drawn",
    "events",
    "fact",
    "list_of",
    "listing",
    "new_cards",
    "news",
    "onlooker_score",
    "outcome",
    "player_name",
    "record_kept",
    "refusal",
    "score_sheet",
    "visitor",
    "whose_turn",
    "words",
]

NOTATION: Final = re.compile(f"[AB][01][{LETTERS}][1-8]|A[01][{LETTERS}]|C[{LETTERS}][1-8]|K[{LETTERS}]", re.ASCII)
"""What a typed line must look like to be taken for a move; ``A1o1`` is understood as ``A1o``."""

_MOST_TYPED: Final = 64

GO_ON: Final = "It stays open; to go on with it, both type: mandala-lan resume"

SIMPLY_LEFT: Final = "the player left"
"""The reason that says no more than that somebody left."""


def as_notation(line: str) -> str | None:
    """The move that somebody typed, in canonical notation; None if it looks like none.

    Upper and lower case, spaces and a needless "1" after a build are forgiven.
    """
    typed = "".join(line[:_MOST_TYPED].split())
    notation = typed[:1].upper() + typed[1:].lower()
    if not NOTATION.fullmatch(notation):
        return None
    if notation[0] == "A":
        return notation[:3] if notation[3:] in ("", "1") else None
    return notation


# The status.


def whose_turn(snapshot: Snapshot) -> str:
    """The one line that says whose turn it is and what is to be done."""
    due = snapshot.due
    if due is None:
        return game_over(snapshot) or "The game is over."
    other = player_name(snapshot.seat.other, snapshot.names)
    if not snapshot.connected and snapshot.result is None:
        return f"Waiting for {_in_sentence(other)} to come back."
    line = _what_is_due(snapshot, due)
    if snapshot.end_offered:
        return f"{line} {other} offers to end the game as it stands."
    if snapshot.adjourn_offered:
        return f"{line} {other} offers to adjourn."
    return line


def _what_is_due(snapshot: Snapshot, due: Due) -> str:
    ours = due.speaker is snapshot.seat
    name = player_name(due.speaker, snapshot.names)
    match due.occasion:
        case Occasion.START:
            return "Agreeing on the game …"
        case Occasion.OPENING:
            return "Agreeing on a key that neither of you holds alone …"
        case Occasion.SHUFFLE:
            half = int(due.speaker) + 1
            if ours:
                return f"Shuffling, {half} of 2: you shuffle the cards."
            return f"Shuffling, {half} of 2: {name} shuffles the cards."
        case Occasion.DEAL:
            return "Dealing the cards …"
        case Occasion.TURN:
            return _whose_move(snapshot, name, ours)
        case Occasion.END:
            return "The game is over; all cards are being opened …"
        case Occasion.RESULT:
            return game_over(snapshot) or "The game is over; both sign the result …"
        case _:
            assert_never(due.occasion)


def _whose_move(snapshot: Snapshot, name: str, ours: bool) -> str:
    phase = snapshot.view.state.phase if snapshot.view is not None else None
    if isinstance(phase, Claiming):
        if ours:
            return f"You choose: take a colour from the mountain of mandala {phase.mandala}."
        return f"{name} chooses a colour from the mountain of mandala {phase.mandala}."
    if not ours:
        return f"{name} is thinking."
    if snapshot.owes is not Owes.MOVE:
        return "The game is being ended …"
    return "Your turn: build a mountain, grow a field, or discard."


# What is told besides.


def refusal(error: IllegalMove | BadNotation) -> str:
    """Why a move is not possible."""
    if isinstance(error, IllegalMove):
        return f"{_capitalised(error.reason)} (rule {error.point})."
    return "That is not a move. Moves look like A1o, B0r2, Ck1, Kg."


def news(news: News, other: str = "The other player", agree: str = "type end", adjourn: str = "type adjourn") -> str:
    """Something that happened beside the game; ``other`` is the other player, ``agree`` how to agree to the end.

    ``adjourn`` is how to agree to go on later.
    """
    match news:
        case Chatted(text=text):
            return f"{other}: {clean_line(text)[:MAX_CHAT]}"
        case EndWasOffered():
            return f"{other} offers to end the game as it stands. To agree, {agree}; or play on."
        case AdjournWasOffered():
            return f"{other} offers to adjourn and go on another time. To agree, {adjourn}; or play on."
        case PeerAway(reason=reason) if reason == SIMPLY_LEFT:
            return f"{other} has left. {_waiting(news.grace)}"
        case PeerAway(reason=reason):
            return f"{other} is away{_because(reason)}. {_waiting(news.grace)}"
        case PeerBack():
            return f"{other} is back; the game goes on where it was."
        case PeerQuiet(seconds=seconds):
            return f"Nothing has been heard of {_in_sentence(other)} for {seconds} seconds; waiting."
        case PeerHeard():
            return f"{other} is back."
        case _:
            assert_never(news)


def _waiting(grace: int | None) -> str:
    if grace is None:
        return "Waiting and trying to reach them again; the game stays open, also if you leave."
    return f"Waiting and trying to reach them again; in {clock(grace)} the game will be abandoned."


def away(away: PeerAway, other: str) -> str:
    """How long the other player has been away, in few words."""
    told = f"{other} is away, reconnecting ({clock(away.seconds)})"
    return told if away.grace is None else f"{told}, abandoned in {clock(away.grace)}"


def clock(seconds: int) -> str:
    """A duration such as "1:20" or "2:05:00"."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def words(words: str) -> str:
    """The authentication words, and what they are for."""
    return f"Authentication words: {words}. Compare them aloud; both must see the same."


def visitor(visitor: Visitor) -> str:
    """Who wants to play."""
    name = clean_name(visitor.name)
    if visitor.known_as is None:
        return f"{name} wants to play; you have not met before. Their key is {visitor.fingerprint}."
    if visitor.known_as != visitor.name:
        return f"{name} wants to play; you know them as {clean_name(visitor.known_as)}."
    return f"{name} wants to play; you have met before."


def listing(listing: Listing) -> str:
    """An open game."""
    announced = listing.announcement
    return f"{announced.player_name} on {announced.host_name} plays {announced.game} (key {announced.fingerprint})"


def which_game(games: Sequence[Listing | StoredGame]) -> str:
    """The question which of several games is meant."""
    if isinstance(games[0], StoredGame):
        return "Several of your games are open. Which one do you go on with?"
    return "Several games are open. Which one do you join?"


def game_to_choose(game: Listing | StoredGame) -> str:
    """One of several games, in a line."""
    return stored_game(game) if isinstance(game, StoredGame) else listing(game)


def stored_game(game: StoredGame) -> str:
    """A game that is kept here: with whom, since when, how far."""
    who = game.opponent_name or "somebody"
    since = datetime.fromtimestamp(game.begun).strftime("%Y-%m-%d %H:%M")
    moves = "no move yet" if not game.moves else "1 move" if game.moves == 1 else f"{game.moves} moves"
    match game.state:
        case State.ADJOURNED:
            how = ", adjourned"
        case State.FINISHED:
            how = ", finished here, but the other program may not know"
        case State.ABANDONED:
            how = ", abandoned, but the other program may not know"
        case _:
            how = ""
    return f"{game_digits(game)}  with {who}, since {since}, {moves}{how}"


def game_digits(game: StoredGame, count: int = 8) -> str:
    """The digits by which a person names a game, as many as are wanted."""
    return (game.game_id or game.proposal or b"").hex()[:count]


def record_kept(record: Path) -> list[str]:
    """Where the record of a game is, and how anybody can check it: two lines, the second to be copied whole."""
    return ["The record of the game can be checked by anybody with:", f"mandala-lan verify {shlex.quote(str(record))}"]


def outcome(ended: Ended, snapshot: Snapshot | None = None) -> str:
    """How it ended, and what can be done now. ``snapshot``, the last one, says from whose side it is seen."""
    match ended.outcome:
        case Finished(result=result):
            told = None if snapshot is None else game_over(snapshot)
            return told or f"The game is over, {result.scores[0]} to {result.scores[1]}."
        case PeerLeft(reason=reason):
            who = "The other player" if snapshot is None else player_name(snapshot.seat.other, snapshot.names)
            return f"{who} left the game{_because('' if reason == SIMPLY_LEFT else reason)}."
        case WeLeft():
            return f"You left the game. {GO_ON}" if ended.resumable else "You left the game."
        case Adjourned():
            return f"The game is adjourned. {GO_ON}"
        case GameAbandoned(waited=waited):
            who = "The other player" if snapshot is None else player_name(snapshot.seat.other, snapshot.names)
            if snapshot is not None and snapshot.seat is waited:
                return f"{who} did not come back in time: the game is abandoned."
            return f"{who} has waited for you in vain: the game is abandoned."
        case Declined(reason=reason):
            return f"There was no game{_because(reason)}."
        case OwnFork():
            return (
                "This game has been gone on with from another copy of your games: your own key has signed two "
                "different things at one place. It cannot be played on from here."
            )
        case PeerBroke(error=Fork() as fork):
            return (
                f"{fork.code.sentence} The game was ended. Both entries are kept as proof; to see it: "
                f"mandala-lan verify {game_of(ended)}"
            )
        case PeerBroke(error=error):
            return (
                f"{error.code.sentence} The game was ended; the evidence is in the log. "
                f"Details: {clean_line(error.detail)} [{clean_line(error.requirement)}]."
            )
        case PeerComplained(code=code, requirement=requirement, detail=detail):
            return (
                f"The other program says that this one broke the protocol, and ended the game. "
                f"Both should have the same version. Details: {clean_line(detail)} [{clean_line(requirement)}, {code}]."
            )
        case LineLost(reason=reason):
            return f"The connection was lost. {_sentence(reason)}".rstrip()
        case NotSaved(reason=reason):
            return f"The game was stopped, because it could not be saved here. {_sentence(reason)}".rstrip()
        case _:
            assert_never(ended.outcome)


def game_of(ended: Ended) -> str:
    """The digits by which a person names the game that has ended; its record is named by them too."""
    return "ID" if ended.record is None else ended.record.stem.rpartition("-")[2][:8]


def fact(text: str) -> str:
    """A line from the flows around a game, fit to be shown."""
    return clean_line(text)


def _because(reason: str) -> str:
    reason = clean_line(reason).rstrip(".")
    return f": {reason}" if reason else ""


def _sentence(reason: str) -> str:
    reason = clean_line(reason)
    return reason if not reason or reason.endswith((".", "!", "?")) else f"{reason}."


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _in_sentence(other: str) -> str:
    return "the other player" if other == "The other player" else other
