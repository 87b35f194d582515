"""The functions that give the next state of the table for what comes from the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from attrs import evolve

from mandala_client.games.lesson import Teaching
from mandala_client.games.series import Series
from mandala_client.play.frontend import Opponent
from mandala_client.sentences import offer_text, outcomes, status_text
from mandala_client.table import edits, table_log
from mandala_client.table.function_keys import key_of
from mandala_client.table.table_model import (
    Draft,
    Ended,
    Playing,
    Preparing,
    Progress,
    Question,
    Replaying,
    TableModel,
    evolve_ended,
    evolve_playing,
    evolve_preparing,
)
from mandala_client.text.language import _, ngettext
from mandala_client.ui.log_pane import LogLine, Tone
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

if TYPE_CHECKING:
    from mandala_client.games.deal import Practised
    from mandala_client.screens.replay.replay_model import ReplayModel

MOST_STATUSES: Final = 100
MOST_WARNINGS: Final = 3


def with_snapshot(model: TableModel, snapshot: Snapshot) -> TableModel:
    """Go on to this state of the game.

    One with fewer steps than before is another game, or moves were taken back, and what was told since then with them.
    """
    model = _ready_for(model, snapshot)
    known, model = model.snapshot, evolve(model, snapshot=snapshot)
    model = evolve(
        model,
        log=table_log.with_steps(model.log, known, snapshot, model.game.words),
        # Resigning or ending is no question any more when the game is over.
        question=model.question if model.question is Question.LEAVE or snapshot.result is None else None,
    )
    model = _dealt(model, snapshot)
    if known is not None and known.length == snapshot.length:
        return model
    taken_back = known is not None and len(known.steps) > len(snapshot.steps)
    return _gone_on(model, _("Your last move has been taken back.") if taken_back else None)


def _ready_for(model: TableModel, snapshot: Snapshot) -> TableModel:
    """Drop what is of another game than this snapshot, or later."""
    if isinstance(model.phase, Ended) and model.phase.awaiting:
        return evolve(for_the_next_game(model), draft=model.draft)  # what is left of it is talk, and no move
    if model.snapshot is None or len(model.snapshot.steps) <= len(snapshot.steps):
        return model
    if model.opponent is Opponent.PRACTICE:
        log = tuple(line for line in model.log if line.steps <= len(snapshot.steps))
        return evolve(model, log=log, moving=None)
    phase = model.phase if isinstance(model.phase, Ended) else Preparing()
    return evolve(model, phase=phase, snapshot=None, log=(), moving=None)


def _dealt(model: TableModel, snapshot: Snapshot) -> TableModel:
    """Begin to play as soon as the cards are dealt, and tell what both have agreed on."""
    if not isinstance(model.phase, Preparing) or not model.laid:
        return evolve_preparing(model, progress=None) if snapshot.steps else model
    agreed = status_text.agreed(snapshot) if model.opponent is Opponent.PERSON else []
    lines = (LogLine(text, Tone.NEWS, len(snapshot.steps)) for text in agreed)
    return evolve(model, phase=Playing(), log=table_log.with_lines(model.log, *lines))


def _gone_on(model: TableModel, message: str | None) -> TableModel:
    """Drop what was for an earlier position, and prepare the only legal move, such as taking the last colour (K11)."""
    sent = isinstance(model.phase, Playing) and model.phase.sent
    model = evolve(
        model,
        draft=Draft() if model.draft.composed else evolve(model.draft, confirming=False),
        message=message,
        # The rest of a "yes" that played our move is still typed, but the other player's move begins something else.
        answered=model.answered if sent or model.question is not None else "",
        scrolled=_scrolled_by_news(model),
        quiet=None,
    )
    model = evolve_playing(model, sent=False, hinted=None, chance=None, asked=())
    moves = model.legal_moves
    return edits.composed(model, moves[0]) if len(moves) == 1 and not model.draft.text else model


def with_news(model: TableModel, news: News) -> TableModel:
    """Take in something that is not in the state of the game."""
    match news:
        case PeerQuiet():
            return evolve(model, quiet=news)
        case PeerHeard():
            return evolve(model, quiet=None)
        case PeerAway():
            return _with_abandoning_asked(_with_absence(model, news))
        case PeerBack():
            told = model if news.quietly else _with_line(model, _news(news, model))
            about_absence = model.question in (Question.ABANDON, Question.GIVE_UP)
            asked = None if about_absence else model.question
            return evolve(told, away=None, message=None, question=asked, graces_asked=0)
        case Talked() if not model.settings.chat:
            return _with_one_more_muted(model)
        case Talked():
            return _with_line(model, _news(news, model), Tone.TALK)
        case NoRematch():
            return _without_rematch(model, news)
        case RematchWanted():
            return evolve(_with_line(model, _news(news, model)), rematch_wanted=True)
        case OfferMade():
            return _with_offer(model, news)
        case _:
            return _with_line(model, _news(news, model))


def _with_absence(model: TableModel, news: PeerAway) -> TableModel:
    """Tell of an absence when it begins, and when its reason changes."""
    before = model.away
    if before is not None and before.reason == outcomes.SIMPLY_LEFT:
        # Whoever has said goodbye has left, whatever becomes of the line then.
        return evolve(model, away=evolve(news, reason=outcomes.SIMPLY_LEFT))
    first = before is None or news.seconds == 0 or before.reason != news.reason or before.quietly
    comes_anyway = news.returning and model.opponent is Opponent.BOT  # a bot of ours, which starts as our program does
    told = _with_line(model, _news(news, model)) if first and not news.quietly and not comes_anyway else model
    if news.returning and before is None and model.opponent is Opponent.PERSON:
        told = _with_line(told, _("Your earlier chat was not kept."))
    message = None if first else model.message  # who has gone is more than what was answered before
    return evolve_playing(evolve(told, away=news, quiet=None, message=message), sent=False)


def _without_rematch(model: TableModel, news: NoRematch) -> TableModel:
    """Tell that there is no other game. Who was typing to the other goes on in vain."""
    told = evolve(_with_line(model, _news(news, model)), rematch_wanted=False, draft=Draft())
    if not isinstance(told.phase, Ended):
        return told
    through = told.phase.typing_through or bool(model.draft.text)
    told = evolve(told, question=None)  # whoever leaves now gives nothing up
    return evolve_ended(told, rematch=False, awaiting=False, typing_through=through)


def _with_abandoning_asked(model: TableModel) -> TableModel:
    """Ask whether to call the game abandoned, once for each grace that has passed, when nothing else is asked.

    Whoever has come back and finds no one is asked whether to leave: the other has probably done so.
    """
    away = model.away
    if away is None or model.leaving:
        return model
    question, graces = (Question.ABANDON, away.graces) if away.graces else (Question.GIVE_UP, away.vain_graces)
    if graces <= model.graces_asked or model.question not in (None, question):
        return model
    if model.question is None:
        model = evolve_playing(edits.asking(model, question), log_open=False)
    return evolve(model, graces_asked=graces)


def _with_offer(model: TableModel, news: OfferMade) -> TableModel:
    """Ask about the other player's offer; of several only the last can be agreed to.

    A move that is asked about once more is no longer asked about: it would void the offer, which is in sight then. One
    that we have declined is no longer in sight, so the answer line says it too if it is made again.
    """
    if offer_text.agrees_to_ours(model.snapshot, news.kind):
        return model
    sentence = _news(news, model)
    told = _with_line(model, sentence)
    if news.repeats:
        return edits.noted(told, sentence) if model.has_keys and model.question is None else told
    return evolve(told, draft=evolve(told.draft, confirming=False))


def _news(news: News, model: TableModel) -> str:
    if not model.has_keys:
        unnamed = model.snapshot is None or model.snapshot.names is None
        return status_text.news(news, None if unnamed else model.other_name)
    return status_text.news(news, model.other_name, key_of)


def _with_one_more_muted(model: TableModel) -> TableModel:
    """Nothing is shown of what was said, only that it was, in one line however often."""
    muted = model.muted + 1
    text = ngettext("Chat is muted: {count} line was not shown.", "Chat is muted: {count} lines were not shown.", muted)
    kept = tuple(line for line in model.log if line.tone is not Tone.MUTED)
    return _with_line(evolve(model, muted=muted, log=kept), text.format(count=muted), Tone.MUTED)


def with_chat(model: TableModel, *, shown: bool) -> TableModel:
    """Show the other player's chat from now on, or mute it; what was not shown stays so."""
    if model.has_keys:
        text = _("Chat is shown again; F6 mutes it.") if shown else _("Chat is muted; F6 shows it again.")
    elif shown:
        text = _("Chat is on again.")
    else:
        text = _("Chat is muted. You will not see what the other player says until you unmute it.")
    return edits.noted(evolve(model, settings=evolve(model.settings, chat=shown), muted=0), text)


def with_own_talk(model: TableModel, text: str) -> TableModel:
    """Add the words that we sent to the other player to the log."""
    return _with_line(model, status_text.own_talk(text), Tone.TALK)


def _with_line(model: TableModel, text: str, tone: Tone = Tone.NEWS) -> TableModel:
    steps = 0 if model.snapshot is None else len(model.snapshot.steps)
    log = table_log.with_lines(model.log, LogLine(text, tone, steps))
    model = evolve(model, log=log, scrolled=_scrolled_by_news(model))
    if not isinstance(model.phase, Ended):
        return model
    return evolve_ended(model, lines_since_end=model.phase.lines_since_end + 1)


def _scrolled_by_news(model: TableModel) -> int:
    """The rows that the log is scrolled up after news: none, unless it is being read."""
    return model.scrolled if model.history.is_page else 0


def with_lesson(model: TableModel, teaching: Teaching) -> TableModel:
    """Show an explanation of the lesson in front of the table; after a move the table alone first, until a key."""
    if not isinstance(model.phase, Playing):
        return model
    if model.has_keys and model.phase.lesson is not None:
        return evolve_playing(evolve(model, draft=Draft()), lesson=teaching, lesson_waits=True)
    return edits.explained(evolve_playing(model, lesson=teaching))


def with_thinking(model: TableModel, seconds: int | None) -> TableModel:
    """Show for how many ``seconds`` the player to move has been thinking; None where that is not shown."""
    return evolve_playing(model, thinking=seconds)


def with_refusal(model: TableModel, reason: str) -> TableModel:
    """Show why something was not possible, unless a question needs the room."""
    message = outcomes.fact(reason) if model.question is None else model.message
    return evolve(edits.with_taught_move(evolve_playing(model, sent=False)), message=message)


def with_status(model: TableModel, text: str) -> TableModel:
    """A sentence of what goes on around the game."""
    text = outcomes.fact(text)
    if model.statuses[-1:] == (text,):
        return model
    return evolve(model, statuses=(*model.statuses, text)[-MOST_STATUSES:])


def with_invitation(model: TableModel, lines: Sequence[str]) -> TableModel:
    """Show how others join, in place of what was said of it before."""
    before = model.phase.invitation if isinstance(model.phase, Preparing) else ()
    model = evolve(model, statuses=tuple(text for text in model.statuses if text not in before))
    for line in lines:
        model = with_status(model, line)
    return evolve_preparing(model, invitation=tuple(outcomes.fact(line) for line in lines))


def with_warning(model: TableModel, text: str) -> TableModel:
    """Show something to be heeded before the game."""
    text = outcomes.fact(text)
    if not isinstance(model.phase, Preparing) or text in model.phase.warnings:
        return model
    return evolve_preparing(model, warnings=(*model.phase.warnings, text)[-MOST_WARNINGS:])


def with_sentence(model: TableModel, text: str) -> TableModel:
    """Answer in one more line of the log what was asked for at the end."""
    return _with_line(evolve_ended(model, progress=None), outcomes.fact(text))


def with_review(model: TableModel, replay: ReplayModel) -> TableModel:
    """Open the review of the game that is over."""
    known = model.phase.lines_since_end if isinstance(model.phase, Ended) else 0
    return evolve_ended(edits.overlaid(model, Replaying(replay, known)), progress=None)


def with_progress(model: TableModel, text: str, done: int, total: int) -> TableModel:
    """Show how far something has come, until all of it is done; while a game is played nothing shows it."""
    progress = None if done >= total else Progress(outcomes.fact(text), max(done, 0), total)
    return evolve_ended(evolve_preparing(model, progress=progress), progress=progress)


def with_end(
    model: TableModel,
    end: GameEnded,
    series: Series | None = None,
    *,
    rematch: bool = False,
    practised: Practised | None = None,
    reviewable: bool = False,
) -> TableModel:
    """It is over; whatever was asked or typed is void, but for talk where the other can still hear it.

    The same end comes once more if another game was wanted in vain: what has been said since then stays in sight.
    """
    if model.snapshot is None and end.snapshot is not None:
        model = with_snapshot(model, end.snapshot)
    draft, before = model.draft, model.phase if isinstance(model.phase, Ended) else Ended(end)
    talking = rematch and model.opponent is Opponent.PERSON and draft.text.startswith("/")
    ended = Ended(
        end,
        page=before.page,
        series=series,
        practised=practised,
        rematch=rematch,
        reviewable=reviewable,
        lines_since_end=before.lines_since_end,
        typing_through=draft.text.startswith("/") and not talking,
    )
    return evolve(
        model,
        phase=ended,
        rematch_wanted=model.rematch_wanted and rematch,
        overlay=None,
        question=None,
        draft=draft if talking else Draft(),
        message=None,
        scrolled=0,
    )


def awaiting(model: TableModel) -> TableModel:
    """Wait for another game, which we want: the end stays in sight until it begins."""
    awaits = isinstance(model.phase, Ended) and model.phase.rematch
    return evolve_ended(evolve(model, statuses=(), draft=Draft(), message=None), awaiting=awaits)


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
        has_keys=model.has_keys,
    )
