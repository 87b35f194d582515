"""A replay as plain sentences, each with its numbers: for screen readers, pipes and files."""

from __future__ import annotations

from collections.abc import Iterator

from mandala_client.records.replay import RecordedReplay
from mandala_client.records.verdict import is_key
from mandala_client.text.language import _


def lines_of(replay: RecordedReplay, first: int = 1) -> Iterator[str]:
    """The players, every step from number ``first`` on, and what the record proves."""
    for name, identity in zip(replay.names, replay.identities, strict=True):
        yield is_key(name, identity)
    yield _("Each line begins with the number of its step, then that of its entry in the record.")
    for frame in replay.frames[first - 1 :]:
        for sentence in frame.sentences:
            yield f"{frame.number:4} {frame.entry:5} {sentence}"
    yield from replay.closing
