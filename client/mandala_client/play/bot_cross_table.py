"""Games between several bots, each against each: a cross table, for a person or as an object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from attrs import frozen

from mandala_client.games.catalogue import title_of
from mandala_client.play.bot_failures import failure_objects, lines_of_failures
from mandala_client.play.bot_match import BotMatch, document_of, how_to_play, share_columns
from mandala_client.sentences.bot_names import bot_name
from mandala_client.text.language import _, pgettext
from mandala_client.ui.blocks.tables import Column, JsonObject, Layout, Table, number
from mandala_client.ui.rows import wrap
from mandala_net.batches.pairings import BatchPlan
from mandala_net.bots.batch import BatchTally
from mandala_net.bots.win_share import WinShare


@frozen
class BotCrossTable:
    """The results of games between several bots, by pairs in the order of the plan.

    ``stopped``: it was stopped before all games were played.
    """

    plan: BatchPlan
    tallies: tuple[BatchTally, ...]
    stopped: bool = False

    @property
    def games(self) -> int:
        """The number of games that were played."""
        return sum(tally.games for tally in self.tallies)

    @property
    def matches(self) -> list[BotMatch]:
        """The matches, one for each pair."""
        return [
            BotMatch(
                self.plan.game,
                self.plan.bots[first],
                self.plan.bots[second],
                self.plan.first_seed,
                2 * self.plan.deals,
                tally,
                self.stopped and tally.deals < self.plan.deals,
            )
            for (first, second), tally in zip(self.plan.pairs, self.tallies, strict=True)
        ]

    def share(self, bot: int, other: int) -> WinShare:
        """The share of a bot against another, by their places in the plan."""
        pair = min(bot, other), max(bot, other)
        share = self.tallies[self.plan.pairs.index(pair)].win_share
        return share if bot < other else share.for_the_other

    def share_of_all(self, bot: int) -> WinShare:
        """The share of a bot against all others."""
        share = WinShare()
        for opponent in range(len(self.plan.bots)):
            if opponent != bot:
                share = share.plus(self.share(bot, opponent))
        return share

    def failures_of(self, bot: int) -> Mapping[str, int]:
        """The failures of a bot in all its games, by their sentences."""
        failures: Counter[str] = Counter()
        for pair, tally in zip(self.plan.pairs, self.tallies, strict=True):
            if bot in pair:
                failures.update(tally.bots[pair.index(bot)].failures)
        return failures

    def failed_always(self, bot: int) -> bool:
        """Return whether a bot failed in each of its games, and there was one."""
        games = sum(tally.games for pair, tally in zip(self.plan.pairs, self.tallies, strict=True) if bot in pair)
        return 0 < games == sum(self.failures_of(bot).values())


def lines_of_table(table: BotCrossTable, width: int, ellipsis: str = "…") -> list[str]:
    """Return the results: the bots by their shares, then the pairs, in lines of at most ``width`` columns."""
    if not table.games:
        return wrap(_("Stopped before any set-up was played from both seats."), width)
    lines = []
    plan = table.plan
    if table.stopped:
        stopped = _("Stopped: {done} of {games} games were played.").format(done=table.games, games=plan.games)
        lines += [*wrap(stopped, width), ""]
    head = _("{game}, {bots} bots, {games} games: each pair played each set-up from both seats.")
    head = head.format(game=title_of(plan.game), bots=len(plan.bots), games=table.games)
    lines += [*wrap(head, width), ""]
    ranked = _ranked(table)
    lines += [*_bots(table, ranked).lines(width, ellipsis), "", *wrap(_explained(len(ranked)), width), ""]
    lines += [*_pairs(table, ranked).lines(width, ellipsis), ""]
    for bot in ranked:
        lines += lines_of_failures(bot_name(plan.game, plan.bots[bot]), table.failures_of(bot), width)
    deals = max(tally.deals for tally in table.tallies)
    return [*lines, *how_to_play(plan.game, plan.first_seed, deals, width)]


def _ranked(table: BotCrossTable) -> list[int]:
    """The bots by their places in the plan, the best first."""
    shares = [table.share_of_all(bot) for bot in range(len(table.plan.bots))]
    return sorted(range(len(shares)), key=lambda bot: -shares[bot].mean if shares[bot].deals else 0)


def _explained(bots: int) -> str:
    return _(
        "share: of the games, a draw counting half; range: the true share is within it 19 times in 20; "
        "1 to {bots}: the share against the bot in that row."
    ).format(bots=bots)


# The bots.


def _bots(table: BotCrossTable, ranked: list[int]) -> Table[int]:
    """The bots in this order, by the keys that docs/bots-json.md describes."""
    plan = table.plan
    against = tuple(_against(table, ranked, place) for place in range(len(ranked)))
    columns: tuple[Column[int], ...] = (
        number("place", "", lambda bot: ranked.index(bot) + 1),
        Column(
            "name",
            pgettext("heading of a column", "bot"),
            lambda bot: plan.bots[bot],
            lambda bot: bot_name(plan.game, plan.bots[bot]),
        ),
        Column("games", value=lambda bot: 2 * table.share_of_all(bot).deals),
        *share_columns(table.share_of_all),
        Column("failures", value=lambda bot: failure_objects(table.failures_of(bot))),
        *against,
    )
    known = ("place", "name", "share", "range")
    cross = (*known, *(column.key for column in against))
    return Table(columns, ranked, (Layout(cross, "name", least=10, gap=" "), Layout(known, "name", gap=" ")))


def _against(table: BotCrossTable, ranked: list[int], place: int) -> Column[int]:
    """The share of each bot against the one at this place; not for JSON, which has the matches."""
    other = ranked[place]

    def text(bot: int) -> str:
        share = WinShare() if bot == other else table.share(bot, other)
        return f"{100 * share.mean:.0f}" if share.deals else "–"

    return Column(f"against_{place}", str(place + 1), text=text, right=True)


# The pairs.


@frozen
class _RankedPair:
    """Two bots by their places in the plan, the one with the better share first."""

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
        *share_columns(share),
    )
    return Table(columns, pairs, (Layout(("pair", "games", "share", "range"), "pair"),))


# As JSON.


def document_of_table(table: BotCrossTable) -> JsonObject:
    """The results of all pairs as JSON; docs/bots-json.md describes the fields."""
    plan = table.plan
    return {
        "game": plan.game,
        "seed": plan.first_seed,
        "asked": plan.games,
        "games": table.games,
        "stopped": table.stopped,
        "bots": _bots(table, _ranked(table)).objects(),
        "matches": [document_of(match) for match in table.matches],
    }
