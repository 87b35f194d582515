"""What can be chosen or changed on each page of the lobby: entries with a letter, a title, and how they stand now."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Final, TypeVar, assert_never

from attrs import evolve, frozen

from mandala_client.screens.lobby.choices import BOTS, GRACES, HostGame
from mandala_client.screens.lobby.lobby_model import LobbyModel, LobbyPage, Shelf
from mandala_client.settings.settings import Colours, Settings, Theme
from mandala_client.text.language import Language, _, ngettext, pgettext
from mandala_protocol.seats import First

T = TypeVar("T")


@frozen
class MenuEntry:
    """One entry: the letter that takes it, its title, and how it stands (or what it is about)."""

    letter: str
    title: str
    value: str = ""


class Menu(enum.Enum):
    """The entries of the first page, by their letters."""

    HOST = "h"
    JOIN = "j"
    ALONE = "a"
    OPEN_GAMES = "o"
    PAST_GAMES = "p"
    STATISTICS = "t"
    RULES = "r"
    AID = "i"
    SETTINGS = "s"
    LANGUAGE = "l"
    WHOAMI = "w"
    QUIT = "q"


class HostLine(enum.Enum):
    """The choices of whoever opens a game, by their letters."""

    START = "s"
    FIRST = "f"
    ASK = "a"
    GRACE = "g"
    LIVE_SCORE = "v"


class AloneLine(enum.Enum):
    """The choices of whoever plays alone, by their letters."""

    START = "s"
    BOT = "b"
    PRACTICE = "p"


class SettingLine(enum.Enum):
    """The settings, by their letters."""

    NAME = "n"
    LANGUAGE = "l"
    THEME = "t"
    COLOURS = "c"
    ASCII = "a"
    CONFIRM = "m"
    BELL = "b"
    LIVE_SCORE = "v"
    CHAT = "h"


LANGUAGES: Final[dict[str, Language | None]] = {
    **{language.value[0]: language for language in Language},
    "s": None,
}
"""The languages to choose from, by their letters; None is that of the system."""


def entries(model: LobbyModel) -> tuple[MenuEntry, ...]:
    """The entries of the page that is looked at; the games on the first page stand above them, and are none."""
    match model.page:
        case LobbyPage.HOME:
            return tuple(_menu(model, line) for line in Menu)
        case LobbyPage.HOST:
            return tuple(_host(model.host, line) for line in HostLine)
        case LobbyPage.ALONE:
            return tuple(_alone(model, line) for line in AloneLine)
        case LobbyPage.SETTINGS:
            return tuple(_setting(model, line) for line in SettingLine)
        case LobbyPage.LANGUAGES:
            return tuple(_language(model, letter) for letter in LANGUAGES)
        case _:
            return ()


def things(model: LobbyModel) -> int:
    """How many things can be pointed at on this page."""
    match model.page:
        case LobbyPage.HOME:
            return len(model.listings) + len(Menu)
        case LobbyPage.OPEN_GAMES:
            return len(model.open_games)
        case LobbyPage.PAST_GAMES:
            return len(model.past_games)
        case _:
            return len(entries(model))


# The first page.


def _menu(model: LobbyModel, line: Menu) -> MenuEntry:
    title, value = _menu_texts(model, line)
    return MenuEntry(line.value, title, value)


def _menu_texts(model: LobbyModel, line: Menu) -> tuple[str, str]:
    match line:
        case Menu.HOST:
            return _("Host a game"), _("and wait for someone to join")
        case Menu.JOIN:
            return _("Join by address"), _("a game that is not listed here")
        case Menu.ALONE:
            return _("Play alone"), _("against a bot, also for practice")
        case Menu.OPEN_GAMES:
            return _("Open games"), _open_games(model)
        case Menu.PAST_GAMES:
            return _("Past games"), _past_games(model)
        case Menu.STATISTICS:
            return _("Statistics"), _("your results so far")
        case Menu.RULES:
            return _("Rules"), _("how Mandala is played")
        case Menu.AID:
            return _("Player aid"), _("the actions at a glance")
        case Menu.SETTINGS:
            return _("Settings"), _("name, colours, bell and more")
        case Menu.LANGUAGE:
            return _("Language"), _("English, Deutsch, Nederlands")
        case Menu.WHOAMI:
            return _("Who am I"), _("your name and your key")
        case Menu.QUIT:
            return _("Quit"), ""
        case _:
            assert_never(line)


def _open_games(model: LobbyModel) -> str:
    if model.shelf is None:
        return ""
    waited_for = sum(map(model.is_waited_for, model.open_games))
    if waited_for:
        return ngettext("{count} waiting for you", "{count} waiting for you", waited_for).format(count=waited_for)
    return _count(model.open_games)


def _past_games(model: LobbyModel) -> str:
    return "" if model.shelf is None else _count(model.past_games)


def _count(games: Sequence[object]) -> str:
    if not games:
        return _("none yet")
    return ngettext("{count} game", "{count} games", len(games)).format(count=len(games))


# The other pages.


def _host(host: HostGame, line: HostLine) -> MenuEntry:
    match line:
        case HostLine.START:
            return MenuEntry(line.value, _("Open the game"))
        case HostLine.FIRST:
            return MenuEntry(line.value, _("First player"), _first(host.first))
        case HostLine.ASK:
            value = _("ask me first") if host.ask else _("may join without asking")
            return MenuEntry(line.value, _("Strangers"), value)
        case HostLine.GRACE:
            return MenuEntry(line.value, _("Wait if away"), _grace(host.grace))
        case HostLine.LIVE_SCORE:
            return MenuEntry(line.value, _("Live score"), _live_score(host.live_score))
        case _:
            assert_never(line)


def _first(first: First) -> str:
    match first:
        case First.HOST:
            return pgettext("first player", "you")
        case First.GUEST:
            return pgettext("first player", "the guest")
        case First.LOT:
            return pgettext("first player", "by lot")
        case _:
            assert_never(first)


def _grace(minutes: int) -> str:
    if not minutes:
        return pgettext("grace", "without limit")
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


def _alone(model: LobbyModel, line: AloneLine) -> MenuEntry:
    match line:
        case AloneLine.START:
            return MenuEntry(line.value, _("Start the game"))
        case AloneLine.BOT:
            greedy = model.alone.bot == BOTS[0]
            return MenuEntry(line.value, _("Opponent"), _bot(greedy=greedy))
        case AloneLine.PRACTICE:
            value = _("yes: you can take moves back") if model.alone.practice else pgettext("setting", "no")
            return MenuEntry(line.value, _("Practice"), value)
        case _:
            assert_never(line)


def _bot(*, greedy: bool) -> str:
    return _("the greedy bot, which plays well") if greedy else _("the random bot, which plays any legal move")


def _setting(model: LobbyModel, line: SettingLine) -> MenuEntry:
    settings = model.settings
    match line:
        case SettingLine.NAME:
            return MenuEntry(line.value, _("Name"), _name(model))
        case SettingLine.LANGUAGE:
            return MenuEntry(line.value, _("Language"), language_name(settings.language))
        case SettingLine.THEME:
            return MenuEntry(line.value, _("Theme"), _theme(settings.theme))
        case SettingLine.COLOURS:
            return MenuEntry(line.value, _("Colours"), _colours(settings.colours))
        case SettingLine.ASCII:
            return MenuEntry(line.value, _("ASCII only"), _yes_or_no(settings.only_ascii))
        case SettingLine.CONFIRM:
            return MenuEntry(line.value, _("Confirmation"), _yes_or_no(settings.confirm))
        case SettingLine.BELL:
            return MenuEntry(line.value, _("Bell"), _("on your turn") if settings.bell else pgettext("setting", "no"))
        case SettingLine.LIVE_SCORE:
            return MenuEntry(line.value, _("Live score"), _live_score(settings.live_score))
        case SettingLine.CHAT:
            return MenuEntry(line.value, _("Chat"), _("shown") if settings.chat else _("muted"))
        case _:
            assert_never(line)


def _name(model: LobbyModel) -> str:
    if model.settings.name is not None:
        return model.settings.name
    if model.shelf is None:
        return _("the name of your account")
    return _("{name}, from your account").format(name=model.shelf.name)


def language_name(language: Language | None) -> str:
    """A language by its own name, so that whoever speaks it finds it."""
    return _("the system's") if language is None else language.own_name


def _theme(theme: Theme) -> str:
    match theme:
        case Theme.DEFAULT:
            return pgettext("theme", "default")
        case Theme.HIGH_CONTRAST:
            return pgettext("theme", "high contrast")
        case Theme.COLOUR_BLIND:
            return pgettext("theme", "colour-blind safe")
        case Theme.MONOCHROME:
            return pgettext("theme", "monochrome")
        case _:
            assert_never(theme)


def _colours(colours: Colours) -> str:
    match colours:
        case Colours.AUTO:
            return pgettext("colours", "from the terminal")
        case Colours.TRUE:
            return pgettext("colours", "true colour")
        case Colours.MANY:
            return pgettext("colours", "256")
        case Colours.SIXTEEN:
            return pgettext("colours", "16")
        case Colours.NONE:
            return pgettext("colours", "none")
        case _:
            assert_never(colours)


def _yes_or_no(value: bool) -> str:
    return pgettext("setting", "yes") if value else pgettext("setting", "no")


def _live_score(value: bool) -> str:
    return _("if both want it") if value else pgettext("setting", "no")


def _language(model: LobbyModel, letter: str) -> MenuEntry:
    language = LANGUAGES[letter]
    chosen = _("chosen") if model.settings.language is language else ""
    return MenuEntry(letter, language_name(language), chosen)


def form_texts(page: LobbyPage) -> tuple[str, str]:
    """The title of a page of choices or settings, and what it is for."""
    match page:
        case LobbyPage.HOST:
            return _("Host a game"), _("Choose how you want to play, then open the game for someone to join.")
        case LobbyPage.ALONE:
            return _("Play alone"), _("Bots do not peek: they see only what a player in their seat sees.")
        case LobbyPage.LANGUAGES:
            return _("Language"), _("The language of this program.")
        case _:
            return _("Settings"), _("Changes are saved at once.")


def explanation(page: LobbyPage, letter: str) -> str:
    """What the entry with this letter means, where its title does not say it; else nothing."""
    match page, letter:
        case LobbyPage.HOST, "a":
            return _("Strangers are players you have not met before.")
        case LobbyPage.HOST, "g":
            return _("A player who has waited this long for the other player may abandon the game.")
        case ((LobbyPage.HOST | LobbyPage.SETTINGS), "v"):
            return _("Show a live score: your own points, and the points the other player is known to have.")
        case LobbyPage.ALONE, "p":
            return _(
                "It is not kept and does not count. Afterwards you can play the same cards with the seats swapped."
            )
        case LobbyPage.SETTINGS, "n":
            return _("The name that the other player sees. Without one, the name of your account is used.")
        case LobbyPage.SETTINGS, "m":
            return _("You are asked before a move you might regret.")
        case LobbyPage.SETTINGS, "b":
            return _("The terminal rings or flashes when it is your turn.")
        case LobbyPage.SETTINGS, "c":
            return _("If colours look wrong, choose fewer.")
        case _:
            return ""


def whoami_lines(shelf: Shelf) -> list[str]:
    """Name and key, what they are for, and where the secret part of the key is: a sentence, and the file."""
    return [
        _("Name: {name}").format(name=shelf.name),
        _("Key: {key}").format(key=shelf.fingerprint),
        _(
            "Other players see both. Read the key aloud to each other. If it is the same on both "
            "screens, no one else can be in between."
        ),
        _("The secret part of your key is in this file. Keep it to yourself:"),
        shelf.identity_file,
    ]


# Changing how they stand.


def turned(model: LobbyModel, steps: int) -> LobbyModel | Settings:
    """The entry that is pointed at, turned to its next value, or back to the one before if ``steps`` is negative.

    A setting that changes is given back with all others, to be saved.
    """
    match model.page:
        case LobbyPage.HOST:
            return evolve(model, host=_turned_host(model.host, list(HostLine)[model.place.cursor], steps), note=None)
        case LobbyPage.ALONE:
            return _turned_alone(model, list(AloneLine)[model.place.cursor], steps)
        case LobbyPage.SETTINGS:
            line = list(SettingLine)[model.place.cursor]
            settings = _turned_setting(model.settings, line, steps)
            return model if settings == model.settings else settings
        case _:
            return model


def _next(values: Sequence[T], now: T, steps: int) -> T:
    return values[(values.index(now) + steps) % len(values)]


def _turned_host(host: HostGame, line: HostLine, steps: int) -> HostGame:
    match line:
        case HostLine.START:
            return host
        case HostLine.FIRST:
            return evolve(host, first=_next((First.LOT, First.HOST, First.GUEST), host.first, steps))
        case HostLine.ASK:
            return evolve(host, ask=not host.ask)
        case HostLine.GRACE:
            return evolve(host, grace=_next(GRACES, host.grace, steps))
        case HostLine.LIVE_SCORE:
            return evolve(host, live_score=not host.live_score)
        case _:
            assert_never(line)


def _turned_alone(model: LobbyModel, line: AloneLine, steps: int) -> LobbyModel:
    alone = model.alone
    match line:
        case AloneLine.START:
            return model
        case AloneLine.BOT:
            alone = evolve(alone, bot=_next(BOTS, alone.bot, steps))
        case AloneLine.PRACTICE:
            alone = evolve(alone, practice=not alone.practice)
        case _:
            assert_never(line)
    return evolve(model, alone=alone, note=None)


def _turned_setting(settings: Settings, line: SettingLine, steps: int) -> Settings:
    match line:
        case SettingLine.NAME:
            return settings  # a name is typed
        case SettingLine.LANGUAGE:
            return evolve(settings, language=_next((None, *Language), settings.language, steps))
        case SettingLine.THEME:
            return evolve(settings, theme=_next(list(Theme), settings.theme, steps))
        case SettingLine.COLOURS:
            return evolve(settings, colours=_next(list(Colours), settings.colours, steps))
        case SettingLine.ASCII:
            return evolve(settings, only_ascii=not settings.only_ascii)
        case SettingLine.CONFIRM:
            return evolve(settings, confirm=not settings.confirm)
        case SettingLine.BELL:
            return evolve(settings, bell=not settings.bell)
        case SettingLine.LIVE_SCORE:
            return evolve(settings, live_score=not settings.live_score)
        case SettingLine.CHAT:
            return evolve(settings, chat=not settings.chat)
        case _:
            assert_never(line)
