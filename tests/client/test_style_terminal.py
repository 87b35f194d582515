"""The drawing follows the abilities of the terminal, whatever it says about itself."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from attrs import evolve
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output import ColorDepth, DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from mandala_client.games.colour_signs import Part, style_of, styles
from mandala_client.settings.settings import Colours, Settings, Theme
from mandala_client.ui.abilities import depth_of, look_of, settle_look
from mandala_client.ui.rows import Fragment, Screen, row
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, SHADED_LOOK, Depth
from mandala_client.ui.view import make_application
from mandala_protocol.games.mandala import Colour
from tests.client.painting import NoHands, painted

ONE, FOUR = Depth.MONOCHROME, Depth.SIXTEEN
EIGHT, TWENTY_FOUR = Depth.MANY, Depth.TRUE

CARD = Fragment("o▲3", style_of(Part.CARD, Colour.ORANGE))


# How many colours.


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({}, None),
        ({"TERM": "xterm"}, None),
        ({"TERM": "xterm-256color"}, EIGHT),
        ({"TERM": "screen-256color"}, EIGHT),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TWENTY_FOUR),
        ({"TERM": "screen-256color", "COLORTERM": "24bit"}, TWENTY_FOUR),
        ({"TERM": "xterm-direct"}, TWENTY_FOUR),
        ({"TERM": "xterm-kitty"}, TWENTY_FOUR),
        ({"TERM": "foot"}, TWENTY_FOUR),
        ({"WT_SESSION": "1-2-3"}, TWENTY_FOUR),
        ({"TERM": "linux"}, FOUR),
        ({"TERM": "screen"}, FOUR),
        ({"TERM": "screen.xterm-new"}, FOUR),
        ({"TERM": "xterm-16color"}, FOUR),
        ({"TERM": "dumb"}, ONE),
        ({"TERM": "vt100"}, ONE),
        ({"TERM": "vt220", "COLORTERM": "truecolor"}, ONE),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, ONE),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "no"}, ONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, EIGHT),
        ({"TERM": "xterm-256color", "CLICOLOR": "0"}, ONE),
        ({"TERM": "xterm-256color", "CLICOLOR": "1"}, EIGHT),
        ({"TERM": "xterm-256color", "CLICOLOR": "0", "CLICOLOR_FORCE": "1"}, EIGHT),
        ({"TERM": "xterm-256color", "CLICOLOR": "0", "CLICOLOR_FORCE": "0"}, ONE),
        ({"TERM": "\x1b]0;" * 1000, "COLORTERM": "nonsense"}, None),
    ],
)
def test_the_environment_says_how_many_colours_there_are(environment: dict[str, str], depth: Depth | None) -> None:
    assert depth_of(Colours.AUTO, environment) is depth


@pytest.mark.parametrize(
    ("colours", "depth"),
    [(Colours.TRUE, TWENTY_FOUR), (Colours.MANY, EIGHT), (Colours.SIXTEEN, FOUR), (Colours.NONE, ONE)],
)
def test_what_the_person_chose_goes_before_all_that(colours: Colours, depth: Depth) -> None:
    for environment in ({}, {"NO_COLOR": "1"}, {"TERM": "dumb"}, {"COLORTERM": "truecolor"}):
        assert depth_of(colours, environment) is depth


COLOUR_SEQUENCE = re.compile(r"\x1b\[[\d;]*\b(3[0-8]|4[0-8]|9\d|10\d)[\d;]*m")


def application_of_card(settings: Callable[[], Settings], sent: io.StringIO) -> Application[None]:
    """The application that draws one black card for a terminal of the kind "xterm"."""
    terminal = Vt100_Output(sent, lambda: Size(1, 10), term="xterm")
    with create_app_session(input=DummyInput(), output=terminal):
        return make_application(
            lambda _columns, _lines: Screen((row(CARD),)), NoHands(), settings=settings, game_styles=lambda: styles
        )


def drawn(settings: Settings) -> str:
    """The output to a terminal of the kind "xterm" for one black card."""
    sent = io.StringIO()
    application = application_of_card(lambda: settings, sent)
    with set_app(application):
        application.renderer.render(application, application.layout)
    return sent.getvalue()


def test_with_no_color_no_colour_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert COLOUR_SEQUENCE.search(drawn(Settings()))
    assert not COLOUR_SEQUENCE.search(drawn(Settings(theme=Theme.MONOCHROME)))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not COLOUR_SEQUENCE.search(drawn(Settings()))
    assert COLOUR_SEQUENCE.search(drawn(Settings(colours=Colours.SIXTEEN)))


def test_a_change_of_the_theme_is_seen_in_the_next_drawing() -> None:
    sent = io.StringIO()
    chosen = [Settings(colours=Colours.TRUE)]
    application = application_of_card(lambda: chosen[0], sent)
    with set_app(application):
        application.renderer.render(application, application.layout)
        before = len(sent.getvalue())
        chosen[0] = Settings(colours=Colours.TRUE, theme=Theme.COLOUR_BLIND)
        application.renderer.render(application, application.layout)
    assert "48;2;249;154;82" in sent.getvalue()[:before]
    assert "48;2;255;175;95" in sent.getvalue()[before:]


def test_only_our_own_style_sheet_is_drawn_with() -> None:
    application = application_of_card(Settings, io.StringIO())
    attrs_of = application.renderer.style.get_attrs_for_style_str
    assert attrs_of("class:title") != attrs_of("")
    for widget in ("selected", "search", "dialog", "completion-menu", "scrollbar.background"):
        assert attrs_of(f"class:{widget}") == attrs_of(""), widget


# Which characters.


@pytest.mark.parametrize(
    ("encoding", "environment", "full"),
    [
        ("utf-8", {}, True),
        ("utf-8", {"LANG": "de_DE.UTF-8"}, True),
        ("utf-8", {"LANG": "de_DE.utf8@euro"}, True),
        ("utf-8", {"LANG": "de_DE"}, True),
        ("utf-8", {"LC_ALL": "C"}, False),
        ("utf-8", {"LANG": "POSIX"}, False),
        ("utf-8", {"LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"}, True),
        ("utf-8", {"LANG": "de_DE.ISO-8859-1"}, False),
        ("utf-8", {"LANG": "de_DE.no such encoding"}, False),
        ("latin-1", {"LANG": "de_DE.UTF-8"}, False),
        *((encoding, {}, False) for encoding in ("ascii", "cp437", "euc_jp", "no such encoding")),
        *((encoding, {}, True) for encoding in (None, "UTF-16")),
    ],
)
def test_symbols_are_drawn_where_encoding_and_locale_have_them(
    encoding: str | None, environment: dict[str, str], full: bool
) -> None:
    assert look_of(Settings(), encoding, environment) is (FULL_LOOK if full else ASCII_LOOK)
    assert look_of(Settings(only_ascii=True), encoding, environment) is ASCII_LOOK


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("colours", [colour for colour in Colours if colour is not Colours.AUTO])
def test_shades_say_something_only_where_they_are_ours(theme: Theme, colours: Colours) -> None:
    has_shades = theme is Theme.DEFAULT and colours in (Colours.TRUE, Colours.MANY)
    chosen = Settings(theme=theme, colours=colours)
    assert settle_look(chosen, DummyOutput()) is (SHADED_LOOK if has_shades else FULL_LOOK)
    assert settle_look(evolve(chosen, only_ascii=True), DummyOutput()) is ASCII_LOOK


def test_a_terminal_of_which_nothing_is_known_says_itself_how_many_colours_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("COLORTERM", "WT_SESSION", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "of nobody")
    terminal = DummyOutput()
    assert settle_look(Settings(), terminal) is FULL_LOOK
    monkeypatch.setattr(terminal, "get_default_color_depth", lambda: ColorDepth.DEPTH_24_BIT)
    assert settle_look(Settings(), terminal) is SHADED_LOOK


# How large.


def test_more_rows_than_lines_are_not_drawn_beyond_the_edge() -> None:
    emulated = painted(lambda _columns, _lines: Screen(tuple(row("x" * 50) for _ in range(50))), 10, 3)
    assert emulated.display == ["x" * 10] * 3
