"""Whom a guest reaches of all that is announced: the host whose key it knows, and no one unasked if it knows none."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.testing
from attrs import define, field

from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.play import joining
from mandala_client.play.frontend import GameT
from mandala_client.play.joining import Joining, reach_host
from mandala_client.text.sorry import Sorry
from mandala_net.discovery.browser import Browser, Favoured
from mandala_net.discovery.dns_sd import Reach
from mandala_net.discovery.listing import Announcement, Listing
from mandala_net.link.address import Address
from mandala_net.link.connect import ConnectError
from mandala_net.link.listener import listen
from mandala_net.link.race import call
from mandala_net.link.secure_link import SecureLink
from mandala_net.player.paths import Paths
from mandala_net.player.profile import Profile, open_home
from mandala_net.trust.identity import Identity, fingerprint
from tests.limits import SECONDS

ANNA, OTHER_ANNA, THIRD_ANNA = Identity.generate(), Identity.generate(), Identity.generate()


@pytest.fixture
def ben(tmp_path: Path) -> Iterator[Profile]:
    with open_home(Paths.under(tmp_path), "Ben") as profile:
        yield profile


@define
class Air:
    """All that is announced; it is put into each browser that is opened. ``browser``: the one that was opened last."""

    listings: list[Listing] = field(factory=list)
    browser: Browser = field(factory=Browser)

    @asynccontextmanager
    async def browse(self, _reach: Reach, favoured: Favoured) -> AsyncIterator[Browser]:
        browser = self.browser = Browser(favoured)
        for listing in self.listings:
            browser.put(listing, SECONDS)
        yield browser

    def announce(self, identity: Identity, port: int, name: str = "Anna", game: str = "mandala") -> Listing:
        announced = Announcement(name, game, fingerprint(identity.public), "box")
        self.listings.append(Listing(f"instance {len(self.listings)}", announced, port, ("127.0.0.1",)))
        return self.listings[-1]


@pytest.fixture
def air(monkeypatch: pytest.MonkeyPatch) -> Air:
    air = Air()
    monkeypatch.setattr(joining, "browse", air.browse)
    monkeypatch.setattr(joining, "SEARCH_SECONDS", 0.1)
    monkeypatch.setattr(joining, "OTHERS_SECONDS", 0.0)
    return air


@asynccontextmanager
async def hosting(*identities: Identity) -> AsyncIterator[list[int]]:
    """Someone waits for guests with each of these keys; the ports, and one where there is no one any more."""

    async def welcome(link: SecureLink) -> None:
        await link.receive()

    with trio.fail_after(SECONDS):
        async with await listen(0, "127.0.0.1") as gone:
            pass
        async with AsyncExitStack() as ports, trio.open_nursery() as nursery:
            listeners = [await ports.enter_async_context(await listen(0, "127.0.0.1")) for _ in identities]
            for identity, listener in zip(identities, listeners, strict=True):
                nursery.start_soon(listener.serve, identity, welcome)
            yield [*(listener.port for listener in listeners), gone.port]
            nursery.cancel_scope.cancel()


class NoGameTaken(TextFrontend):
    """A frontend in which no game is taken; ``offered`` are those among which one could have been."""

    def __init__(self) -> None:
        super().__init__(io.StringIO(), io.StringIO())
        self.offered: Sequence[object] = ()

    async def choose(self, games: Sequence[GameT], cautions: Sequence[str] = ()) -> GameT | None:
        self.offered = games
        return None


async def reached(ben: Profile, how: Joining, typed: str = "", out: io.StringIO | None = None) -> bytes:
    """The key of the host that Ben reaches; ``out`` gets what he reads."""
    there = await reach_host(TextFrontend(io.StringIO(typed), out or io.StringIO()), ben, how)
    await there.link.aclose()
    return there.link.peer


async def test_of_several_hosts_of_one_name_the_one_with_the_known_key_is_joined(ben: Profile, air: Air) -> None:
    ben.players.remember("Anna", ANNA.public)
    async with hosting(OTHER_ANNA, ANNA, THIRD_ANNA) as [first, second, third, _gone]:
        air.announce(OTHER_ANNA, first)
        air.announce(ANNA, second)
        air.announce(THIRD_ANNA, third)
        assert await reached(ben, Joining(player="Anna")) == ANNA.public


async def test_of_several_unknown_hosts_of_one_name_one_is_asked_for(ben: Profile, air: Air) -> None:
    async with hosting(OTHER_ANNA, THIRD_ANNA) as [first, second, _gone]:
        air.announce(OTHER_ANNA, first)
        air.announce(THIRD_ANNA, second)
        out = io.StringIO()
        assert await reached(ben, Joining(player="Anna"), "2\n", out) == THIRD_ANNA.public
        assert "There are several open games. Which one do you want to join?" in out.getvalue()
        with pytest.raises(Sorry, match="No game joined"):
            await reached(ben, Joining(player="Anna"), "0\n")


async def test_after_the_first_of_a_name_others_are_waited_for(
    ben: Profile, air: Air, monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    monkeypatch.setattr(joining, "OTHERS_SECONDS", 2.0)
    browse = air.browse

    @asynccontextmanager
    async def browse_on(reach: Reach, favoured: Favoured) -> AsyncIterator[Browser]:
        async with browse(reach, favoured) as browser, trio.open_nursery() as nursery:

            async def later() -> None:
                await trio.sleep(1)
                browser.put(air.announce(THIRD_ANNA, 2), SECONDS)

            nursery.start_soon(later)
            yield browser

    monkeypatch.setattr(joining, "browse", browse_on)
    air.announce(OTHER_ANNA, 1)
    frontend = NoGameTaken()
    with pytest.RaisesGroup(Sorry):
        await reach_host(frontend, ben, Joining(player="Anna"))
    assert len(frontend.offered) == 2


async def test_no_one_is_told_to_forget_a_key_before_hearing_of_the_other_way(ben: Profile, air: Air) -> None:
    ben.players.remember("Anna", ANNA.public)
    async with hosting(OTHER_ANNA) as [first, _gone]:
        air.announce(OTHER_ANNA, first)
        with pytest.raises(Sorry) as refused:
            await reached(ben, Joining(player="Anna"))
    text = refused.value.message
    assert "mandala-lan players rename Anna 'Anna 2'" in text
    assert text.index("players rename") < text.index("mandala-lan players forget Anna")


async def test_false_listings_with_a_known_name_and_key_do_not_keep_a_guest_from_the_host(
    ben: Profile, air: Air
) -> None:
    """Most lead to no one, some to someone else; nothing is asked, as there is one game of one key."""
    ben.players.remember("Anna", ANNA.public)
    async with hosting(ANNA, OTHER_ANNA) as [hers, others, gone]:
        for at in range(100):
            air.announce(ANNA, gone if at % 2 else others)
        air.announce(ANNA, hers)
        for how in (
            Joining(player="Anna"),
            Joining(),
            Joining(listing=air.listings[0]),
            Joining(listing=air.listings[1]),
        ):
            assert await reached(ben, how) == ANNA.public


async def test_a_listing_that_is_heard_while_the_false_ones_are_called_is_called_too(
    ben: Profile, air: Air, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "SEARCH_SECONDS", SECONDS)
    ben.players.remember("Anna", ANNA.public)
    async with hosting(ANNA) as [hers, gone], trio.open_nursery() as nursery:
        air.announce(ANNA, gone)
        browse, refused = air.browse, trio.Event()

        @asynccontextmanager
        async def browse_on(reach: Reach, favoured: Favoured) -> AsyncIterator[Browser]:
            async with browse(reach, favoured) as browser:

                async def later() -> None:
                    await refused.wait()
                    browser.put(air.announce(ANNA, hers), SECONDS)

                nursery.start_soon(later)
                yield browser

        async def call_and_tell(*arguments: object) -> object:
            try:
                return await call(*arguments)  # type: ignore[arg-type]
            except ConnectError:
                refused.set()
                raise

        monkeypatch.setattr(joining, "call", call_and_tell)
        monkeypatch.setattr(joining, "browse", browse_on)
        assert await reached(ben, Joining(player="Anna")) == ANNA.public


async def test_two_games_of_one_known_player_are_asked_about(ben: Profile, air: Air) -> None:
    ben.players.remember("Anna", ANNA.public)
    async with hosting(ANNA) as [hers, _gone]:
        air.announce(ANNA, hers)
        air.announce(ANNA, hers, game="patterns")
        air.announce(ANNA, hers, game="unheard-of")
        out = io.StringIO()
        assert await reached(ben, Joining(player="Anna"), "2\n", out) == ANNA.public
        assert "2: Anna on box plays Patterns" in out.getvalue()


async def test_of_two_names_of_one_key_the_chosen_one_is_called_first(ben: Profile, air: Air) -> None:
    async with hosting(ANNA, ANNA) as [hers, other_window, gone]:
        air.announce(ANNA, hers)
        air.announce(ANNA, other_window, "Annabel")
        for name, port in (("Anna", hers), ("Annabel", other_window)):
            there = await reach_host(TextFrontend(io.StringIO(), io.StringIO()), ben, Joining(player=name))
            await there.link.aclose()
            assert there.address == Address("127.0.0.1", port)
        air.listings[0] = air.announce(ANNA, gone)
        assert await reached(ben, Joining(listing=air.listings[0])) == ANNA.public


async def test_a_known_player_is_found_by_the_known_name_whatever_the_name_is_today(ben: Profile, air: Air) -> None:
    ben.players.remember("Anna", ANNA.public)
    async with hosting(OTHER_ANNA, ANNA) as [others, hers, _gone]:
        air.announce(OTHER_ANNA, others)
        air.announce(ANNA, hers, "Annabel")
        out = io.StringIO()
        assert await reached(ben, Joining(player="Anna"), out=out) == ANNA.public
        assert "Connecting to Annabel, whom you know as Anna …" in out.getvalue()


async def test_of_a_known_player_the_game_under_the_name_that_is_asked_for_is_joined(ben: Profile, air: Air) -> None:
    ben.players.remember("Anna", ANNA.public)
    async with hosting(ANNA, ANNA) as [other_window, hers, _gone]:
        air.announce(ANNA, other_window, "Annabel")
        air.announce(ANNA, hers)
        there = await reach_host(TextFrontend(io.StringIO(), io.StringIO()), ben, Joining(player="Anna"))
        await there.link.aclose()
        assert there.address == Address("127.0.0.1", hers)


class OpenedAtLast(TextFrontend):
    """A frontend that lets someone open a game when it is told that the search goes on. ``out``: what was told."""

    def __init__(self, air: Air, identity: Identity, port: int) -> None:
        self.out = io.StringIO()
        super().__init__(io.StringIO(), self.out)
        self._air, self._identity, self._port = air, identity, port

    def status(self, text: str) -> None:
        super().status(text)
        if text.startswith("The search goes on"):
            self._air.browser.put(self._air.announce(self._identity, self._port), SECONDS)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (None, "No open game was found. Has the other player"),
        ("Anna", "No open game of “Anna” was found."),
        ("Berta", "Connecting to Anna, whom you know as Berta …"),
    ],
)
async def test_who_waits_hears_that_there_is_no_game_yet_and_joins_the_next(
    name: str | None, told: str, ben: Profile, air: Air
) -> None:
    ben.players.remember("Berta", ANNA.public)
    async with hosting(ANNA) as [hers, _gone]:
        frontend = OpenedAtLast(air, ANNA, hers)
        there = await reach_host(frontend, ben, Joining(player=name, waits=True))
        await there.link.aclose()
    assert there.link.peer == ANNA.public
    assert told in frontend.out.getvalue()


async def test_whoever_asks_for_a_player_hears_who_has_a_game_instead(ben: Profile, air: Air) -> None:
    for at in range(7):
        air.announce(Identity.generate(), 1, f"Carla {at}")
    with pytest.raises(Sorry) as refused:
        await reached(ben, Joining(player="Anna"))
    text = refused.value.message
    assert "No open game of “Anna” was found, but these players have one: “Carla 0”, “Carla 1”," in text
    assert "“Carla 4”, … To choose" in text
    assert "firewall" not in text


async def test_a_firewall_is_named_only_where_nothing_is_heard(ben: Profile, air: Air) -> None:
    with pytest.raises(Sorry, match=r"Has this player typed .* If so, a firewall may block it"):
        await reached(ben, Joining(player="Anna"))
    with pytest.raises(Sorry, match=r"Has the other player typed .* If so, a firewall may block it"):
        await reached(ben, Joining())
    air.announce(OTHER_ANNA, 1)
    ben.players.block(fingerprint(OTHER_ANNA.public))
    with pytest.raises(Sorry, match=r"No open game was found\. Has the other player typed  mandala-lan host \?$"):
        await reached(ben, Joining())


async def test_it_is_said_if_more_games_are_announced_than_can_be_chosen_from(ben: Profile, air: Air) -> None:
    async with hosting() as [gone]:
        for at in range(100):
            air.announce(Identity.generate(), gone, f"Fake {at}")
        out = io.StringIO()
        with pytest.raises(Sorry, match="No game joined"):
            await reached(ben, Joining(), "0\n", out)
    assert "More games are announced on this network than are shown here." in out.getvalue()


async def test_if_no_listing_leads_to_the_host_the_first_failure_is_told(ben: Profile, air: Air) -> None:
    async with hosting() as [gone]:
        air.announce(ANNA, gone)
        with pytest.raises(ConnectError, match=r"^127\.0\.0\.1 answers, but no game"):
            await reached(ben, Joining(player="Anna"))
