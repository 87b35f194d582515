"""The checks of rows of the store: each row is checked once, when it is read.

SQLite finds out about a page that makes no sense, but not about a byte that was changed within a value; and it does not
hold what it reads against the types of its tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

from mandala_net.store.summary import State
from mandala_protocol.conversation.kept_entries import read_help
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.names import clean_name
from mandala_protocol.record.signatures import IDENTITY_BYTES, SIGNATURE_BYTES
from mandala_protocol.seats import Seat
from mandala_protocol.wire import codec
from mandala_protocol.wire.messages import HEAD, MAX_ENTRIES, EntryMessage

LATEST: Final = 250_000_000_000
"""Unix seconds in the year 9892; a calendar ends soon after."""

LONGEST_TEXT: Final = codec.MAX_TEXT_BYTES
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
SEED_BYTES: Final = 32
_MOST_POINTS: Final = 1_000_000

StoredRow: TypeAlias = Mapping[str, Any]
"""A row of a table, by the names of its columns."""

_Check: TypeAlias = Callable[[object], bool]


class DamagedRow(Exception):
    """A row holds what this program never writes."""

    def __init__(self, table: str, column: str) -> None:
        super().__init__(f"{table}.{column}")


def require_row(table: str, row: StoredRow) -> None:
    """Refuse a row of this table with a value that does not fit its column. Raises ``DamagedRow``."""
    checks = _COLUMNS[table]
    for column, value in row.items():
        if not checks[column](value):
            raise DamagedRow(table, column)


def message_of(payload: object, signature: object, table: str = "entries") -> EntryMessage:
    """An entry as it was said. Raises ``DamagedRow``."""
    require_row(table, {"payload": payload, "signature": signature})
    assert isinstance(payload, bytes)
    assert isinstance(signature, bytes)
    return EntryMessage(payload, signature)


# What may stand in a column.


def _whole(lowest: int, highest: int) -> _Check:
    return lambda value: type(value) is int and lowest <= value <= highest


def _binary(shortest: int, longest: int) -> _Check:
    return lambda value: type(value) is bytes and shortest <= len(value) <= longest


def _text(value: object) -> bool:
    # Bytes that were no text stand in it as surrogates, where they are let through at all.
    return type(value) is str and len(value) <= LONGEST_TEXT and _SURROGATE.search(value) is None


def _name(value: object) -> bool:
    # If names are to be cleaner one day, a step between versions has to clean those that are kept.
    return isinstance(value, str) and _text(value) and value == clean_name(value)


def _one_of(values: Iterable[object]) -> _Check:
    allowed = frozenset(values)
    return lambda value: value in allowed


def _matching(pattern: str) -> _Check:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _help(value: object) -> bool:
    if not isinstance(value, bytes):
        return False
    try:
        read_help(value)
    except RemoteProtocolError:
        return False
    return True


def _or_null(check: _Check) -> _Check:
    return lambda value: value is None or check(value)


_STATE: Final = _one_of(state.value for state in State)
_CODE: Final = _one_of(Code)
_ROW: Final = _whole(1, 2**63 - 1)
_TIME: Final = _whole(0, LATEST)
_COUNT: Final = _whole(0, MAX_ENTRIES)
_SEAT: Final = _whole(0, len(Seat) - 1)
_FLAG: Final = _whole(0, 1)
_IDENTITY: Final = _binary(IDENTITY_BYTES, IDENTITY_BYTES)
_POINTS: Final = _or_null(_whole(-_MOST_POINTS, _MOST_POINTS))
_HEAD: Final = _or_null(_binary(HEAD, HEAD))
_TEXT: Final = _or_null(_text)
_PAYLOAD: Final = _binary(0, codec.MAX_BINARY_BYTES)
_SIGNATURE: Final = _binary(SIGNATURE_BYTES, SIGNATURE_BYTES)

_COLUMNS: Final[Mapping[str, Mapping[str, _Check]]] = {
    "games": {
        "id": _ROW,
        "seat": _SEAT,
        "peer": _IDENTITY,
        "seed": _or_null(_binary(SEED_BYTES, SEED_BYTES)),
        "bot": _TEXT,
        "address": _TEXT,
        "begun": _TIME,
        "settled": _FLAG,
        "state": _STATE,
        "ended": _or_null(_TIME),
        "entries": _COUNT,
        "moves": _COUNT,
        "game": _TEXT,
        "grace": _TIME,
        "proposal": _HEAD,
        "game_id": _HEAD,
        "host": _TEXT,
        "guest": _TEXT,
        "reason": _TEXT,
        "host_score": _POINTS,
        "guest_score": _POINTS,
        "winner": _or_null(_SEAT),
        "keys": _COUNT,
        "results": _COUNT,
        "latest": _or_null(_TIME),
        "absence": _or_null(_TIME),
    },
    "entries": {"game": _ROW, "number": _whole(0, MAX_ENTRIES - 1), "payload": _PAYLOAD, "signature": _SIGNATURE},
    "evidence": {
        "id": _ROW,
        "game": _ROW,
        "number": _whole(0, MAX_ENTRIES - 1),
        "fork": _FLAG,
        "code": _CODE,
        "requirement": _matching("[A-Z]{2}[0-9]{1,3}"),
        "payload": _PAYLOAD,
        "signature": _SIGNATURE,
        "help": _or_null(_help),
    },
    "players": {"name": _name, "key": _IDENTITY, "confirmed": _FLAG},
    "blocked": {"fingerprint": _matching("[A-Z2-7]{4}(-[A-Z2-7]{4}){3}"), "name": _or_null(_name)},
    "taken_over": {"what": _text},
}
"""A new column of the store needs its check here."""

TABLES: Final = tuple(_COLUMNS)
