"""The contents that a screen may have at each moment, by the record, in which all cards are open at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from attrs import frozen

from mandala_client.games.colour_signs import sign_of
from mandala_client.games.mandala.events import drew, events, on_top
from mandala_client.games.mandala.notation import Pile, of_colour, side, written
from mandala_client.games.mandala.preview import brief_preview, completion, preview_sentences
from mandala_client.games.table_events import EventLine, event_lines
from mandala_client.records.replay import Frame, RecordedReplay, Replay, frames_of
from mandala_client.ui.style import FULL_LOOK
from mandala_protocol.games.game import HAND, Counts, Dealt, Moved, View
from mandala_protocol.games.mandala import COLOURS, MANDALA, Build, Grow, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.state import Claiming, GameOver, MandalaState, PlayerArea, missing_colours
from mandala_protocol.poker.workers import Serial
from mandala_protocol.record.steps import Step
from mandala_protocol.record.verification import read_messages
from mandala_protocol.seats import Seat
from tests.client.sessions import believing
from tests.e2e.seen_table import LETTERS, SYMBOLS, SeenPlayer, SeenTable

_WORD: Final = re.compile(r"\b(?:red|orange|yellow|green|purple|black)\b", re.IGNORECASE)
_MOVE: Final = re.compile(rf"\b(?:A[01][{LETTERS}]|B[01][{LETTERS}]\d|C[{LETTERS}]\d|K[{LETTERS}])\b")
_CARD: Final = re.compile(rf"[{SYMBOLS}]|\b[{LETTERS}]\d+\b")
_REMOVED: Final = "¶"
_CUT: Final = "…"


class Leak(AssertionError):
    """Something is shown that this side cannot know."""


def mentions_cards(text: str) -> bool:
    """Return whether a card, a colour or a move is in the text, in words, letters or symbols."""
    return any(pattern.search(text) for pattern in (_WORD, _MOVE, _CARD))


@cache
def replay_of(record: bytes) -> RecordedReplay:
    """The game of a record, all hidden cards known from the first to the last; both programs checked its proofs."""
    with believing():
        return frames_of(read_messages(record), Serial())


def steps_until(replay: Replay, number: int) -> tuple[Step, ...]:
    """All that has happened up to this frame, counted from 0."""
    happened = [frame.happening for frame in replay.frames[: number + 1]]
    return tuple(happening for happening in happened if isinstance(happening, Step))


@frozen
class Onlooker:
    """Looks at the tables that one side has drawn, in their order, and knows all cards."""

    replay: Replay
    seat: Seat

    def check(self, tables: Sequence[SeenTable]) -> int:
        """Count the steps seen. Raises ``Leak`` for the first table that shows what it must not."""
        first, seen = 0, set()
        for table in tables:
            first, last = self._moment(table, first)
            seen.add(first)
            self._check_own_cards(table, self.replay.frames[first : last + 1])
            self._check_on_top(table, first, last)
            self._check_words(table, first, last)
        return len(seen)

    def _moment(self, table: SeenTable, earliest: int) -> tuple[int, int]:
        """The next steps, the first and the last of them, that lay the table publicly as it is seen."""
        fits = [shows(table, frame.state, self.seat) for frame in self.replay.frames]
        if True not in fits[earliest:]:
            raise Leak(f"at no moment after step {earliest} did the table lie like this: {table}")
        first = fits.index(True, earliest)
        last = first
        while last + 1 < len(fits) and fits[last + 1]:
            last += 1
        return first, last

    def _check_own_cards(self, table: SeenTable, frames: Sequence[Frame]) -> None:
        """Hand and cup are the own ones of that moment, and the other's are not shown before all is open."""
        held = [frame.held[self.seat] for frame in frames]
        if not any(own is not None and own[HAND] == table.held and own["cup"] == table.near.sealed for own in held):
            raise Leak(f"these are not the own cards: {table}, but {held}")
        if table.far.sealed is not None and not isinstance(frames[-1].state.phase, GameOver):
            raise Leak(f"the cup of the other is open: {table}")

    def _check_on_top(self, table: SeenTable, first: int, last: int) -> None:
        """Check that the cards marked in the discard pile were discarded last; where there is little room none are."""
        tops = [on_top(steps_until(self.replay, number)) for number in range(first, last + 1)]
        possible = {"".join(colour.letter for colour in COLOURS if top[colour]) for top in tops}
        if table.on_top and table.on_top not in possible:
            raise Leak(f"these cards are not on top of the discard pile: {table}, but {possible}")

    def _check_words(self, table: SeenTable, first: int, last: int) -> None:
        sentences = sorted({*self.told(last), *self._foreseen(first, last)} - {""}, key=len, reverse=True)
        for pane in table.panes:
            for part in _without(pane.flowing, sentences):
                if mentions_cards(part):
                    raise Leak(f"nobody could know this at step {last}: {part!r} in {pane}")
            if mentions_cards(pane.title):
                raise Leak(f"cards in a title: {pane.title!r}")
        if mentions_cards(table.typed) and table.typed not in self._possible(first, last):
            raise Leak(f"nobody has typed this: {table.typed!r}")

    # What this side may know.

    def told(self, last: int) -> Iterator[str]:
        """The public events in sentences made from public facts alone; and the cards drawn to our own hand."""
        hand: Counts | None = None
        drawn: list[int] = [0] * len(COLOURS)
        for frame in self.replay.frames[: last + 1]:
            happening, held = frame.happening, frame.held[self.seat]
            if isinstance(happening, Step):
                for line in event_lines(events(happening), self.seat, self.replay.names):
                    yield line.text
                    yield _brief(line)
                if isinstance(happening.event, Moved):
                    drawn = [0] * len(COLOURS)
                elif isinstance(happening.event, Dealt) and hand is not None and held is not None:
                    came = [now - before for now, before in zip(held[HAND], hand, strict=True)]
                    drawn = [one + another for one, another in zip(drawn, came, strict=True)]
                    for cards in (tuple(came), tuple(drawn)):
                        line = drew(self.seat, Pile(cards)).line(self.seat, self.replay.names)
                        yield line.text
                        yield _brief(line)
            hand = None if held is None else held.get(HAND)

    def _foreseen(self, first: int, last: int) -> Iterator[str]:
        """Examples of own moves, and the previews that are possible for each, from own cards and public facts."""
        other = self.replay.names[self.seat.other]
        for frame in self.replay.frames[first : last + 1]:
            view = self.view(frame)
            if view is None:
                continue
            hand, cup = view.holdings[HAND], view.holdings["cup"]
            moves = MANDALA.legal_moves(view)
            yield "Enter or ←→↑↓ choose, or type "
            for move in moves:
                yield f"or type {written(move)}"
                for foresee in (preview_sentences, brief_preview):
                    sentences = foresee(view.state, self.seat, hand, move, other, cup)
                    yield from (" ".join(sentences), f"{written(move)} {sentences[0]}")
                yield from self._completing(view, move, other)
            for colour in COLOURS:
                for more in range(1, hand[colour]):
                    yield f"You hold {of_colour(more, colour)} more."

    def _completing(self, view: View[MandalaState], move: MandalaMove, other: str) -> Iterator[str]:
        """What is said of a move that completes a mandala, if this one does."""
        follows = completion(view.state, self.seat, move)
        if follows is None or not isinstance(move, Build | Grow):
            return
        card, place = sign_of(FULL_LOOK, move.colour), side(move.mandala)
        if isinstance(move, Build):
            deed = f"{card} to the {place} mountain completes it"
        else:
            deed = f"{card}{move.count} to your {place} field completes the mandala"
        yield f"{deed}, and all of it is discarded."
        yield f"{deed}: {'you choose' if follows.first is self.seat else f'{other} chooses'} first."

    def _possible(self, first: int, last: int) -> set[str]:
        views = [self.view(frame) for frame in self.replay.frames[first : last + 1]]
        return {MANDALA.format_move(move) for view in views if view for move in MANDALA.legal_moves(view)}

    def view(self, frame: Frame) -> View[MandalaState] | None:
        """The table with the own cards, as this side sees it; None while it has none."""
        held = frame.held[self.seat]
        return None if held is None else View(frame.state, self.seat, held)


def _brief(line: EventLine) -> str:
    """The text of its row beside the table."""
    return "".join(part.text for part in line.brief or ()).strip()


def shows(table: SeenTable, state: MandalaState, seat: Seat) -> bool:
    """Return whether all that is public of this state is on the table, seen from this seat, and nothing else."""
    if (table.draw_pile, table.discard) != (state.draw_pile, state.discard):
        return False
    if not _shows_player(table.far, state.players[seat.other]) or not _shows_player(table.near, state.players[seat]):
        return False
    return all(_shows_mandala(table, number, state, seat) for number in (0, 1))


def _shows_player(seen: SeenPlayer, player: PlayerArea) -> bool:
    hidden = seen.sealed or NO_CARDS
    river = tuple((colour.letter, player.claimed[colour] + hidden[colour]) for colour in player.river)
    return (seen.hand, seen.cup, seen.river) == (player.hand, sum(player.claimed) + player.sealed, river)


def _shows_mandala(table: SeenTable, number: int, state: MandalaState, seat: Seat) -> bool:
    mandala = state.mandalas[number]
    areas = (mandala.fields[seat.other], mandala.mountain, mandala.fields[seat])
    for seen, area in zip(table.mandalas[number], areas, strict=True):
        if any(cell not in (None, count) for cell, count in zip(seen, area, strict=True)):
            return False
    if isinstance(state.phase, Claiming) and state.phase.mandala == number:
        mountain = {colour.letter for colour in COLOURS if mandala.mountain[colour]}
        return table.needs[number] is None and mountain.issuperset(table.offered)
    return table.needs[number] == "".join(colour.letter for colour in missing_colours(mandala))


def _without(text: str, sentences: Sequence[str]) -> list[str]:
    """The rest of a pane without these sentences, the longest first.

    Of a log the beginning of its first sentence may have moved out of sight; of a preview the end may be cut off.
    """
    text = text.removeprefix(max(_tails(text, sentences), key=len, default=""))
    for sentence in sentences:
        text = text.replace(sentence, _REMOVED)
    return [_uncut(part, sentences) for part in text.split(_REMOVED)]


def _tails(text: str, sentences: Sequence[str]) -> Iterator[str]:
    for sentence in sentences:
        words = sentence.split()
        for first in range(len(words)):
            tail = " ".join(words[first:])
            if text.startswith(tail):
                yield tail


def _uncut(part: str, sentences: Sequence[str]) -> str:
    """The part without the longest beginning of a sentence before each place where something was cut off."""
    *begun, rest = part.split(_CUT)
    return _REMOVED.join([*(_without_beginning(one, sentences) for one in begun), rest])


def _without_beginning(text: str, sentences: Sequence[str]) -> str:
    words = text.split()
    starts = (" ".join(words[first:]) for first in range(len(words)))
    begun = next((start for start in starts if any(sentence.startswith(start) for sentence in sentences)), "")
    return " ".join(words).removesuffix(begun)
