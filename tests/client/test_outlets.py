"""The standard streams at the start: those of a console of Windows stay as they are."""

from __future__ import annotations

import sys
from io import BufferedWriter, FileIO, RawIOBase, TextIOWrapper

import pytest

from mandala_client.commands.outlets import open_outlets
from mandala_client.ui.outlet import outlet_of


class Console(RawIOBase):
    """A stream without a file, as the console of Windows is."""

    def writable(self) -> bool:
        return True


@pytest.mark.parametrize("unbuffered", [True, False])
def test_a_console_of_windows_stays_as_it_is_also_unbuffered(unbuffered: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = Console()
    # Python itself puts nothing between an unbuffered stream of text and its console.
    console = TextIOWrapper(raw if unbuffered else BufferedWriter(raw))  # type: ignore[type-var]
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, console)
        monkeypatch.setattr(sys, f"__{name}__", console)
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "__stdin__", None)
    assert open_outlets() is None
    assert sys.stdout is sys.stderr is console


@pytest.mark.parametrize("unbuffered", [True, False])
def test_a_file_gets_an_outlet_with_as_much_between_as_before(
    unbuffered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = FileIO(1, "w", closefd=False)
    stream = TextIOWrapper(raw if unbuffered else BufferedWriter(raw), write_through=unbuffered)
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, stream)
        monkeypatch.setattr(sys, f"__{name}__", stream)
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "__stdin__", None)
    outlet = open_outlets()
    assert outlet is not None
    assert outlet_of(sys.stdout) is outlet
    assert (sys.stdout.buffer is outlet) is unbuffered
