"""All kinds of vectors by their names."""

from __future__ import annotations

from typing import Final

from mandala_net.vectors.conversation_kinds import CONVERSATION_KINDS
from mandala_net.vectors.deck_kinds import DECK_KINDS
from mandala_net.vectors.link_kinds import LINK_KINDS
from mandala_net.vectors.message_kinds import MESSAGE_KINDS_OF_VECTORS
from mandala_net.vectors.record_kinds import RECORD_KINDS
from mandala_net.vectors.vector_kinds import VectorKind

KINDS: Final[dict[str, VectorKind]] = {
    kind.name: kind
    for kinds in (LINK_KINDS, MESSAGE_KINDS_OF_VECTORS, DECK_KINDS, RECORD_KINDS, CONVERSATION_KINDS)
    for kind in kinds
}
