"""``mandala-lan lobby``, also opened by ``mandala-lan`` alone: from here to every game, and back again."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

import click

from mandala_client.language import _, language_of, said, speak, told
from mandala_client.options import wishes_options

if TYPE_CHECKING:
    from mandala_client.lobby.choices import Alone, Choice, Host
    from mandala_client.lobby.model import Model, Shelf
    from mandala_client.run import Flow, MakeFlow
    from mandala_client.settings import Settings
    from mandala_client.start import Wishes
    from mandala_net.connect import Address
    from mandala_net.listing import Listing
    from mandala_net.news import Ended
    from mandala_net.store import StoredGame


@click.command(
    "lobby",
    help=_(
        "Open the lobby, as without any command.\n\n"
        "It shows the games on the network as they come and go. From it you host, join, play alone, go on with an open "
        "game, look at past ones, read the rules, and change the settings; after each game you are back in it."
    ),
    epilog=_("Example:  mandala-lan lobby --theme high-contrast"),
    short_help=_("Open the lobby, as without any command."),
)
@click.option("--local", is_flag=True, help=_("Only with programs on this machine."))
@wishes_options
def command(local: bool, wishes: Wishes) -> None:
    """Open the lobby, until the person quits."""
    open_lobby(wishes, local=local)


def open_lobby(wishes: Wishes | None = None, *, local: bool = False) -> None:
    """Show the lobby, do what is chosen there, and show it again, until the person quits. Raises ``Sorry``."""
    from mandala_client.lobby.choices import Host, Quit
    from mandala_client.lobby.desk import run_lobby
    from mandala_client.lobby.model import Model
    from mandala_client.lobby.surroundings import Surroundings
    from mandala_client.sorry import Sorry
    from mandala_client.start import start
    from mandala_client.table.terminal import can_draw
    from mandala_net.paths import FolderError

    if not can_draw():
        raise Sorry(_("The lobby needs a terminal. What can be done without one: mandala-lan --help"))
    try:
        started = start(wishes)
    except FolderError as error:
        raise Sorry(told(error)) from error
    settings = started.settings
    around = Surroundings(_read, _save, local=local)
    model = Model(settings, note=" ".join(started.told) or None, host=Host(live_score=settings.live_score))
    while True:
        model, choice = run_lobby(model, around)
        if isinstance(choice, Quit):
            return
        model = _done(model, choice, local=local)
        speak(model.settings.language or language_of())


def _read(settings: Settings) -> Shelf:
    from mandala_client.lobby.shelf import read_shelf
    from mandala_client.sorry import plain_sentences
    from mandala_net.paths import find_paths

    with plain_sentences():
        return read_shelf(find_paths(), settings.name)


def _save(before: Settings, after: Settings) -> None:
    """Follow the new settings, and keep them if that is possible. Raises ``Sorry``."""
    from mandala_client.settings_file import SettingsError, save_settings, settings_file
    from mandala_client.sorry import Sorry, plain_sentences
    from mandala_net.paths import find_paths

    speak(after.language or language_of())
    with plain_sentences():
        paths = find_paths().create()
    try:
        save_settings(settings_file(paths), before, after)
    except SettingsError as error:
        raise Sorry(said(error.sentence)) from error


def _done(model: Model, choice: Choice, *, local: bool) -> Model:
    """Do what was chosen; the lobby after it, which tells in a line how it went.

    After a game one is on its first page; where there was none, and after a replay, on the page from which one left.
    """
    from mandala_client import telling
    from mandala_client.lobby.model import at_home, listening_anew, noted
    from mandala_client.sorry import Sorry, plain_sentences

    model = listening_anew(model)
    try:
        with plain_sentences():
            ended = _carried_out(choice, model.settings, local=local)
    except Sorry as error:
        return noted(model, error.message)
    except KeyboardInterrupt:
        return noted(at_home(model), _("There was no game."))  # the person left before it began
    return model if ended is None else noted(at_home(model), telling.outcome(ended, ended.snapshot))


def _carried_out(choice: Choice, settings: Settings, *, local: bool) -> Ended | None:
    """Play or show what was chosen; how the game ended, None if none was played."""
    from mandala_client.lobby.choices import Alone, GoOn, Host, JoinAt, JoinListed, Quit, Replay

    match choice:
        case Host():
            return _meet(_hosting(choice, local=local), settings)
        case JoinListed(listing=listing):
            return _meet(_joining(settings, listing=listing, local=local), settings)
        case JoinAt(address=address):
            return _meet(_joining(settings, address=address, local=local), settings)
        case Alone():
            return _alone(choice, settings)
        case GoOn(game=game):
            return _meet(_going_on(game, local=local), settings)
        case Replay(game=game):
            _replay(game, settings)
            return None
        case Quit():
            return None
        case _:
            assert_never(choice)


def _meet(make_flow: MakeFlow, settings: Settings) -> Ended:
    from mandala_client.run import meet
    from mandala_client.start import Started

    return meet(make_flow, Started(settings), from_lobby=True)


# How the flows are made. What they need is imported when the game has its first page already.


def _hosting(choice: Host, *, local: bool) -> MakeFlow:
    def make_flow() -> Flow:
        from mandala_client.flows import Hosting, host_flow
        from mandala_protocol.games.mandala import MANDALA
        from mandala_protocol.speaker import Offer

        offer = Offer(MANDALA.name, choice.first, choice.grace * 60, choice.live_score)
        how = Hosting(offer, anybody=not choice.ask, local=local)
        return lambda desk, home: host_flow(desk, home, how)

    return make_flow


def _joining(
    settings: Settings,
    *,
    address: Address | None = None,
    listing: Listing | None = None,
    bot: str | None = None,
    local: bool = False,
) -> MakeFlow:
    def make_flow() -> Flow:
        from mandala_client.flows import Joining, join_flow

        how = Joining(address=address, listing=listing, bot=bot, local=local, live_score=settings.live_score)
        return lambda desk, home: join_flow(desk, home, how)

    return make_flow


def _going_on(game: StoredGame, *, local: bool) -> MakeFlow:
    def make_flow() -> Flow:
        from mandala_client.flows import Resuming, resume_flow
        from mandala_client.telling import game_digits

        how = Resuming(game_digits(game, _DIGITS), local=local)
        return lambda desk, home: resume_flow(desk, home, how)

    return make_flow


_DIGITS = 64
"""All digits of a game's ID."""


def _alone(choice: Alone, settings: Settings) -> Ended:
    from mandala_client.neighbour import bot_host

    def practise() -> Flow:
        from mandala_client.bot_names import bot_name
        from mandala_client.practice import Practising, practice_flow

        bot, live_score = bot_name(choice.bot), settings.live_score
        return lambda desk, home: practice_flow(desk, Practising(choice.bot, home.name, bot, live_score=live_score))

    if choice.practice:
        return _meet(practise, settings)
    with bot_host(choice.bot) as address:
        return _meet(_joining(settings, address=address, bot=choice.bot), settings)


def _replay(game: StoredGame, settings: Settings) -> None:
    """As the command does it, but in the look and the language of the lobby."""
    from mandala_client.commands.replay import show_stored
    from mandala_client.telling import game_digits

    show_stored(game_digits(game, _DIGITS), settings)
