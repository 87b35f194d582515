"""The sentences of text mode about a game at the table: the difference between two models of it, and its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve, frozen

from mandala_client.linear.inquiries import statistics_of
from mandala_client.linear.word_help import yes_or_no
from mandala_client.play.frontend import Opponent
from mandala_client.sentences import outcomes, status_text
from mandala_client.sentences.series_text import both_sides, series_score
from mandala_client.table.table_model import Ended, Playing, Question, TableModel
from mandala_client.text.language import _
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_client.ui.log_pane import Tone
from mandala_net.match.news import PeerHeard
from mandala_protocol.games.game import HAND, ExpectMove
from mandala_protocol.wire.messages import Move

MOST_AT_ONCE: Final = 12
"""The most events that are told at once: of a game that is gone on with, no one wants to hear all again unasked."""


@frozen
class SpokenSentence:
    """A sentence.

    ``happened``: it is an event, which can be repeated later. ``aloud``: it is said now.
    """

    text: str
    happened: bool = False
    aloud: bool = True


def sentences_between(before: TableModel, after: TableModel, *, person: bool) -> Iterator[SpokenSentence]:
    """Iterate over what is new at the table. ``person``: someone plays here, and is told the own cards and asked."""
    if after.statuses and after.statuses != before.statuses:
        yield SpokenSentence(after.statuses[-1])
    yield from map(SpokenSentence, _terms(before, after))
    yield from _events(before, after)
    if person and after.snapshot is not None and _is_dealt_hand(before, after):
        yield from map(SpokenSentence, after.game.words.hand(after.snapshot))
    if person and _declined(after) and not _declined(before):
        yield SpokenSentence(_("You decline the offer and play on."), happened=True)
    yield from _silence(before, after)
    if person and after.snapshot is not None and _is_asked_about_absence(before, after):
        name, grace = after.other_name, after.snapshot.grace
        gives_up = after.question is Question.GIVE_UP
        asked = status_text.probably_abandoned(name) if gives_up else status_text.too_long_away(name, grace)
        yield SpokenSentence(yes_or_no(asked))
    if after.message is not None and not is_taken_back(before, after):
        yield SpokenSentence(after.message)


def _terms(before: TableModel, after: TableModel) -> list[str]:
    """The terms that both have agreed on, as soon as there are authentication words."""
    if after.snapshot is None or after.snapshot.words is None or after.opponent is not Opponent.PERSON:
        return []
    known = before.snapshot is not None and before.snapshot.words is not None
    return [] if known else status_text.agreed(after.snapshot)


def _events(before: TableModel, after: TableModel) -> Iterator[SpokenSentence]:
    """Iterate over the new lines of the log, but not those of the terms and of muted chat."""
    if is_taken_back(before, after):
        yield SpokenSentence(_("Your last move has been taken back."), happened=True)
        return
    terms = () if after.snapshot is None else status_text.agreed(after.snapshot)
    lines = [text for text in _new_lines(before, after) if text not in terms]
    goes_on = _goes_on_from_here(before, after)
    if not goes_on and _has_been_played(before, after):
        yield SpokenSentence(_("This has happened so far:"))
    yield from (SpokenSentence(text, happened=True, aloud=not goes_on) for text in lines)
    if goes_on and after.snapshot is not None:
        yield from map(SpokenSentence, [_("The game continues from here:"), *after.game.words.table(after.snapshot)])


def _new_lines(before: TableModel, after: TableModel) -> list[str]:
    """The lines at the end of the log that were not there before; the oldest ones may have gone from it."""
    known, now = _heard(before), _heard(after)
    gone = next(count for count in range(len(known) + 1) if known[count:] == now[: len(known) - count])
    return now[len(known) - gone :]


def _heard(model: TableModel) -> list[str]:
    return [line.text for line in model.log if line.tone is not Tone.MUTED]


def _goes_on_from_here(before: TableModel, after: TableModel) -> bool:
    """Return whether a game of before comes to the table, of which only the position is told."""
    comes = before.snapshot is None or before.snapshot.view is None
    return comes and after.laid and len(_new_lines(before, after)) > MOST_AT_ONCE


def _has_been_played(before: TableModel, after: TableModel) -> bool:
    """Return whether a game of before comes to the table; a practice game always begins here."""
    comes = before.snapshot is None or before.snapshot.view is None
    if not comes or after.snapshot is None or after.opponent is Opponent.PRACTICE:
        return False
    return after.snapshot.has_moves


def is_taken_back(before: TableModel, after: TableModel) -> bool:
    """Return whether moves of a practice game have been taken back."""
    if before.snapshot is None or after.snapshot is None or after.opponent is not Opponent.PRACTICE:
        return False
    return len(after.snapshot.steps) < len(before.snapshot.steps)


def _is_dealt_hand(before: TableModel, after: TableModel) -> bool:
    """Return whether the own cards are known now, and are not told with all of the position."""
    return _knows_hand(after) and not _knows_hand(before) and not _goes_on_from_here(before, after)


def _knows_hand(model: TableModel) -> bool:
    """Return whether all the own cards of the first deal are known."""
    snapshot = model.snapshot
    if snapshot is None or snapshot.view is None or HAND not in snapshot.view.holdings:
        return False
    expects = model.game.rules.expects(snapshot.view.state)
    return isinstance(expects, ExpectMove) or snapshot.has_moves


def _is_asked_about_absence(before: TableModel, after: TableModel) -> bool:
    """Return whether it is asked now, or once more after another grace, whether to wait no longer."""
    if after.question not in (Question.ABANDON, Question.GIVE_UP):
        return False
    return before.question is not after.question or after.graces_asked > before.graces_asked


def _declined(model: TableModel) -> bool:
    theirs = None if model.snapshot is None else model.snapshot.their_offer
    return theirs is not None and theirs.declined


def _silence(before: TableModel, after: TableModel) -> Iterator[SpokenSentence]:
    """A silence once, and its end, unless it comes and goes too often."""
    if after.quiet is not None and not after.quiet.quietly and (before.quiet is None or before.quiet.quietly):
        yield SpokenSentence(status_text.news(after.quiet, after.other_name), happened=True)
    if before.quiet is not None and after.quiet is None and not before.quiet.quietly and after.away is None:
        yield SpokenSentence(status_text.news(PeerHeard(), after.other_name), happened=True)


def turn(model: TableModel) -> tuple[str, bool] | None:
    """Whose turn it is, in a sentence without offers, and whether it is ours; None where no move is awaited."""
    snapshot = model.snapshot
    if not isinstance(model.phase, Playing) or snapshot is None or not snapshot.connected:
        return None
    if snapshot.due is None or snapshot.due.kind is not Move:
        return None
    return status_text.whose_turn(evolve(snapshot, their_offer=None)), snapshot.due.speaker is snapshot.seat


def is_turn_announced(before: TableModel, after: TableModel) -> bool:
    """Return whether the last event that was told says already that it is our turn, such as who chooses first."""
    snapshot = after.snapshot
    if snapshot is None or not snapshot.steps or _goes_on_from_here(before, after):
        return False
    if before.snapshot is not None and len(before.snapshot.steps) >= len(snapshot.steps):
        return False
    events = after.game.words.events(snapshot.steps[-1])
    return bool(events) and events[-1].who is snapshot.seat and not events[-1].is_deed


def end_of(model: TableModel, ended: Ended, *, with_statistics: bool, again: bool) -> list[str]:
    """The end of the game, its points, the score of the series, and the commands to see the game or its cards again.

    ``again``: it was told before, and is only told once more how the game ended.
    """
    end, snapshot = ended.end, None if again else model.snapshot
    sentences = [outcomes.outcome(end, snapshot or end.snapshot, in_lobby=model.from_lobby)]
    if snapshot is not None:
        sentences += sentences_of(model.game.words.score(snapshot))
        sentences += statistics_of(model) if with_statistics else []
    if ended.series is not None and ended.series.games > 1:
        sentences.append(series_score(ended.series, model.other_name, ended.practised))
    sentences += outcomes.warning(end)
    for way in outcomes.ways_to_check(end)[:1]:
        sentences += way
    if ended.practised is not None:
        compared = both_sides(ended.practised, model.other_name)
        sentences += [*([] if compared is None else [compared]), *outcomes.deal_again(ended.practised)]
    return sentences
