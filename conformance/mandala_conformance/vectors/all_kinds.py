"""All kinds of vectors by their names."""

from __future__ import annotations

from typing import Final

from mandala_conformance.vectors.form.vector_kinds import VectorKind
from mandala_conformance.vectors.kinds.conversation_vectors import CONVERSATION_KIND
from mandala_conformance.vectors.kinds.deck_vectors import DECK_KINDS
from mandala_conformance.vectors.kinds.entry_vectors import NEXT_ENTRY_KIND
from mandala_conformance.vectors.kinds.file_vectors import FILE_KINDS
from mandala_conformance.vectors.kinds.fixed_chance_vectors import TEST_GAME_KIND
from mandala_conformance.vectors.kinds.game_vectors import RECORD_KIND
from mandala_conformance.vectors.kinds.link_vectors import LINK_KINDS
from mandala_conformance.vectors.kinds.message_vectors import MESSAGE_VECTOR_KINDS
from mandala_conformance.vectors.kinds.rules_log_vectors import RULES_LOG_KIND
from mandala_conformance.vectors.kinds.set_up_vectors import SET_UP_KIND
from mandala_conformance.vectors.kinds.signature_vectors import SIGNATURE_KINDS
from mandala_conformance.vectors.kinds.weight_vectors import WEIGHT_KIND

KINDS: Final[dict[str, VectorKind]] = {
    kind.name: kind
    for kind in (
        *LINK_KINDS,
        *MESSAGE_VECTOR_KINDS,
        *SIGNATURE_KINDS,
        *DECK_KINDS,
        RECORD_KIND,
        NEXT_ENTRY_KIND,
        *FILE_KINDS,
        SET_UP_KIND,
        RULES_LOG_KIND,
        CONVERSATION_KIND,
        TEST_GAME_KIND,
        WEIGHT_KIND,
    )
}
