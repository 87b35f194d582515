"""The pages of the lobby in plain sentences, each with what can be typed there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mandala_client.records.past_games import table_of
from mandala_client.records.statistics import all_statistics, sentences_of, titled
from mandala_client.screens.lobby.entries import FORMS, Menu, chosen_on, counted, form_texts, shown, whoami_lines
from mandala_client.screens.lobby.lobby_model import LobbyModel, LobbyPage
from mandala_client.sentences import status_text
from mandala_client.settings.setting import Setting
from mandala_client.text.language import InContext, _, label, ngettext
from mandala_client.text.own_command import program
from mandala_client.text.quoting import quoted
from mandala_client.text.typed_words import TypedWord, WordPlace, named, spoken_word, words_at
from mandala_net.store.store import StoredGame

FIRST_WORDS: Final = (
    TypedWord.GAMES,
    TypedWord.JOIN,
    TypedWord.HOST,
    TypedWord.LEARN,
    TypedWord.ALONE,
    TypedWord.OPEN,
    TypedWord.HELP,
    TypedWord.LEAVE,
)
"""The words that begin a game or lead on; the help has the others."""

MOST_PAST_GAMES: Final = 20
"""The number of past games that are told at once, the newest ones."""


# The first page.


def welcome(model: LobbyModel) -> list[str]:
    """The welcome to the lobby: the player's name, the games that wait, and what can be typed."""
    sentences = [_("You are in the lobby of Mandala.")]
    if model.archive is not None and model.settings.name is not None:
        sentences = [_("You are {name}, in the lobby of Mandala.").format(name=model.archive.name)]
    elif model.archive is not None:
        text = _("Other players see you as {name}, like your account. To choose another name, type “{settings}”.")
        sentences.append(text.format(name=quoted(model.archive.name), settings=spoken_word(TypedWord.SETTINGS)))
    if model.open_games:
        sentences.append(_line(_(Menu.OPEN_GAMES.value.title), counted(model, Menu.OPEN_GAMES)))
    if model.may_learn:
        sentences.append(_("New here? Type “{word}” to learn the game.").format(word=spoken_word(TypedWord.LEARN)))
    words = ", ".join(map(spoken_word, FIRST_WORDS))
    return [*sentences, _("Type one of these words: {words}.").format(words=words)]


def back_again() -> str:
    """Say that one is on the first page again."""
    return _("You are back in the lobby. Type “{word}” for help.").format(word=spoken_word(TypedWord.HELP))


def help_at_the_table() -> str:
    """The help on what can be typed once a game has been chosen."""
    text = _("Type “{leave}” at any time to leave a game, and “{help}” during it for all commands.")
    return text.format(leave=spoken_word(TypedWord.LEAVE), help=spoken_word(TypedWord.HELP))


def not_understood() -> str:
    """Say that a line means nothing here."""
    return _("That is not a command. Type “{word}” for help.").format(word=spoken_word(TypedWord.HELP))


def alone_or_with(word: TypedWord, games: Sequence[str]) -> str:
    """Say that only one of these games can follow a word."""
    text = _("Type “{word}” alone, or with the name of a game after it: {games}.")
    return text.format(word=spoken_word(word), games=", ".join(games))


def help_lines(model: LobbyModel) -> list[str]:
    """The choices of the page if it has any, and what each word is for."""
    here = form(model) if model.page in FORMS else []
    return [*here, *(_line(spoken_word(word), word.meaning(WordPlace.LOBBY)) for word in words_at(WordPlace.LOBBY))]


# Pages with choices or settings.


def asked_for(typed: str, page: LobbyPage) -> TypedWord | Setting | None:
    """The meaning of a typed word on this page: an action, or a setting of the page."""
    here: dict[InContext, TypedWord | Setting] = {word.spelling: word for word in words_at(WordPlace.LOBBY)}
    if page in FORMS:
        if FORMS[page].start is not None:
            here |= {word.spelling: word for word in words_at(WordPlace.CHOICES)}
        here |= {setting.word: setting for setting in FORMS[page].settings}
    return named(typed, here)


def form(model: LobbyModel) -> list[str]:
    """A page of choices or settings: what it is for, how each setting stands, and how to go on."""
    title, about = form_texts(model.page)
    lines = [entry_line(model, setting) for setting in FORMS[model.page].settings]
    return [f"{title}.", about, *lines, how_to_go_on(model.page)]


def how_to_go_on(page: LobbyPage) -> str:
    """The sentence about what can be typed on a page of choices or settings."""
    any_word = _("Type a word for its choices; “{back}” goes back.")
    if FORMS[page].start is not None:
        any_word = _("Type “{start}” to start, or a word for its choices; “{back}” goes back.")
    return any_word.format(start=spoken_word(TypedWord.START), back=spoken_word(TypedWord.BACK))


def entry_line(model: LobbyModel, setting: Setting) -> str:
    """A setting of this page with its value."""
    return _line(label(setting.word), shown(model, setting))


def choices(model: LobbyModel, setting: Setting) -> list[str]:
    """A setting of this page: its value, its purpose and its choices."""
    sentences = [entry_line(model, setting), label(setting.help)]
    if setting.typed:
        how = _("Type “{word}” and the name that you want, or “{word} -” for the name of your account.")
        return [*sentences, how.format(word=label(setting.word))]
    values = "; ".join(map(label, setting.values_on(chosen_on(model)).values()))
    how = _("Choices: {values}. To change it, type “{word}” and one of them.")
    return [*sentences, how.format(values=values, word=label(setting.word))]


def not_possible(setting: Setting) -> str:
    """The sentence that a setting cannot have the value that was typed."""
    return _("“{word}” has no such value.").format(word=label(setting.word))


# Games that are kept.


def open_games(model: LobbyModel) -> list[str]:
    """The games to resume, each with its number."""
    if not model.open_games:
        return [model.unread or _("You have no open games.")]
    how = _("To resume a game, type “{word}” and its number, such as: {example}")
    return [
        *(f"{number}: {_open_game(model, game)}" for number, game in enumerate(model.open_games, start=1)),
        _with_example(how, TypedWord.OPEN),
    ]


def _open_game(model: LobbyModel, game: StoredGame) -> str:
    text = status_text.stored_game(game)
    return _("{game}; the other player is waiting for you").format(game=text) if model.is_waited_for(game) else text


def past_games(model: LobbyModel) -> list[str]:
    """The newest games of before, each with its number."""
    if not model.past_games:
        return [model.unread or _("You have not played yet.")]
    how = _("To replay a game, type “{word}” and its number, such as: {example}")
    review = _("To review a game, type “{word}” and its number, such as: {example}")
    lines = [f"{number}: {text}" for number, text in enumerate(table_of(model.past_games).sentences(), start=1)]
    older = len(lines) - MOST_PAST_GAMES
    if older > 0:
        more = ngettext(
            "To list {count} older game: {program} history",
            "To list {count} older games: {program} history",
            older,
        )
        lines[MOST_PAST_GAMES:] = [more.format(count=older, program=program())]
    return [*lines, _with_example(how, TypedWord.PAST), _with_example(review, TypedWord.REVIEW)]


def statistics(model: LobbyModel) -> list[str]:
    """The sentences about this player's results against each opponent."""
    sentences = titled(all_statistics(model.past_games), sentences_of, between=())
    return sentences or [model.unread or _("You have not finished a game yet.")]


def who_am_i(model: LobbyModel) -> list[str]:
    """Name and key."""
    return [model.unread or ""] if model.archive is None else whoami_lines(model.archive)


def no_number(word: TypedWord) -> str:
    """Say that there is nothing with the number that was typed."""
    return _("There is no game with that number. Type “{word}” to list them.").format(word=spoken_word(word))


def how_to_join() -> str:
    """The sentence about what can follow the word for joining."""
    how = _("Type “{word}” and the number of a game, or the address that the host shows, such as: {example}")
    return how.format(word=spoken_word(TypedWord.JOIN), example=f"{spoken_word(TypedWord.JOIN)} 192.168.1.20")


def _with_example(how: str, word: TypedWord) -> str:
    return how.format(word=spoken_word(word), example=f"{spoken_word(word)} 1")


def _line(word: str, meant: str) -> str:
    return _("{word}: {meaning}.").format(word=word, meaning=meant)
