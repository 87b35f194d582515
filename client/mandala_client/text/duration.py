"""Durations in words."""

from __future__ import annotations

from mandala_client.text.language import _, ngettext


def duration(seconds: int) -> str:
    """Return text such as "10 minutes" or "1 minute and 30 seconds"."""
    minutes, rest = divmod(seconds, 60)
    in_minutes = ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
    in_seconds = ngettext("{count} second", "{count} seconds", rest).format(count=rest)
    if minutes and rest:
        return _("{minutes} and {seconds}").format(minutes=in_minutes, seconds=in_seconds)
    return in_minutes if minutes else in_seconds


def clock_time(seconds: int) -> str:
    """The time as a clock shows it: minutes and seconds, such as "1:05"."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02d}"
