"""The keys that make sense now, at the right of the input line: each can also be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mandala_client.games.game_table import TableScene
from mandala_client.games.how_to_choose import HowToChoose, arrows_choose, or_typed, ways_to_choose
from mandala_client.play.frontend import Opponent
from mandala_client.screens.table.status import yes_key
from mandala_client.sentences.offer_text import OFFER_TEXTS
from mandala_client.table.consulting import is_hint_awaited
from mandala_client.table.function_keys import key_of
from mandala_client.table.table_model import Playing, TableModel
from mandala_client.text.language import _
from mandala_client.text.typed_words import no_letter
from mandala_client.ui.clicks import Button
from mandala_client.ui.rows import Fragment, Row, row, width_of
from mandala_client.ui.style import Look

_GAP = "  "


def hints(
    model: TableModel,
    scene: TableScene[Any],
    look: Look,
    how: HowToChoose[Any] | None,
    *,
    brief: bool = False,
    has_menu: bool = False,
    explained: bool = True,
) -> list[Fragment]:
    """The hints for what can be done now, the most important last.

    ``how``: how a move is chosen, if one can be. ``brief``: only they show the keys for help. ``has_menu``: how a move
    is chosen is said elsewhere. ``explained``: with an example of what can be typed.
    """
    if isinstance(model.phase, Playing) and model.phase.lesson_waits and model.question is None:
        return [_enter(_("[Enter] goes on")), _key("q", _("[{key}] leave"))]
    if model.question is not None:
        return [_key(yes_key(model.question), _("[{key}] yes")), _key(no_letter(), _("[{key}] no"))]
    if model.draft.confirming:
        return [_enter(_("[Enter] plays")), _escape(_("[Esc] takes back"))]
    if model.draft.text.startswith("/"):
        return [_enter(_("[Enter] sends")), _escape(_("[Esc] clears"))]
    if scene.chosen is not None:
        return [*model.game.table.chosen_keys(scene, look), _enter(_("[Enter] plays")), _escape(_("[Esc] clears"))]
    if model.draft.text:
        return [_enter(_("[Enter] plays")), _escape(_("[Esc] clears"))]
    if model.offered is not None:
        key = key_of(OFFER_TEXTS[model.offered].word)
        agree = Fragment(_("[{key}] agree").format(key=key), "key", Button(key.lower()))
        return [agree, _key(no_letter(), _("[{key}] decline"))]
    help_key = [Fragment(_("[F1] help"), "key", Button("f1"))] if brief else []
    explained = explained and not brief and not is_hint_awaited(model)  # for which Enter waits too
    first_steps = _first_steps(model, look, how, explained=explained, has_menu=has_menu)
    return [*first_steps, *_help_of_a_bot(model, scene), *help_key]


def fits(fragments: Sequence[Fragment], width: int) -> bool:
    """Return whether all of them fit, with a space before them and one behind."""
    return sum(width_of(fragment.text) + len(_GAP) for fragment in fragments) <= width


def hint_row(fragments: Sequence[Fragment], width: int) -> Row:
    """A row of the last of the hints, as many as fit."""
    shown = list(fragments)
    while shown and not fits(shown, width):
        shown = shown[1:]
    behind_gaps = [part for fragment in shown for part in (Fragment(_GAP), fragment)]
    return row(*behind_gaps[1:], " ")


def _first_steps(
    model: TableModel, look: Look, how: HowToChoose[Any] | None, *, explained: bool, has_menu: bool
) -> list[Fragment]:
    if how is not None:
        if has_menu:
            return [_label(or_typed(how))]
        return [_label(ways_to_choose(how, look) if explained else arrows_choose(look))]
    talk = model.opponent is Opponent.PERSON
    return [_label(_("to chat: / and your text"))] if talk else []


def _help_of_a_bot(model: TableModel, scene: TableScene[Any]) -> list[Fragment]:
    hint = [Fragment(_("[F4] hint"), "key", Button("f4"))] if scene.moves else []
    match model.opponent:
        case Opponent.PERSON:
            return []
        case Opponent.BOT:
            return hint
        case Opponent.PRACTICE:
            return [*hint, Fragment(_("[F5] undo"), "key", Button("f5"))]


def _label(text: str) -> Fragment:
    return Fragment(text, "label")


def _key(letter: str, text: str) -> Fragment:
    return Fragment(text.format(key=letter), "key", Button(letter.lower()))


def _enter(text: str) -> Fragment:
    return Fragment(text, "key", Button("enter"))


def _escape(text: str) -> Fragment:
    return Fragment(text, "key", Button("escape"))
