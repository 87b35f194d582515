"""Keys when the game is over."""

from __future__ import annotations

from mandala_client.play.frontend import Opponent
from mandala_client.sentences import status_text
from mandala_client.table import edits, updates
from mandala_client.table.acts import Again, LookAgain, Pressed, QuestionSeen
from mandala_client.table.table_model import Ended, EndPage, Helping, Question, TableModel
from mandala_client.text.language import _
from mandala_client.ui.line_input import edited
from mandala_client.ui.paging import scroll, scroll_up
from mandala_net.match.news import Declined
from mandala_protocol.conversation.events import Talk
from mandala_protocol.wire.messages import MAX_CHAT


def press_ended(model: TableModel, ended: Ended, key: str) -> Pressed:
    """A key that is not text. Enter never leaves: it may have been meant for a move."""
    if ended.typing_through and key in ("enter", "escape"):
        return edits.typed_to_the_end(model), None
    if model.draft.text and key in ("enter", "escape"):
        said = model.draft.text[1:].strip()[:MAX_CHAT] if key == "enter" else ""
        # The log shows it only once it is sent, as there may be no connection now.
        return edits.drafted(model, ""), Talk(said) if said else None
    line = edited(key, model.draft.line) if model.draft.text else None
    if line is not None:
        return edits.edited(model, line), None
    model = edits.noted(model, None)
    # The log is scrolled up from its end, all else down from its beginning.
    turn = scroll_up if ended.page is EndPage.LOG else scroll
    scrolled = turn(key, model.scrolled)
    if scrolled is not None:
        return edits.scrolled_to(model, scrolled), None
    match key:
        case "enter" if never_begun(ended):
            return leave_ended(model, ended)
        case "enter":
            return edits.at_end_page(model, EndPage.RESULT), None
        case "escape":
            return _back(model, ended)
        case "f1" | "f2" | "f3":
            return edits.opened_by(model, key), None
        case "f6" if model.can_talk_on:
            return updates.with_chat(model, shown=not model.settings.chat), None
        case "f7":
            page = EndPage.RESULT if ended.page is EndPage.LOG else EndPage.LOG
            return edits.at_end_page(model, page), None
        case _:
            return model, None


def type_ended(model: TableModel, ended: Ended, text: str, letter: str) -> Pressed:
    """Type text at the end of a game.

    ``letter``: the lower-case letter that it is; none for what was pasted. While it may be meant for a line of the game
    it does nothing.
    """
    if ended.typing_through:
        return model, None
    if model.draft.text:
        return edits.edited(model, model.draft.line.typed(text, MAX_CHAT + 1)), None
    if text.startswith("/"):
        return _begin_to_write(model, text), None
    model = edits.noted(model, None)
    match letter:
        case "q":
            return _back(model, ended)
        case "?":
            return edits.overlaid(model, Helping()), None
        case "r" if ended.rematch and not ended.awaiting:
            return model, Again()
        case "r" if ended.end.can_try_again:
            return model, Again()
        case "w" if ended.practised is not None and not ended.awaiting:
            return model, Again(same_cards=True)
        case "v" if ended.reviewable and not ended.awaiting:
            return model, LookAgain()
        case "s" if model.counted:
            return edits.at_end_page(model, EndPage.STATISTICS), None
        case "l":
            return edits.at_end_page(model, EndPage.LOG), None
        case "t" if model.laid:
            return edits.at_end_page(model, EndPage.TABLE), None
        case _ if never_begun(ended):
            return edits.noted(model, _("There is no game to send that to. Press Enter to continue.")), None
        case _:
            return model, None


def never_begun(ended: Ended) -> bool:
    """Return whether we were not let in, so that there was no game to look at."""
    return isinstance(ended.end.outcome, Declined)


def leave_ended(model: TableModel, ended: Ended) -> Pressed:
    """Leave; where there can be another game it is asked first, as that is given up."""
    if not ended.rematch:
        return model, QuestionSeen()
    return edits.asking(edits.at_end_page(model, EndPage.RESULT), Question.LEAVE), None


def _back(model: TableModel, ended: Ended) -> Pressed:
    """Go back to the result, and from there out."""
    if ended.page is EndPage.RESULT:
        return leave_ended(model, ended)
    return edits.at_end_page(model, EndPage.RESULT), None


# Talking.


def _begin_to_write(model: TableModel, text: str) -> TableModel:
    """A line to the other player; or why none can be written, and its letters mean nothing else then."""
    if model.opponent is not Opponent.PERSON:
        return edits.typing_in_vain(model, status_text.no_talk())
    if not model.can_talk_on:
        return edits.typing_in_vain(model, _("{name} is no longer connected.").format(name=model.other_name))
    return edits.drafted(model, text[: MAX_CHAT + 1])
