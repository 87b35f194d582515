"""What a verified record says, in sentences: the game as both players saw it in the end, and the verdict."""

from __future__ import annotations

from mandala_client import telling
from mandala_net.identity import fingerprint
from mandala_protocol.names import clean_name
from mandala_protocol.record import Verdict, missing_end
from mandala_protocol.seats import Seat


def told_game(verdict: Verdict) -> list[str]:
    """Who played, and every step up to the first fault."""
    table = verdict.table
    if len(table.players) < len(Seat):
        return []
    names = (clean_name(table.players[Seat.HOST].name), clean_name(table.players[Seat.GUEST].name))
    lines = [f"{name} is {fingerprint(player.identity)}." for name, player in zip(names, table.players, strict=True)]
    if table.players[Seat.HOST].identity == table.players[Seat.GUEST].identity:
        lines.append("Both seats were played with one key: by one person, or on one machine.")
    for step in table.steps:
        lines += [f"{step.number:4} {sentence}" for sentence in telling.events(step, None, names)]
    return lines


def verdict_lines(verdict: Verdict) -> list[str]:
    """Whether all is proven; if not, the first entry that is wrong and why."""
    table = verdict.table
    checked = table.transcript.length
    if verdict.fault is not None:
        error = verdict.fault.error
        return [
            f"NOT VALID: entry {verdict.fault.number} is wrong: {error.detail} "
            f"(code {int(error.code)}, requirement {error.requirement}).",
            f"The {checked} entries before it are right.",
        ]
    if not verdict.complete:
        lines = [f"NOT COMPLETE: {missing_end(verdict).detail}. The {checked} entries that there are hold together."]
        if verdict.unseen_plays:
            lines.append(
                f"{verdict.unseen_plays} moves played cards that cannot be opened, as the keys were never shown."
            )
        return lines
    assert table.result is not None
    names = (clean_name(table.players[Seat.HOST].name), clean_name(table.players[Seat.GUEST].name))
    host, guest = table.result.scores
    return [
        f"VALID: {checked} entries, {table.moves_made} moves; every signature, proof, card and move is right.",
        f"The result: {names[0]} {host}, {names[1]} {guest} ({table.result.reason}).",
    ]
