"""What a verified record says, in sentences: the game as both players saw it in the end, and the verdict."""

from __future__ import annotations

from mandala_client import telling
from mandala_net.identity import fingerprint
from mandala_protocol.games.game import Revealed
from mandala_protocol.messages import name_of_kind
from mandala_protocol.names import clean_name
from mandala_protocol.record import Verdict
from mandala_protocol.seats import Seat


def told_game(verdict: Verdict) -> list[str]:
    """Who played, and every step up to the first fault."""
    table = verdict.table
    if len(table.players) < len(Seat):
        return []
    names = _names(verdict)
    lines = [f"{name} is {fingerprint(player.identity)}." for name, player in zip(names, table.players, strict=True)]
    if table.players[Seat.HOST].identity == table.players[Seat.GUEST].identity:
        lines.append("Both seats were played with one key: by one person, or on one machine.")
    lines.append("Each line begins with the number of its entry in the record.")
    for step in table.steps:
        lines += [f"{step.number:4} {sentence}" for sentence in telling.events(step, None, names)]
        if isinstance(step.event, Revealed):
            lines += [f"{step.number:4} {sentence}" for sentence in _revealed(step.event, names)]
    return lines


def _revealed(event: Revealed, names: tuple[str, str]) -> list[str]:
    """The hidden cards of both, as they were in the end."""
    told = []
    for name, holdings in zip(names, event.holdings, strict=True):
        for where, counts in holdings.items():
            cards = telling.by_colour(counts) or "nothing"
            told.append(f"{name}: {_WHERE.get(where, where)} {cards}.")
    return told


_WHERE = {"hand": "in hand", "cup": "the first two cards of the cup were"}


def verdict_lines(verdict: Verdict) -> list[str]:
    """Whether all is proven; if not, the first entry that is wrong and why."""
    table = verdict.table
    checked = table.transcript.length
    if verdict.fault is not None:
        error = verdict.fault.error
        wrong = (
            f"NOT VALID: entry {verdict.fault.number} is wrong: {error.detail} "
            f"(code {int(error.code)}, requirement {error.requirement})."
        )
        return [wrong, f"The {checked} entries before it are right."] if checked else [wrong]
    if not verdict.complete:
        lines = [f"NOT COMPLETE: {_stopped(verdict)}. The {checked} entries that there are hold together."]
        if verdict.unseen_plays:
            lines.append(
                f"{verdict.unseen_plays} moves played cards that cannot be opened, as the keys were never shown."
            )
        return lines
    moves = "1 move" if table.moves_made == 1 else f"{table.moves_made} moves"
    valid = f"VALID: {checked} entries, {moves}; every signature, proof, card and move is right."
    return [*telling.onlooker_score(table.state, _names(verdict)), valid]


def _names(verdict: Verdict) -> tuple[str, str]:
    host, guest = (clean_name(player.name) for player in verdict.table.players)
    return host, guest


def _stopped(verdict: Verdict) -> str:
    """Where an unfinished record stops, and whose word was due."""
    due = verdict.table.due
    if due is None:
        return "it stops before the result"
    players = verdict.table.players
    who = clean_name(players[due.speaker].name) if due.speaker < len(players) else "the other player"
    return f"it stops where {who} was to say {name_of_kind(due.kind)}"
