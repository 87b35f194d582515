"""A hint: the move that the teacher advises in our place, and why."""

from __future__ import annotations

from mandala_client.games.colour_words import colour_name
from mandala_client.games.forecast_text import expected
from mandala_client.games.game_words import Hint
from mandala_client.games.patterns.notation import written
from mandala_client.text.language import _
from mandala_net.bots.patterns.motives import Motive, Remark
from mandala_net.bots.patterns.teaching import patterns_teacher
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.colours import Colour
from mandala_protocol.games.patterns import PatternsMove


def hint(snapshot: Snapshot) -> Hint[PatternsMove] | None:
    """The teacher's move, from our own view alone; None if it is not our move. Raises ``BadWeights``."""
    view = snapshot.view
    if view is None or snapshot.pending is not Pending.MOVE:
        return None
    teacher = patterns_teacher()
    move = teacher.advise(view)
    because = _because(teacher.reason(view, move))
    text = _("Hint: {move} ({expected}) – {reason}.")
    return Hint(move, text.format(move=written(move), expected=expected(teacher.forecast(view)), reason=because))


def _because(motive: Motive) -> str:
    deed, *outcome = (_(remark.template).format(**words_of(remark)) for remark in motive.remarks)
    return f"{deed}: {'; '.join(outcome)}" if outcome else deed


def words_of(remark: Remark) -> dict[str, str | int]:
    """The values of a remark as people name them."""
    return {name: colour_name(value) if isinstance(value, Colour) else value for name, value in remark.values.items()}
