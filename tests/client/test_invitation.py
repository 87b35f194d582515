"""What a host is told to pass on to the other player: a command that leads to this machine from elsewhere."""

from __future__ import annotations

import shlex

import pytest

from mandala_client.invitation import how_to_join, joining_by_address
from mandala_net.connect import Address, parse_address
from mandala_net.listener import DEFAULT_PORT


@pytest.mark.parametrize("port", [DEFAULT_PORT, 4000])
@pytest.mark.parametrize("host", ["192.0.2.7", "2001:db8::7", "fd00::2"])
def test_what_is_told_is_understood_by_join_whatever_the_address(host: str, port: int) -> None:
    (command,) = joining_by_address(port, [host])
    assert how_to_join([command], here=False, listed=True)[-1].endswith(command)
    program, verb, address = shlex.split(command)
    assert (program, verb, parse_address(address)) == ("mandala-lan", "join", Address(host, port))


def test_nobody_has_to_type_a_long_address_where_there_is_a_short_one() -> None:
    assert joining_by_address(DEFAULT_PORT, ["fd00::2", "192.0.2.7"]) == ["mandala-lan join 192.0.2.7"]


def test_an_address_that_leads_nowhere_from_another_machine_is_not_told() -> None:
    assert joining_by_address(DEFAULT_PORT, ["fe80::1"]) == []
    assert how_to_join([], here=False, listed=True) == [
        "The other player types: mandala-lan join",
        "This machine has no address that could be typed instead.",
    ]
