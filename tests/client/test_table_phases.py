"""The phases of a game at the table: it is prepared, played and over, and each keeps only what is true in it."""

from __future__ import annotations

from mandala_client.table import edits, updates
from mandala_client.table.table_model import Ended, EndPage, Playing, Preparing, TableModel
from mandala_net.match.news import RematchWanted
from tests.client.at_table import Moments, as_ended, played, seen
from tests.client.end_scenes import finished, waiting_for_another
from tests.client.table_scenes import hosting, own_turn


def test_a_game_is_played_from_the_deal_until_it_is_over(moments: Moments) -> None:
    model = TableModel()
    phases = [type((model := updates.with_snapshot(model, moment)).phase) for moment in moments]
    deal = phases.index(Playing)
    assert deal > 0
    assert phases == [Preparing] * deal + [Playing] * (len(moments) - deal)
    assert type(updates.with_end(model, as_ended(finished(moments)).end).phase) is Ended


def test_what_is_told_after_the_end_does_not_begin_another_game_unless_one_is_awaited(moments: Moments) -> None:
    assert updates.with_snapshot(finished(moments), moments[-1]).phase == finished(moments).phase
    assert updates.with_snapshot(waiting_for_another(moments), moments[0]).phase == Preparing()


def test_what_only_the_preparing_shows_changes_nothing_later(moments: Moments) -> None:
    for model in (own_turn(moments), finished(moments)):
        assert updates.with_warning(model, "The port is taken.") == model
    assert updates.with_progress(own_turn(moments), "Measuring this machine", 3, 10) == own_turn(moments)


def test_what_only_a_game_being_played_shows_changes_nothing_before_and_after_it(moments: Moments) -> None:
    for model in (hosting(moments), finished(moments)):
        assert updates.with_thinking(model, 12) == model
        assert edits.with_log_open(model, is_open=True) == model


def test_there_is_no_page_of_the_end_while_a_game_is_played(moments: Moments) -> None:
    assert edits.at_end_page(own_turn(moments), EndPage.LOG) == own_turn(moments)


def test_the_wish_for_another_game_is_seen_although_it_comes_before_the_end(moments: Moments) -> None:
    early = updates.with_news(played(moments), RematchWanted())
    over = updates.with_end(early, as_ended(finished(moments)).end, rematch=True)
    assert "Ben wants to play again." in seen(over)
    alone = updates.with_end(early, as_ended(finished(moments)).end)
    assert "wants to play again" not in seen(alone)
