"""A batch of games between two bots: what came of it, in lines for a person or as an object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from attrs import frozen

from mandala_client.games.catalogue import in_a_command, ui_of
from mandala_client.games.endings import why_ended_early_for_all
from mandala_client.play.bot_failures import counted_lines, failure_objects, lines_of_failures
from mandala_client.sentences.bot_names import bot_name
from mandala_client.text.language import _, ngettext, pgettext
from mandala_client.text.numbers import decimal, percent
from mandala_client.text.own_command import command
from mandala_client.ui.blocks.tables import Column, JsonObject, Layout, Table, number
from mandala_client.ui.rows import wrap
from mandala_net.bots.batch import BatchTally, BotTally
from mandala_net.bots.win_share import WinShare
from mandala_protocol.games.game import EndReason

T = TypeVar("T")

_INDENT: Final = "  "
_HALF: Final = 0.5


@frozen
class BotMatch:
    """The results of games between two bots, by their names (such as "greedy"); ``game``: its name on the wire.

    ``seed`` is that of the first deal, the others follow it; ``asked``: how many games were to be played at most.
    ``stopped``: it was stopped before.
    """

    game: str
    one: str
    other: str
    seed: int
    asked: int
    tally: BatchTally
    stopped: bool = False

    @property
    def names(self) -> tuple[str, str]:
        """Return the names of both; two of one name are numbered."""
        one, other = (bot_name(self.game, bot) for bot in (self.one, self.other))
        if self.one != self.other:
            return one, other
        numbered = _("{name} {number}")
        return numbered.format(name=one, number=1), numbered.format(name=other, number=2)


# As text.


def lines_of(match: BotMatch, width: int, ellipsis: str = "…") -> list[str]:
    """Return the results: a table of both bots, then sentences, in lines of at most ``width`` columns."""
    tally = match.tally
    if not tally.deals:
        return wrap(_("Stopped before any set-up was played from both seats."), width)
    lines = []
    if match.stopped:
        stopped = _("Stopped: {done} of {games} games were played.").format(done=tally.games, games=match.asked)
        lines += [*wrap(stopped, width), ""]
    one, other = match.names
    head = _("{one} against {other}, {games} games: each set-up was played from both seats.")
    lines += [*wrap(head.format(one=one, other=other, games=tally.games), width), ""]
    explained = _("share: of the games, a draw counting half; points: average per game; ms: milliseconds per move.")
    lines += [*_table(match).lines(width, ellipsis), "", *wrap(explained, width), ""]
    lines += [*wrap(_better_share(match), width), ""]
    lines += [*wrap(" ".join(_difference(match)), width), ""]
    lines += [*_endings(match, width), "", *wrap(_lengths(tally), width), ""]
    for name, bot in zip(match.names, tally.bots, strict=True):
        lines += lines_of_failures(name, bot.failures, width)
    return [*lines, *how_to_play(match.game, match.seed, tally.deals, width)]


def _table(match: BotMatch) -> Table[int]:
    """Everything about each bot, 0 being the one and 1 the other, by the keys that docs/bots-json.md describes.

    A number is before the names where they are equal.
    """
    games, names, tallies = match.tally.games, (match.one, match.other), match.tally.bots
    columns: tuple[Column[int], ...] = (
        Column("number", text=lambda bot: str(bot + 1) if match.one == match.other else ""),
        Column(
            "name",
            pgettext("heading of a column", "bot"),
            lambda bot: names[bot],
            lambda bot: bot_name(match.game, names[bot]),
        ),
        number("won", pgettext("heading of a narrow column", "won"), lambda bot: tallies[bot].wins),
        Column(
            "win_rate",
            value=lambda bot: round(tallies[bot].wins / games, 4) if games else None,
        ),
        *share_columns(lambda bot: _share(match, bot)),
        Column("points", value=lambda bot: tallies[bot].points),
        number(
            "average",
            pgettext("heading of a narrow column: the points on average", "points"),
            lambda bot: round(tallies[bot].points / games, 2) if games else None,
            lambda bot: decimal(tallies[bot].points / games),
        ),
        Column("moves", value=lambda bot: tallies[bot].moves),
        number(
            "milliseconds",
            pgettext("heading of a narrow column: milliseconds for a move", "ms"),
            lambda bot: round(_milliseconds(tallies[bot]), 4) if tallies[bot].moves else None,
            lambda bot: decimal(_milliseconds(tallies[bot]), 2) if tallies[bot].moves else "–",
        ),
        Column(
            "longest_milliseconds",
            value=lambda bot: round(1000 * tallies[bot].longest, 4) if tallies[bot].moves else None,
        ),
        Column("failures", value=lambda bot: failure_objects(tallies[bot].failures)),
    )
    shown = ("number", "name", "won", "share", "average", "milliseconds")
    return Table(columns, (0, 1), (Layout(shown, "name", gap=" "),))


def share_columns(share: Callable[[T], WinShare]) -> tuple[Column[T], ...]:
    """The share of the games of each bot or pair of bots and its interval, for all who list them."""

    def interval(item: T) -> str:
        low, high = share(item).interval
        return f"{100 * low:.0f}–{100 * high:.0f}%"

    return (
        number(
            "share",
            pgettext("heading of a narrow column: the share of the games", "share"),
            lambda item: round(share(item).mean, 4) if share(item).deals else None,
            lambda item: f"{100 * share(item).mean:.0f}%" if share(item).deals else "–",
        ),
        Column("share_low", value=lambda item: round(share(item).interval[0], 4) if share(item).deals else None),
        Column("share_high", value=lambda item: round(share(item).interval[1], 4) if share(item).deals else None),
        Column(
            "range",
            pgettext("heading of a narrow column: from a share to a share", "range"),
            text=lambda item: interval(item) if share(item).deals else "–",
            right=True,
        ),
    )


def _share(match: BotMatch, bot: int) -> WinShare:
    share = match.tally.win_share
    return share.for_the_other if bot else share


def _better_share(match: BotMatch) -> str:
    """The share of the games that the better bot won, and how sure that is."""
    better = int(match.tally.win_share.mean < _HALF)
    share = _share(match, better)
    low, high = share.interval
    sentences = _(
        "{name} won {share} of the games, counting a draw as half. "
        "The true share is between {low} and {high}, 19 times in 20."
    )
    return sentences.format(name=match.names[better], share=percent(share.mean), low=percent(low), high=percent(high))


def _difference(match: BotMatch) -> list[str]:
    """The difference between the bots in sentences, and whether it means anything."""
    mean, error = match.tally.mean_difference, match.tally.standard_error
    if not mean:
        return [_("Over all games, both scored the same number of points.")]
    better, points = match.names[0] if mean > 0 else match.names[1], decimal(abs(mean))
    if error is None:
        text = _("Over both games, {name} scored {points} points more.").format(name=better, points=points)
    else:
        text = _(
            "Per set-up (two games), {name} scored {points} points more on average, with a standard error of {error}."
        ).format(name=better, points=points, error=decimal(error))
    return [text, _verdict(match.tally)]


def _verdict(tally: BatchTally) -> str:
    match tally.is_beyond_chance:
        case None:
            return _("That is too few games to draw any conclusion.")
        case True:
            return _("The difference is more than luck.")
        case False:
            return _("The difference may be luck.")


def _endings(match: BotMatch, width: int) -> list[str]:
    """Return how many games ended in which way, the most frequent one first.

    A bot resigns only when it fails, and bots do not agree on an end.
    """
    words, tally = ui_of(match.game).words, match.tally
    counted = [
        (count, words.why_over(termination))
        for termination, count in tally.terminations.items()
        if not isinstance(termination, EndReason)
    ]
    for name, bot in zip(match.names, tally.bots, strict=True):
        if resigned := sum(bot.failures.values()):
            counted.append((resigned, why_ended_early_for_all(EndReason.RESIGNED, name)))
    counted.sort(key=lambda ended: -ended[0])
    return [_("How the games ended:"), *counted_lines(counted, width)]


def _lengths(tally: BatchTally) -> str:
    drawn = ngettext("{count} game was drawn.", "{count} games were drawn.", tally.drawn).format(count=tally.drawn)
    moves = sum(bot.moves for bot in tally.bots) / tally.games
    took = _("A game took {moves} moves on average.").format(moves=decimal(moves))
    return f"{took} {drawn}" if tally.drawn else took


def how_to_play(game: str, seed: int, deals: int, width: int) -> list[str]:
    """Return the numbers of these deals, and the command to play the first of them."""
    text = ngettext(
        "The set-up number is {first}. To play it yourself:",
        "The set-up numbers are {first} to {last}. To play the first of them yourself:",
        deals,
    ).format(first=seed, last=seed + deals - 1)
    return [*wrap(text, width), f"{_INDENT}{command(f'play --practice{in_a_command(game)} --seed {seed}')}"]


def _milliseconds(tally: BotTally) -> float:
    """The milliseconds for a move, on average."""
    return 1000 * tally.seconds / tally.moves


# As JSON.


def document_of(match: BotMatch) -> JsonObject:
    """The results of a match as JSON; docs/bots-json.md describes the fields."""
    tally = match.tally
    played = tally.deals > 0
    error = tally.standard_error
    return {
        "game": match.game,
        "seed": match.seed,
        "asked": match.asked,
        "games": tally.games,
        "deals": tally.deals,
        "stopped": match.stopped,
        "drawn": tally.drawn,
        "reasons": {termination.value: count for termination, count in tally.terminations.items()},
        "moves": round(sum(bot.moves for bot in tally.bots) / tally.games, 2) if played else None,
        "difference": round(tally.mean_difference, 4) if played else None,
        "standard_error": None if error is None else round(error, 4),
        "beyond_chance": tally.is_beyond_chance,
        "bots": _table(match).objects(),
    }
