"""Cases of chapter 8: the cards that a move opens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from attrs import evolve

from mandala_conformance.case import CaseBook, Extent
from mandala_conformance.case_stage import Stage
from mandala_conformance.cases.card_cases import chance, for_other_head, for_other_seat, shares_of
from mandala_conformance.cases.deck_cases import CARD_GAMES, FALSE_SHARES
from mandala_conformance.cases.rule_cases import effect_now
from mandala_conformance.expectations import Refusal
from mandala_conformance.puppet import Puppet, Until, at, at_move_with_cards
from mandala_protocol.errors import Code
from mandala_protocol.games.game import IllegalMove
from mandala_protocol.poker.ciphertexts import Ciphertext
from mandala_protocol.poker.game_keys import make_key
from mandala_protocol.wire.messages import Move, Share

PLAYED_CARDS = CaseBook()

OTHER_PLACES: Final = Refusal(Code.WRONG_CARD, "PL4")
NO_SHARE: Final = Refusal(Code.WRONG_CARD, "PL8")
FALSE_FACE: Final = Refusal(Code.FALSE_FACE, "PL5")

_ITEM: Final = bytes(31) + b"\x01"

Played = Callable[[Puppet, Share], Share | None]
"""A change that makes the cards of a move wrong, or leaves them out."""


def _held(puppet: Puppet) -> tuple[Ciphertext, ...]:
    return puppet.referee.cards.held(puppet.seat)


def _free(puppet: Puppet, played: Share) -> int:
    """A place of the hand that the move does not open."""
    return next(place for place in range(len(_held(puppet))) if place not in played.cards)


def _opened(puppet: Puppet, places: list[int]) -> Share:
    return shares_of(puppet, {place: _held(puppet)[place] for place in sorted(places)})


def _one_more(puppet: Puppet, played: Share) -> Share:
    return _opened(puppet, [*played.cards, _free(puppet, played)])


def _beyond(puppet: Puppet, played: Share) -> Share:
    return evolve(played, cards=(*played.cards[:-1], len(_held(puppet))))


def _far_beyond(_: Puppet, played: Share) -> Share:
    return evolve(played, cards=(*played.cards[:-1], 119))


def _no_places(_: Puppet, __: Share) -> Share:
    return Share((), b"", _ITEM, _ITEM)


def _of_another_card(puppet: Puppet, played: Share) -> Share:
    """The places of the move, with true shares of the cards of other places."""
    hand = _held(puppet)
    return shares_of(puppet, {place: hand[(place + 1) % len(hand)] for place in played.cards})


def _again(puppet: Puppet, played: Share) -> dict[int, Ciphertext]:
    return {place: _held(puppet)[place] for place in played.cards}


PLAYS: Final[tuple[tuple[str, str, Played, Refusal, Extent], ...]] = (
    ("PL8/no-share", "with nil in place of the share", lambda *_: None, NO_SHARE, Extent.STANDARD),
    ("PL4/one-more", "that opens a card more than it plays", _one_more, OTHER_PLACES, Extent.STANDARD),
    ("PL4/no-places", "that opens no place", _no_places, OTHER_PLACES, Extent.STANDARD),
    ("PL4/beyond", "that opens the place after the last of the hand", _beyond, OTHER_PLACES, Extent.STANDARD),
    ("PL4/far-beyond", "that opens place 119", _far_beyond, OTHER_PLACES, Extent.ALL),
    ("DK5/move-another-card", "with true shares of other cards", _of_another_card, FALSE_SHARES, Extent.STANDARD),
    (
        "DK5/move-other-key",
        "with shares under another key",
        lambda puppet, played: shares_of(puppet, _again(puppet, played), key=make_key(chance())),
        FALSE_SHARES,
        Extent.STANDARD,
    ),
    (
        "DK5/move-other-seat",
        "with shares proven for the other seat",
        lambda puppet, played: shares_of(puppet, _again(puppet, played), context=for_other_seat(puppet)),
        FALSE_SHARES,
        Extent.STANDARD,
    ),
    (
        "DK5/move-other-head",
        "with shares proven for another head",
        lambda puppet, played: shares_of(puppet, _again(puppet, played), context=for_other_head(puppet)),
        FALSE_SHARES,
        Extent.STANDARD,
    ),
)


async def _play_wrongly(stage: Stage, text: str, change: Played, refusal: Refusal) -> None:
    game = await stage.play_to(at_move_with_cards)
    body = await game.next_body()
    assert isinstance(body, Move)
    assert body.played is not None
    wrong = evolve(body, played=change(game.puppet, body.played))
    await stage.cheat(game, game.puppet.sealed(wrong), f"the move {body.move} {text}", refusal)


for _name, _description, _change, _refusal, _extent in PLAYS:
    PLAYED_CARDS.case(_name, f"A move {_description}", games=CARD_GAMES, extent=_extent)(
        partial(_play_wrongly, text=_description, change=_change, refusal=_refusal)
    )


async def _add_share(stage: Stage, until: Until) -> None:
    game = await stage.play_to(until)
    body = await game.next_body()
    assert isinstance(body, Move)
    wrong = evolve(body, played=Share((0,), _ITEM, _ITEM, _ITEM))
    await stage.cheat(game, game.puppet.sealed(wrong), f"the move {body.move} with a share of a card", NO_SHARE)


def _at_claim(puppet: Puppet) -> bool:
    """Return whether the tester is to claim a colour, which plays no card."""
    if not puppet.pending(Move):
        return False
    body, _ = puppet.next_body()
    return isinstance(body, Move) and body.played is None


PLAYED_CARDS.case("PL8/share-without-cards", "A share in a move of a game that has no cards", games=("patterns",))(
    partial(_add_share, until=at(Move))
)
PLAYED_CARDS.case("PL8/share-in-claim", "A share in a claim, which plays no card", games=CARD_GAMES)(
    partial(_add_share, until=_at_claim)
)


# A colour that is claimed, not played (PL5).


def _faces(puppet: Puppet) -> list[int]:
    return [-1 if face is None else face for face in puppet.referee.cards.faces(puppet.seat)]


def _claims(puppet: Puppet, kind: str, letters: str, count: int) -> list[str]:
    """Moves of this kind that the rules allow now, whatever the hand holds, by the letters of colours."""
    found = []
    for letter in letters:
        notation = f"{kind}{letter}{count}" if kind != "A0" else f"A0{letter}"
        try:
            effect_now(puppet, notation)
        except IllegalMove:
            continue
        found.append(notation)
    return found


def _letters(faces: set[int]) -> str:
    return "".join("roygpk"[face] for face in sorted(faces))


def _another_held_colour(puppet: Puppet) -> tuple[str, list[int]] | None:
    """A discard of a colour that is in the hand, and the place of a card of another colour."""
    faces = _faces(puppet)
    for notation in _claims(puppet, "C", _letters(set(faces)), 1):
        for place, face in enumerate(faces):
            if "roygpk"[face] != notation[1]:
                return notation, [place]
    return None


def _colour_not_held(puppet: Puppet) -> tuple[str, list[int]] | None:
    """A discard of a colour that is not in the hand, and the place of some card."""
    moves = _claims(puppet, "C", _letters(set(range(6)) - set(_faces(puppet))), 1)
    return (moves[0], [0]) if moves else None


def _one_of_two(puppet: Puppet) -> tuple[str, list[int]] | None:
    """A discard of two cards of a colour, and the places of one of it and one of another."""
    faces = _faces(puppet)
    for notation in _claims(puppet, "C", _letters(set(faces)), 2):
        right = faces.index("roygpk".index(notation[1]))
        wrong = next((place for place, face in enumerate(faces) if face != faces[right]), None)
        if wrong is not None:
            return notation, [right, wrong]
    return None


def _built_colour(puppet: Puppet) -> tuple[str, list[int]] | None:
    """A card of another colour to the first mountain than is opened."""
    faces = _faces(puppet)
    for notation in _claims(puppet, "A0", "roygpk", 1):
        for place, face in enumerate(faces):
            if "roygpk"[face] != notation[2]:
                return notation, [place]
    return None


FALSE_FACES: Final[tuple[tuple[str, str, Callable[[Puppet], tuple[str, list[int]] | None]], ...]] = (
    ("another-held", "of a colour in the hand, and a card of another opened", _another_held_colour),
    ("not-held", "of a colour that is not in the hand", _colour_not_held),
    ("one-of-two", "of two cards, of which one has another colour", _one_of_two),
    ("built", "that builds a colour, and a card of another opened", _built_colour),
)


async def _claim_face(stage: Stage, find: Callable[[Puppet], tuple[str, list[int]] | None]) -> None:
    game = await stage.play_to(lambda puppet: puppet.pending(Move) and find(puppet) is not None)
    lie = find(game.puppet)
    assert lie is not None
    notation, places = lie
    digest = effect_now(game.puppet, notation).digest
    wrong = Move(notation, _opened(game.puppet, places), digest)
    await stage.cheat(game, game.puppet.sealed(wrong), f"the move {notation} with cards of other colours", FALSE_FACE)


for _word, _description, _find in FALSE_FACES:
    PLAYED_CARDS.case(f"PL5/{_word}", f"A move {_description}", games=CARD_GAMES)(partial(_claim_face, find=_find))
