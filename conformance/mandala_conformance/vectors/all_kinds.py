"""All kinds of vectors by their names."""

from __future__ import annotations

from typing import Final

from mandala_conformance.vectors.form.vector_kinds import VectorKind
from mandala_conformance.vectors.kinds.conversation_kinds import CONVERSATION_KINDS
from mandala_conformance.vectors.kinds.deck_kinds import DECK_KINDS
from mandala_conformance.vectors.kinds.link_kinds import LINK_KINDS
from mandala_conformance.vectors.kinds.message_kinds import MESSAGE_KINDS_OF_VECTORS
from mandala_conformance.vectors.kinds.record_kinds import RECORD_KINDS

KINDS: Final[dict[str, VectorKind]] = {
    kind.name: kind
    for kinds in (LINK_KINDS, MESSAGE_KINDS_OF_VECTORS, DECK_KINDS, RECORD_KINDS, CONVERSATION_KINDS)
    for kind in kinds
}
