"""Hosting and joining as a person meets them: from the command to the last word, and to another game after it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Final

import trio
from attrs import evolve, field, frozen

from mandala_client.games.catalogue import GAMES, ui_of
from mandala_client.games.series import Series, series_of
from mandala_client.play.alone import Alone
from mandala_client.play.frontend import Frontend, Next, Opponent
from mandala_client.play.invitation import about_firewall, other_port
from mandala_client.play.joining import Joining, reach_host
from mandala_client.play.open_sign import OpenSign
from mandala_client.play.own_player import (
    can_play,
    player_task,
    reason_of_refusal,
    require_at_home,
    require_played,
    require_plays,
)
from mandala_client.play.seating import Seating
from mandala_client.play.subprocess_bot import bot_host, home_of
from mandala_client.records.ended_game import replay_of_ended, unless_untouched
from mandala_client.records.library import open_games, resumable_game
from mandala_client.sentences.bot_names import bot_name, ended_with_bot_named, plays, with_bot_named
from mandala_client.sentences.outcomes import fact
from mandala_client.sentences.status_text import by_these_terms, game_digits, unusual_terms
from mandala_client.text.language import _, error_text, said
from mandala_client.text.own_command import program
from mandala_client.text.quoting import quoted
from mandala_client.text.sorry import Sorry
from mandala_net.bots.programs.bot_paths import is_program, why_no_program
from mandala_net.bots.programs.program_options import ProgramOptions
from mandala_net.discovery.dns_sd import Reach
from mandala_net.link.address import DEFAULT_PORT, Address, BadAddress, parse_address
from mandala_net.link.connect import ConnectError
from mandala_net.link.listener import Listener, listen
from mandala_net.link.secure_link import LinkLost
from mandala_net.match.game_lock import GameInUse, lock_game, open_elsewhere, take_over
from mandala_net.match.host import host
from mandala_net.match.join import join
from mandala_net.match.match import Match
from mandala_net.match.news import GameAdjourned, GameEnded, GameFinished, NotSaved, WeLeft
from mandala_net.match.reconnect import Places
from mandala_net.match.rematch import rematch
from mandala_net.match.resume import resume
from mandala_net.match.sequel import Sequel
from mandala_net.match.setup import Audience, MatchSetup
from mandala_net.match.terms import Unusual
from mandala_net.player.paths import Paths
from mandala_net.player.profile import Profile
from mandala_net.store.store import Store, StoredGame, StoreError
from mandala_net.trust.identity import IdentityError, load_identity
from mandala_protocol.conversation.events import Leave
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import LocalProtocolError, RemoteProtocolError
from mandala_protocol.sentence import sentence_of

log = logging.getLogger(__name__)

_RESUME: Final = "mandala-lan resume"

AGAIN_SECONDS: Final = 0.2
"""The seconds that a guest who joins forever rests between two games."""


@frozen
class Hosting:
    """The wishes for a game to open: its terms, the TCP port (None for the usual one), whether strangers are let in.

    ``setup`` says where it can be joined.
    """

    terms: GameTerms
    setup: MatchSetup = field(factory=MatchSetup)
    port: int | None = None
    anybody: bool = False
    seating: Seating = field(factory=Seating)


async def host_flow(frontend: Frontend, profile: Profile, how: Hosting) -> GameEnded:
    """Open a game, wait for a guest, play, show the end."""
    require_plays(how.seating, how.terms.game)
    await require_at_home(frontend, profile, how.seating)
    places = how.setup.places
    if places.reach is not Reach.THIS_MACHINE and (answer := about_firewall(profile.paths)) is not None:
        frontend.status(answer)
    async with await listen(how.port, places.local_address) as listener, trio.open_nursery() as guests:
        opened = _("You are {name}. Your game of {game} is open on port {port}.")
        frontend.status(opened.format(name=profile.name, game=ui_of(how.terms.game).title, port=listener.port))
        _warn_of_port(frontend, how.port, listener.port, places)
        frontend.opponent(Opponent.PERSON, how.terms.game)
        ended = await _host_at(frontend, profile, how, listener, guests)
        while how.seating.under_test.forever:
            ended = await _host_at(frontend, profile, how, listener, guests)
        guests.cancel_scope.cancel()
    return ended


async def _host_at(
    frontend: Frontend, profile: Profile, how: Hosting, listener: Listener, guests: trio.Nursery
) -> GameEnded:
    """Wait for a guest at an open port, play, show the end; ``guests`` is the nursery of those who come meanwhile."""
    setup = evolve(how.setup, test_games=how.seating.under_test.test_games)
    sign = OpenSign(frontend, profile, how.terms.game, listener, setup.places)
    audience, player = evolve(_audience(frontend), taken=sign.turn), player_task(how.seating, frontend)
    ask = None if how.anybody else frontend.admit
    async with trio.open_nursery() as nursery:
        nursery.start_soon(sign.run)
        ended = await host(profile, listener, how.terms, audience, player, ask, setup, guests)
        nursery.cancel_scope.cancel()
    return await _AfterGame(frontend, profile, how.seating, setup, listener).after(ended)


def _warn_of_port(frontend: Frontend, wanted: int | None, port: int, places: Places) -> None:
    if wanted is None and port != DEFAULT_PORT:
        frontend.warn(other_port(port, local=places.reach is Reach.THIS_MACHINE))


def _audience(frontend: Frontend, bot: str | None = None) -> Audience:
    """The frontend hears everything in the language that is spoken, also the name of a ``bot`` of ours."""

    def show(snapshot: Snapshot) -> None:
        frontend.show(snapshot if bot is None else with_bot_named(snapshot, bot))

    return Audience(lambda text: frontend.status(said(text)), show, frontend.tell)


@frozen
class _AfterGame:
    """The rest of a game that is over: the same two, and where they met."""

    frontend: Frontend
    profile: Profile
    seating: Seating
    setup: MatchSetup
    listener: Listener | None = None

    async def after(self, ended: GameEnded) -> GameEnded:
        """Show how the game ended, and play others while both want it; how the last one ended.

        Without a person on our side no one looks at the end for long.
        """
        score: Series | None = None
        while True:
            if self.setup.bot is not None:
                kept = await trio.to_thread.run_sync(unless_untouched, self.profile, ended)
                ended = ended_with_bot_named(kept, self.setup.bot)
            if ended.sequel is not None:
                score = await trio.to_thread.run_sync(_series_with, self.profile.store, ended.sequel)
            if ended.sequel is None or not self.seating.stays:
                wish = await self.frontend.end(ended, score, replay=replay_of_ended(ended, self.profile))
                if wish is not Next.TRY_AGAIN:
                    return ended
                ended = await self._try_again(ended)
                continue
            following = await self._rematch(ended, score, ended.sequel)
            if following is None:
                return ended
            ended = following

    async def _try_again(self, ended: GameEnded) -> GameEnded:
        """Save the proof after all, or resume the game from what was saved; how it ended then."""
        try:
            if ended.save_again is not None:
                await ended.save_again()
                return evolve(ended, warning="", save_again=None)
            assert ended.stored is not None, "only what is kept is resumed"
            with lock_game(self.profile.paths.locks, ended.stored.row):
                audience, player = _audience(self.frontend, self.setup.bot), player_task(self.seating, self.frontend)
                return await resume(self.profile, ended.stored, audience, player, self.setup, self.listener)
        except StoreError as error:
            if ended.save_again is None:
                return evolve(ended, outcome=NotSaved(sentence_of(error)))
            return ended  # it says why already

    async def _rematch(self, ended: GameEnded, score: Series | None, sequel: Sequel) -> GameEnded | None:
        wanted = left = False

        async def want() -> bool:
            nonlocal wanted
            following = await self.frontend.end(ended, score, rematch=True, replay=replay_of_ended(ended, self.profile))
            wanted = following is not Next.NOTHING
            return wanted or self.seating.under_test.tireless

        async def talk(match: Match) -> None:
            nonlocal left
            await _talk_between_games(self.frontend, match, sequel.opponent)
            left = True

        async def play(match: Match) -> None:
            nonlocal left
            await player_task(self.seating, self.frontend)(match)
            left = True

        audience = _audience(self.frontend, self.setup.bot)
        following = await rematch(self.profile, sequel, audience, play, want, self.setup, self.listener, talk)
        if following is None and wanted and not left:
            await self.frontend.end(ended, score, replay=replay_of_ended(ended, self.profile))  # the other has left
        return following


async def _talk_between_games(frontend: Frontend, match: Match, opponent: str) -> None:
    """Say to the other player what our person wants said, until our person leaves."""
    while True:
        command = await frontend.between_games()
        if isinstance(command, Leave):
            return
        if match.lineless:
            frontend.refuse(_("There is no connection to {name} at the moment; try again later.").format(name=opponent))
            continue
        try:
            with trio.CancelScope(shield=True):  # a line on which sending is broken off, as the game begins, is lost
                await match.do(command)
        except LocalProtocolError as error:
            frontend.refuse(reason_of_refusal(error))
        else:
            frontend.talked(command.text)


def _series_with(store: Store, sequel: Sequel) -> Series | None:
    """The score of the series after a game that is over; None if it cannot be told: the end is shown all the same."""
    try:
        present = store.with_proposal(sequel.game, sequel.peer, seat=sequel.seat)
        return None if present is None else series_of(present, store.finished_with(present))
    except StoreError as error:
        log.warning("the score of the series cannot be read: %s", error)
        return None


async def join_flow(frontend: Frontend, profile: Profile, how: Joining) -> GameEnded:
    """Find a game, join it, play, show the end; forever, if that is wanted."""
    await require_at_home(frontend, profile, how.seating)
    while how.seating.under_test.forever:
        with _told_failures(frontend):
            await _join_once(frontend, profile, how)
        await trio.sleep(AGAIN_SECONDS)
    return await _join_once(frontend, profile, how)


@contextmanager
def _told_failures(frontend: Frontend) -> Iterator[None]:
    """Tell of a game that could not be joined, and go on."""
    try:
        yield
    except (ConnectError, LinkLost, RemoteProtocolError) as error:
        frontend.status(said(error.detail) if isinstance(error, RemoteProtocolError) else error_text(error))


async def _join_once(frontend: Frontend, profile: Profile, how: Joining) -> GameEnded:
    reached = await reach_host(frontend, profile, how)
    bot = how.setup.bot
    setup = evolve(
        how.setup,
        places=evolve(how.setup.places, announced=bot is None, address=reached.address),
        test_games=how.seating.under_test.test_games,
        plays=partial(can_play, how.seating),
        announced=None if reached.announced is None else reached.announced.game,
        ask_terms=partial(_agrees_to_terms, frontend) if how.seating.is_person else None,
    )
    ended = await join(profile, reached.link, _audience(frontend, bot), player_task(how.seating, frontend), setup)
    require_played(how.seating, ended)
    return await _AfterGame(frontend, profile, how.seating, setup).after(ended)


async def _agrees_to_terms(frontend: Frontend, terms: Sequence[Unusual]) -> bool:
    return await frontend.agrees(unusual_terms(terms), by_these_terms())


async def alone_flow(frontend: Frontend, profile: Profile, how: Alone, setup: MatchSetup) -> GameEnded:
    """Let a bot sit down, play against it as a guest with this setup, show the end."""
    frontend.status(_("{bot} comes to the table …").format(bot=bot_name(how.game, how.bot)))
    async with bot_host(how, profile.identity.public) as address:
        joining = Joining(evolve(setup, bot=how.bot), address=address, game=how.game)
        return await join_flow(frontend, profile, joining)


@frozen
class Resuming:
    """Which game to resume, by the first digits of its id (None: the only one, or the one chosen), and where.

    ``address`` is where the other was told to be; ``port`` the one to listen on (None for the usual one).
    """

    digits: str | None = None
    address: Address | None = None
    port: int | None = None
    local: bool = False
    seating: Seating = field(factory=Seating)


async def resume_flow(frontend: Frontend, profile: Profile, how: Resuming) -> GameEnded:
    """Take up a game of before, as host or as guest, whoever is there first; play, show the end."""
    await require_at_home(frontend, profile, how.seating)
    stored = await _which_game(frontend, profile, how.digits)
    _require_known(stored)
    await trio.to_thread.run_sync(_require_here, profile, stored)
    require_plays(how.seating, stored.game)
    try:
        return await _go_on(frontend, profile, how, stored)
    except GameInUse as error:
        free = await trio.to_thread.run_sync(_at_other_seat, profile, stored)
        if free is None and not how.seating.is_person:
            raise
        return await _go_on(frontend, profile, how, free or await _taken_over(frontend, profile, stored, error))


def _require_known(stored: StoredGame) -> None:
    """Raise ``Sorry`` for a game, or a game against a bot, that only another version of the program knows."""
    if stored.game is None:
        return
    if stored.game not in GAMES:
        text = _("This program does not know the game {game}. Update it to resume.")
        raise Sorry(text.format(game=quoted(stored.game)))
    if stored.bot is not None and is_program(stored.bot):
        why = why_no_program(stored.bot)
        if why is not None:
            raise Sorry(said(why))
    elif stored.bot is not None and not plays(stored.game, stored.bot):
        text = _("This program does not know the bot {bot}. Update it to resume.")
        raise Sorry(text.format(bot=quoted(stored.bot)))


def _require_here(profile: Profile, stored: StoredGame) -> None:
    """Raise ``Sorry`` for a game that was imported, against a bot whose key is not here.

    The bot would play no game without it. Above all, a program that someone else's file names is never started.
    """
    if stored.bot is None:
        return
    with suppress(IdentityError):
        if load_identity(Paths.under(home_of(profile.paths, stored.bot)).identity).public == stored.peer:
            return
    text = _("You played this game against {bot} on another computer, so you can't resume it here.")
    raise Sorry(text.format(bot=bot_name(stored.game, stored.bot)))


def _at_other_seat(profile: Profile, stored: StoredGame) -> StoredGame | None:
    """Whoever plays against themselves, in two programs, keeps two sides of one game."""
    if stored.proposal is None or stored.peer != profile.identity.public:
        return None
    return profile.store.with_proposal(stored.proposal, stored.peer, seat=stored.seat.other)


async def _go_on(frontend: Frontend, profile: Profile, how: Resuming, stored: StoredGame) -> GameEnded:
    profile = evolve(profile, name=stored.names[stored.seat] or profile.name)
    with ExitStack() as locks:
        locks.enter_context(lock_game(profile.paths.locks, stored.row))  # before a bot sits down for nothing
        async with _partner(profile, stored, how.seating.program) as address:
            places = Places(
                Reach.kept(local=how.local or stored.bot is not None),
                announced=stored.bot is None,
                address=address or how.address or _kept_address(stored),
            )
            assert stored.game is not None, "a game that can be resumed was proposed"
            frontend.opponent(Opponent.PERSON if stored.bot is None else Opponent.BOT, stored.game)
            player = player_task(how.seating, frontend)
            setup = MatchSetup(places, bot=stored.bot)
            async with await _open_door(how.port, places) as listener:
                for sentence in _whom_to_meet(profile, stored, listener.port, local=how.local):
                    frontend.status(sentence)
                if places.announced:
                    _warn_of_port(frontend, how.port, listener.port, places)
                ended = await resume(profile, stored, _audience(frontend, stored.bot), player, setup, listener)
                locks.close()
                return await _AfterGame(frontend, profile, how.seating, setup, listener).after(ended)


def _whom_to_meet(profile: Profile, stored: StoredGame, port: int, *, local: bool) -> list[str]:
    """The sentences about who is waited for, and how the two meet; a bot of ours comes by itself."""
    if stored.bot is not None:
        comes = _("You are {name}. {other} comes back to the table.")
        return [comes.format(name=profile.name, other=bot_name(stored.game, stored.bot))]
    other = stored.opponent_name
    if other is None:
        looking = _("You are {name}. Looking for the other player, who can reach you on port {port}.")
    else:
        looking = _("You are {name}. Looking for {other}, who can reach you on port {port}.")
    command = f"{_RESUME} --local" if local else _RESUME
    typed = _("The other player types: {command}") if other is None else _("{other} types: {command}")
    return [looking.format(name=profile.name, other=other, port=port), typed.format(other=other, command=command)]


async def _which_game(frontend: Frontend, profile: Profile, digits: str | None) -> StoredGame:
    if digits is not None:
        return await trio.to_thread.run_sync(resumable_game, profile, digits)
    games = await trio.to_thread.run_sync(open_games, profile)
    if not games:
        raise Sorry(
            _("You have no open games. To start one: {program} host  or  {program} join").format(program=program())
        )
    chosen = games[0] if len(games) == 1 else await frontend.choose(games)
    if chosen is None:
        raise Sorry(_("No game resumed."))
    return chosen


@asynccontextmanager
async def _partner(profile: Profile, stored: StoredGame, program: ProgramOptions) -> AsyncIterator[Address | None]:
    """A bot of our own sits down again; where it is. None for a person, who comes from elsewhere."""
    if stored.bot is None:
        yield None
        return
    assert stored.game is not None, "a game that can be resumed was proposed"
    async with bot_host(Alone(stored.game, stored.bot, program=program), profile.identity.public) as address:
        yield address


def _kept_address(stored: StoredGame) -> Address | None:
    try:
        return None if stored.address is None else parse_address(stored.address)
    except BadAddress:
        return None


async def _open_door(port: int | None, places: Places) -> Listener:
    return await listen(port if places.announced else 0, places.local_address)


def exit_code(ended: GameEnded) -> int:
    """0 when the game was finished or adjourned, or left on purpose by our side; 1 otherwise."""
    return 0 if isinstance(ended.outcome, GameFinished | GameAdjourned | WeLeft) else 1


async def _taken_over(frontend: Frontend, profile: Profile, stored: StoredGame, in_use: GameInUse) -> StoredGame:
    """End the program that has the game open, if the person wants that; the game as that program has left it.

    Raises ``in_use`` if the person does not want that or the program is not known, ``Sorry`` if the game is over now.
    """
    holder = in_use.holder
    if holder is None:
        raise in_use
    if not await frontend.agrees([fact(open_elsewhere(holder))], _("End that program, and resume the game here?")):
        raise in_use
    frontend.status(_("Waiting for the other program to end …"))
    await take_over(profile.paths.locks, stored.row, holder)
    return await trio.to_thread.run_sync(resumable_game, profile, game_digits(stored, 64))
