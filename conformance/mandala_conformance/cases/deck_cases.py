"""Cases of chapter 7: proofs of which one thing is changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

from attrs import evolve, frozen

from mandala_conformance.case import CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.expectations import Refusal
from mandala_conformance.item_changes import (
    INVALID_POINTS,
    INVALID_SCALARS,
    OTHER_POINTS,
    OTHER_SCALARS,
    ItemChange,
    with_last_item,
)
from mandala_conformance.puppet import Until, at, at_move_with_cards
from mandala_protocol.errors import Code
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.poker.group import SIZE
from mandala_protocol.wire.messages import Body, Mix, Move, Share, Shuffle

DECK = CaseBook()

CARD_GAMES: Final = tuple(name for name, game in GAMES.items() if game.faces)
"""The games with hidden cards."""

FALSE_SHUFFLE: Final = Refusal(Code.FAILED_PROOF, "DK4")
FALSE_SHARES: Final = Refusal(Code.FAILED_PROOF, "DK5")
OTHER_LENGTH: Final = Refusal(Code.MALFORMED, "DK3")

SHUFFLE_POINTS: Final = ("cards", "commitments", "chain")
SHUFFLE_SCALARS: Final = ("challenge", "sums", "chain_responses", "order_responses")
SHARE_POINTS: Final = ("shares",)
SHARE_SCALARS: Final = ("challenge", "response")


@frozen
class ProofPlace:
    """A place where a proof is due. ``name``: of the entry, for people and for names of cases."""

    name: str
    until: Until
    points: tuple[str, ...]
    scalars: tuple[str, ...]
    refusal: Refusal


PLACES: Final = (
    ProofPlace("shuffle", at(Shuffle), SHUFFLE_POINTS, SHUFFLE_SCALARS, FALSE_SHUFFLE),
    ProofPlace("mix", at(Mix), SHUFFLE_POINTS, SHUFFLE_SCALARS, FALSE_SHUFFLE),
    ProofPlace("share", at(Share), SHARE_POINTS, SHARE_SCALARS, FALSE_SHARES),
    ProofPlace("move", at_move_with_cards, SHARE_POINTS, SHARE_SCALARS, FALSE_SHARES),
)


RowsT = TypeVar("RowsT", Shuffle, Mix, Share)


def with_row(body: Body, field: str, change: Callable[[bytes], bytes]) -> Body:
    """An entry with one row of its proof changed; of a move that of the cards it plays."""
    match body:
        case Move(played=Share() as played):
            return evolve(body, played=_row_changed(played, field, change))
        case Share():
            return _row_changed(body, field, change)
        case Shuffle():
            return _row_changed(body, field, change)
        case Mix():
            return _row_changed(body, field, change)
        case _:
            raise AssertionError("there is no proof in this entry")


def _row_changed(body: RowsT, field: str, change: Callable[[bytes], bytes]) -> RowsT:
    changes: dict[str, Any] = {field: change(getattr(body, field))}
    return evolve(body, **changes)


async def _change_item(stage: Stage, place: ProofPlace, field: str, change: ItemChange) -> None:
    def changed(body: Body) -> Body:
        return with_row(body, field, partial(with_last_item, change=change.change))

    what = f"with the last item of its {field} {change.text}"
    await stage.tamper(place.until, what, changed, change.refusal or place.refusal)


def _add_changes(
    place: ProofPlace, field: str, changes: tuple[ItemChange, ...], standard: tuple[ItemChange, ...]
) -> None:
    word = field.replace("_", "-")
    for change in changes:
        requirement = (change.refusal or place.refusal).requirement
        DECK.case(
            f"{requirement}/{place.name}-{word}-{change.word}",
            f"A proof in {place.name}, with the last item of its {field} {change.text}",
            games=CARD_GAMES,
            extent=Extent.STANDARD if change in standard else Extent.ALL,
        )(partial(_change_item, place=place, field=field, change=change))


def _add_proofs() -> None:
    """Add the cases of proofs: a false item for each field in the standard profile, and the invalid ones in turn."""
    points = scalars = 0
    for place in PLACES:
        for field in place.points:
            chosen = (OTHER_POINTS[0], INVALID_POINTS[points % len(INVALID_POINTS)])
            _add_changes(place, field, OTHER_POINTS + INVALID_POINTS, chosen)
            points += 1
        for field in place.scalars:
            chosen = (OTHER_SCALARS[0], INVALID_SCALARS[scalars % len(INVALID_SCALARS)])
            _add_changes(place, field, OTHER_SCALARS + INVALID_SCALARS, chosen)
            scalars += 1


_add_proofs()


# Rows of another length (DK3), and items that changed places.


def _without_last(size: int) -> Callable[[bytes], bytes]:
    return lambda row: row[:-size]


def _last_twice(size: int) -> Callable[[bytes], bytes]:
    return lambda row: row + row[-size:]


def _first_for_last(size: int) -> Callable[[bytes], bytes]:
    return lambda row: row[:-size] + row[:size]


def _turned(size: int) -> Callable[[bytes], bytes]:
    return lambda row: row[size:] + row[:size]


@frozen
class RowChange:
    """A change of a whole row; ``change`` gets the size of its items. None for ``refusal``: that of the proof."""

    word: str
    text: str
    change: Callable[[int], Callable[[bytes], bytes]]
    refusal: Refusal | None = None


SHORTER: Final = RowChange("shorter", "without its last item", _without_last, OTHER_LENGTH)
LONGER: Final = RowChange("longer", "with its last item twice", _last_twice, OTHER_LENGTH)
EMPTY: Final = RowChange("empty", "empty", lambda _: lambda _row: b"", OTHER_LENGTH)
TWICE: Final = RowChange("twice", "with the first item also in place of the last", _first_for_last)
TURNED: Final = RowChange("turned", "turned by one place", _turned)


async def _change_row(stage: Stage, place: ProofPlace, field: str, change: RowChange) -> None:
    size = 2 * SIZE if field == "cards" else SIZE
    what = f"with its {field} {change.text}"
    changed = partial(with_row, field=field, change=change.change(size))
    await stage.tamper(place.until, what, changed, change.refusal or place.refusal)


def _extent(place: ProofPlace, field: str, change: RowChange) -> Extent:
    if (place.name, field, change) in (("shuffle", "cards", TWICE), ("share", "shares", TURNED)):
        return Extent.QUICK
    if field in ("cards", "shares"):
        return Extent.ALL if change is EMPTY else Extent.STANDARD
    return Extent.STANDARD if place.name == "shuffle" and change is SHORTER else Extent.ALL


def _add_rows() -> None:
    for place in PLACES:
        for field in (*place.points, *place.scalars):
            if field in ("challenge", "response", "sums"):
                continue  # these have one length in every entry (MS6)
            for change in (SHORTER, LONGER, EMPTY, TWICE, TURNED):
                if place.name == "move" and change in (TWICE, TURNED):
                    continue  # most moves play one card
                requirement = (change.refusal or place.refusal).requirement
                DECK.case(
                    f"{requirement}/{place.name}-{field.replace('_', '-')}-{change.word}",
                    f"A proof in {place.name}, with its {field} {change.text}",
                    games=CARD_GAMES,
                    extent=_extent(place, field, change),
                )(partial(_change_row, place=place, field=field, change=change))


_add_rows()
