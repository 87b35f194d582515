"""This player's own things, opened for a command: what there is to say about them is said once, on standard error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mandala_client.text.language import _, ngettext
from mandala_client.text.lines import print_line
from mandala_net.player.paths import Paths, find_paths
from mandala_net.player.profile import Profile, open_home
from mandala_protocol.record import verification


@contextmanager
def own_home(name: str | None = None, paths: Paths | None = None, trace: Path | None = None) -> Iterator[Profile]:
    """Open this player's things; a store that was damaged or emptied is told of. Raises as ``open_home``."""
    with open_home(paths or find_paths(), name, trace) as profile:
        for notice in notices(profile):
            print_line(notice, aside=True)
        yield profile


def _saved(profile: Profile) -> list[str]:
    """The sentences about what was saved of a damaged store, and what it means if players are missing."""
    saved = profile.store.saved
    if saved is None:
        return []
    sentences = []
    if saved.games:
        games = ngettext("The new store has {count} game.", "The new store has {count} games.", saved.games)
        sentences.append(games.format(count=saved.games))
    if saved.lost:
        lost = ngettext(
            "{count} game is missing, because part of it could not be read.",
            "{count} games are missing, because parts of them could not be read.",
            saved.lost,
        )
        sentences.append(lost.format(count=saved.lost))
    if not saved.players and not saved.complete:
        sentences.append(
            _(
                "The players you knew could not be read. Everyone is now new to you, even someone with the "
                "name of a friend. Compare the three words."
            )
        )
    elif not saved.complete:
        sentences.append(
            _(
                "Some of the players you knew may be missing. Compare the three words with every player "
                "who is new to you."
            )
        )
    return sentences


def notices(profile: Profile) -> list[str]:
    """The notices about a store that was damaged or emptied."""
    sentences = []
    aside, records = profile.store.aside, profile.paths.records
    if aside is not None:
        damaged = _("The store of your games was damaged. It is kept as {file}, and a new store was started.")
        sentences += [damaged.format(file=aside), *_saved(profile)]
    if profile.store.found_empty and any(records.glob(f"*{verification.SUFFIX}")):
        empty = _(
            "The store of your games was empty, and a new one was started. Records of games are still in {folder}."
        )
        sentences.append(empty.format(folder=records))
    return sentences
