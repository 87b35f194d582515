"""Names come from strangers: what a person is told to type about one of them is safe in a shell."""

from __future__ import annotations

import shlex
import subprocess

import pytest
from hypothesis import given, settings

from mandala_net.trust.warnings import forgetting
from mandala_protocol.names import NO_NAME, clean_name
from tests.texts import any_text


def meant(name: str) -> list[str]:
    options_end = ["--"] if name.startswith("-") else []
    return ["mandala-lan", "players", "forget", *options_end, name]


@settings(max_examples=300)
@given(any_text(min_size=1).map(clean_name).filter(lambda name: name != NO_NAME))
def test_what_is_told_splits_into_exactly_the_words_that_are_meant(name: str) -> None:
    assert shlex.split(forgetting(name)) == meant(name)


@pytest.mark.parametrize("name", ["O'Neil $(echo Ben) `echo Ben`", 'O\'Neil "$HOME" ~ *', "--help; echo Ben", "\\"])
def test_a_real_shell_runs_and_replaces_nothing_in_it(name: str) -> None:
    said = subprocess.run(
        ["/bin/sh", "-c", f"printf '%s\\n' {forgetting(name)}"], capture_output=True, check=True, timeout=60
    )
    assert said.stdout.decode().splitlines() == meant(name)
