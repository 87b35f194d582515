"""The program as it may be one day, with version 2 of the protocol: ``python -m tests.e2e.later_version``."""

from __future__ import annotations

from typing import Any, Final

from mandala_client.main import main
from mandala_net.link import handshake
from mandala_protocol.conversation import greeting
from mandala_protocol.poker import hashing
from mandala_protocol.wire import messages

LATER: Final = 2


def speak_later_version() -> None:
    """Put the later version wherever the version is: preamble, prologue, tags and hello (GR1)."""
    name = f"mandala-lan/{LATER}"
    changes: dict[Any, dict[str, object]] = {
        messages: {"PROTOCOL_VERSION": LATER},
        greeting: {"PROTOCOL_VERSION": LATER},
        hashing: {"VERSION": name},
        handshake: {
            "PROTOCOL_VERSION": LATER,
            "PREAMBLE": handshake.MAGIC + bytes([LATER]),
            "PROLOGUE": name.encode(),
            "IDENTITY_TAG": f"{name}/noise-identity".encode(),
        },
    }
    for module, values in changes.items():
        for constant, value in values.items():
            assert hasattr(module, constant)
            setattr(module, constant, value)


if __name__ == "__main__":
    speak_later_version()
    main()
