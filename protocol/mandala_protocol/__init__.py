"""Everything two peers must agree on: rules, deck, messages, record. No I/O, no clock, no thread, no randomness.

What is exported here is the public API, for tools of others such as a verifier or a bot; docs/api.md describes it.
Its names are those in ``__init__.pyi``. A name is imported when it is first used: the package alone costs nothing.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return sorted(_exports())
    if name.startswith("__") or name not in _exports():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, own_name = _exports()[name]
    value = getattr(import_module(module), own_name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_exports()])


@cache
def _exports() -> dict[str, tuple[str, str]]:
    """Read the stub: the module of each public name, and its name there."""
    import re
    from pathlib import Path

    stub = Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    imported = re.findall(r"^from (\S+) import (\w+) as (\w+)$", stub, re.MULTILINE)
    modules = {alias: f"{package}.{name}" for package, name, alias in imported if alias.startswith("_")}
    assigned = re.findall(r"^(\w+) = (\w+)\.(\w+)$", stub, re.MULTILINE)
    return {
        **{alias: (module, name) for module, name, alias in imported if alias not in modules},
        **{name: (modules[alias], own_name) for name, alias, own_name in assigned},
    }
