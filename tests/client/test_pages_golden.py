"""The pages around the table as a terminal shows them, in each size, compared with files that can be read.

After a change that is meant, write them anew and read what changed:
``MANDALA_WRITE_GOLDEN=1 .venv/bin/pytest tests/client/test_pages_golden.py``
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyte
import pytest
from attrs import evolve
from prompt_toolkit.output import ColorDepth

from mandala_client.evening import Evening
from mandala_client.table import model as updates
from mandala_client.table.model import Admitting, Book, Choosing, EndPage, Helping, Model, Reading
from mandala_net.acquaintance import Visitor
from mandala_net.listing import Announcement, Listing
from mandala_net.news import Chatted, Ended, Finished, LineLost
from mandala_protocol.order import Occasion
from mandala_protocol.snapshot import Snapshot
from tests.client.at_table import Moments

Compare = Callable[[str, pyte.Screen], None]
Paint = Callable[..., pyte.Screen]
Check = Callable[[str, Model], None]

KEY = "ABCD-EFGH-IJKL-MNOP"
RECORD = Path("/home/anna/.local/share/mandala-lan/records/Anna-Ben-1f2e3d4c.mandala")


@pytest.fixture(params=[(40, 20), (80, 24), (120, 40)], ids=["compact", "standard", "wide"])
def check(request: pytest.FixtureRequest, paint: Paint, matches_golden: Compare) -> Check:
    """Compares a model, painted in one of the sizes, with the file of this name and size."""
    columns, lines = request.param

    def compare(name: str, model: Model) -> None:
        matches_golden(f"page-{name}-{columns}x{lines}", paint(model, columns, lines))

    return compare


def hosting() -> Model:
    """The sentences of somebody who has opened a game."""
    model = updates.with_status(Model(), "You are Anna. Your game is open on port 28109.")
    model = updates.with_status(model, "The other player types: mandala-lan join")
    addresses = "mandala-lan join 192.168.178.23:28109 or mandala-lan join 10.0.0.2:28109"
    return updates.with_status(model, f"If that finds nothing: {addresses}")


def shuffling(moments: Moments) -> Snapshot:
    return next(moment for moment in moments if moment.due is not None and moment.due.occasion is Occasion.SHUFFLE)


def played(moments: Moments) -> Model:
    model = Model()
    for moment in moments:
        model = updates.with_snapshot(model, moment)
    return model


def ended(moments: Moments, *, rematch: bool = True) -> Model:
    """The game of the tests, the fourth of an evening."""
    result = moments[-1].result
    assert result is not None
    evening = Evening((2, 1), 1, (145, 120))
    return updates.with_end(played(moments), Ended(Finished(result), RECORD), evening, rematch=rematch)


def test_the_host_sees_the_commands_for_the_other_side(check: Check) -> None:
    check("host", updates.with_progress(hosting(), "Measuring this machine", 3, 10))


def test_the_guest_sees_whom_it_found(check: Check) -> None:
    model = updates.with_status(Model(), "Looking for games on the local network …")
    model = updates.with_status(model, "Connecting to Ben …")
    check("guest", updates.with_status(model, f"Found Ben (key {KEY}). Waiting to be let in …"))


def test_the_shuffle_shows_how_far_it_is_and_the_words(check: Check, moments: Moments) -> None:
    check("shuffle", updates.with_snapshot(hosting(), evolve(shuffling(moments), live_score=True)))


def test_somebody_is_at_the_door(check: Check) -> None:
    check("door", updates.overlaid(hosting(), Admitting(Visitor("Ben", KEY, None))))


def test_several_games_are_open(check: Check) -> None:
    listings = tuple(
        Listing(name, Announcement(name, "mandala", KEY, f"{name.lower()}-laptop"), 28108, ("10.0.0.2",))
        for name in ("Ben", "Carla", "Maximiliane-Charlotte von Hohenf")
    )
    model = updates.with_status(Model(), "Looking for games on the local network …")
    check("choose", updates.overlaid(model, Choosing(listings, 1)))


def test_the_help_has_the_keys_by_what_one_wants_to_do(check: Check, moments: Moments) -> None:
    check("help", updates.overlaid(played(moments[:40]), Helping()))


def test_the_help_can_be_scrolled(paint: Paint, matches_golden: Compare, moments: Moments) -> None:
    model = updates.overlaid(played(moments[:40]), Helping(scrolled=100))
    matches_golden("page-help-scrolled-40x20", paint(model, 40, 20))


def test_the_end_shows_the_sums_and_what_can_be_done(check: Check, moments: Moments) -> None:
    check("end", updates.with_news(ended(moments), Chatted("good game!")))


def test_the_end_in_ascii_without_colours(paint: Paint, matches_golden: Compare, moments: Moments) -> None:
    emulated = paint(ended(moments), 80, 24, only_ascii=True, depth=ColorDepth.DEPTH_1_BIT)
    assert all(line.isascii() for line in emulated.display)
    matches_golden("page-end-ascii-80x24", emulated)


def test_the_end_of_a_small_window_can_be_scrolled(paint: Paint, matches_golden: Compare, moments: Moments) -> None:
    model = updates.scrolled_by(ended(moments), 100)
    matches_golden("page-end-scrolled-40x20", paint(model, 40, 20))


def test_an_end_without_a_result(check: Check, moments: Moments) -> None:
    lost = Ended(LineLost("Nothing was heard of the other side for 15 seconds."), RECORD)
    check("end-lost", updates.with_end(played(moments[:40]), lost))


def test_the_statistics_of_the_game(check: Check, moments: Moments) -> None:
    check("statistics", updates.at_end_page(ended(moments), EndPage.STATISTICS))


def test_the_log_of_the_game(check: Check, moments: Moments) -> None:
    check("log", updates.at_end_page(ended(moments), EndPage.LOG))


def test_the_last_table_with_all_cards_open(check: Check, moments: Moments) -> None:
    check("last-table", updates.at_end_page(ended(moments), EndPage.TABLE))


@pytest.mark.parametrize("book", list(Book), ids=["rules", "aid"])
def test_the_books_can_be_read_before_and_during_a_game(book: Book, paint: Paint, moments: Moments) -> None:
    pages = [
        paint(updates.overlaid(model, Reading(book)), 80, 24).display for model in (hosting(), played(moments[:40]))
    ]
    assert pages[0] == pages[1]
    assert any(line.strip() for line in pages[0][1:])
