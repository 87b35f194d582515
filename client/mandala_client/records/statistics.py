"""A player's results against each opponent: counts, averages, and a bar for the eye."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from attrs import frozen

from mandala_client.games.catalogue import title_of
from mandala_client.records.past_games import WIDTH, PastResult, Played, remark_on, result_word
from mandala_client.text.language import _, ngettext, pgettext
from mandala_client.text.numbers import decimal
from mandala_client.ui.blocks.tables import Column, JsonObject, Layout, Table, number
from mandala_client.ui.rows import padded, shortened, width_of, wrap
from mandala_net.trust.identity import fingerprint
from mandala_protocol.games.test_games.test_game_names import is_test_game, played_in
from mandala_protocol.sentence import N_

LONGEST_BAR: Final = 30
_LONGEST_NAME: Final = 18

PARTS: Final = (PastResult.WON, PastResult.DRAWN, PastResult.LOST)
"""The parts of a bar, from left to right."""

BLOCKS: Final = {PastResult.WON: "█", PastResult.DRAWN: "▒", PastResult.LOST: "░"}

ALL_PEOPLE: Final = N_("all people")
ALL_BOTS: Final = N_("all bots")


@frozen
class OpponentTally:
    """Finished games put together, at least one.

    ``name`` is the opponent's, or ``ALL_PEOPLE`` or ``ALL_BOTS``, in English; ``shown`` the same in the spoken
    language. ``peer`` is the opponent's identity (32 bytes), None for several together; ``own`` and ``theirs`` are the
    points of each game; ``last`` is when the last one was begun, in local time.
    """

    name: str
    shown: str
    peer: bytes | None
    bot: str | None
    results: tuple[PastResult, ...]
    own: tuple[int, ...]
    theirs: tuple[int, ...]
    last: datetime

    @property
    def games(self) -> int:
        return len(self.results)

    @property
    def win_rate(self) -> float:
        """The share of games won, 0 to 1."""
        return self.count(PastResult.WON) / self.games

    @property
    def average(self) -> float:
        return sum(self.own) / self.games

    @property
    def their_average(self) -> float:
        return sum(self.theirs) / self.games

    def count(self, result: PastResult) -> int:
        """The number of games with this result."""
        return self.results.count(result)


@frozen
class Statistics:
    """A player's results in one game, people and bots of ours apart, most games first.

    ``game``: its name on the wire. ``uncounted``: the games that ended without a result, abandoned or broken off.
    ``tested``: the number of test games, which are in none of the rest.
    """

    game: str
    people: tuple[OpponentTally, ...]
    bots: tuple[OpponentTally, ...]
    all_people: OpponentTally | None
    all_bots: OpponentTally | None
    uncounted: tuple[Played, ...] = ()
    tested: int = 0

    @property
    def tallies(self) -> tuple[OpponentTally, ...]:
        """The tallies of people, then of bots; behind several of a kind the tally of all of them together."""
        return (*_section(self.people, self.all_people), *_section(self.bots, self.all_bots))


def all_statistics(games: Iterable[Played]) -> tuple[Statistics, ...]:
    """The statistics of each game that was played: points of two games are never put together.

    Test games are with the game that they play, and are only counted.
    """
    by_game: dict[str, list[Played]] = {}
    for played in games:
        if played.game.game is not None:
            by_game.setdefault(played_in(played.game.game), []).append(played)
    return tuple(statistics_of(game, by_game[game]) for game in sorted(by_game))


def statistics_of(game: str, games: Sequence[Played]) -> Statistics:
    """Count the finished games of one kind, by the identity of the opponent; the newest name of each is taken."""
    games, tested = (
        [played for played in games if not is_test_game(played.game.game)],
        [played for played in games if is_test_game(played.game.game)],
    )
    finished = [played for played in games if played.scores is not None]
    people = [played for played in finished if played.game.bot is None]
    bots = [played for played in finished if played.game.bot is not None]
    uncounted = tuple(played for played in games if played.result in (PastResult.ABANDONED, PastResult.BROKEN))
    return Statistics(
        game=game,
        people=_by_opponent(people),
        bots=_by_opponent(bots),
        all_people=_together(ALL_PEOPLE, people),
        all_bots=_together(ALL_BOTS, bots),
        uncounted=uncounted,
        tested=len(tested),
    )


def _by_opponent(games: Iterable[Played]) -> tuple[OpponentTally, ...]:
    by_peer: dict[bytes, list[Played]] = {}
    for played in games:
        by_peer.setdefault(played.game.peer, []).append(played)
    newest = {peer: max(those, key=lambda played: played.game.begun) for peer, those in by_peer.items()}
    names = _told_apart({peer: played.opponent_in_english for peer, played in newest.items()})
    shown = _told_apart({peer: played.opponent for peer, played in newest.items()})
    tallies = [_tally(names[peer], shown[peer], peer, newest[peer].game.bot, those) for peer, those in by_peer.items()]
    return tuple(sorted(tallies, key=lambda tally: (-tally.games, -tally.last.timestamp(), tally.name)))


def _told_apart(names: Mapping[bytes, str]) -> dict[bytes, str]:
    """The names by identity; those of one name with the beginning of their fingerprints."""
    shared = Counter(names.values())
    return {peer: name if shared[name] == 1 else f"{name} {fingerprint(peer)[:4]}" for peer, name in names.items()}


def _together(name: str, games: Sequence[Played]) -> OpponentTally | None:
    return _tally(name, _(name), None, None, games) if games else None


def _tally(name: str, shown: str, peer: bytes | None, bot: str | None, games: Sequence[Played]) -> OpponentTally:
    points = [played.scores for played in games if played.scores is not None]
    return OpponentTally(
        name,
        shown,
        peer,
        bot,
        tuple(played.result for played in games),
        tuple(own for own, _ in points),
        tuple(theirs for _, theirs in points),
        max(games, key=lambda played: played.game.begun).begun,
    )


# As text.


def titled(
    statistics: Sequence[Statistics], tell: Callable[[Statistics], list[str]], between: Sequence[str] = ("",)
) -> list[str]:
    """The lines about each game, under its title if several were played; with these lines ``between`` them."""
    parts = [(title_of(of_game.game), lines) for of_game in statistics if (lines := tell(of_game))]
    if len(parts) == 1:
        return parts[0][1]
    parted = [line for title, lines in parts for line in (*between, f"{title}:", *lines)]
    return parted[len(between) :]


def lines_of(statistics: Statistics, width: int = WIDTH, *, only_ascii: bool = False) -> list[str]:
    """The table, then a bar for each opponent, then what does not count; nothing if no game has ended.

    Where there is no room for the whole table it has fewer columns, and there are no bars.
    """
    table = _counted_lines(statistics, width, only_ascii=only_ascii) if statistics.tallies else []
    remarks = [line for sentence in _all_uncounted(statistics) for line in wrap(sentence, width)]
    return [*table, *([""] if table and remarks else []), *remarks]


def sentences_of(statistics: Statistics) -> list[str]:
    """The statistics for the ear: a sentence or two for each opponent; nothing if no game has ended."""
    return [*_table(statistics.tallies).sentences(), *_all_uncounted(statistics)]


def _all_uncounted(statistics: Statistics) -> list[str]:
    tests = ngettext("{count} test game is not counted.", "{count} test games are not counted.", statistics.tested)
    tested = [tests.format(count=statistics.tested)] if statistics.tested else []
    return [*map(_uncounted, statistics.uncounted), *tested]


def _uncounted(played: Played) -> str:
    text = _("Not counted: the game of {date} against {name}, {result}.").format(
        date=played.begun.strftime("%Y-%m-%d %H:%M"), name=played.opponent, result=result_word(played.result)
    )
    remark = remark_on(played)
    return text if remark is None else f"{text} {remark}"


def _counted_lines(statistics: Statistics, width: int, *, only_ascii: bool) -> list[str]:
    ellipsis = "..." if only_ascii else "…"
    table = _table(statistics.tallies)
    lines = table.lines(width, ellipsis)
    if statistics.people and statistics.bots:
        lines.insert(1 + len(_section(statistics.people, statistics.all_people)), "")
    heading = {column.key: column.heading for column in table.columns}
    averages = _("{own}, {theirs}: average points").format(own=heading["average"], theirs=heading["opponent_average"])
    if width < WIDTH:
        return [*lines, "", averages]
    signs = _letters() if only_ascii else BLOCKS
    legend = "  ".join(f"{signs[part]} {result_word(part)}" for part in PARTS)
    return [*lines, "", *bars((*statistics.people, *statistics.bots), signs, ellipsis), "", legend, averages]


def _table(tallies: Sequence[OpponentTally]) -> Table[OpponentTally]:
    """Everything that is counted, by the keys that docs/history-json.md describes."""
    columns: tuple[Column[OpponentTally], ...] = (
        Column("name", pgettext("heading of a column", "opponent"), lambda row: row.name, lambda row: row.shown),
        Column("fingerprint", value=lambda row: None if row.peer is None else fingerprint(row.peer)),
        Column("key", value=lambda row: None if row.peer is None else row.peer.hex()),
        Column("bot", value=lambda row: row.bot),
        number("games", pgettext("heading of a narrow column", "games"), lambda row: row.games, said=_games),
        number("won", pgettext("heading of a narrow column", "won"), lambda row: row.count(PastResult.WON)),
        number("lost", pgettext("heading of a narrow column", "lost"), lambda row: row.count(PastResult.LOST)),
        number("drawn", pgettext("heading of a narrow column", "drawn"), lambda row: row.count(PastResult.DRAWN)),
        number(
            "win_rate",
            pgettext("heading of a narrow column: the share of games won", "rate"),
            lambda row: round(row.win_rate, 4),
            lambda row: f"{100 * row.win_rate:.0f}%",
        ),
        number(
            "average",
            pgettext("heading of a narrow column: the own points on average", "own"),
            lambda row: round(row.average, 2),
            lambda row: decimal(row.average),
        ),
        number("best", pgettext("heading of a narrow column: the most own points", "best"), lambda row: max(row.own)),
        number(
            "worst", pgettext("heading of a narrow column: the fewest own points", "worst"), lambda row: min(row.own)
        ),
        number(
            "opponent_average",
            pgettext("heading of a narrow column: the opponent's points on average", "theirs"),
            lambda row: round(row.their_average, 2),
            lambda row: decimal(row.their_average),
        ),
        Column(
            "last_played",
            pgettext("heading of a narrow column: a date", "last played"),
            lambda row: row.last.isoformat(),
            lambda row: row.last.strftime("%Y-%m-%d"),
        ),
    )
    shown = tuple(column.key for column in columns if column.heading)
    narrow = ("name", "won", "lost", "drawn", "average", "opponent_average")
    text = _(
        "Against {name}, {games}: {won} won, {drawn} drawn, {lost} lost. Average points: {average} for "
        "you, {opponent_average} for the other player."
    )
    return Table(columns, tallies, (Layout(shown, "name", least=12, gap=" "), Layout(narrow, "name", gap=" ")), text)


def _games(tally: OpponentTally) -> str:
    return ngettext("{count} game", "{count} games", tally.games).format(count=tally.games)


def _letters() -> dict[PastResult, str]:
    """Return the parts of a bar where there are no blocks: a letter for each, one column wide."""
    return {
        PastResult.WON: pgettext("one ASCII letter for a game that was won", "W"),
        PastResult.DRAWN: pgettext("one ASCII letter for a game that was drawn", "D"),
        PastResult.LOST: pgettext("one ASCII letter for a game that was lost", "L"),
    }


def _counted(part: PastResult, count: int) -> str:
    """The number of games with such a result, in words."""
    match part:
        case PastResult.WON:
            text = ngettext("{count} won", "{count} won", count)
        case PastResult.DRAWN:
            text = ngettext("{count} drawn", "{count} drawn", count)
        case _:
            text = ngettext("{count} lost", "{count} lost", count)
    return text.format(count=count)


def _section(tallies: Sequence[OpponentTally], together: OpponentTally | None) -> list[OpponentTally]:
    """The tallies of one kind, and all together where that says more."""
    return [*tallies, together] if together is not None and len(tallies) > 1 else list(tallies)


def bars(tallies: Sequence[OpponentTally], signs: dict[PastResult, str], ellipsis: str) -> list[str]:
    """A stacked bar for each opponent, as long as the games are many, with the counts behind it."""
    most = max(tally.games for tally in tallies)
    names = [shortened(tally.shown, _LONGEST_NAME, ellipsis) for tally in tallies]
    widest = max(map(width_of, names))
    longest = min(most, LONGEST_BAR)
    lines = []
    for name, tally in zip(names, tallies, strict=True):
        counts = [tally.count(part) for part in PARTS]
        lengths = bar_lengths(counts, -(-tally.games * longest // most))
        bar = "".join(signs[part] * length for part, length in zip(PARTS, lengths, strict=True))
        text = ", ".join(_counted(part, count) for part, count in zip(PARTS, counts, strict=True))
        lines.append(f"{padded(name, widest)}  {padded(bar, max(longest, len(PARTS)))}  {text}")
    return lines


def bar_lengths(counts: Sequence[int], length: int) -> list[int]:
    """The characters of ``length`` that each part gets, in proportion; whatever happened at all gets one at least."""
    total = sum(counts)
    length = max(length, sum(map(bool, counts)))
    lengths = [max(count * length // total, 1) if count else 0 for count in counts]

    def lack(part: int) -> int:
        return counts[part] * length - lengths[part] * total

    while sum(lengths) < length:
        lengths[max((part for part, count in enumerate(counts) if count), key=lack)] += 1
    while sum(lengths) > length:
        lengths[min((part for part, given in enumerate(lengths) if given > 1), key=lack)] -= 1
    return lengths


# As JSON.


def document_of(statistics: Sequence[Statistics]) -> JsonObject:
    """The statistics as JSON, game by game; docs/history-json.md describes the fields."""
    return {"games": [_document_of_game(of_game) for of_game in statistics]}


def _document_of_game(statistics: Statistics) -> JsonObject:
    return {
        "game": statistics.game,
        "people": _table(statistics.people).objects(),
        "bots": _table(statistics.bots).objects(),
        "all_people": _object_of(statistics.all_people),
        "all_bots": _object_of(statistics.all_bots),
        "uncounted": [
            {
                "id": None if played.game.game_id is None else played.game.game_id.hex(),
                "key": played.game.peer.hex(),
                "result": played.result.value,
                "absence": played.game.absence,
            }
            for played in statistics.uncounted
        ],
    }


def _object_of(together: OpponentTally | None) -> JsonObject | None:
    return None if together is None else _table([together]).objects()[0]
