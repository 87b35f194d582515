"""The vectors of how a host is found: fingerprints, announcements, listings."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

from mandala_conformance.made_games.given_identity import GivenIdentity
from mandala_conformance.vectors.form.making import invalid, valid
from mandala_conformance.vectors.form.vector_case import VectorCase
from mandala_conformance.vectors.form.vector_fields import array, exactly, hexadecimal, integer, or_null, text
from mandala_conformance.vectors.form.vector_kinds import (
    CaseRefused,
    Computed,
    FileRecords,
    Given,
    RefusedBy,
    VectorKind,
    WrongCase,
    unhex,
)
from mandala_net.discovery.listing import Announcement, Listing, parse_listing, resume_tag
from mandala_net.trust.identity import FINGERPRINT_TAG, fingerprint

# Being found.


def run_fingerprint(given: Given, _: FileRecords) -> Computed:
    identity = unhex(given["identity"])
    hashed = FINGERPRINT_TAG + identity
    return {
        "hashed": hashed.hex(),
        "sha256": hashlib.sha256(hashed).hexdigest(),
        "fingerprint": fingerprint(identity),
    }


def run_announcement(given: Given, _: FileRecords) -> Computed:
    tag = None if given["proposal"] is None else resume_tag(unhex(given["proposal"]))
    announced = Announcement(
        given["name"], given["game"], fingerprint(unhex(given["identity"])), given["host"], resume=tag
    )
    strings = [f"{name}={value}" for name, value in announced.properties().items()]
    packed = [string.encode() for string in strings]
    return {"strings": strings, "txt": b"".join(bytes([len(string)]) + string for string in packed).hex()}


def run_listing(given: Given, _: FileRecords) -> Computed:
    properties = _properties(unhex(given["txt"]))
    listing = parse_listing("mandala-0", properties, 28_108, ["192.0.2.1"])
    if listing is None:
        raise CaseRefused(RefusedBy(None, "LK15"))
    return _shown(listing)


def _properties(txt: bytes) -> dict[bytes, bytes | None]:
    """The keys and values of a TXT record (RFC 6763, 6.4); of a key that comes twice the first counts."""
    found: dict[bytes, bytes | None] = {}
    while txt:
        size = txt[0]
        if len(txt) <= size:
            raise WrongCase("the TXT record ends within a string")
        name, equals, value = txt[1 : 1 + size].partition(b"=")
        found.setdefault(name, value if equals else None)
        txt = txt[1 + size :]
    return found


def _shown(listing: Listing) -> Computed:
    announced = listing.announcement
    return {
        "version": announced.protocol_version,
        "name": announced.player_name,
        "game": announced.game,
        "fingerprint": announced.fingerprint,
        "host": announced.host_name,
        "resume": announced.resume,
    }


_NAMES: Final = text(300)

FINGERPRINT_KIND: Final = VectorKind(
    "fingerprint",
    "The fingerprint of an identity (LK14).",
    {"identity": exactly(32)},
    {"hashed": hexadecimal(0, 100), "sha256": exactly(32), "fingerprint": text(19)},
    run_fingerprint,
    ("LK14",),
)

ANNOUNCEMENT_KIND: Final = VectorKind(
    "announcement",
    "The TXT record of a host (LK14), as strings and as bytes. proposal is that of the game to resume, or null.",
    {
        "name": _NAMES,
        "game": _NAMES,
        "identity": exactly(32),
        "host": _NAMES,
        "proposal": or_null(exactly(32)),
    },
    {"strings": array(_NAMES, 0, 16), "txt": hexadecimal(0, 4_000)},
    run_announcement,
    ("LK14",),
)

LISTING_KIND: Final = VectorKind(
    "listing",
    "A TXT record as a reader takes it (LK14, LK15); invalid ones are to be ignored.",
    {"txt": hexadecimal(0, 4_000)},
    {
        "version": integer(1, 255),
        "name": _NAMES,
        "game": _NAMES,
        "fingerprint": text(19),
        "host": _NAMES,
        "resume": or_null(text(16)),
    },
    run_listing,
    (
        "LK14",
        "LK15",
    ),
)

LISTING_KINDS: Final = (
    FINGERPRINT_KIND,
    ANNOUNCEMENT_KIND,
    LISTING_KIND,
)


# The making of its cases.

IDENTITY: Final = GivenIdentity(bytes([1]) * 32).public.hex()
PROPOSAL: Final = bytes(range(32)).hex()


def listings() -> Iterator[VectorCase]:
    for number in (1, 2):
        public = GivenIdentity(bytes([number]) * 32).public.hex()
        yield valid(FINGERPRINT_KIND, f"fingerprint/{number}", {"identity": public})
    new = {"name": "Anna", "game": "mandala", "identity": IDENTITY, "host": "kitchen", "proposal": None}
    announced = valid(ANNOUNCEMENT_KIND, "announcement/a new game", new)
    resuming = valid(
        ANNOUNCEMENT_KIND,
        "announcement/a game to resume",
        {**new, "game": "patterns", "proposal": PROPOSAL},
        shows=["LK19"],
    )
    accents = valid(ANNOUNCEMENT_KIND, "announcement/a name in UTF-8", {**new, "name": "Jürgen Ångström"})
    yield from (announced, resuming, accents)
    for case in (announced, resuming, accents):
        given = {"txt": case.expected["txt"]}
        shows = ["LK19"] if case is resuming else []
        yield valid(LISTING_KIND, case.id.replace("announcement", "listing"), given, shows=shows)
    strings: list[str] = list(announced.expected["strings"])
    yield valid(LISTING_KIND, "listing/an unknown field", txt([*strings, "colour=red"]), "to be tolerated (LK15)")
    yield valid(LISTING_KIND, "listing/another order", txt(strings[::-1]))
    yield valid(
        LISTING_KIND, "listing/another version", txt(replaced(strings, "v", "7")), "it is listed, but not joined"
    )
    for place, string in enumerate(strings):
        missing = [*strings[:place], *strings[place + 1 :]]
        yield ignored(f"no {string.partition('=')[0]}", missing)
    for name, value, reason in (
        ("txtvers", "2", "another form"),
        ("v", "0", "version 0"),
        ("v", "256", "version 256"),
        ("v", "01", "a leading zero"),
        ("v", "one", "no number"),
        ("game", "Mandala", "a capital letter"),
        ("game", "", "no name"),
        ("game", "g" * 33, "33 characters"),
        ("fp", "abcd-2345-efgh-6723", "small letters"),
        ("fp", "ABCD-2345-EFGH-6721", "1 is no letter of Base32"),
        ("fp", "ABCD2345EFGH6723", "no groups"),
        ("host", "h" * 201, "201 bytes"),
        ("name", "n" * 201, "201 bytes"),
    ):
        yield ignored(f"{name}: {reason}", replaced(strings, name, value))
    yield ignored("resume: 15 digits", [*strings, "resume=" + PROPOSAL[:15]])
    yield ignored("resume: capital letters", [*strings, "resume=ABCDEF0123456789"])
    yield ignored("name: no value", [*(string for string in strings if not string.startswith("name=")), "name"])
    data = bytes.fromhex(announced.expected["txt"]).replace(b"name=Anna", b"name=Ann\xff")
    yield invalid(LISTING_KIND, "listing/name: not UTF-8", {"txt": data.hex()}, None, "LK15")


def ignored(name: str, strings: list[str]) -> VectorCase:
    return invalid(LISTING_KIND, f"listing/{name}", txt(strings), None, "LK15")


def replaced(strings: list[str], name: str, value: str) -> list[str]:
    return [f"{name}={value}" if string.startswith(f"{name}=") else string for string in strings]


def txt(strings: list[str]) -> dict[str, str]:
    packed = [string.encode() for string in strings]
    return {"txt": b"".join(bytes([len(string)]) + string for string in packed).hex()}
