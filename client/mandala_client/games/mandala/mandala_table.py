"""The table of Mandala on a full screen, and how a move is chosen there: first a colour, then its place."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from mandala_client.games.colour_signs import cards_of, sign_of
from mandala_client.games.colour_words import colour_name, colour_of, letter_of
from mandala_client.games.game_table import Choice, ColourTable, TableForm, TableScene, Viewer
from mandala_client.games.game_words import refusal_of, view_of
from mandala_client.games.how_to_choose import HowToChoose, KindOfMove, nothing_chosen
from mandala_client.games.mandala import chooser
from mandala_client.games.mandala.board import BRIEF_NAME, ON_TOP, Board
from mandala_client.games.mandala.chooser import THEIRS, CardClick, Target
from mandala_client.games.mandala.circles import HUGE_CIRCLES, LARGE_CIRCLES, SMALL_CIRCLES, CircleMeasures, Circles
from mandala_client.games.mandala.compact_board import compact_table
from mandala_client.games.mandala.events import final_ways
from mandala_client.games.mandala.mandala_words import MandalaWords
from mandala_client.games.mandala.notation import for_people, side, written
from mandala_client.games.mandala.players_and_piles import both_players
from mandala_client.games.mandala.playing_board import PlayingBoard
from mandala_client.games.mandala.preview import begins_with, best_completion
from mandala_client.games.table_events import Way
from mandala_client.text.language import _
from mandala_client.text.player_names import player_name
from mandala_client.ui.blocks.values import Topic
from mandala_client.ui.clicks import Button, TableClick
from mandala_client.ui.form_sizes import TABLE_WIDTH
from mandala_client.ui.rows import Fragment, Row, panel, shortened
from mandala_client.ui.style import Look
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.games.mandala import COLOURS, Build, Claim, Colour, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.moves import HAND_LIMIT
from mandala_protocol.games.mandala.state import Claiming, GameOver, MandalaState, Revealing


class MandalaTable(ColourTable[MandalaMove]):
    """The functions are documented at ``GameTable``."""

    # What is drawn.

    def width(self, form: TableForm, look: Look) -> int:
        return _CIRCLES[form].width if form.is_large else TABLE_WIDTH

    def board(self, scene: TableScene[MandalaMove], look: Look, form: TableForm, columns: int) -> list[Row]:
        board = _board_of(scene, look)
        return compact_table(board, columns) if form is TableForm.COMPACT else Circles(board, _CIRCLES[form]).table()

    def beside(self, scene: TableScene[MandalaMove], look: Look, form: TableForm, width: int) -> list[Row]:
        return panel(look, "", both_players(_board_of(scene, look), _PLAYERS_ROWS, width - 2), width)

    def tells_points(self, form: TableForm, look: Look) -> bool:
        return form is not TableForm.COMPACT

    def warning(self, scene: TableScene[MandalaMove]) -> str | None:
        state: MandalaState = scene.state
        if not state.triggered or isinstance(state.phase, (Revealing, GameOver)):
            return None
        if isinstance(state.phase, Claiming):
            return _("This mandala is the LAST!")
        return _("The next complete mandala is the LAST!")

    def final_ways(self, snapshot: Snapshot) -> tuple[Way, ...]:
        return final_ways(view_of(snapshot).state, snapshot.seat)

    # What the help says.

    def help_topics(self, look: Look) -> tuple[Topic, ...]:
        sideways, upright = ("← →", "↑ ↓ Tab") if look.writes_all else (_("left right"), _("up down Tab"))
        return (
            Topic(
                _("Choose a move"),
                (
                    (sideways, _("which colour")),
                    (upright, _("where it goes")),
                    ("1-8 + -", _("how many cards")),
                    ("Enter", _("play")),
                    ("Esc", _("clear the choice")),
                    (_("Mouse"), _("click a card, then a place")),
                ),
            ),
            Topic(
                _("Or type it"),
                (
                    ("ALo", _("1 orange, left mountain")),
                    ("BRr2", _("2 red to your right field")),
                    (for_people("Ck1"), _("discard 1 black, draw 1")),
                    ("Kg", _("take all the green")),
                ),
            ),
        )

    def help_signs(self, look: Look) -> tuple[tuple[str, str], ...]:
        sign, letter = sign_of(look, COLOURS[0]), letter_of(COLOURS[0])
        return (
            (f"1 {sign}×2", _("river: value, colour, cards in the cup")),
            (f"{ON_TOP}{letter}2", _("discarded last")),
            (f"{letter}2{look.fresh}", _("just changed")),
        )

    # How a move is chosen.

    def how_to_choose(self, scene: TableScene[MandalaMove], look: Look) -> HowToChoose[MandalaMove]:
        example = _begins_with(scene)
        invitation = _("Your turn: choose a card and its place with the arrow keys; Enter plays.")
        if look.writes_all:
            invitation = _("Your turn: choose a card with ←→, then its place with ↑↓; Enter plays.")
        return HowToChoose(
            example,
            f"{written(example)[:1]}, {_spelled(example)}",
            arrows="←→" if isinstance(example, Claim) else "←→↑↓",
            kinds=_kinds_of_moves(scene),
            invitation=invitation,
            opportunity=_opportunity(scene, look),
        )

    def chosen_keys(self, scene: TableScene[MandalaMove], look: Look) -> list[Fragment]:
        arrows = look.writes_all
        if isinstance(scene.chosen, Claim):
            return [Fragment(_("←→ colour") if arrows else _("arrows: colour"), "label")]
        ways = Fragment(_("←→ colour  ↑↓ place") if arrows else _("arrows: colour, place"), "label")
        if not isinstance(scene.chosen, Grow | Discard):
            return [ways]
        return [ways, *(Fragment(f"[{key}]", "key", Button(key)) for key in "-+")]

    def arrow(self, scene: TableScene[MandalaMove], key: str) -> MandalaMove | None:
        if scene.chosen is None:
            return _begins_with(scene)
        steps = -1 if key in ("left", "up", "s-tab") else 1
        lead = chooser.to_colour if key in ("left", "right") else chooser.to_target
        return lead(scene.moves, scene.chosen, steps)

    def letter(self, scene: TableScene[MandalaMove], text: str, *, fresh: bool) -> Choice[MandalaMove] | str | None:
        now, moves = scene.chosen, scene.moves
        if now is not None and text in _MORE_OR_FEWER:
            return _counted(scene, now, chooser.count_of(now) + _MORE_OR_FEWER[text])
        if not fresh:
            return None
        if now is not None and text in _DIGITS:
            return _counted(scene, now, int(text))
        if text in _DIGITS or text in _MORE_OR_FEWER:
            return nothing_chosen(written(_begins_with(scene))) if moves else Choice(None)
        colour = _colour_named(text, claiming=any(isinstance(move, Claim) for move in moves))
        if colour is None or colour not in chooser.colours(moves):
            return None
        return Choice(chooser.at_colour(moves, now, colour))

    def click(self, scene: TableScene[MandalaMove], on: TableClick) -> Choice[MandalaMove] | str | None:
        match on:
            case CardClick(colour=colour):
                return _clicked_colour(scene, colour)
            case Target() as place:
                return _clicked_place(scene, place)
            case _:
                return None


def _board_of(scene: TableScene[MandalaMove], look: Look) -> Board:
    return PlayingBoard(scene, look) if scene.viewer is Viewer.PLAYER else Board(scene, look)


_PLAYERS_ROWS = 18
"""The rows of the panel of the players beside large circles, without its edges."""


_CIRCLES: Mapping[TableForm, CircleMeasures] = {
    TableForm.STANDARD: SMALL_CIRCLES,
    TableForm.LARGE: LARGE_CIRCLES,
    TableForm.HUGE: HUGE_CIRCLES,
}
_DIGITS = frozenset("123456789")
_MORE_OR_FEWER: Mapping[str, int] = {"+": 1, "=": 1, "-": -1}


def _begins_with(scene: TableScene[MandalaMove]) -> MandalaMove:
    return begins_with(scene.state, scene.near, scene.moves) if scene.taught is None else scene.taught


def _kinds_of_moves(scene: TableScene[MandalaMove]) -> tuple[KindOfMove, ...]:
    kinds: dict[type[MandalaMove], KindOfMove] = {
        Build: KindOfMove("A", _("Build a mountain"), _("add one card, draw up to three")),
        Grow: KindOfMove("B", _("Grow your field"), _("add cards of one colour, draw none")),
        Discard: KindOfMove("C", _("Discard"), _("cards of one colour, draw as many")),
    }
    possible = {type(move) for move in scene.moves}
    return tuple(described for kind, described in kinds.items() if kind in possible)


def _opportunity(scene: TableScene[MandalaMove], look: Look) -> str:
    """The first move that completes a mandala, rather one after which we choose first (K2)."""
    best = best_completion(scene.state, scene.near, scene.moves)
    if best is None:
        return ""
    move, follows = best
    if isinstance(move, Build):
        deed, card = _("{card} to the {mandala} mountain completes it"), sign_of(look, move.colour)
    else:
        deed = _("{card} to your {mandala} field completes the mandala")
        card = cards_of(look, move.colour, move.count)
    if follows.first is None:
        text = _("{deed}, and all of it is discarded.")
    elif follows.first is scene.near:
        text = _("{deed}: you choose first.")
    else:
        text = _("{deed}: {name} chooses first.")
    name = shortened(player_name(scene.near.other, scene.names), BRIEF_NAME, look.ellipsis)
    return text.format(deed=deed.format(card=card, mandala=side(move.mandala)), name=name)


def _clicked_colour(scene: TableScene[MandalaMove], colour: Colour) -> Choice[MandalaMove] | None:
    now = scene.chosen
    if isinstance(now, Claim) and now.colour is colour:
        return Choice(now, done=True)
    move = chooser.at_colour(scene.moves, now, colour)
    return None if move is None else Choice(move)


def _clicked_place(scene: TableScene[MandalaMove], place: Target) -> Choice[MandalaMove] | str:
    """A place is the end of a choice. After a click on what is not possible nothing is chosen."""
    now = scene.chosen
    if place.action == THEIRS:
        text = _("That is {name}'s field. You can play to a mountain, your own field or the discard pile.")
        return Choice(None, text.format(name=player_name(scene.near.other, scene.names)))
    if now is None:
        return _("First choose cards from your hand, then where they go.")
    if chooser.target_of(now) == place:
        return Choice(now, done=True)
    move = chooser.at_target(scene.moves, now, place)
    if move is None:
        return Choice(None, _why_not(scene, chooser.imagined(now.colour, place)))
    return Choice(move, done=True)


def _spelled(move: MandalaMove) -> str:
    """The place, count and colour of a move in words, as its notation has them after the letter."""
    colour = colour_name(move.colour)
    match move:
        case Build(mandala=mandala):
            return f"{side(mandala)}, {colour}"
        case Grow(mandala=mandala, count=count):
            return f"{side(mandala)}, {count} {colour}"
        case Discard(count=count):
            return f"{count} {colour}"
        case Claim():
            return colour


def _counted(scene: TableScene[MandalaMove], now: MandalaMove, count: int) -> Choice[MandalaMove]:
    """The move with ``count`` cards, or with as many as may be played, and why not more or fewer."""
    move = chooser.to_count(scene.moves, now, count)
    assert move is not None, "what is chosen is one of the moves"
    if chooser.count_of(move) == count:
        return Choice(move)
    match now:
        case Build():
            return Choice(move, _("Only one card at a time goes into a mountain (rule A1)."))
        case Claim():
            return Choice(move, _("You take all cards of a colour together (rule K3)."))
        case Grow() | Discard() if not count:
            return Choice(move, _("Play at least one card."))
        case Grow() | Discard() if count > HAND_LIMIT:
            return Choice(move, _("No one ever holds more than {count} cards (rule A2).").format(count=HAND_LIMIT))
        case Grow() | Discard():
            return Choice(move, _why_not(scene, evolve(now, count=count)))


def _why_not(scene: TableScene[MandalaMove], move: MandalaMove) -> str | None:
    return refusal_of(MandalaWords(), scene.view, move)


def _colour_named(letter: str, *, claiming: bool) -> Colour | None:
    """The colour that a letter by itself chooses; a "k" with which a claim is typed is none, as in "Kg"."""
    if letter == "K" or (letter == "k" and claiming):
        return None
    return colour_of(letter.lower())
