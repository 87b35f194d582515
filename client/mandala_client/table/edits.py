"""The functions that give the next state of the table for what comes from the keys, and for what drawing knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from mandala_client.table.function_keys import OPENED_BY_WORDS, WORDS_OF_KEYS
from mandala_client.table.table_model import (
    Admitting,
    Agreeing,
    Draft,
    EndPage,
    Helping,
    Learning,
    Overlay,
    Playing,
    Question,
    Reading,
    Replaying,
    TableModel,
    TeacherRequest,
    evolve_ended,
    evolve_playing,
)
from mandala_client.ui.line_input import TypedLine
from mandala_protocol.wire.messages import OfferKind

if TYPE_CHECKING:
    from mandala_client.screens.replay.replay_model import ReplayModel


def asking(model: TableModel, question: Question | OfferKind | None) -> TableModel:
    """With this question to be answered first, and nothing else said or asked below it; None takes it back."""
    return evolve(model, question=question, answered="", draft=evolve(model.draft, confirming=False), message=None)


def overlaid(model: TableModel, overlay: Overlay | None) -> TableModel:
    """With this in front of the table; None puts it away. What was answered to a question in front is void then."""
    asked = any(isinstance(one, Admitting | Agreeing) for one in (model.overlay, overlay))
    answered = "" if isinstance(overlay, Admitting | Agreeing) else model.answered
    return evolve(model, overlay=overlay, answered=answered, message=None if asked else model.message)


def replayed(model: TableModel, replay: ReplayModel) -> TableModel:
    """Look at another step of the replay that is open; as it was if none is."""
    match model.overlay:
        case Replaying() as replaying:
            return evolve(model, overlay=evolve(replaying, model=replay))
        case _:
            return model


def opened_by(model: TableModel, key: str) -> TableModel:
    """With the help or the book in front that this key opens; as it was for any other key."""
    word = WORDS_OF_KEYS.get(key)
    overlay = None if word is None else OPENED_BY_WORDS.get(word)
    return model if overlay is None else overlaid(model, overlay)


def answered_by(model: TableModel, letters: str) -> TableModel:
    """A question has been answered by these letters; the word that they begin is not typed for anything else."""
    return evolve(model, answered=letters)


def departing(model: TableModel) -> TableModel:
    """We have said that we leave."""
    return evolve(model, leaving=True, question=None)


def drafted(model: TableModel, text: str, behind: int = 0) -> TableModel:
    """Return a copy with this in the input line, so much of it ``behind`` the cursor, and no message any more."""
    return evolve(model, draft=Draft(text, behind, model.game.words.typed(text)), message=None)


def edited(model: TableModel, line: TypedLine) -> TableModel:
    """Return a copy with this line as it was typed."""
    return drafted(model, line.text, line.behind)


def composed(model: TableModel, move: Any) -> TableModel:
    """With this move in the input line, as arrows and mouse write it."""
    draft = Draft(model.game.words.notation(move), move=move, composed=True)
    return evolve(model, draft=draft, message=None)


def explained(model: TableModel) -> TableModel:
    """Return a copy with the page of the lesson in front of the table, on which its move is chosen."""
    return overlaid(with_taught_move(evolve_playing(model, lesson_waits=False)), Learning())


def with_taught_move(model: TableModel) -> TableModel:
    """Return a copy in which the move of the lesson is chosen, unless something is typed; as it was without one."""
    return model if model.taught is None or model.draft.text else composed(model, model.taught)


def hinted(model: TableModel, move: Any, sentence: str) -> TableModel:
    """Return a copy with the move in the input line that is recommended, and why."""
    return evolve_playing(noted(composed(model, move), sentence), hinted=move)


def noted(model: TableModel, message: str | None) -> TableModel:
    """Return a copy with one line that answers the last key."""
    return evolve(model, message=message)


def refused(model: TableModel, reason: str) -> TableModel:
    """Refuse the input line; it can be edited or replaced."""
    draft = evolve(model.draft, composed=False, refused=True, confirming=False)
    return evolve(model, draft=draft, message=reason)


def confirming(model: TableModel, *, asked: bool = True) -> TableModel:
    """Ask for confirmation of the input line, or stop asking."""
    return evolve(model, draft=evolve(model.draft, confirming=asked), message=None)


def with_log_open(model: TableModel, *, is_open: bool) -> TableModel:
    """Return a copy with the log on the whole screen, or the table again; the log at its end."""
    return evolve_playing(evolve(model, scrolled=0), log_open=is_open)


def committed(model: TableModel) -> TableModel:
    """The move is on its way; a hint comes too late for it."""
    cleared = evolve(model, draft=Draft(), message=None)
    return evolve_playing(not_asking(cleared, TeacherRequest.HINT), sent=True)


def not_asking(model: TableModel, sought: TeacherRequest) -> TableModel:
    """Ask the teacher no longer for this."""
    if not isinstance(model.phase, Playing):
        return model
    return evolve_playing(model, asked=tuple(one for one in model.phase.asked if one.sought is not sought))


def scrolled_to(model: TableModel, scrolled: int) -> TableModel:
    """Scroll the log up by ``scrolled`` rows, or another page down."""
    return evolve(model, scrolled=scrolled)


def laid_out(model: TableModel, most: int, chapters: tuple[int, ...]) -> TableModel:
    """Take in what drawing alone knows: the log is no further up than this, and what is read no further down.

    ``chapters``: how far to scroll for each chapter of what is read.
    """
    match model.overlay:
        case Helping(scrolled=scrolled) | Learning(scrolled=scrolled) as page:
            return evolve(model, overlay=evolve(page, scrolled=min(scrolled, most)))
        case Reading(scrolled=scrolled) as reading:
            return evolve(model, overlay=evolve(reading, scrolled=min(scrolled, most), chapters=chapters))
        case Replaying(model=replay) as replaying:
            shown = evolve(replay, scrolled=min(replay.scrolled, most))
            return evolve(model, overlay=evolve(replaying, model=shown))
        case _:
            return evolve(model, scrolled=min(model.scrolled, most))


def typed_to_the_end(model: TableModel) -> TableModel:
    """The line that was being typed when the game ended, or to someone who has gone, is over."""
    return evolve_ended(noted(model, None), typing_through=False)


def typing_in_vain(model: TableModel, why: str) -> TableModel:
    """Start a chat line that no one can receive, so that its letters are not keys."""
    return evolve_ended(noted(model, why), typing_through=True)


def at_end_page(model: TableModel, page: EndPage) -> TableModel:
    """Looking at another page of the end."""
    return evolve_ended(evolve(model, scrolled=0), page=page)
