"""Numbers, durations and lists in the spoken language."""

from __future__ import annotations

from mandala_client.text.language import _, ngettext, pgettext


def decimal(number: float, places: int = 1) -> str:
    """A number with ``places`` decimals, at least one."""
    whole, _point, tenths = f"{number:.{places}f}".partition(".")
    return pgettext("a number with a decimal", "{whole}.{tenths}").format(whole=whole, tenths=tenths)


def percent(share: float) -> str:
    """A share of the whole, 0 to 1, in percent with one decimal."""
    return pgettext("a share", "{percent} %").format(percent=decimal(100 * share))


def cards(count: int) -> str:
    """Return text such as "1 card" or "3 cards"."""
    return ngettext("{count} card", "{count} cards", count).format(count=count)


def points(count: int) -> str:
    """Return text such as "1 point" or "15 points"."""
    return ngettext("{count} point", "{count} points", count).format(count=count)


def moves(count: int) -> str:
    """Return text such as "1 move" or "12 moves"."""
    return ngettext("{count} move", "{count} moves", count).format(count=count)


def list_of(items: list[str]) -> str:
    """Return text such as "red, green and black"."""
    if len(items) < 2:
        return "".join(items)
    return pgettext("list", "{items} and {last}").format(items=", ".join(items[:-1]), last=items[-1])


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
