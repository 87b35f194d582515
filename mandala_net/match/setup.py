"""The common part of every way to begin a game: the player, the audience, and a match from its start to its record."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

import trio
from attrs import field, frozen

from mandala_net.bots.catalogue import make_bot
from mandala_net.bots.player import Bot
from mandala_net.bots.programs.program_options import USUAL_OPTIONS, ProgramOptions
from mandala_net.link.close_reasons import NOT_HERE
from mandala_net.link.listener import Listener
from mandala_net.link.secure_link import SecureLink
from mandala_net.link.timeouts import Timeouts
from mandala_net.match.admission import Admit, NoGame
from mandala_net.match.game_lock import forget_locks, lock_game, note_absence
from mandala_net.match.match import Match, play_automatically
from mandala_net.match.news import GameEnded, GameFinished, News, NotSaved, Outcome, PeerBroke
from mandala_net.match.reconnect import Places, Reconnect
from mandala_net.match.saved_session import SavedSession
from mandala_net.match.sequel import Sequel, sequel_of
from mandala_net.match.terms import AcceptTerms, AskTerms
from mandala_net.player.profile import Profile
from mandala_net.store.store import SavedGame, StoredGame, StoreError
from mandala_net.threads import shared_workers
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.snapshot import Snapshot
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import RemoteProtocolError
from mandala_protocol.games.catalogue import GAMES, GAMES_AND_TESTS
from mandala_protocol.games.test_games.fixed_chance import WithTestGames
from mandala_protocol.games.test_games.test_game_names import is_test_game
from mandala_protocol.poker.randomness import SEED_BYTES
from mandala_protocol.record.referee import AnyGame
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence, sentence_of

log = logging.getLogger(__name__)

PlayerTask: TypeAlias = Callable[[Match], Awaitable[None]]
"""Plays our side of a match, until it is cancelled at the end."""


def bot_player(
    bot: str, seed: int, program: ProgramOptions = USUAL_OPTIONS, tell: Callable[[str], None] = lambda _: None
) -> PlayerTask:
    """A bot by its name plays our side, in whichever game is played.

    ``program``: how a bot is run that is a program of its own; ``tell`` says why, if it fails and our side resigns.
    """

    @cache
    def sit_down(game: str) -> Bot:
        return make_bot(game, bot, seed, program)

    def choose(snapshot: Snapshot) -> Any:
        assert snapshot.game is not None, "no one is to move before a game is agreed on"
        assert snapshot.view is not None, "no one is to move before the cards are dealt"
        return sit_down(snapshot.game).choose(snapshot.view)

    return partial(play_automatically, choose=choose, tell=tell)


def new_seed() -> bytes:
    """32 secret bytes for one game."""
    return secrets.token_bytes(SEED_BYTES)


@frozen
class Audience:
    """The audience of a match: called on trio's thread; none of it may wait.

    ``taken`` hears whether the place at a host's table is taken.
    """

    status: Callable[[str], None]
    show: Callable[[Snapshot], None]
    news: Callable[[News], None]
    taken: Callable[[bool], None] = lambda _: None


@frozen
class MatchSetup:
    """The setup of a match, the same for all ways to begin.

    ``seeds`` gives a secret seed for a new game; ``bot`` is which bot of ours the other player is; ``live_score``
    whether a guest wants to see the points as they stand; ``test_games`` whether test games are played; ``plays``
    whether our player plays the game of this name. Any other is refused as one that is not known (OR4).
    ``announced``: the game that a host has announced, if it has. ``ask_terms`` is asked about unusual terms of a host;
    without it, a guest declines them. ``guest`` is the fingerprint of the only key that a host lets in; None if it lets
    in others too.
    """

    places: Places = field(factory=Places)
    timeouts: Timeouts = field(factory=Timeouts)
    seeds: Callable[[], bytes] = new_seed
    bot: str | None = None
    live_score: bool = False
    test_games: bool = False
    plays: Callable[[str], bool] = lambda _game: True
    announced: str | None = None
    ask_terms: AskTerms | None = None
    guest: str | None = None

    @property
    def games(self) -> Mapping[str, AnyGame]:
        """The games that can begin. Without ``test_games`` there is no other way to a test game (TG2)."""
        played = {name: game for name, game in GAMES.items() if self.plays(name)}
        return WithTestGames(played) if self.test_games else played


@frozen
class OwnSide:
    """Our side of a match: what is kept of us, who is told of it, who plays, and how it is set up."""

    profile: Profile
    audience: Audience
    player: PlayerTask
    setup: MatchSetup


def new_match(
    side: OwnSide,
    seat: Seat,
    peer: bytes,
    terms: GameTerms | None,
    admit: Admit,
    locks: ExitStack,
    *,
    after: Sequel | None = None,
    before_first: Callable[[], None] = lambda: None,
    agree: AcceptTerms | None = None,
) -> Match:
    """A match of a new game, which ``locks`` keep to itself from its first entry on; ``after`` another, if it is so.

    ``before_first`` is called, in a thread, when the first entry is about to be saved, which comes before it is sent or
    answered. It may raise ``StoreError``: there is no game then. ``agree`` is asked about the proposal of a host.
    """
    profile, audience, setup = side.profile, side.audience, side.setup
    seed = setup.seeds()
    live_score = setup.live_score or (terms is not None and terms.live_score)
    session = _session(profile, seat, peer, seed, terms, setup.games, live_score=live_score)

    def begin() -> SavedGame:
        before_first()
        address = None if setup.places.address is None else str(setup.places.address)
        saved = profile.store.begin(seat, peer, seed, bot=setup.bot, address=address)
        with suppress(StoreError):  # another time will do
            forget_locks(profile.paths.locks, profile.store.forget_unaccepted())
        locks.enter_context(lock_game(profile.paths.locks, saved.row))
        return saved

    saved_session = _saved_session(profile, session, begin, audience, setup)
    return Match(
        saved_session,
        admit=admit,
        on_news=audience.news,
        timeouts=setup.timeouts,
        after=after,
        agree=agree,
        address=setup.places.address,
        trace=profile.match_trace(),
    )


async def old_match(profile: Profile, stored: StoredGame, audience: Audience, setup: MatchSetup) -> Match:
    """The match of a game in the store, which must be locked. Raises ``StoreError``, also for a test game unasked."""
    if is_test_game(stored.game) and not setup.test_games:
        raise StoreError(Sentence("{game} is a test game. Add --test-games to play it.", game=stored.game))
    saved = profile.store.take_up(stored.row)
    session = await trio.to_thread.run_sync(_restored, profile, stored, saved)

    async def admit(_: Greeted) -> NoGame | None:
        return NoGame(NOT_HERE, Sentence("That is a different game."))

    saved_session = _saved_session(profile, session, lambda: saved, audience, setup, saved)
    match = Match(
        saved_session,
        admit=admit,
        on_news=audience.news,
        timeouts=setup.timeouts,
        latest=stored.latest,
        address=setup.places.address,
        trace=profile.match_trace(),
    )
    match.admitted.set()
    return match


def _saved_session(
    profile: Profile,
    session: Session,
    begin: Callable[[], SavedGame],
    audience: Audience,
    setup: MatchSetup,
    saved: SavedGame | None = None,
) -> SavedSession:
    """The session, which tells its audience, and whoever looks on, what it shows."""
    noted: bool | None = None

    def note(*, away: bool) -> None:
        nonlocal noted
        if saved_session.saved is not None and away is not noted:
            noted = away
            note_absence(profile.paths.locks, saved_session.saved.row, away=away)

    def show(snapshot: Snapshot) -> None:
        note(away=not snapshot.connected)
        audience.show(snapshot)

    saved_session = SavedSession(
        session,
        begin,
        saved=saved,
        write_evidence=profile.write_evidence,
        on_show=show,
        on_news=audience.news,
        timeout=setup.timeouts.store,
    )
    note(away=True)  # until the other player is there, too
    return saved_session


def _restored(profile: Profile, stored: StoredGame, saved: SavedGame) -> Session:
    session = _session(profile, stored.seat, stored.peer, saved.seed(), None, GAMES_AND_TESTS)
    try:
        session.restore(saved.messages(), saved.evidence())
        if session.refusals.pardoned is not None:
            saved.pardon(session.refusals.pardoned)
    except RemoteProtocolError as error:
        detail = Sentence("The saved game is damaged: {detail}. It was not changed.", detail=error.detail)
        raise StoreError(detail) from error
    return session


def judge_again(profile: Profile, stored: StoredGame) -> bool:
    """Return whether a game that was broken off can go on, as what was refused is right by this program (RS15).

    Takes a moment: the entry is checked with its proofs. Raises ``StoreError``.
    """
    return _restored(profile, stored, profile.store.take_up(stored.row)).refusals.locked is None


def _session(
    profile: Profile,
    seat: Seat,
    peer: bytes,
    seed: bytes | None,
    terms: GameTerms | None,
    games: Mapping[str, AnyGame],
    *,
    live_score: bool = False,
) -> Session:
    return Session(
        seat=seat,
        signer=profile.identity,
        name=profile.name,
        peer=peer,
        seed=seed,
        games=games,
        workers=shared_workers(),
        terms=terms,
        live_score=live_score,
    )


async def run_match(
    match: Match,
    player: PlayerTask,
    reconnect: Reconnect,
    link: SecureLink | None = None,
    greeted: Greeted | None = None,
) -> Outcome:
    """Play the match to its outcome, on this link first if there is one, and on others when that is lost."""

    async def play_once_admitted() -> None:
        await match.admitted.wait()
        await player(match)

    async def meet() -> None:
        if link is not None and greeted is not None:
            await match.take_line(link, greeted)
            await link.aclose()
            if not match.presence.begun:
                return  # no one looks for a guest who left before there was a game
        await reconnect.run()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play_once_admitted)
        nursery.start_soon(meet)
        outcome = await match.run()
        nursery.cancel_scope.cancel()
    return outcome


async def ended_as(profile: Profile, match: Match, outcome: Outcome) -> GameEnded:
    """The end of a match: its record as a file, and the sequel from which another game follows.

    Whatever cannot be read or written now is told of beside the outcome, and never takes its place.
    """
    session, saved_session = match.saved_session.session, match.saved_session
    record, warning = await trio.to_thread.run_sync(_recorded, profile, saved_session, outcome)
    stored = await trio.to_thread.run_sync(_stored, profile, saved_session)
    if isinstance(outcome, NotSaved):
        resumable = stored is not None and stored.was_taken_up and stored.resumable
    else:
        goes_on = session.error is None or (
            isinstance(outcome, PeerBroke) and outcome.kept is None and saved_session.unkept is None
        )
        resumable = match.presence.accepted and session.referee.due is not None and goes_on
    sequel = (
        sequel_of(session, match.presence.status.address)
        if isinstance(outcome, GameFinished) and session.error is None
        else None
    )
    save_again = None if saved_session.unkept is None else saved_session.keep_refused_now
    return GameEnded(outcome, record, session.snapshot(), resumable, sequel, stored, warning, save_again)


def _recorded(profile: Profile, saved_session: SavedSession, outcome: Outcome) -> tuple[Path | None, str]:
    """Write the record as a file, if there is one. Return its path, and a sentence if something could not be saved."""
    if isinstance(outcome, NotSaved):
        return None, ""  # what is not in the store is in no record
    try:
        record, warning = profile.write_record(saved_session.session.referee), ""
    except StoreError as error:
        record, warning = None, Sentence("{why} The game itself is kept.", why=sentence_of(error))
    if saved_session.unkept is not None:
        warning = Sentence(
            "The proof could not be saved. {why} When you start the program again, the game is open as it was before.",
            why=sentence_of(saved_session.unkept),
        )
    return record, warning


def _stored(profile: Profile, saved_session: SavedSession) -> StoredGame | None:
    """The game as it is in the store; None if it is not there, or cannot be read."""
    if saved_session.saved is None:
        return None
    try:
        return profile.store.game(saved_session.saved.row)
    except StoreError as error:
        log.warning("how the game is kept cannot be read: %s", error)
        return None


def reconnect_of(side: OwnSide, match: Match, listener: Listener | None = None) -> Reconnect:
    """Make the search for the other player when the line is lost; a host has its ``listener`` open anyway."""
    setup, status = side.setup, side.audience.status
    return Reconnect(side.profile, match, setup.places, listener=listener, status=status, timeouts=setup.timeouts)
