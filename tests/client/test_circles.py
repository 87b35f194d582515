"""The table with circles: where everything stands in 80 columns, with long names too, and what is chosen there."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from operator import sub

import pytest
from attrs import evolve

from mandala_client.games.colour_signs import sign_of
from mandala_client.games.game_table import TableForm, TableScene, Viewer
from mandala_client.games.mandala import players_and_piles as players
from mandala_client.games.mandala.board import Board
from mandala_client.games.mandala.chooser import THEIRS, CardClick, Target
from mandala_client.games.mandala.circles import HUGE_CIRCLES, LARGE_CIRCLES, SMALL_CIRCLES, CircleMeasures, Circles
from mandala_client.games.mandala.compact_board import compact_table
from mandala_client.games.mandala.events import END_TRIGGER
from mandala_client.screens.table.status import call_upon
from mandala_client.screens.table.table_pages import screen
from mandala_client.sentences.status_text import whose_turn
from mandala_client.table.table_model import TableModel
from mandala_client.text.language import Language, speak
from mandala_client.ui.clicks import Click
from mandala_client.ui.rows import Row, width_of
from mandala_client.ui.style import ASCII_LOOK, FULL_LOOK, SHADED_LOOK, Look
from mandala_client.ui.themes import STRIP
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.games.game import HAND, Counts, Shuffled
from mandala_protocol.games.mandala import Colour, MandalaMove
from mandala_protocol.games.mandala.colours import NO_CARDS
from mandala_protocol.games.mandala.state import EMPTY_MANDALA, Claiming, Mandala, MandalaState, PlayerArea, Turn
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import OfferKind
from tests.client import table_scenes
from tests.client.at_table import Moments, our_turn, press
from tests.client.laws import text_of
from tests.client.scenes import STANDARD, WIDE, Scene, each_language, each_look, each_scene
from tests.client.table_scenes import LONG_NAME, at_a_move, in_mid_game, is_triggered, with_a_task
from tests.positions import ANNA, BEN, mandala, pile, river

LEFT = 62
"""The columns beside the players."""

NAMES = ("Anna", "Ben")


def area(claimed: str = "", colours: str = "", hand: int = 5) -> PlayerArea:
    return PlayerArea(river(colours), pile(claimed), 2, hand)


def board(
    *mandalas: Mandala,
    anna: PlayerArea | None = None,
    ben: PlayerArea | None = None,
    names: tuple[str, str] = NAMES,
    hand: Counts = NO_CARDS,
    cup: Counts = NO_CARDS,
    you: Seat | None = ANNA,
    scored: bool = True,
    triggered: bool = False,
    discard: Counts = NO_CARDS,
    on_top: Counts = NO_CARDS,
    look: Look = SHADED_LOOK,
    viewer: Viewer = Viewer.PLAYER,
) -> Board:
    left, right, *_others = (*mandalas, EMPTY_MANDALA, EMPTY_MANDALA)
    state = MandalaState(ANNA, Turn(ANNA), (left, right), (anna or area(), ben or area()), 40, discard, triggered, 0)
    held = (None, None) if you is None else ({HAND: hand, "cup": cup}, None)
    viewer = Viewer.ONLOOKER if you is None else viewer
    below = tuple(map(sub, discard, on_top))
    steps = (Step(0, ANNA, Shuffled(), evolve(state, discard=below), state),)
    return Board(TableScene(state, ANNA, names, held, steps, scored=scored, viewer=viewer), look)


def played(of: Board) -> list[str]:
    rows = Circles(of, SMALL_CIRCLES).table()
    assert {width_of(row) for row in rows} == {80}
    return [text_of(row) for row in rows]


def beside(of: Board, height: int = 18) -> list[str]:
    """What is known of both players."""
    rows = players.both_players(of, height)
    assert len(rows) == height
    assert {width_of(row) for row in rows} == {players.WIDTH}
    return [text_of(row) for row in rows]


def in_large_circles(of: Board) -> list[str]:
    rows = Circles(of, LARGE_CIRCLES).table()
    assert {width_of(row) for row in rows} == {LARGE_CIRCLES.width}
    return [text_of(row) for row in rows]


def line(shown: list[str], word: str) -> str:
    (found,) = [one for one in shown if word in one.split()]
    return found


# Around the circles.


def test_above_a_circle_stands_what_it_needs_and_below_it_who_would_choose_first() -> None:
    shown = played(board(mandala("royg/p/-"), mandala("ry/gg/o")))
    assert shown[0][:LEFT].split() == ["Left", "needs", "k♠", "Right", "needs", "p♦", "k♠"]
    assert shown[14][:31].strip() == "you 1, Ben 0: you choose first"
    assert shown[14][31:LEFT].strip() == "you 2, Ben 1: you choose first"


def test_K2_at_a_tie_it_is_said_who_chooses_second_whoever_completes_it() -> None:
    of = board(mandala("ro/y/g"), mandala("y/-/-"))
    assert played(of)[14][:31].strip() == "tie: who completes chooses 2nd"
    assert played(of)[14][31:LEFT].strip() == "both fields empty"
    assert in_large_circles(of)[22][:42].strip() == "tie 1:1, who completes it chooses second"
    for columns, tie in ((40, "1:1, completer is second"), (60, "tie 1:1, who completes it chooses second")):
        first, second = (text_of(row).rstrip() for row in compact_table(of, columns) if "needs" in text_of(row))
        assert first.endswith(f"  {tie}")
        assert second.endswith("  both fields empty")


def test_both_fields_say_whose_they_are_and_how_many_cards_they_have() -> None:
    shown = played(board(mandala("ro/yy/g")))
    assert "Ben's field: 1" in shown[2][:31]
    assert "your field: 2" in shown[12][:31]
    assert shown[2][31:LEFT].split()[1:-1] == ["Ben's", "field"], "it is empty"


def test_what_lies_in_a_field_touches_the_mountain_so_that_no_card_covers_a_circle() -> None:
    def dots_of(of: Mandala) -> list[int]:
        below = slice(1 + SMALL_CIRCLES.near_top, 1 + SMALL_CIRCLES.near_top + SMALL_CIRCLES.near)
        return [sum("⠀" < sign <= "⣿" for sign in one[:31]) for one in played(board(of))[below]]

    lying = mandala("oy/rk/gp")
    first = played(board(lying))[1 + SMALL_CIRCLES.near_top][:31]
    assert first.split()[1:-1] == ["r♥", "k♠"], "between both sides of the circle"
    assert dots_of(lying) == dots_of(mandala("rkoygp/-/-"))


@pytest.mark.parametrize("measures", [SMALL_CIRCLES, LARGE_CIRCLES, HUGE_CIRCLES])
def test_the_strip_of_a_mountain_ends_where_its_circle_does(measures: CircleMeasures) -> None:
    rows = Circles(board(mandala("yp/g/rk")), measures).table()
    strips = rows[1 + measures.mountain_top : 1 + measures.near_top]
    for strip in strips:
        cells = [(sign, part.style.split(",")) for part in strip for sign in part.text][1 : 1 + measures.wide]
        first = next(number for number, (sign, _styles) in enumerate(cells) if sign != " ")
        assert [STRIP in styles for _sign, styles in cells[: first + 1]] == [False] * first + [True]
        last = next(number for number, (sign, _styles) in enumerate(reversed(cells)) if sign != " ")
        assert last == first


def test_the_label_of_a_high_field_gives_way_to_its_cards() -> None:
    shown = played(board(mandala("ro/-/gggggg")))
    assert "Ben" in shown[2][:31]
    assert "▄▄▄▄" in shown[2][:31]


@pytest.mark.parametrize("name", [LONG_NAME, "曼荼羅の遊び手である山田太郎左衛門尉信長"])
def test_long_names_are_shortened_and_stay_in_their_places(name: str) -> None:
    shown = played(board(mandala("ro/y/g"), names=(name, name)))
    assert len(shown) == 18
    assert "…" in shown[2][:31]
    assert any("…" in one[LEFT:] for one in shown[:2]), "in the row of names"


def test_the_warning_of_the_end_takes_a_row_of_its_own(moments: Moments) -> None:
    model = at_a_move(moments, is_triggered)
    shown = [text_of(row) for row in screen(model, SHADED_LOOK, 80, 24).rows]
    assert shown[1].strip() == END_TRIGGER
    assert "needs" in shown[2]


@pytest.mark.parametrize("look", [SHADED_LOOK, FULL_LOOK])
@pytest.mark.parametrize("lines", [24, 25, 33, 34, 45])
def test_what_is_to_be_done_is_at_the_lower_edge_and_the_log_above_it(moments: Moments, look: Look, lines: int) -> None:
    model = at_a_move(moments, in_mid_game)
    shown = screen(model, look, 80, lines)
    rows = [text_of(row).strip() for row in shown.rows]
    assert len(rows) == lines
    turn = next(number for number, one in enumerate(rows) if "Your turn" in one)
    assert shown.cursor is not None
    assert turn < shown.cursor[1]
    assert rows[shown.cursor[1]].lstrip("▌│ ").startswith(">")
    assert rows[shown.cursor[1] + 1 :] in ([], ["▀" * 80], [f"╰{'─' * 78}╯"]), "a box has a lower edge"
    assert any(rows[19:turn]), "the log"


def test_air_is_between_the_table_and_the_log(moments: Moments) -> None:
    rows = [text_of(row).strip() for row in screen(at_a_move(moments, in_mid_game), SHADED_LOOK, 80, 24).rows]
    assert not rows[19]
    assert "• Ben" in rows[20]
    assert "Your turn" in rows[21]


def test_the_log_gives_its_air_to_a_longer_sentence_and_stays(moments: Moments) -> None:
    sharing = at_a_move(moments, lambda moment: isinstance(moment.view and moment.view.state.phase, Claiming))
    chosen, _act = press(sharing, "right")
    rows = [text_of(row).strip() for row in screen(chosen, SHADED_LOOK, 80, 24).rows]
    asked = next(number for number, one in enumerate(rows) if "You choose" in one)
    assert asked == 20
    assert rows[19], "the last line of the log"


@pytest.mark.parametrize("look", [SHADED_LOOK, FULL_LOOK])
@pytest.mark.parametrize("lines", [24, 25, 26])
def test_the_input_line_is_in_sight_below_the_longest_answer(moments: Moments, look: Look, lines: int) -> None:
    model = evolve(at_a_move(moments, in_mid_game), message="This is said at length. " * 20)
    shown = screen(model, look, 80, lines)
    assert shown.cursor is not None
    assert text_of(shown.rows[shown.cursor[1]]).removeprefix("▌").lstrip().startswith(">")


def test_what_calls_upon_the_player_is_in_the_accent_where_shades_show_it(moments: Moments) -> None:
    def called(look: Look) -> list[str]:
        shown = screen(at_a_move(moments, in_mid_game), look, 80, 24)
        return [part.text for row in shown.rows[19:] for part in row if "turn" in part.style.split(",")]

    assert called(SHADED_LOOK) == ["Your turn:"]
    assert called(FULL_LOOK) == []


def test_the_task_of_a_lesson_is_not_in_the_accent(moments: Moments) -> None:
    model = with_a_task(moments)
    assert model.task is not None
    assert ":" in model.task
    rows = screen(model, SHADED_LOOK, 80, 24).rows[19:]
    assert any(model.task[:20] in text_of(row) for row in rows)
    assert not any("turn" in part.style.split(",") for row in rows for part in row)


def test_a_name_with_a_colon_in_an_offer_is_not_in_the_accent(moments: Moments) -> None:
    snapshot = at_a_move(moments, in_mid_game).snapshot
    assert snapshot is not None
    assert call_upon(snapshot) == "Your turn:"
    offered = evolve(snapshot, names=("Anna", "Ben: me"), their_offer=StandingOffer(OfferKind.END))
    assert "Ben: me" in whose_turn(offered)
    assert call_upon(offered) == ""


def test_whoever_looks_on_sees_one_row_of_piles_and_below_the_circles_the_hands_that_are_open() -> None:
    rows = [text_of(row) for row in Circles(board(you=None), SMALL_CIRCLES).table()]
    assert len(rows) == 16
    assert rows[-1][:LEFT].split() == ["draw", "40,", "discard", "0"]
    over = board(hand=pile("rro"), viewer=Viewer.FORMER_PLAYER)
    with_hands = [text_of(row) for row in Circles(over, SMALL_CIRCLES).table()]
    assert len(with_hands) == 17
    assert with_hands[-2][:LEFT].split() == ["you", "r♥2", "o▲1"]


# Large circles.


def test_large_circles_have_playing_cards_and_the_players_in_a_panel_of_their_own() -> None:
    shown = in_large_circles(board(mandala("ro/yy/g"), hand=pile("kkr")))
    assert len(shown) == 29
    assert shown[0].split() == ["Left", "needs", "p♦", "k♠", "Right", "needs", "r♥", "o▲", "y☼", "g♣", "p♦", "k♠"]
    assert "Ben's field: 1 card" in shown[3]
    assert "your field: 2 cards" in shown[19]
    assert "mountain" in shown[9]
    assert [word for word in shown[26].split() if word in "rk"] == ["r", "k"], "the letters of the hand"
    assert not any("value × cards" in one for one in shown)


def test_beside_large_circles_slots_have_more_room() -> None:
    of = board(anna=area("kkkkk", "kyg"), ben=area("rg", "rgp"), cup=pile("yg"))
    rows = [text_of(player) for player in players.both_players(of, 17, 28)]
    assert {len(row) for row in rows} == {28}
    assert rows[-1].split() == ["r♥×1", "1", "k♠×5"]
    assert rows[-1].index("r♥") > beside(of)[-1].index("r♥")


@each_look
def test_the_panel_beside_a_large_table_tells_points_once(look: Look, moments: Moments) -> None:
    shown = "\n".join(text_of(row) for row in screen(our_turn(moments), look, 120, 40).rows)
    assert shown.count("each card scores") == 1


# The players.


def test_the_other_player_is_at_the_left_and_each_number_on_its_side() -> None:
    shown = beside(board(anna=area(hand=7), ben=area("gg", "g", hand=8)))
    assert line(shown, "you").split() == ["Ben", "you"]
    assert line(shown, "hand").split() == ["8", "hand", "7"]
    assert line(shown, "cup").split() == ["4", "cup", "2"]


def test_below_the_points_stand_those_of_the_open_cards_and_the_hidden_cards() -> None:
    of = board(anna=area("kkkkk", "kyg"), ben=area("rg", "rgp"), cup=pile("yg"))
    shown = beside(of)
    above = shown.index(line(shown, "open"))
    assert shown[above].split() == ["3", "open", "5", "open"]
    assert shown[above + 1].split() == ["+", "?", "?", "+", "y☼", "g♣"]
    assert (of.points(BEN), of.points(ANNA)) == (3, 5 + 2 + 3)


@each_language
@pytest.mark.parametrize(("claimed", "points"), [("kkkpr", "24"), ("k" * 17 + "r", "103")])
def test_large_points_of_open_cards_are_whole_words_apart(claimed: str, points: str, language: Language) -> None:
    speak(language)
    word = "offen" if language is Language.GERMAN else "open"
    shown = line(beside(board(anna=area(claimed, "roygpk"), ben=area("ppppk", "roykp"), cup=pile("yg"))), word).split()
    assert [one for one in shown if one != word] == ["24", points]


def test_hidden_cards_of_one_colour_are_shown_one_by_one() -> None:
    assert line(beside(board(cup=pile("yy"))), "y☼").split() == ["+", "?", "?", "+", "y☼", "y☼"]


def test_without_points_the_hidden_cards_are_called_so() -> None:
    assert line(beside(board(cup=pile("yk"), scored=False)), "hidden").split() == ["?", "?", "hidden", "y☼", "k♠"]


def test_whoever_looks_on_sees_that_both_have_hidden_cards() -> None:
    assert [one.split() for one in beside(board(you=None)) if "?" in one] == [["+", "?", "?", "+", "?", "?"]]


@pytest.mark.parametrize("scored", [True, False])
def test_hidden_cards_of_both_that_are_known_are_at_their_sides(scored: bool) -> None:
    known = {"cup": pile("yk")}, {"cup": pile("rg")}
    of = Board(TableScene(board().state, ANNA, NAMES, known, (), scored=scored), SHADED_LOOK)
    plus = ["+"] if scored else []
    sentences = beside(of)
    assert line(sentences, "y☼").split() == [*plus, "r♥", "g♣", *plus, "y☼", "k♠"]
    assert line(sentences, "open" if scored else "hidden")


def test_a_river_grows_up_and_says_what_it_is_worth() -> None:
    shown = beside(board(anna=area("kkkkk", "kyg"), ben=area("rg", "rgp"), cup=pile("yg")))
    assert [one.split() for one in shown[-3:]] == [
        ["p♦", "3", "g♣×1"],
        ["g♣×1", "2", "y☼×1"],
        ["r♥×1", "1", "k♠×5"],
    ]
    assert [one.split() for one in shown[-6:-3]] == [["6"], ["5"], ["4"]]


def test_a_colour_that_is_worth_nothing_yet_is_quiet() -> None:
    rows = players.both_players(board(ben=area("r", "rg")), 18)
    (worthless,) = [part.style for part in rows[-2] if "g♣" in part.text]
    (worth,) = [part.style for part in rows[-1] if "r♥" in part.text]
    assert "free.green" in worthless.split(",")
    assert "card.red" in worth.split(",")


def test_many_cards_of_a_colour_keep_their_number() -> None:
    shown = beside(board(anna=area("r" * 12, "r"), ben=area("k" * 13, "k")))
    assert shown[-1].split() == ["k♠×13", "1", "r♥×12"]


def test_without_points_the_rest_has_their_room() -> None:
    shown = beside(board(scored=False), 16)
    assert not set("".join(shown)) & set("█▀▄")
    assert line(shown, "hand")


# What is chosen.


def clicks(rows: tuple[Row, ...], wanted: Callable[[object], bool]) -> set[int]:
    return {number for number, one in enumerate(rows) for part in one if wanted(part.click)}


def test_every_row_of_an_area_is_its_place(moments: Moments) -> None:
    rows = screen(our_turn(moments), SHADED_LOOK, 80, 24).rows
    assert clicks(rows, lambda on: on == Target(THEIRS, 0)) == set(range(3, 7))
    assert clicks(rows, lambda on: on == Target("A", 0)) == {7, 8, 9}
    assert clicks(rows, lambda on: on == Target("B", 0)) == {10, 11, 12, 13}
    assert clicks(rows, lambda on: isinstance(on, CardClick)) >= {17, 18}


def test_a_chosen_card_completes_the_circle_before_it_is_played(moments: Moments) -> None:
    model = our_turn(moments)
    chosen, _act = press(model, "right")
    move = chosen.chosen
    assert move is not None
    before, after = (
        {part.style for row in screen(shown, SHADED_LOOK, 80, 24).rows for part in row} for shown in (model, chosen)
    )
    arc = f"arc.{Colour(move.colour).word}"
    assert not {arc} & before
    assert {arc} <= {style.split(",")[-1] for style in after}


def test_the_points_of_each_colour_are_below_the_mountain_that_is_shared_out(moments: Moments) -> None:
    model = at_a_move(moments, lambda moment: isinstance(moment.view and moment.view.state.phase, Claiming))
    shown = [text_of(row) for row in screen(model, SHADED_LOOK, 80, 24).rows]
    assert "points" in " ".join(shown[13:14])
    assert "+" in shown[10]


def test_without_a_table_of_ours_nothing_can_be_clicked() -> None:
    rows = Circles(board(you=None), SMALL_CIRCLES).table()
    assert not [part for row in rows for part in row if part.click is not None]


def test_names_of_both_are_shown_to_whoever_looks_on() -> None:
    assert line(beside(board(you=None), 16), "Ben").split() == ["Ben", "Anna"]


# Without shades.

BOXED = (80, 40)
"""A size in which what is to be done has a box below the table."""

FORMS = (TableForm.STANDARD, TableForm.LARGE, TableForm.HUGE)


def laid(model: TableModel, look: Look, form: TableForm) -> list[Row]:
    """The table of a model as its player sees it."""
    table = model.game.table
    return table.board(model.scene, look, form, table.width(form, look))


def clicks_in_cells(rows: list[Row]) -> list[list[Click | None]]:
    return [[part.click for part in one for _column in range(width_of(part.text))] for one in rows]


def words_in_cells(rows: list[Row]) -> list[str]:
    """All letters and numbers, in their places."""
    return ["".join(sign if sign.isalnum() else " " for sign in text_of(one)) for one in rows]


@each_scene(scene for scene in table_scenes.SCENES if scene.like is None)
def test_all_that_is_said_and_clicked_is_in_the_same_cells_with_and_without_shades(
    scene: Scene, moments: Moments
) -> None:
    model = scene.model(moments)
    for form in FORMS if model.laid else ():
        full, plain = (laid(model, look, form) for look in (FULL_LOOK, ASCII_LOOK))
        assert clicks_in_cells(full) == clicks_in_cells(plain), form
    for size in (STANDARD, BOXED, WIDE):
        shaded, full = (list(screen(model, look, *size).rows) for look in (SHADED_LOOK, FULL_LOOK))
        assert words_in_cells(shaded) == words_in_cells(full), size
        assert clicks_in_cells(shaded) == clicks_in_cells(full), size


@pytest.mark.parametrize(("look", "edge"), [(FULL_LOOK, "─"), (ASCII_LOOK, "-"), (SHADED_LOOK, "")])
@pytest.mark.parametrize("measures", [SMALL_CIRCLES, LARGE_CIRCLES, HUGE_CIRCLES])
def test_where_no_shade_shows_the_strip_of_a_mountain_lines_are_its_edges(
    measures: CircleMeasures, look: Look, edge: str
) -> None:
    rows = Circles(board(mandala("yp/g/rk"), look=look), measures).table()
    drawn = [{sign for part in one if "rule" in part.style.split(",") for sign in part.text} for one in rows]
    first, last = 1 + measures.mountain_top, measures.near_top
    lines = {first: {edge}, last: {edge}} if edge else {}
    assert {number: signs for number, signs in enumerate(drawn) if signs} == lines


@pytest.mark.parametrize(("look", "free"), [(FULL_LOOK, "·"), (ASCII_LOOK, "."), (SHADED_LOOK, "")])
def test_a_free_slot_of_a_river_has_a_dot_where_no_shade_shows_it(look: Look, free: str) -> None:
    shown = [text_of(one).split() for one in players.both_players(board(ben=area("r", "r"), look=look), 18)]
    dots = [free] if free else []
    assert shown[-2] == [*dots, "2", *dots]
    assert shown[-1][1:] == ["1", *dots]


@pytest.mark.parametrize(("look", "mark"), [(FULL_LOOK, "▸"), (ASCII_LOOK, ">"), (SHADED_LOOK, "")])
def test_a_mark_says_whose_turn_it_is_where_no_shade_does(look: Look, mark: str) -> None:
    assert line(beside(board(look=look)), f"{mark}you").split() == ["Ben", f"{mark}you"]


@pytest.mark.parametrize(("look", "mark"), [(FULL_LOOK, "▸"), (ASCII_LOOK, ">"), (SHADED_LOOK, "")])
def test_a_mark_is_in_the_place_where_the_arrow_keys_begin_where_no_shade_says_so(
    look: Look, mark: str, moments: Moments
) -> None:
    rows = laid(at_a_move(moments, in_mid_game), look, TableForm.STANDARD)
    lit = [part.text for one in rows[7:10] for part in one if {"lit", "target"} & set(part.style.split(","))]
    assert bool(lit)
    assert [text.strip() for text in lit if text.strip() in ("▸", ">")] == ([mark] if mark else [])


@each_look
@pytest.mark.parametrize("measures", [SMALL_CIRCLES, LARGE_CIRCLES, HUGE_CIRCLES])
def test_whoever_looks_on_sees_the_discarded_cards_and_which_came_last(measures: CircleMeasures, look: Look) -> None:
    def laid_with(*, triggered: bool) -> list[str]:
        of = board(you=None, look=look, triggered=triggered, discard=pile("rrk"), on_top=pile("k"))
        return [text_of(one) for one in Circles(of, measures).table()]

    before, at_the_end = laid_with(triggered=False), laid_with(triggered=True)
    newest = ["draw", "40,", "discard", "3,", "newest", sign_of(look, 5), "r2", "k1"]
    assert before[-1][: measures.width].split() == newest
    assert at_the_end[-1][: measures.width].split() == ["draw", "40,", "discard", "3,", "LAST", "mandala!", "r2", "k1"]
    assert len(before) == len(at_the_end)


def test_what_an_onlooker_sees_stands_in_the_same_cells_with_and_without_shades() -> None:
    known = ({HAND: pile("rro")}, {HAND: pile("kkg")})
    for triggered, measures in product((False, True), (SMALL_CIRCLES, LARGE_CIRCLES, HUGE_CIRCLES)):
        state = board(mandala("ro/y/gg"), triggered=triggered, discard=pile("rrk"), on_top=pile("k")).state
        scene: TableScene[MandalaMove] = TableScene(state, ANNA, NAMES, known, (), viewer=Viewer.ONLOOKER)
        shaded, full = (Circles(Board(scene, look), measures).table() for look in (SHADED_LOOK, FULL_LOOK))
        assert words_in_cells(shaded) == words_in_cells(full), (measures, triggered)
