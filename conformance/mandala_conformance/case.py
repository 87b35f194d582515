"""A case of the tester, and a book of cases: a module of cases makes one book and adds to it."""

from __future__ import annotations

import enum
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Final, TypeAlias

from attrs import frozen

from mandala_conformance.case_stage import Stage
from mandala_net.link.handshake import Role
from mandala_protocol.games.catalogue import GAMES
from mandala_protocol.requirements import REQUIREMENTS

Act: TypeAlias = Callable[[Stage], Awaitable[None]]
"""The acting part of a case. It returns if all was as required, else raises ``Unmet``, ``NotStrict`` or ``NotTried``.
"""

BOTH_ROLES: Final = (Role.GUEST, Role.HOST)
EVERY_GAME: Final = tuple(GAMES)
ANY_GAME: Final = ("any",)
"""The games of a case for which any game will do: it is tried once, in the game that is played sooner."""

HOSTED_TEST_GAME: Final = ("test game",)
"""The case is about the test game that the implementation hosts, and tried only with one that does."""

NO_GAME: Final = ()
"""The case ends before any game has a say: it is tried once."""


class Extent(enum.IntEnum):
    """The extent of a run: each one includes those before it."""

    QUICK = 0
    STANDARD = 1
    ALL = 2


class Kind(enum.Enum):
    """The meaning of a case that does not pass: it failed, it is not strict, or it is only worth knowing."""

    MUST = "must"
    SHOULD = "should"
    TIMING = "timing"


@frozen
class Case:
    """One case of the tester.

    ``roles`` are those of the tester; ``games`` those in which it is tried, or ``ANY_GAME``,
    ``HOSTED_TEST_GAME`` or ``NO_GAME``.
    ``beside``: it waits for a long time and needs no game, so that others can be tried meanwhile.
    """

    name: str
    title: str
    requirements: tuple[str, ...]
    roles: tuple[Role, ...]
    games: tuple[str, ...]
    extent: Extent
    kind: Kind
    beside: bool
    act: Act


class CaseBook:
    """The cases of one module, in their order."""

    def __init__(self) -> None:
        self._cases: list[Case] = []

    def __iter__(self) -> Iterator[Case]:
        return iter(self._cases)

    def case(
        self,
        name: str,
        title: str,
        *,
        also: Iterable[str] = (),
        roles: tuple[Role, ...] = BOTH_ROLES,
        games: tuple[str, ...] = EVERY_GAME,
        extent: Extent = Extent.STANDARD,
        kind: Kind = Kind.MUST,
        beside: bool = False,
    ) -> Callable[[Act], Act]:
        """Add the function below as a case.

        ``name`` is the number of the requirement that it shows, a slash, and a word for it; ``also`` are others.
        """
        requirements = (name.partition("/")[0], *also)
        unknown = [number for number in requirements if number not in REQUIREMENTS]
        if unknown:
            raise ValueError(f"{name}: the standard has no requirement {', '.join(unknown)}")

        def add(act: Act) -> Act:
            self._cases.append(Case(name, title, requirements, roles, games, extent, kind, beside, act))
            return act

        return add
