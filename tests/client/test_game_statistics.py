"""The statistics of one game: against small games counted by hand, and against the record of a whole one."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from mandala_client.games.mandala.score_text import PlayerStatistics, blocks_of, tally
from mandala_client.ui.blocks.block_sentences import sentences_of
from mandala_client.ui.blocks.values import Comparison
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import Dealt, EndOfGame, EndReason, GameEvent, Moved, Revealed, Shuffled, View
from mandala_protocol.games.mandala import MANDALA, Colour, MandalaMove
from mandala_protocol.games.mandala.flow import apply, initial
from mandala_protocol.games.mandala.scoring import score_sheet
from mandala_protocol.games.mandala.state import EMPTY_MANDALA, GameOver
from mandala_protocol.record.steps import Step
from mandala_protocol.seats import Seat

RED, ORANGE, YELLOW, GREEN, PURPLE, BLACK = Colour
DRAWN = Dealt((None,))


def played(events: Iterable[GameEvent[MandalaMove]]) -> Snapshot:
    """The host's view after these events."""
    state, steps = initial(Seat.HOST), []
    for number, event in enumerate(events):
        after = apply(state, event)
        steps.append(Step(number, Seat.HOST, event, state, after))
        state = after
    return Snapshot(
        game=MANDALA.name,
        seat=Seat.HOST,
        names=("Anna", "Ben"),
        due=None,
        pending=Pending.NOTHING,
        words=None,
        view=View(state, Seat.HOST, {}),
        steps=tuple(steps),
        result=None,
        connected=True,
        length=len(steps),
    )


def begun() -> list[GameEvent[MandalaMove]]:
    """Mountain 0 has red and orange, mountain 1 two yellow cards; the host is to move."""
    return [Shuffled(), Dealt(((RED, ORANGE), (YELLOW, YELLOW), None, None, None, None))]


def moved(seat: Seat, notation: str) -> Moved[MandalaMove]:
    return Moved(seat, MANDALA.parse_move(notation))


HOST, GUEST = Seat


def small_game() -> list[GameEvent[MandalaMove]]:
    """The host completes mandala 0, in which the guest has more cards, and the guest resigns."""
    return [
        *begun(),
        *(moved(HOST, "A0y"), DRAWN),
        moved(GUEST, "B0g2"),
        *(moved(HOST, "Ck3"), DRAWN),
        *(moved(GUEST, "A0p"), DRAWN),
        moved(HOST, "B0k1"),
        *(moved(GUEST, "Kr"), moved(HOST, "Ko"), moved(GUEST, "Ky"), moved(HOST, "Kp")),
        Dealt(((RED, RED),)),
        EndOfGame(EndReason.RESIGNED, GUEST),
    ]


def opened() -> Revealed:
    """Seven cards in the hand of the host, six in the other; of the cups two, one and one score."""
    host = {"hand": (7, 0, 0, 0, 0, 0), "cup": (0, 2, 0, 0, 0, 0)}
    guest = {"hand": (0, 0, 6, 0, 0, 0), "cup": (1, 0, 0, 0, 0, 1)}
    return Revealed((host, guest))


def test_a_small_game_is_counted_as_by_hand() -> None:
    counted = tally(played([*small_game(), opened()]))
    assert counted.own == PlayerStatistics(
        built=1,
        grown=1,
        discarded=1,
        cards_grown=1,
        most_grown=1,
        cards_discarded=3,
        cards_drawn=6,
        completed=1,
        majorities=0,
        chosen=2,
        cards_won=2,
        most_won=2,
        slots=(2, 0, 0, 0, 0, 0),
    )
    assert counted.other == PlayerStatistics(
        built=1,
        grown=1,
        cards_grown=2,
        most_grown=2,
        cards_drawn=3,
        majorities=1,
        chosen=2,
        cards_won=2,
        most_won=2,
        slots=(1, 0, 0, 0, 0, 0),
    )
    assert (counted.own.turns, counted.other.turns, counted.turns) == (3, 2, 5)
    assert counted.completed == (1, 0)
    assert counted.longest_wait == 5
    assert counted.reshuffles == 0


def test_seen_from_the_other_seat_the_players_are_exchanged() -> None:
    seen = played([*small_game(), opened()])
    near, far = tally(seen), tally(evolve(seen, seat=GUEST))
    assert (near.own, near.other) == (far.other, far.own)
    assert near.completed == far.completed


def test_while_the_cups_are_hidden_only_what_both_have_seen_is_counted_in_them() -> None:
    assert tally(played(small_game())).own.slots == (0,) * 6


def test_a_mandala_with_both_fields_empty_is_completed_but_nobody_has_the_majority() -> None:
    builds = [(HOST, "A0y"), (GUEST, "A0g"), (HOST, "A0p"), (GUEST, "A0k")]
    events = [one for seat, notation in builds for one in (moved(seat, notation), DRAWN)]
    counted = tally(played([*begun(), *events]))
    assert (counted.own.completed, counted.other.completed) == (0, 1)
    assert (counted.own.majorities, counted.other.majorities) == (0, 0)
    assert (counted.own.chosen, counted.other.chosen) == (0, 0)
    assert counted.completed == (1, 0)
    assert counted.longest_wait == 4


def test_cards_that_go_to_the_discard_pile_for_an_empty_field_are_not_won() -> None:
    events = [
        *begun(),
        *(moved(HOST, "A0y"), DRAWN),
        *(moved(GUEST, "A0g"), DRAWN),
        *(moved(HOST, "A0p"), DRAWN),
        moved(GUEST, "B0k2"),
        *(moved(GUEST, "Kr"), moved(HOST, "Ko")),
    ]
    counted = tally(played(events))
    assert (counted.own.chosen, counted.own.cards_won) == (1, 0)
    assert (counted.other.chosen, counted.other.cards_won) == (1, 1)
    assert counted.other.majorities == 1


def test_nothing_is_counted_before_the_first_move() -> None:
    for events in ([], begun()):
        counted = tally(played(events))
        assert counted.own == counted.other == PlayerStatistics()
        assert (counted.turns, counted.longest_wait, counted.completed) == (0, 0, (0, 0))


def test_the_statistics_of_a_whole_game_agree_with_its_record(moments: tuple[Snapshot, ...]) -> None:
    last = moments[-1]
    assert last.view is not None
    state = last.view.state
    assert isinstance(state.phase, GameOver)
    counted, score = tally(last), score_sheet(state)
    moves = [
        (step.event.seat, MANDALA.format_move(step.event.move)) for step in last.steps if isinstance(step.event, Moved)
    ]
    for seat, player in ((last.seat, counted.own), (last.seat.other, counted.other)):
        own = [notation for who, notation in moves if who is seat]
        kinds = {kind: [one for one in own if one.startswith(kind)] for kind in "ABCK"}
        assert (player.built, player.grown) == (len(kinds["A"]), len(kinds["B"]))
        assert (player.discarded, player.chosen) == (len(kinds["C"]), len(kinds["K"]))
        assert player.cards_grown == sum(int(one[3:]) for one in kinds["B"])
        assert player.cards_discarded == sum(int(one[2:]) for one in kinds["C"])
        out = player.built + player.cards_grown + player.cards_discarded
        assert 6 + player.cards_drawn - out == state.players[seat].hand
        assert player.cards_won == len(state.players[seat].river) + sum(state.players[seat].claimed)
        assert 0 < player.most_won <= player.cards_won
        assert player.slots == tuple(slot.cards for slot in score.seats[seat].slots)
    assert sum(counted.completed) == sum(_is_destruction(step) for step in last.steps)
    assert sum(counted.completed) == counted.own.completed + counted.other.completed
    assert counted.own.majorities + counted.other.majorities <= sum(counted.completed)
    assert counted.reshuffles == 1
    assert 0 < counted.longest_wait <= counted.turns


def _is_destruction(step: Step) -> bool:
    """Cards lay in a mandala, and none do any more."""
    pairs = zip(step.before.mandalas, step.after.mandalas, strict=True)
    return any(before != EMPTY_MANDALA == after for before, after in pairs)


def test_in_sentences_both_players_stand_in_each() -> None:
    counted, *about_both = blocks_of(tally(played([*small_game(), opened()])), "Ben")
    assert isinstance(counted, Comparison)
    sentences = sentences_of([counted, *about_both])
    assert sentences[0] == "Turns: you 3, Ben 2."
    assert "Mandalas completed: you 1, Ben 0." in sentences
    assert "Cards in the cup, slots 1 to 6: you 2 0 0 0 0 0, Ben 1 0 0 0 0 0." in sentences
    assert "There were 5 turns in total." in sentences
    assert len(sentences) == len(counted.lines) + len(about_both)
