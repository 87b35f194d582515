"""Draws the real screens into ``pictures/``, as SVG: run it after changing one. A test keeps them equal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import islice
from pathlib import Path
from typing import Final

from attrs import frozen
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Attrs, Style

from mandala_client.games.deal import Deal
from mandala_client.play.alone import Alone
from mandala_client.play.practice import PracticeGame, Practising
from mandala_client.screens.table import screen_keys
from mandala_client.screens.table.table_pages import screen
from mandala_client.settings.settings import Theme
from mandala_client.table import edits, updates
from mandala_client.table.table_model import TableModel
from mandala_client.ui.rows import Row, width_of
from mandala_client.ui.style import SHADED_LOOK
from mandala_client.ui.style_sheet import screen_style
from mandala_client.ui.themes import GROUND
from mandala_net.bots.catalogue import make_bot
from mandala_net.bots.move_review import TASTE
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.mandala import Grow, MandalaMove
from mandala_protocol.games.patterns import SwapTile
from mandala_protocol.seats import Seat

PICTURES: Final = Path(__file__).with_name("pictures")

_CELL_WIDTH: Final = 9
_CELL_HEIGHT: Final = 19
_UNDERLINE: Final = _CELL_HEIGHT - 2
"""The distance from the top of a cell to a line below its text."""

_BASELINE: Final = 14
_FONT: Final = "JetBrains Mono, DejaVu Sans Mono, Menlo, Consolas, monospace"
_LINE_WIDTH: Final = 1.4
_DASH: Final = "3 2"
_PAPER: Final = "16161e"
_INK: Final = "d9def2"

_SEED: Final = 30
"""A deal of Mandala in which everything is on the table in the middle of the game."""

_SEED_OF_TILES: Final = 11
"""The tiles of a game of Patterns."""

_TURN_OF_TILES: Final = 9
"""A turn of ours, counted from 0, at which each kind of group is there for both, and there are flips and swaps."""

_MANDALA: Final = Practising(Alone("mandala", "greedy"), "Ben", "Anna", live_score=True)
_PATTERNS: Final = Practising(Alone("patterns", "greedy"), "Ben", "Anna", live_score=True)

_SIZES: Final = {
    "table-turn": (80, 24),
    "table-grow": (120, 40),
    "patterns-turn": (80, 24),
    "patterns-swap": (120, 40),
}
"""The columns and lines in which the documents show each scene."""

_HALF_FULL: Final = 3
"""Half of the six slots of a river."""

_LARGE_HAND: Final = 7

_SEED_OF_TWO: Final = 30
"""The cards of the game in two windows."""

_BETWEEN_WINDOWS: Final = 3
"""The columns between two windows."""

_KEY_CAPS: Final = {"right": "→", "down": "↓", "enter": "Enter"}
_KEYS: Final = ("right", "right", "right", "down")
"""The keys that choose a move, which Enter then plays."""

_SECONDS_TO_LOOK: Final = 2.5
_SECONDS_OF_A_KEY: Final = 1.5

_HALVES: Final = {
    "█": (0, 0, 1, 1),
    "▄": (0, 0.5, 1, 0.5),
    "▀": (0, 0, 1, 0.5),
    "▌": (0, 0, 0.5, 1),
    "▐": (0.5, 0, 0.5, 1),
    "▁": (0, 0.875, 1, 0.125),
    "▎": (0, 0, 0.25, 1),
    "▏": (0, 0, 0.125, 1),
    "▕": (0.875, 0, 0.125, 1),
}
"""The part of a cell that each sign fills: its left and upper edge, its width and its height."""

_LINES: Final = {
    "─": "M{left} {down}H{right}",
    "│": "M{across} {top}V{bottom}",
    "╌": "M{left} {down}H{right}",
    "┆": "M{across} {top}V{bottom}",
    "╭": "M{across} {bottom}Q{across} {down} {right} {down}",
    "╮": "M{left} {down}Q{across} {down} {across} {bottom}",
    "╰": "M{across} {top}Q{across} {down} {right} {down}",
    "╯": "M{left} {down}Q{across} {down} {across} {top}",
}
"""The path of each sign that is a line, from edge to edge of its cell."""

_CORNERS: Final = {
    "▛": "M{left} {top}H{right}V{down}H{across}V{bottom}H{left}Z",
    "▜": "M{left} {top}H{right}V{bottom}H{across}V{down}H{left}Z",
}
"""The path of each sign that is three quarters of its cell."""

_DASHED: Final = "╌┆"
_RUNS: Final = re.compile("[╌┆]+|[─│╭╮╰╯]+|[⠀-⣿]+|[^╌┆─│╭╮╰╯⠀-⣿]+")
"""The runs of one kind in a text: dashed lines, lines, dots, anything else."""

_FIRST_OF_BRAILLE: Final = 0x2800
_DOT: Final = 1.9
"""The width and height of a dot."""


@frozen
class Frame:
    """One moment of a moving picture: the screens side by side, how long it stays, in seconds, and what is below."""

    windows: tuple[TableModel, ...]
    seconds: float
    below: str


def scenes() -> dict[str, TableModel]:
    """Return each scene of which there is a picture, by its name."""
    mandala = next(model for _game, model in _turns(_MANDALA, _SEED) if _is_rich(model))
    _game, patterns = next(islice(_turns(_PATTERNS, _SEED_OF_TILES), _TURN_OF_TILES, None))
    swap = next(move for move in patterns.legal_moves if isinstance(move, SwapTile))
    return {
        "table-turn": mandala,
        "table-grow": edits.composed(mandala, _largest(mandala)),
        "patterns-turn": patterns,
        "patterns-swap": edits.composed(patterns, swap),
    }


def pictures() -> dict[str, str]:
    """Return each picture by the name of its file."""
    models = scenes()
    drawn = {
        f"{name}-{columns}x{lines}.svg": svg(models[name], columns, lines) for name, (columns, lines) in _SIZES.items()
    }
    return {
        **drawn,
        "move-80x24.svg": moving_svg(_frames(), 80, 24),
        "two-windows-80x24.svg": moving_svg(_frames_of_two(), 80, 24),
    }


def _on_us(game: PracticeGame, model: TableModel) -> TableModel:
    """Let the bot play until it is on us, or the game is over."""
    while game.bot_is_to_move:
        model = updates.with_snapshot(model, game.snapshot())
        game.let_bot_move()
    return updates.with_snapshot(model, game.snapshot())


def _turns(how: Practising, seed: int) -> Iterator[tuple[PracticeGame, TableModel]]:
    """The moments of a game at which we may move: if we do not, the greedy bot plays for us."""
    game, model = PracticeGame(how, Deal(seed)), TableModel(expected_game=how.alone.game)
    bot = make_bot(how.alone.game, "greedy", TASTE)
    while True:
        model = _on_us(game, model)
        if game.snapshot().pending is not Pending.MOVE:
            return
        yield game, model
        view = game.snapshot().view
        assert view is not None, "the cards are dealt"
        game.play(bot.choose(view))


def _frames() -> list[Frame]:
    """A move chosen by keys and played, and the answer to it."""
    game, model = next((game, model) for game, model in _turns(_MANDALA, _SEED) if _is_rich(model))
    frames = [Frame((model,), _SECONDS_TO_LOOK, "Your turn.")]
    for key in _KEYS:
        model, _command = screen_keys.press(model, key)
        frames.append(Frame((model,), _SECONDS_OF_A_KEY, f"You press {_KEY_CAPS[key]}."))
    game.play(model.chosen)
    model, _command = screen_keys.press(model, "enter")
    model = updates.with_snapshot(model, game.snapshot())
    frames.append(Frame((model,), _SECONDS_OF_A_KEY, f"You press {_KEY_CAPS['enter']}."))
    return [*frames, Frame((_on_us(game, model),), _SECONDS_TO_LOOK, "The other player answers.")]


class _TwoWindows:
    """One game in two windows, each with the hand of its player: Anna's at the left, who hosts, and Ben's."""

    def __init__(self) -> None:
        self._games = tuple(
            PracticeGame(Practising(Alone("mandala", "greedy"), *names, live_score=True), Deal(_SEED_OF_TWO, seat))
            for seat, names in zip(Seat, (("Anna", "Ben"), ("Ben", "Anna")), strict=True)
        )
        self._bot = make_bot("mandala", "greedy", TASTE)
        self.windows = self._seen((TableModel(), TableModel()))

    @property
    def to_move(self) -> int:
        """The number of the window whose player moves."""
        return int(self._games[Seat.HOST].bot_is_to_move)

    def choice(self) -> MandalaMove:
        """Return the move that the greedy bot would make for whoever is to move."""
        view = self._games[self.to_move].snapshot().view
        assert view is not None, "the cards are dealt"
        move: MandalaMove = self._bot.choose(view)
        return move

    def compose(self, move: MandalaMove) -> None:
        """Put a move into the input line of whoever is to move."""
        composed = edits.composed(self.windows[self.to_move], move)
        self.windows = tuple(composed if number == self.to_move else model for number, model in enumerate(self.windows))

    def play(self, move: MandalaMove) -> None:
        """Make a move, which both windows see."""
        mover = self.to_move
        self.windows = tuple(edits.drafted(model, "") for model in self.windows)
        self._games[mover].play(move)
        self._games[1 - mover].make_scripted(move)
        self.windows = self._seen(self.windows)

    def _seen(self, models: tuple[TableModel, ...]) -> tuple[TableModel, ...]:
        return tuple(
            updates.with_snapshot(model, game.snapshot()) for model, game in zip(models, self._games, strict=True)
        )


def _frames_of_two() -> list[Frame]:
    """A move of Anna's and one of Ben's, as both see them."""
    two = _TwoWindows()
    while two.to_move or not _is_rich(two.windows[0]):
        two.play(two.choice())
    frames = [Frame(two.windows, _SECONDS_TO_LOOK, "Anna and Ben at two computers: each sees only their own hand.")]
    for name, other in (("Anna", "Ben"), ("Ben", "Anna")):
        move = _largest(two.windows[0]) if name == "Anna" else two.choice()
        two.compose(move)
        frames.append(Frame(two.windows, _SECONDS_TO_LOOK, f"{name} chooses a move, and sees what it would change."))
        two.play(move)
        frames.append(Frame(two.windows, _SECONDS_TO_LOOK, f"{name} plays it. {other}'s turn."))
    return frames


def _is_rich(model: TableModel) -> bool:
    """Return whether rivers are half full, no field is empty, and a large hand can grow one by more than one card."""
    rivers = [player.river for player in model.state.players]
    fields = [field for mandala in model.state.mandalas for field in mandala.fields]
    assert model.snapshot is not None, "the table is laid"
    hand = model.state.players[model.snapshot.seat].hand
    grows = any(isinstance(move, Grow) and move.count > 1 for move in model.legal_moves)
    return min(map(len, rivers)) >= _HALF_FULL and all(map(any, fields)) and hand >= _LARGE_HAND and grows


def _largest(model: TableModel) -> Grow:
    return max((move for move in model.legal_moves if isinstance(move, Grow)), key=lambda move: move.count)


def svg(model: TableModel, columns: int, lines: int) -> str:
    """Return the screen of a game as a picture, with the colours of the usual theme."""
    return _picture(columns, lines, [part for row in _drawn(model, columns, lines) for part in row])


def moving_svg(frames: list[Frame], columns: int, lines: int) -> str:
    """Return screens that follow each other, again and again, with a line below; the first for who wants no movement.

    A row that is the same in several frames is drawn once. Windows of a frame are side by side.
    """
    drawn = [(*_side_by_side(frame.windows, columns, lines), _below(frame.below, lines + 1)) for frame in frames]
    groups: list[str] = []
    when: set[tuple[int, ...]] = set()
    for row in zip(*drawn, strict=True):
        for look in dict.fromkeys(row):
            seen = tuple(number for number, there in enumerate(row) if there == look)
            when.add(seen)
            groups += [f'<g class="{_class(seen)}">', *look, "</g>"]
    width = (columns + _BETWEEN_WINDOWS) * len(frames[0].windows) - _BETWEEN_WINDOWS
    return _picture(width, lines + 2, [*_movement(frames, sorted(when)), *groups])


def _side_by_side(windows: tuple[TableModel, ...], columns: int, lines: int) -> Iterator[tuple[str, ...]]:
    """Yield each row of each window, as parts of a picture that has the windows beside each other."""
    for number, model in enumerate(windows):
        left = number * (columns + _BETWEEN_WINDOWS) * _CELL_WIDTH
        for row in _drawn(model, columns, lines):
            yield (f'<g transform="translate({left})">', *row, "</g>") if left else row


def _class(seen: tuple[int, ...]) -> str:
    """Return the class of what is seen in these frames only."""
    return "frames-" + "-".join(str(number) for number in seen)


def _movement(frames: list[Frame], when: list[tuple[int, ...]]) -> list[str]:
    """Return the style sheet that shows each class in its frames."""
    length = sum(frame.seconds for frame in frames)
    starts = [sum(frame.seconds for frame in frames[:number]) for number in range(len(frames))]
    still = [f".{_class(seen)} {{ visibility: hidden }}" for seen in when if 0 not in seen]
    moving: list[str] = []
    for seen in when:
        name = _class(seen)
        steps = " ".join(
            f"{100 * start / length:.2f}% {{ visibility: {'visible' if number in seen else 'hidden'} }}"
            for number, start in enumerate(starts)
        )
        moving += [f"@keyframes {name} {{ {steps} }}", f".{name} {{ animation: {name} {length:g}s step-end infinite }}"]
    return ["<style>", *still, "@media (prefers-reduced-motion: no-preference) {", *moving, "}", "</style>"]


def _below(text: str, line: int) -> tuple[str, ...]:
    return (f'<text x="{_CELL_WIDTH}" y="{line * _CELL_HEIGHT + _BASELINE}" fill="#{_INK}">{escape(text)}</text>',)


def _drawn(model: TableModel, columns: int, lines: int) -> list[tuple[str, ...]]:
    """Return each row of the screen, as parts of a picture."""
    style = screen_style(Theme.DEFAULT, ColorDepth.DEPTH_24_BIT, model.game.table.styles)
    rows = screen(model, SHADED_LOOK, columns, lines).rows
    return [tuple(_row(row, number, style)) for number, row in enumerate(rows)]


def _picture(columns: int, lines: int, parts: list[str]) -> str:
    width, height = columns * _CELL_WIDTH, lines * _CELL_HEIGHT
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    written = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f'<rect width="{width}" height="{height}" fill="#{_PAPER}"/>',
        f'<g font-family="{_FONT}" font-size="15" xml:space="preserve">',
        # Browsers have a rule of their own for the spaces of text, which nothing said of the group replaces.
        "<style>rect { shape-rendering: crispEdges } text { white-space: pre }</style>",
        *parts,
        "</g>",
        "</svg>",
        "",
    ]
    return "\n".join(written)


def _row(row: Row, number: int, style: Style) -> list[str]:
    parts: list[str] = []
    column = 0
    for fragment in row:
        classes = " ".join(f"class:{name}" for name in (GROUND, *fragment.style.split(",")) if name)
        attrs = style.get_attrs_for_style_str(classes)
        (text, background, attributes), underlined = _colours(attrs), attrs.underline
        columns = width_of(fragment.text)
        x, y, width = column * _CELL_WIDTH, number * _CELL_HEIGHT, columns * _CELL_WIDTH
        column += columns
        if background != _PAPER:
            parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{_CELL_HEIGHT}" fill="#{background}"/>')
        if (corner := _CORNERS.get(fragment.text[:1])) is not None:
            parts.append(f'<path d="{corner.format(**_cell(x, y))}" fill="#{text}" shape-rendering="crispEdges"/>')
            continue
        half = _HALVES.get(fragment.text[:1])
        if half is not None:
            right, down, wide, high = half
            top = f'y="{y + down * _CELL_HEIGHT:g}"'
            # Halves as wide as their cells touch each other, the others do not.
            each = width if wide == 1 else _CELL_WIDTH
            area = f'width="{each * wide:g}" height="{_CELL_HEIGHT * high:g}"'
            starts = (start + right * _CELL_WIDTH for start in range(x, x + width, each))
            parts += [f'<rect x="{start:g}" {top} {area} fill="#{text}"/>' for start in starts]
        else:
            parts += _signs(fragment.text, x, y, text, attributes)
        if underlined:
            parts.append(f'<rect x="{x}" y="{y + _UNDERLINE}" width="{width}" height="1" fill="#{text}"/>')
    return parts


def _signs(text: str, x: int, y: int, colour: str, attributes: str) -> Iterator[str]:
    """Yield text from this place on, and lines from edge to edge of their cells, as terminals draw them."""
    for run in _RUNS.findall(text):
        width = width_of(run) * _CELL_WIDTH
        if run[0] in _LINES:
            path = "".join(_LINES[sign].format(**_cell(x + _CELL_WIDTH * at, y)) for at, sign in enumerate(run))
            dashes = f' stroke-dasharray="{_DASH}"' if run[0] in _DASHED else ""
            yield f'<path d="{path}" fill="none" stroke="#{colour}" stroke-width="{_LINE_WIDTH}"{dashes}/>'
        elif ord(run[0]) & ~0xFF == _FIRST_OF_BRAILLE:
            dots = "".join(_dots(sign, x + _CELL_WIDTH * at, y) for at, sign in enumerate(run))
            yield f'<path d="{dots}" fill="#{colour}"/>'
        elif run.strip():
            yield (
                f'<text x="{x}" y="{y + _BASELINE}" textLength="{width}" fill="#{colour}"{attributes}>'
                f"{escape(run)}</text>"
            )
        x += width


def _dots(sign: str, x: int, y: int) -> str:
    """Return the path of the dots of a sign of braille: the first six column by column, then the lowest two."""
    bits = ord(sign) - _FIRST_OF_BRAILLE
    places = [(across, down) for across in (0, 1) for down in (0, 1, 2)] + [(0, 3), (1, 3)]
    return "".join(
        f"M{x + (across + 0.5) * _CELL_WIDTH / 2 - _DOT / 2:g} {y + (down + 0.5) * _CELL_HEIGHT / 4 - _DOT / 2:g}"
        f"h{_DOT}v{_DOT}h-{_DOT}z"
        for number, (across, down) in enumerate(places)
        if bits >> number & 1
    )


def _cell(x: int, y: int) -> dict[str, float]:
    """Return the edges and the middle of the cell whose upper left corner is here."""
    middle = {"across": x + _CELL_WIDTH / 2, "down": y + _CELL_HEIGHT / 2}
    return {"left": x, "right": x + _CELL_WIDTH, "top": y, "bottom": y + _CELL_HEIGHT, **middle}


def _colours(attrs: Attrs) -> tuple[str, str, str]:
    """Return the colours of text and background, and what else a text has."""
    text, background = attrs.color or _INK, attrs.bgcolor or _PAPER
    if attrs.reverse:
        text, background = background, text
    attributes = ' font-weight="bold"' if attrs.bold else ""
    attributes += ' font-style="italic"' if attrs.italic else ""
    return text, background, attributes


def main() -> None:
    """Write all pictures."""
    PICTURES.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
