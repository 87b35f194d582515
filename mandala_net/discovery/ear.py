"""Hearing of hosts by multicast DNS, also in a flood of listings."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from concurrent.futures import Future
from contextlib import suppress
from typing import Final

import trio
import zeroconf
import zeroconf.asyncio
from zeroconf import (  # type: ignore[attr-defined] # they are there, as they have always been
    DNSAddress,
    DNSOutgoing,
    DNSPointer,
    DNSQuestion,
    DNSService,
    DNSText,
)

from mandala_net.discovery.browser import MAX_LISTINGS, Browser
from mandala_net.discovery.listing import SERVICE_TYPE, Listing, parse_listing
from mandala_net.discovery.own_networks import OwnNetworks

# Answers to all, also to the first question: one addressed to this machine alone would reach any one of the programs
# that share its port 5353, and rarely the one that asked; measured, 0.1 s instead of 1.1 s with several on a machine.
QUESTION: Final = zeroconf.DNSQuestionType.QM

_RESOLVE_MILLISECONDS: Final = 3000
_LEAST_SECONDS: Final = 1125
"""Seconds for which a host is believed at least: zeroconf asks for it again no sooner than after most of that time."""
_MOST_SECONDS: Final = 2 * 3600
_ASK_AGAIN_SECONDS: Final = 1.0
_NETWORKS_SECONDS: Final = 5.0

_CLASS_IN: Final = 1
_TYPE_PTR: Final = 12
_QUERY: Final = 0


class Ear(zeroconf.RecordUpdateListener):
    """A listener for hosts on zeroconf's thread, which passes on what makes sense to the browser on trio's.

    A listing is taken from the packet that has all of it, as those of this program have: zeroconf keeps 10,000 records
    at most, and in a flood those of a true host are out of it before they can be read.
    """

    def __init__(self, daemon: zeroconf.Zeroconf, browser: Browser, token: trio.lowlevel.TrioToken) -> None:
        super().__init__()
        self._daemon = daemon
        self._browser = browser
        self._token = token
        self._asking: set[str] = set()
        self._partial: dict[str, float] = {}
        self._asked_all = float("-inf")
        self._networks = OwnNetworks()
        self._networks_read = float("-inf")

    def listen(self) -> None:
        """Hear from now on, and of the hosts that zeroconf has heard of already."""
        self._daemon.add_listener(self, DNSQuestion(SERVICE_TYPE, _TYPE_PTR, _CLASS_IN))

    # In zeroconf's words: one call for each packet, before its records are in the cache, and one after.

    def async_update_records(self, zc: zeroconf.Zeroconf, now: float, records: list[zeroconf.RecordUpdate]) -> None:
        seconds: dict[str, float] = {}
        gone: list[str] = []
        said: defaultdict[str, list[zeroconf.RecordUpdate]] = defaultdict(list)
        for update in records:
            record = update.new
            if isinstance(record, DNSPointer):
                if record.key == SERVICE_TYPE and record.is_expired(now):
                    gone.append(record.alias)
                elif record.key == SERVICE_TYPE:
                    seconds[record.alias] = min(max(record.ttl, _LEAST_SECONDS), _MOST_SECONDS)
            elif not record.is_expired(now):
                said[record.key].append(update)
                for name in _instances(zc, record):
                    seconds.setdefault(name, _LEAST_SECONDS)
        whole = []
        for name, for_seconds in seconds.items():
            info = _info(name)
            if info is None:
                continue
            info.async_update_records(zc, now, said[info.key])
            if info.server_key is not None and info.server_key != info.key:
                info.async_update_records(zc, now, said[info.server_key])
            if _is_whole(info):
                whole.append((name, self._listing(name, info), for_seconds))
            else:
                self._partial[name] = for_seconds
        self._on_trio(whole, gone)
        if gone:
            self._ask_after_goodbye()

    def async_update_records_complete(self) -> None:
        partial, self._partial = self._partial, {}
        for name, seconds in partial.items():
            info = _info(name)
            if info is not None and info.load_from_cache(self._daemon):
                self._on_trio([(name, self._listing(name, info), seconds)], [])
            elif info is not None and name not in self._asking and len(self._asking) < MAX_LISTINGS:
                self._ask(name, info, seconds)

    def _ask(self, name: str, info: zeroconf.asyncio.AsyncServiceInfo, seconds: float) -> None:
        """Ask for the records that did not come along, beside whatever else is asked."""

        def answered(future: Future[bool]) -> None:
            self._asking.discard(name)
            if not future.cancelled() and future.exception() is None and future.result():
                self._on_trio([(name, self._listing(name, info), seconds)], [])

        self._asking.add(name)
        request = info.async_request(self._daemon, _RESOLVE_MILLISECONDS, QUESTION)
        asyncio.run_coroutine_threadsafe(request, self._loop).add_done_callback(answered)

    def ask_all(self) -> None:
        """Ask all hosts to say again that they are there. Called on the trio thread."""
        self._loop.call_soon_threadsafe(self._send_question)

    def _ask_after_goodbye(self) -> None:
        """Ask all hosts to say again that they are there: one of them may not have said the goodbye that was heard.

        Twice, as either can get lost, and not more often, however many goodbyes come.
        """
        if self._loop.time() < self._asked_all + 2 * _ASK_AGAIN_SECONDS:
            return
        self._asked_all = self._loop.time()
        self._send_question()
        self._loop.call_later(_ASK_AGAIN_SECONDS, self._send_question)

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        assert self._daemon.loop is not None
        return self._daemon.loop

    def _send_question(self) -> None:
        if self._daemon.done:
            return
        question = DNSOutgoing(_QUERY)
        question.add_question(DNSQuestion(SERVICE_TYPE, _TYPE_PTR, _CLASS_IN))
        self._daemon.async_send(question)

    def _listing(self, name: str, info: zeroconf.ServiceInfo) -> Listing | None:
        addresses = self._own_networks().likeliest_first(info.parsed_scoped_addresses())
        return parse_listing(name, info.properties, info.port, addresses)

    def _own_networks(self) -> OwnNetworks:
        if self._loop.time() > self._networks_read + _NETWORKS_SECONDS:
            self._networks_read, self._networks = self._loop.time(), OwnNetworks.now()
        return self._networks

    def _on_trio(self, heard: list[tuple[str, Listing | None, float]], gone: list[str]) -> None:
        # The program may be over before zeroconf's threads are.
        if heard or gone:
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(self._tell, heard, gone)

    def _tell(self, heard: list[tuple[str, Listing | None, float]], gone: list[str]) -> None:
        for name in gone:
            self._browser.doubt(name)
        for name, listing, seconds in heard:
            if listing is None:
                self._browser.doubt(name)
            else:
                self._browser.put(listing, seconds)


def _instances(zc: zeroconf.Zeroconf, record: object) -> list[str]:
    """The hosts of whom this record says something."""
    match record:
        case DNSService() | DNSText():
            names = [record.name]
        case DNSAddress():
            names = [service.name for service in zc.cache.async_entries_with_server(record.name)]
        case _:
            names = []
    return [name for name in names if name.lower().endswith(f".{SERVICE_TYPE}")]


def _info(name: str) -> zeroconf.asyncio.AsyncServiceInfo | None:
    with suppress(zeroconf.BadTypeInNameException):
        return zeroconf.asyncio.AsyncServiceInfo(SERVICE_TYPE, name)
    return None


def _is_whole(info: zeroconf.ServiceInfo) -> bool:
    return info.server is not None and bool(info.text) and bool(info.parsed_scoped_addresses())
