"""A hint: the move that the greedy bot would make in our place, and why."""

from __future__ import annotations

from mandala_client.games.colour_words import colour_name
from mandala_client.games.game_words import Hint
from mandala_client.games.patterns.notation import written
from mandala_client.text.language import _
from mandala_net.bots.move_review import TASTE
from mandala_net.bots.patterns.greedy_bot import PatternsGreedyBot
from mandala_net.bots.patterns.motives import Motive, Remark
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.colours import Colour
from mandala_protocol.games.patterns import PatternsMove


def hint(snapshot: Snapshot) -> Hint[PatternsMove] | None:
    """The greedy bot's move, from our own view alone; None if it is not our move."""
    if snapshot.view is None or snapshot.owes is not Pending.MOVE:
        return None
    move, motive = PatternsGreedyBot(TASTE).explain(snapshot.view)
    because = _because(motive)
    return Hint(move, _("Hint: {move} – {reason}.").format(move=written(move), reason=because))


def _because(motive: Motive) -> str:
    deed, *outcome = (_(remark.template).format(**words_of(remark)) for remark in motive.remarks)
    return f"{deed}: {'; '.join(outcome)}" if outcome else deed


def words_of(remark: Remark) -> dict[str, str | int]:
    """The values of a remark as people name them."""
    return {name: colour_name(value) if isinstance(value, Colour) else value for name, value in remark.values.items()}
