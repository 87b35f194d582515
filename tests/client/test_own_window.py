"""A window that Windows opened for this program alone stays at an error until Enter is pressed, and no other does."""

from __future__ import annotations

import io
import signal
import sys

import pytest

from mandala_client.commands.own_window import in_own_window, is_alone, kept_open
from mandala_client.text.language import Language, speak

PROGRAM = r"C:\Users\Jörg\Downloads\mandala-lan.exe"
PYTHON = r"C:\Python313\python.exe"
SHELL = r"C:\Windows\System32\cmd.exe"


@pytest.mark.parametrize(
    ("images", "alone"),
    [
        ([PROGRAM], True),
        ([PROGRAM, PROGRAM.upper()], True),  # the one file, and what unpacked it
        ([PYTHON, PROGRAM], True),
        ([PROGRAM, SHELL], False),
        ([PYTHON, PROGRAM, SHELL], False),
        ([PROGRAM, ""], False),
        ([], False),
    ],
)
def test_a_window_is_ours_alone_if_no_other_program_is_in_it(images: list[str], alone: bool) -> None:
    assert is_alone(images, [PROGRAM, PYTHON]) is alone


@pytest.mark.skipif(sys.platform == "win32", reason="about the others")
def test_no_other_system_opens_a_window_for_a_program() -> None:
    assert not in_own_window()


class Fault(Exception):
    """An error that no one catches."""


def left(error: BaseException, own: bool, monkeypatch: pytest.MonkeyPatch) -> tuple[BaseException, str]:
    """Return the output of a program that ends so, and the rest of two lines that someone types."""
    typed = io.StringIO("\nand more\n")
    monkeypatch.setattr(sys, "stdin", typed)
    with pytest.raises(BaseException) as raised, kept_open(lambda: own):  # noqa: PT011 - it is looked at
        raise error
    return raised.value, typed.read()


@pytest.mark.parametrize("code", [1, 2, "a sentence"])
def test_after_an_error_one_key_closes_the_window(
    code: int | str, english: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    speak(Language.GERMAN)
    error = SystemExit(code)
    assert left(error, True, monkeypatch) == (error, "and more\n")
    assert capsys.readouterr().err == "Drücke Enter, um dieses Fenster zu schließen.\n"


@pytest.mark.parametrize("code", [None, 0, 128 + signal.SIGINT, 128 + signal.SIGTERM])
def test_the_window_closes_without_an_error_and_when_the_program_is_told_to_stop(
    code: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert left(SystemExit(code), True, monkeypatch)[1] == "\nand more\n"


@pytest.mark.parametrize("error", [SystemExit(1), Fault()])
def test_a_window_of_a_shell_is_left_alone(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert left(error, False, monkeypatch) == (error, "\nand more\n")
    assert capsys.readouterr() == ("", "")


def test_an_error_that_no_one_caught_can_be_read(
    english: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ended, rest = left(Fault("of ours"), True, monkeypatch)
    assert isinstance(ended, SystemExit)
    assert (ended.code, rest) == (1, "and more\n")
    said = capsys.readouterr().err
    assert "Fault: of ours" in said
    assert said.endswith("Press Enter to close this window.\n")


def test_someone_who_types_no_line_is_not_waited_for(english: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(SystemExit), kept_open(lambda: True):
        raise SystemExit(1)
