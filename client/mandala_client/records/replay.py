"""A game as frames: each event of a record with the table after it, and the hidden cards as far as they are known.

Every entry is checked on the way, by ``verify_entries``. Only proofs that this program has checked before, when the
game was played here, are not checked once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from mandala_client.games.catalogue import ui_of
from mandala_client.games.game_records import Held
from mandala_client.games.game_ui import AnyGameUI
from mandala_client.games.table_events import EventLine, event_lines, parts_of
from mandala_client.records.happening import Happening, events_of, happened_at
from mandala_client.records.verdict import names_of, verdict_lines
from mandala_client.text.language import _
from mandala_client.text.player_names import Names, told_apart
from mandala_client.text.sorry import Sorry
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_client.ui.log_pane import LogLine, Tone
from mandala_protocol.conversation.speaker import Speaker
from mandala_protocol.games.catalogue import GAMES_AND_TESTS
from mandala_protocol.games.game import Counts, Dealt, Moved, Over
from mandala_protocol.games.simulation import Holdings
from mandala_protocol.poker.workers import Workers
from mandala_protocol.record.encrypted_cards import holdings_seen
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.steps import Step
from mandala_protocol.record.transcript import Entry
from mandala_protocol.record.verification import RecordFault, opened_keys, verify_entries
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import EntryMessage


class NothingToReplay(Sorry):
    """The record has no frame."""


@frozen
class Own:
    """Our seat in a game, and the secret seed (32 bytes) by which we see our own cards there."""

    seat: Seat
    seed: bytes = field(repr=False)


@frozen
class Frame:
    """One event and the table after it, or a part of an event and the table after that.

    ``number`` counts from 1; ``entry`` is the number of the entry in the record that brought it about, None where there
    is no record. ``lines``: the events for someone who looks on. ``held``: the hidden cards by seat, None where they
    are not known. ``part``: which part of the event it is, counted from 0.
    """

    number: int
    entry: int | None
    happening: Happening
    lines: tuple[EventLine, ...]
    state: Any
    held: Held
    part: int = 0

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences about what happened."""
        return tuple(line.text for line in self.lines)

    @property
    def is_move(self) -> bool:
        """Return whether a player decided on it."""
        return not self.part and isinstance(self.happening, Step) and isinstance(self.happening.event, Moved)


def steps_in(frames: Iterable[Frame]) -> tuple[Step, ...]:
    """The steps of the game in these frames, each once however many parts it has."""
    return tuple(frame.happening for frame in frames if not frame.part and isinstance(frame.happening, Step))


def log_lines(frames: Iterable[Frame], now: Frame | None) -> tuple[LogLine, ...]:
    """The lines of the log about these frames; the deed of the frame ``now`` is marked."""
    lines: list[LogLine] = []
    for frame in frames:
        for line in frame.lines:
            is_deed = line.is_deed or (frame is now and line is frame.lines[0])
            deed = Tone.OTHER if frame is now else Tone.OWN
            tone = Tone.LOUD if line.is_loud else deed if is_deed else Tone.AUTOMATIC
            lines.append(LogLine(line.text, tone, brief=line.brief))
    return tuple(lines)


@frozen
class Beginning:
    """The state before the first event, and the number of the entry in the record after which it holds."""

    entry: int
    state: Any


@frozen
class Replay:
    """A whole game to look at; ``frames`` has at least one, but for a ``RecordedReplay`` that may be empty.

    ``game``: its name on the wire. ``names`` are fit to be shown, by seat. ``closing``: what is to be said at its end,
    in sentences: the score if there is one, and what a record is worth.
    """

    game: str
    names: Names
    frames: tuple[Frame, ...] = field(repr=False)
    closing: tuple[str, ...] = field(repr=False)

    @property
    def ui(self) -> AnyGameUI:
        """The client's side of the game."""
        return ui_of(self.game)

    @property
    def is_over(self) -> bool:
        """Return whether the rules say that nothing more happens."""
        return isinstance(self.ui.rules.expects(self.frames[-1].state), Over)

    @property
    def standing(self) -> str:
        """The one sentence that says how it stands at the end; empty if there is none."""
        return self.closing[-1] if self.closing else ""

    @property
    def is_faulty(self) -> bool:
        """Return whether something is wrong with what it was made of."""
        return False


@frozen
class RecordedReplay(Replay):
    """A replay that was made of a record.

    ``identities`` are 32 bytes each, by seat. ``beginning``: how it was before the first frame. ``first``: the seat
    that began. ``game_id``: 32 bytes. ``complete``: both have signed the result. ``fault``: the first entry that is
    wrong, at which the frames stop.
    """

    identities: tuple[bytes, bytes]
    beginning: Beginning
    first: Seat
    game_id: bytes = field(repr=False)
    complete: bool
    fault: RecordFault | None

    @property
    def standing(self) -> str:
        """The one sentence that says whether the record is valid, complete, or wrong."""
        return self.closing[-1] if self.complete else self.closing[0]

    @property
    def is_faulty(self) -> bool:
        """Return whether an entry of the record is wrong."""
        return self.fault is not None


MakeReplay: TypeAlias = Callable[[Callable[[int, int], None]], Replay]
"""Makes a replay of the game just played, in a thread; it tells how much of how much is done. Raises ``Sorry``."""


def frames_of(
    messages: Sequence[EntryMessage],
    workers: Workers,
    own: Own | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
    *,
    going_on: bool = False,
    proofs_checked: bool = False,
    may_be_empty: bool = False,
) -> RecordedReplay:
    """The game of these entries, checked from the first to the last, or up to the first that is wrong.

    All hidden cards are seen if both keys are among the entries; otherwise those of ``own``, and of no one else.
    ``progress`` is told how many entries of how many are checked. ``going_on``: the game is known not to be over.
    ``proofs_checked``: all proofs were checked when the game was played; signatures, chain and moves are checked again.
    ``may_be_empty``: a game of which only the beginning is known is one without frames. Raises ``NothingToReplay``.
    """
    referee = Referee(GAMES_AND_TESTS, workers)
    keys = opened_keys(messages)
    for seat, key in keys.items():
        referee.keys.learn(seat, key)
    own_seat = frozenset() if own is None else frozenset({own.seat})
    taking = partial(_taking(referee, own if len(keys) < len(Seat) else None, workers), trusted=proofs_checked)
    frames: list[Frame] = []
    beginning: Beginning | None = None

    def take(entry: Entry) -> None:
        nonlocal beginning
        taking(entry)
        if beginning is None and referee.state is not None:
            beginning = Beginning(entry.number, referee.state)
        seen = frozenset(Seat) if len(keys) == len(Seat) or not referee.rules.faces else own_seat
        frames.extend(frames_at(referee, entry.number, seen, frames))

    verdict = verify_entries(messages, referee, take, progress)
    fault = verdict.fault
    closing = tuple(verdict_lines(verdict, going_on=going_on, proofs_checked=proofs_checked))
    if beginning is None or not (frames or may_be_empty):
        raise NothingToReplay(closing[0] if fault is not None else _("In this record the game has not begun."))
    host, guest = referee.players
    return RecordedReplay(
        game=referee.rules.name,
        names=names_of(referee),
        frames=tuple(frames),
        closing=closing,
        identities=(host.identity, guest.identity),
        beginning=beginning,
        first=referee.first_player,
        game_id=referee.game_id,
        complete=verdict.complete,
        fault=fault,
    )


def _taking(referee: Referee, own: Own | None, workers: Workers) -> Callable[..., None]:
    """Return how the table takes an entry: our own show us our cards, the seed being known."""
    if own is None:
        return referee.take
    return Speaker(own.seat, _Silent(), "", own.seed, referee, workers, None).take


class _Silent:
    """The signature of someone who says nothing new."""

    public: Final = bytes(32)

    def sign(self, data: bytes) -> bytes:
        raise AssertionError(f"a replay says nothing, and no {len(data)} bytes")


def frames_at(referee: Referee, number: int, seen: frozenset[Seat], before: Sequence[Frame]) -> list[Frame]:
    """The frames of what the last entry at a table, which has this number, brought about; none if that is nothing.

    ``seen``: the seats whose hidden cards are shown, if they are known. ``before``: all frames until then.
    """
    happening = happened_at(referee, number)
    if happening is None:
        return []
    held = (_held(referee, Seat.HOST, seen), _held(referee, Seat.GUEST, seen))
    ui = ui_of(referee.rules.name)
    return _frames_after(ui, before, happening, names_of(referee), referee.state, held, number)


def _frames_after(
    ui: AnyGameUI,
    before: Sequence[Frame],
    happening: Happening,
    names: Names,
    state: Any,
    held: Held,
    entry: int | None,
) -> list[Frame]:
    """The frames of this happening, which led to this state: one, or one for each of its parts.

    ``before``: all frames until then. ``held`` and ``entry`` as in ``Frame``.
    """
    events = events_of(ui, happening)
    if before and isinstance(happening, Step) and isinstance(happening.event, Dealt):
        events += ui.records.drawn(happening, before[-1].held, held)
    number = len(before) + 1
    return [
        Frame(number + place, entry, happening, event_lines(part.events, None, names), part.table, held, place)
        for place, part in enumerate(parts_of(events, state))
    ]


def _held(referee: Referee, seat: Seat, seen: frozenset[Seat]) -> Mapping[str, Counts] | None:
    """The hidden cards of a seat, if every one of them is known."""
    cards = referee.cards
    if seat not in seen or any(None in cards.faces(owner, name) for owner, name in cards.places() if owner is seat):
        return None
    return holdings_seen(cards, seat, referee.rules.faces)


def practised(ui: AnyGameUI, names: Names, steps: Sequence[Step], held: Sequence[tuple[Holdings, Holdings]]) -> Replay:
    """The game of these steps; ``held`` are all hidden cards after each of them, by seat.

    Raises ``NothingToReplay`` if it is not over: no one shall see the cards of a game that goes on.
    """
    if not steps or not isinstance(ui.rules.expects(steps[-1].after), Over):
        raise NothingToReplay(_("This game is not over."))
    shown = told_apart(names)
    frames: list[Frame] = []
    for step, cards in zip(steps, held, strict=True):
        frames.extend(_frames_after(ui, frames, step, shown, step.after, cards, None))
    closing = sentences_of(ui.words.onlooker_score(steps[-1].after, shown))
    return Replay(game=ui.rules.name, names=shown, frames=tuple(frames), closing=tuple(closing))
