"""The functions that give the next state of the screen: for news of the game, and for keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve

from mandala_client.games.game_words import GameWords
from mandala_client.games.lesson import Teaching
from mandala_client.games.series import Series
from mandala_client.games.table_events import TableEvent
from mandala_client.play.frontend import Opponent
from mandala_client.screens.table.table_model import (
    Admitting,
    Agreeing,
    Draft,
    EndPage,
    Helping,
    Inquiry,
    Learning,
    OpeningProgress,
    Overlay,
    Question,
    Reading,
    Replaying,
    TableModel,
    TeacherRequest,
)
from mandala_client.screens.table.word_keys import OPENED_BY_WORDS, WORDS_OF_KEYS, key_of
from mandala_client.sentences import offer_text, outcomes, status_text
from mandala_client.text.language import _, ngettext
from mandala_client.text.typed_words import TypedWord, spoken_word
from mandala_client.ui.line_input import TypedLine
from mandala_client.ui.log_pane import LogLine, Tone
from mandala_client.ui.motion import Motion, Passing
from mandala_client.ui.rows import BLANK
from mandala_net.match.news import (
    GameEnded,
    News,
    NoRematch,
    NotSaved,
    OfferMade,
    PeerAway,
    PeerBack,
    PeerHeard,
    PeerQuiet,
    RematchWanted,
    Talked,
)
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.game import Moved
from mandala_protocol.record.steps import Step
from mandala_protocol.wire.messages import OfferKind

if TYPE_CHECKING:
    from mandala_client.games.deal import Practised

MOST_STATUSES: Final = 100
MOST_WARNINGS: Final = 3
MOST_LOG_LINES: Final = 2000


# What comes from the game.


def with_snapshot(model: TableModel, snapshot: Snapshot) -> TableModel:
    """The game has come so far.

    One with fewer steps than before is another game, or moves were taken back, and what was told since then with them.
    """
    if model.awaiting:
        talk = model.draft  # what is left of it is no move
        model = evolve(for_the_next_game(model), draft=talk)
    known, now = model.snapshot, len(snapshot.steps)
    fewer = known is not None and len(known.steps) > now
    taken_back = fewer and model.opponent is Opponent.PRACTICE
    told = now if taken_back else 0 if known is None or fewer else len(known.steps)
    another = fewer and not taken_back
    log = () if another else model.log
    if taken_back:
        log = tuple(line for line in log if line.steps <= now)
    words = evolve(model, snapshot=snapshot).game.words
    lapsed = offer_text.lapsed(known)
    for number, step in enumerate(snapshot.steps[told:], start=told + 1):
        log = (*log, *_event_lines(step, snapshot, number, words))
        log = _with_drawn(log, snapshot, number, words)
        if isinstance(step.event, Moved):
            log += tuple(LogLine(text, Tone.AUTOMATIC, number) for text in lapsed)
            lapsed = []
    offered = offer_text.told_of_own(known, snapshot)
    if offered is not None:
        log += (LogLine(offered, Tone.NEWS, now),)
    gone_on = known is None or known.length != snapshot.length
    was_laid = model.laid and not another
    model = evolve(model, snapshot=snapshot)
    if model.laid and not was_laid and model.opponent is Opponent.PERSON:
        log += tuple(LogLine(text, Tone.NEWS, now) for text in status_text.agreed(snapshot))
    model = evolve(
        model,
        log=log[-MOST_LOG_LINES:],
        sent=model.sent and not gone_on,
        draft=Draft() if gone_on and model.draft.composed else model.draft,
        message=_("Your last move has been taken back.") if taken_back else None if gone_on else model.message,
        confirming=model.confirming and not gone_on,
        hinted=None if gone_on else model.hinted,
        chance=None if gone_on else model.chance,
        asked=() if gone_on else model.asked,
        question=_still_asked(model.question, snapshot),
        scrolled=0 if gone_on and not model.log_open else model.scrolled,
        progress=None if snapshot.steps else model.progress,
        quiet_seconds=None if gone_on else model.quiet_seconds,
        moving=None if fewer else model.moving,
    )
    return _with_only_move(model) if gone_on else model


def _with_only_move(model: TableModel) -> TableModel:
    """Prepare the only legal move for Enter, such as taking the last colour (K11)."""
    moves = model.legal_moves
    if len(moves) != 1 or model.draft.text:
        return model
    return composed(model, moves[0])


def _event_lines(step: Step, snapshot: Snapshot, number: int, words: GameWords[Any]) -> tuple[LogLine, ...]:
    """Return the events of the step of this number, counted from 1."""
    lines = []
    for event in words.events(step):
        deed = Tone.OWN if event.who is snapshot.seat else Tone.OTHER
        tone = deed if event.is_deed else Tone.AUTOMATIC
        lines.append(_event_line(event, snapshot, tone, number))
    return tuple(lines)


def _event_line(event: TableEvent, snapshot: Snapshot, tone: Tone, number: int) -> LogLine:
    assert snapshot.names is not None, "whoever plays has a name"
    line = event.line(snapshot.seat, snapshot.names)
    return LogLine(line.text, Tone.LOUD if line.is_loud else tone, number, line.brief)


def _with_drawn(
    log: tuple[LogLine, ...], snapshot: Snapshot, number: int, words: GameWords[Any]
) -> tuple[LogLine, ...]:
    """The log with the cards that this step, counted from 1, brought to our hand: beside the move that drew them."""
    for event in words.drawn(snapshot, number - 1):
        line = _event_line(event, snapshot, Tone.AUTOMATIC, number)
        if line.brief and log and log[-1].tone is Tone.OWN and log[-1].brief and not log[-1].more:
            log, line = (*log[:-1], evolve(log[-1], more=line.brief)), evolve(line, brief=BLANK)
        log = (*log, line)
    return log


def _still_asked(question: Question | OfferKind | None, snapshot: Snapshot) -> Question | OfferKind | None:
    """Resigning or ending is no question any more when the game is over."""
    return question if question is Question.LEAVE or snapshot.result is None else None


def with_news(model: TableModel, news: News) -> TableModel:
    """Something that is not in the state of the game."""
    match news:
        case PeerQuiet(seconds=seconds):
            return evolve(model, quiet_seconds=seconds)
        case PeerHeard():
            return evolve(model, quiet_seconds=None)
        case PeerAway(seconds=seconds):
            if model.away is not None and model.away.reason == outcomes.SIMPLY_LEFT:
                # Whoever has said goodbye has left, whatever becomes of the line then.
                return _with_abandoning_asked(evolve(model, away=evolve(news, reason=outcomes.SIMPLY_LEFT)))
            first = model.away is None or seconds == 0 or model.away.reason != news.reason or model.away.quietly
            told = _with_line(model, _news(news, model)) if first and not news.quietly else model
            if news.returning and model.away is None and model.opponent is Opponent.PERSON:
                told = _with_line(told, status_text.talk_not_kept())
            message = None if first else model.message  # who has gone is more than what was answered before
            return _with_abandoning_asked(evolve(told, away=news, quiet_seconds=None, sent=False, message=message))
        case PeerBack():
            told = model if news.quietly else _with_line(model, _news(news, model))
            asked = None if model.question is Question.ABANDON else model.question
            return evolve(told, away=None, message=None, question=asked, graces_asked=0)
        case Talked() if not model.settings.chat:
            return _with_one_more_muted(model)
        case Talked():
            return _with_line(model, _news(news, model), Tone.TALK)
        case NoRematch():
            question = model.question if model.ended is None else None  # whoever leaves now gives nothing up
            writing = model.typing_through or bool(model.draft.text)
            told = evolve(_with_line(model, _news(news, model)), draft=Draft(), typing_through=writing)
            return evolve(told, rematch=False, rematch_wanted=False, awaiting=False, question=question)
        case RematchWanted():
            return evolve(_with_line(model, _news(news, model)), rematch_wanted=True)
        case OfferMade():
            return _with_offer(model, news)
        case _:
            return _with_line(model, _news(news, model))


def _with_abandoning_asked(model: TableModel) -> TableModel:
    """Ask whether to call the game abandoned, once for each grace that has passed, when nothing else is asked."""
    graces = 0 if model.away is None else model.away.graces
    if graces <= model.graces_asked or model.question is not None or model.leaving:
        return model
    return evolve(asking(model, Question.ABANDON), log_open=False, graces_asked=graces)


def _with_offer(model: TableModel, news: OfferMade) -> TableModel:
    """Ask about the other player's offer; of several only the last can be agreed to.

    A move that is asked about once more is no longer asked about: it would void the offer, which is in sight then.
    """
    if offer_text.agrees_to_ours(model.snapshot, news.kind):
        return model
    return evolve(_with_line(model, _news(news, model)), confirming=False)


def _news(news: News, model: TableModel) -> str:
    return status_text.news(news, model.other_name, _how_to_answer)


def _how_to_answer(word: TypedWord) -> str:
    """Return how to do what a word asks for, as it stands within a sentence."""
    typed = f":{spoken_word(word)}"
    if word not in WORDS_OF_KEYS.values():
        return status_text.to_type(typed)
    return _("press {key} or type “{word}”").format(key=key_of(word), word=typed)


def _with_one_more_muted(model: TableModel) -> TableModel:
    """Nothing is shown of what was said, only that it was, in one line however often."""
    muted = model.muted + 1
    text = ngettext("Chat is muted: {count} line was not shown.", "Chat is muted: {count} lines were not shown.", muted)
    kept = tuple(line for line in model.log if line.tone is not Tone.MUTED)
    return _with_line(evolve(model, muted=muted, log=kept), text.format(count=muted), Tone.MUTED)


def with_chat_switched(model: TableModel) -> TableModel:
    """Chat muted, or shown again; what was not shown stays so."""
    chat = not model.settings.chat
    text = _("Chat is shown again; F6 mutes it.") if chat else _("Chat is muted; F6 shows it again.")
    return noted(evolve(model, settings=evolve(model.settings, chat=chat), muted=0), text)


def with_own_talk(model: TableModel, text: str) -> TableModel:
    """Add the words that we sent to the other player to the log."""
    return _with_line(model, status_text.own_talk(text), Tone.TALK)


def _with_line(model: TableModel, text: str, tone: Tone = Tone.NEWS) -> TableModel:
    scrolled = model.scrolled if model.log_open else 0
    since_end = 0 if model.ended is None else model.lines_since_end + 1
    steps = 0 if model.snapshot is None else len(model.snapshot.steps)
    log = (*model.log, LogLine(text, tone, steps))[-MOST_LOG_LINES:]
    return evolve(model, log=log, lines_since_end=since_end, scrolled=scrolled)


def with_lesson(model: TableModel, teaching: Teaching) -> TableModel:
    """The lesson explains something, in front of the table."""
    return evolve(overlaid(model, Learning()), lesson=teaching)


def with_thinking(model: TableModel, seconds: int | None) -> TableModel:
    """Show for how many ``seconds`` the player to move has been thinking; None where that is not shown."""
    return evolve(model, thinking=seconds)


def with_refusal(model: TableModel, reason: str) -> TableModel:
    """Show why something was not possible, unless a question needs the room."""
    message = outcomes.fact(reason) if model.question is None else model.message
    return evolve(model, message=message, sent=False)


def with_status(model: TableModel, text: str) -> TableModel:
    """A sentence of what goes on around the game."""
    text = outcomes.fact(text)
    if model.statuses[-1:] == (text,):
        return model
    return evolve(model, statuses=(*model.statuses, text)[-MOST_STATUSES:])


def with_invitation(model: TableModel, lines: Sequence[str]) -> TableModel:
    """Show how others join, in place of what was said of it before."""
    others = tuple(text for text in model.statuses if text not in model.invitation)
    model = evolve(model, statuses=others, invitation=tuple(outcomes.fact(line) for line in lines))
    for line in lines:
        model = with_status(model, line)
    return model


def with_warning(model: TableModel, text: str) -> TableModel:
    """Something to be heeded before the game."""
    text = outcomes.fact(text)
    return model if text in model.warnings else evolve(model, warnings=(*model.warnings, text)[-MOST_WARNINGS:])


def with_sentence(model: TableModel, text: str) -> TableModel:
    """Something to be said about what was asked for, as one more line of the log."""
    return _with_line(evolve(model, progress=None), outcomes.fact(text))


def with_progress(model: TableModel, text: str, done: int, total: int) -> TableModel:
    """Show how far something has come, until all of it is done."""
    return evolve(model, progress=None if done >= total else OpeningProgress(outcomes.fact(text), max(done, 0), total))


def with_end(
    model: TableModel,
    ended: GameEnded,
    series: Series | None = None,
    *,
    rematch: bool = False,
    practised: Practised | None = None,
    reviewable: bool = False,
) -> TableModel:
    """It is over; whatever was asked or written is void, but for talk where the other can still hear it.

    The same end comes once more if another game was wanted in vain: what has been said since then stays in sight.
    """
    if model.snapshot is None and ended.snapshot is not None:
        model = with_snapshot(model, ended.snapshot)
    model = evolve(
        model,
        ended=ended,
        lines_since_end=0 if model.ended is None else model.lines_since_end,
        series=series,
        practised=practised,
        rematch=rematch,
        rematch_wanted=model.rematch_wanted and rematch,
        reviewable=reviewable,
        awaiting=False,
    )
    talking = model.can_talk_on and model.draft.text.startswith("/")
    return evolve(
        model,
        typing_through=bool(model.draft.text) and not model.draft.composed and not talking,
        overlay=None,
        question=None,
        confirming=False,
        log_open=False,
        draft=model.draft if talking else Draft(),
        message=None,
        asked=(),
        progress=None,
        scrolled=0,
    )


def awaiting(model: TableModel) -> TableModel:
    """We want another game: the end stays in sight until it begins."""
    return evolve(model, awaiting=model.rematch, statuses=(), draft=Draft(), message=None)


def trying_again(model: TableModel, ended: GameEnded) -> TableModel:
    """Show that saving is tried again: of a proof at the same page, of a game at the table."""
    return for_the_next_game(model) if isinstance(ended.outcome, NotSaved) else model


def for_the_next_game(model: TableModel) -> TableModel:
    """The table cleared for another game."""
    return TableModel(
        settings=model.settings,
        expected_game=model.game.rules.name,
        opponent=model.opponent,
        from_lobby=model.from_lobby,
    )


# What passes in front of the table.


def moving(model: TableModel, motion: Motion, share: float = 0) -> TableModel:
    """A motion on its way, of whose time this share is over, in place of any other."""
    return evolve(model, moving=Passing(motion, share))


def moving_next(model: TableModel, motion: Motion) -> TableModel:
    """A motion that waits until those of earlier tables are over, and the one that passes now.

    Of others that wait only the last is kept.
    """
    now = model.moving
    if now is None:
        return moving(model, motion)
    waiting = tuple(one for one in now.then if one.table is not None)
    return evolve(model, moving=evolve(now, then=(*waiting, motion)))


def moving_at_end(model: TableModel, motion: Motion) -> TableModel:
    """The motion of the end, in place of any other but those of earlier tables."""
    now = model.moving
    return moving(model, motion) if now is None or now.motion.table is None else moving_next(model, motion)


def passed(model: TableModel, share: float) -> TableModel:
    """Let this share of a motion's time pass; when all of it has, the next motion follows, or none."""
    now = model.moving
    if now is None or share < 1:
        return evolve(model, moving=None if now is None else evolve(now, share=share))
    return evolve(model, moving=Passing(now.then[0], then=now.then[1:]) if now.then else None)


def settled(model: TableModel) -> TableModel:
    """Nothing moves any more."""
    return evolve(model, moving=None)


# What comes from the keys.


def asking(model: TableModel, question: Question | OfferKind | None) -> TableModel:
    """With this question to be answered first, and nothing else said or asked below it; None takes it back."""
    return evolve(model, question=question, confirming=False, message=None)


def overlaid(model: TableModel, overlay: Overlay | None) -> TableModel:
    """With this in front of the table; None puts it away. What was answered to a question in front is void then."""
    asked = any(isinstance(one, Admitting | Agreeing) for one in (model.overlay, overlay))
    message = None if asked else model.message
    return evolve(model, overlay=overlay, message=message)


def opened_by(model: TableModel, key: str) -> TableModel:
    """With the help or the book in front that this key opens; as it was for any other key."""
    word = WORDS_OF_KEYS.get(key)
    overlay = None if word is None else OPENED_BY_WORDS.get(word)
    return model if overlay is None else overlaid(model, overlay)


def departing(model: TableModel) -> TableModel:
    """We have said that we leave."""
    return evolve(model, leaving=True, question=None)


def drafted(model: TableModel, text: str, behind: int = 0) -> TableModel:
    """Return a copy with this in the input line, so much of it ``behind`` the cursor, and no message any more."""
    return evolve(model, draft=Draft(text, behind, model.game.words.typed(text)), message=None, confirming=False)


def edited(model: TableModel, line: TypedLine) -> TableModel:
    """Return a copy with this line as it was typed."""
    return drafted(model, line.text, line.behind)


def composed(model: TableModel, move: Any) -> TableModel:
    """With this move in the input line, as arrows and mouse write it."""
    draft = Draft(model.game.words.notation(move), move=move, composed=True)
    return evolve(model, draft=draft, message=None, confirming=False)


def hinted(model: TableModel, move: Any, sentence: str) -> TableModel:
    """Return a copy with the move in the input line that is recommended, and why."""
    return evolve(noted(composed(model, move), sentence), hinted=move)


def noted(model: TableModel, message: str | None) -> TableModel:
    """Return a copy with one line that answers the last key."""
    return evolve(model, message=message)


def refused(model: TableModel, reason: str) -> TableModel:
    """Refuse the input line; it can be edited or replaced."""
    return evolve(noted(model, reason), draft=evolve(model.draft, composed=False, refused=True), confirming=False)


def confirming(model: TableModel, *, asked: bool = True) -> TableModel:
    """Ask for confirmation of the input line, or stop asking."""
    return evolve(model, confirming=asked, message=None)


def with_log_open(model: TableModel, *, is_open: bool) -> TableModel:
    """Return a copy with the log on the whole screen, or the table again; the log at its end."""
    return evolve(model, log_open=is_open, scrolled=0)


def committed(model: TableModel) -> TableModel:
    """The move is on its way; a hint comes too late for it."""
    asked = not_asking(model.asked, TeacherRequest.HINT)
    return evolve(model, draft=Draft(), message=None, confirming=False, sent=True, asked=asked)


def not_asking(asked: tuple[Inquiry, ...], sought: TeacherRequest) -> tuple[Inquiry, ...]:
    """Return the questions to the teacher that are for something else."""
    return tuple(inquiry for inquiry in asked if inquiry.sought is not sought)


def scrolled_to(model: TableModel, scrolled: int) -> TableModel:
    """Scroll the log up by ``scrolled`` rows, or another page down."""
    return evolve(model, scrolled=scrolled)


def laid_out(model: TableModel, most: int, chapters: tuple[int, ...]) -> TableModel:
    """Take in what drawing alone knows: the log is no further up than this, and what is read no further down.

    ``chapters``: how far to scroll for each chapter of what is read.
    """
    match model.overlay:
        case Helping(scrolled=scrolled) as helping:
            return evolve(model, overlay=evolve(helping, scrolled=min(scrolled, most)))
        case Reading(scrolled=scrolled) as reading:
            return evolve(model, overlay=evolve(reading, scrolled=min(scrolled, most), chapters=chapters))
        case Learning(scrolled=scrolled) as learning:
            return evolve(model, overlay=evolve(learning, scrolled=min(scrolled, most)))
        case Replaying(model=replay) as replaying:
            shown = evolve(replay, scrolled=min(replay.scrolled, most))
            return evolve(model, overlay=evolve(replaying, model=shown))
        case _:
            return evolve(model, scrolled=min(model.scrolled, most))


def typed_to_the_end(model: TableModel) -> TableModel:
    """The line that was being typed when the game ended, or to someone who has gone, is over."""
    return evolve(model, typing_through=False, message=None)


def typing_in_vain(model: TableModel, why: str) -> TableModel:
    """Start a chat line that no one can receive, so that its letters are not keys."""
    return evolve(model, typing_through=True, message=why)


def at_end_page(model: TableModel, page: EndPage) -> TableModel:
    """Looking at another page of the end."""
    return evolve(model, end_page=page, scrolled=0)
