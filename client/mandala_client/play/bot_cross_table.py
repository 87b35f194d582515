"""Games between several bots, each against each: a cross table with ratings, for a person or as an object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from attrs import frozen

from mandala_client.games.catalogue import title_of
from mandala_client.play.bot_failures import failure_objects, lines_of_failures
from mandala_client.play.bot_match import BotMatch, document_of, how_to_play, share_columns
from mandala_client.sentences.bot_names import bot_name
from mandala_client.text.language import _, pgettext
from mandala_client.ui.blocks.tables import Column, JsonObject, Layout, Table, number
from mandala_client.ui.rows import wrap
from mandala_net.batches.pairings import BatchPlan, PairResults
from mandala_net.batches.ratings import Rating, ratings
from mandala_net.batches.sequential_test import Decision
from mandala_net.bots.win_share import WinShare

_NOTHING: Final = "–"


@frozen
class BotCrossTable:
    """The results of games between several bots, by pairs in the order of the plan.

    ``stopped``: it was stopped before all games were played.
    """

    plan: BatchPlan
    results: tuple[PairResults, ...]
    stopped: bool = False

    @property
    def games(self) -> int:
        """The number of games that were played."""
        return sum(one.tally.games for one in self.results)

    @property
    def matches(self) -> list[BotMatch]:
        """What each pair has played."""
        return [
            BotMatch(
                self.plan.game,
                self.plan.bots[one],
                self.plan.bots[other],
                self.plan.first_seed,
                2 * self.plan.deals,
                results.tally,
                self.stopped and not results.complete,
                results.decision if self.plan.until_decided else None,
            )
            for (one, other), results in zip(self.plan.pairs, self.results, strict=True)
        ]

    @property
    def ratings(self) -> list[Rating]:
        """The rating of each bot."""
        shares = {pair: results.tally.win_share for pair, results in zip(self.plan.pairs, self.results, strict=True)}
        return ratings(shares, len(self.plan.bots))

    def share(self, bot: int, other: int) -> WinShare:
        """That of a bot against another, by their places in the plan."""
        pair = min(bot, other), max(bot, other)
        share = self.results[self.plan.pairs.index(pair)].tally.win_share
        return share if bot < other else share.for_the_other

    def share_of_all(self, bot: int) -> WinShare:
        """That of a bot against all others."""
        share = WinShare()
        for other in range(len(self.plan.bots)):
            if other != bot:
                share = share.plus(self.share(bot, other))
        return share

    def failures_of(self, bot: int) -> Mapping[str, int]:
        """Those of a bot in all its games, by their sentences."""
        failures: Counter[str] = Counter()
        for pair, results in zip(self.plan.pairs, self.results, strict=True):
            if bot in pair:
                failures.update(results.tally.bots[pair.index(bot)].failures)
        return failures


def lines_of_table(table: BotCrossTable, width: int, ellipsis: str = "…") -> list[str]:
    """Return the results: the bots by their ratings, then the pairs, in lines of at most so many columns."""
    if not table.games:
        return wrap(_("Stopped before any set-up was played from both seats."), width)
    lines = []
    plan = table.plan
    if table.stopped:
        asked = 2 * plan.deals * len(plan.pairs)
        stopped = _("Stopped: {done} of {games} games were played.").format(done=table.games, games=asked)
        lines += [*wrap(stopped, width), ""]
    head = _("{game}, {bots} bots, {games} games: each pair played each set-up from both seats.")
    head = head.format(game=title_of(plan.game), bots=len(plan.bots), games=table.games)
    lines += [*wrap(head, width), ""]
    ranked = _ranked(table)
    lines += [*_bots(table, ranked).lines(width, ellipsis), "", *wrap(_explained(len(ranked)), width), ""]
    lines += [*_pairs(table, ranked).lines(width, ellipsis), "", *wrap(_explained_pairs(plan), width), ""]
    for bot in ranked:
        lines += lines_of_failures(bot_name(plan.game, plan.bots[bot]), table.failures_of(bot), width)
    deals = max(results.tally.deals for results in table.results)
    return [*lines, *how_to_play(plan.game, plan.first_seed, deals, width)]


def _ranked(table: BotCrossTable) -> list[int]:
    """The bots by their places in the plan, the best first."""
    points = [rating.points for rating in table.ratings]
    return sorted(range(len(points)), key=lambda bot: -points[bot])


def _explained(bots: int) -> str:
    return _(
        "rating: 0 is the average, and 400 points more win 10 of 11 games; ±: right 19 times in 20; "
        "share: of the games, a draw counting half; 1 to {bots}: the share against the bot in that row."
    ).format(bots=bots)


def _explained_pairs(plan: BatchPlan) -> str:
    explained = _("range: the true share is within it 19 times in 20.")
    if not plan.until_decided:
        return explained
    decided = _("decided: whether the first bot is better or worse, or neither by much.")
    return f"{explained} {decided}"


# The bots.


def _bots(table: BotCrossTable, ranked: list[int]) -> Table[int]:
    """The bots in this order, by the keys that docs/bots-json.md describes."""
    plan, rated = table.plan, table.ratings
    against = tuple(_against(table, ranked, place) for place in range(len(ranked)))
    columns: tuple[Column[int], ...] = (
        number("place", "", lambda bot: ranked.index(bot) + 1),
        Column(
            "name",
            pgettext("heading of a column", "bot"),
            lambda bot: plan.bots[bot],
            lambda bot: bot_name(plan.game, plan.bots[bot]),
        ),
        number(
            "rating",
            pgettext("heading of a narrow column", "rating"),
            lambda bot: round(rated[bot].points, 1),
            lambda bot: f"{rated[bot].points:+.0f}",
        ),
        number(
            "rating_interval", "±", lambda bot: round(rated[bot].interval, 1), lambda bot: f"{rated[bot].interval:.0f}"
        ),
        Column("games", value=lambda bot: 2 * table.share_of_all(bot).deals),
        *share_columns(table.share_of_all),
        Column("failures", value=lambda bot: failure_objects(table.failures_of(bot))),
        *against,
    )
    known = ("place", "name", "rating", "rating_interval", "share")
    cross = (*known, *(column.key for column in against))
    return Table(columns, ranked, (Layout(cross, "name", least=10, gap=" "), Layout(known, "name", gap=" ")))


def _against(table: BotCrossTable, ranked: list[int], place: int) -> Column[int]:
    """The share of each bot against the one at this place; not for JSON, which has the matches."""
    other = ranked[place]

    def text(bot: int) -> str:
        share = WinShare() if bot == other else table.share(bot, other)
        return f"{100 * share.mean:.0f}" if share.deals else _NOTHING

    return Column(f"against_{place}", str(place + 1), text=text, right=True)


# The pairs.


@frozen
class _RankedPair:
    """Two bots by their places in the plan, the one with the better rating first."""

    better: int
    worse: int


def _pairs(table: BotCrossTable, ranked: list[int]) -> Table[_RankedPair]:
    plan = table.plan
    pairs = [
        _RankedPair(better, worse)
        for place, better in enumerate(ranked)
        for worse in ranked[place + 1 :]
        if table.share(better, worse).deals
    ]

    def share(pair: _RankedPair) -> WinShare:
        return table.share(pair.better, pair.worse)

    def names(pair: _RankedPair) -> str:
        return f"{bot_name(plan.game, plan.bots[pair.better])} – {bot_name(plan.game, plan.bots[pair.worse])}"

    columns: tuple[Column[_RankedPair], ...] = (
        Column("pair", pgettext("heading of a column", "pair"), text=names),
        number("games", pgettext("heading of a narrow column", "games"), lambda pair: 2 * share(pair).deals),
        number(
            "share",
            pgettext("heading of a narrow column: the share of the games", "share"),
            lambda pair: share(pair).mean,
            lambda pair: f"{100 * share(pair).mean:.0f}%",
        ),
        Column(
            "interval",
            pgettext("heading of a narrow column: from a share to a share", "range"),
            text=lambda pair: _range(share(pair)),
            right=True,
        ),
        Column(
            "decision",
            pgettext("heading of a narrow column", "decided") if plan.until_decided else "",
            text=lambda pair: _decision(table, pair),
        ),
    )
    return Table(columns, pairs, (Layout(tuple(column.key for column in columns), "pair"),))


def _range(share: WinShare) -> str:
    low, high = share.interval
    return f"{100 * low:.0f}–{100 * high:.0f}%"


def _decision(table: BotCrossTable, pair: _RankedPair) -> str:
    """What the test has found, as seen by the bot with the better rating."""
    if not table.plan.until_decided:
        return ""
    better_is_one = pair.better < pair.worse
    places = min(pair.better, pair.worse), max(pair.better, pair.worse)
    match table.results[table.plan.pairs.index(places)].decision:
        case Decision.ONE:
            return _better() if better_is_one else _worse()
        case Decision.OTHER:
            return _worse() if better_is_one else _better()
        case Decision.EVEN:
            return pgettext("what a test has found of two bots", "neither")
        case Decision.OPEN:
            return _NOTHING


def _better() -> str:
    return pgettext("what a test has found of the first of two bots", "better")


def _worse() -> str:
    return pgettext("what a test has found of the first of two bots", "worse")


# As JSON.


def document_of_table(table: BotCrossTable) -> JsonObject:
    """The same for programs; docs/bots-json.md describes the fields."""
    plan = table.plan
    return {
        "game": plan.game,
        "seed": plan.first_seed,
        "asked": 2 * plan.deals * len(plan.pairs),
        "games": table.games,
        "stopped": table.stopped,
        "bots": _bots(table, _ranked(table)).objects(),
        "matches": [document_of(match) for match in table.matches],
    }
