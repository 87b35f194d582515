"""Sentences about the end of a game, and what can be done now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from mandala_client.games.catalogue import in_a_command, ui_of
from mandala_client.games.endings import why_ended_early
from mandala_client.sentences.bot_names import usual_bot
from mandala_client.text.language import _, said
from mandala_client.text.lines import LineToCopy
from mandala_client.text.numbers import duration
from mandala_client.text.own_command import NAME, command
from mandala_client.text.player_names import player_name
from mandala_client.text.quoting import quoted
from mandala_net.match.news import (
    Declined,
    GameAbandoned,
    GameAdjourned,
    GameEnded,
    GameFinished,
    LineLost,
    NotSaved,
    OwnFork,
    PeerBroke,
    PeerComplained,
    PeerLeft,
    WeLeft,
)
from mandala_net.shell import joined
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.errors import UNKNOWN_GAME
from mandala_protocol.games.game import EndReason, Result
from mandala_protocol.names import clean_line
from mandala_protocol.record.transcript import Fork
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence

if TYPE_CHECKING:
    from mandala_client.games.deal import Practised

SIMPLY_LEFT: Final = "the player left"
"""The reason that says no more than that someone left; it goes to the other program, so it is never translated."""

_NO_DIGITS: Final = "ID"
"""Stands for the digits of a game that has none."""


def fact(text: str) -> str:
    """A line from the flows around a game or from below, fit to be shown, and in the spoken language."""
    return clean_line(said(text))


def with_reason(reason: str, bare: str, full: str, name: str) -> str:
    """The ``full`` sentence about a player with a reason that may have been given, or the ``bare`` one without.

    Only our own sentences are shown without quotation marks, because the other program could say anything.
    """
    why = fact(reason).rstrip(".") if isinstance(reason, Sentence) else quoted(reason)
    return full.format(name=name, reason=why) if why else bare.format(name=name)


def record_kept(record: Path) -> list[str]:
    """The command with which anyone can check the record of a game: two lines, the second to be copied whole."""
    return [
        _("Anyone can check the record of the game with:"),
        command("verify", str(record)),
    ]


def record_kept_here(game: str) -> list[str]:
    """The command to check the record, for the player, in the same two lines, the second as short as possible.

    ``game``: the digits by which the game is named.
    """
    return [_("To check the record of the game, type:"), command("verify", game)]


def ways_to_check(ended: GameEnded) -> list[list[str]]:
    """The commands to check the record of a game, the one for anyone first.

    None if there is no record, or the game goes on another time: there is nothing to check yet.
    """
    if isinstance(ended.outcome, NotSaved) or ended.resumable:
        return []
    for_anyone = [] if ended.record is None else [record_kept(ended.record)]
    return for_anyone if game_of(ended) == _NO_DIGITS else [*for_anyone, record_kept_here(game_of(ended))]


def warning(ended: GameEnded) -> list[str]:
    """The sentences about what could not be saved beside the outcome, if anything."""
    return [fact(ended.warning)] if ended.warning else []


def reviewed_by(ended: GameEnded) -> list[str]:
    """The command to review a finished game: two lines, the second to be copied whole.

    A finished game has all cards open in its record; of another game, only our own are known, and only here.
    """
    from_record = ended.record is not None and isinstance(ended.outcome, GameFinished)
    return review_of(ended.record if from_record and ended.record is not None else game_of(ended))


def review_of(game: Path | str) -> list[str]:
    """The command to review a game of the store or of a record file: two lines, the second to be copied whole."""
    return [_("To review the game, type:"), command("review", str(game))]


def deal_again(practised: Practised) -> list[str]:
    """The command to play the same set-up from the same side: two lines, the second to be copied whole.

    After a game that was played out it is a challenge with the points, for a friend.
    """
    swapped = "" if practised.deal.own is Seat.HOST else " --swapped"
    # Without the option it is the usual bot, and the challenge has room in a row of 80 columns.
    against = "" if practised.bot == usual_bot(practised.game) else f" {joined(['--against', practised.bot])}"
    same = f"play --practice{in_a_command(practised.game)}{against} --seed {practised.deal.seed}{swapped}"
    games = (game for game in practised.games if game.own is practised.deal.own and game.played_out)
    if (played := next(games, None)) is None:
        return [_("No record of this game is kept, but anyone can play the same set-up with:"), command(same)]
    own, other = played.points
    return [
        _("No record of this game is kept. Send this line to a friend, to play the same set-up:"),
        LineToCopy(_("Beat my {own}:{other}: {command}").format(own=own, other=other, command=f"{NAME} {same}")),
    ]


def outcome(ended: GameEnded, snapshot: Snapshot | None = None, *, in_lobby: bool = False) -> str:
    """Return how it ended, and what can be done now. ``snapshot``, the last one, says from whose side it is seen.

    ``in_lobby``: the person is in the lobby, or comes back to it.
    """
    match ended.outcome:
        case GameFinished(result=result):
            return _game_over(snapshot) or _finished(result, snapshot)
        case PeerLeft(reason=reason):
            left, why = _("{name} left the game."), _("{name} left the game: {reason}.")
            return with_reason("" if reason == SIMPLY_LEFT else reason, left, why, _other(snapshot))
        case WeLeft() if _is_lost(ended):
            return " ".join((_("You left the game."), _("It is not kept.")))
        case WeLeft():
            left = _("You left the game.")
            return f"{left} {_open_for(snapshot, in_lobby=in_lobby)}" if ended.resumable else left
        case GameAdjourned():
            adjourned = _("The game is adjourned.")
            return f"{adjourned} {_go_on(in_lobby=in_lobby)}"
        case GameAbandoned(waited=waited, absence=absence):
            name, grace = _other(snapshot), 0 if snapshot is None else snapshot.grace
            if snapshot is not None and snapshot.seat is waited:
                return _("{name} did not come back in time: the game is abandoned.").format(name=name)
            abandoned = _("The game is abandoned.")
            return f"{abandoned_by_other(name, grace, absence or 0)} {abandoned}"
        case Declined(reason=reason):
            if isinstance(reason, Sentence) and reason:
                return " ".join((_sentence(reason), _("There was no game. Ask the host, and join again.")))
            none, why = _("There was no game: {name} gave no reason."), _("There was no game: {reason}.")
            return with_reason(reason, none, why, _other(snapshot))
        case OwnFork():
            return _(
                "This game was continued from another copy of your data: your key has signed two different "
                "entries for one place. You cannot continue it from here."
            )
        case PeerBroke(error=error, kept=KeptEntry() as kept):
            text = _("{name}'s program signed a wrong entry, so the game is broken off: {detail} [{requirement}].")
            if isinstance(error, Fork):
                text = _("{name}'s program signed two entries, so the game is broken off: {detail} [{requirement}].")
            details = text.format(
                name=_other(snapshot), detail=fact(error.detail), requirement=clean_line(error.requirement)
            )
            proof = _("The proof is kept; to see it, type: {command}").format(command=command("verify", game_of(ended)))
            is_shown = kept.proves and ended.save_again is None
            return f"{said(error.code.sentence)} {details} {proof if is_shown else ''}".rstrip()
        case PeerBroke(error=error) if error.requirement == UNKNOWN_GAME:
            return _("The host opened a game that this program does not know: update it, or ask for another game.")
        case PeerBroke(error=error):
            ended_by = _("The connection was ended. Details: {detail} [{requirement}].")
            details = ended_by.format(detail=fact(error.detail), requirement=clean_line(error.requirement))
            going_on = _stays_open(in_lobby=in_lobby) if ended.resumable else ""
            return f"{said(error.code.sentence)} {details} {going_on}".rstrip()
        case PeerComplained(code=code, requirement=requirement, detail=detail):
            complaint = _(
                "The other program ended the connection, because it says that this one broke the protocol. Both "
                "should have the same version. Details: {detail} [{requirement}, {code}]."
            )
            text = complaint.format(detail=quoted(detail), requirement=clean_line(requirement), code=code)
            return f"{text} {_stays_open(in_lobby=in_lobby) if ended.resumable else ''}".rstrip()
        case LineLost(reason=reason):
            lost = _("The connection was lost.")
            return f"{lost} {_sentence(reason)}".rstrip()
        case NotSaved(reason=reason) if ended.resumable and ended.stored is not None:
            return " ".join((_kept_up_to(ended.stored.moves), _sentence(reason), _stays_open(in_lobby=in_lobby)))
        case NotSaved(reason=reason):
            stopped = _("The game was stopped, because it could not be saved here.")
            return f"{stopped} {_sentence(reason)}".rstrip()


def _game_over(snapshot: Snapshot | None) -> str | None:
    """The end of a game whose cards are seen."""
    if snapshot is None or snapshot.game is None or snapshot.view is None:
        return None
    return ui_of(snapshot.game).words.game_over(snapshot)


def abandoned_by_other(name: str, grace: int, absence: int) -> str:
    """Return the claim of the other player's computer that a game is abandoned, and what the clock here says.

    ``grace`` and ``absence`` are seconds.
    """
    text = _("{name}'s computer says that it waited {grace}. Here, the connection was lost for at most {absence}.")
    return text.format(name=name, grace=duration(grace), absence=duration(absence))


def _finished(result: Result, snapshot: Snapshot | None) -> str:
    """The result of a game whose cards are not seen here; from the side of the host if no one's side is known."""
    seat = Seat.HOST if snapshot is None else snapshot.seat
    if snapshot is not None and result.termination is EndReason.RESIGNED:
        return why_ended_early(EndReason.RESIGNED, _other(snapshot), we_won=result.winner is seat)
    return _("The game is over, {own} to {theirs}.").format(own=result.scores[seat], theirs=result.scores[seat.other])


def game_of(ended: GameEnded) -> str:
    """The digits by which a person names the game that has ended; its record is named by them too."""
    if ended.stored is not None and ended.stored.game_id is not None:
        return ended.stored.game_id.hex()[:8]
    return _NO_DIGITS if ended.record is None else ended.record.stem.rpartition("-")[2][:8]


def _kept_up_to(moves: int) -> str:
    if not moves:
        return _("The game is kept as it was before the first move, but what came after could not be saved.")
    return _("The game is kept up to move {number}, but what came after could not be saved.").format(number=moves)


def _stays_open(*, in_lobby: bool) -> str:
    if in_lobby:
        return _("The game stays open, under “Open games”.")
    return _("The game stays open. To resume it, type: {command}").format(command=command("resume"))


def _go_on(*, in_lobby: bool) -> str:
    if in_lobby:
        return _("It stays open, under “Open games”.")
    return _("It stays open. To resume it, type: {command}").format(command=command("resume"))


def _open_for(snapshot: Snapshot | None, *, in_lobby: bool) -> str:
    """Say that a game that was left stays open, and what the program of the other player may call it meanwhile."""
    if snapshot is None or not snapshot.grace or snapshot.due is None:
        return _go_on(in_lobby=in_lobby)
    time = duration(snapshot.grace)
    if in_lobby:
        perhaps = _("It stays open, under “Open games”, but may count as abandoned after {time}.")
        return perhaps.format(time=time)
    perhaps = _("It stays open, but may count as abandoned after {time}. To resume it, type: {command}")
    return perhaps.format(time=time, command=command("resume"))


def _is_lost(ended: GameEnded) -> bool:
    """Return whether there was a game of which nothing is left, as it was for practice."""
    is_seen = ended.snapshot is not None and ended.snapshot.view is not None
    return is_seen and ended.record is None and ended.stored is None


def _other(snapshot: Snapshot | None) -> str:
    return _("The other player") if snapshot is None else player_name(snapshot.seat.other, snapshot.names)


def _sentence(reason: str) -> str:
    reason = fact(reason)
    return reason if not reason or reason.endswith((".", "!", "?")) else f"{reason}."
