"""Judges the orders of the shuffles and mixes of one implementation, once their cards can be opened (DK9).

Equal cards cannot be told apart, so an order is only seen as the faces before and after. By chance, all arrangements
of these faces are equally likely. A verdict is passed only on what an honest implementation shows with a chance below
10⁻⁹ in a whole run; the arithmetic stands at ``_UNLIKELY_BITS`` and ``_SURE``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache, lru_cache
from math import factorial, log, log2
from typing import Final, TypeAlias

from attrs import frozen

from mandala_conformance.findings import Fault

_UNLIKELY_BITS: Final = 60
"""A fixed order is no chance below 2⁻⁶⁰.

What fits a fixed order is counted from any shuffle on. From each, the chance of getting there is at most 2⁻⁶⁰, as each
further factor is the chance of that step, given those before. Three orders (as it was, reversed, the same again) and
100,000 shuffles in a run make less than 3 · 10⁵ · 2⁻⁶⁰ < 3 · 10⁻¹³.
"""

_SURE: Final = log(10**10)
"""A bias is no chance if one who bets on it, at the fair odds of honest shuffles, has 10¹⁰ times the first stake.

At fair odds the stake is a martingale: however often one looks, it ever gets that high with a chance of at most 10⁻¹⁰
(Ville). With four biases that makes 4 · 10⁻¹⁰. A card that changes places with any other is found after some 40 whole
games of Mandala: faces say no more of it. One that never stays is found after four.
"""


@frozen
class OpenedShuffle:
    """The faces of a shuffle or mix before and after it; ``what`` names it for people, ``kind`` its kind of entry."""

    what: str
    kind: str
    before: tuple[int, ...]
    after: tuple[int, ...]


class OrderWatch:
    """The orders of one implementation in all games of a run."""

    def __init__(self) -> None:
        self._unmoved, self._reversed = _FixedOrder(), _FixedOrder()
        self._same: dict[tuple[str, int], _FixedOrder] = {}
        self._stakes = dict.fromkeys(BIASES, 0.0)
        """The logarithm of what is won by betting on each bias."""

    def note(self, opened: OpenedShuffle) -> Iterator[Fault]:
        """Take a further shuffle, and tell what is wrong with the orders so far."""
        places = range(len(opened.before))
        same = self._same.setdefault((opened.kind, len(places)), _FixedOrder())
        for fixed, outcome in (
            (self._unmoved.take(opened, places, places), "in the order in which they were"),
            (self._reversed.take(opened, places, places[::-1]), "in the reverse order"),
            (same.take_next(opened), "in one and the same order"),
        ):
            if fixed:
                yield _not_by_chance(f"{_times(fixed, opened)} the cards {outcome}, up to {opened.what}")
        for bias in BIASES:
            self._stakes[bias] += gain(bias, opened)
            if self._stakes[bias] > _SURE:
                yield _not_by_chance(f"{bias.what}, by all shuffles and mixes of this run up to {opened.what}")


def _times(count: int, opened: OpenedShuffle) -> str:
    return f"a {opened.kind} left" if count == 1 else f"{count} times a {opened.kind} left"


def _not_by_chance(got: str) -> Fault:
    return Fault("DK9", "an order drawn from all orders, equally likely, for each shuffle and mix", got)


# Fixed orders.


class _FixedOrder:
    """A count of successive shuffles that fit one order, and the chance of that.

    What a fixed order says of the cards is in labels: an output comes from an input with its label.
    """

    def __init__(self) -> None:
        self._count, self._bits = 0, 0.0
        self._into: Sequence[Hashable] = ()
        self._out_of: Sequence[Hashable] = ()

    def take(self, opened: OpenedShuffle, into: Sequence[Hashable], out_of: Sequence[Hashable]) -> int:
        """Take a shuffle by the labels of its inputs and outputs; how many fit, once that is no chance, and else 0."""
        if fits(opened, into, out_of):
            self._count += 1
            self._bits += unlikelihood(opened, into)
        else:
            self._count, self._bits = 0, 0.0
        return self._count if self._bits > _UNLIKELY_BITS else 0

    def take_next(self, opened: OpenedShuffle) -> int:
        """Take a shuffle of the same size as those before, whose faces are the labels."""
        into = self._into or [0] * len(opened.before)
        out_of = self._out_of or [0] * len(opened.after)
        if not fits(opened, into, out_of):
            self._count, self._bits = 0, 0.0
            into = out_of = [0] * len(opened.before)
        reached = self.take(opened, into, out_of)
        numbers: dict[Hashable, int] = {}
        self._into = [numbers.setdefault(label, len(numbers)) for label in zip(into, opened.before, strict=True)]
        self._out_of = [numbers[label] for label in zip(out_of, opened.after, strict=True)]
        return reached


def fits(opened: OpenedShuffle, into: Sequence[Hashable], out_of: Sequence[Hashable]) -> bool:
    """Return whether each output can come from an input with its label."""
    before, after = zip(into, opened.before, strict=True), zip(out_of, opened.after, strict=True)
    return Counter(before) == Counter(after)


def unlikelihood(opened: OpenedShuffle, into: Sequence[Hashable]) -> float:
    """The chance that an honest shuffle fits these labels, as −log₂ of it.

    Of all arrangements of the faces those fit in which the outputs of each label have the faces of its inputs.
    """
    arrangements = _arrangements(Counter(opened.before))
    fitting = 0.0
    for label in set(into):
        fitting += _arrangements(Counter(face for at, face in zip(into, opened.before, strict=True) if at == label))
    return arrangements - fitting


def _arrangements(faces: Counter[int]) -> float:
    """The number of arrangements of these faces, as a logarithm."""
    return log2(factorial(faces.total())) - sum(log2(factorial(count)) for count in faces.values())


# Biases.


Weight: TypeAlias = Callable[[int, int, int], float]
"""The odds of input j to get to place i by a wrong way to shuffle N cards, above 0, if 1 is by chance; of i, j and N.

A bet on it only wins less if these numbers are not quite right: it stays fair to an honest implementation.
"""


def exchange_with_any(place: int, source: int, size: int) -> float:
    """Exchange the card at each place, in their order, with that at any place, those done before among them.

    With r = 1 − 1/N, the card from j is at j with the chance r^j when its turn comes, and each exchange from there on
    can throw it to any place; what is at i after its turn stays with r^(N−1−i).
    """
    rest = 1 - 1 / size
    late, early = rest ** (size - 1 - place), rest**source
    return late + early - (late * early if place >= source else 0)


def stay_seldom(place: int, source: int, _size: int) -> float:
    """Hardly ever leave a card at its place."""
    return 0.1 if place == source else 1


def stay_often(place: int, source: int, _size: int) -> float:
    """Leave a card at its place twice as often as by chance."""
    return 2 if place == source else 1


@frozen
class Bias:
    """A bias, and what it does for people; ``backwards``: the cards are counted from the last one on."""

    what: str
    weight: Weight
    backwards: bool = False


BIASES: Final = (
    Bias("cards change places with any other, not only with those that are left", exchange_with_any),
    Bias("cards change places with any other, from the last one on", exchange_with_any, backwards=True),
    Bias("cards stay at their places too seldom", stay_seldom),
    Bias("cards stay at their places too often", stay_often),
)


def gain(bias: Bias, opened: OpenedShuffle) -> float:
    """The logarithm of what one unit becomes by betting on a bias, output after output, at the odds of chance."""
    step = -1 if bias.backwards else 1
    before, after = opened.before[::step], opened.after[::step]
    weights = _weights(bias.weight, before)
    left, won = Counter(before), 0.0
    for place, face in enumerate(after):
        fair = sum(count * weights[each][place] for each, count in left.items())
        won += log(weights[face][place] * (len(before) - place) / fair)
        left[face] -= 1
    return won


@lru_cache(128)
def _weights(weight: Weight, before: tuple[int, ...]) -> dict[int, list[float]]:
    """The mean odds of the inputs with each face to get to each place; a host begins each game with the same faces."""
    columns = _columns(weight, len(before))
    sources = {face: [columns[place] for place, found in enumerate(before) if found == face] for face in set(before)}
    return {face: [sum(odds) / len(odds) for odds in zip(*some, strict=True)] for face, some in sources.items()}


@cache
def _columns(weight: Weight, size: int) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(weight(place, source, size) for place in range(size)) for source in range(size))
