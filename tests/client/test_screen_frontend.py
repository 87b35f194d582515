"""The whole screen in a running program: keys go in by a pipe, a real game goes on, trio is the guest."""

from __future__ import annotations

import asyncio
import io
import os
import random
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import trio
import trio.lowlevel
import trio.testing
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.games.mandala.chooser import CardClick, Target
from mandala_client.screens.table.screen_frontend import ScreenFrontend
from mandala_client.screens.table.stage import run_on_screen
from mandala_client.settings.settings import Settings
from mandala_client.table.table_model import Ended
from mandala_client.ui.clicks import Button, Click
from mandala_client.ui.guest import Guest
from mandala_client.ui.rows import Screen
from mandala_client.ui.view import make_application
from mandala_net.discovery.listing import Announcement, Listing
from mandala_net.match.admission import PeerInfo
from mandala_net.match.news import GameEnded, GameFinished, PeerQuiet, Talked, WeLeft
from mandala_protocol.conversation.events import Leave, MakeOffer, Play, Resign, Talk
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.mandala import MANDALA, Discard
from mandala_protocol.games.patterns import PATTERNS
from mandala_protocol.wire.messages import OfferKind
from tests.client.at_table import Moments, as_playing
from tests.client.sessions import dealt, settle
from tests.hearing import hear
from tests.limits import SECONDS
from tests.narrowing import of_kind

TITLE = re.compile("\x1b\\]2;([^\x07]*)\x07")
VISITOR = PeerInfo("Ben", "ABCD-EFGH-IJKL-MNOP", None)


@contextmanager
def soon() -> Iterator[None]:
    """Fails instead of hanging; nothing here takes as long."""
    with trio.fail_after(SECONDS):
        yield


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await trio.lowlevel.checkpoint()


async def asked(frontend: ScreenFrontend) -> None:
    """Until something is asked, and drawn: before that no key is an answer."""
    await until(lambda: frontend.model.overlay is not None or isinstance(frontend.model.phase, Ended))
    frontend.draw(80, 24)


def test_a_game_is_played_to_its_end_with_keys_alone(keyboard: PipeInput) -> None:
    host, guest = dealt((b"a" * 32, b"b" * 32), (b"c" * 32, b"d" * 32), game=PATTERNS.name)
    choices = random.Random(5)

    async def main(frontend: ScreenFrontend) -> int:
        moves = 0
        while host.referee.due is not None:
            frontend.show(host.snapshot())
            if guest.pending is Pending.MOVE:
                move = choices.choice(PATTERNS.legal_moves(guest.referee.view(guest.seat)))
                hear(host, guest.send(Play(move)))
            else:
                right, down = choices.randrange(4), choices.randrange(3)
                keyboard.send_text("\x1b[C" * (right + 1) + "\x1b[B" * down + "\r")
                command = await frontend.next_command()
                assert isinstance(command, Play)
                hear(guest, host.send(command))
                moves += 1
            settle(host, guest)
        frontend.show(host.snapshot())
        assert host.referee.result is not None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(frontend.end, GameEnded(GameFinished(host.referee.result), None))
            await asked(frontend)
            keyboard.send_text("q")
        return moves

    async def in_time(frontend: ScreenFrontend) -> int:
        with trio.fail_after(SECONDS):
            return await main(frontend)

    at_once = Settings(confirm=False)
    assert run_on_screen(in_time, settings=at_once) > 10
    assert host.referee.result == guest.referee.result


def test_commands_come_in_the_order_of_the_keys(keyboard: PipeInput, first_turn: Snapshot) -> None:

    async def main(frontend: ScreenFrontend) -> list[object]:
        with soon():
            frontend.show(first_turn)
            keyboard.send_text("/hello\r")
            talked = await frontend.next_command()
            keyboard.send_text(":end\r")
            await until(lambda: frontend.model.question is OfferKind.END)
            keyboard.send_text("y\x1b[21~y\x03\x03")
            return [talked, *[await frontend.next_command() for _ in range(3)]]

    talked, offered, resigned, left = run_on_screen(main)
    assert (talked, offered, resigned) == (Talk("hello"), MakeOffer(OfferKind.END), Resign())
    assert isinstance(left, Leave)


def test_pasted_lines_and_stray_control_characters_send_nothing(keyboard: PipeInput, first_turn: Snapshot) -> None:

    async def main(frontend: ScreenFrontend) -> tuple[str, object]:
        with soon():
            frontend.show(first_turn)
            keyboard.send_text("\x1b[21~\x1b[200~y\x1b[201~n")
            keyboard.send_text("\x1b[200~/one\ntwo\x1b[0m\x1b[201~\x01\x04\x1a\x1b[15~")
            await until(lambda: "two" in frontend.model.draft.text)
            draft = frontend.model.draft.text
            keyboard.send_text("\r")
            return draft, await frontend.next_command()

    draft, command = run_on_screen(main)
    assert draft == "/one two[0m"
    assert command == Talk("one two[0m")


def test_alt_and_a_letter_clear_no_line(keyboard: PipeInput, first_turn: Snapshot) -> None:

    async def main(frontend: ScreenFrontend) -> object:
        with soon():
            frontend.show(first_turn)
            keyboard.send_text("/hello world\x1bbbig \x1bx\x1b[F!\r")
            return await frontend.next_command()

    assert run_on_screen(main) == Talk("hello big world!")


@pytest.mark.parametrize("line_break", ["\r", "\n", "\r\n"])
def test_lines_pasted_by_a_terminal_that_does_not_say_so_are_one_line(
    line_break: str, keyboard: PipeInput, first_turn: Snapshot
) -> None:

    async def main(frontend: ScreenFrontend) -> tuple[str, bool]:
        with soon():
            frontend.show(first_turn)
            move = MANDALA.format_move(frontend.model.legal_moves[0])
            keyboard.send_text(f"{move}{line_break}and more")
            await until(lambda: frontend.model.draft.text.endswith("more"))
            return frontend.model.draft.text.removeprefix(move), as_playing(frontend.model).sent

    rest, sent = run_on_screen(main)
    assert rest.split() == ["and", "more"]
    assert not sent


def test_a_terminal_that_is_not_unicode_gets_ascii(keyboard: PipeInput, first_turn: Snapshot) -> None:
    written = io.BytesIO()

    async def main(frontend: ScreenFrontend) -> None:
        with soon():
            frontend.show(first_turn)
            await until(lambda: b"mountain" in written.getvalue())

    with io.TextIOWrapper(written, encoding="latin-1") as stdout:
        terminal = Vt100_Output(stdout, lambda: Size(24, 80), term="xterm", enable_cpr=False)
        with create_app_session(input=keyboard, output=terminal):
            run_on_screen(main)
        assert written.getvalue().isascii()
        assert b" Compare aloud: " in written.getvalue()


STRAY = (
    "\x1b[0m",
    "\x1b[31m",
    "\x1b[5;5M",
    "\x1b[<5M",
    "\x1b[<0;5m",
    "\x1b[Mx!!",
    "\x1b[M$!!",
    "\x1b[M(!!",
    "\x1b[M0!!",
)
"""What only begins like the report of a mouse, or is one of a kind that prompt_toolkit does not know."""


@pytest.mark.parametrize("stray", STRAY)
def test_what_only_begins_like_the_mouse_ends_nothing(stray: str, keyboard: PipeInput, first_turn: Snapshot) -> None:

    async def main(frontend: ScreenFrontend) -> object:
        with soon():
            frontend.show(first_turn)
            keyboard.send_text(stray)
            keyboard.send_text("/still here\r")
            return await frontend.next_command()

    command = run_on_screen(main)
    assert isinstance(command, Talk)
    assert command.text.endswith("still here")


# The mouse.


def mouse(button: int, column: int, line: int, action: str) -> str:
    """The bytes of a terminal for the mouse in its SGR form (xterm, DECSET 1006); ``M`` for down, ``m`` for up."""
    return f"\x1b[<{button};{column + 1};{line + 1}{action}"


def click(frontend: ScreenFrontend, on: Click) -> str:
    """A click on the first place of the screen that is this."""
    for line, row in enumerate(frontend.draw(80, 24).rows):
        column = 0
        for part in row:
            if part.click == on:
                return mouse(0, column, line, "M") + mouse(0, column, line, "m")
            column += len(part.text)
    raise AssertionError(f"{on} is not to be seen")


def test_a_move_is_played_with_the_mouse_alone(keyboard: PipeInput, first_turn: Snapshot) -> None:

    async def main(frontend: ScreenFrontend) -> tuple[object, str]:
        with soon():
            frontend.show(first_turn)
            await drawn(written, "needs ")
            move = next(move for move in frontend.model.legal_moves if isinstance(move, Discard))
            keyboard.send_text(click(frontend, CardClick(move.colour)))
            await drawn(written, "[Enter] plays")
            keyboard.send_text(click(frontend, Target("C")))
            await until(lambda: isinstance(frontend.model.chosen, Discard))
            notation = frontend.model.draft.text
            keyboard.send_text(click(frontend, Button("enter")))
            return await frontend.next_command(), notation

    written = io.StringIO()
    terminal = Vt100_Output(written, lambda: Size(24, 80), term="xterm", enable_cpr=False)
    with create_app_session(input=keyboard, output=terminal):
        command, notation = run_on_screen(main)
    assert command == Play(MANDALA.parse_move(notation))


def test_the_wheel_scrolls_the_log(keyboard: PipeInput, first_turn: Snapshot) -> None:

    async def main(frontend: ScreenFrontend) -> None:
        with soon():
            frontend.show(first_turn)
            for number in range(40):
                frontend.tell(Talked(f"line {number}"))
            await drawn(written, "needs ")
            keyboard.send_text(mouse(64, 5, 17, "M"))
            await until(lambda: frontend.model.scrolled > 0)
            keyboard.send_text(mouse(65, 5, 17, "M"))
            await until(lambda: frontend.model.scrolled == 0)

    written = io.StringIO()
    terminal = Vt100_Output(written, lambda: Size(24, 80), term="xterm", enable_cpr=False)
    with create_app_session(input=keyboard, output=terminal):
        run_on_screen(main)


async def drawn(written: io.StringIO, *texts: str) -> None:
    """Until these are on the terminal: the mouse means nothing before."""
    await until(lambda: all(text in written.getvalue() for text in texts))


def test_the_window_may_change_its_size_at_any_time(keyboard: PipeInput, first_turn: Snapshot) -> None:

    async def main(frontend: ScreenFrontend) -> list[object]:
        with soon():
            frontend.show(first_turn)
            seen = []
            for columns, lines in ((80, 24), (1, 1), (40, 20), (200, 60), (0, 0), (120, 40), (39, 24)):
                size[:] = [lines, columns]
                keyboard.send_text("\x1b[C")
                await trio.testing.wait_all_tasks_blocked()
                frontend.draw(columns, lines)
                seen.append(frontend.model.chosen is not None)
            size[:] = [24, 80]
            keyboard.send_text("\x03\x03")
            return [seen, await frontend.next_command()]

    size = [24, 80]
    terminal = Vt100_Output(io.StringIO(), lambda: Size(*size), term="xterm", enable_cpr=False)
    with create_app_session(input=keyboard, output=terminal):
        seen, left = run_on_screen(main)
    assert any(of_kind(list, seen))
    assert isinstance(left, Leave)


def test_visitors_are_asked_about_one_after_the_other(keyboard: PipeInput) -> None:
    async def main(frontend: ScreenFrontend) -> list[bool]:
        answers = []

        async def ask() -> None:
            answers.append(await frontend.admit(VISITOR))

        with soon():
            async with trio.open_nursery() as nursery:
                nursery.start_soon(ask)
                nursery.start_soon(ask)
                await asked(frontend)
                keyboard.send_text("y")
                await until(lambda: len(answers) == 1)
                await asked(frontend)
                keyboard.send_text("n")
        assert frontend.model.overlay is None
        return answers

    assert run_on_screen(main) == [True, False]


def test_a_visitor_who_goes_away_takes_the_question_along(keyboard: PipeInput) -> None:
    async def main(frontend: ScreenFrontend) -> bool:
        with soon():
            async with trio.open_nursery() as nursery:
                nursery.start_soon(frontend.admit, VISITOR)
                await until(lambda: frontend.model.overlay is not None)
                nursery.cancel_scope.cancel()
            return frontend.model.overlay is None

    assert run_on_screen(main)


def test_a_game_is_chosen_from_the_list(keyboard: PipeInput) -> None:
    listings = [
        Listing(name, Announcement(name, "mandala", "ABCD-EFGH-IJKL-MNOP", "laptop"), 28108, ("10.0.0.2",))
        for name in ("Ben", "Carla")
    ]

    async def main(frontend: ScreenFrontend) -> list[Listing | None]:
        chosen: list[Listing | None] = []

        async def choose() -> None:
            chosen.append(await frontend.choose(listings))

        with soon():
            async with trio.open_nursery() as nursery:
                nursery.start_soon(choose)
                await asked(frontend)
                keyboard.send_text("\x1b[B\r")
        return chosen

    assert run_on_screen(main) == [listings[1]]


@pytest.mark.parametrize("bell", [True, False])
def test_the_bell_rings_when_it_becomes_our_turn_unless_it_is_turned_off(
    bell: bool, keyboard: PipeInput, moments: Moments, first_turn: Snapshot
) -> None:
    written = io.StringIO()

    async def main(frontend: ScreenFrontend) -> list[int]:
        rung = []
        for moment in (moments[0], first_turn, first_turn):
            frontend.show(moment)
            rung.append(bells(written.getvalue()))
        return rung

    terminal = Vt100_Output(written, lambda: Size(24, 80), term="xterm", enable_cpr=False)
    chosen = Settings(bell=bell)
    with create_app_session(input=keyboard, output=terminal):
        assert run_on_screen(main, settings=chosen) == [0, bell, bell]


def bells(written: str) -> int:
    """The number of rings of the bell; the title of the window ends with the same character."""
    return TITLE.sub("", written).count("\a")


def test_the_title_of_the_window_says_whose_turn_it_is_and_no_more(keyboard: PipeInput, first_turn: Snapshot) -> None:
    written = io.StringIO()

    async def main(frontend: ScreenFrontend) -> None:
        with soon():
            frontend.show(first_turn)
            keyboard.send_text("\x1b[C\r")
            command = await frontend.next_command()
            assert isinstance(command, Play)
            frontend.tell(PeerQuiet(5))

    terminal = Vt100_Output(written, lambda: Size(24, 80), term="xterm", enable_cpr=False)
    with create_app_session(input=keyboard, output=terminal):
        run_on_screen(main, settings=Settings(confirm=False))
    assert TITLE.findall(written.getvalue())[:2] == ["Mandala: your turn", "Mandala"]


# Ending, in every way.


def run_with_terminal(main: Callable[[ScreenFrontend], object], keyboard: PipeInput) -> str:
    """The output to the terminal, although ``main`` ends with an exception."""
    written = io.StringIO()
    terminal = Vt100_Output(written, lambda: Size(24, 80), term="xterm", enable_cpr=False)
    failures = (SystemExit, KeyboardInterrupt, ZeroDivisionError, EOFError)
    with pytest.raises(failures) as caught, create_app_session(input=keyboard, output=terminal):
        run_on_screen(main)  # type: ignore[arg-type]
    return f"{type(caught.value).__name__} {caught.value} {written.getvalue()}"


def assert_restored(written: str) -> None:
    assert written.count("\x1b[?1049h") == written.count("\x1b[?1049l") == 1
    assert written.rfind("\x1b[?25h") >= written.rfind("\x1b[?25l")


async def wait_for_ever(_frontend: ScreenFrontend) -> None:
    with soon():
        await trio.sleep_forever()


def test_an_error_in_the_game_restores_the_terminal_and_is_raised(keyboard: PipeInput) -> None:
    async def main(frontend: ScreenFrontend) -> None:
        await until(lambda: True)
        raise ZeroDivisionError

    ended = run_with_terminal(main, keyboard)
    assert ended.startswith("ZeroDivisionError")
    assert_restored(ended)


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_restores_the_terminal_and_ends_with_the_usual_code(name: str, code: int, keyboard: PipeInput) -> None:
    async def main(frontend: ScreenFrontend) -> None:
        os.kill(os.getpid(), getattr(signal, name))
        await wait_for_ever(frontend)

    ended = run_with_terminal(main, keyboard)
    assert ended.startswith(f"SystemExit {code}")
    assert_restored(ended)


def test_leaving_before_a_game_cancels_whatever_goes_on(keyboard: PipeInput) -> None:
    cleaned = []

    async def main(frontend: ScreenFrontend) -> None:
        keyboard.send_text("\x03\x03")
        try:
            await wait_for_ever(frontend)
        finally:
            cleaned.append(True)

    ended = run_with_terminal(main, keyboard)
    assert ended.startswith("KeyboardInterrupt")
    assert cleaned == [True]
    assert_restored(ended)


def test_an_interrupt_is_the_key_and_works_as_before_afterwards(keyboard: PipeInput) -> None:
    def our_own(number: int, frame: object) -> None:
        raise AssertionError("the screen takes the interrupts")

    async def main(frontend: ScreenFrontend) -> None:
        with soon():
            os.kill(os.getpid(), signal.SIGINT)
            await until(lambda: frontend.model.question is not None)
            os.kill(os.getpid(), signal.SIGINT)
            await trio.sleep_forever()

    before = signal.signal(signal.SIGINT, our_own)
    try:
        assert run_with_terminal(main, keyboard).startswith("KeyboardInterrupt")
        assert signal.getsignal(signal.SIGINT) is our_own
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_closed_terminal_ends_the_program(keyboard: PipeInput) -> None:
    async def main(frontend: ScreenFrontend) -> None:
        keyboard.close()
        await wait_for_ever(frontend)

    ended = run_with_terminal(main, keyboard)
    assert ended.startswith("EOFError")
    assert_restored(ended)


class _NoHands:
    def press(self, key: str) -> None:
        raise ZeroDivisionError(key)

    def type_text(self, text: str, *, pasted: bool = False) -> None: ...

    def click(self, on: object) -> None: ...


@pytest.mark.parametrize("fault", ["drawing at first", "drawing later", "a key"])
def test_a_fault_of_the_screen_is_raised_and_not_swallowed(fault: str, keyboard: PipeInput) -> None:
    written = io.StringIO()
    terminal = Vt100_Output(written, lambda: Size(24, 80), term="xterm", enable_cpr=False)
    drawn = []

    def draw(columns: int, lines: int) -> Screen:
        drawn.append((columns, lines))
        if fault == "drawing at first" or (fault == "drawing later" and len(drawn) > 1):
            raise ZeroDivisionError
        return Screen(())

    with create_app_session(input=keyboard, output=terminal):
        application = make_application(draw, _NoHands())

    async def main() -> None:
        with soon():
            if fault == "a key":
                keyboard.send_text("\r")
            await until(lambda: bool(drawn))
            application.invalidate()
            await trio.sleep_forever()

    with pytest.raises(ZeroDivisionError):
        Guest(main, application).run()
    assert_restored(written.getvalue())


def test_the_end_is_shown_until_it_is_seen(keyboard: PipeInput) -> None:
    async def main(frontend: ScreenFrontend) -> str:
        with soon():
            async with trio.open_nursery() as nursery:
                nursery.start_soon(frontend.end, GameEnded(WeLeft(), None))
                await asked(frontend)
                keyboard.send_text("x\r")
                keyboard.send_text("q")
        return "seen"

    assert run_on_screen(main) == "seen"


def test_a_main_that_returns_nothing_is_no_failure(keyboard: PipeInput) -> None:
    async def main(frontend: ScreenFrontend) -> None:
        frontend.status("hello")

    run_on_screen(main)
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()
