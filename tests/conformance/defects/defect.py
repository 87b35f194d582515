"""What a defect of our program is, and the means to bring one about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from attrs import evolve, frozen

from mandala_conformance.findings import CaseVerdict

Break: TypeAlias = Callable[[], None]
"""Brings a defect about, in the program that runs."""


def nothing(*_given: Any, **_named: Any) -> None:
    """Check nothing, and do nothing."""


@frozen
class Defect:
    """One defect: its ``name``, and in ``title`` what is broken.

    ``case`` is the one that is meant to find it, with this ``verdict``; ``seen`` is a pattern that is found in what the
    tester then says it got. ``command`` is that of the broken program, ``host`` or ``join``, with these ``options``;
    ``game`` the one in which it is tried. ``agree`` is done to a program without the defect too: by itself ours does
    not agree to everything. ``heard`` is the number of the requirement of which the watch over the secrets tells on the
    way to the case, which is tried so many ``times``; the case itself is right then.
    """

    name: str
    title: str
    case: str
    seen: str
    game: str
    command: str
    options: tuple[str, ...]
    verdict: CaseVerdict
    agree: Break
    break_it: Break
    heard: str = ""
    times: int = 1


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
        options: tuple[str, ...] = (),
        agree: Break = nothing,
        verdict: CaseVerdict = CaseVerdict.FAILED,
        heard: str = "",
        times: int = 1,
    ) -> Callable[[Break], Break]:
        """Add the function below as a defect."""

        def add(break_it: Break) -> Break:
            self._defects.append(
                Defect(name, title, case, seen, game, command, options, verdict, agree, break_it, heard, times)
            )
            return break_it

        return add

    def in_the_other_role(self, *names: str, **changes: Any) -> None:
        """Add the defects of these names once more: joining if one hosts, hosting if it joins, with ``changes``."""
        for name in names:
            defect = next(each for each in self._defects if each.name == name)
            command, role = ("join", "joining") if defect.command == "host" else ("host", "hosting")
            again = evolve(defect, name=f"{name}-{role}", title=f"{defect.title} ({role})", command=command)
            self._defects.append(evolve(again, **changes))


def replace(owner: Any, name: str, new: Any) -> None:
    """Put something else in the place of a name in a module or a class, which must have it."""
    assert hasattr(owner, name), f"{owner} has no {name}"
    setattr(owner, name, new)
