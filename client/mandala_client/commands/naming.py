"""The name of this player at the first start: it is asked for once, or given on the command line, and kept."""

from __future__ import annotations

import sys

from attrs import evolve

from mandala_client.settings.settings_file import SettingsError, save_settings
from mandala_client.settings.start import Started
from mandala_client.text.characters import as_written
from mandala_client.text.language import _
from mandala_client.text.lines import print_line
from mandala_client.text.quoting import quoted
from mandala_client.ui.abilities import is_at_terminal
from mandala_net.player.paths import create_where_possible, find_paths
from mandala_protocol.names import NO_NAME, clean_name


def with_name_kept(started: Started, *, asking: bool = False) -> Started:
    """Return the start of a command with the name that was given or typed, which the settings keep from now on.

    A name chosen before stays, and so does a file of settings with a mistake in it. ``asking``: where no name was
    given, a person at a terminal is asked for one. Raises ``FolderError``, and ``KeyboardInterrupt`` from the person.
    """
    kept = started.kept
    if kept.settings.name is not None or kept.mistakes:
        return started
    asked = started.settings.name is None
    name = _name_typed() if asked and asking and is_at_terminal() else started.settings.name
    if name is None:
        return started
    paths = find_paths()
    create_where_possible(paths)
    try:
        save_settings(paths.settings, kept.settings, evolve(kept.settings, name=name))
    except SettingsError as error:
        if asked:  # else the name holds for this once, as on every command line
            print_line(error.message, aside=True)
    return evolve(started, settings=evolve(started.settings, name=name))


def _name_typed() -> str | None:
    """Ask for the name at the terminal; that of the account for a line that shows nothing, None if there is no line."""
    from mandala_client.linear.typed_lines import LONGEST  # both slow to import, and needed only once
    from mandala_net.trust.identity import default_name

    login = default_name()
    print_line(_("Welcome to Mandala. The other player sees you by your name; you can change it at any time."))
    question = _("Your name? Enter keeps {name}:").format(name=quoted(login))
    sys.stdout.write(as_written(f"{question} "))
    sys.stdout.flush()
    try:
        # Below the text, which a reader of lines may still want to set up.
        line = sys.stdin.buffer.readline(LONGEST)
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        raise
    if not line:
        sys.stdout.write("\n")
        return None
    name = clean_name(line.decode(sys.stdin.encoding, errors="replace"))
    return login if name == NO_NAME else name
