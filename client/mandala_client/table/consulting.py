"""Questions to the teacher: what is asked at the table, and what becomes of an answer.

The teacher thinks in a thread, beside the screen. An answer counts only as long as it is asked for: not when the
position has changed, also not when it is asked again in another one.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from attrs import evolve

from mandala_client.games.forecast_text import has_chances, no_chances, only_in_practice
from mandala_client.games.game_words import Hint
from mandala_client.play.frontend import Opponent
from mandala_client.table import edits
from mandala_client.table.table_model import Inquiry, Playing, TableModel, TeacherRequest, evolve_playing
from mandala_client.text.language import _
from mandala_net.bots.forecast import Forecast

Answer: TypeAlias = Hint[Any] | Forecast | str
"""A hint, our chance to win, or the sentence that says why there is none."""


def answer_to(inquiry: Inquiry) -> Answer:
    """Let the teacher think. That takes long, so it is called in a thread."""
    # Hints bring the bots along, which a game of two persons never needs.
    from mandala_client.games.advice import NoAdvice, hint, live_chance

    try:
        match inquiry.sought:
            case TeacherRequest.HINT:
                return hint(inquiry.game, inquiry.snapshot)
            case TeacherRequest.CHANCE:
                return live_chance(inquiry.game, inquiry.snapshot)
    except NoAdvice as error:
        return str(error)


def inquiries(model: TableModel) -> tuple[Inquiry, ...]:
    """The questions that the teacher thinks about at present."""
    return model.phase.asked if isinstance(model.phase, Playing) else ()


def is_hint_awaited(model: TableModel) -> bool:
    """Return whether a hint is being looked for; until it is there Enter proposes no other move."""
    return any(inquiry.sought is TeacherRequest.HINT for inquiry in inquiries(model))


def with_hint_asked(model: TableModel) -> TableModel:
    """Return a copy that asks for a hint; it must be our move."""
    return _with_asked(edits.noted(model, None), TeacherRequest.HINT)


def with_chance_asked(model: TableModel) -> TableModel:
    """Return a copy that asks for our chance to win, where it is wanted, in practice alone; else as it was."""
    wanted = model.settings.live_chance and model.opponent is Opponent.PRACTICE and model.legal_moves
    match model.phase:
        case Playing(chance=None, lesson=None) if wanted and has_chances(model.game.rules):
            return _with_asked(model, TeacherRequest.CHANCE)
        case _:
            return model


def with_chance_switched(model: TableModel) -> TableModel:
    """The chance to win shown on our turns, or hidden again; in practice alone."""
    if model.opponent is not Opponent.PRACTICE:
        return edits.noted(model, only_in_practice())
    if not has_chances(model.game.rules):
        return edits.noted(model, no_chances())
    shows = not model.settings.live_chance
    text = _("Your chance to win is shown on your turn.") if shows else _("Your chance to win is hidden.")
    switched = evolve(model, settings=evolve(model.settings, live_chance=shows), message=text)
    unknown = evolve_playing(edits.not_asking(switched, TeacherRequest.CHANCE), chance=None)
    return with_chance_asked(unknown)


def with_answer(model: TableModel, inquiry: Inquiry, answer: Answer) -> TableModel:
    """Return a copy with this answer, or as it was if the answer comes too late."""
    if inquiry not in inquiries(model):
        return model
    model = evolve_playing(model, asked=tuple(other for other in inquiries(model) if other is not inquiry))
    match answer:
        case Hint():
            return _with_hint(model, inquiry, answer)
        case Forecast():
            return evolve_playing(model, chance=answer)
        case sentence:
            return edits.noted(model, sentence)


def _with_asked(model: TableModel, sought: TeacherRequest) -> TableModel:
    asked = inquiries(model)
    if model.snapshot is None or any(inquiry.sought is sought for inquiry in asked):
        return model
    draft = evolve(model.draft, confirming=False)
    return evolve_playing(model, asked=(*asked, Inquiry(sought, model.game, model.snapshot, draft)))


def _with_hint(model: TableModel, inquiry: Inquiry, found: Hint[Any]) -> TableModel:
    """The move in the input line, and why; whatever was typed or chosen in the meantime stays there, and is played."""
    if model.question is not None or model.draft.confirming:
        return model
    if model.draft == inquiry.draft or model.chosen == found.move:
        return edits.hinted(model, found.move, found.sentence)
    sentence = found.sentence
    if model.chosen is not None:
        own = _("Enter plays your own choice, {move}.").format(move=model.game.words.notation(model.chosen))
        sentence = f"{sentence} {own}"
    return evolve_playing(edits.noted(model, sentence), hinted=found.move)
