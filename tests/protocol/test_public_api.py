"""The exports of the package of the protocol, which cost nothing before they are used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import mandala_protocol

ROOT = Path(__file__).parents[2]
STUB = ast.parse(Path(mandala_protocol.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))

WITHOUT_DOCSTRING = {"Command", "GAMES", "PROTOCOL_VERSION", "STATES", "SessionEvent", "Trace"}


def names_in_stub() -> list[str]:
    """Return the names that a type checker sees: those of imports only if they are said twice."""
    aliases = [alias for node in STUB.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    imported = [alias.name for alias in aliases if alias.name == alias.asname]
    targets = [target for node in STUB.body if isinstance(node, ast.Assign) for target in node.targets]
    assigned = [target.id for target in targets if isinstance(target, ast.Name)]
    return sorted(name for name in [*imported, *assigned] if not name.startswith("_"))


def test_the_public_names_are_those_that_type_checkers_see() -> None:
    assert len(names_in_stub()) > 80
    assert getattr(mandala_protocol, "__all__") == names_in_stub()  # noqa: B009 - a stub has no such name
    assert set(names_in_stub()) <= set(dir(mandala_protocol))


def test_each_has_a_description_of_its_own() -> None:
    for name in set(names_in_stub()) - WITHOUT_DOCSTRING:
        thing = getattr(mandala_protocol, name)
        assert thing.__doc__, name
        assert not isinstance(thing, type) or vars(thing).get("__doc__"), f"{name}: inherited from what it is made of"


def test_a_name_that_there_is_not_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        mandala_protocol.Nonsense  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError):
        exec("from mandala_protocol import Nonsense")


def test_nothing_is_imported_before_it_is_used() -> None:
    text = "import sys, mandala_protocol; print([name for name in sys.modules if name.startswith('mandala_protocol.')])"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_the_examples_use_the_public_names_and_the_link_alone(path: Path) -> None:
    imported = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    ours = [node for node in imported if (node.module or "").startswith("mandala_")]
    assert ours
    for node in ours:
        assert node.module in ("mandala_protocol", "mandala_net.link.handshake", "mandala_net.link.framing")
        if node.module == "mandala_protocol":
            assert {alias.name for alias in node.names} <= set(names_in_stub())
