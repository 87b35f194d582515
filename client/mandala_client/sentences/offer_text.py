"""All texts about offers: for each kind the word that makes it, and every sentence about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from mandala_client.text.language import _
from mandala_client.text.player_names import player_name
from mandala_client.text.typed_words import TypedWord
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.sentence import N_
from mandala_protocol.wire.messages import OfferKind


@frozen
class OfferText:
    """The messages about one kind of offer; ``word`` is typed to make it, or to agree to it, and ``help`` says so.

    ``news`` tells that the other makes it, and ``again`` that one which we declined is made again; ``made``, ``agreed``
    and ``lapses`` are told when that happens. ``theirs`` and ``ours`` stand beside whose turn it is, ``theirs_briefly``
    where there is little room. ``asked`` and ``asked_to_agree`` are the questions before it on a full screen; ``sure``
    and ``sure_to_agree`` those of text mode, None if nothing is asked there.
    """

    word: TypedWord
    help: str
    news: str
    again: str
    theirs: str
    theirs_briefly: str
    made: str
    agreed: str
    ours: str
    lapses: str
    asked: str
    asked_to_agree: str
    sure: str | None = None
    sure_to_agree: str | None = None


OFFER_TEXTS: Final[Mapping[OfferKind, OfferText]] = {
    OfferKind.ADJOURN: OfferText(
        word=TypedWord.ADJOURN,
        help=N_("offer to adjourn"),
        news=N_("{name} offers to adjourn the game. To agree, {how}; to decline, {decline} or play on."),
        again=N_("{name} still offers to adjourn. You declined; {how} to agree after all."),
        theirs=N_("{name} offers to adjourn."),
        theirs_briefly=N_("{name} offers to adjourn."),
        made=N_("You offer to adjourn the game."),
        agreed=N_("You agree: the game is adjourned now, unless {name} has taken the offer back."),
        ours=N_("You offer to adjourn."),
        lapses=N_("The offer to adjourn lapses with this move."),
        asked=N_("Offer {name} to adjourn? If {name} agrees, both programs end. ({yes}/{no})"),
        asked_to_agree=N_("Adjourn the game, as {name} suggests? ({yes}/{no})"),
    ),
    OfferKind.END: OfferText(
        word=TypedWord.END,
        help=N_("offer to end it now"),
        news=N_("{name} offers to end the game now and score it. To agree, {how}; to decline, {decline} or play on."),
        again=N_("{name} still offers to end the game. You declined; {how} to agree after all."),
        theirs=N_("{name} offers to end the game now and score it."),
        theirs_briefly=N_("{name} offers to end now."),
        made=N_("You offer to end the game now and score it."),
        agreed=N_("You agree: the game ends now, unless {name} has taken the offer back."),
        ours=N_("You offer to end."),
        lapses=N_("The offer to end lapses with this move."),
        asked=N_("Offer {name} to end the game now and score it? ({yes}/{no})"),
        asked_to_agree=N_("End the game now and score it, as {name} suggests? ({yes}/{no})"),
        sure=N_("Offer to end the game now and score it? It ends as soon as the other player agrees."),
        sure_to_agree=N_("Agree to end the game now and score it?"),
    ),
}

OFFER_OF_WORD: Final = {text.word: kind for kind, text in OFFER_TEXTS.items()}
"""The kind of offer that is made with a word."""


def is_offered(snapshot: Snapshot | None, kind: OfferKind) -> bool:
    """True if the other player offers this."""
    return snapshot is not None and snapshot.their_offer is not None and snapshot.their_offer.kind is kind


def theirs_in_short(kind: OfferKind, name: str) -> str:
    """The sentence that the other player of this name offers this."""
    return _(OFFER_TEXTS[kind].theirs).format(name=name)


def agrees_to_ours(snapshot: Snapshot | None, kind: OfferKind) -> bool:
    """True if an offer of this kind by the other player is the agreement to our own, which is told when it holds."""
    return snapshot is not None and snapshot.own_offer is not None and snapshot.own_offer.kind is kind


def told_of_own(before: Snapshot | None, now: Snapshot) -> str | None:
    """The sentence about what we have just offered or agreed to; None if that is nothing new."""
    ours, known = now.own_offer, None if before is None else before.own_offer
    if ours is None or (known is not None and known.kind is ours.kind):
        return None
    return agreed_to(now, ours.kind) if is_offered(now, ours.kind) else _(OFFER_TEXTS[ours.kind].made)


def agreed_to(snapshot: Snapshot, kind: OfferKind) -> str:
    """The sentence that we agree to an offer. Only what then happens shows whether it was taken back meanwhile."""
    return _(OFFER_TEXTS[kind].agreed).format(name=player_name(snapshot.seat.other, snapshot.names))


def lapsed(before: Snapshot | None) -> list[str]:
    """The sentences about offers that a move has made void; none about one that was declined."""
    offers = () if before is None else (before.own_offer, before.their_offer)
    kinds = dict.fromkeys(offer.kind for offer in offers if offer is not None and not offer.declined)
    return [_(OFFER_TEXTS[kind].lapses) for kind in kinds]
