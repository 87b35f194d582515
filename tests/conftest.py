"""What holds for every test."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import hypothesis
import pytest

from mandala_client.language import Language, speak, write_in_ascii

# How long an example takes depends on the machine; what it must not do does not.
hypothesis.settings.register_profile("everywhere", deadline=None)
hypothesis.settings.load_profile("everywhere")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test begins in English, whatever the system speaks, and leaves it so."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    speak(Language.ENGLISH)
    write_in_ascii(False)
    yield
    _forget_commands()
    speak(Language.ENGLISH)
    write_in_ascii(False)


def _forget_commands() -> None:
    """A program imports a command once, and its help speaks the language of that moment; a test is many programs."""
    for name in [name for name in sys.modules if name.startswith("mandala_client.commands.")]:
        del sys.modules[name]
