"""Rules logs: positions and moves as JSON lines, by which any two engines of a game are compared move by move."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias, overload

from attrs import frozen

from mandala_conformance.rules_logs.rules_log_fields import (
    LONGEST_LINE,
    BadLog,
    Fields,
    Json,
    RulesLogLine,
    array,
    one_of,
    or_null,
    read_fields,
    read_json,
    text,
    whole,
)
from mandala_protocol.games.counts import counted, spread
from mandala_protocol.games.game import Counts, Face, Game, MoveT, StateT, View
from mandala_protocol.games.simulation import ShuffleCards, Simulation

LONGEST_GAME = 10_000
"""Lines; forty C moves between any two others, the longest Mandala has about half as many."""

MOST_LINE_BYTES = 4 * LONGEST_LINE
"""A character takes up to four bytes in UTF-8. Whoever reads a log needs no more than one byte more of a line."""

LARGEST_GAME = 24_000_000
"""Bytes; the longest Mandala has about a third as many."""


class GameLog(Protocol[StateT, MoveT]):
    """The form of the logs of one game."""

    @property
    def game(self) -> Game[StateT, MoveT]:
        """The rules."""

    @property
    def letters(self) -> str:
        """The letter of each face, in the order of the faces; empty for a game without shuffles."""

    @property
    def state_fields(self) -> Fields:
        """The fields of a state line besides those that every game has, in the order in which they are compared.

        "reshuffles", a list of ordered piles, is among them if the game shuffles during play.
        """

    @property
    def final_fields(self) -> Fields:
        """The fields of a final line besides those that every game has, in the order in which they are compared."""

    def set_up(
        self, line: RulesLogLine, rest: Sequence[RulesLogLine], shuffle: ShuffleCards
    ) -> Simulation[StateT, MoveT]:
        """The game in the position of this line, whose fields have been read.

        ``rest``: the following lines of the game, unread, for what a line does not tell.
        Raises ``ValueError`` for a position that cannot be.
        """

    def describe(self, simulation: Simulation[StateT, MoveT]) -> dict[str, Json]:
        """The ``state_fields`` of the position, without "reshuffles"."""

    def unused(self, simulation: Simulation[StateT, MoveT]) -> frozenset[str]:
        """The fields of these that mean nothing in this position: engines may differ in them."""

    def describe_end(self, simulation: Simulation[StateT, MoveT]) -> dict[str, Json]:
        """The ``final_fields`` of a game that is over."""


@frozen
class Difference:
    """The first place where the log and the engine differ; both values as JSON, or in words where there is no value.

    ``line`` counts from 1 in the file; ``game`` and ``move`` are the numbers g and t of the log.
    """

    line: int
    game: int
    move: int
    field: str
    engine: str
    log: str


@frozen
class Report:
    """The number of games and moves that agreed, up to the first difference or the end."""

    games: int
    moves: int
    difference: Difference | None


_NUMBER = whole(0, 10**9)
_KIND = one_of("state", "final")
_STATE: Fields = {"ty": _KIND, "g": _NUMBER, "t": _NUMBER}
_MOVES: Fields = {"legal": array(text(16), 0, 1000), "act": or_null(text(16))}
_FINAL: Fields = {"ty": _KIND, "g": _NUMBER}


def check_rules(lines: Iterable[str | bytes], forms: Collection[GameLog[Any, Any]]) -> Report:
    """Compare a log with the engine. A game of it is kept at a time, and of that no more than its lines as they are.

    ``forms``: the log forms to choose from, at least one. A game is read in the form whose fields its first line has.
    Raises ``BadLog``, naming the line, if the log cannot be read up to its end or to the first difference.
    """
    games = moves = 0
    seen: set[int] = set()
    for block in _blocks(lines):
        checker = _GameChecker(block, forms)
        if checker.number in seen:
            raise BadLog(block[0].number, f"g: game {checker.number} stands twice in the log")
        seen.add(checker.number)
        difference = checker.run()
        moves += checker.moves
        if difference is not None:
            return Report(games, moves, difference)
        games += 1
    if not games:
        raise BadLog(1, "there is no game in the log")
    return Report(games, moves, None)


@frozen
class _Raw:
    """One line, known to be JSON, its fields unread."""

    number: int
    kind: str
    content: bytes

    @property
    def values(self) -> dict[str, Any]:
        """The fields, made again each time: as Python values they take twenty times the room."""
        return read_json(self.content.decode("utf-8"))


@frozen
class _Values(Sequence[RulesLogLine]):
    """The fields of lines, each made when it is asked for."""

    lines: Sequence[_Raw]

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, index: int) -> RulesLogLine: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[RulesLogLine]: ...

    def __getitem__(self, index: int | slice) -> RulesLogLine | Sequence[RulesLogLine]:
        return _Values(self.lines[index]) if isinstance(index, slice) else self.lines[index].values


def _blocks(lines: Iterable[str | bytes]) -> Iterator[list[_Raw]]:
    """The lines game by game: each ends with its final line. Empty lines are passed over."""
    block: list[_Raw] = []
    size = 0
    for number, line in enumerate(lines, start=1):
        if len(line) > MOST_LINE_BYTES:
            raise BadLog(number, f"longer than {LONGEST_LINE} characters")
        try:
            content = (line if isinstance(line, str) else line.decode("utf-8")).strip()
            if not content:
                continue
            kind = str(read_fields({"ty": read_json(content).get("ty")}, {"ty": _KIND})["ty"])
            block.append(_Raw(number, kind, content.encode("utf-8")))
        except ValueError as error:
            raise BadLog(number, str(error)) from None
        size += len(line)
        if kind == "final":
            yield block
            block, size = [], 0
        elif len(block) > LONGEST_GAME:
            raise BadLog(number, f"the game has more than {LONGEST_GAME} lines")
        elif size > LARGEST_GAME:
            raise BadLog(number, f"the game has more than {LARGEST_GAME} bytes")
    if block:
        raise BadLog(block[-1].number, "the last game has no final line")


class _Differs(Exception):
    """Carries a field and both values out of the comparison."""

    def __init__(self, field: str, engine: str, log: str) -> None:
        super().__init__(field)
        self.field = field
        self.engine = engine
        self.log = log


class _GivenShuffles:
    """The shuffle of a simulation that takes each new pile from the log."""

    def __init__(self, letters: str) -> None:
        self._letters = letters
        self.given: list[str] = []
        self.used: list[str] = []

    def give(self, piles: list[str]) -> None:
        """Make these piles the results from now on."""
        self.given, self.used = piles, []

    def __call__(self, faces: Counts) -> Sequence[Face]:
        asked = "".join(self._letters[face] for face in spread(faces))
        if len(self.used) < len(self.given):
            pile = self.given[len(self.used)]
            cards = [self._letters.index(letter) for letter in pile]
            if counted(cards, len(faces)) == faces:
                self.used.append(pile)
                return cards
        raise _Differs("reshuffles", f"shuffle number {len(self.used) + 1} of {asked}", json.dumps(self.given))


class _GameChecker:
    """One game of a log, followed line by line."""

    def __init__(self, block: Sequence[_Raw], forms: Collection[GameLog[Any, Any]]) -> None:
        first = block[0]
        if first.kind != "state":
            raise BadLog(first.number, "ty: a game begins with a state line")
        self._block = block
        named = first.values.keys()
        self._log = max(forms, key=lambda form: len(form.state_fields.keys() & named))
        self._shuffles = _GivenShuffles(self._log.letters)
        line = self._read(first, "state")
        self.number = _whole(line["g"])
        self._start = _whole(line["t"])
        self.moves = 0
        rest = _Values(block[1:])
        try:
            self._simulation = self._log.set_up(line, rest, self._shuffles)
        except ValueError as error:
            raise BadLog(first.number, str(error)) from None

    def run(self) -> Difference | None:
        """Follow the game to its final line; the first difference, if there is one."""
        act: str | None = None
        for index, raw in enumerate(self._block):
            move = self._start + index
            try:
                if index > 0 and act is None:
                    self._compare_final(raw)
                    return None
                act = self._compare_state(raw, move, act)
            except _Differs as differs:
                return Difference(raw.number, self.number, move, differs.field, differs.engine, differs.log)
        raise AssertionError("a block ends with a final line, and after it nothing is compared")

    def _read(self, raw: _Raw, expected: str) -> dict[str, Json]:
        """The fields of the line, which must be of the expected kind."""
        _same("ty", expected, raw.kind)
        if expected == "state":
            fields = {**_STATE, **self._log.state_fields, **_MOVES}
        else:
            fields = {**_FINAL, **self._log.final_fields}
        try:
            return read_fields(raw.values, fields)
        except ValueError as error:
            raise BadLog(raw.number, str(error)) from None

    def _compare_state(self, raw: _Raw, move: int, act: str | None) -> str | None:
        """Make the move that leads to this line, compare the position, and give the move made in it."""
        line = self._read(raw, "state")
        _same("g", self.number, line["g"])
        _same("t", move, line["t"])
        self._shuffles.give(_texts(line.get("reshuffles", [])))
        game, simulation = self._log.game, self._simulation
        if act is not None:
            simulation.play(game.parse_move(act))
        unused = self._log.unused(simulation)
        for field, engine in self._log.describe(simulation).items():
            if field not in unused:
                _same(field, engine, line[field])
        legal = sorted(game.format_move(legal_move) for legal_move in simulation.legal_moves())
        _same("legal", list[Json](legal), list[Json](sorted(_texts(line["legal"]))))
        # What led to the first line is unknown, unless it is the first of the whole game.
        if "reshuffles" in line and (act is not None or move == 0):
            _same("reshuffles", list[Json](self._shuffles.used), line["reshuffles"])
        chosen = line["act"]
        if not legal:
            _same("act", None, chosen)
        elif chosen not in legal:
            raise _Differs("act", "a legal move", json.dumps(chosen))
        if act is not None:
            self.moves += 1
        return None if chosen is None else str(chosen)

    def _compare_final(self, raw: _Raw) -> None:
        line = self._read(raw, "final")
        _same("g", self.number, line["g"])
        for field, engine in self._log.describe_end(self._simulation).items():
            _same(field, engine, line[field])


def _same(field: str, engine: Json, log: Json) -> None:
    if engine != log:
        raise _Differs(field, json.dumps(engine), json.dumps(log))


def _whole(value: Json) -> int:
    assert isinstance(value, int)
    return value


def _texts(value: Json) -> list[str]:
    assert isinstance(value, list)
    return [str(item) for item in value]


# Writing.

Choose: TypeAlias = Callable[[View[StateT], tuple[MoveT, ...]], MoveT]
"""A player: of these legal moves, the one to make."""


def write_log(
    log: GameLog[StateT, MoveT],
    simulation: Simulation[StateT, MoveT],
    choose: Choose[StateT, MoveT],
    number: int = 0,
) -> Iterator[str]:
    """Play a game to its end from where it stands, and give its lines, without line ends, as game ``number`` of a log.

    ``log`` is the form of this game. The simulation itself stays where it is, but its shuffle is used.
    """
    reshuffles: list[Json] = []

    def recorded(faces: Counts) -> Sequence[Face]:
        pile = simulation.shuffle(faces)
        reshuffles.append("".join(log.letters[face] for face in pile))
        return pile

    run = simulation.copy(recorded)
    move = 0
    while True:
        legal = run.legal_moves()
        seat = run.to_move
        chosen = None if seat is None else choose(run.view(seat), legal)
        act = None if chosen is None else run.game.format_move(chosen)
        line: dict[str, Json] = {
            "ty": "state",
            "g": number,
            "t": move,
            **log.describe(run),
            "legal": list[Json](sorted(map(run.game.format_move, legal))),
            "act": act,
        }
        if "reshuffles" in log.state_fields:
            line["reshuffles"] = list(reshuffles)
        yield _as_line(line)
        if chosen is None:
            break
        reshuffles.clear()
        run.play(chosen)
        move += 1
    yield _as_line({"ty": "final", "g": number, **log.describe_end(run)})


def _as_line(values: dict[str, Json]) -> str:
    return json.dumps(values, separators=(",", ":"))
