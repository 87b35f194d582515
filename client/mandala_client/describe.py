"""The position in sentences, for whoever asks in the linear form."""

from __future__ import annotations

from mandala_client import telling
from mandala_protocol.games.game import Counts
from mandala_protocol.games.mandala import COLOURS, MANDALA, MandalaMove
from mandala_protocol.games.mandala.state import MandalaState, missing_colours
from mandala_protocol.seats import Seat
from mandala_protocol.snapshot import Snapshot


def table(snapshot: Snapshot) -> list[str]:
    """Everything that lies on the table, both rivers, all counts."""
    view, names = snapshot.view, snapshot.names
    assert view is not None
    assert names is not None
    state: MandalaState = view.state
    other = names[snapshot.seat.other]
    lines = []
    for number, mandala in enumerate(state.mandalas):
        lines.append(
            f"Mandala {number}: mountain {cards(mandala.mountain)}; your field {cards(mandala.fields[snapshot.seat])}; "
            f"{other}'s field {cards(mandala.fields[snapshot.seat.other])}; "
            f"still needs {', '.join(telling.colour_name(colour) for colour in missing_colours(mandala)) or 'nothing'}."
        )
    lines += [_river(state, snapshot.seat, "Your"), _river(state, snapshot.seat.other, f"{other}'s")]
    lines.append(
        f"{telling.cards(state.draw_pile)} in the draw pile. Discard pile: {cards(state.discard)}. "
        f"{other} holds {telling.cards(state.players[snapshot.seat.other].hand)}."
    )
    return [*lines, *hand(snapshot)]


def hand(snapshot: Snapshot) -> list[str]:
    """The own hidden cards."""
    view = snapshot.view
    assert view is not None
    lines = []
    for name, counts in view.holdings.items():
        where = "Your hand" if name == "hand" else "Your starting cards in the cup"
        lines.append(f"{where}: {cards(counts)}.")
    return lines


def moves(snapshot: Snapshot) -> list[str]:
    """All legal moves in notation, by what they do."""
    view = snapshot.view
    assert view is not None
    legal: tuple[MandalaMove, ...] = MANDALA.legal_moves(view)
    if not legal:
        return ["It is not your turn."]
    by_kind: dict[str, list[str]] = {}
    for move in legal:
        notation = MANDALA.format_move(move)
        by_kind.setdefault(_KINDS[notation[0]], []).append(notation)
    return [f"{kind}: {', '.join(notations)}." for kind, notations in by_kind.items()]


_KINDS = {"A": "Build a mountain and draw", "B": "Grow a field", "C": "Discard and redraw", "K": "Claim"}


def cards(counts: Counts) -> str:
    """A pile in words: "2 red, 1 green", or "empty"."""
    held = [f"{count} {telling.colour_name(colour)}" for colour, count in zip(COLOURS, counts, strict=True) if count]
    return ", ".join(held) or "empty"


def _river(state: MandalaState, seat: Seat, whose: str) -> str:
    player = state.players[seat]
    slots = [f"slot {slot} {telling.colour_name(colour)}" for slot, colour in enumerate(player.river, start=1)]
    cup = [] if not any(player.claimed) else [cards(player.claimed)]
    cup += [f"{telling.cards(player.sealed)} face down"] if player.sealed else []
    return f"{whose} river: {', '.join(slots) or 'empty'}. {whose} cup: {' and '.join(cup) or 'empty'}."
