"""Files are read, replaced and removed although another program has them open for a moment, as on Windows it may."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from mandala_net import files


class Scanner:
    """A virus scanner that has a file open until we have waited so many times; no one else can use it before that."""

    def __init__(self, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times, self.now = times, 0.0
        self._open = os.open
        monkeypatch.setattr(time, "sleep", self._pass)
        monkeypatch.setattr(time, "monotonic", lambda: self.now)

    def _pass(self, seconds: float) -> None:
        self.times -= 1
        self.now += seconds

    def rename(self, source: Path, target: Path) -> None:
        self._refuse(source)
        source.replace(target)

    def open(self, path: Path, flags: int) -> int:
        self._refuse(path)
        return self._open(path, flags)

    def _refuse(self, path: Path) -> None:
        if self.times > 0:
            raise PermissionError(13, "The process cannot access the file", str(path))


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """A new file, and the one whose place it is to take."""
    new, old = tmp_path / "new", tmp_path / "old"
    new.write_bytes(b"new")
    old.write_bytes(b"old")
    return new, old


def test_on_windows_a_file_that_a_scanner_holds_for_a_second_is_replaced(
    pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    scanner = Scanner(20, monkeypatch)
    monkeypatch.setattr(files, "ON_WINDOWS", True)
    files.patiently(scanner.rename, *pair)
    assert pair[1].read_bytes() == b"new"
    assert 0.9 < scanner.now < 1.1


def test_on_windows_a_file_that_a_scanner_holds_for_a_second_is_read(
    pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    scanner = Scanner(20, monkeypatch)
    monkeypatch.setattr(files, "ON_WINDOWS", True)
    with monkeypatch.context() as reading:  # pytest opens folders itself, to remove them
        reading.setattr(os, "open", scanner.open)
        assert files.read_file(pair[1], most=3) == b"old"
    assert 0.9 < scanner.now < 1.1


def test_on_windows_a_file_that_is_held_for_ever_stays_and_the_reason_is_told(
    pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    scanner = Scanner(1_000, monkeypatch)
    monkeypatch.setattr(files, "ON_WINDOWS", True)
    with pytest.raises(PermissionError, match="cannot access"):
        files.patiently(scanner.rename, *pair)
    assert pair[1].read_bytes() == b"old"
    assert 2 <= scanner.now < 2.2


def test_elsewhere_no_one_waits_for_a_permission(pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    scanner = Scanner(1, monkeypatch)
    monkeypatch.setattr(files, "ON_WINDOWS", False)
    with pytest.raises(PermissionError):
        files.patiently(scanner.rename, *pair)
    assert scanner.now == 0
