"""The games of this player as a list: each a row for a person, or an object for a program."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, Final, TypeAlias

from attrs import frozen

from mandala_client.records.library import is_untouched, one_side_each
from mandala_client.sentences.bot_names import opponent_name
from mandala_client.sentences.outcomes import abandoned_by_other
from mandala_client.sentences.status_text import game_digits
from mandala_client.text.language import _, pgettext
from mandala_client.ui.columns import columned
from mandala_client.ui.rows import wrap
from mandala_net.player.profile import Profile
from mandala_net.store.store import State, StoredGame
from mandala_net.trust.identity import fingerprint
from mandala_protocol.conversation.kept_entries import KeptEntry
from mandala_protocol.names import NO_NAME, clean_name
from mandala_protocol.record.transcript import signed_by

WIDTH: Final = 80
"""How many columns a row of text has at most."""

_INDENT: Final = " " * 10
"""Before what is said below a row, so that the IDs stand out."""

HistoryDocument: TypeAlias = dict[str, Any]
"""What ``json.dumps`` takes: texts, numbers, true, false, null, lists and objects of them."""


class PastResult(enum.Enum):
    """What became of a game, from this player's side."""

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
        """The same for other programs: a bot is called as in the record, whatever language is spoken."""
        return clean_name(self.known_as or self.game.opponent_name or NO_NAME)

    @property
    def result(self) -> PastResult:
        """Return what became of it."""
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
    """Which games are wanted; None is for all.

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


def games_played(home: Profile, *, both_sides: bool = False) -> list[Played]:
    """All games of this player, the newest first. Raises ``StoreError``.

    But no proposals that no one took up, nor games against a bot in which no one has moved. A player who has played in
    two windows keeps both sides of a game; the host's stands for it, unless ``both_sides`` are wanted.
    """
    games = [
        game
        for game in home.store.games()
        if (game.was_taken_up or game.state is State.BROKEN) and not is_untouched(game)
    ]
    return [
        Played(game, home.players.name_of(game.peer), tuple(home.store.evidence(game.row)))
        for game in (games if both_sides else one_side_each(games))
    ]


# As text.


def lines_of(games: Sequence[Played], ellipsis: str = "…") -> list[str]:
    """A table with a line for each game, of at most 80 columns."""
    widest = [max((len(str(points[side])) for game in games if (points := game.scores)), default=0) for side in (0, 1)]
    heading = (
        pgettext("heading of a column", "game"),
        pgettext("heading of a column", "started"),
        pgettext("heading of a column", "opponent"),
        pgettext("heading of a column", "result"),
        pgettext("heading of a column", "score"),
        pgettext("heading of a column", "moves"),
    )
    rows = [
        (
            game_digits(game.game),
            game.begun.strftime("%Y-%m-%d %H:%M"),
            game.opponent,
            result_word(game.result),
            "" if game.scores is None else f"{game.scores[0]:{widest[0]}} : {game.scores[1]:{widest[1]}}",
            str(game.game.moves),
        )
        for game in games
    ]
    title, *lines = columned([heading, *rows], WIDTH, shrinking=2, right=(5,), ellipsis=ellipsis)
    with_remarks = [title]
    for game, line in zip(games, lines, strict=True):
        with_remarks.append(line)
        remark = remark_on(game)
        if remark is not None:
            with_remarks += [_INDENT + part for part in wrap(remark, WIDTH - len(_INDENT))]
    return with_remarks


def remark_on(played: Played) -> str | None:
    """Return what else is to be said of a game that ended without a result, in a sentence; None if nothing."""
    name, game = played.opponent, played.game
    match played.result:
        case PastResult.BROKEN if played.kept:
            first = min(played.kept, key=lambda one: one.is_fork)
            if first.is_fork and not signed_by(first.message, game.peer):
                return _("Broken off: your key signed two different entries for one place.")
            if first.is_fork:
                return _("Broken off: {name}'s program signed two entries that contradict each other.").format(
                    name=name
                )
            return _("Broken off: {name}'s program signed a wrong entry.").format(name=name)
        case PastResult.ABANDONED if game.absence is not None:
            return abandoned_by_other(name, game.grace, game.absence)
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


# As JSON.


def document_of(games: Iterable[Played]) -> list[HistoryDocument]:
    """The games as objects; docs/history-json.md describes the fields."""
    return [_game(played) for played in games]


def _game(played: Played) -> HistoryDocument:
    game = played.game
    return {
        "id": None if game.game_id is None else game.game_id.hex(),
        "proposal": None if game.proposal is None else game.proposal.hex(),
        "game": game.game,
        "begun": played.begun.isoformat(),
        "ended": None if game.ended is None else _local(game.ended).isoformat(),
        "seat": int(game.seat),
        "names": list(game.names),
        "opponent": {
            "name": played.opponent_in_english,
            "known_as": played.known_as,
            "fingerprint": fingerprint(game.peer),
            "key": game.peer.hex(),
            "bot": game.bot,
        },
        "state": game.state.value,
        "result": played.result.value,
        "reason": game.reason,
        "scores": None if game.scores is None else list(game.scores),
        "winner": None if game.winner is None else int(game.winner),
        "moves": game.moves,
        "entries": game.entries,
        "grace": game.grace,
        "settled": game.settled,
        "evidence": [
            {"number": one.number, "code": int(one.code), "requirement": one.requirement, "proves": one.proves}
            for one in played.kept
        ],
        "absence": game.absence,
    }


def _is_called(played: Played, name: str) -> bool:
    """Return whether the opponent's name begins so, here or in the record, in capital letters or small ones."""
    wanted = clean_name(name).casefold()
    names = (played.known_as, played.game.opponent_name, opponent_name(played.game))
    return any(clean_name(one).casefold().startswith(wanted) for one in names if one is not None)


def _local(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds).astimezone()
