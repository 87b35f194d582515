"""The browser: known players have places of their own, and goodbyes are doubted."""

from __future__ import annotations

import pytest
import trio
import trio.testing
from attrs import evolve

from mandala_net.discovery.browser import (
    DOUBT_SECONDS,
    MAX_LISTINGS,
    MAX_OF_KNOWN,
    MAX_SHOWN_OF_ONE,
    Browser,
    Favoured,
)
from mandala_net.discovery.listing import Announcement, Listing
from tests.limits import SECONDS

ANNA, BEN = "ANNA-AAAA-AAAA-AAAA", "BENB-BBBB-BBBB-BBBB"
FOR_LONG = 1000.0


def listing(instance: str, name: str = "Anna", key: str = ANNA, *, port: int = 28108) -> Listing:
    return Listing(instance, Announcement(name, "mandala", key, "box"), port, ("192.0.2.5", "fe80::1%2"))


def flood(browser: Browser, number: int, name: str = "", key: str = "") -> None:
    """Put this many listings into a browser, each with a name and a key of its own unless these are given."""
    for at in range(number):
        letters = "".join("ABCDEFGHIJ"[int(digit)] for digit in f"{at:08}")
        of_key = key or f"{letters[:4]}-{letters[4:]}-FAKE-FAKE"
        browser.put(listing(f"false {at}", name or f"Fake {at}", of_key, port=9), FOR_LONG)


async def test_the_hosts_are_sorted_and_a_reader_is_woken_by_each_that_comes_or_goes(
    autojump_clock: trio.testing.MockClock,
) -> None:
    browser = Browser()
    browser.put(listing("b", "Ben"), DOUBT_SECONDS)
    browser.put(listing("a", "Anna"), FOR_LONG)
    assert [one.instance for one in browser.listings] == ["a", "b"]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(browser.wait_changed)
        await trio.testing.wait_all_tasks_blocked()
        browser.put(listing("c", "Carla"), FOR_LONG)
    assert [one.instance for one in browser.listings] == ["a", "b", "c"]
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(browser.forget_silent)
            await browser.wait_changed()
            nursery.cancel_scope.cancel()
    assert [one.instance for one in browser.listings] == ["a", "c"]


async def test_a_reader_waits_while_nothing_changes(autojump_clock: trio.testing.MockClock) -> None:
    browser = Browser()
    browser.put(listing("a"), FOR_LONG)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(browser.forget_silent)
        with trio.move_on_after(5) as scope:
            async with trio.open_nursery() as reader:
                reader.start_soon(browser.wait_changed)
                await trio.testing.wait_all_tasks_blocked()
                browser.put(listing("a"), FOR_LONG)
                browser.doubt("unheard of")
        assert scope.cancelled_caught
        nursery.cancel_scope.cancel()


async def test_a_flood_of_strangers_is_cut_off_and_it_is_said(autojump_clock: trio.testing.MockClock) -> None:
    browser = Browser()
    flood(browser, MAX_LISTINGS)
    assert (len(browser.listings), browser.hides_some) == (MAX_LISTINGS, False)
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(browser.wait_changed)
            await trio.testing.wait_all_tasks_blocked()
            flood(browser, 10 * MAX_LISTINGS)
    assert (len(browser.listings), browser.hides_some) == (MAX_LISTINGS, True)
    browser.doubt("false 0")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(browser.forget_silent)
        await browser.wait_changed()
        nursery.cancel_scope.cancel()
    browser.put(listing("late"), FOR_LONG)
    assert listing("late") in browser.listings


async def test_no_flood_of_strangers_hides_a_known_player_or_the_name_that_is_asked_for() -> None:
    browser = Browser(Favoured(frozenset({ANNA}), "Ben"))
    flood(browser, 4000)
    browser.put(listing("her game"), FOR_LONG)
    browser.put(listing("his game", "Ben", BEN), FOR_LONG)
    assert browser.listings[:2] == (listing("her game"), listing("his game", "Ben", BEN))


async def test_those_who_only_bear_the_name_that_is_asked_for_do_not_hide_the_known_key() -> None:
    browser = Browser(Favoured(frozenset({ANNA}), "Anna"))
    flood(browser, 4000, name="Anna")
    browser.put(listing("her game"), FOR_LONG)
    assert listing("her game") in browser.listings
    assert browser.hides_some


async def test_many_that_bear_a_known_key_are_all_kept_to_be_tried_and_few_are_shown() -> None:
    browser = Browser(Favoured(frozenset({ANNA})))
    flood(browser, 400, key=ANNA)
    browser.put(listing("her game"), FOR_LONG)
    assert len(browser.listings) == MAX_SHOWN_OF_ONE
    assert browser.hides_some
    assert len(browser.of_key(ANNA)) == 401
    assert listing("her game") in browser.of_key(ANNA)


async def test_those_that_announce_the_very_same_are_shown_once_and_all_tried() -> None:
    browser = Browser(Favoured(frozenset({ANNA})))
    flood(browser, 400, name="Anna", key=ANNA)
    hers = Listing("her game", Announcement("Anna", "mandala", ANNA, "annas-box"), 28108, ("192.0.2.5",))
    browser.put(hers, FOR_LONG)
    assert [one.announcement.host_name for one in browser.listings] == ["box", "annas-box"]
    assert not browser.hides_some
    assert len(browser.of_key(ANNA)) == 401


async def test_false_listings_of_one_known_player_hide_no_other_one() -> None:
    browser = Browser(Favoured(frozenset({ANNA, BEN})))
    flood(browser, 2 * MAX_OF_KNOWN, name="Anna", key=ANNA)
    browser.put(listing("his game", "Ben", BEN), FOR_LONG)
    assert listing("his game", "Ben", BEN) in browser.listings
    assert len(browser.of_key(ANNA)) + len(browser.of_key(BEN)) == MAX_OF_KNOWN


@pytest.mark.parametrize("heard_again", [True, False])
async def test_after_a_goodbye_a_host_is_let_go_of_unless_it_is_heard_again(
    heard_again: bool, autojump_clock: trio.testing.MockClock
) -> None:
    browser = Browser()
    browser.put(listing("her game"), FOR_LONG)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(browser.forget_silent)
        for _ in range(5):  # the first goodbye counts: more of them neither hasten it nor put it off
            browser.doubt("her game")
            assert browser.listings
            await trio.sleep(DOUBT_SECONDS / 5)
        if heard_again:
            browser.put(listing("her game"), FOR_LONG)
        await trio.sleep(DOUBT_SECONDS)
        assert bool(browser.listings) is heard_again
        nursery.cancel_scope.cancel()


async def test_a_host_that_is_silent_for_too_long_is_let_go_of(autojump_clock: trio.testing.MockClock) -> None:
    browser = Browser()
    browser.put(listing("a"), 100)
    browser.put(listing("b", "Ben"), 100)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(browser.forget_silent)
        await trio.sleep(90)
        browser.put(listing("b", "Ben"), 100)
        await trio.sleep(20)
        assert browser.listings == (listing("b", "Ben"),)
        nursery.cancel_scope.cancel()


async def test_someone_who_speaks_in_the_name_of_an_instance_does_not_silence_it(
    autojump_clock: trio.testing.MockClock,
) -> None:
    browser = Browser()
    browser.put(listing("her game"), FOR_LONG)
    browser.put(listing("her game", port=9), FOR_LONG)
    assert set(browser.of_key(ANNA)) == {listing("her game"), listing("her game", port=9)}
    async with trio.open_nursery() as nursery:
        nursery.start_soon(browser.forget_silent)
        browser.put(listing("her game"), FOR_LONG)
        await trio.sleep(2 * DOUBT_SECONDS)
        assert listing("her game") in browser.of_key(ANNA)
        nursery.cancel_scope.cancel()


async def test_addresses_that_come_one_after_the_other_make_one_listing() -> None:
    browser = Browser()
    whole = listing("a")
    part = evolve(whole, addresses=whole.addresses[:1])
    browser.put(part, FOR_LONG)
    browser.put(whole, FOR_LONG)
    assert browser.listings == (whole,)
    browser.put(part, FOR_LONG)
    assert browser.listings == (whole,)
