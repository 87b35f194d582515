"""The games of this player as a list: each a row for a person, or an object for a program."""

from __future__ import annotations

import enum
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Final

from attrs import evolve, frozen

from mandala_client.games.catalogue import title_of
from mandala_client.records.library import is_untouched
from mandala_client.sentences.bot_names import opponent_name
from mandala_client.sentences.outcomes import abandoned_by_other
from mandala_client.sentences.status_text import game_digits, perhaps_abandoned
from mandala_client.text.language import _, pgettext
from mandala_client.text.numbers import moves
from mandala_client.ui.blocks.tables import Column, JsonObject, Layout, Table, number
from mandala_net.player.profile import Profile
from mandala_net.store.store import SavedGame, State, StoredGame
from mandala_net.trust.identity import fingerprint
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.games.test_games.test_game_names import is_test_game
from mandala_protocol.names import NO_NAME, clean_name
from mandala_protocol.record.transcript import signed_by
from mandala_protocol.seats import Seat

WIDTH: Final = 80
"""The most columns of a row of text."""


class PastResult(enum.Enum):
    """The result of a game, from this player's side."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    OPEN = "open"
    ADJOURNED = "adjourned"
    ABANDONED = "abandoned"
    BROKEN = "broken"
    PUT_AWAY = "put-away"


@frozen
class Played:
    """A game of this player.

    ``known_as``: the name under which the opponent is known here. ``kept``: entries that were refused, or contradict
    the record.
    """

    game: StoredGame
    known_as: str | None = None
    kept: tuple[KeptEntry, ...] = ()

    @property
    def opponent(self) -> str:
        """The opponent's name, fit to be shown: the one known here, else that of the bot, or the one in the record."""
        return clean_name(self.known_as or opponent_name(self.game) or NO_NAME)

    @property
    def opponent_in_english(self) -> str:
        """The opponent's name for other programs: a bot is called as in the record, whatever language is spoken."""
        return clean_name(self.known_as or self.game.opponent_name or NO_NAME)

    @property
    def result(self) -> PastResult:
        """Its result."""
        match self.game.state:
            case State.OPEN:
                return PastResult.OPEN
            case State.ADJOURNED:
                return PastResult.ADJOURNED
            case State.ABANDONED:
                return PastResult.ABANDONED
            case State.BROKEN:
                return PastResult.BROKEN
            case State.DROPPED:
                return PastResult.PUT_AWAY
            case State.FINISHED if self.game.winner is None:
                return PastResult.DRAWN
            case State.FINISHED:
                return PastResult.WON if self.game.winner is self.game.seat else PastResult.LOST

    @property
    def scores(self) -> tuple[int, int] | None:
        """The points of this player and of the opponent, once both have signed them."""
        if self.game.state is not State.FINISHED or self.game.scores is None:
            return None
        return self.game.scores[self.game.seat], self.game.scores[self.game.seat.other]

    @property
    def begun(self) -> datetime:
        """Return when it was begun, in local time."""
        return _local(self.game.begun)


@frozen
class Filter:
    """The wanted games; None is for all.

    ``opponent``: the beginning of a name. ``since`` and ``until`` are the first and last day, in local time.
    """

    opponent: str | None = None
    result: PastResult | None = None
    since: date | None = None
    until: date | None = None
    game: str | None = None

    def takes(self, played: Played) -> bool:
        """Return whether this game is wanted."""
        return (
            (self.opponent is None or _is_called(played, self.opponent))
            and self.result in (None, played.result)
            and (self.since is None or played.begun.date() >= self.since)
            and (self.until is None or played.begun.date() <= self.until)
            and self.game in (None, played.game.game)
        )


def games_played(profile: Profile, *, both_sides: bool = False) -> Iterator[Played]:
    """All games of this player, the newest first, read as they are asked for. Raises ``StoreError``.

    But no proposals that no one took up, nor games against a bot in which no one has moved. A player who has played in
    two windows keeps both sides of a game; the host's stands for it, unless ``both_sides`` are wanted.
    """
    known_as = {key: name for name, key in profile.players}
    with_evidence = profile.store.with_evidence()
    for game in profile.store.newest_first():
        if _is_played(game) and (both_sides or not _is_second_side(profile, game)):
            kept = SavedGame(profile.store, game.row).evidence() if game.row in with_evidence else ()
            yield Played(game, known_as.get(game.peer), tuple(kept))


def _is_played(game: StoredGame) -> bool:
    return (game.was_taken_up or game.state is State.BROKEN) and not is_untouched(game)


def _is_second_side(profile: Profile, game: StoredGame) -> bool:
    """Return whether it is the guest's side of a game against oneself of which the host's side is kept too."""
    if game.seat is Seat.HOST or game.peer != profile.identity.public or game.proposal is None:
        return False
    host = profile.store.with_proposal(game.proposal, game.peer, seat=Seat.HOST)
    return host is not None and _is_played(host)


HISTORY: Final = (Layout(("id", "begun", "opponent", "result", "scores", "moves"), "opponent"),)
"""The columns of the command; each has a heading."""

IN_LOBBY: Final = (
    Layout(("begun", "opponent", "result", "scores", "length"), "opponent", least=12),
    Layout(("day", "opponent", "outcome"), "opponent"),
)
"""The columns of the lobby; none needs a heading."""


def naming_games(layouts: tuple[Layout, ...], games: Iterable[str | None]) -> tuple[Layout, ...]:
    """Return the layouts with the column "title" before the opponent; as they are if the rows are all of one game.

    ``games`` are the names of the games on the wire, one for each row. A test game is always named.
    """
    named = set(games)
    if len(named) < 2 and not any(map(is_test_game, named)):
        return layouts
    return tuple(evolve(layout, keys=_with_title(layout.keys)) for layout in layouts)


def _with_title(keys: tuple[str, ...]) -> tuple[str, ...]:
    place = keys.index("opponent")
    return (*keys[:place], "title", *keys[place:])


def table_of(games: Sequence[Played], layouts: tuple[Layout, ...] = HISTORY) -> Table[Played]:
    """Everything about these games, by the keys that docs/history-json.md describes."""
    widest = [max((len(str(points[side])) for game in games if (points := game.scores)), default=0) for side in (0, 1)]

    def aligned(played: Played) -> str:
        if played.scores is None:
            return ""
        own, theirs = played.scores
        return f"{own:{widest[0]}} : {theirs:{widest[1]}}"

    columns: tuple[Column[Played], ...] = (
        Column(
            "id",
            pgettext("heading of a column", "game"),
            lambda row: None if row.game.game_id is None else row.game.game_id.hex(),
            lambda row: game_digits(row.game),
        ),
        Column("proposal", value=lambda row: None if row.game.proposal is None else row.game.proposal.hex()),
        Column("game", value=lambda row: row.game.game),
        Column("title", pgettext("heading of a column", "title"), text=lambda row: title_of(row.game.game or "")),
        Column(
            "begun",
            pgettext("heading of a column", "started"),
            lambda row: row.begun.isoformat(),
            lambda row: row.begun.strftime("%Y-%m-%d %H:%M"),
        ),
        Column("day", text=lambda row: row.begun.strftime("%Y-%m-%d")),
        Column("ended", value=lambda row: None if row.game.ended is None else _local(row.game.ended).isoformat()),
        Column("seat", value=lambda row: int(row.game.seat)),
        Column("names", value=lambda row: list(row.game.names)),
        Column("opponent", pgettext("heading of a column", "opponent"), _opponent_object, lambda row: row.opponent),
        Column("state", value=lambda row: row.game.state.value),
        Column(
            "result",
            pgettext("heading of a column", "result"),
            lambda row: row.result.value,
            lambda row: result_word(row.result),
        ),
        Column("outcome", text=_outcome, said=_outcome_told),
        Column("reason", value=lambda row: row.game.reason),
        Column(
            "scores",
            pgettext("heading of a column", "score"),
            lambda row: None if row.game.scores is None else list(row.game.scores),
            aligned,
        ),
        Column("winner", value=lambda row: None if row.game.winner is None else int(row.game.winner)),
        number("moves", pgettext("heading of a column", "moves"), lambda row: row.game.moves),
        Column("length", text=lambda row: moves(row.game.moves), right=True),
        Column("entries", value=lambda row: row.game.entries),
        Column("grace", value=lambda row: row.game.grace),
        Column("settled", value=lambda row: row.game.settled),
        Column("evidence", value=_evidence),
        Column("absence", value=lambda row: row.game.absence),
    )
    text = _("{begun}, {title} against {opponent}: {outcome}, {length}.")
    return Table(columns, games, naming_games(layouts, (game.game.game for game in games)), text, remark_on)


def _outcome(played: Played) -> str:
    """Return the outcome of a game, and its points if it has any."""
    result = result_word(played.result)
    return result if played.scores is None else f"{result} {played.scores[0]}:{played.scores[1]}"


def _outcome_told(played: Played) -> str:
    """The outcome of a game within a sentence, and its points if it has any."""
    result = result_word(played.result)
    if played.scores is None:
        return result
    own, theirs = played.scores
    return _("{result} {own} to {theirs}").format(result=result, own=own, theirs=theirs)


def _opponent_object(played: Played) -> JsonObject:
    return {
        "name": played.opponent_in_english,
        "known_as": played.known_as,
        "fingerprint": fingerprint(played.game.peer),
        "key": played.game.peer.hex(),
        "bot": played.game.bot,
    }


def _evidence(played: Played) -> list[JsonObject]:
    return [
        {"number": entry.number, "code": int(entry.code), "requirement": entry.requirement, "proves": entry.proves}
        for entry in played.kept
    ]


def remark_on(played: Played) -> str | None:
    """Return a sentence about a game that has, or may have, ended without a result; None if there is nothing to add."""
    name, game = played.opponent, played.game
    match played.result:
        case PastResult.BROKEN if played.kept:
            first = min(played.kept, key=lambda entry: entry.is_fork)
            if first.is_fork and not signed_by(first.message, game.peer):
                return _("Broken off: your key signed two different entries for one place.")
            if first.is_fork:
                return _("Broken off: {name}'s program signed two entries that contradict each other.").format(
                    name=name
                )
            return _("Broken off: {name}'s program signed a wrong entry.").format(name=name)
        case PastResult.ABANDONED if game.absence is not None:
            return abandoned_by_other(name, game.grace, game.absence)
        case PastResult.OPEN:
            return perhaps_abandoned(game, time.time())
        case _:
            return None


def result_word(result: PastResult) -> str:
    """The word for what became of a game."""
    match result:
        case PastResult.WON:
            return pgettext("what became of a game", "won")
        case PastResult.LOST:
            return pgettext("what became of a game", "lost")
        case PastResult.DRAWN:
            return pgettext("what became of a game", "drawn")
        case PastResult.OPEN:
            return pgettext("what became of a game", "open")
        case PastResult.ADJOURNED:
            return pgettext("what became of a game", "adjourned")
        case PastResult.ABANDONED:
            return pgettext("what became of a game", "abandoned")
        case PastResult.BROKEN:
            return pgettext("what became of a game", "broken off")
        case PastResult.PUT_AWAY:
            return pgettext("what became of a game", "put away")


def _is_called(played: Played, name: str) -> bool:
    """Return whether the opponent's name begins so, here or in the record, in capital letters or small ones."""
    wanted = clean_name(name).casefold()
    names = (played.known_as, played.game.opponent_name, opponent_name(played.game))
    return any(clean_name(name).casefold().startswith(wanted) for name in names if name is not None)


def _local(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds).astimezone()
