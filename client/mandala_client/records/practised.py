"""A game for practice as frames: it has no record, and all its cards are known to this program."""

from __future__ import annotations

from collections.abc import Sequence

from mandala_client.games.game_ui import AnyGameUI
from mandala_client.records.replay import Frame, NothingToReplay, Replay, frames_after
from mandala_client.text.language import _
from mandala_client.text.player_names import Names
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_protocol.games.game import Over
from mandala_protocol.games.simulation import Holdings
from mandala_protocol.names import clean_name
from mandala_protocol.record.steps import Step


def practised(ui: AnyGameUI, names: Names, steps: Sequence[Step], held: Sequence[tuple[Holdings, Holdings]]) -> Replay:
    """The game of these steps; ``held`` are all hidden cards after each of them, by seat.

    Raises ``NothingToReplay`` if it is not over: no one shall see the cards of a game that goes on.
    """
    if not steps or not isinstance(ui.rules.expects(steps[-1].after), Over):
        raise NothingToReplay(_("This game is not over."))
    shown = (clean_name(names[0]), clean_name(names[1]))
    frames: list[Frame] = []
    for step, cards in zip(steps, held, strict=True):
        frames.extend(frames_after(ui, frames[-1] if frames else None, step, shown, step.after, cards, None))
    closing = sentences_of(ui.words.onlooker_score(steps[-1].after, shown))
    return Replay(game=ui.rules.name, names=shown, frames=tuple(frames), closing=tuple(closing))
