"""This player's identity: one Ed25519 key, made on first use and kept in one file."""

from __future__ import annotations

import base64
import contextlib
import getpass
import hashlib
import os
import platform
import secrets
import stat
import sys
from functools import lru_cache
from pathlib import Path
from typing import Final, NoReturn

from attrs import field, frozen
from cryptography.exceptions import InternalError, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from nacl.bindings import crypto_sign, crypto_sign_seed_keypair

from mandala_net.files import create_file, open_file, read_file
from mandala_net.os_errors import reason_of
from mandala_net.shell import joined
from mandala_protocol.names import clean_name
from mandala_protocol.record.signatures import SIGNATURE_BYTES
from mandala_protocol.sentence import Sentence

_LARGEST_FILE: Final = 1024
_SECRET_BYTES: Final = 32

FINGERPRINT_TAG: Final = b"mandala-lan/1/fingerprint"
_GROUPS: Final = 4
_GROUP_SIZE: Final = 4
_BASE32: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
_LONGEST_TYPED: Final = 64


class IdentityError(Exception):
    """The identity cannot be used; the text is one sentence for a person. Its file is left as it was."""


@frozen(repr=False, eq=False)
class Identity:
    """A player's lasting key. The secret shows up nowhere but in its file.

    ``public`` is the Ed25519 public key, 32 bytes.
    """

    _secret: bytes
    public: bytes = field(init=False)

    @public.default
    def _public(self) -> bytes:
        public, _ = crypto_sign_seed_keypair(self._secret)
        return public

    @classmethod
    def generate(cls) -> Identity:
        """A new identity, in memory only."""
        return cls(_new_secret())

    def sign(self, data: bytes) -> bytes:
        """The signature over ``data``, 64 bytes (RFC 8032)."""
        return crypto_sign(data, self._secret + self.public)[:SIGNATURE_BYTES]

    def __copy__(self) -> Identity:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("an identity is written nowhere but into its file")

    def __repr__(self) -> str:
        return f"<Identity {fingerprint(self.public)}>"


@lru_cache(4096)
def fingerprint(public: bytes) -> str:
    """A short form of a public key that two people can read to each other: 80 bits of its hash, "ABCD-2345-…"."""
    digest = hashlib.sha256(FINGERPRINT_TAG + public).digest()
    return _grouped(base64.b32encode(digest).decode("ascii"))


def _grouped(letters: str) -> str:
    return "-".join(letters[start : start + _GROUP_SIZE] for start in range(0, _GROUPS * _GROUP_SIZE, _GROUP_SIZE))


def as_fingerprint(text: str) -> str | None:
    """The usual form of a typed fingerprint: small letters, spaces and other groups are accepted.

    None if it is none.
    """
    typed = "".join(text[:_LONGEST_TYPED].upper().replace("-", "").split())
    if len(typed) != _GROUPS * _GROUP_SIZE or not _BASE32.issuperset(typed):
        return None
    return _grouped(typed)


def _new_secret() -> bytes:
    """32 secret bytes, a key as RFC 8032 has it; from where all secrets of this program come but those of a link."""
    return secrets.token_bytes(_SECRET_BYTES)


def load_or_create_identity(path: Path) -> Identity:
    """The identity in ``path``; if there is no such file, a new identity that is now in it.

    Raises ``IdentityError``.
    """
    with contextlib.suppress(FileNotFoundError):
        return _load(path)
    secret = _new_secret()
    try:
        create_file(path, _encode(secret))
    except FileExistsError:
        # Another program of the same user was quicker; both resume the one identity.
        return load_identity(path)
    except OSError as error:
        raise IdentityError(
            Sentence("The identity cannot be kept in {path}: {reason}.", path=path, reason=reason_of(error))
        ) from error
    return Identity(secret)


def load_identity(path: Path) -> Identity:
    """The identity in ``path``. Raises ``IdentityError``, even if there is no such file."""
    try:
        return _load(path)
    except FileNotFoundError as error:
        raise IdentityError(Sentence("There is no identity in {path}.", path=path)) from error


def parse_identity(pem: bytes) -> Identity | None:
    """The identity that is in such a file; None if none is. Nothing is said of why: that belongs in no log."""
    try:
        key = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm, InternalError):
        # The last one is what OpenSSL says of a key of another kind that has the wrong length.
        return None
    if not isinstance(key, Ed25519PrivateKey):
        return None
    secret = key.private_bytes_raw()
    # Anything around the key, or another form of it, is no file of ours.
    return Identity(secret) if _encode(secret) == pem else None


def read_identity(path: Path) -> bytes:
    """The file of an identity as it is. Raises ``OSError``."""
    return read_file(path, _LARGEST_FILE)


def default_name() -> str:
    """The name of a player who gave none: the login name or the computer's name, fit for display."""
    try:
        name = clean_name(getpass.getuser())
    except (OSError, KeyError, ImportError):
        # No environment variable and no account entry, as in a bare container.
        name = clean_name("")
    if name == clean_name(""):
        name = clean_name(platform.node())
    return name


def _encode(secret: bytes) -> bytes:
    # PKCS 8 in PEM: every tool knows "BEGIN PRIVATE KEY" as something to keep.
    key = Ed25519PrivateKey.from_private_bytes(secret)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _load(path: Path) -> Identity:
    """Like ``load_identity``, but a missing file is ``FileNotFoundError``."""
    try:
        with open_file(path) as file:
            _check_private(path, os.fstat(file.fileno()))
            data = file.read(_LARGEST_FILE + 1)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise IdentityError(
            Sentence("The identity in {path} cannot be read: {reason}.", path=path, reason=reason_of(error))
        ) from error
    identity = parse_identity(data)
    if identity is None:
        raise IdentityError(
            Sentence("The file {path} does not contain an identity. Move it away to start with a new one.", path=path)
        )
    return identity


def _check_private(path: Path, status: os.stat_result) -> None:
    if sys.platform != "win32":  # there, access is not said in mode bits
        if status.st_uid != os.geteuid():
            raise IdentityError(Sentence("The identity in {path} belongs to another user.", path=path))
        if stat.S_IMODE(status.st_mode) & 0o077:
            raise IdentityError(
                Sentence(
                    "Other users can read the identity in {path}. Protect it with: {command}",
                    path=path,
                    command=joined(["chmod", "600", str(path)]),
                )
            )
