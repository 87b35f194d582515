"""Expected failures of the program as sentences for a person."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from mandala_client.text.language import _, error_text, said
from mandala_client.text.sorry import Sorry


@contextmanager
def plain_sentences() -> Iterator[None]:
    """Turn the expected failures of our own parts into one sentence."""
    try:
        yield
    except (Exception, BaseExceptionGroup) as error:
        sentence = None if isinstance(error, click.ClickException) else _plain_sentence(error)
        if sentence is None:
            raise
        raise Sorry(sentence) from error


def _plain_sentence(error: BaseException) -> str | None:
    """The sentence for an expected failure, None for any other; of several at once, for the first.

    What can fail is imported when something has failed: the first screen need not wait for it.
    """
    from mandala_client.sentences.bot_names import no_such_bot
    from mandala_net.batches.processes import WorkerDied
    from mandala_net.bots.catalogue import NoSuchBot
    from mandala_net.bots.sealed_file import BadWeights
    from mandala_net.discovery.dns_sd import DiscoveryUnavailable
    from mandala_net.link.address import BadAddress
    from mandala_net.link.connect import ConnectError
    from mandala_net.link.listener import PortInUse
    from mandala_net.link.secure_link import LinkLost
    from mandala_net.player.paths import FolderError
    from mandala_net.store.store import StoreError
    from mandala_net.trace_file import TraceError
    from mandala_net.trust.identity import IdentityError
    from mandala_protocol.errors import RemoteProtocolError
    from mandala_protocol.sentence import Sentence

    match error:
        case Sorry(message=message):
            return message
        case RemoteProtocolError():
            return _("{what} {detail} (For a report: code {code}, {requirement}.)").format(
                what=said(error.code.sentence),
                detail=said(error.detail),
                code=int(error.code),
                requirement=error.requirement,
            )
        case (
            BadAddress()
            | BadWeights()
            | ConnectError()
            | DiscoveryUnavailable()
            | FolderError()
            | IdentityError()
            | LinkLost()
            | PortInUse()
            | StoreError()
            | TraceError()
            | WorkerDied()
        ):
            return error_text(error)
        case NoSuchBot(args=(Sentence(values=values),)):
            return no_such_bot(str(values["game"]), str(values["bot"]))
        case BaseExceptionGroup(exceptions=errors):
            sentences = [_plain_sentence(inner) for inner in errors]
            return None if None in sentences else sentences[0]
        case _:
            return None
