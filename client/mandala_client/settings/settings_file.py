"""The settings as a file: ``settings.toml`` in the configuration folder, which a person may edit as well.

What is wrong in it is told in one sentence that names file, line and key, and the usual setting stands in for it; the
file stays as it is. Nothing is saved over a mistake, so that nothing that a person wrote is ever lost; and in a file
without one only the lines of changed settings change: comments and keys unknown here stay.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import field, frozen

from mandala_client.settings.setting import Setting, Written, written
from mandala_client.settings.settings import SETTINGS, Settings
from mandala_client.text.language import said
from mandala_client.text.sorry import Sorry
from mandala_net.files import NotAFile, TooLarge, read_file, replace_file
from mandala_net.player.paths import LARGEST_SETTINGS
from mandala_protocol.names import MAX_SHOWN_NAME, NO_NAME, clean_name
from mandala_protocol.sentence import N_, Sentence

LARGEST_FILE: Final = LARGEST_SETTINGS

MOST_NESTED: Final = 16
"""The most tables and arrays within one another: no one nests settings deeper, and writing them takes long."""

_MOST_UNKNOWN_KEYS: Final = 5
"""The most keys unknown here that are named."""

_HEADING: Final = "Settings of mandala-lan. They can also be changed within the program."
_BYTE_ORDER_MARK: Final = "\ufeff"
_AT_LINE: Final = re.compile(r"at line (\d+)")

_USUAL: Final = Settings()


class SettingsError(Sorry):
    """The settings cannot be saved. The file is left as it was."""


@frozen
class Loaded:
    """The contents of a file. ``mistakes``: a sentence for each; ``unknown``: the keys that mean nothing here."""

    settings: Settings = _USUAL
    mistakes: tuple[Sentence, ...] = ()
    unknown: Sentence | None = None

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All that a person should hear about the file."""
        return self.mistakes if self.unknown is None else (*self.mistakes, self.unknown)


def load_settings(path: Path) -> Loaded:
    """Read the file; the usual settings fill in for what is missing or wrong. Never raises."""
    try:
        return _understand(path, _read(path))
    except FileNotFoundError:
        return Loaded()
    except _Unusable as error:
        return Loaded(mistakes=(error.sentence,))


def save_settings(path: Path, before: Settings, after: Settings) -> None:
    """Write into the file the settings in which ``after`` differs from ``before``; its folder must be there.

    All else in the file stays as it is, also its comments. Raises ``SettingsError``, even if there is a mistake in it.
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
        sentence = Sentence("The settings cannot be saved in {file}: {reason}.", file=path, reason=_reason(error))
        raise SettingsError(said(sentence)) from error


def settings_to_take_along(path: Path, name: str) -> bytes:
    """The file for another machine, where the account may be called otherwise: with ``name`` if it names no one.

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
    sentence = Sentence(
        "The settings were not saved, so that your own text in the file is kept. {mistake}", mistake=mistake
    )
    return SettingsError(said(sentence))


def _changed(path: Path, text: str, changes: Mapping[str, Written]) -> bytes:
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


def _in_file(settings: Settings) -> dict[str, Written]:
    """The settings by their keys, as TOML has them; None where nothing is chosen."""
    return {setting.key: setting.written(settings) for setting in SETTINGS}


# Reading.


class _Unusable(Exception):
    """The file as a whole is unusable."""

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
    except RecursionError as error:
        raise _too_deep(path, *_deepest(lines)) from error
    except ValueError as error:
        # A number with thousands of digits is no TOML for us either.
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found is not None else max(len(text.rstrip().split("\n")), 1)
        key = _key_in(lines[line - 1]) if line <= len(lines) else None
        raise _Unusable(
            Sentence("{place}: this is not TOML. The usual settings are used.", place=_place(path, line, key))
        ) from error
    for key, value in values.items():
        if _is_deep(value):
            raise _too_deep(path, _line_of(key, text), key)
    settings, mistakes = _USUAL, []
    for setting in SETTINGS:
        if setting.key in values:
            taken = _taken(setting, values[setting.key])
            settings = setting.changed(settings, taken.value)
            if taken.mistake is not None:
                place = _place(path, _line_of(setting.key, text), setting.key)
                mistakes.append(Sentence(taken.mistake, place=place, **taken.values))
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


def _too_deep(path: Path, line: int | None, key: str | None) -> _Unusable:
    place = _place(path, line, None if key is None else clean_name(key))
    return _Unusable(Sentence("{place}: this is nested too deeply. The usual settings are used.", place=place))


def _deepest(lines: list[str]) -> tuple[int, str | None]:
    """The number of the line with the most brackets and dots, from 1, and the word that it begins with."""
    line = max(lines, key=lambda line: sum(line.count(mark) for mark in ".[{"))
    return lines.index(line) + 1, _first_word(line)


def _is_deep(value: object, levels: int = MOST_NESTED) -> bool:
    """Return whether a value has more than ``levels`` levels of tables and arrays."""
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_is_deep(nested, levels - 1) for nested in inner)


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


@frozen
class _Taken:
    """The value that is used, and what is wrong with the one in the file: a sentence with a place, and its values."""

    value: object
    mistake: str | None = None
    values: Mapping[str, object] = field(factory=dict)


def _taken(of: Setting, value: object) -> _Taken:
    """The reading of a value in the file."""
    if of.typed:
        return _taken_name(of, value)
    if of.is_switch:
        if isinstance(value, bool):
            return _Taken(value)
        usual = "true" if of.default else "false"
        return _Taken(of.default, N_("{place}: this must be true or false. {used} is used."), {"used": usual})
    # Whoever writes 256 without quotation marks means it all the same.
    number = isinstance(value, int) and not isinstance(value, bool)
    typed, choices = str(value) if number else value, of.choices()
    if isinstance(typed, str) and typed in choices:
        return _Taken(choices[typed])
    values = {"choices": ", ".join(f'"{choice}"' for choice in choices), "used": f'"{written(of.default)}"'}
    mistake = N_("{place}: this must be one of {choices}. {used} is used.")
    if of.default is None:
        mistake = N_("{place}: this must be one of {choices}. The language of your system is used.")
    return _Taken(of.default, mistake, values)


def _taken_name(of: Setting, value: object) -> _Taken:
    if not isinstance(value, str):
        return _Taken(of.default, N_("{place}: this must be text. The name of your account is used."))
    name = clean_name(value)
    if name == NO_NAME:
        return _Taken(of.default, N_("{place}: this name shows nothing. The name of your account is used."))
    if name == value.strip():
        return _Taken(name)
    mistake = N_("{place}: names have at most {most} characters, none of them invisible. “{name}” is used.")
    return _Taken(name, mistake, {"most": MAX_SHOWN_NAME, "name": name})


_KEYS: Final = frozenset(setting.key for setting in SETTINGS)
