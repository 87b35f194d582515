"""The statistics of one game: against small games counted by hand, and against the record of a whole one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve

from mandala_client.games.mandala.score_text import statistics
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


def counted(snapshot: Snapshot) -> tuple[dict[str, str], dict[str, str]]:
    """The counts of our player and of the other one, by their labels."""
    compared = statistics(snapshot, "Ben")[0]
    assert isinstance(compared, Comparison)
    own, other = ({line.label: str((line.one, line.other)[place]) for line in compared.lines} for place in (0, 1))
    return own, other


def of_both(snapshot: Snapshot) -> list[str]:
    """The sentences of the statistics about both players together."""
    return sentences_of(statistics(snapshot, "Ben")[1:])


def completed(left: int, right: int) -> str:
    return f"The left mandala was completed {left}×, the right one {right}×."


def waited(turns: int) -> str:
    return f"The longest wait for a completed mandala was {turns} turn{'' if turns == 1 else 's'}."


def test_a_small_game_is_counted_as_by_hand() -> None:
    snapshot = played([*small_game(), opened()])
    own, other = counted(snapshot)
    assert own == {
        "Turns": "3",
        "Built a mountain": "1",
        "Grew a field": "1",
        "Discarded and redrew": "1",
        "Cards played to fields": "1",
        "Most of them in one turn": "1",
        "Cards discarded": "3",
        "Cards drawn": "6",
        "Mandalas completed": "1",
        "Majorities in the fields": "0",
        "Colours chosen": "2",
        "Cards won from mountains": "2",
        "Most of them from one mandala": "2",
        "Cards in the cup, slots 1 to 6": "2 0 0 0 0 0",
    }
    assert other == {
        "Turns": "2",
        "Built a mountain": "1",
        "Grew a field": "1",
        "Discarded and redrew": "0",
        "Cards played to fields": "2",
        "Most of them in one turn": "2",
        "Cards discarded": "0",
        "Cards drawn": "3",
        "Mandalas completed": "0",
        "Majorities in the fields": "1",
        "Colours chosen": "2",
        "Cards won from mountains": "2",
        "Most of them from one mandala": "2",
        "Cards in the cup, slots 1 to 6": "1 0 0 0 0 0",
    }
    assert of_both(snapshot) == ["There were 5 turns in total.", completed(1, 0), waited(5)]  # and no reshuffle


def test_seen_from_the_other_seat_the_players_are_exchanged() -> None:
    seen = played([*small_game(), opened()])
    across = evolve(seen, seat=GUEST)
    assert counted(seen) == counted(across)[::-1]
    assert of_both(seen) == of_both(across)


def test_while_the_cups_are_hidden_only_what_both_have_seen_is_counted_in_them() -> None:
    own, _other = counted(played(small_game()))
    assert own["Cards in the cup, slots 1 to 6"] == "0 0 0 0 0 0"


def test_a_mandala_with_both_fields_empty_is_completed_but_nobody_has_the_majority() -> None:
    builds = [(HOST, "A0y"), (GUEST, "A0g"), (HOST, "A0p"), (GUEST, "A0k")]
    snapshot = played([*begun(), *(one for seat, notation in builds for one in (moved(seat, notation), DRAWN))])
    own, other = counted(snapshot)
    assert (own["Mandalas completed"], other["Mandalas completed"]) == ("0", "1")
    assert own["Majorities in the fields"] == other["Majorities in the fields"] == "0"
    assert own["Colours chosen"] == other["Colours chosen"] == "0"
    assert of_both(snapshot)[1:] == [completed(1, 0), waited(4)]


def test_cards_that_go_to_the_discard_pile_for_an_empty_field_are_not_won() -> None:
    events = [
        *begun(),
        *(moved(HOST, "A0y"), DRAWN),
        *(moved(GUEST, "A0g"), DRAWN),
        *(moved(HOST, "A0p"), DRAWN),
        moved(GUEST, "B0k2"),
        *(moved(GUEST, "Kr"), moved(HOST, "Ko")),
    ]
    own, other = counted(played(events))
    assert (own["Colours chosen"], own["Cards won from mountains"]) == ("1", "0")
    assert (other["Colours chosen"], other["Cards won from mountains"]) == ("1", "1")
    assert other["Majorities in the fields"] == "1"


def test_nothing_is_counted_before_the_first_move() -> None:
    for events in ([], begun()):
        snapshot = played(events)
        assert all(set(player.values()) == {"0", "0 0 0 0 0 0"} for player in counted(snapshot))
        assert of_both(snapshot) == ["There were 0 turns in total.", completed(0, 0), waited(0)]


def test_the_statistics_of_a_whole_game_agree_with_its_record(moments: tuple[Snapshot, ...]) -> None:
    last = moments[-1]
    assert last.view is not None
    state = last.view.state
    assert isinstance(state.phase, GameOver)
    players, score = counted(last), score_sheet(state)
    moves = [
        (step.event.seat, MANDALA.format_move(step.event.move)) for step in last.steps if isinstance(step.event, Moved)
    ]
    for seat, player in zip((last.seat, last.seat.other), players, strict=True):
        own = [notation for who, notation in moves if who is seat]
        kinds = {kind: [one for one in own if one.startswith(kind)] for kind in "ABCK"}
        slots = player["Cards in the cup, slots 1 to 6"]
        assert slots == " ".join(str(slot.cards) for slot in score.seats[seat].slots)
        count = {label: int(number) for label, number in player.items() if number != slots}
        assert (count["Built a mountain"], count["Grew a field"]) == (len(kinds["A"]), len(kinds["B"]))
        assert (count["Discarded and redrew"], count["Colours chosen"]) == (len(kinds["C"]), len(kinds["K"]))
        assert count["Cards played to fields"] == sum(int(one[3:]) for one in kinds["B"])
        assert count["Cards discarded"] == sum(int(one[2:]) for one in kinds["C"])
        out = count["Built a mountain"] + count["Cards played to fields"] + count["Cards discarded"]
        assert 6 + count["Cards drawn"] - out == state.players[seat].hand
        assert count["Cards won from mountains"] == len(state.players[seat].river) + sum(state.players[seat].claimed)
        assert 0 < count["Most of them from one mandala"] <= count["Cards won from mountains"]
    turns, by_mandala, wait, reshuffled = (list(map(int, re.findall("[0-9]+", text))) for text in of_both(last))
    destroyed = sum(_is_destruction(step) for step in last.steps)
    assert sum(by_mandala) == sum(int(player["Mandalas completed"]) for player in players) == destroyed
    assert sum(int(player["Majorities in the fields"]) for player in players) <= destroyed
    assert reshuffled == [1]
    assert [0] < wait <= turns


def _is_destruction(step: Step) -> bool:
    """Cards lay in a mandala, and none do any more."""
    pairs = zip(step.before.mandalas, step.after.mandalas, strict=True)
    return any(before != EMPTY_MANDALA == after for before, after in pairs)


def test_in_sentences_both_players_stand_in_each() -> None:
    snapshot = played([*small_game(), opened()])
    sentences = sentences_of(statistics(snapshot, "Ben"))
    assert sentences[0] == "Turns: you 3, Ben 2."
    assert "Mandalas completed: you 1, Ben 0." in sentences
    assert "Cards in the cup, slots 1 to 6: you 2 0 0 0 0 0, Ben 1 0 0 0 0 0." in sentences
    assert "There were 5 turns in total." in sentences
    assert len(sentences) == len(counted(snapshot)[0]) + len(of_both(snapshot))
