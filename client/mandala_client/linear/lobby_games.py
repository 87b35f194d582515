"""The games on the network as someone hears of them who sees no list: each has a number that stays its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mandala_client.screens.heard_games import more_announced
from mandala_client.screens.lobby.choosing import join_listed
from mandala_client.screens.lobby.games_heard import listing_details
from mandala_client.screens.lobby.lobby_model import LobbyModel
from mandala_client.text.language import _
from mandala_client.text.quoting import quoted
from mandala_client.text.typed_words import TypedWord, spoken_word

if TYPE_CHECKING:
    from mandala_net.discovery.listing import Listing

MOST_UNASKED: Final = 10
"""The number of sentences about games that come and go until something is typed: anyone can announce any number."""


class GamesTold:
    """The games that have been announced to the person: each once when it comes and once when it goes.

    A number is never used for another game, so a typed number means the game that was announced with it.
    """

    def __init__(self) -> None:
        self._listed: dict[int, Listing] = {}
        self._last = 0
        self._unasked = 0
        self._unheard: str | None = None
        self._none_told = self._joining_told = self._more_told = False

    def heard_something(self) -> None:
        """The person has typed a line, and so has heard what was told before."""
        self._unasked = 0

    def news(self, model: LobbyModel) -> list[str]:
        """The news since the last announcement, within bounds."""
        return [*self._within_bounds(model), *self._whether_more(model), *self._whether_any(model)]

    def all(self, model: LobbyModel) -> list[str]:
        """Every game that is there now, or why there is none."""
        self._listed.update(self._new(model))
        for number, _gone in self._gone(model):
            del self._listed[number]
        if self._listed:
            there = [_announced(number, listing, model) for number, listing in self._listed.items()]
            if model.more:
                there.append(more_announced())
            joinable = next((number for number, listing in self._listed.items() if _is_joinable(listing, model)), None)
            return there if joinable is None else [*there, _how_to_join(joinable)]
        self._unheard, self._none_told = model.unheard, True
        return [_none() if model.unheard is None else model.unheard]

    def game(self, number: int, model: LobbyModel) -> Listing | None:
        """The game that was told under this number, as it is announced now; None if it is there no longer."""
        known = self._listed.get(number)
        return None if known is None else next((here for here in model.listings if _is_same(known, here)), None)

    def _within_bounds(self, model: LobbyModel) -> Iterator[str]:
        sentences = self._changes(model)
        while self._unasked < MOST_UNASKED:
            sentence = next(sentences, None)
            if sentence is None:
                return
            self._unasked += 1
            yield sentence
            if self._unasked == MOST_UNASKED:
                yield _("Games may come and go. Type “{word}” to list them.").format(word=spoken_word(TypedWord.GAMES))

    def _changes(self, model: LobbyModel) -> Iterator[str]:
        for number, listing in self._new(model):
            yield _announced(number, listing, model)
            if not self._joining_told and _is_joinable(listing, model):
                self._joining_told = True
                yield _how_to_join(number)
        for number, listing in self._gone(model):
            del self._listed[number]
            announced = listing.announcement
            yield _("{number}: {player} on {machine} is no longer waiting.").format(
                number=number, player=quoted(announced.player_name), machine=quoted(announced.host_name)
            )

    def _new(self, model: LobbyModel) -> Iterator[tuple[int, Listing]]:
        """Give a number to each game that has none, one by one."""
        for listing in model.listings:
            if not any(_is_same(listing, known) for known in self._listed.values()):
                self._last += 1
                self._listed[self._last] = listing
                yield self._last, listing

    def _gone(self, model: LobbyModel) -> list[tuple[int, Listing]]:
        """The listings that are not heard any more; while it is looked for games they may still come."""
        if model.searching:
            return []
        return [
            (number, known)
            for number, known in self._listed.items()
            if not any(_is_same(known, listing) for listing in model.listings)
        ]

    def _whether_more(self, model: LobbyModel) -> list[str]:
        """The sentence, once, that more games are announced than are listed."""
        if not model.more or self._more_told:
            return []
        self._more_told = True
        return [more_announced()]

    def _whether_any(self, model: LobbyModel) -> list[str]:
        """The sentences, once, that there is no game after a long enough search, and why none can be heard."""
        if model.unheard is not None and model.unheard != self._unheard:
            self._unheard = model.unheard
            return [model.unheard]
        if model.searching or model.unheard is not None or self._none_told:
            return []
        self._none_told = True
        return [] if self._last else [_none()]


def _is_same(one: Listing, other: Listing) -> bool:
    """Return whether both listings are one game of one identity. New addresses are no other game: a host must prove
    the key that was told."""
    return one.instance == other.instance and one.announcement == other.announcement


def _announced(number: int, listing: Listing, model: LobbyModel) -> str:
    return f"{number}: {listing_details(model, listing)}"


def _is_joinable(listing: Listing, model: LobbyModel) -> bool:
    """Return whether something would come of joining it."""
    _model, act = join_listed(model, listing)
    return act is not None


def _how_to_join(number: int) -> str:
    join = spoken_word(TypedWord.JOIN)
    return _("To join a game, type “{word}” and its number, such as: {example}").format(
        word=join, example=f"{join} {number}"
    )


def _none() -> str:
    return _("There are no games on your network at the moment. New ones are announced here.")
