"""Settings: fields of an attrs class, each described once where it is declared.

The file of settings, the pages and words of the lobby, the options of the command line and ``docs/settings.md`` all
follow from that description. ``Settings`` has such fields, and so have the choices before a game.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, TypeAlias, TypeVar, cast

import attrs
from attrs import AttrsInstance, evolve, field, frozen

from mandala_client.text.language import InContext, Label, label

FormT = TypeVar("FormT", bound=AttrsInstance)

Written: TypeAlias = str | bool | None
"""A value as the file and the command line have it; None where nothing is written."""

YES: Final = InContext("setting", "yes")
NO: Final = InContext("setting", "no")


class OptionOf(enum.Enum):
    """The commands that take a setting as an option, for this once."""

    NONE = enum.auto()
    EVERY_COMMAND = enum.auto()
    SCREENS = enum.auto()
    """The commands that draw a table, whether someone plays at it or looks on."""
    TABLES = enum.auto()
    """The commands that open a table or the lobby."""
    GAMES = enum.auto()
    """The commands that open a game or join one."""
    OPENING = enum.auto()
    """The commands that open a game."""


@frozen(eq=False)
class Setting:
    """One setting, the row of a table.

    ``attribute``: the name of the field, and ``key`` that in the file. ``letter`` and ``word`` choose it in the lobby.
    ``values``: what it can be, and how people read that; if it is ``typed``, what they read where nothing was.
    ``fits``: whether a value goes with the other choices. ``is_hidden``: whether there is nothing to choose.
    """

    attribute: str
    default: object
    key: str
    letter: str
    word: InContext
    title: str
    help: str
    values: Callable[[], Mapping[Any, Label]]
    typed: bool
    option: OptionOf
    fits: Callable[[Any, Any], bool]
    is_hidden: Callable[[], bool]

    @property
    def is_switch(self) -> bool:
        """Return whether it is on or off."""
        return isinstance(self.default, bool)

    def now(self, form: object) -> Any:
        """The value that it has there."""
        return getattr(form, self.attribute)

    def changed(self, form: FormT, value: object) -> FormT:
        """A copy of the choices, with this value of the setting."""
        changed: FormT = evolve(cast("Any", form), **{self.attribute: value})
        return changed

    def turned(self, form: FormT, steps: int) -> FormT:
        """A copy of the choices with the setting's next value, or the one before if ``steps`` is negative.

        A value that is typed stays.
        """
        if self.typed:
            return form
        values = list(self.values_on(form))
        return self.changed(form, values[(values.index(self.now(form)) + steps) % len(values)])

    def values_on(self, form: object) -> dict[Any, Label]:
        """The values that go with the other choices there."""
        return {value: shown for value, shown in self.values().items() if self.fits(form, value)}

    def shown(self, form: object) -> str:
        """Its value there as people read it."""
        now, values = self.now(form), self.values()
        return label(values[now]) if now in values else str(now)

    def written(self, form: object) -> Written:
        """Its value there as the file has it."""
        return written(self.now(form))

    def choices(self) -> dict[Written, Any]:
        """The texts that can be written, and the values that they mean."""
        return {written(value): value for value in self.values() if value is not None}


def written(value: object) -> Written:
    """A value as the file has it."""
    if isinstance(value, enum.Enum):
        value = value.value
    return value if value is None or isinstance(value, bool) else str(value)


_ROW: Final = "setting"


def setting(
    default: object,
    *,
    letter: str,
    word: InContext,
    title: str,
    help: str,  # noqa: A002 - as click calls it
    values: Mapping[Any, Label] | Callable[[], Mapping[Any, Label]],
    typed: bool = False,
    key: str | None = None,
    option: OptionOf = OptionOf.NONE,
    fits: Callable[[Any, Any], bool] = lambda _form, _value: True,
    is_hidden: Callable[[], bool] = lambda: False,
) -> Any:
    """Declare a field of an attrs class as a setting; what is not explained here is as in ``Setting``."""

    def row(attribute: str) -> Setting:
        all_values = values if callable(values) else lambda: values
        return Setting(
            attribute, default, key or attribute, letter, word, title, help, all_values, typed, option, fits, is_hidden
        )

    return field(default=default, metadata={_ROW: row})


@cache
def settings_of(form: type[AttrsInstance]) -> tuple[Setting, ...]:
    """The settings of an attrs class in their order."""
    return tuple(each.metadata[_ROW](each.name) for each in attrs.fields(form) if _ROW in each.metadata)
