"""Draws the real screens into ``pictures/``, as SVG: run it after changing one. A test keeps them equal."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Attrs, Style

from mandala_client.games.deal import Deal
from mandala_client.games.game_ui import AnyGameUI
from mandala_client.play.practice import PracticeGame, Practising
from mandala_client.screens.table import updates
from mandala_client.screens.table.table_model import TableModel
from mandala_client.screens.table.table_pages import screen
from mandala_client.settings.settings import Theme
from mandala_client.ui.rows import Row, Screen, width_of
from mandala_client.ui.style import FULL_LOOK
from mandala_client.ui.style_sheet import screen_style
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.mandala import Build, Claim, Grow, MandalaMove

PICTURES: Final = Path(__file__).with_name("pictures")

_CELL_WIDTH: Final = 9
_CELL_HEIGHT: Final = 19
_BASELINE: Final = 14
_FONT: Final = "DejaVu Sans Mono, Menlo, Consolas, monospace"
_PAPER: Final = "1e1e1e"
_INK: Final = "d4d4d4"

_SEED: Final = 4
"""A deal in which everything is soon on the table."""

_SIZES: Final = ((80, 24), (120, 40), (40, 20))
_LARGEST: Final = (200, 60)


def pictures() -> dict[str, str]:
    """Return each picture by the name of its file."""
    played = list(_turns())
    chosen = next(model for model in played if _is_rich(model))
    scenes = {
        "turn": chosen,
        "build": updates.composed(chosen, _first(chosen, Build)),
        "grow": updates.composed(chosen, _largest(chosen)),
        "take": next(_with_claim(model) for model in played if isinstance(model.legal_moves[0], Claim)),
    }
    drawn = {
        f"table-{name}-{columns}x{lines}.svg": svg(model, columns, lines)
        for name, model in scenes.items()
        for columns, lines in _SIZES
    }
    columns, lines = _LARGEST
    return {**drawn, f"table-grow-{columns}x{lines}.svg": svg(scenes["grow"], columns, lines)}


def _turns() -> list[TableModel]:
    """Each time that it is on us, in a game in which a bot plays and we do what the hint says."""
    game, model = PracticeGame(Practising("greedy", "Ben", "Anna"), Deal(_SEED)), TableModel()
    turns: list[TableModel] = []
    while True:
        while game.bot_is_to_move:
            model = updates.with_snapshot(model, game.snapshot())
            game.let_bot_move()
        snapshot = game.snapshot()
        model = updates.with_snapshot(model, snapshot)
        if snapshot.owes is not Pending.MOVE:
            return turns
        turns.append(model)
        hint = model.game.words.hint(snapshot)
        assert hint is not None, "there is a hint for every move"
        game.play(hint.move)


def _is_rich(model: TableModel) -> bool:
    """Return whether rivers have begun and a field can be grown by more than one card."""
    rivers = [player.river for player in model.state.players]
    return all(rivers) and any(isinstance(move, Grow) and move.count > 1 for move in model.legal_moves)


def _first(model: TableModel, kind: type[MandalaMove]) -> MandalaMove:
    return next(move for move in model.legal_moves if isinstance(move, kind))


def _largest(model: TableModel) -> Grow:
    return max((move for move in model.legal_moves if isinstance(move, Grow)), key=lambda move: move.count)


def _with_claim(model: TableModel) -> TableModel:
    return updates.composed(model, model.legal_moves[0])


def svg(model: TableModel, columns: int, lines: int) -> str:
    """Return the screen of a game as a picture, with the colours of the usual theme."""
    game: AnyGameUI = model.game
    style = screen_style(Theme.DEFAULT, ColorDepth.DEPTH_24_BIT, game.table.styles)
    shown: Screen = screen(model, FULL_LOOK, columns, lines)
    width, height = columns * _CELL_WIDTH, lines * _CELL_HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f'<rect width="{width}" height="{height}" fill="#{_PAPER}"/>',
        f'<g font-family="{_FONT}" font-size="15" xml:space="preserve" style="white-space:pre">',
        *(part for number, row in enumerate(shown.rows) for part in _row(row, number, style)),
        "</g>",
        "</svg>",
        "",
    ]
    return "\n".join(parts)


def _row(row: Row, number: int, style: Style) -> list[str]:
    parts: list[str] = []
    column = 0
    for fragment in row:
        classes = " ".join(f"class:{name}" for name in fragment.style.split(",") if name)
        text, background, attributes = _colours(style.get_attrs_for_style_str(classes))
        columns = width_of(fragment.text)
        x, y, width = column * _CELL_WIDTH, number * _CELL_HEIGHT, columns * _CELL_WIDTH
        column += columns
        if background != _PAPER:
            parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{_CELL_HEIGHT}" fill="#{background}"/>')
        half = {"▄": _CELL_HEIGHT / 2, "▀": 0.0}.get(fragment.text[:1])
        if half is not None:
            parts.append(f'<rect x="{x}" y="{y + half}" width="{width}" height="{_CELL_HEIGHT / 2}" fill="#{text}"/>')
        elif fragment.text.strip():
            parts.append(
                f'<text x="{x}" y="{y + _BASELINE}" textLength="{width}" fill="#{text}"{attributes}>'
                f"{escape(fragment.text)}</text>"
            )
    return parts


def _colours(attrs: Attrs) -> tuple[str, str, str]:
    """Return the colours of text and background, and what else a text has."""
    text, background = attrs.color or _INK, attrs.bgcolor or _PAPER
    if attrs.reverse:
        text, background = background, text
    attributes = ' font-weight="bold"' if attrs.bold else ""
    attributes += ' font-style="italic"' if attrs.italic else ""
    attributes += ' text-decoration="underline"' if attrs.underline else ""
    return text, background, attributes


def main() -> None:
    """Write all pictures."""
    PICTURES.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
