"""The law of an error of the protocol: its code and requirement are in the standard, and its text fits for people."""

from __future__ import annotations

from fuzz.target import require
from mandala_protocol.conversation import greeting
from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.requirements import REQUIREMENTS
from mandala_protocol.wire import messages


def require_lawful(error: RemoteProtocolError) -> None:
    """Raise ``Escape`` unless the peer can be told by this error what it did."""
    require(isinstance(error.code, Code), f"no code of the protocol: {error.code!r}")
    require(error.requirement in REQUIREMENTS, f"no requirement of the standard: {error.requirement!r}")
    (complaint,) = messages.MessageReader().feed(greeting.complaint(error))
    require(isinstance(complaint, messages.Error), "the complaint is no error message")
    require(error.code.sentence != "", "no sentence for a person")
