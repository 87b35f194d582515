"""The acts that typed words and their function keys ask for in a game, on the full screen and in text mode."""

from __future__ import annotations

from mandala_client.play.frontend import Opponent, TakeBack
from mandala_client.sentences import outcomes, status_text
from mandala_client.sentences.offer_text import OFFER_OF_WORD, OFFER_TEXTS, is_offered
from mandala_client.table import edits, updates
from mandala_client.table.acts import Requested
from mandala_client.table.function_keys import key_of
from mandala_client.table.table_model import Playing, Question, TableModel
from mandala_client.text.language import _
from mandala_client.text.numbers import duration
from mandala_client.text.typed_words import TypedWord, spoken_word
from mandala_net.match.terms import SHORTEST_GRACE
from mandala_protocol.conversation.events import Abandon, DeclineOffer, Leave, MakeOffer, Resign, Talk, WithdrawOffer
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.wire.messages import MAX_CHAT, OfferKind


def do_word(model: TableModel, word: TypedWord) -> Requested | None:
    """Do what the word asks for, or ask first; None for a word that only asks for something to read."""
    match word:
        case TypedWord.UNDO:
            return _take_back(model)
        case TypedWord.MUTE:
            return updates.with_chat(model, shown=False), None
        case TypedWord.UNMUTE:
            return updates.with_chat(model, shown=True), None
        case TypedWord.YES:
            return _agree(model)
        case TypedWord.NO | TypedWord.DECLINE:
            return _decline(model)
        case TypedWord.RESIGN | TypedWord.ABANDON if model.away is not None and model.away.graces:
            return edits.asking(model, Question.ABANDON), None
        case TypedWord.ABANDON:
            return edits.noted(model, _not_overdue(model)), None
        case TypedWord.RESIGN:
            return _ask(model, Question.RESIGN), None
        case TypedWord.LEAVE:
            return edits.asking(model, Question.LEAVE), None
        case _:
            kind = OFFER_OF_WORD.get(word)
            return None if kind is None else _offer(model, kind)


def agreed(model: TableModel, question: Question | OfferKind) -> Requested:
    """Do what was asked about; leaving says goodbye."""
    model = edits.asking(model, None)
    match question:
        case Question.LEAVE | Question.GIVE_UP:
            return edits.departing(model), Leave(outcomes.SIMPLY_LEFT)
        case Question.RESIGN:
            return model, Resign()
        case Question.ABANDON:
            return model, Abandon()
        case OfferKind():
            return model, MakeOffer(question)


def denied(model: TableModel, question: Question | OfferKind) -> Requested:
    """Do nothing of what was asked about; to a question that the other player has brought up, tell them too."""
    model = edits.asking(model, None)
    if question is Question.ABANDON:
        return edits.noted(model, _keeps_waiting(model)), None
    if question is Question.GIVE_UP and not model.has_keys:
        return edits.noted(model, _("You keep waiting for {name}.").format(name=model.other_name)), None
    if isinstance(question, OfferKind) and is_offered(model.snapshot, question):
        return _declined(model)
    return model, None


def talk(model: TableModel, text: str) -> Requested:
    """Say this to the other player, as much of it as fits."""
    if model.opponent is not Opponent.PERSON:
        return edits.refused(model, status_text.no_talk()), None
    if text and is_alone(model):
        return edits.noted(model, alone(model)), None
    cleared = edits.drafted(model, "")
    return (updates.with_own_talk(cleared, text), Talk(text[:MAX_CHAT])) if text else (cleared, None)


def is_alone(model: TableModel) -> bool:
    """Return whether nothing can be said to the other player now."""
    return model.snapshot is not None and not model.snapshot.connected


def alone(model: TableModel) -> str:
    """The sentence about why nothing can be said to the other player now."""
    return _("There is no connection to {name} at the moment; try again later.").format(name=model.other_name)


def not_now(model: TableModel) -> str:
    """The sentence about why no move can be made now."""
    if is_alone(model):
        return alone(model)
    if isinstance(model.phase, Playing) and model.phase.sent:
        return _("Your move is on its way.")
    if model.opponent is not Opponent.PERSON:
        return _("It is not your turn.")
    return _("It is not your turn. To chat, type / and then your text.")


def _take_back(model: TableModel) -> Requested:
    if model.opponent is Opponent.PRACTICE:
        return edits.drafted(model, ""), TakeBack()
    if model.has_keys:
        return edits.noted(model, _("You can take moves back only in a practice game.")), None
    text = _("You can take moves back only in a practice game. Against another player, a move is final.")
    return edits.noted(model, text), None


def answers_offer(model: TableModel, word: TypedWord | None) -> bool:
    """Return whether this word alone, typed where a move could be, answers an offer or takes back our own."""
    snapshot = model.snapshot
    if snapshot is None:
        return False
    stands = snapshot.their_offer is not None or snapshot.own_offer is not None
    return stands and word in (TypedWord.YES, TypedWord.NO)


def can_withdraw(snapshot: Snapshot) -> bool:
    """Return whether our offer can be taken back: on the other player's turn their program needs us no more."""
    return snapshot.own_offer is not None and snapshot.pending is Pending.MOVE


def _agree(model: TableModel) -> Requested:
    theirs = None if model.snapshot is None else model.snapshot.their_offer
    if theirs is None:
        return edits.noted(model, _("There is no offer to agree to.")), None
    if theirs.declined:
        return edits.noted(model, _agrees_after_all(model, OFFER_TEXTS[theirs.kind].word)), None
    return (edits.noted(model, alone(model)), None) if is_alone(model) else agreed(model, theirs.kind)


def _agrees_after_all(model: TableModel, word: TypedWord) -> str:
    """Say how to agree to an offer that was declined: no answer to another question does so."""
    if model.has_keys:
        return _("You declined this offer. {key} still agrees.").format(key=key_of(word))
    declined = _("You declined this offer. To agree after all, type “{word}”.")
    return declined.format(word=spoken_word(word))


def _decline(model: TableModel) -> Requested:
    if model.offered is not None:
        return _declined(model)
    if model.snapshot is not None and model.snapshot.own_offer is not None:
        return _take_offer_back(model, model.snapshot)
    return edits.noted(model, _("There is no offer to decline.")), None


def _take_offer_back(model: TableModel, snapshot: Snapshot) -> Requested:
    """Take back our own offer where that is possible, or say how long it lasts."""
    if is_alone(model):
        return edits.noted(model, alone(model)), None
    if not can_withdraw(snapshot):
        lasts = _("An offer can be taken back only on your turn. {name} may agree until the next move.")
        return edits.noted(model, lasts.format(name=model.other_name)), None
    taken = _("You take your offer back. {name} is not told: if {name} still agrees, you are asked.")
    return edits.noted(model, taken.format(name=model.other_name)), WithdrawOffer()


def _declined(model: TableModel) -> Requested:
    """Tell the other player, once, that we would rather play on; the offer can still be agreed to."""
    theirs = None if model.snapshot is None else model.snapshot.their_offer
    assert theirs is not None, "an offer is declined"
    if is_alone(model):
        return edits.noted(model, alone(model)), None
    if model.has_keys:
        text = _("You decline and play on. {key} still agrees.").format(key=key_of(OFFER_TEXTS[theirs.kind].word))
        model = edits.noted(model, text)
    return model, None if theirs.declined else DeclineOffer()


def _offer(model: TableModel, kind: OfferKind) -> Requested:
    """Ask about an offer; the same once more takes it back."""
    snapshot = model.snapshot
    if snapshot is not None and snapshot.own_offer is not None and snapshot.own_offer.kind is kind:
        return _take_offer_back(model, snapshot)
    if kind is OfferKind.ADJOURN and model.opponent is Opponent.PRACTICE:
        return edits.noted(model, status_text.not_adjourned()), None
    return _ask(model, kind), None


def _ask(model: TableModel, question: Question | OfferKind) -> TableModel:
    return edits.noted(model, alone(model)) if is_alone(model) else edits.asking(model, question)


def _not_overdue(model: TableModel) -> str:
    if model.snapshot is None:
        return _("There is no game to be called abandoned.")
    return status_text.not_overdue(model.snapshot, model.other_name)


def _keeps_waiting(model: TableModel) -> str:
    if model.has_keys:
        return _("You keep waiting. {key} calls the game abandoned.").format(key=key_of(TypedWord.RESIGN))
    grace = 0 if model.snapshot is None else model.snapshot.grace
    waits = _("You keep waiting, and will be asked again in {time}. To call the game abandoned, type “{word}”.")
    return waits.format(time=duration(max(grace, SHORTEST_GRACE)), word=spoken_word(TypedWord.ABANDON))
