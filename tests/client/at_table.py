"""Common parts of the tests of the table: our turn, typing, and what is seen then."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Final, TypeAlias

from attrs import evolve, field, frozen

from mandala_client.games.deal import Deal
from mandala_client.games.mandala.hint import hint
from mandala_client.play.alone import Alone
from mandala_client.play.frontend import Opponent
from mandala_client.play.practice import PracticeGame, Practising
from mandala_client.screens.table import screen_keys
from mandala_client.screens.table.table_pages import screen
from mandala_client.settings.settings import Settings
from mandala_client.table import consulting, updates
from mandala_client.table.acts import TableAct
from mandala_client.table.table_model import Ended, Inquiry, Playing, TableModel
from mandala_client.text.language import _, spells_in_ascii
from mandala_client.ui.style import FULL_LOOK
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import HAND, View
from mandala_protocol.games.mandala import MANDALA, Colour, Grow, MandalaMove
from mandala_protocol.games.mandala.state import MandalaState
from tests.client.scenes import words_on
from tests.narrowing import of_kind

Moments: TypeAlias = tuple[Snapshot, ...]


@frozen
class _Shown:
    """The models of a game as far as anybody has asked for them, as each needs the one before."""

    moments: Moments
    models: list[TableModel] = field(factory=list)


_shown: Final[dict[tuple[int, str, bool], _Shown]] = {}
"""By the game and by what is said: the language, and whether it is spelled in ASCII."""


def shown_in_turn(moments: Moments) -> Iterator[tuple[Snapshot, TableModel]]:
    """Each moment, and the model when it and everything before have been shown. They are kept for the next scene."""
    said = id(moments), _("Your turn."), spells_in_ascii()
    shown = _shown.setdefault(said, _Shown(moments))
    for number, moment in enumerate(moments):
        if number == len(shown.models):
            before = shown.models[-1] if shown.models else TableModel()
            shown.models.append(updates.with_snapshot(before, moment))
        yield moment, shown.models[number]


_first_seen: Final[dict[tuple[int, str, bool], tuple[Snapshot, TableModel]]] = {}
"""Keyed by the moment itself, which is kept so that its number stays its own, and by what is said."""


def table_at(moment: Snapshot) -> TableModel:
    """The table as it is when nothing was seen before. It is kept, as all that has happened is told in its log."""
    said = id(moment), _("Your turn."), spells_in_ascii()
    if said not in _first_seen:
        _first_seen[said] = moment, updates.with_snapshot(TableModel(), moment)
    return _first_seen[said][1]


def played(moments: Moments, count: int | None = None) -> TableModel:
    """The table after so many of these moments; after all of them if no number is given."""
    number = len(moments) if count is None else count
    return next(islice(shown_in_turn(moments), number - 1, None))[1]


def our_turn(moments: Moments, settings: Settings | None = None) -> TableModel:
    """The first time that it is our move."""
    turn = next(moment for moment in moments if moment.pending is Pending.MOVE)
    return updates.with_snapshot(TableModel(settings=settings or Settings()), turn)


def offering(
    model: TableModel, *, own_offer: StandingOffer | None = None, their_offer: StandingOffer | None = None
) -> TableModel:
    """Where this has been offered too."""
    snapshot = model.snapshot
    assert snapshot is not None
    own, theirs = own_offer or snapshot.own_offer, their_offer or snapshot.their_offer
    return updates.with_snapshot(model, evolve(snapshot, own_offer=own, their_offer=theirs))


def as_playing(model: TableModel) -> Playing:
    """The phase of a game that is being played."""
    return of_kind(Playing, model.phase)


def as_ended(model: TableModel) -> Ended:
    """The phase of a game that is over."""
    return of_kind(Ended, model.phase)


def press(model: TableModel, *names: str) -> tuple[TableModel, TableAct | None]:
    """After these keys, by their names; with what the last one asks for."""
    act = None
    for name in names:
        model, act = screen_keys.press(model, name)
    return model, act


def answered(model: TableModel) -> TableModel:
    """After the teacher has answered all that is asked."""
    for inquiry in consulting.inquiries(model):
        model = consulting.with_answer(model, inquiry, _answer_to(inquiry))
    return model


_answers: Final[dict[tuple[object, ...], tuple[Snapshot, consulting.Answer]]] = {}
"""Keyed by the snapshot itself, which is kept, by what is sought there, and by what is said."""


def _answer_to(inquiry: Inquiry) -> consulting.Answer:
    """The teacher's answer, which is looked for once, as that takes longer than to draw the scenes that ask for it."""
    asked = id(inquiry.snapshot), inquiry.sought, _("Your turn."), spells_in_ascii()
    if asked not in _answers:
        _answers[asked] = inquiry.snapshot, consulting.answer_to(inquiry)
    return _answers[asked][1]


def typed(model: TableModel, text: str) -> tuple[TableModel, TableAct | None]:
    """After this text was typed; with what its last character asks for."""
    act = None
    for character in text:
        model, act = screen_keys.type_text(model, character)
    return model, act


def seen(model: TableModel, columns: int = 80, lines: int = 24) -> str:
    """All that stands on the screen, with one space between the words."""
    return words_on(screen(model, FULL_LOOK, columns, lines).rows)


def positions(seed: int) -> Iterator[View[MandalaState]]:
    """All positions of one game in which it is our move, our moves being chosen by chance."""
    game, choices = PracticeGame(Practising(Alone("mandala", "greedy"), "Anna", "Ben"), Deal(seed)), random.Random(seed)
    while True:
        while game.bot_is_to_move:
            game.let_bot_move()
        snapshot = game.snapshot()
        if snapshot.pending is not Pending.MOVE or snapshot.view is None:
            return
        yield snapshot.view
        game.play(choices.choice(MANDALA.legal_moves(snapshot.view)))


def held(model: TableModel, colour: Colour) -> int:
    """The cards of this colour in our hand."""
    assert model.snapshot is not None
    assert model.snapshot.view is not None
    count: int = model.snapshot.view.holdings[HAND][colour]
    return count


def is_part(model: TableModel, move: MandalaMove) -> bool:
    """Return whether the move brings a part of a colour in hand to a field, which is asked about."""
    return isinstance(move, Grow) and move.count < held(model, move.colour)


@cache
def where_a_part_is_recommended() -> TableModel:
    """Our turn in practice, when the bot would play a part of a colour to a field."""
    game = PracticeGame(Practising(Alone("mandala", "greedy"), "Anna", "Greedy bot"), Deal(8))
    while True:
        while game.bot_is_to_move:
            game.let_bot_move()
        model = evolve(updates.with_snapshot(TableModel(), game.snapshot()), opponent=Opponent.PRACTICE)
        assert model.snapshot is not None
        recommended = hint(model.snapshot)
        assert recommended is not None, "there is such a move in this game"
        move = recommended.move
        if is_part(model, move) and any(is_part(model, other) and other != move for other in model.legal_moves):
            return model
        game.play(move)
