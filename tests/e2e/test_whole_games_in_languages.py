"""Whole games in each language, in text mode and on the full screen, in which a side is killed and resumes."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from attrs import define, field

from mandala_client.games.endings import result_of
from mandala_client.text.language import Language
from mandala_client.text.typed_words import TypedWord
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.seats import Seat
from tests.e2e.onlooker import replay_of
from tests.e2e.programs import HOSTING, JOINING, SECONDS, Player, Running, read_until
from tests.e2e.speakers import NAMES, Sight, Tongue, speaker
from tests.e2e.watched import room
from tests.narrowing import present
from tests.portions import portion

_HALFWAY: Final = 3
"""The moves of a side before it is killed; a game of Patterns can be over soon."""

_OPENED: Final = "You are {name}. Your game of {game} is open on port {port}."
_TURNS: Final = (
    "Your turn.",
    "Your turn: build a mountain (A), grow a field (B) or discard (C).",
    "You choose: take a colour from the {mandala} mountain.",
    "You play second. Choose your start tile: {one} or {another}.",
    "Your turn: open a group or flip a tile.",
    "Your turn: open a group.",
    "Your turn: flip a tile or swap one.",
    "Your turn: swap a tile.",
    "Your turn: flip a tile.",
)
_RESULTS: Final = (
    "Game over: you win {own} to {other}.",
    "Game over: {name} wins {other} to {own}.",
    "Game over: a draw, {own} to {other}.",
    "Game over: you win {own} to {other}, with fewer cards in the cup.",
    "Game over: {name} wins {other} to {own}, with fewer cards in the cup.",
)
_BACK: Final = "{name} is back. The game continues where it was."
_THERE: Final = "{name} is there too. The game continues where it was."
_ASKED: Final = (TypedWord.MOVES, TypedWord.SCORE)
_COMPLETES: Final = "Completes the {mandala} mandala: you choose first."
_LAST_ANSWER: Final = "The live score is shown only if neither player has turned it off in their settings."
_MOVES: Final = re.compile(r"([A-Z]\w{1,3}(?:, [A-Z]\w{1,3})*)(: .*)")


@define
class Side:
    """A player; ``told`` are all sentences of text mode, or the rows of the last screen."""

    player: Player
    tongue: Tongue
    told: list[str] = field(factory=list)

    def points(self) -> tuple[int, int]:
        """The own points and those of the other, by the sentence about the result.

        In Dutch "you win" also looks like a player's name and "wins".
        """
        told = " ".join(" ".join(self.told).split())
        found = filter(None, (self.tongue.pattern(message).search(told) for message in _RESULTS))
        sentences = [one for one in found if one.groupdict().get("name", NAMES[0]) in NAMES]
        (points,) = {(_number(one["own"]), _number(one["other"])) for one in sentences}
        return points


def _number(value: str) -> int:
    """The points, behind which stand more words where fewer cards in the cup decided."""
    return int(value.partition(",")[0])


Sides = tuple[Side, Side]


# In text mode.


class Script(threading.Thread):
    """Plays a side by what it hears. ``dies``: it is killed halfway.

    It completes a mandala where it then chooses first, as that leads to the end; else it builds and grows in turn.
    """

    def __init__(self, side: Side, program: Running, *, dies: bool = False) -> None:
        super().__init__()
        self._side, self._program, self._dies = side, program, dies
        self._offered, self._moves = list[str](), 0
        tongue = side.tongue
        self._turns = [tongue.pattern(message) for message in _TURNS]
        self._completes = tongue.pattern(_COMPLETES)
        self._again, self._answered = tongue.says("Play again?"), tongue.says(_LAST_ANSWER)
        self._yes, self._no, *self._asks = map(tongue.word, (TypedWord.YES, TypedWord.NO, *_ASKED))
        self._question = tongue.says("Type “{yes}” or “{no}”.").format(yes=self._yes, no=self._no)

    def run(self) -> None:
        for line in self._program.stdout:
            self._side.told.append(line.rstrip("\n"))
            for answer in self._answers(line.rstrip("\n")):
                self._program.stdin.write(f"{answer}\n")

    def _answers(self, line: str) -> Iterator[str]:
        if any(turn.fullmatch(line) for turn in self._turns):
            if self._dies and self._moves == _HALFWAY:
                self._program.kill()
                return
            self._offered = []
            yield from self._asks
        elif moves := _MOVES.fullmatch(line):
            self._offered += [f"{move}{moves[2]}" for move in moves[1].split(", ")]
        elif line == self._answered:
            self._moves += 1
            turned = self._moves % len(self._offered)
            offered, kind = self._offered[turned:] + self._offered[:turned], "AB"[self._moves % 2]
            best = max(offered, key=lambda line: (self._completes.search(line) is not None, line.startswith(kind)))
            yield best.partition(":")[0]
        elif line.endswith(self._question):
            yield self._no if line.startswith(self._again) else self._yes


def play_in_text(sides: Sides, game: str, killed: Seat) -> None:
    with ExitStack() as until_the_end:

        def start(seat: Seat, *arguments: str) -> Running:
            return until_the_end.enter_context(sides[seat].player.start(*arguments))

        opened = sides[0].tongue.pattern(_OPENED)
        host = start(Seat.HOST, *HOSTING, "--game", game, "--first", "host")
        port = present(opened.search(read_until(host, opened.pattern)))["port"]
        programs = [host, start(Seat.GUEST, *JOINING, "--no-live-score", f"127.0.0.1:{port}")]
        scripts = [Script(sides[seat], programs[seat], dies=seat is killed) for seat in Seat]
        for script in scripts:
            script.start()
        scripts[killed].join()
        programs[killed] = start(killed, "resume", "--linear", *reaching(killed, port))
        scripts[killed] = Script(sides[killed], programs[killed])
        scripts[killed].start()
        for script in scripts:
            script.join()
        assert [program.wait(SECONDS) for program in programs] == [0, 0]


def reaching(killed: Seat, port: str) -> tuple[str, ...]:
    """How a side resumes: a host where it was, as the guest looks for it there."""
    return ("--local", "--port", port if killed is Seat.HOST else "0")


# On the full screen.


def is_over(table: Sight) -> bool:
    """Return whether the page of the end is shown."""
    return table.is_titled("{game}: the game is over") and any(map(table.shows, _RESULTS))


def leave(table: Sight, side: Side) -> None:
    """Leave the page of the end, without another game; nothing is asked if the other has left already."""
    table.see()
    side.told += table.terminal.rows
    table.terminal.type("q")
    process, leaving = table.terminal.process, "Leave without another game?"
    table.room.wait(lambda: process.poll() is not None or table.shows(leaving), "a goodbye")
    if process.poll() is None:
        table.agree(leaving)
    assert table.room.leave(table.terminal) == 0


def play_on_screen(sides: Sides, game: str, killed: Seat) -> None:
    with ExitStack() as until_the_end:
        sitting = room()

        def start(seat: Seat, *arguments: str) -> Sight:
            terminal = until_the_end.enter_context(sitting.start(sides[seat].player, *arguments))
            return Sight(sitting, terminal, sides[seat].tongue)

        options = ("--local", "--unlisted", "--any", "--port", "0", "--name", "Anna", "--first", "host")
        host = start(Seat.HOST, "host", *options, "--game", game)
        host.see(_OPENED)
        port = present(host.tongue.pattern(_OPENED).search(host.terminal.flowing))["port"]
        tables = [host, start(Seat.GUEST, "join", "--local", "--name", "Ben", f"127.0.0.1:{port}")]
        dying = tables[killed]
        play_until(tables, lambda: dying.moves == _HALFWAY and dying.is_asked)
        dying.terminal.process.kill()
        tables[killed] = start(killed, "resume", *reaching(killed, port))
        tables[killed.other].see(_BACK)
        play_until(tables, lambda: all(map(is_over, tables)))
        for table, side in zip(tables, sides, strict=True):
            leave(table, side)


def play_until(tables: list[Sight], done: Callable[[], bool]) -> None:
    """Whoever is asked moves, until this holds."""
    while not done():
        tables[0].room.wait(lambda: done() or any(table.is_asked for table in tables), "a turn")
        if not done():
            next(table for table in tables if table.is_asked).move()


# Both.

_PLAYING: Final = {"text": play_in_text, "screen": play_on_screen}
_DE, _EN, _NL = Language.GERMAN, Language.ENGLISH, Language.DUTCH
CASES = portion(product(_PLAYING, sorted(GAMES), ((_DE, _NL), (_EN, _EN), (_NL, _DE)), Seat), 2)


@pytest.mark.portion
@pytest.mark.parametrize(
    ("form", "game", "languages", "killed"),
    [pytest.param(*case, id="-".join((*case[:2], *(one.value for one in case[2]), case[3].name))) for case in CASES],
)
def test_a_whole_game_is_played_in_two_languages_though_a_side_is_killed(
    form: str, game: str, languages: tuple[Language, Language], killed: Seat, tmp_path: Path
) -> None:
    players = [speaker(tmp_path / name, language) for name, language in zip(("anna", "ben"), languages, strict=True)]
    anna, ben = sides = [Side(player, Tongue(one)) for player, one in zip(players, languages, strict=True)]
    _PLAYING[form]((anna, ben), game, killed)
    (record,), (same,) = anna.player.records, ben.player.records
    assert record.read_bytes() == same.read_bytes()
    replay = replay_of(record.read_bytes())
    result = present(result_of(GAMES[game], replay.frames[-1].state))
    assert anna.points() == result.scores == ben.points()[::-1]
    for side in sides:
        side.tongue.says_all(side.told, f"mandala-lan verify {record} {same}")
    if form == "text":
        for seat, message in ((killed, _THERE), (killed.other, _BACK)):
            assert any(sides[seat].tongue.pattern(message).fullmatch(line) for line in sides[seat].told)
