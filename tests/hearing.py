"""A session hears all of what it is given, for tests that look at its events together."""

from __future__ import annotations

from mandala_protocol.conversation.events import PassedOver, SessionEvent
from mandala_protocol.conversation.session import Session


def hear(session: Session, data: bytes) -> tuple[SessionEvent, ...]:
    """The events of a session for these bytes, without messages that change nothing."""
    session.receive_data(data)
    return tuple(event for event in session.next_events() if not isinstance(event, PassedOver))
