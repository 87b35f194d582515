"""The host's command for the other player: it leads to this computer from elsewhere."""

from __future__ import annotations

import io
import shlex
from functools import partial
from pathlib import Path
from typing import NoReturn

import pytest

from mandala_client.games.catalogue import ui_of
from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.play import flows
from mandala_client.play.invitation import about_firewall, how_to_join, invitation, joining_by_address, other_port
from mandala_client.screens.table.table_pages import screen
from mandala_client.settings.settings import Settings
from mandala_client.table import updates
from mandala_client.table.table_model import TableModel
from mandala_client.ui.style import FULL_LOOK
from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import DEFAULT_PORT, Address, parse_address
from mandala_net.match.reconnect import Places
from mandala_net.match.setup import MatchSetup
from mandala_net.player.paths import Paths
from mandala_net.player.profile import open_home
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.seats import First


@pytest.mark.parametrize("port", [DEFAULT_PORT, 4000])
@pytest.mark.parametrize("host", ["192.0.2.7", "2001:db8::7", "fd00::2"])
def test_what_is_told_is_understood_by_join_whatever_the_address(host: str, port: int) -> None:
    (command,) = joining_by_address(port, [host])
    assert how_to_join([command], here=False, listed=True)[-1].endswith(command)
    program, verb, address = shlex.split(command)
    assert (program, verb, parse_address(address)) == ("mandala-lan", "join", Address(host, port))


def test_nobody_has_to_type_a_long_address_where_there_is_a_short_one() -> None:
    assert joining_by_address(DEFAULT_PORT, ["fd00::2", "192.0.2.7"]) == ["mandala-lan join 192.0.2.7"]


def test_a_link_local_address_is_told_only_where_there_is_no_other_one_and_with_what_to_add() -> None:
    assert joining_by_address(DEFAULT_PORT, ["fe80::1", "fd00::2"]) == ["mandala-lan join fd00::2"]
    (command,) = joining_by_address(4000, ["fe80::1"])
    sentences = how_to_join([command], here=False, listed=True)
    assert sentences[1].endswith('mandala-lan join "[fe80::1%INTERFACE]:4000"')
    assert sentences[2].startswith("Instead of INTERFACE, type the name of the other computer's own network interface")
    address = shlex.split(command)[-1].replace("INTERFACE", "eth0")
    assert parse_address(address) == Address("fe80::1%eth0", 4000)


def test_where_there_is_no_address_at_all_that_is_told() -> None:
    assert how_to_join([], here=False, listed=True) == [
        "The other player types: mandala-lan join",
        "This computer has no address that can be typed instead.",
    ]


NO_NETWORK = "This computer is not in a network, so no other computer can find the game yet."


@pytest.mark.parametrize("listed", [True, False])
def test_without_a_network_no_one_is_invited_to_an_address_that_leads_to_their_own_computer(listed: bool) -> None:
    assert invitation(DEFAULT_PORT, ["127.0.0.1", "::1"], here=False, listed=listed)[0] == NO_NETWORK
    (here,) = invitation(4000, ["127.0.0.1"], here=True, listed=False)
    assert here.endswith("join 127.0.0.1:4000")


def test_an_invitation_that_changes_takes_the_place_of_the_one_before() -> None:
    model = updates.with_status(TableModel(), "Your game is open.")
    model = updates.with_invitation(model, [NO_NETWORK, "How to join is shown here."])
    model = updates.with_status(model, "Someone tried to join.")
    model = updates.with_invitation(model, ["The other player types: mandala-lan join 192.0.2.7"])
    assert model.statuses == (
        "Your game is open.",
        "Someone tried to join.",
        "The other player types: mandala-lan join 192.0.2.7",
    )


def test_in_sentences_an_invitation_is_said_again_with_the_reason() -> None:
    out = io.StringIO()
    frontend = TextFrontend(io.StringIO(), out)
    frontend.invite([NO_NETWORK], again=False)
    frontend.invite(["The other player types: mandala-lan join"], again=True)
    assert out.getvalue().splitlines() == [
        NO_NETWORK,
        "The network of this computer has changed.",
        "The other player types: mandala-lan join",
    ]


def test_another_port_than_the_usual_one_is_told_with_what_to_do() -> None:
    text = other_port(40_123, local=False)
    assert text == (
        "The usual port 28108 is in use, perhaps by another game of yours. This one is on port "
        "40123. Allow TCP port 40123 in your firewall. Or close the program that uses port 28108 and start "
        "again; to choose a port, use --port."
    )
    assert "firewall" not in other_port(40_123, local=True)


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 40)])
def test_the_waiting_page_shows_it_loud_and_says_what_to_do_meanwhile(size: tuple[int, int]) -> None:
    waiting = updates.with_status(TableModel(), "You are Anna. Your game of Mandala is open on port 40123.")
    shown = screen(updates.with_warning(waiting, other_port(40_123, local=False)), FULL_LOOK, *size)
    loud = " ".join("".join(part.text for part in row if part.style == "loud") for row in shown.rows)
    assert other_port(40_123, local=False) in " ".join(loud.split())
    rows = ["".join(part.text for part in row).strip() for row in screen(waiting, FULL_LOOK, *size).rows]
    assert "While you wait: F2 shows the rules" in " ".join(rows)
    fits = size[0] > 40
    assert ("mandala-lan play --practice --game mandala" in rows) is fits
    assert "mandala-lan learn --game mandala" in rows


@pytest.mark.parametrize("game", ["mandala", "patterns"])
@pytest.mark.parametrize("usual", ["mandala", "patterns"])
def test_the_waiting_page_names_the_game_that_is_open_and_offers_to_learn_it_whichever_is_the_usual_one(
    game: str, usual: str
) -> None:
    for settings in (Settings(game=usual), Settings(game=game)):  # saved, or named for this once
        model = TableModel(settings=settings, expected_game=game)
        waiting = updates.with_status(model, "You are Anna. Your game of Mandala is open on port 40123.")
        rows = ["".join(part.text for part in row).strip() for row in screen(waiting, FULL_LOOK, 80, 24).rows]
        assert rows[0].startswith(f"{ui_of(game).title} ")
        assert f"mandala-lan play --practice --game {game}" in rows
        assert f"mandala-lan learn --game {game}" in rows


def test_in_sentences_it_is_told_for_attention() -> None:
    out = io.StringIO()
    TextFrontend(io.StringIO(), out).warn(other_port(40_123, local=True))
    assert out.getvalue().startswith("Attention: The usual port 28108 is in use")


# The firewall of Windows.


ALLOW = "Windows may ask about its firewall now: allow private networks, so that the other player can join."


def test_the_question_of_the_firewall_is_explained_once_and_only_where_it_comes(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path).create()
    assert about_firewall(paths, windows=False) is None
    assert about_firewall(paths, windows=True) == ALLOW
    assert about_firewall(paths, windows=True) is None


def test_where_nothing_can_be_kept_it_is_explained_each_time(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path / "nowhere")
    assert [about_firewall(paths, windows=True) for _time in range(2)] == [ALLOW, ALLOW]


class NotOpened(Exception):
    """The port was about to be opened."""


@pytest.mark.parametrize("reach", [Reach.NETWORK, Reach.THIS_MACHINE])
async def test_the_explanation_comes_before_the_port_is_opened_to_the_network(
    reach: Reach, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def listen(*_where: object) -> NoReturn:
        raise NotOpened

    monkeypatch.setattr(flows, "listen", listen)
    monkeypatch.setattr(flows, "about_firewall", partial(about_firewall, windows=True))
    out = io.StringIO()
    how = flows.Hosting(GameTerms("mandala", First.HOST, 0), MatchSetup(Places(reach)))
    with open_home(Paths.under(tmp_path), "Anna") as profile, pytest.raises(NotOpened):
        await flows.host_flow(TextFrontend(io.StringIO(), out), profile, how)
    assert (ALLOW in out.getvalue()) is (reach is Reach.NETWORK)
