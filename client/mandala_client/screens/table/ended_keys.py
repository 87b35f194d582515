"""Keys when the game is over."""

from __future__ import annotations

from mandala_client.play.frontend import Opponent
from mandala_client.screens.table import updates
from mandala_client.screens.table.acts import Again, LookAgain, Pressed, QuestionSeen
from mandala_client.screens.table.table_model import EndPage, Helping, Question, TableModel
from mandala_client.sentences import status_text
from mandala_client.text.language import _
from mandala_client.ui.line_input import edited
from mandala_client.ui.paging import scroll, scroll_up
from mandala_net.match.news import Declined
from mandala_protocol.conversation.events import Talk
from mandala_protocol.wire.messages import MAX_CHAT


def press_end(model: TableModel, key: str) -> Pressed:
    """A key that is not text. Enter never leaves: it may have been meant for a move."""
    if model.typing_through and key in ("enter", "escape"):
        return updates.typed_to_the_end(model), None
    if model.draft.text and key in ("enter", "escape"):
        return _say(model) if key == "enter" else (updates.drafted(model, ""), None)
    line = edited(key, model.draft.line) if model.draft.text else None
    if line is not None:
        return updates.edited(model, line), None
    model = updates.noted(model, None)
    # The log is scrolled up from its end, all else down from its beginning.
    turn = scroll_up if model.end_page is EndPage.LOG else scroll
    scrolled = turn(key, model.scrolled)
    if scrolled is not None:
        return updates.scrolled_to(model, scrolled), None
    match key:
        case "enter" if never_begun(model):
            return leave_end(model)
        case "enter":
            return updates.at_end_page(model, EndPage.RESULT), None
        case "escape":
            return _back(model)
        case "f1" | "f2" | "f3":
            return updates.opened_by(model, key), None
        case "f6" if model.can_talk_on:
            return updates.with_chat_switched(model), None
        case "f7":
            page = EndPage.RESULT if model.end_page is EndPage.LOG else EndPage.LOG
            return updates.at_end_page(model, page), None
        case _:
            return model, None


def type_end(model: TableModel, text: str, letter: str) -> Pressed:
    """Type text at the end of a game.

    ``letter``: the lower-case letter that it is; none for what was pasted. While it may be meant for a line of the game
    it does nothing.
    """
    if model.typing_through:
        return model, None
    if model.draft.text:
        return updates.edited(model, model.draft.line.typed(text, MAX_CHAT + 1)), None
    if text.startswith("/"):
        return _begin_to_write(model, text), None
    model = updates.noted(model, None)
    match letter:
        case "q":
            return _back(model)
        case "?":
            return updates.overlaid(model, Helping()), None
        case "r" if model.rematch and not model.awaiting:
            return model, Again()
        case "r" if model.can_try_again:
            return model, Again()
        case "w" if model.practised is not None and not model.awaiting:
            return model, Again(same_cards=True)
        case "v" if model.reviewable and not model.awaiting:
            return model, LookAgain()
        case "s" if model.counted:
            return updates.at_end_page(model, EndPage.STATISTICS), None
        case "l":
            return updates.at_end_page(model, EndPage.LOG), None
        case "t" if model.laid:
            return updates.at_end_page(model, EndPage.TABLE), None
        case _ if never_begun(model):
            return updates.noted(model, _("There is no game to send that to. Press Enter to continue.")), None
        case _:
            return model, None


def never_begun(model: TableModel) -> bool:
    """Return whether we were not let in, so that there was no game to look at."""
    return model.ended is not None and isinstance(model.ended.outcome, Declined)


def leave_end(model: TableModel) -> Pressed:
    """Leave; where there can be another game it is asked first, as that is given up."""
    if not model.rematch:
        return model, QuestionSeen()
    return updates.asking(updates.at_end_page(model, EndPage.RESULT), Question.LEAVE), None


def _back(model: TableModel) -> Pressed:
    """Go back to the result, and from there out."""
    if model.end_page is EndPage.RESULT:
        return leave_end(model)
    return updates.at_end_page(model, EndPage.RESULT), None


# Talking.


def _begin_to_write(model: TableModel, text: str) -> TableModel:
    """A line to the other player; or why none can be written, and its letters mean nothing else then."""
    if model.opponent is not Opponent.PERSON:
        return updates.typing_in_vain(model, status_text.no_talk())
    if not model.can_talk_on:
        return updates.typing_in_vain(model, _("{name} is no longer connected.").format(name=model.other_name))
    return updates.drafted(model, text[: MAX_CHAT + 1])


def _say(model: TableModel) -> Pressed:
    """Send the typed text; the log shows it only once it is sent, as there may be no connection now."""
    said = model.draft.text[1:].strip()[:MAX_CHAT]
    return updates.drafted(model, ""), Talk(said) if said else None
