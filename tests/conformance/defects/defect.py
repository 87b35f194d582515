"""What a defect of our program is, and the means to bring one about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from attrs import frozen

from mandala_net.conformance.findings import CaseVerdict

Break: TypeAlias = Callable[[], None]
"""Brings a defect about, in the program that runs."""


@frozen
class Defect:
    """One defect: its ``name``, and in ``title`` what is broken.

    ``case`` is the one that is meant to find it, with this ``verdict``; ``seen`` is a pattern that is found in what the
    tester then says it got. ``command`` is that of the broken program, ``host`` or ``join``; ``game`` the one in which
    it is tried.
    """

    name: str
    title: str
    case: str
    seen: str
    game: str
    command: str
    verdict: CaseVerdict
    break_it: Break


class DefectBook:
    """The defects of one module, in their order."""

    def __init__(self) -> None:
        self._defects: list[Defect] = []

    def __iter__(self) -> Iterator[Defect]:
        return iter(self._defects)

    def defect(
        self,
        name: str,
        title: str,
        *,
        case: str,
        seen: str,
        game: str = "patterns",
        command: str = "host",
        verdict: CaseVerdict = CaseVerdict.FAILED,
    ) -> Callable[[Break], Break]:
        """Add the function below as a defect."""

        def add(break_it: Break) -> Break:
            self._defects.append(Defect(name, title, case, seen, game, command, verdict, break_it))
            return break_it

        return add


def replace(owner: Any, name: str, new: Any) -> None:
    """Put something else in the place of a name in a module or a class, which must have it."""
    assert hasattr(owner, name), f"{owner} has no {name}"
    setattr(owner, name, new)


def nothing(*_given: Any, **_named: Any) -> None:
    """Check nothing, and do nothing."""
