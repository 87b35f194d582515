"""The start of every command: settings, options that override them, and the language."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Final

import click
from attrs import evolve, field, frozen

from mandala_client.settings.settings import Settings
from mandala_client.settings.settings_file import Loaded, load_settings
from mandala_client.text.characters import write_for
from mandala_client.text.console_font import font_of
from mandala_client.text.language import Language, language_of, said, speak
from mandala_net.player.paths import FolderError, find_paths
from mandala_protocol.names import clean_name

LANGUAGE_PARAMETER: Final = "language"
"""The name of the option for the language, for the whole program and for a command."""


@frozen
class GivenOptions:
    """The options given on the command line.

    ``chosen``: values of settings by their attributes; ``quiet``: no bell unless it is asked for, and no chat.
    """

    chosen: Mapping[str, Any] = field(factory=dict)
    quiet: bool = False

    def over(self, settings: Settings) -> Settings:
        """The settings, changed by the given options."""
        if self.quiet:
            settings = evolve(settings, bell=False, chat=False)
        chosen = dict(self.chosen)
        if "name" in chosen:
            chosen["name"] = clean_name(chosen["name"])
        return evolve(settings, **chosen)


@frozen
class Started:
    """The settings that hold for this command; ``kept``: those of the file."""

    settings: Settings
    kept: Loaded = field(factory=Loaded)

    @property
    def sentences(self) -> tuple[str, ...]:
        """All that a person should hear about the file, in the spoken language."""
        return tuple(map(said, self.kept.sentences))


def start(wishes: GivenOptions | None = None) -> Started:
    """Begin a command: from now on everything is said in the language that was chosen, spelled as can be shown.

    The language is that of the command line, there before or behind the command, else that of the settings, else that
    of the locale. It is spelled in ASCII if standard output allows no more. The file of settings is read once for a
    command line, however often this is called. Without a folder that can be used, the usual settings hold: a command
    that needs the folder says what is wrong with it.
    """
    wishes = wishes or GivenOptions()
    loaded = _loaded_settings()
    asked = language_asked_for()
    spoken = {} if asked is None else {LANGUAGE_PARAMETER: asked}
    settings = evolve(wishes, chosen={**spoken, **wishes.chosen}).over(loaded.settings)
    speak(settings.language or language_of())
    write_for(settings.only_ascii, sys.stdout.encoding, font_of(sys.stdout))
    return Started(settings, loaded)


def _loaded_settings() -> Loaded:
    """The settings of this user's file, read once for this command line."""
    context = click.get_current_context(silent=True)
    if context is None:
        return _load_own()
    if _LOADED not in context.meta:
        context.meta[_LOADED] = _load_own()
    loaded: Loaded = context.meta[_LOADED]
    return loaded


def _load_own() -> Loaded:
    try:
        return load_settings(find_paths().settings)
    except FolderError:
        return Loaded()


_LOADED: Final = f"{__name__}.loaded"
"""The place where it is kept: the contexts of a program, and of its commands, have this in common."""


def language_asked_for() -> Language | None:
    """The language that the command line asks for, the innermost command first; None if it asks for none.

    What has not been read yet, as it stands further behind, counts as well: the program keeps it as its object.
    """
    context = click.get_current_context(silent=True)
    asked = None if context is None else context.find_root().obj
    while context is not None:
        if context.params.get(LANGUAGE_PARAMETER) is not None:
            asked = context.params[LANGUAGE_PARAMETER]
            break
        context = context.parent
    return None if asked is None else Language(asked)
