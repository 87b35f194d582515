"""The settings as a file: ``settings.toml`` in the configuration folder, which a person may edit as well.

What is wrong in it is told in one sentence that names file, line and key, and the usual setting stands in for it; the
file stays as it is. Nothing is saved over a mistake, so that nothing that a person wrote is ever lost; and in a file
without one only the lines of changed settings change: comments and keys unknown here stay.
"""

from __future__ import annotations

import enum
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from mandala_client.settings.settings import Colours, Settings, Theme
from mandala_client.text.language import Language
from mandala_net.files import NotAFile, TooLarge, read_file, replace_file
from mandala_net.player.paths import LARGEST_SETTINGS, Paths
from mandala_protocol.names import MAX_SHOWN_NAME, NO_NAME, clean_name
from mandala_protocol.sentence import Sentence, marked

LARGEST_FILE: Final = LARGEST_SETTINGS

MOST_NESTED: Final = 16
"""How many tables and arrays may stand in one another: nobody nests settings deeper, and writing them takes long."""

_MOST_UNKNOWN_KEYS: Final = 5
"""How many keys unknown here are named."""

_HEADING: Final = "Settings of mandala-lan. They can also be changed within the program."
_BYTE_ORDER_MARK: Final = "\ufeff"
_AT_LINE: Final = re.compile(r"at line (\d+)")

_USUAL: Final = Settings()


class SettingsError(Exception):
    """The settings cannot be saved; ``sentence`` is for a person. The file is left as it was."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@frozen
class Loaded:
    """What a file says. ``mistakes``: a sentence for each; ``unknown``: the keys that mean nothing here."""

    settings: Settings = _USUAL
    mistakes: tuple[Sentence, ...] = ()
    unknown: Sentence | None = None

    @property
    def told(self) -> tuple[Sentence, ...]:
        """All that a person should hear about the file."""
        return self.mistakes if self.unknown is None else (*self.mistakes, self.unknown)


def settings_file(paths: Paths) -> Path:
    """Where the settings are kept."""
    return paths.settings


def load_settings(path: Path) -> Loaded:
    """What the file says; the usual settings where it says nothing, is not there, or is wrong. Never raises."""
    try:
        return _understand(path, _read(path))
    except FileNotFoundError:
        return Loaded()
    except _Unusable as error:
        return Loaded(mistakes=(error.sentence,))


def save_settings(path: Path, before: Settings, after: Settings) -> None:
    """Write into the file the settings in which ``after`` differs from ``before``; its folder must be there.

    All else in the file stays as it is, also its comments. Raises ``SettingsError``, also if there is a mistake in it.
    """
    old, new = _in_file(before), _in_file(after)
    changes = {key: value for key, value in new.items() if value != old[key]}
    if not changes:
        return
    try:
        text = _read(path)
        mistakes = _understand(path, text).mistakes
    except FileNotFoundError:
        text, mistakes = f"# {_HEADING}\n", ()
    except _Unusable as error:
        raise _not_saved(error.sentence) from error
    if mistakes:
        raise _not_saved(mistakes[0])
    try:
        # A link to a file elsewhere stays a link.
        replace_file(path.resolve(), _changed(path, text, changes))
    except OSError as error:
        raise SettingsError(
            Sentence("The settings cannot be saved in {file}: {reason}.", file=path, reason=_reason(error))
        ) from error


def settings_to_take_along(path: Path, name: str) -> bytes:
    """The file for another machine, where the account may be called otherwise: with ``name`` if it names nobody.

    A file in which something is wrong is taken as it is. Raises ``OSError`` if it is there and cannot be read.
    """
    try:
        data = read_file(path, LARGEST_FILE)
    except FileNotFoundError:
        data = f"# {_HEADING}\n".encode()
    try:
        loaded = _understand(path, data.decode())
        if loaded.settings.name is None and not loaded.mistakes:
            return _changed(path, data.decode(), {"name": name})
    except (UnicodeDecodeError, _Unusable, SettingsError):
        pass
    return data


def _not_saved(mistake: Sentence) -> SettingsError:
    return SettingsError(
        Sentence("The settings were not saved, so that your own text in the file is kept. {mistake}", mistake=mistake)
    )


def _changed(path: Path, text: str, changes: Mapping[str, str | bool | None]) -> bytes:
    """The content of a file with these settings; None takes a setting out. Raises ``SettingsError``."""
    import tomlkit  # only here, as it is slow to import

    mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
    try:
        document = tomlkit.parse(text.removeprefix(mark))
        for key, value in changes.items():
            if value is None:
                document.pop(key, None)
            else:
                document[key] = value
        content = (mark + tomlkit.dumps(document)).encode()
    except (tomlkit.exceptions.TOMLKitError, ValueError) as error:
        raise _not_saved(
            Sentence("Only you can change {file}, as it is written in a special way.", file=path)
        ) from error
    if len(content) > LARGEST_FILE:
        raise _not_saved(Sentence("{file} would be larger than {most} bytes.", file=path, most=LARGEST_FILE))
    return content


def _in_file(settings: Settings) -> dict[str, str | bool | None]:
    """The settings by their keys, as TOML has them; None where nothing is chosen."""
    return {
        "name": settings.name,
        "language": None if settings.language is None else settings.language.value,
        "theme": settings.theme.value,
        "colours": settings.colours.value,
        "ascii": settings.only_ascii,
        "confirm": settings.confirm,
        "bell": settings.bell,
        "live_score": settings.live_score,
        "chat": settings.chat,
    }


# Reading.


class _Unusable(Exception):
    """Nothing can be made of the file as a whole."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def _read(path: Path) -> str:
    """The text of the file. Raises ``FileNotFoundError``, or ``_Unusable`` for all else that can be in the way."""
    try:
        data = read_file(path, LARGEST_FILE)
    except FileNotFoundError:
        raise
    except NotAFile as error:
        raise _Unusable(Sentence("{file} is not a file. The usual settings are used.", file=path)) from error
    except TooLarge as error:
        raise _Unusable(
            Sentence("{file} is larger than {most} bytes. The usual settings are used.", file=path, most=error.most)
        ) from error
    except OSError as error:
        raise _Unusable(
            Sentence("{file} cannot be read: {reason}. The usual settings are used.", file=path, reason=_reason(error))
        ) from error
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        before = data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode()
        raise _Unusable(
            Sentence(
                "{place}: this is not text in UTF-8. The usual settings are used.",
                place=_place(path, line, _key_in(before)),
            )
        ) from error


def _understand(path: Path, text: str) -> Loaded:
    """The settings in the text of the file. Raises ``_Unusable`` if it is not TOML, or nested beyond all sense."""
    lines = text.split("\n")
    try:
        values = tomllib.loads(text.removeprefix(_BYTE_ORDER_MARK))
    except (ValueError, RecursionError) as error:
        # A number with thousands of digits, or brackets in brackets without end, are no TOML for us either.
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found is not None else max(len(text.rstrip().split("\n")), 1)
        key = _key_in(lines[line - 1]) if line <= len(lines) else None
        raise _Unusable(
            Sentence("{place}: this is not TOML. The usual settings are used.", place=_place(path, line, key))
        ) from error
    for key, value in values.items():
        if _is_deep(value):
            place = _place(path, _line_of(key, text), clean_name(key))
            raise _Unusable(Sentence("{place}: this is nested too deeply. The usual settings are used.", place=place))
    settings, mistakes = _USUAL, []
    for key, take in _KEYS.items():
        if key in values:
            try:
                settings = take(settings, values[key])
            except _Wrong as wrong:
                settings = wrong.settings
                mistakes.append(Sentence(wrong.template, place=_place(path, _line_of(key, text), key), **wrong.values))
    return Loaded(settings, tuple(mistakes), _unknown(path, [key for key in values if key not in _KEYS]))


def _unknown(path: Path, keys: list[str]) -> Sentence | None:
    if not keys:
        return None
    named = ", ".join(clean_name(key) for key in keys[:_MOST_UNKNOWN_KEYS])
    if len(keys) > _MOST_UNKNOWN_KEYS:
        named += " …"
    return Sentence("{file}: unknown keys were left as they are: {keys}.", file=path, keys=named)


def _place(path: Path, line: int | None, key: str | None) -> Sentence:
    if line is None:
        return Sentence("{file}, {key}", file=path, key=key)
    if key is None:
        return Sentence("{file}, line {line}", file=path, line=line)
    return Sentence("{file}, line {line}, {key}", file=path, line=line, key=key)


def _is_deep(value: object, levels: int = MOST_NESTED) -> bool:
    """Whether there are more than so many levels of tables and arrays in a value."""
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_is_deep(one, levels - 1) for one in inner)


def _key_in(line: str) -> str | None:
    """The known key that a line of a file is about, as far as that can be seen."""
    word = _first_word(line)
    return word if word in _KEYS else None


def _line_of(key: str, text: str) -> int | None:
    """The first line that is about a key, from 1; None if it is written in an unusual way."""
    return next((number for number, line in enumerate(text.split("\n"), start=1) if _first_word(line) == key), None)


def _first_word(line: str) -> str | None:
    found = re.match(r"\s*+\[*+\s*+[\"']?(\w+)", line)
    return None if found is None else found[1]


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


# What may stand behind a key.


class _Wrong(Exception):
    """A value cannot be used as it is. ``settings``: what is used; ``template``: a sentence with a place and values."""

    def __init__(self, settings: Settings, template: str, **values: object) -> None:
        super().__init__(template)
        self.settings, self.template, self.values = settings, template, values


def _with_name(settings: Settings, value: object) -> Settings:
    if not isinstance(value, str):
        raise _Wrong(settings, marked("{place}: this must be text. The name of your account is used."))
    name = clean_name(value)
    if name == NO_NAME:
        raise _Wrong(settings, marked("{place}: this name shows nothing. The name of your account is used."))
    settings = evolve(settings, name=name)
    if name != value.strip():
        template = marked("{place}: names have at most {most} characters, none of them invisible. “{name}” is used.")
        raise _Wrong(settings, template, most=MAX_SHOWN_NAME, name=name)
    return settings


def _with_language(settings: Settings, value: object) -> Settings:
    try:
        return evolve(settings, language=Language(value))
    except ValueError:
        template = marked("{place}: this must be one of {choices}. The language of your system is used.")
        raise _Wrong(settings, template, choices=_choices(Language)) from None


def _with_theme(settings: Settings, value: object) -> Settings:
    try:
        return evolve(settings, theme=Theme(value))
    except ValueError:
        raise _not_a_choice(settings, Theme, settings.theme) from None


def _with_colours(settings: Settings, value: object) -> Settings:
    # Whoever writes 256 without quotation marks means it all the same.
    number = isinstance(value, int) and not isinstance(value, bool)
    try:
        return evolve(settings, colours=Colours(str(value) if number else value))
    except ValueError:
        raise _not_a_choice(settings, Colours, settings.colours) from None


def _not_a_choice(settings: Settings, choices: type[enum.Enum], used: enum.Enum) -> _Wrong:
    template = marked("{place}: this must be one of {choices}. {used} is used.")
    return _Wrong(settings, template, choices=_choices(choices), used=_quoted(used))


def _choices(choices: type[enum.Enum]) -> str:
    return ", ".join(map(_quoted, choices))


def _quoted(choice: enum.Enum) -> str:
    return f'"{choice.value}"'


def _switch(usual: bool, change: Callable[[Settings, bool], Settings]) -> Callable[[Settings, object], Settings]:
    """How to take a setting that is on or off."""

    def with_switch(settings: Settings, value: object) -> Settings:
        if not isinstance(value, bool):
            template = marked("{place}: this must be true or false. {used} is used.")
            raise _Wrong(settings, template, used="true" if usual else "false")
        return change(settings, value)

    return with_switch


_KEYS: Final[Mapping[str, Callable[[Settings, object], Settings]]] = {
    "name": _with_name,
    "language": _with_language,
    "theme": _with_theme,
    "colours": _with_colours,
    "ascii": _switch(_USUAL.only_ascii, lambda settings, on: evolve(settings, only_ascii=on)),
    "confirm": _switch(_USUAL.confirm, lambda settings, on: evolve(settings, confirm=on)),
    "bell": _switch(_USUAL.bell, lambda settings, on: evolve(settings, bell=on)),
    "live_score": _switch(_USUAL.live_score, lambda settings, on: evolve(settings, live_score=on)),
    "chat": _switch(_USUAL.chat, lambda settings, on: evolve(settings, chat=on)),
}
"""How the value of each key is taken. Raises ``_Wrong``."""
