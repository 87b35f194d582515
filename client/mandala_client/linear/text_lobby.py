"""The lobby in text mode: plain sentences, and words that are typed, for screen readers, scripts and pipes.

What can be chosen, and what comes of it, is as on the full screen. Nothing is redrawn; games on the network are told of
as they come and go.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TextIO, TypeAlias

import trio
from attrs import evolve

from mandala_client.games.catalogue import ui_of
from mandala_client.linear import lobby_sentences
from mandala_client.linear.lobby_games import GamesTold
from mandala_client.linear.typed_lines import TypedLines
from mandala_client.linear.voice import Voice
from mandala_client.linear.word_help import stands_alone
from mandala_client.play.stopping import run_until_stopped
from mandala_client.screens.lobby import choosing
from mandala_client.screens.lobby import lobby_model as updates
from mandala_client.screens.lobby.choices import GoOn, LearnGame, LobbyChoice, Quit, ReadReview, WatchReplay
from mandala_client.screens.lobby.choosing import Save, Taken
from mandala_client.screens.lobby.entries import FORMS, PageChoices, chosen_on
from mandala_client.screens.lobby.lobby_life import listen, own_things
from mandala_client.screens.lobby.lobby_model import LobbyModel, LobbyPage, Surroundings, Update
from mandala_client.settings.setting import Setting, written
from mandala_client.settings.settings import SETTINGS, Settings
from mandala_client.text.characters import write_for
from mandala_client.text.console_font import font_of
from mandala_client.text.language import label, label_in_letters
from mandala_client.text.sorry import Sorry
from mandala_client.text.typed_words import TypedWord, WordPlace, is_spelled, value_meant

Listen: TypeAlias = Callable[[Callable[[Update], None]], Awaitable[None]]
"""Follows the games on the network until it is cancelled."""

_LANGUAGE: Final = next(setting for setting in SETTINGS if setting.attribute == "language")

_GAME: Final = next(setting for setting in SETTINGS if setting.attribute == "game")

_NO_NAME: Final = "-"
"""The sign typed for the name of the account."""


class LinearLobby:
    """The lobby of one program, however often one comes back to it; it speaks to ``out`` and hears ``lines``.

    ``listen`` tells it of the games on the network; by default they are looked for where ``around`` says.
    """

    def __init__(
        self, around: Surroundings, lines: TypedLines, out: TextIO, *, listen_to: Listen | None = None
    ) -> None:
        self._around, self._lines, self._out, self._voice = around, lines, out, Voice(out)
        self._listen = listen_to or partial(listen, known=lambda: self.model.known_keys, local=around.local)
        self._games = GamesTold()
        self._welcomed = self._helped = self._gathering = False
        self._changed = trio.lowlevel.ParkingLot()

    def run(self, model: LobbyModel) -> tuple[LobbyModel, LobbyChoice]:
        """Be in the lobby until something is chosen; how it was left, and with which choice.

        Raises ``SystemExit`` after a signal to end.
        """

        async def stay(_stop: Callable[[], None]) -> tuple[LobbyModel, LobbyChoice]:
            return await self.visit(model)

        return run_until_stopped(stay)

    async def visit(self, model: LobbyModel) -> tuple[LobbyModel, LobbyChoice]:
        """Run the lobby within trio until the player chooses, beginning on the first page.

        The note of the model is said first.
        """
        self.model = model
        self._say_note()
        self.model = updates.listening_anew(updates.at_home(self.model))
        await self._read()
        self._voice.say_all([lobby_sentences.back_again()] if self._welcomed else lobby_sentences.welcome(self.model))
        self._welcomed = True
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._listen, self._change)
            choice = await self._until_chosen()
            nursery.cancel_scope.cancel()
        if not self._helped and not isinstance(choice, Quit | WatchReplay | ReadReview):
            self._helped = True
            self._voice.say(lobby_sentences.help_at_the_table())
        return self.model, choice

    # What comes beside the typed lines.

    async def _read(self) -> None:
        """Read this player's own things; what there is to be said about them is said."""
        self.model = (await own_things(self._around, self.model.settings))(self.model)
        self._say_note()

    def _change(self, update: Update) -> None:
        self.model = update(self.model)
        if not self._gathering:
            self._voice.say_all(self._games.news(self.model))
        self._changed.unpark_all()

    async def _looked_around(self) -> None:
        """Wait until it has been looked for games long enough to say which are there."""
        while self.model.searching:
            await self._changed.park()

    # What is typed.

    async def _until_chosen(self) -> LobbyChoice:
        while True:
            line = await self._lines.next()
            if line is None:
                return Quit()
            self._games.heard_something()
            choice = await self._understand(line) if line else None
            if choice is not None:
                return choice

    async def _understand(self, line: str) -> LobbyChoice | None:
        typed, _space, rest = line.partition(" ")
        asked = lobby_sentences.asked_for(typed, self.model.page)
        match asked:
            case None:
                self._voice.say(lobby_sentences.not_understood())
                return None
            case TypedWord():
                return await self._do(asked, rest.strip())
            case Setting():
                await self._set(self.model, asked, rest.strip())
                return None

    async def _do(self, word: TypedWord, rest: str) -> LobbyChoice | None:
        """Do what a word asks for that is understood everywhere; ``rest`` is the text after it."""
        if rest and not word.can_be_followed(WordPlace.LOBBY):
            self._voice.say(stands_alone(word))
            return None
        match word:
            case TypedWord.GAMES:
                self._gathering = True  # all that there are will be told at once
                await self._looked_around()
                self._gathering = False
                self._voice.say_all(self._games.all(self.model))
            case TypedWord.JOIN:
                return await self._join(rest)
            case TypedWord.HOST:
                return await self._open(LobbyPage.HOST, rest)
            case TypedWord.LEARN:
                game = self._game_named(word, rest)
                return None if game is None else LearnGame(game)
            case TypedWord.ALONE:
                return await self._open(LobbyPage.ALONE, rest)
            case TypedWord.OPEN | TypedWord.PAST:
                return await self._take_listed(word, rest)
            case TypedWord.REVIEW:
                replay = await self._take_listed(word, rest)
                return ReadReview(replay.game) if isinstance(replay, WatchReplay) else None
            case TypedWord.SETTINGS:
                return await self._open(LobbyPage.SETTINGS, rest)
            case TypedWord.LANGUAGE:
                await self._set(updates.opened(self.model, LobbyPage.SETTINGS), _LANGUAGE, rest)
            case TypedWord.START:
                return await self._take(choosing.start(self.model))
            case TypedWord.BACK:
                self.model = updates.at_home(self.model)
                self._voice.say(lobby_sentences.back_again())
            case TypedWord.LEAVE:
                return Quit()
            case _:
                self._voice.say_all(self._answer(word, rest))
        return None

    def _answer(self, word: TypedWord, rest: str) -> list[str]:
        """Answer a word that only asks something, in sentences; ``rest`` is the text after it."""
        match word:
            case TypedWord.STATISTICS:
                return lobby_sentences.statistics(self.model)
            case TypedWord.RULES | TypedWord.AID:
                from mandala_client.sentences.book_sentences import asked_book

                game = self._game_named(word, rest)
                return [] if game is None else asked_book(ui_of(game), word)
            case TypedWord.WHOAMI:
                return lobby_sentences.who_am_i(self.model)
            case TypedWord.HELP:
                return lobby_sentences.help_lines(self.model)
            case _:
                raise AssertionError(f"{word.english} asks for something to be done")

    def _game_named(self, word: TypedWord, typed: str) -> str | None:
        """The game that is named after a word, without a name that of the settings; None, and which there are is said,
        if it is none."""
        if not typed:
            return self.model.settings.game
        place, games = _place_meant(_GAME, self.model.settings, typed), _GAME.values()
        if place is None:
            self._voice.say(lobby_sentences.alone_or_with(word, [label(title) for title in games.values()]))
        return None if place is None else str(list(games)[place])

    async def _open(self, page: LobbyPage, rest: str) -> LobbyChoice | None:
        """Open a page of choices or settings; ``rest`` is for this page, as if it were typed there, or names a game."""
        self.model = updates.opened(updates.at_home(self.model), page)
        typed, _space, value = rest.partition(" ")
        asked = lobby_sentences.asked_for(typed, page)
        if asked is TypedWord.START:
            return await self._take(choosing.start(self.model))
        game = next((setting for setting in FORMS[page].settings if setting.attribute == _GAME.attribute), None)
        if game is not None and _place_meant(game, chosen_on(self.model), rest) is not None:
            asked, value = game, rest
        if not isinstance(asked, Setting):
            self._voice.say_all(
                [*([lobby_sentences.not_understood()] if rest else []), *lobby_sentences.form(self.model)]
            )
            return None
        await self._set(self.model, asked, value.strip())
        if FORMS[page].start is not None:
            self._voice.say(lobby_sentences.how_to_go_on(page))
        return None

    async def _join(self, typed: str) -> LobbyChoice | None:
        if not typed:
            self._voice.say(lobby_sentences.how_to_join())
            return None
        if not typed.isdecimal():
            return await self._take(choosing.join_at(self.model, typed))
        await self._looked_around()
        listing = self._games.game(int(typed), self.model)
        if listing is None:
            self._voice.say(lobby_sentences.no_number(TypedWord.GAMES))
            return None
        return await self._take(choosing.join_listed(self.model, listing))

    async def _take_listed(self, word: TypedWord, typed: str) -> LobbyChoice | None:
        """Tell the games that are kept, or take the one whose number is typed."""
        past = word is not TypedWord.OPEN
        if not typed:
            self._voice.say_all(
                lobby_sentences.past_games(self.model) if past else lobby_sentences.open_games(self.model)
            )
            return None
        page = updates.opened(self.model, LobbyPage.PAST_GAMES if past else LobbyPage.OPEN_GAMES)
        number = int(typed) if typed.isdecimal() else 0
        taken = choosing.take(updates.pointing_at(page, number - 1)) if number else (page, None)
        if not isinstance(taken[1], GoOn | WatchReplay):
            self._voice.say(lobby_sentences.no_number(word))
            return None
        return await self._take(taken)

    async def _set(self, at: LobbyModel, setting: Setting, typed: str) -> None:
        """Tell what a setting can be, or give it the value that is typed, and tell how it stands then.

        ``at``: the lobby on the page that has it; a language can be chosen from every page.
        """
        if not typed or not await self._is_set(at, setting, typed):
            if typed:
                self._voice.say(lobby_sentences.not_possible(setting))
            self._voice.say_all(lobby_sentences.choices(at, setting))
            return
        self._voice.say(lobby_sentences.entry_line(updates.opened(self.model, at.page), setting))

    async def _is_set(self, at: LobbyModel, setting: Setting, typed: str) -> bool:
        """Give the setting the value that is typed, if it can have it."""
        if setting.typed:
            await self._take(choosing.rename(self.model, "" if typed == _NO_NAME else typed))
            return True
        place = _place_meant(setting, chosen_on(at), typed)
        if place is None:
            return False
        value = list(setting.values_on(chosen_on(at)))[place]
        taken, act = choosing.choose(at, setting.changed(chosen_on(at), value))
        await self._take((evolve(self.model, host=taken.host, alone=taken.alone), act))
        return True

    async def _take(self, taken: Taken) -> LobbyChoice | None:
        self.model, act = taken
        self._say_note()
        if isinstance(act, Save):
            await self._save(act.settings)
            return None
        return act

    async def _save(self, settings: Settings) -> None:
        before = self.model.settings
        self.model = updates.with_settings(self.model, settings)
        try:
            self._around.save(before, settings)
        except Sorry as error:
            self._voice.say(error.message)
        write_for(settings.only_ascii, self._out.encoding, font_of(self._out))
        if settings.name != before.name:
            await self._read()

    # Saying.

    def _say_note(self) -> None:
        """Say the note of the model once."""
        if self.model.note is not None:
            self._voice.say(self.model.note)
            self.model = updates.noted(self.model, None)


def _place_meant(setting: Setting, form: PageChoices, typed: str) -> int | None:
    """The place of the value that is typed among those that the setting can have; None if it is none of them."""
    possible = setting.values_on(form)
    meant = value_meant(typed, [label_in_letters(text) for text in possible.values()])
    if meant is not None:
        return meant
    return next((place for place, value in enumerate(possible) if is_spelled(typed, str(written(value)))), None)
