"""Errors that a person meets: one sentence and what to do, exit code 1, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from mandala_client.language import _, said, told


class Sorry(click.ClickException):
    """Something is not possible; the text is for a person."""

    def show(self, file: object = None) -> None:  # noqa: ARG002 - click's shape
        click.echo(self.message, err=True)


@contextmanager
def plain_sentences() -> Iterator[None]:
    """Turn the expected failures of our own parts into one sentence."""
    from mandala_net.connect import BadAddress, ConnectError
    from mandala_net.discovery import DiscoveryUnavailable
    from mandala_net.identity import IdentityError
    from mandala_net.known_players import KnownPlayersError
    from mandala_net.link import LinkLost
    from mandala_net.listener import PortInUse
    from mandala_net.paths import FolderError
    from mandala_net.store import StoreError
    from mandala_protocol.errors import RemoteProtocolError

    expected = (
        BadAddress,
        ConnectError,
        DiscoveryUnavailable,
        FolderError,
        IdentityError,
        KnownPlayersError,
        LinkLost,
        PortInUse,
        StoreError,
    )
    try:
        yield
    except RemoteProtocolError as error:
        broken = _("{what} {detail} (code {code}, {requirement})").format(
            what=said(error.code.sentence),
            detail=said(error.detail),
            code=int(error.code),
            requirement=error.requirement,
        )
        raise Sorry(broken) from error
    except expected as error:
        raise Sorry(told(error)) from error
    except BaseExceptionGroup as group:
        known, rest = group.split((*expected, Sorry, RemoteProtocolError))
        if known is None or rest is not None:
            raise
        with plain_sentences():
            raise _first(known) from None


def _first(group: BaseException) -> BaseException:
    while isinstance(group, BaseExceptionGroup):
        group = group.exceptions[0]
    return group
