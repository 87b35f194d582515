"""What the pages of the lobby say in plain sentences, each with what can be typed there."""

from __future__ import annotations

from typing import Final

from mandala_client.linear.lobby_words import LINES, AnyWord, LineWord, LobbyWord, meaning, spoken
from mandala_client.records.past_games import Played, remark_on, result_word
from mandala_client.records.statistics import sentences_of, statistics_of
from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.choosing import variants
from mandala_client.screens.lobby.entries import Menu, entries, explanation, form_texts, whoami_lines
from mandala_client.screens.lobby.lobby_model import LobbyModel, LobbyPage
from mandala_client.text import status_text
from mandala_client.text.bot_names import bot_name
from mandala_client.text.calling import program
from mandala_client.text.language import _, ngettext
from mandala_net.store.store import StoredGame

MOST_PAST_GAMES: Final = 20
"""How many of the past games are told at once, the newest ones."""


# The first page.


def welcome(model: LobbyModel) -> list[str]:
    """Where one is, as whom, which games wait, and what can be typed."""
    told = [_("You are in the lobby of Mandala.")]
    if model.shelf is not None:
        told = [_("You are {name}, in the lobby of Mandala.").format(name=model.shelf.name)]
    if model.open_games:
        home = entries(updates.at_home(model))
        waiting = next(entry for entry in home if entry.letter == Menu.OPEN_GAMES.value)
        told.append(_line(waiting.title, waiting.value))
    return [*told, words_to_type()]


def back_again() -> str:
    """That one is on the first page again."""
    return _("You are back in the lobby. Type “{word}” for help.").format(word=spoken(LobbyWord.HELP))


def words_to_type() -> str:
    """The words that are understood everywhere."""
    words = ", ".join(map(spoken, LobbyWord))
    return _("Type one of these words: {words}.").format(words=words)


def help_at_the_table() -> str:
    """What can be typed when a game has been chosen."""
    told = _("Type “{leave}” at any time to leave a game, and “{help}” during it for all commands.")
    return told.format(leave=spoken(LobbyWord.LEAVE), help=spoken(LobbyWord.HELP))


def not_understood() -> str:
    """That a line means nothing here."""
    return _("That is not a command. Type “{word}” for help.").format(word=spoken(LobbyWord.HELP))


def help_lines(model: LobbyModel) -> list[str]:
    """The choices of the page if it has any, and what each word is for."""
    here = form(model) if model.page in LINES else []
    return [*here, *(_line(spoken(word), meaning(word)) for word in LobbyWord)]


# Pages with choices or settings.


def form(model: LobbyModel) -> list[str]:
    """A page of choices or settings: what it is for, how each entry stands, and how to go on."""
    title, about = form_texts(model.page)
    lines = [entry_line(model, word) for word in LINES[model.page] if word is not LineWord.START]
    any_word = _("Type a word for its choices; “{back}” goes back.")
    if LineWord.START in LINES[model.page]:
        any_word = _("Type “{start}” to start, or a word for its choices; “{back}” goes back.")
    how = any_word.format(start=spoken(LineWord.START), back=spoken(LobbyWord.BACK))
    return [f"{title}.", about, *lines, how]


def pointed_at(model: LobbyModel, word: AnyWord) -> LobbyModel:
    """The lobby with the entry of this word pointed at; a language can be chosen from every page."""
    page = model.page if word in LINES.get(model.page, {}) else LobbyPage.SETTINGS
    letters = [entry.letter for entry in entries(updates.opened(model, page))]
    return updates.pointing_at(updates.opened(model, page), letters.index(LINES[page][word].value))


def value_of(pointed: LobbyModel) -> str:
    """How the entry that is pointed at stands."""
    return entries(pointed)[pointed.place.cursor].value


def entry_line(model: LobbyModel, word: AnyWord) -> str:
    """How the entry with this word stands."""
    return _line(spoken(word), value_of(pointed_at(model, word)))


def choices(model: LobbyModel, word: AnyWord) -> list[str]:
    """How the entry stands, what it means where the word does not say it, and what it can be."""
    pointed, typed = pointed_at(model, word), spoken(word)
    about = explanation(pointed.page, entries(pointed)[pointed.place.cursor].letter)
    told = [entry_line(model, word), *([about] if about else [])]
    if word is LineWord.NAME:
        how = _("Type “{word}” and the name that you want, or “{word} -” for the name of your account.")
        return [*told, how.format(word=typed)]
    values = "; ".join(map(value_of, variants(pointed)))
    return [
        *told,
        _("Choices: {values}. To change it, type “{word}” and one of them.").format(values=values, word=typed),
    ]


def not_possible(word: AnyWord) -> str:
    """That an entry cannot have the value that was typed."""
    return _("“{word}” has no such value.").format(word=spoken(word))


# Games that are kept.


def open_games(model: LobbyModel) -> list[str]:
    """The games to go on with, each with its number."""
    if not model.open_games:
        return [model.unread or _("You have no open games.")]
    how = _("To resume a game, type “{word}” and its number, such as: {example}")
    return [
        *(f"{number}: {_open_game(model, game)}" for number, game in enumerate(model.open_games, start=1)),
        _with_example(how, LobbyWord.OPEN),
    ]


def _open_game(model: LobbyModel, game: StoredGame) -> str:
    told = status_text.stored_game(game)
    return _("{game}; the other player is waiting for you").format(game=told) if model.is_waited_for(game) else told


def past_games(model: LobbyModel) -> list[str]:
    """The newest games of before, each with its number."""
    if not model.past_games:
        return [model.unread or _("You have not played yet.")]
    how = _("To replay a game, type “{word}” and its number, such as: {example}")
    review = _("To review a game, type “{word}” and its number, such as: {example}")
    told = [f"{number}: {_past_game(played)}" for number, played in enumerate(model.past_games, start=1)]
    older = len(told) - MOST_PAST_GAMES
    if older > 0:
        more = ngettext(
            "To list {count} older game: {program} history",
            "To list {count} older games: {program} history",
            older,
        )
        told[MOST_PAST_GAMES:] = [more.format(count=older, program=program())]
    return [*told, _with_example(how, LobbyWord.PAST), _with_example(review, LobbyWord.REVIEW)]


def _past_game(played: Played) -> str:
    game, scores = played.game, played.scores
    told = _("{date} against {name}: {result}, {moves}")
    if scores is not None:
        told = _("{date} against {name}: {result} {own} to {theirs}, {moves}")
    remark = remark_on(played)
    line = told.format(
        date=played.begun.strftime("%Y-%m-%d %H:%M"),
        name=played.opponent if game.bot is None else bot_name(game.bot),
        result=result_word(played.result),
        own="" if scores is None else scores[0],
        theirs="" if scores is None else scores[1],
        moves=status_text.moves(game.moves),
    )
    return line if remark is None else f"{line}. {remark}"


def statistics(model: LobbyModel) -> list[str]:
    """How this player has done against each opponent."""
    told = sentences_of(statistics_of(model.past_games))
    return told or [model.unread or _("You have not finished a game yet.")]


def who_am_i(model: LobbyModel) -> list[str]:
    """Name and key."""
    return [model.unread or ""] if model.shelf is None else whoami_lines(model.shelf)


def no_number(word: LobbyWord) -> str:
    """That there is nothing with the number that was typed."""
    return _("There is no game with that number. Type “{word}” to list them.").format(word=spoken(word))


def how_to_join() -> str:
    """What can stand behind the word for joining."""
    how = _("Type “{word}” and the number of a game, or the address that the host shows, such as: {example}")
    return how.format(word=spoken(LobbyWord.JOIN), example=f"{spoken(LobbyWord.JOIN)} 192.168.1.20")


def _with_example(how: str, word: LobbyWord) -> str:
    return how.format(word=spoken(word), example=f"{spoken(word)} 1")


def _line(word: str, meant: str) -> str:
    return _("{word}: {meaning}.").format(word=word, meaning=meant)
