"""The player of our side: a person, or a bot."""

from __future__ import annotations

import secrets
import sys
from contextlib import suppress
from functools import partial

import trio

from mandala_client.games.catalogue import GAMES, ui_of
from mandala_client.games.game_words import refused
from mandala_client.play.frontend import Frontend, TakeBack
from mandala_client.play.seating import Seating
from mandala_client.sentences.bot_names import no_such_bot, plays
from mandala_client.text.language import _, said
from mandala_client.text.sorry import Sorry
from mandala_net.bots.catalogue import make_bot
from mandala_net.bots.sealed_file import BadWeights
from mandala_net.files import patiently
from mandala_net.match.match import Match
from mandala_net.match.news import GameEnded, PeerBroke
from mandala_net.match.setup import PlayerTask, bot_player
from mandala_net.player.profile import Profile
from mandala_protocol.conversation.events import Leave
from mandala_protocol.errors import LocalProtocolError, RemoteProtocolError
from mandala_protocol.games.game import IllegalMove
from mandala_protocol.sentence import Sentence


def player_task(seating: Seating, frontend: Frontend) -> PlayerTask:
    """Return the task that plays our side of a match."""
    if seating.is_person:
        return partial(_play_at, frontend)
    seed = secrets.randbits(32) if seating.seed is None else seating.seed
    return bot_player(seating.player, seed, seating.program, lambda failure: frontend.warn(said(failure)))


def can_play(seating: Seating, game: str) -> bool:
    """Return whether our side plays this game: a person plays them all, a bot those that it knows and can play."""
    try:
        require_plays(seating, game)
    except (Sorry, BadWeights):
        return False
    return True


async def require_at_home(frontend: Frontend, profile: Profile, seating: Seating) -> None:
    """Raise ``Sorry`` if our key was moved to another computer, unless our person plays here all the same; once asked.

    What comes from a pipe is no answer to that.
    """
    moved_out = profile.paths.moved_out
    if not moved_out.exists():
        return
    moved = _("You moved your key, players and games from here to another computer.")
    if not is_at_terminal(seating):
        back = _("Play there. To play here again, start the program once at a terminal.")
        raise Sorry(f"{moved} {back}")
    cheating = _("Two computers with one key could contradict each other, which counts as cheating.")
    if not await frontend.agrees([moved, cheating], _("Play here all the same?")):
        raise Sorry(_("Nothing is played here. Play on the computer to which you moved."))
    with suppress(OSError):
        await trio.to_thread.run_sync(patiently, moved_out.unlink)


def is_at_terminal(seating: Seating) -> bool:
    """Return whether a person plays on our side, and types: no bot, and no pipe."""
    return seating.is_person and sys.stdin is not None and sys.stdin.isatty()


def require_plays(seating: Seating, game: str | None) -> None:
    """Raise ``Sorry`` if our side is a bot that does not play this game, ``BadWeights`` if it cannot play at all.

    So no one waits for a bot that could not make its first move.
    """
    if game is None or seating.is_person or game not in GAMES:
        return
    if not plays(game, seating.player):
        raise Sorry(no_such_bot(game, seating.player))
    make_bot(game, seating.player, 0)


def require_played(seating: Seating, ended: GameEnded) -> None:
    """Raise ``Sorry`` if there was no game because our side is a bot, and does not play what the host opened."""
    match ended.outcome:
        case PeerBroke(error=RemoteProtocolError(detail=Sentence(values={"game": str(game)}))):
            require_plays(seating, game)
        case _:
            pass


async def _play_at(frontend: Frontend, match: Match) -> None:
    """A person plays."""
    while True:
        command = await frontend.next_command()
        if isinstance(command, TakeBack):
            continue  # said is said, but in practice
        try:
            await match.do(command)
        except IllegalMove as error:
            game = match.snapshot.game
            assert game is not None, "a move is judged by the rules of a game"
            frontend.refuse(refused(ui_of(game).words, error))
        except LocalProtocolError as error:
            frontend.refuse(reason_of_refusal(error))
        if isinstance(command, Leave):
            return


def reason_of_refusal(error: LocalProtocolError) -> str:
    """Why our own side cannot do what is wanted, as a sentence."""
    reason = said(error.detail)
    return f"{reason[:1].upper()}{reason[1:]}."
