"""The entries on each page of the lobby, with a letter, a title and their value."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from attrs import AttrsInstance, frozen

from mandala_client.screens.lobby.choices import HostGame, PlayAlone
from mandala_client.screens.lobby.lobby_model import Archive, LobbyModel, LobbyPage
from mandala_client.settings.setting import Setting, settings_of
from mandala_client.settings.settings import Settings
from mandala_client.text.language import Language, _, label, ngettext
from mandala_protocol.sentence import N_

PageChoices: TypeAlias = Settings | HostGame | PlayAlone
"""The choice on a page, as a whole."""


@frozen
class MenuEntry:
    """One entry: the letter that takes it, its title, and how it stands (or what it is about)."""

    letter: str
    title: str
    value: str = ""


@frozen(eq=False)
class MenuRow:
    """An entry of the first page; ``page`` is what it opens, None if it leaves the lobby."""

    letter: str
    title: str
    about: str
    page: LobbyPage | None


class Menu(enum.Enum):
    """The entries of the first page."""

    HOST = MenuRow("h", N_("Host a game"), N_("and wait for someone to join"), LobbyPage.HOST)
    JOIN = MenuRow("j", N_("Join by address"), N_("a game that is not listed here"), LobbyPage.JOIN)
    LEARN = MenuRow("e", N_("Learn to play"), N_("a lesson of five minutes"), None)
    ALONE = MenuRow("a", N_("Play alone"), N_("against a bot, also for practice"), LobbyPage.ALONE)
    OPEN_GAMES = MenuRow("o", N_("Open games"), "", LobbyPage.OPEN_GAMES)
    PAST_GAMES = MenuRow("p", N_("Past games"), "", LobbyPage.PAST_GAMES)
    STATISTICS = MenuRow("t", N_("Statistics"), N_("your results so far"), LobbyPage.STATISTICS)
    RULES = MenuRow("r", N_("Rules"), N_("how the game is played"), LobbyPage.RULES)
    AID = MenuRow("i", N_("Player aid"), N_("the actions at a glance"), LobbyPage.AID)
    SETTINGS = MenuRow("s", N_("Settings"), N_("name, colours, bell and more"), LobbyPage.SETTINGS)
    LANGUAGE = MenuRow("l", N_("Language"), N_("English, Deutsch, Nederlands"), LobbyPage.LANGUAGES)
    WHOAMI = MenuRow("w", N_("Who am I"), N_("your name and your key"), LobbyPage.WHOAMI)
    QUIT = MenuRow("q", N_("Quit"), "", None)


@frozen(eq=False)
class Form:
    """A page of choices or settings: its title, what it is for, and what begins with these choices, if anything."""

    title: str
    about: str
    kind: type[AttrsInstance]
    start: str | None = None

    @property
    def settings(self) -> list[Setting]:
        """The settings on it."""
        return [setting for setting in settings_of(self.kind) if not setting.is_hidden()]


FORMS: Final[Mapping[LobbyPage, Form]] = {
    LobbyPage.HOST: Form(
        N_("Host a game"),
        N_("Choose how you want to play, then open the game for someone to join."),
        HostGame,
        N_("Open the game"),
    ),
    LobbyPage.ALONE: Form(
        N_("Play alone"),
        N_("Bots do not peek: they see only what a player in their seat sees."),
        PlayAlone,
        N_("Start the game"),
    ),
    LobbyPage.SETTINGS: Form(N_("Settings"), N_("Changes are saved at once."), Settings),
}

_START_LETTER: Final = "s"

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
        case LobbyPage.LANGUAGES:
            return tuple(_language(model, letter) for letter in LANGUAGES)
        case page if page in FORMS:
            form = FORMS[page]
            start = () if form.start is None else (MenuEntry(_START_LETTER, _(form.start)),)
            return (
                *start,
                *(MenuEntry(setting.letter, _(setting.title), shown(model, setting)) for setting in form.settings),
            )
        case _:
            return ()


def count_entries(model: LobbyModel) -> int:
    """The number of entries that can be selected on this page."""
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
    row = line.value
    return MenuEntry(row.letter, _(row.title), counted(model, line) or _(row.about))


def counted(model: LobbyModel, line: Menu) -> str:
    """The number of our games that an entry is about, once they have been read; otherwise nothing."""
    if model.archive is None:
        return ""
    match line:
        case Menu.OPEN_GAMES:
            waited_for = sum(map(model.is_waited_for, model.open_games))
            if waited_for:
                return ngettext("{count} waiting", "{count} waiting", waited_for).format(count=waited_for)
            return _count(model.open_games)
        case Menu.PAST_GAMES:
            return _count(model.past_games)
        case _:
            return ""


def _count(games: Sequence[object]) -> str:
    if not games:
        return _("none yet")
    return ngettext("{count} game", "{count} games", len(games)).format(count=len(games))


# The other pages.


def pointed_setting(model: LobbyModel) -> Setting | None:
    """The setting that is pointed at, None if none is."""
    form = FORMS.get(model.page)
    if form is None:
        return None
    number = model.place.cursor - (form.start is not None)
    return form.settings[number] if 0 <= number < len(form.settings) else None


def chosen_on(model: LobbyModel) -> PageChoices:
    """The choices on this page; the settings on every page without choices."""
    match model.page:
        case LobbyPage.HOST:
            return model.host
        case LobbyPage.ALONE:
            return model.alone.with_fitting_bot()
        case _:
            return model.settings


def shown(model: LobbyModel, setting: Setting) -> str:
    """The value of a setting of this page; if no name was chosen, the one that is used."""
    chosen = chosen_on(model)
    if setting.typed and setting.now(chosen) is None and model.archive is not None:
        return _("{name}, from your account").format(name=model.archive.name)
    return setting.shown(chosen)


def _language(model: LobbyModel, letter: str) -> MenuEntry:
    language = LANGUAGES[letter]
    name = _("the system's") if language is None else language.own_name
    return MenuEntry(letter, name, _("chosen") if model.settings.language is language else "")


def form_texts(page: LobbyPage) -> tuple[str, str]:
    """The title of a page of choices or settings, and what it is for."""
    if page is LobbyPage.LANGUAGES:
        return _("Language"), _("The language of this program.")
    return _(FORMS[page].title), _(FORMS[page].about)


def explanation(model: LobbyModel) -> str:
    """The purpose of the selected setting; nothing if none is selected."""
    one = pointed_setting(model)
    return "" if one is None else label(one.help)


def whoami_lines(archive: Archive) -> list[str]:
    """Name and key, what they are for, and where the secret part of the key is: a sentence, and the file."""
    return [
        _("Name: {name}").format(name=archive.name),
        _("Key: {key}").format(key=archive.fingerprint),
        _(
            "Other players see both. Read the key aloud to each other. If it is the same on both "
            "screens, no one else can be in between."
        ),
        _("The secret part of your key is in this file. Keep it to yourself:"),
        archive.identity_file,
    ]
