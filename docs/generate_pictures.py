"""Draws the real screens into ``pictures/``, as SVG: run it after changing one. A test keeps them equal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from attrs import frozen

from mandala_client.games.deal import Deal
from mandala_client.play.alone import Alone
from mandala_client.play.practice import PracticeGame, Practising
from mandala_client.screens.table import screen_keys
from mandala_client.screens.table.table_pages import screen
from mandala_client.settings.settings import Theme
from mandala_client.table import edits, updates
from mandala_client.table.table_model import TableModel
from mandala_client.ui.style import SHADED_LOOK
from mandala_client.ui.svg_picture import CELL_WIDTH, drawn_rows, plain_line, svg_of, svg_picture
from mandala_net.bots.catalogue import make_bot
from mandala_net.bots.move_review import TASTE
from mandala_protocol.conversation.snapshot import Pending
from mandala_protocol.games.mandala import Grow, MandalaMove
from mandala_protocol.games.patterns import SwapTile
from mandala_protocol.seats import Seat

PICTURES: Final = Path(__file__).with_name("pictures")

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
        self._games[1 - mover].make(move)
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
    rows = screen(model, SHADED_LOOK, columns, lines).rows
    return svg_of(rows, columns, Theme.DEFAULT, model.game.table.styles)


def moving_svg(frames: list[Frame], columns: int, lines: int) -> str:
    """Return screens that follow each other, again and again, with a line below; the first for who wants no movement.

    A row that is the same in several frames is drawn once. Windows of a frame are side by side.
    """
    drawn = [(*_side_by_side(frame.windows, columns, lines), (plain_line(frame.below, lines + 1),)) for frame in frames]
    groups: list[str] = []
    when: set[tuple[int, ...]] = set()
    for row in zip(*drawn, strict=True):
        for look in dict.fromkeys(row):
            seen = tuple(number for number, there in enumerate(row) if there == look)
            when.add(seen)
            groups += [f'<g class="{_class(seen)}">', *look, "</g>"]
    width = (columns + _BETWEEN_WINDOWS) * len(frames[0].windows) - _BETWEEN_WINDOWS
    return svg_picture(width, lines + 2, [*_movement(frames, sorted(when)), *groups])


def _side_by_side(windows: tuple[TableModel, ...], columns: int, lines: int) -> Iterator[tuple[str, ...]]:
    """Yield each row of each window, as parts of a picture that has the windows beside each other."""
    for number, model in enumerate(windows):
        left = number * (columns + _BETWEEN_WINDOWS) * CELL_WIDTH
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


def _drawn(model: TableModel, columns: int, lines: int) -> list[tuple[str, ...]]:
    """Return each row of the screen, as parts of a picture."""
    rows = screen(model, SHADED_LOOK, columns, lines).rows
    return drawn_rows(rows, Theme.DEFAULT, model.game.table.styles)


def main() -> None:
    """Write all pictures."""
    PICTURES.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
