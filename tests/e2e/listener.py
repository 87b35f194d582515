"""The sentences that may be heard in text mode at each moment, by the record, where all cards are open at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from mandala_client.games.colour_words import colour_name
from mandala_client.games.game_words import listed_moves
from mandala_client.games.mandala.events import events
from mandala_client.games.mandala.mandala_words import MandalaWords
from mandala_client.games.table_events import event_sentences
from mandala_client.records.replay import Frame, Replay
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import HAND
from mandala_protocol.games.mandala import COLOURS, MANDALA
from mandala_protocol.games.mandala.state import Claiming, Turn
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat
from tests.e2e.onlooker import Leak, Onlooker, mentions_cards, steps_until

WORDS: Final = MandalaWords()


@frozen
class Listener:
    """Listens to the lines that one side has heard, in their order, and knows all cards."""

    replay: Replay
    seat: Seat

    def check(self, lines: Sequence[str]) -> None:
        """All that happened was heard, in its order, and besides nothing of cards but what this side could know then.

        Raises ``Leak`` for the first line that says more, or if something was not heard.
        """
        events = list(self._events())
        heard, allowed = 0, frozenset[str]()
        for line in lines:
            if heard < len(events) and line == events[heard][1]:
                heard += 1
                allowed = frozenset()
                continue
            if not mentions_cards(line):
                continue
            if not allowed:
                first = events[heard - 1][0] if heard else 0
                last = events[heard][0] if heard < len(events) else len(self.replay.frames)
                allowed = frozenset(self._knows(first, last))
            if line not in allowed:
                raise Leak(f"nobody could know this after {events[heard - 1]}: {line!r}")
        if heard < len(events):
            raise Leak(f"this was not heard: {events[heard]}")

    def _events(self) -> Iterator[tuple[int, str]]:
        """The public events as this side hears them, with the number of the frame."""
        for number, frame in enumerate(self.replay.frames):
            if isinstance(frame.happening, Step):
                for sentence in event_sentences(events(frame.happening), self.seat, self.replay.names):
                    yield number, sentence

    def _knows(self, first: int, last: int) -> Iterator[str]:
        """The sentences about cards that are allowed from one frame on, and before another."""
        onlooker = Onlooker(self.replay, self.seat)
        yield from (sentence for sentence in onlooker.told(last - 1) if sentence.startswith("You drew "))
        for frame in self.replay.frames[first:last]:
            yield from self._described(frame, onlooker)

    def _described(self, frame: Frame, onlooker: Onlooker) -> Iterator[str]:
        snapshot = self._turn(frame, onlooker)
        if snapshot is None or snapshot.view is None:
            return
        yield from WORDS.table(snapshot)
        yield from listed_moves(WORDS, snapshot, MANDALA.legal_moves(snapshot.view))
        earlier = (self._turn(one, onlooker) for one in reversed(self.replay.frames) if one.number < frame.number)
        before = next((one for one in earlier if one is not None), None)
        if before is not None:
            yield from WORDS.noticed(before, snapshot)
        for colour in COLOURS:
            for more in range(1, snapshot.view.holdings[HAND][colour]):
                them = "it" if more == 1 else "them"
                name = colour_name(colour)
                yield f"You hold {more} {name} more. Play without {them}? Type “yes” or “no”."
        for count in range(6, 109):
            yield (
                f"Both fields are empty, so no one gets the mountain and {count} cards are discarded. "
                "Play anyway? Type “yes” or “no”."
            )
        for theirs in range(1, 40):
            for ours in range(theirs):
                yield (
                    f"This completes the mandala, and the other player leads {theirs} to {ours} and chooses first. "
                    "Play anyway? Type “yes” or “no”."
                )

    def _turn(self, frame: Frame, onlooker: Onlooker) -> Snapshot | None:
        """Return the view of this side in a frame in which a move is due; None in any other frame."""
        view = onlooker.view(frame)
        if view is None or not isinstance(view.state.phase, (Turn, Claiming)):
            return None
        return Snapshot(
            game=MANDALA.name,
            seat=self.seat,
            names=self.replay.names,
            due=None,
            pending=Pending.NOTHING,
            words=None,
            view=view,
            steps=steps_until(self.replay, frame.number - 1),
            result=None,
            connected=True,
            length=0,
        )
