"""Sentences for someone who looks on while a game is played: every player by name."""

from __future__ import annotations

from mandala_client.records.watching import Watched
from mandala_client.text.language import _
from mandala_client.text.numbers import moves
from mandala_client.text.own_command import program
from mandala_client.text.player_names import player_name
from mandala_client.ui.blocks.values import Blocks
from mandala_net.store.store import State
from mandala_protocol.record.order import Due, Occasion


def beginning(watched: Watched) -> list[str]:
    """The game that is watched, and how far it is; the last move in words."""
    host, guest = watched.names
    sentences = [
        _("You watch {game}: {first} and {second}. No hand is shown.").format(
            game=watched.ui.title, first=host, second=guest
        )
    ]
    made = watched.moves
    if made:
        sentences += [_("So far: {moves}.").format(moves=moves(len(made))), " ".join(made[-1].sentences)]
    return sentences


def points(watched: Watched) -> Blocks:
    """The points of both and what they are made of; nothing as long as the game goes on."""
    return [block for block in _result(watched) if not isinstance(block, str)]


def _result(watched: Watched) -> Blocks:
    return watched.ui.words.onlooker_score(watched.state, watched.names) if watched.has_result else []


def standing(watched: Watched) -> str:
    """The sentence about whose turn it is, who has won, or why no one moves at the moment."""
    if watched.has_result:
        return " ".join(block for block in _result(watched) if isinstance(block, str))
    match watched.stored.state:
        case State.ABANDONED:
            return _("The game was abandoned, without a result.")
        case State.BROKEN:
            return _("The game was broken off, without a result.")
        case State.DROPPED:
            return _("The game was put away.")
        case State.ADJOURNED:
            return _("Both players have adjourned the game.")
        case State.OPEN | State.FINISHED:
            pass
    if watched.due is None:
        return _("The game is over.")
    if not watched.is_played:
        return _("No one has the game open at the moment. To resume it: {program} resume").format(program=program())
    if watched.is_other_away:
        text = _("{name} is away. The game continues when {name} is back.")
        return text.format(name=player_name(watched.stored.seat.other, watched.names))
    return _due(watched, watched.due)


def _due(watched: Watched, due: Due) -> str:
    """The sentence about what is to be done next, and by whom."""
    match due.occasion:
        case Occasion.START:
            return _("Agreeing on the game …")
        case Occasion.OPENING:
            return _("Both players agree on a key that neither of them holds alone …")
        case Occasion.SHUFFLE:
            name = player_name(due.speaker, watched.names)
            return _("Shuffling, {half} of 2: {name} shuffles the cards.").format(half=int(due.speaker) + 1, name=name)
        case Occasion.DEAL:
            return _("Cards are drawn …") if watched.moves else _("Dealing the cards …")
        case Occasion.TURN:
            return _("It is {name}'s turn.").format(name=player_name(due.speaker, watched.names))
        case Occasion.END | Occasion.RESULT:
            return _("The game is over; revealing all cards …")
