"""Targets: the store with bytes of its file changed, and what comes from another machine in one file."""

from __future__ import annotations

import json
import shutil
import sqlite3
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from fuzz import places
from fuzz.choices import Choices
from fuzz.edits import edited, flip, set_byte
from fuzz.target import Target, require
from mandala_client.records import past_games, statistics
from mandala_net.player.paths import FolderError, Paths
from mandala_net.player.profile import Profile, open_home
from mandala_net.player.transfer import move_in, move_out
from mandala_net.store.store import PlayerKey, SavedGame, State, Store, StoredGame, StoreError
from mandala_net.trust.identity import Identity, IdentityError
from mandala_net.trust.known_players import KnownPlayers
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.errors import Code
from mandala_protocol.record import verification
from mandala_protocol.record.transcript import START, Entry, seal
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Accept, Commit, Propose, ResultBody, Share

_NOW: Final = 1_750_000_000.0
_PAGE: Final = 4096
_SEED: Final = bytes(range(32))
_BEN: Final = Identity(b"\2" * 32)


def _require_sentence(error: Exception) -> None:
    text = str(error)
    require(
        text != "" and not any(unicodedata.category(character)[0] == "C" for character in text),
        f"no sentence: {text!r}",
    )


def _entries(count: int, host: Identity, number: int, guest: Identity = _BEN) -> list[Entry]:
    """Some entries of a game, which need not make sense: the store does not look into the proofs."""
    said = [seal(0, START, Propose("mandala", "lot", 0, False, host.public, "Anna", bytes([number]) * 32), host)]
    said.append(seal(1, said[0].head, Accept(False, guest.public, "Ben", _SEED), guest))
    while len(said) < count:
        last = len(said) >= count - 2 and count > 6
        body = ResultBody((3, 2), 0, "deck", bytes(32)) if last else Commit(bytes([len(said) % 256]) * 64)
        said.append(seal(len(said), said[-1].head, body, (host, guest)[len(said) % 2]))
    return said


def _kept(head: bytes, code: Code, requirement: str) -> KeptEntry:
    lent = Share((3,), bytes(32), bytes(32), bytes(32)) if code is Code.FALSE_FACE else None
    return KeptEntry(2, seal(2, head, Commit(bytes([int(code)]) * 64), _BEN).message(), code, requirement, lent)


def _fill(profile: Profile, games: int, entries: int) -> None:
    """Games of each state, a known player, and evidence."""
    for number in range(games):
        seat = Seat(number % 2)
        host, guest = (profile.identity, _BEN) if seat is Seat.HOST else (_BEN, profile.identity)
        said = _entries(entries, host, number, guest)
        game = profile.store.begin(seat, _BEN.public, _SEED, bot="greedy" if number % 5 == 4 else None)
        game.append(said)
        for kept in (_kept(said[1].head, Code.FALSE_FACE, "PL5"), _kept(said[1].head, Code.FORK, "TR8")):
            game.break_off(kept)
        game.mark(State.OPEN)
        if number % 3 == 1:
            game.mark(State.ADJOURNED)
        game.remember_address("192.168.1.7:28108")
    profile.players.remember("Ben", _BEN.public)


@frozen
class _Base:
    """A folder of a player, as its files are."""

    store: bytes
    log: bytes
    """The files beside the store while it is in use."""
    identity: bytes


@cache
def _base(games: int, entries: int) -> _Base:
    root = places.scratch() / f"base-{games}"
    root.mkdir()
    paths = Paths.under(root)
    with open_home(paths, "Anna") as profile:
        _fill(profile, games, entries)
        log = paths.games.with_name(f"{paths.games.name}-wal").read_bytes()
    return _Base(paths.games.read_bytes(), log, paths.identity.read_bytes())


_SMALL: Final = (2, 3)
_LARGE: Final = (30, 24)


# The store.


def _store(data: bytes) -> None:
    choices = Choices(data)
    kind = choices.byte() % 5
    base = _base(*(_LARGE if kind == 1 else _SMALL))
    root = _empty_folder("store")
    path = root / "games.sqlite"
    content, log = base.store if kind == 4 else edited(base.store, choices), b""
    if kind == 2:
        content, log = base.store, edited(base.log, choices)
    path.write_bytes(content)
    if log:
        path.with_name(f"{path.name}-wal").write_bytes(log)
    if kind == 3:
        path.with_name(f"{path.name}.suspect").touch()
    if kind == 4:
        _put_other_value(path, choices)
    for _start in range(2):
        _use(path, content)
    require(path.exists() or content == b"", "the store is gone")


def _use(path: Path, content: bytes) -> None:
    """Open a store and use all of it; ``content`` is what was in the file when it was opened first."""
    try:
        store = Store(path, now=lambda: _NOW, timeout=0)
    except StoreError as error:
        _require_sentence(error)
        return
    with _may_be_refused(), store:
        if store.aside is not None:
            require(store.aside.exists(), "what was set aside is gone")
            for saved in store.games():
                require(
                    len(SavedGame(store, saved.row).messages()) == saved.entries, "a game that was saved is not whole"
                )
            game = store.begin(Seat.HOST, _BEN.public, _SEED)
            game.append(_entries(2, _BEN, 9))
            require(len(game.messages()) == 2, "a new store does not keep what it is given")
        for action in (*_reading(store), *_showing(store, path), *_writing(store)):
            with _may_be_refused():
                action()
    require(content == b"" or store.aside is None or store.aside.stat().st_size > 0, "what was set aside is empty")


@contextmanager
def _may_be_refused() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        _require_sentence(error)


def _reading(store: Store) -> list[Callable[[], object]]:
    games: list[StoredGame] = []
    with _may_be_refused():
        games = store.games()[:4]
    actions: list[Callable[[], object]] = [store.resumable, store.players, partial(store.find, "0123")]
    actions.append(partial(store.has_taken_over, "known-players"))
    for game in games:
        saved = SavedGame(store, game.row)
        actions += [partial(store.game, game.row), saved.messages, saved.evidence, saved.seed]
        actions.append(partial(_write_record, store, game.row))
        actions.append(partial(store.with_proposal, game.proposal or bytes(32), game.peer, seat=game.seat))
        actions.append(partial(store.finished_with, game))
    return actions


def _write_record(store: Store, row: int) -> None:
    """Read the record of a game as ``export`` and ``verify`` take it: whatever is in it, that ends well."""
    with suppress(verification.NotARecord):
        record = verification.write(store.take_up(row).messages())
        verification.opened_keys(verification.read_messages(record))


def _showing(store: Store, path: Path) -> list[Callable[[], object]]:
    """The lists that a person is shown of the games."""

    def show() -> None:
        paths = Paths(path.parent, path.parent, path.parent)
        played = list(past_games.games_played(Profile("Anna", _BEN, KnownPlayers.load(store), store, paths)))
        counted = statistics.all_statistics(played)
        table = past_games.table_of(played)
        lines = [*table.lines_with_remarks(past_games.WIDTH), *statistics.titled(counted, statistics.lines_of)]
        require(
            not any(unicodedata.category(character)[0] == "C" for line in lines for character in line),
            "shows what cannot be seen",
        )
        json.dumps([table.objects(), statistics.document_of(counted)])

    return [show]


def _writing(store: Store) -> list[Callable[[], object]]:
    def begin() -> None:
        game = store.begin(Seat.GUEST, _BEN.public, _SEED)
        said = _entries(3, _BEN, 8)
        game.append(said)
        require([message.payload for message in game.messages()] == [entry.payload for entry in said], "other entries")
        game.break_off(_kept(said[0].head, Code.FORK, "TR8"))
        game.mark(State.BROKEN)
        game.settle()

    def go_on() -> None:
        for game in store.games()[:3]:
            saved = store.take_up(game.row)
            saved.append([seal(game.entries, START, Commit(bytes(64)), _BEN)])
            saved.mark(State.OPEN)
            saved.remember_address("a:1")

    return [
        go_on,
        begin,
        lambda: store.change_players(lambda known: {**known, "Carl": PlayerKey(bytes(32))}),
        lambda: store.take_over_players("more", {"Dora": b"\1" * 32}),
        store.forget_unaccepted,
    ]


def _put_other_value(path: Path, choices: Choices) -> None:
    """Put another value, of whatever kind, into one column of a table, past all that the tables demand."""
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as database,
        suppress(sqlite3.Error, OverflowError),
    ):
        database.execute("PRAGMA ignore_check_constraints = ON")
        table = choices.one_of(("games", "entries", "evidence", "players", "taken_over"))
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        column, value = choices.one_of(columns), choices.value()
        if isinstance(value, list | dict):
            value = json.dumps(value, default=repr)
        where = " WHERE id = 1" if table == "games" else ""
        if isinstance(value, str) and choices.byte() % 4 == 0:
            # What is text for SQLite need not be UTF-8.
            database.execute(f"UPDATE {table} SET {column} = CAST(? AS TEXT){where}", (value.encode() + b"\xff",))
        else:
            database.execute(f"UPDATE {table} SET {column} = ?{where}", (value,))


def _empty_folder(name: str) -> Path:
    root = places.scratch() / name
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    return root


class _StoreSweep(Sequence[bytes]):
    """Every byte of the first two pages to four values, and some bytes in every page of a larger one."""

    _VALUES: Final = (set_byte, set_byte, flip, flip)
    _WITH: Final = (0x00, 0xFF, 0x01, 0x80)
    _IN_A_PAGE: Final = (0, 3, 5, 8, 40, 1000, 2500, 3900, 4000, 4050, 4090, 4095)

    def __init__(self) -> None:
        pages = len(_base(*_LARGE).store) // _PAGE
        self._large = [page * _PAGE + place for page in range(pages) for place in self._IN_A_PAGE]

    def __len__(self) -> int:
        return len(self._VALUES) * (2 * _PAGE + len(self._large))

    def __getitem__(self, number: Any) -> Any:
        # The larger one first: it has fewer.
        at, which = divmod(number, len(self._VALUES))
        edit = self._VALUES[which]
        if at < len(self._large):
            return b"\1" + edit(self._large[at], self._WITH[which])
        place = at - len(self._large)
        # Neighbours far apart, so that the first few are not all in the header.
        return b"\0" + edit(place * 1021 % (2 * _PAGE), self._WITH[which])


_VALUES: Final = {
    "none": (0, 0),
    "large": (0, 16),
    "negative": (0, 5),
    "bytes": (2, 3, 1, 2, 3),
    "text": (4, 4, 1),
    "not-utf-8": (4, 4),
}
_PLACES: Final = (
    *((0, 4, value) for value in _VALUES),
    *((0, column, "not-utf-8") for column in (5, 6, 12, 16)),
    *((0, column, "large") for column in (6, 7, 9, 13, 17)),
    *((table, column, "bytes") for table, column in ((0, 2), (0, 14), (1, 2), (1, 3), (2, 3), (3, 1))),
    *((3, 0, value) for value in ("text", "not-utf-8")),
)


def _value_seeds(kind: int) -> dict[str, bytes]:
    """Values that do not belong into a column, for that kind of input that puts them there."""
    return {
        f"value-{table}-{column:02}-{value}": bytes([kind, table, column, *_VALUES[value]])
        for table, column, value in _PLACES
    }


def _store_seeds() -> Mapping[str, bytes]:
    return {
        "honest": b"\0",
        "large": b"\1",
        "log": b"\2",
        "suspect": b"\3",
        "empty": b"\0\3\0\0\0",
        "text": b"\0\7\0\0\0\20this is no store",
        "half": b"\1\3\0\x60\0",
        "version": b"\0" + set_byte(60, 0xFF),
        "newer": b"\0" + set_byte(63, 0x63),
        "encoding": b"\0" + set_byte(59, 2),
        "page-size": b"\0" + set_byte(16, 2),
        "log-cut": b"\2\3\0\x30\0",
        "schema-text": b"\0" + set_byte(1881, 0xCF),
        **_value_seeds(4),
        "schema-text-2": b"\0" + set_byte(2676, 0xCF),
    }


# Moving.


def _moving(data: bytes) -> None:
    choices = Choices(data)
    if choices.byte() % 2 == 0:
        file = _empty_folder("given") / "me.mandala-move"
        file.write_bytes(edited(_moved(), choices))
    else:
        made = _made_with_other_values(choices)
        if made is None:
            return
        file = made
    root = _empty_folder("new")
    paths = Paths.under(root)
    content = file.read_bytes()
    try:
        moved = move_in(paths, file, now=lambda: _NOW)
    except (StoreError, FolderError) as error:
        _require_sentence(error)
        require(not any(path.is_file() for path in root.rglob("*")), "something is left of a file that was refused")
    else:
        require(paths.identity.exists(), "no identity came")
        with Store(paths.games, timeout=0) as store:
            games = store.games()
            require(len(games) == moved.games, "another number of games")
            for action in (*_reading(store), *_showing(store, paths.games)):
                action()
    require(file.read_bytes() == content, "the file that was given has changed")


@cache
def _moved() -> bytes:
    """An honest file of another machine."""
    root = places.scratch() / "from"
    root.mkdir()
    with open_home(Paths.under(root), "Anna") as profile:
        _fill(profile, *_SMALL)
        move_out(profile, root / "me.mandala-move")
    return (root / "me.mandala-move").read_bytes()


def _made_with_other_values(choices: Choices) -> Path | None:
    """A file that move out makes of a store in which a value is another; None if there is no such file."""
    root = _empty_folder("given")
    paths = Paths.under(root).create()
    base = _base(*_SMALL)
    paths.games.write_bytes(base.store)
    paths.identity.write_bytes(base.identity)
    paths.identity.chmod(0o600)
    _put_other_value(paths.games, choices)
    file = root / "me.mandala-move"
    try:
        with open_home(paths, "Anna") as profile:
            move_out(profile, file)
    except (StoreError, IdentityError) as error:
        _require_sentence(error)
        return None
    return file


def _moving_sweep() -> Sequence[bytes]:
    """Every 3rd byte of the first page, and one in every 64 bytes of the rest."""
    size = len(_moved())
    return [b"\0" + flip(place, 1 << place % 8) for place in (*range(0, _PAGE, 3), *range(_PAGE, size, 64))]


def _moving_seeds() -> Mapping[str, bytes]:
    return {"honest": b"\0", "cut": b"\0\3\0\x40\0", "version": b"\0" + set_byte(60, 0xFF), **_value_seeds(1)}


TARGETS: Final = (
    Target(
        "store",
        "opens, or sets aside and begins a new one; then everything works or is refused in one sentence",
        _store,
        _store_seeds,
        _StoreSweep,
        longest=64,
        share=6,
        quick=25,
    ),
    Target(
        "move-in",
        "is taken in, readable from end to end, or refused in one sentence with nothing left of it",
        _moving,
        _moving_seeds,
        _moving_sweep,
        longest=64,
        share=3,
        quick=10,
    ),
)
