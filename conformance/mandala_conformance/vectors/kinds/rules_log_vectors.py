"""The vectors of rules logs: games of both kinds, and logs that do not follow the rules."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from mandala_conformance.rules_logs.catalogue import LOGS
from mandala_conformance.rules_logs.rules_log import check_rules, write_log
from mandala_conformance.rules_logs.rules_log_fields import BadLog
from mandala_conformance.vectors.form.making import valid, vector_file
from mandala_conformance.vectors.form.vector_case import VectorCase, VectorFile
from mandala_conformance.vectors.form.vector_fields import array, integer, or_null, record, text
from mandala_conformance.vectors.form.vector_kinds import Computed, FileRecords, Given, VectorKind, WrongCase
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.games.counts import spread
from mandala_protocol.games.game import Counts, Face
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import MAX_ENTRIES


def run_rules_log(given: Given, _: FileRecords) -> Computed:
    try:
        report = check_rules(given["lines"], LOGS.values())
    except BadLog as error:
        raise WrongCase(str(error)) from error
    difference = report.difference
    return {
        "games": report.games,
        "moves": report.moves,
        "difference": None
        if difference is None
        else {"line": difference.line, "move": difference.move, "field": difference.field},
    }


_NUMBER: Final = integer(0, MAX_ENTRIES)

RULES_LOG_KIND: Final = VectorKind(
    "rules-log",
    "A log of games as docs/rules-log.md has it, a line an item. difference is the first place where the log does "
    "not follow the rules, or null.",
    {"lines": array(text(65_536), 1, 2_000)},
    {
        "games": _NUMBER,
        "moves": _NUMBER,
        "difference": or_null(record({"line": _NUMBER, "move": _NUMBER, "field": text(32)})),
    },
    run_rules_log,
    (
        "PL1",
        "PL3",
    ),
)


# The making of its cases.

TIE: Final = 22
"""The number of a game of Mandala that ends with equal points and unequal cups (E6)."""

TIED: Final = ("EN11",)

ABOUT: Final = (
    "Logs of games for the rules alone (docs/rules-log.md), with all cards open: each line is a position with its "
    "legal moves and the move made. In logs with a difference one value was changed."
)


def log_of(name: str, number: int) -> list[str]:
    """A game by chance."""
    chance = random.Random(number)

    def shuffled(faces: Counts) -> Sequence[Face]:
        cards = list(spread(faces))
        chance.shuffle(cards)
        return cards

    game = Simulation.start(GAMES[name], Seat(number % 2), number.to_bytes(32, "big"), shuffled)
    return list(write_log(LOGS[name], game, lambda _view, legal: chance.choice(legal), number))


def changed(lines: list[str], place: int, change: Callable[[dict[str, Any]], object]) -> list[str]:
    """The log up to this line, in which something is changed, and the last line after it."""
    line = json.loads(lines[place])
    change(line)
    return [*lines[:place], json.dumps(line, separators=(",", ":")), lines[-1]]


def cases() -> Iterator[VectorCase]:
    for name in GAMES:
        lines = log_of(name, 1)
        yield valid(RULES_LOG_KIND, f"rules-log/{name}: a whole game", {"lines": lines})
        short = changed(lines, 3, lambda line: line["legal"].pop())
        yield valid(RULES_LOG_KIND, f"rules-log/{name}: a legal move is missing", {"lines": short})
        wrong = changed(lines, 4, lambda line: line.update(act="Z9"))
        yield valid(RULES_LOG_KIND, f"rules-log/{name}: a move that there is not", {"lines": wrong})
        last = json.loads(lines[-1])
        spoilt = {**last, "scores": [points + 1 for points in last["scores"]]}
        yield valid(
            RULES_LOG_KIND,
            f"rules-log/{name}: other points",
            {"lines": [*lines[:-1], json.dumps(spoilt, separators=(",", ":"))]},
        )
    yield from tie_cases()


def tie_cases() -> Iterator[VectorCase]:
    """The end of a game with equal points, of which a log may have the last lines alone."""
    *before, last = log_of("mandala", TIE)[-3:]
    final = json.loads(last)
    assert final["scores"][0] == final["scores"][1]
    yield valid(RULES_LOG_KIND, "rules-log/mandala: a tie, won by fewer cards", {"lines": [*before, last]}, shows=TIED)
    other = json.dumps({**final, "winner": 1 - final["winner"]}, separators=(",", ":"))
    yield valid(RULES_LOG_KIND, "rules-log/mandala: a tie, won by more cards", {"lines": [*before, other]}, shows=TIED)


def make() -> VectorFile:
    """The file."""
    return vector_file("rules", ABOUT, list(cases()))
