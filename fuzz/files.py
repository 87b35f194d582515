"""Targets: the files of a player and those that others give, all but the store; each is read as it lies on disk."""

from __future__ import annotations

import io
import itertools
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from attrs import evolve

from fuzz import places
from fuzz.choices import Choices
from fuzz.edits import edited, set_byte
from fuzz.target import Target, require
from mandala_client.settings.settings import Settings, Theme
from mandala_client.settings.settings_file import LARGEST_FILE, SettingsError, load_settings, save_settings
from mandala_conformance.rules_logs.mandala import MANDALA_LOG
from mandala_conformance.rules_logs.rules_log import check_rules, write_log
from mandala_conformance.rules_logs.rules_log_fields import BadLog
from mandala_net.trust import known_players
from mandala_net.trust.identity import Identity, IdentityError, load_identity, load_or_create_identity
from mandala_net.trust.known_players import KnownPlayersError
from mandala_protocol.games.mandala import MANDALA
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.names import clean_name
from mandala_protocol.seats import Seat


def _file(name: str, data: bytes) -> Path:
    path = places.scratch() / name
    path.write_bytes(data)
    path.chmod(0o600)
    return path


def _require_line(text: str) -> None:
    """Require one line fit to be shown, as everything is that a person reads."""
    require(
        not any(unicodedata.category(character)[0] == "C" for character in text),
        f"a line that cannot be shown: {text!r}",
    )


# Settings.


def _settings(data: bytes) -> None:
    path = _file("settings.toml", data)
    loaded = load_settings(path)
    for sentence in loaded.sentences:
        _require_line(str(sentence))
    name = loaded.settings.name
    require(name is None or name == clean_name(name), "a name unfit to be shown")
    theme = Theme.COLOUR_BLIND if loaded.settings.theme is not Theme.COLOUR_BLIND else Theme.DEFAULT
    wanted = evolve(loaded.settings, theme=theme, confirm=not loaded.settings.confirm, name="Anna")
    try:
        save_settings(path, loaded.settings, wanted)
    except SettingsError as error:
        _require_line(error.message)
        require(path.read_bytes() == data, "what a person wrote was changed, and it is said that it was not")
        return
    again = load_settings(path)
    require(again.settings == wanted, "what was saved reads back as something else")
    require(not loaded.mistakes, "saved over a mistake")
    require(path.stat().st_size <= LARGEST_FILE, "more was saved than is read")


def _settings_seeds() -> Mapping[str, bytes]:
    path = places.scratch() / "settings.toml"
    path.unlink(missing_ok=True)
    save_settings(path, Settings(), Settings("Anna", None, Theme.HIGH_CONTRAST, only_ascii=True, chat=False))
    return {
        "saved": path.read_bytes(),
        "mark": b"\xef\xbb\xbfname = 'Anna'\r\n",
        "table": b"[theme]\na = {b = [1, {c = 2}]}\n",
        "dotted": b'"name" = "x"\ntheme.a = 1\n[[more]]\n',
        "multi": b'name = """\nAnna\\u202e"""\nbell = 0x1\n',
        "many": b"".join(b"k%d = %d\n" % (number, number) for number in range(12)),
        "deep": b"x = " + b"[" * 40 + b"]" * 40,
        "odd": b"name = 'a\xff'\n",
        "date": b"bell = 1979-05-27T07:32:00.999999-07:00\nconfirm = nan\ncolours = 256\n",
    }


# Known players, as an earlier version kept them, and the identity.


def _players(data: bytes) -> None:
    path = _file("known-players", data)
    try:
        keys = known_players._read(path)
    except KnownPlayersError as error:
        _require_line(str(error))
        return
    assert keys is not None
    require(all(name == clean_name(name) for name in keys), "a name unfit to be shown")
    again = b"".join(f"{name}\t{known_players._encode(key)}\n".encode() for name, key in keys.items())
    require(again.rstrip(b"\n") == data.removesuffix(b"\n"), "players read back as others")


def _players_seeds() -> Mapping[str, bytes]:
    anna, ben = (
        f"{name}\t{known_players._encode(bytes([number]) * 32)}\n".encode()
        for number, name in enumerate(("Anna", "Ben"))
    )
    return {"two": anna + ben, "twice": anna + anna, "empty": b"", "line": anna + b"\n" + ben, "other": b"Carl\tAAAA\n"}


def _identity(data: bytes) -> None:
    path = _file("identity.pem", data)
    for load in (load_identity, load_or_create_identity):
        try:
            identity = load(path)
        except IdentityError as error:
            _require_line(str(error))
            require(not _is_in(data, str(error)), "a secret in a sentence")
        else:
            require(len(identity.public) == 32 and len(identity.sign(b"x")) == 64, "an identity that is none")
            require(_pem(identity) == data, "another spelling of an identity was taken")
        require(path.read_bytes() == data, "the file of the identity has changed")


def _pem(identity: Identity) -> bytes:
    from mandala_net.trust.identity import _encode

    return _encode(identity._secret)


def _is_in(data: bytes, text: str) -> bool:
    """Return whether a part of the secret line of a file is in a text."""
    return any(len(line) > 20 and line.decode("latin-1")[8:20] in text for line in data.splitlines()[1:-1])


def _identity_seeds() -> Mapping[str, bytes]:
    pem = _pem(Identity(bytes(32)))
    lines = pem.splitlines()
    return {
        "identity": pem,
        "crlf": b"\r\n".join(lines),
        "no-end": b"\n".join(lines[:-1]),
        "public": pem.replace(b"PRIVATE", b"PUBLIC"),
        "encrypted": pem.replace(b"PRIVATE", b"ENCRYPTED PRIVATE"),
        "twice": pem + pem,
    }


# Rules logs.


@cache
def _log() -> bytes:
    """A whole game, its cards shuffled by number."""
    state = Simulation.start(
        MANDALA, Seat.HOST, bytes(32), lambda faces: [face for face, count in enumerate(faces) for _ in range(count)]
    )
    moves = itertools.count()
    lines = write_log(MANDALA_LOG, state, lambda _view, legal: legal[next(moves) * 7 % len(legal)])
    return "".join(f"{line}\n" for line in lines).encode()


def _rules_log(data: bytes) -> None:
    choices = Choices(data)
    log = choices.rest() if choices.byte() % 4 == 0 else edited(_log(), choices)
    try:
        report = check_rules(io.BytesIO(log), [MANDALA_LOG])
    except BadLog as error:
        require(1 <= error.line <= log.count(b"\n") + 1, "a line that there is not")
        _require_line(str(error))
        return
    require(report.games >= 0 and (report.games > 0 or report.difference is not None), "a log of nothing agrees")
    if report.difference is not None:
        for text in (report.difference.field, report.difference.engine, report.difference.log):
            _require_line(text)


def _rules_log_seeds() -> Mapping[str, bytes]:
    lines = _log().splitlines()
    return {
        "honest": b"\1",
        "first": b"\0" + lines[0] + b"\n",
        "two": b"\0" + lines[0] + b"\n" + lines[-1] + b"\n",
        "final": b"\0" + lines[-1] + b"\n",
        "double": b'\0{"ty":"state","ty":"final"}\n',
        "large": b'\0{"ty":"state","g":1' + b"0" * 400 + b"}\n",
        "byte": b"\1" + set_byte(60, 0x39),
        "deep": b'\0{"ty":' + b"[" * 900 + b"]" * 900 + b"}",
    }


def _rules_log_sweep() -> Sequence[bytes]:
    """Every byte of the first two lines and of the last, set to a few others."""
    log = _log()
    first = log.index(b"\n", log.index(b"\n") + 1)
    last = log.rindex(b"\n", 0, -1)
    return [
        b"\1" + set_byte(place, value) for place in (*range(first), *range(last, len(log))) for value in b'0r"\xff-'
    ]


TARGETS: Final = (
    Target(
        "settings",
        "usual settings or those in the file, never an exception; what is saved reads back, or nothing is changed",
        _settings,
        _settings_seeds,
        longest=2048,
        quick=30,
    ),
    Target("known-players", "the players in the file, or one sentence", _players, _players_seeds, longest=1024),
    Target(
        "identity",
        "the identity in the file, or one sentence without a secret; the file stays",
        _identity,
        _identity_seeds,
        longest=600,
    ),
    Target(
        "rules-log",
        "a report, or one sentence that names a line",
        _rules_log,
        _rules_log_seeds,
        _rules_log_sweep,
        longest=2048,
        quick=30,
    ),
)
