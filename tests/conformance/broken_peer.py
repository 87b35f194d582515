"""Our program with one defect: ``python -m tests.conformance.broken_peer DEFECT host …``.

A defect replaces a function or a method of ours. Each is for the case that is meant to find it; ``test_broken_peers``
shows that it does.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from typing import Any, Final

from attrs import evolve, frozen


@frozen
class Defect:
    """A defect: the ``case`` that finds it, the ``game`` in which it does, and how to bring it about.

    ``command`` is that of the broken program: ``host`` or ``join``.
    """

    case: str
    break_it: Callable[[], None]
    game: str = "mandala"
    command: str = "host"


def replace(place: str, name: str, new: Any) -> None:
    """Put something else in the place of a name in a module."""
    module = __import__(place, fromlist=[name])
    assert hasattr(module, name), f"{place} has no {name}"
    setattr(module, name, new)


def nothing(*_given: Any, **_named: Any) -> None:
    """Check nothing."""


def takes_any_shuffle() -> None:
    replace("mandala_protocol.record.referee", "verify_shuffle", nothing)


def takes_any_shares() -> None:
    replace("mandala_protocol.record.referee", "verify_shares", nothing)


def takes_any_identity() -> None:
    replace("mandala_net.link.handshake", "verify", lambda *_: True)


def takes_any_opening() -> None:
    replace("mandala_protocol.record.opening", "open_commitment", nothing)


def compares_no_positions() -> None:
    from mandala_protocol.record.referee import Referee

    take_move = Referee._take_move

    def take_any_digest(self: Referee, body: Any, effect: Any, entry: Any, trusted: bool) -> None:
        take_move(self, evolve(body, digest=effect.digest), effect, entry, trusted)

    Referee._take_move = take_any_digest  # type: ignore[method-assign]


def forgets_what_it_refused() -> None:
    from mandala_protocol.conversation.kept_entries import Refusals

    Refusals.keep = nothing  # type: ignore[method-assign]


def fails_at_odd_kinds() -> None:
    from mandala_protocol.errors import Code, RemoteProtocolError
    from mandala_protocol.sentence import Sentence
    from mandala_protocol.wire import messages

    decode = messages.decode

    def decode_all(packed: bytes) -> Any:
        message = decode(packed)
        if message is None:
            raise RemoteProtocolError(Code.UNKNOWN_MESSAGE, "MS7", Sentence("unknown message kind"))
        return message

    replace("mandala_protocol.wire.messages", "decode", decode_all)


def names_another_requirement() -> None:
    from mandala_protocol.conversation import greeting
    from mandala_protocol.wire import messages

    def complain(error: Any) -> bytes:
        return messages.encode(messages.Error(int(error.code), "CV3", "something is wrong"))

    replace(greeting.__name__, "complaint", complain)


def takes_long_forms() -> None:
    replace("mandala_protocol.wire.codec", "require_one_encoding", nothing)


def takes_unknown_fields() -> None:
    from mandala_protocol.wire import codec

    structure = codec.structure

    def lenient(fields: Any, kind: Any, evidence: bytes) -> Any:
        if isinstance(fields, dict):
            fields = {name: value for name, value in fields.items() if hasattr(kind, name)}
        return structure(fields, kind, evidence)

    takes_long_forms()
    replace("mandala_protocol.wire.codec", "structure", lenient)


def counts_no_weight() -> None:
    from mandala_protocol.wire.rate_limit import Allowance

    Allowance.require = nothing  # type: ignore[method-assign]


def keeps_one_static_key() -> None:
    from mandala_net.link import noise_sodium

    pair = noise_sodium._X25519.generate_keypair(noise_sodium._X25519())

    def the_same(self: noise_sodium._X25519) -> noise_sodium._KeyPair:
        return pair

    noise_sodium._X25519.generate_keypair = the_same  # type: ignore[method-assign]


def answers_no_ping() -> None:
    from mandala_protocol.conversation import events, session
    from mandala_protocol.wire import messages

    hear = session.Session._hear_link_message

    def deaf(self: Any, message: Any) -> Any:
        return events.PassedOver() if isinstance(message, messages.Ping) else hear(self, message)

    session.Session._hear_link_message = deaf  # type: ignore[method-assign]


def takes_any_signature_of_an_entry() -> None:
    replace("mandala_protocol.record.transcript", "verify", lambda *_: True)


def opens_no_second_time() -> None:
    from mandala_net.match.match import Match

    Match.is_meant = lambda *_: False  # type: ignore[method-assign]


DEFECTS: Final = {
    "takes-any-shuffle": Defect("DK4/card-twice", takes_any_shuffle),
    "takes-any-shares": Defect("DK5/shares-turned", takes_any_shares, command="join"),
    "takes-any-identity": Defect("LK5/false-signature", takes_any_identity),
    "takes-any-opening": Defect("OP2/other-nonce", takes_any_opening, "patterns", "join"),
    "compares-no-positions": Defect("PL6/other-digest", compares_no_positions, "patterns"),
    "forgets-what-it-refused": Defect("PL1/no-move", forgets_what_it_refused, "patterns"),
    "fails-at-odd-kinds": Defect("MS11/odd-kind-map", fails_at_odd_kinds, "patterns"),
    "takes-long-forms": Defect("MS4/long-kind", takes_long_forms, "patterns", "join"),
    "takes-unknown-fields": Defect("MS5/unknown-field", takes_unknown_fields, "patterns", "join"),
    "counts-no-weight": Defect("MS19/ping-flood", counts_no_weight, "patterns"),
    "keeps-one-static-key": Defect("LK10/fresh-static-key", keeps_one_static_key, "patterns", "join"),
    "answers-no-ping": Defect("LK13/pong", answers_no_ping, "patterns"),
    "takes-any-signature-of-an-entry": Defect("TR7/false-signature", takes_any_signature_of_an_entry, "patterns"),
    "opens-no-second-time": Defect("RS3/cut-and-resume", opens_no_second_time, "patterns"),
}
"""The defects by their names."""

NOT_STRICT: Final = {
    "names-another-requirement": Defect("PL1/no-move", names_another_requirement, "patterns", "join"),
}
"""Those that break no obligation."""


if __name__ == "__main__":
    chosen = sys.argv.pop(1)
    {**DEFECTS, **NOT_STRICT}[chosen].break_it()
    runpy.run_module("mandala_client", run_name="__main__", alter_sys=True)
