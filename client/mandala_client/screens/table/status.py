"""The one line at the table that says whose turn it is and what to do, or what is asked; and the window's title."""

from __future__ import annotations

from typing import Final, assert_never

from attrs import evolve

from mandala_client.games.forecast_text import chance_to_win, own_chance
from mandala_client.play.frontend import Opponent
from mandala_client.sentences import status_text
from mandala_client.sentences.offer_text import OFFER_TEXTS, agreed_to, is_offered
from mandala_client.table.consulting import is_hint_awaited
from mandala_client.table.function_keys import key_of
from mandala_client.table.table_model import Ended, Playing, Preparing, Question, TableModel
from mandala_client.table.word_acts import can_withdraw
from mandala_client.text.language import _
from mandala_client.text.numbers import clock_time, duration
from mandala_client.text.player_names import player_name
from mandala_client.text.typed_words import TypedWord, no_letter, spoken_word, yes_letter
from mandala_client.ui.rows import shortened
from mandala_net.match.news import Declined, GameAdjourned
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import OfferKind

NAME_IN_SENTENCES: Final = 24
NAME_IN_BRIEF: Final = 14
"""The most columns that a name takes in a sentence of the table, and in one of a small window."""


def is_asked(model: TableModel) -> bool:
    """Return whether something must be answered before anything else."""
    return model.question is not None or model.draft.confirming


def status(model: TableModel, ellipsis: str, *, brief: bool = False, invitation: str = "") -> str:
    """The question, or whose turn it is; ``brief`` where there is little room.

    ``invitation``: to choose a move, where a menu says what can be done.
    """
    snapshot, playing = model.snapshot, model.phase
    assert isinstance(playing, Playing), "the table is laid"
    assert snapshot is not None, "the table is laid"
    assert snapshot.names is not None, "whoever plays has a name"
    width = NAME_IN_BRIEF if brief else NAME_IN_SENTENCES
    host, guest = (shortened(player_name(seat, snapshot.names), width, ellipsis) for seat in Seat)
    names = (host, guest)
    other = player_name(snapshot.seat.other, names)
    if model.question is not None:
        return _question(model.question, model.opponent, snapshot, other)
    if model.draft.confirming and (regret := _regret(model)) is not None:
        return _("{question} Enter plays, Esc takes back.").format(question=regret)
    line = _whose_turn(model, playing, evolve(snapshot, names=names), other, brief=brief, invitation=invitation)
    if playing.chance is not None and model.opponent is Opponent.PRACTICE:
        chance = f"{chance_to_win(playing.chance)}." if brief else own_chance(playing.chance)
        line = f"{chance} {line}"
    if is_hint_awaited(model):
        line = _("Looking for a hint …")
    elif playing.asked:
        line = " ".join((line, _("Estimating your chance to win …")))
    return (
        line if playing.thinking is None else _with_time(line, clock_time(playing.thinking), model, playing, snapshot)
    )


def call_upon(snapshot: Snapshot) -> str:
    """Return the words up to a colon that say that it is our turn; empty where something else is said."""
    call, colon, _rest = status_text.whose_turn(snapshot).partition(":")
    return f"{call}{colon}" if colon and "." not in call else ""


def _with_time(line: str, time: str, model: TableModel, playing: Playing, snapshot: Snapshot) -> str:
    """The sentence with the thinking time: before our own turn, behind the other player's, which stays in its place.

    What is said of a player who is away or silent, or of an offer, is all that matters then.
    """
    if snapshot.due is None or snapshot.due.speaker is snapshot.seat:
        return f"{time} {line}"
    told_else = playing.sent or model.away is not None or model.offered is not None or model.quiet is not None
    return line if told_else or not snapshot.connected else f"{line} {time}"


def _question(question: Question | OfferKind, opponent: Opponent, snapshot: Snapshot, other: str) -> str:
    practice = opponent is Opponent.PRACTICE
    match question:
        case Question.ABANDON:
            sentence = f"{status_text.too_long_away(other, snapshot.grace)} ({{yes}}/{{no}})"
        case Question.GIVE_UP:
            sentence = f"{status_text.probably_abandoned(other)} ({{yes}}/{{no}})"
        case Question.RESIGN:
            sentence = _("Resign? Then {name} wins. ({yes}/{no})")
        case OfferKind.END if practice:
            sentence = _("End the game now and score it? ({yes}/{no})")
        case OfferKind() if is_offered(snapshot, question):
            sentence = _(OFFER_TEXTS[question].asked_to_agree)
        case OfferKind():
            sentence = _(OFFER_TEXTS[question].asked)
        case Question.LEAVE if practice:
            sentence = _("Leave the game? A practice game is not kept. ({yes}/{no}, or Ctrl-C again)")
        case Question.LEAVE if snapshot.grace:
            sentence = _("Leave the game? After {time} it may count as abandoned. ({yes}/{no}, or Ctrl-C again)")
        case Question.LEAVE:
            sentence = _("Leave the game? You can resume it later. ({yes}/{no}, or Ctrl-C again)")
        case _:
            assert_never(question)
    return sentence.format(name=other, time=duration(snapshot.grace), yes=yes_key(question), no=no_letter())


def yes_key(question: Question | OfferKind) -> str:
    """The key that says yes: a letter, unless the question comes by itself, while someone may be typing a move."""
    return key_of(TypedWord.RESIGN) if question is Question.ABANDON else yes_letter()


def _regret(model: TableModel) -> str | None:
    """The question about the move that stands in the input line."""
    snapshot, move = model.snapshot, model.chosen
    if snapshot is None or snapshot.view is None or move is None:
        return None
    return model.game.words.regretted(snapshot.view, move)


def _whose_turn(
    model: TableModel, playing: Playing, snapshot: Snapshot, other: str, *, brief: bool, invitation: str
) -> str:
    if model.away is not None:
        gone = f"{status_text.away(model.away, other)}."
        if not model.away.graces:
            return gone
        return " ".join((gone, _("{key}: call it abandoned").format(key=key_of(TypedWord.RESIGN))))
    if playing.sent:
        return _("Your move is on its way …")
    if model.offered is not None:
        return _offered(snapshot, model.offered, other, brief=brief)
    if playing.lesson_waits:
        return _("See what has changed on the table; then the lesson goes on.")
    if model.task is not None:
        return model.task
    if snapshot.own_offer is not None:
        return _own_offer(snapshot, snapshot.own_offer, other)
    line = status_text.whose_turn(snapshot)
    if invitation and snapshot.pending is Pending.MOVE:
        line = invitation
    if model.quiet is not None:
        quiet = _("No word from {name} for {seconds} seconds.")
        return f"{line} {quiet.format(name=other, seconds=model.quiet.seconds)}"
    return line


def _offered(snapshot: Snapshot, kind: OfferKind, other: str, *, brief: bool) -> str:
    """The other player's offer and both answers to it, which are never cut; whose turn it is, if there is room."""
    text = OFFER_TEXTS[kind]
    line = _(text.theirs_briefly).format(name=other) if brief else status_text.whose_turn(snapshot)
    answers = _("{key} or “{yes}” agrees, “{no}” declines.")
    yes, no = spoken_word(TypedWord.YES), spoken_word(TypedWord.NO)
    return f"{line} {answers.format(key=key_of(text.word), yes=yes, no=no)}"


def _own_offer(snapshot: Snapshot, ours: StandingOffer, other: str) -> str:
    """Whose turn it is, and our own offer: what the other player says to it, or how to take it back."""
    text, line = OFFER_TEXTS[ours.kind], status_text.whose_turn_briefly(snapshot)
    if ours.declined:
        return " ".join((line, _("{name} declines and plays on.").format(name=other)))
    if is_offered(snapshot, ours.kind):
        return " ".join((line, agreed_to(snapshot, ours.kind)))
    sentences = [line, _(text.ours)]
    if can_withdraw(snapshot):
        sentences.append(_("{key} takes it back.").format(key=key_of(text.word)))
    return " ".join(sentences)


def window_title(model: TableModel) -> str:
    """The title of the window: whether it is our turn. It has nothing hidden, and no name from outside."""
    match model.phase:
        case Ended(end=end) if isinstance(end.outcome, Declined):
            text = _("{game}: no game")
        case Ended(end=end) if isinstance(end.outcome, GameAdjourned):
            text = _("{game}: the game is adjourned")
        case Ended(end=end) if end.resumable:
            text = _("{game}: the game is still open")
        case Ended():
            text = _("{game}: the game is over")
        case Preparing() if model.overlay is not None:
            text = _("{game}: you are asked")
        case Playing(sent=False) if model.snapshot is not None and model.snapshot.pending is Pending.MOVE:
            text = _("{game}: your turn")
        case Preparing() | Playing():
            text = "{game}"
        case _:
            assert_never(model.phase)
    return text.format(game=model.game.title)
