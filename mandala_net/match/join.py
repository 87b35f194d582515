"""Joining a game on an open link: from hello to the outcome."""

from __future__ import annotations

from contextlib import ExitStack

import trio

from mandala_net.link.close_reasons import TERMS_DECLINED
from mandala_net.link.hello import greet
from mandala_net.link.secure_link import NotWanted, SecureLink
from mandala_net.match.admission import Introduction, NoGame, PeerInfo, cautions, in_full
from mandala_net.match.news import GameEnded
from mandala_net.match.setup import (
    Audience,
    MatchSetup,
    OwnSide,
    PlayerTask,
    ended_as,
    new_match,
    reconnect_of,
    run_match,
)
from mandala_net.match.terms import unusual_terms
from mandala_net.player.profile import Profile
from mandala_net.trust.warnings import unwanted_host
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence


async def join(
    profile: Profile, link: SecureLink, audience: Audience, player: PlayerTask, setup: MatchSetup
) -> GameEnded:
    """Play one game as the guest on an open link, and return how it ended. Raises ``LinkLost`` or ``StoreError``.

    A host that is blocked hears nothing: ``NotWanted`` is raised. Unusual terms are accepted only if our player agrees.
    ``setup.places.address`` is where the host was reached. A bot that this program has started itself
    (``setup.bot``) is no one to remember.
    """
    side = OwnSide(profile, audience, player, setup)
    introduction = Introduction(profile, link.peer, asked=True)

    async def admit(_: Greeted) -> NoGame | None:
        if setup.bot is not None:
            return None
        if isinstance(host_is, NoGame):
            return host_is
        audience.status(Sentence("Found {visitor}. Waiting to be let in …", visitor=in_full(host_is)))
        for sentence in cautions(host_is):
            audience.status(sentence)
        return None

    async def agree(proposed: Snapshot) -> NoGame | None:
        unusual = unusual_terms(proposed, setup.announced)
        if not unusual:
            return None
        if setup.ask_terms is None:
            return NoGame(TERMS_DECLINED, Sentence("The host's terms are unusual, so a person would have to agree."))
        if not await setup.ask_terms(unusual):
            return NoGame(TERMS_DECLINED, Sentence("You did not agree to the host's terms."))
        return None

    with ExitStack() as locks:
        keep = introduction.keep
        match = new_match(side, Seat.GUEST, link.peer, None, admit, locks, before_first=keep, agree=agree)
        reconnect = reconnect_of(side, match)
        try:
            await trio.to_thread.run_sync(profile.players.read_again)
            why_not = unwanted_host(profile.players, None)(link.peer)
            if why_not is not None:
                raise NotWanted(why_not)
            greeted = await greet(link, profile.name, setup.timeouts)
            host_is = await trio.to_thread.run_sync(introduction.introduce, greeted.name)
            if isinstance(host_is, PeerInfo) and setup.bot is None:
                introduction.welcome(host_is)  # before anything that the host may have said already is taken in
            outcome = await run_match(match, player, reconnect, link, greeted)
        finally:
            await link.aclose()
    return await ended_as(profile, match, outcome)
