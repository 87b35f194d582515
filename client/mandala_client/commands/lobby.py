"""``mandala-lan lobby``, also opened by ``mandala-lan`` alone: from here to every game, and back again."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click
from attrs import field, frozen

from mandala_client.commands.importing import without_collecting
from mandala_client.commands.naming import with_name_kept
from mandala_client.commands.options import linear_option, wishes_options
from mandala_client.screens.lobby.choices import (
    GoOn,
    HostGame,
    JoinAt,
    JoinListed,
    LearnGame,
    LobbyChoice,
    PlayAlone,
    Quit,
    ReadReview,
    WatchReplay,
)
from mandala_client.sentences.failures import plain_sentences
from mandala_client.settings.start import GivenOptions, Started, start
from mandala_client.text.language import _, language_of, speak
from mandala_client.text.lines import print_line
from mandala_client.text.sorry import Sorry
from mandala_net.player.paths import Paths, find_paths

if TYPE_CHECKING:
    from mandala_client.commands.run import Flow, MakeFlow
    from mandala_client.linear.typed_lines import TypedLines
    from mandala_client.screens.lobby.lobby_model import Archive, LobbyModel, Surroundings
    from mandala_client.settings.settings import Settings
    from mandala_net.match.news import GameEnded
    from mandala_net.store.store import StoredGame


@click.command(
    "lobby",
    help=_(
        "Open the lobby (the same as no command).\n\n"
        "It shows the games on the network as they come and go. From there you can host, join, "
        "play alone, resume a game, look at past games, read the rules, and change the settings. "
        "After each game you return to it."
    )
    + "\n\n"
    + _(
        "With --linear, or without a terminal, the lobby is in text mode: it writes plain "
        "sentences and reads typed words."
    ),
    epilog=_("Example:  mandala-lan lobby --theme high-contrast"),
)
@click.option("--local", is_flag=True, help=_("Only with programs on this computer."))
@linear_option
@wishes_options
def command(local: bool, linear: bool, wishes: GivenOptions) -> None:
    """Open the lobby, until the person quits."""
    open_lobby(wishes, local=local, linear=linear)


@without_collecting()  # until there is something to be seen, as ``_read`` is called
def open_lobby(
    wishes: GivenOptions | None = None, *, local: bool = False, linear: bool = False, lines: TypedLines | None = None
) -> None:
    """Show the lobby, do what is chosen there, and show it again, until the person quits. Raises ``Sorry``.

    ``linear``: in sentences, as also where there is no terminal. Then ``lines`` are what is typed, those of standard
    input by default; the games hear them too.
    """
    from mandala_client.screens.lobby.lobby_model import LobbyModel, Surroundings
    from mandala_client.ui.abilities import can_draw

    started = start(wishes)
    with plain_sentences():
        find_paths()
        try:
            started = with_name_kept(started, asking=True)
        except KeyboardInterrupt:
            return
    if lines is None and (linear or not can_draw()):
        from mandala_client.linear.typed_lines import standard_input

        lines = standard_input()
    how = _How(local, lines)
    settings = started.settings
    stay = _lobby(Surroundings(_read, _save, local=local), lines)
    model = LobbyModel(
        settings, note=" ".join(started.sentences) or None, host=HostGame(live_score=settings.live_score)
    )
    with _one_screen(how):
        while True:
            model, choice = stay(model)
            if isinstance(choice, Quit):
                return
            model = _done(model, choice, how)
            speak(model.settings.language or language_of())


@contextmanager
def _one_screen(how: _How) -> Iterator[None]:
    """Share one full screen between lobby and games; what the games leave to be read comes when the lobby is left."""
    if how.lines is not None:
        yield
        return
    from mandala_client.ui.kept_screen import kept_screen

    try:
        with kept_screen():
            yield
    finally:
        for line in how.left_behind:
            print_line(line)


def open_lobby_if_typed() -> bool:
    """Open the lobby in text mode if there is no terminal but something is typed; return whether it was opened.

    A terminal that cannot be drawn on is someone who will type. From anywhere else the first line has to come soon.
    """
    import trio

    from mandala_client.linear.typed_lines import standard_input

    lines = standard_input()
    typed_by_hand = sys.stdin is not None and sys.stdin.isatty()
    if not (sys.stdout.isatty() if typed_by_hand else trio.run(_is_typed, lines)):
        return False
    open_lobby(linear=True, lines=lines)
    return True


FIRST_LINE_SECONDS: Final = 3.0
"""The time, in seconds, that a program which started this one without a terminal has to type something."""


async def _is_typed(lines: TypedLines) -> bool:
    import trio

    with trio.move_on_after(FIRST_LINE_SECONDS):
        return await lines.is_more()
    return False


@frozen
class _How:
    """``local``: with programs on this machine only. ``lines``: what is typed in text mode; None on a screen.

    ``left_behind``: what stays to be read when the full screen is gone, gathered from each game.
    """

    local: bool
    lines: TypedLines | None
    left_behind: list[str] = field(factory=list)


def _lobby(around: Surroundings, lines: TypedLines | None) -> Callable[[LobbyModel], tuple[LobbyModel, LobbyChoice]]:
    """The lobby in the form that is wanted; what it is called with, and gives, is as for ``Lobby``."""
    if lines is None:
        from mandala_client.screens.lobby.lobby_screen import Lobby
        from mandala_client.ui.kept_screen import forget_typed

        def stay(model: LobbyModel) -> tuple[LobbyModel, LobbyChoice]:
            forget_typed()  # here a letter does something at once, and it was meant for what was on the screen before
            return Lobby(model, around).run()

        return stay
    from mandala_client.linear.text_lobby import LinearLobby

    return LinearLobby(around, lines, sys.stdout).run


def _read(settings: Settings) -> Archive:
    gc.enable()
    with plain_sentences():
        return read_shelf(find_paths(), settings.name)


def read_shelf(paths: Paths, name: str | None) -> Archive:
    """All that the lobby shows of this player; ``name`` as it is chosen in the settings.

    Raises ``FolderError``, ``IdentityError`` or ``StoreError``.
    """
    from mandala_client.records.library import open_games
    from mandala_client.records.past_games import games_played
    from mandala_client.screens.lobby.lobby_model import Archive
    from mandala_client.settings.own import notices
    from mandala_net.player.profile import open_home
    from mandala_net.trust.identity import fingerprint

    with open_home(paths, name) as profile:
        return Archive(
            name=profile.name,
            fingerprint=fingerprint(profile.identity.public),
            identity_file=str(paths.identity),
            open=tuple(open_games(profile)),
            past=tuple(games_played(profile)),
            notices=tuple(notices(profile)),
            fingerprints=profile.players.fingerprints,
            blocked=frozenset(profile.players.blocked),
        )


def _save(before: Settings, after: Settings) -> None:
    """Follow the new settings, and keep them if that is possible. Raises ``Sorry``."""
    from mandala_client.settings.settings_file import save_settings

    speak(after.language or language_of())
    with plain_sentences():
        paths = find_paths().create()
    save_settings(paths.settings, before, after)


def _done(model: LobbyModel, choice: LobbyChoice, how: _How) -> LobbyModel:
    """Do what was chosen; the lobby after it, which tells in a line how it went.

    After a game one is on its first page; where there was none, and after a replay, on the page from which one left.
    In sentences the game has told already how it went.
    """
    from mandala_client.screens.lobby.lobby_model import at_home, listening_anew, noted
    from mandala_client.sentences import outcomes

    model = listening_anew(model)
    try:
        with plain_sentences():
            ended = _carried_out(choice, model.settings, how)
    except Sorry as error:
        return noted(model, error.message)
    except KeyboardInterrupt:
        if isinstance(choice, WatchReplay):
            return model
        return noted(at_home(model), _("There was no game: you left before it started."))
    if ended is None or how.lines is not None:
        return model
    sentences = [outcomes.outcome(ended, ended.snapshot, in_lobby=True), *outcomes.warning(ended)]
    return noted(at_home(model), " ".join(sentences))


def _carried_out(choice: LobbyChoice, settings: Settings, how: _How) -> GameEnded | None:
    """Play or show what was chosen; how the game ended, None if none was played."""
    from mandala_client.commands.run import against_bot, meet, taught

    match choice:
        case WatchReplay(game=game):
            from mandala_client.commands.replay import show_stored, tell_stored

            # As the command does, but in the form, look and language of the lobby.
            replayed = show_stored if how.lines is None else tell_stored
            replayed(_id_of(game), settings)
            return None
        case ReadReview(game=game):
            from mandala_client.commands.review import tell_stored_review

            tell_stored_review(_id_of(game), settings)  # the full screen opens it from the replay instead
            return None
        case Quit():
            return None
        case PlayAlone(game=name, bot=bot, practice=practice):
            from mandala_client.play.alone import Alone

            make_flow = against_bot(Alone(name, bot), settings, practice=practice)
        case LearnGame(game=name):
            from mandala_client.commands.learn import lesson_of

            make_flow = taught(name, lesson_of(name))
        case met:
            make_flow = _flow_of(met, settings, local=how.local)
    linear, left_behind = how.lines is not None, how.left_behind.append
    return meet(make_flow, Started(settings), linear=linear, lines=how.lines, left_behind=left_behind)


# How the flows are made. What they need is imported when the game has its first page already.


def _flow_of(choice: HostGame | JoinListed | JoinAt | GoOn, settings: Settings, *, local: bool) -> MakeFlow:
    def make_flow() -> Flow:
        from mandala_client.play import flows
        from mandala_client.play.joining import Joining, guest_setup
        from mandala_net.discovery.dns_sd import Reach
        from mandala_net.match.reconnect import Places
        from mandala_net.match.setup import MatchSetup
        from mandala_protocol.conversation.speaker import GameTerms

        match choice:
            case HostGame(game=game, first=first, grace=grace):
                terms = GameTerms(game, first, grace * 60, choice.live_score)
                hosting = flows.Hosting(terms, MatchSetup(Places(Reach.kept(local=local))), anybody=not choice.ask)
                return lambda frontend, profile: flows.host_flow(frontend, profile, hosting)
            case JoinListed(listing=listing):
                joining = Joining(guest_setup(settings, local=local), listing=listing)
                return lambda frontend, profile: flows.join_flow(frontend, profile, joining)
            case JoinAt(address=address):
                joining = Joining(guest_setup(settings, local=local), address=address)
                return lambda frontend, profile: flows.join_flow(frontend, profile, joining)
            case GoOn(game=stored):
                resuming = flows.Resuming(_id_of(stored), local=local)
                return lambda frontend, profile: flows.resume_flow(frontend, profile, resuming)

    return make_flow


def _id_of(game: StoredGame) -> str:
    """All digits of a game's ID."""
    from mandala_client.sentences.status_text import game_digits

    return game_digits(game, 64)
