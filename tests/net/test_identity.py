"""The identity: made once, kept private, never overwritten, never shown."""

from __future__ import annotations

import copy
import getpass
import os
import pickle
import platform
import re
import shlex
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from mandala_net.files import create_file, replace_file
from mandala_net.player.paths import HOME_VARIABLE, FolderError, find_paths
from mandala_net.trust import identity as identity_module
from mandala_net.trust.identity import (
    Identity,
    IdentityError,
    default_name,
    fingerprint,
    load_identity,
    load_or_create_identity,
)
from mandala_protocol.record.signatures import verify


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "identity.pem"


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    path.chmod(0o600)
    return path


def test_it_is_made_on_first_use_and_the_same_ever_after(path: Path) -> None:
    first = load_or_create_identity(path)
    before = path.read_bytes()
    assert load_or_create_identity(path).public == load_identity(path).public == first.public
    assert path.read_bytes() == before
    assert len(first.public) == 32
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.skipif(os.name == "nt", reason="no mode bits")
def test_its_file_is_closed_to_others_whatever_the_umask(path: Path) -> None:
    umask = os.umask(0)
    try:
        load_or_create_identity(path)
    finally:
        os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_it_signs_so_that_the_protocol_accepts_it(path: Path) -> None:
    identity = load_or_create_identity(path)
    signature = identity.sign(b"a move")
    assert len(signature) == 64
    assert verify(identity.public, signature, b"a move")
    assert not verify(identity.public, signature, b"another move")


def test_every_tool_reads_the_key_and_makes_the_same_file_and_signature_of_it(path: Path) -> None:
    identity = load_or_create_identity(path)
    key = load_pem_private_key(path.read_bytes(), password=None)
    assert isinstance(key, Ed25519PrivateKey)
    assert pem(key) == path.read_bytes()
    assert key.public_key().public_bytes_raw() == identity.public
    assert key.sign(b"a move") == identity.sign(b"a move")


def test_the_secret_is_not_shown_nor_copied_out(path: Path) -> None:
    identity = load_or_create_identity(path)
    key = load_pem_private_key(path.read_bytes(), password=None)
    assert isinstance(key, Ed25519PrivateKey)
    secret = key.private_bytes_raw()
    shown = f"{identity!r} {identity!s} {[identity]}"
    assert fingerprint(identity.public) in shown
    assert secret.hex() not in shown
    assert repr(secret) not in shown
    with pytest.raises(TypeError):
        pickle.dumps(identity)
    assert copy.copy(identity).public == identity.public


def pem(key: object, encryption: object = None) -> bytes:
    assert hasattr(key, "private_bytes")
    data: bytes = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption or NoEncryption())
    return data


GOOD = pem(Ed25519PrivateKey.generate())


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(GOOD[:-20], id="cut short"),
        pytest.param(GOOD + GOOD, id="twice"),
        pytest.param(GOOD + b"\n", id="something after it"),
        pytest.param(b"my key:\n" + GOOD, id="something before it"),
        pytest.param(GOOD.replace(b"\n", b"\r\n"), id="other line ends"),
        pytest.param(bytes(32), id="raw bytes"),
        pytest.param(GOOD.replace(b"MC4CAQAwBQYDK2Vw", b"MC4CAQAwBQYDK2Vx"), id="named a key of a larger curve"),
        pytest.param(b"x" * 100_000, id="huge"),
        pytest.param(pem(generate_private_key(SECP256R1())), id="another kind of key"),
        pytest.param(pem(Ed25519PrivateKey.generate(), BestAvailableEncryption(b"secret")), id="encrypted"),
    ],
)
def test_a_damaged_file_is_refused_in_a_sentence_and_left_alone(path: Path, data: bytes) -> None:
    written(path, data)
    with pytest.raises(IdentityError, match=r"does not contain an identity.*\.$") as caught:
        load_or_create_identity(path)
    assert path.read_bytes() == data
    assert caught.value.__cause__ is None


@pytest.mark.skipif(os.name == "nt", reason="no mode bits")
@pytest.mark.parametrize("mode", [0o604, 0o640, 0o660, 0o644, 0o601])
def test_a_file_that_others_can_reach_is_refused(path: Path, mode: int) -> None:
    path = path.with_name("my identity")
    written(path, GOOD).chmod(mode)
    with pytest.raises(IdentityError) as caught:
        load_or_create_identity(path)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    command = shlex.split(str(caught.value).partition("Protect it with: ")[2])
    assert command == ["chmod", "600", str(path)]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_is_refused(path: Path) -> None:
    written(path, GOOD)
    os.chown(path, 12345, -1)
    with pytest.raises(IdentityError, match="belongs to another user"):
        load_identity(path)


def test_a_folder_in_its_place_is_refused(path: Path) -> None:
    path.mkdir()
    with pytest.raises(IdentityError):
        load_or_create_identity(path)


def test_a_missing_file_is_refused_where_none_is_made(path: Path) -> None:
    with pytest.raises(IdentityError, match="no identity"):
        load_identity(path)
    assert not path.exists()


def test_a_missing_folder_is_told_in_a_sentence(path: Path) -> None:
    with pytest.raises(IdentityError, match="cannot be kept"):
        load_or_create_identity(path / "deeper" / "identity.pem")


def test_of_two_programs_that_begin_at_once_both_use_one_identity(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def beaten(target: Path, data: bytes) -> None:
        written(target, GOOD)
        create_file(target, data)

    monkeypatch.setattr(identity_module, "create_file", beaten)
    identity = load_or_create_identity(path)
    assert path.read_bytes() == GOOD
    monkeypatch.undo()
    assert identity.public == load_identity(path).public


def test_creating_never_replaces_even_where_there_are_no_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    create_file(tmp_path / "file", b"first")
    with pytest.raises(FileExistsError):
        create_file(tmp_path / "file", b"second")
    assert [entry.read_bytes() for entry in tmp_path.iterdir()] == [b"first"]


def test_a_failed_replacement_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_file(tmp_path / "file", b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        replace_file(tmp_path / "file", b"new")
    assert [entry.read_bytes() for entry in tmp_path.iterdir()] == [b"old"]


def test_a_fingerprint_is_four_groups_of_four_and_differs_with_every_bit() -> None:
    key = bytes(range(32))
    assert re.fullmatch(r"[A-Z2-7]{4}(-[A-Z2-7]{4}){3}", fingerprint(key))
    changed = {fingerprint(bytes([*key[:at], key[at] ^ 1, *key[at + 1 :]])) for at in range(32)}
    assert len(changed | {fingerprint(key)}) == 33


def test_a_fingerprint_never_changes_from_version_to_version() -> None:
    assert fingerprint(bytes(32)) == "KBHX-RODR-ER5W-LCBZ"


def test_every_identity_is_another() -> None:
    assert Identity.generate().public != Identity.generate().public


def test_the_folders_are_under_the_one_that_the_variable_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "deep" / "home"
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    paths = find_paths()
    assert not home.exists()
    assert paths.create() == paths
    for folder in (paths.data, paths.config, paths.log):
        assert folder.is_relative_to(home)
        if os.name != "nt":
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert paths.create() == paths


def test_without_the_variable_they_are_where_the_system_keeps_such_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, "")
    paths = find_paths()
    assert all("mandala-lan" in folder.parts for folder in (paths.data, paths.config, paths.log))


def test_a_variable_with_a_relative_path_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, "somewhere")
    with pytest.raises(FolderError, match="absolute"):
        find_paths()


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").write_text("a file in the way")
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    with pytest.raises(FolderError, match="is not a folder"):
        find_paths().create()


def test_a_player_without_a_name_is_called_by_their_login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "anna\x1b[31m")
    assert default_name() == "anna[31m"


def test_a_player_without_a_login_is_called_by_their_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr(getpass, "getuser", nobody)
    monkeypatch.setattr(platform, "node", lambda: "kitchen")
    assert default_name() == "kitchen"
    monkeypatch.setattr(platform, "node", lambda: "")
    assert default_name() == "?"
