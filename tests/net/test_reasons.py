"""The greedy bot's judgement of positions made by hand, and its reasons."""

from __future__ import annotations

import string

import pytest

from mandala_net.bots.batch import seeded_shuffle, start
from mandala_net.bots.mandala import reasons
from mandala_net.bots.mandala.greedy_bot import GreedyBot
from mandala_net.bots.mandala.reasons import Clause, MoveReason
from mandala_net.bots.random_bot import RandomBot
from mandala_protocol.games.game import View
from mandala_protocol.games.mandala import MANDALA, Claim, Colour, MandalaMove, MandalaState
from mandala_protocol.games.mandala.scoring import live_score
from mandala_protocol.games.mandala.state import Claiming
from mandala_protocol.games.simulation import Simulation
from mandala_protocol.seats import Seat
from tests.net.bot_views import WE_CHOOSE, view_of

MandalaSimulation = Simulation[MandalaState, MandalaMove]


def explained(bot: GreedyBot, view: View[MandalaState]) -> tuple[MandalaMove, MoveReason]:
    """The best move and why, beside the one that would look best if no one looked at the end."""
    ranked = bot.ranked(view)
    instead = max(ranked, key=lambda evaluation: evaluation.total - evaluation.end)
    return ranked[0].move, reasons.reason_for(view, ranked[0], instead)


def told(view: View[MandalaState]) -> tuple[str, str]:
    """The move and the sentence; the seed must not matter in positions that are clear."""
    answers = set()
    for seed in range(4):
        move, reason = explained(GreedyBot(seed), view)
        answers.add((MANDALA.format_move(move), str(reason)))
    (answer,) = answers
    return answer


ALL_BUT_THREE = "r" * 11 + "o" * 11 + "y" * 11 + "g" * 9 + "p" * 11 + "k" * 13
"""What must lie on the discard pile for three cards to be left to draw, in the position that uses it."""

TOLD = {
    "it completes where it chooses first and much is to be had": (
        view_of("ggggo/yyr/p", hand="kkrr", own="royp/", other="royp/"),
        ("A0k", "completes the left mandala and you choose first: green fills river slot 5"),
    ),
    "it does not complete for the other player": (
        view_of("ggggo/y/ppr", hand="krrr", own="royp/", other="royp/"),
        ("B1k1", "gives you a share of the right mandala"),
    ),
    "it completes although the other player chooses first, if enough is left": (
        view_of("gpo/y/kk", "gg/k/o", hand="rr", own="pog/", other="royg/"),
        ("A0r", "completes the left mandala and the other player chooses first: green adds 3 to your score"),
    ),
    "it ends the game when it is ahead": (
        view_of("ggo/yyr/p", hand="kkr", own="royg/rroooyyyygggg", other="pgk/", triggered=True),
        (
            "A0k",
            "completes the left mandala and you choose first: green adds 8 to your score; "
            "the game ends, and you are probably ahead",
        ),
    ),
    "it ends the game with the last cards of the pile (D3)": (
        view_of("ggo/yyr/p", hand="kkr", own="royg/rroooyyyygggg", other="pgk/", discard=ALL_BUT_THREE),
        (
            "A0k",
            "completes the left mandala and you choose first: green adds 8 to your score; "
            "the game ends, and you are probably ahead",
        ),
    ),
    "it does not end the game when it is behind": (
        view_of("ggo/yyr/p", hand="kkr", own="pgk/", other="royg/rroooyyyygggg", triggered=True),
        (
            "B1k1",
            "gives you a share of the right mandala: otherwise the game may end with the other player ahead",
        ),
    ),
    "it leaves the colour with which the other player would end the game": (
        view_of("ggo/yr/kp", phase=WE_CHOOSE, own="og/", other="rypkg/ggggggggg"),
        ("Ko", "orange adds 1 to your score: otherwise the game may end with the other player ahead"),
    ),
    "it takes the lead": (
        view_of("gg/y/rop", "oo//rygk", hand="yyyg"),
        ("B0y3", "puts you ahead in the left mandala, to choose first there"),
    ),
    "it draws when nothing is worth a card": (
        view_of("ggggoo/y/p", "oo//yk", hand="yyyk"),
        ("A0k", "refills your hand to 6 cards"),
    ),
    "it exchanges what fits nowhere": (
        view_of("gg//rr", "oo//r", hand="rrrrrrrr"),
        ("Cr8", "red fits nowhere now: every other move looks worse"),
    ),
    "it clears a mandala without fields for the sake of the draw": (
        view_of("rygpk//", "//o", hand="o"),
        ("A0o", "clears the left mandala, where both fields are empty: every other move looks worse"),
    ),
    "it claims the higher slot": (
        view_of("ggk/ro/yp", phase=WE_CHOOSE, own="rogk/", other="p/"),
        ("Kg", "green adds 6 to your score"),
    ),
    "it claims more cards of a new colour": (
        view_of("gggk/ro/yp", phase=WE_CHOOSE, own="royp/", other="p/"),
        ("Kg", "green fills river slot 5"),
    ),
    "it claims for the green cards in its cup": (
        view_of("gk/ro/yp", cup="gg", phase=WE_CHOOSE, own="royp/", other="royp/"),
        ("Kg", "green fills river slot 5"),
    ),
    "it claims for the black cards in its cup": (
        view_of("gk/ro/yp", cup="kk", phase=WE_CHOOSE, own="royp/", other="royp/"),
        ("Kk", "black fills river slot 5"),
    ),
    "it denies, where it has no field": (
        view_of("ggk//ypro", phase=WE_CHOOSE, own="royp/", other="pgk/"),
        ("Kg", "gains you nothing, but keeps green from the other player"),
    ),
    "it takes what is left": (
        view_of("gg/rk/ypo", phase=WE_CHOOSE, own="royp/", other="pgk/"),
        ("Kg", "only green is left"),
    ),
}


@pytest.mark.parametrize("case", TOLD)
def test_the_greedy_bot_tells_what_it_does_and_why(case: str) -> None:
    view, expected = TOLD[case]
    assert told(view) == expected


def comes_true(clause: Clause, before: MandalaSimulation, after: MandalaSimulation, seat: Seat) -> bool:
    """Return whether the position after the move shows what a clause about it says; True for those that only judge."""
    values = clause.values
    match clause.template:
        case reasons.COMPLETES_FIRST | reasons.COMPLETES_SECOND:
            phase = after.state.phase
            chooser = seat if clause.template == reasons.COMPLETES_FIRST else seat.other
            return phase == Claiming(seat, values["mandala"], chooser)
        case reasons.ONLY_ONE:
            return not isinstance(after.state.phase, Claiming)
        case reasons.DENIES:
            return before.state.players[seat].river == after.state.players[seat].river
        case reasons.FILLS_HAND:
            return after.state.players[seat].hand == values["cards"]
        case reasons.FOOTHOLD:
            return not lead(before, values["mandala"], seat)[0]
        case reasons.TAKES_LEAD | reasons.WIDENS_LEAD:
            own, other = lead(before, values["mandala"], seat)
            return own > other if clause.template == reasons.WIDENS_LEAD else 0 < own <= other
        case reasons.CATCHES_UP:
            own, other = lead(before, values["mandala"], seat)
            return 0 < own < other
        case reasons.COUNTS_IN_RIVER:
            return before.state.players[seat].river[values["slot"] - 1] is values["colour"]
        case _:
            return True


def lead(simulation: MandalaSimulation, number: int, seat: Seat) -> tuple[int, int]:
    """The cards in the own field and in the other."""
    fields = simulation.state.mandalas[number].fields
    return sum(fields[seat]), sum(fields[seat.other])


def claim_comes_true(clause: Clause, before: MandalaSimulation, after: MandalaSimulation, seat: Seat) -> bool:
    """The same for a claim, whose gain is seen at once."""
    values = clause.values
    if clause.template == reasons.FILLS_SLOT:
        return after.state.players[seat].river[values["slot"] - 1 :] == (values["colour"],)
    if clause.template == reasons.ADDS_POINTS:
        gained = live_score(after.state.players[seat]) - live_score(before.state.players[seat])
        return gained == values["points"]
    return True


def test_what_the_greedy_bot_tells_comes_true_and_its_words_are_all_used() -> None:
    used = set()
    bot = GreedyBot(1)
    for seed in (0, 1, 2, 17):  # in which all clauses are said
        simulation: MandalaSimulation = start(MANDALA, seed)
        random_bot = RandomBot(MANDALA, seed)
        while (seat := simulation.to_move) is not None:
            view = simulation.view(seat)
            move, reason = explained(bot, view)
            assert move == bot.choose(view)
            before = simulation.copy(simulation.shuffle)
            after = simulation.copy(seeded_shuffle(seed))
            after.play(move)
            for clause in reason.clauses:
                used.add(clause.template)
                assert comes_true(clause, before, after, seat), (seed, str(reason))
                if isinstance(move, Claim):
                    assert claim_comes_true(clause, before, after, seat), (seed, str(reason))
            simulation.play(move if seat is Seat.HOST else random_bot.choose(view))
    of_the_teacher = {reasons.KEEPS_MORE, reasons.KEEPS_FITTING, reasons.PAYS_LATER}
    assert used == set(reasons.CLAUSES) - {reasons.CLEARS} - of_the_teacher


def test_a_sentence_has_every_word_filled_in() -> None:
    for template in reasons.CLAUSES:
        names = {name for _, name, _, _ in string.Formatter().parse(template) if name}
        assert names <= {"colour", "slot", "points", "mandala", "cards"}
        values = {name: Colour.PURPLE if name == "colour" else 1 for name in names}
        sentence = str(Clause(template, values))
        assert "{" not in sentence
        assert ("purple" in sentence) == ("colour" in names)


def test_the_greedy_bot_tells_nothing_when_its_seat_is_not_to_move() -> None:
    with pytest.raises(ValueError, match="not to move"):
        GreedyBot(1).choose(start(MANDALA, 1).view(Seat.GUEST))
