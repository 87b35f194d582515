"""What a verified record says, in sentences: the game as both players saw it in the end, and the verdict."""

from __future__ import annotations

from typing import Final

from mandala_client import telling
from mandala_client.replay.told import Happening, told
from mandala_net.identity import fingerprint
from mandala_protocol.forks import ForkVerdict, Proven, Unproven
from mandala_protocol.messages import (
    Accept,
    Body,
    Commit,
    End,
    Key,
    Mix,
    Move,
    Open,
    Propose,
    ResultBody,
    Share,
    Shuffle,
    name_of_kind,
)
from mandala_protocol.names import clean_name
from mandala_protocol.record import Verdict
from mandala_protocol.seats import Seat
from mandala_protocol.table import Table

_WAS_TO: Final[dict[type[Body], str]] = {
    Propose: "to propose a game",
    Accept: "to accept the game",
    Commit: "to commit to a key",
    Open: "to open the commitment",
    Shuffle: "to shuffle",
    Share: "to give a share of the cards dealt",
    Mix: "to mix the hand",
    Move: "to move",
    Key: "to open the key",
    ResultBody: "to sign the result",
}
"""What was due where a record stops."""


def told_game(verdict: Verdict) -> list[str]:
    """Who played, and all that happened up to the first fault."""
    table = verdict.table
    if len(table.players) < len(Seat):
        return []
    names = _names(verdict)
    lines = [f"{name} is {fingerprint(player.identity)}." for name, player in zip(names, table.players, strict=True)]
    if table.players[Seat.HOST].identity == table.players[Seat.GUEST].identity:
        lines.append("Both seats were played with one key: by one person, or on one machine.")
    lines.append("Each line begins with the number of its entry in the record.")
    for happening in _happenings(table):
        lines += [f"{happening.number:4} {sentence}" for sentence in told(happening, names)]
    return lines


def _happenings(table: Table) -> list[Happening]:
    """All that happened at the table, in order."""
    happenings: list[Happening] = [*table.steps, *table.adjourned]
    if table.abandoned is not None:
        happenings.append(table.abandoned)
    return sorted(happenings, key=lambda happening: happening.number)


def verdict_lines(verdict: Verdict, *, going_on: bool = False) -> list[str]:
    """Whether all is proven; if not, the first entry that is wrong and why.

    ``going_on``: the game is known not to be over, so that nothing is missing from the record.
    """
    table = verdict.table
    checked = table.transcript.length
    if verdict.fault is not None:
        error = verdict.fault.error
        wrong = (
            f"NOT VALID: entry {verdict.fault.number} is wrong: {error.detail} "
            f"(code {int(error.code)}, requirement {error.requirement})."
        )
        return [wrong, f"The {checked} entries before it are right."] if checked else [wrong]
    if going_on and not verdict.complete and table.abandoned is None:
        return [_going_on(verdict)]
    if not verdict.complete:
        return [*_broken_off(verdict), *_unseen(verdict)]
    moves = "1 move" if table.moves_made == 1 else f"{table.moves_made} moves"
    valid = f"VALID: {checked} entries, {moves}; every signature, proof, card and move is right."
    return [*telling.onlooker_score(table.state, _names(verdict)), valid]


def _broken_off(verdict: Verdict) -> list[str]:
    """Why there is no result, and what the record is worth all the same."""
    table = verdict.table
    hold = f"The {table.transcript.length} entries that there are hold together."
    if table.abandoned is None:
        return [f"NOT COMPLETE: {_stopped(verdict)}. {hold}"]
    names = _names(verdict)
    waited, gone = names[table.abandoned.waited], names[table.abandoned.waited.other]
    agreed = f"both had agreed on a grace of {_duration(table.grace)}"
    return [
        f"ABANDONED: {waited} waited for {gone} in vain; {agreed}. {hold}",
        f"That {gone} did not come back is the word of {waited} alone: no record can prove it.",
    ]


def _going_on(verdict: Verdict) -> str:
    """Whose word is due in a game that is not over."""
    count = verdict.table.transcript.length
    right = "The 1 entry so far is right." if count == 1 else f"The {count} entries so far are right."
    due = verdict.table.due
    if due is None:
        return f"The game goes on. {right}"
    how = "The game is adjourned, to go on" if _is_adjourned(verdict) else "The game goes on"
    return f"{how}: {_speaker(verdict, due.speaker)} is {_WAS_TO[due.kind]}. {right}"


def _unseen(verdict: Verdict) -> list[str]:
    match verdict.unseen_plays:
        case 0:
            return []
        case 1:
            return ["1 move played cards that cannot be opened, as the keys were never shown."]
        case count:
            return [f"{count} moves played cards that cannot be opened, as the keys were never shown."]


def _stopped(verdict: Verdict) -> str:
    """Where an unfinished record stops, and whose word was due."""
    table = verdict.table
    due = table.due
    if due is None:
        return "it stops before the result"
    where = "both adjourned the game, to go on" if _is_adjourned(verdict) else "it stops"
    return f"{where} where {_speaker(verdict, due.speaker)} was {_WAS_TO[due.kind]}"


def _is_adjourned(verdict: Verdict) -> bool:
    """Whether the last entry adjourns the game."""
    table = verdict.table
    return bool(table.adjourned) and table.adjourned[-1].number == table.transcript.length - 1


def _speaker(verdict: Verdict, seat: Seat) -> str:
    """The player by name, if the record has it."""
    players = verdict.table.players
    return clean_name(players[seat].name) if seat < len(players) else _SEATS[seat]


_SEATS: Final = {Seat.HOST: "the host", Seat.GUEST: "the guest"}


def _names(verdict: Verdict) -> tuple[str, str]:
    host, guest = (clean_name(player.name) for player in verdict.table.players)
    return host, guest


def _duration(seconds: int) -> str:
    """Such as "10 minutes" or "1 minute and 30 seconds"."""
    minutes, rest = divmod(seconds, 60)
    parts = [_counted(minutes, "minute")] if minutes else []
    return telling.list_of([*parts, _counted(rest, "second")] if rest or not minutes else parts)


def _counted(count: int, unit: str) -> str:
    return f"1 {unit}" if count == 1 else f"{count} {unit}s"


# Forks.


def fork_lines(verdict: ForkVerdict) -> list[str]:
    """What a file with two entries for one place proves."""
    match verdict:
        case Proven(seat=seat, players=players, number=number, said=said, other=other):
            player = players[seat]
            name = clean_name(player.name)
            return [
                f"{name} is {fingerprint(player.identity)}.",
                f"FORK PROVEN: {name} has signed two different entries with the number {number} in one game.",
                f"  One says:   {_said(said)}",
                f"  Other says: {_said(other)}{'' if _said(other) != _said(said) else ', with other content'}",
                f"Both follow the same {number} entries, which are right. Nobody but {name} can have signed both.",
            ]
        case Unproven(doubt=doubt, error=error):
            why = "" if error is None else f": {error.detail} (requirement {error.requirement})"
            return [f"NOT PROVEN: {doubt.value}{why}."]


def _said(body: Body) -> str:
    """What an entry says, as far as it can be told in a few words."""
    match body:
        case Move(move=move):
            return f"move {clean_name(move)}"
        case End(reason=reason):
            return f"end, {reason}"
        case ResultBody(scores=(host, guest), reason=reason):
            return f"result, {host} to {guest}, {clean_name(reason)}"
        case _:
            return name_of_kind(type(body))
