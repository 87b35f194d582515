"""The course of a game of Mandala: what must happen next, and the state after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, assert_never

from attrs import evolve

from mandala_protocol.games.counts import counted, plus, union
from mandala_protocol.games.game import (
    Counts,
    Dealt,
    Draw,
    EndOfGame,
    EndReason,
    Expectation,
    ExpectDeal,
    ExpectMove,
    ExpectReveal,
    ExpectShuffle,
    Face,
    GameEvent,
    Holding,
    Moved,
    Over,
    Revealed,
    Shuffled,
    TableArea,
)
from mandala_protocol.games.mandala.colours import ALL_CARDS, CARDS_PER_COLOUR, COLOURS, NO_CARDS, Colour
from mandala_protocol.games.mandala.legality import judge, mover
from mandala_protocol.games.mandala.moves import HAND_LIMIT, MANDALAS, Build, Claim, Discard, Grow, MandalaMove
from mandala_protocol.games.mandala.outlook import after_play, chooser_if_completed, drawn_by_build
from mandala_protocol.games.mandala.scoring import result
from mandala_protocol.games.mandala.state import (
    EMPTY_MANDALA,
    Claiming,
    Dealing,
    Drawing,
    GameOver,
    Mandala,
    MandalaEnd,
    MandalaState,
    PlayerArea,
    Refilling,
    Revealing,
    Shuffling,
    Turn,
    claimed_in_all,
    is_complete,
    visible,
)
from mandala_protocol.seats import Seat

T = TypeVar("T")

MOUNTAIN_START = 2
"""Cards in a mountain before the first move and after a destruction (S3, K9)."""
HAND_START = 6
CUP_START = 2
STALEMATE = 40
"""Consecutive C moves that end the game (D11)."""
RIVER_SLOTS = len(COLOURS)

MOUNTAINS = tuple(TableArea(f"mountain {number}") for number in MANDALAS)
HANDS = tuple(Holding(seat, "hand") for seat in Seat)
CUPS = tuple(Holding(seat, "cup") for seat in Seat)

_OTHER = (Seat.GUEST, Seat.HOST)
_MOVES = tuple(ExpectMove(seat) for seat in Seat)
_HAND_DEALS = tuple(tuple(ExpectDeal((Draw(count, hand),)) for count in range(1, HAND_LIMIT + 1)) for hand in HANDS)
"""The deals of 1, 2, … 8 cards to a hand, by seat."""


def initial(first: Seat) -> MandalaState:
    """The empty table (S2)."""
    nobody = PlayerArea((), NO_CARDS, 0, 0)
    return MandalaState(first, Shuffling(), (EMPTY_MANDALA, EMPTY_MANDALA), (nobody, nobody), 0, NO_CARDS, False, 0)


def expects(state: MandalaState) -> Expectation:
    """Return the next step."""
    phase = state.phase
    match phase:
        case Turn(seat=seat):
            return _MOVES[seat]
        case Drawing(seat=seat, count=count):
            if not state.draw_pile:
                return ExpectShuffle(state.discard)
            return _HAND_DEALS[seat][min(count, state.draw_pile) - 1]
        case Claiming(chooser=chooser):
            return _MOVES[chooser]
        case Refilling(mandala=number, count=count):
            if not state.draw_pile:
                return ExpectShuffle(state.discard)
            return ExpectDeal((Draw(min(count, state.draw_pile), MOUNTAINS[number]),))
        case Shuffling():
            return ExpectShuffle(ALL_CARDS)
        case Dealing():
            return _first_deal(state.first)
        case Revealing():
            return ExpectReveal()
        case GameOver():
            return Over(result(state))


def _first_deal(first: Seat) -> ExpectDeal:
    """S5, from the top of the pile."""
    mountains = tuple(Draw(MOUNTAIN_START, mountain) for mountain in MOUNTAINS)
    players = tuple(
        draw for seat in (first, first.other) for draw in (Draw(HAND_START, HANDS[seat]), Draw(CUP_START, CUPS[seat]))
    )
    return ExpectDeal(mountains + players)


def apply(state: MandalaState, event: GameEvent[MandalaMove]) -> MandalaState:
    """The next state; ``IllegalMove`` for a forbidden move, ``ValueError`` for an event that is not expected."""
    match event:
        case Moved(seat=seat, move=move):
            return _moved(state, seat, move)
        case Dealt(shown=shown):
            return _dealt(state, shown)
        case Shuffled():
            return _shuffled(state)
        case EndOfGame(reason=reason, seat=seat):
            return _ended(state, reason, seat)
        case Revealed(holdings=holdings):
            return _revealed(state, holdings)


# Moves.


def _moved(state: MandalaState, seat: Seat, move: MandalaMove) -> MandalaState:
    if mover(state) is not seat:
        raise ValueError("a move of this seat is not expected")
    judge(state, seat, move)
    match move:
        case Build():
            return _built(state, seat, move)
        case Grow():
            return _grown(state, seat, move)
        case Discard(colour=colour, count=count):
            return _discarded(state, seat, colour, count)
        case Claim(colour=colour):
            assert isinstance(state.phase, Claiming)
            return _claimed(state, state.phase, colour)


def _built(state: MandalaState, seat: Seat, move: Build) -> MandalaState:
    built = after_play(state.mandalas[move.mandala], seat, move)
    return _drawn_out(
        MandalaState(
            state.first,
            Drawing(seat, move.mandala, drawn_by_build(state, seat)),
            _replaced(state.mandalas, move.mandala, built),
            _with_hand(state.players, seat, -1),
            state.draw_pile,
            state.discard,
            state.triggered,
            0,
        )
    )


def _grown(state: MandalaState, seat: Seat, move: Grow) -> MandalaState:
    grown = MandalaState(
        state.first,
        state.phase,
        _replaced(state.mandalas, move.mandala, after_play(state.mandalas[move.mandala], seat, move)),
        _with_hand(state.players, seat, -move.count),
        state.draw_pile,
        state.discard,
        state.triggered,
        0,
    )
    return _completion_checked(grown, seat, move.mandala)


def _discarded(state: MandalaState, seat: Seat, colour: Colour, count: int) -> MandalaState:
    return _drawn_out(
        MandalaState(
            state.first,
            Drawing(seat, None, count),
            state.mandalas,
            _with_hand(state.players, seat, -count),
            state.draw_pile,
            plus(state.discard, colour, count),
            state.triggered,
            state.discards_in_a_row + 1,
        )
    )


def _claimed(state: MandalaState, phase: Claiming, colour: Colour) -> MandalaState:
    """All cards of one colour leave the mountain (K3), for the cup and river (K4) or the discard pile (K6)."""
    number, chooser = phase.mandala, phase.chooser
    mandala = state.mandalas[number]
    cards = mandala.mountain[colour]
    players, discard = state.players, state.discard
    if any(mandala.fields[chooser]):
        players = _replaced(players, chooser, _with_claim(players[chooser], colour, cards))
    else:
        discard = plus(discard, colour, cards)
    rest = Mandala(plus(mandala.mountain, colour, -cards), mandala.fields)
    claimed = MandalaState(
        state.first,
        Claiming(phase.seat, number, _OTHER[chooser]),
        _replaced(state.mandalas, number, rest),
        players,
        state.draw_pile,
        discard,
        state.triggered,
        state.discards_in_a_row,
    )
    return claimed if any(rest.mountain) else _destroyed(claimed, phase.seat, number, chooser)


def _with_claim(player: PlayerArea, colour: Colour, cards: int) -> PlayerArea:
    if colour in player.river:
        return PlayerArea(player.river, plus(player.claimed, colour, cards), player.sealed, player.hand)
    return PlayerArea((*player.river, colour), plus(player.claimed, colour, cards - 1), player.sealed, player.hand)


# Completion, destruction, the end of a turn.


def _completion_checked(state: MandalaState, seat: Seat, number: int) -> MandalaState:
    """After a move of ``seat`` into this mandala, its draw included (A4, B5)."""
    mandala = state.mandalas[number]
    if not is_complete(mandala):
        return _turn_ended(state, seat)
    if any(mandala.fields[0]) or any(mandala.fields[1]):
        return evolve(state, phase=Claiming(seat, number, chooser_if_completed(mandala, seat)))
    cleared = Mandala(NO_CARDS, mandala.fields)  # K7
    to_discard = evolve(
        state,
        mandalas=_replaced(state.mandalas, number, cleared),
        discard=union(state.discard, mandala.mountain),
    )
    return _destroyed(to_discard, seat, number, seat)


def _destroyed(state: MandalaState, seat: Seat, number: int, last: Seat) -> MandalaState:
    """The mountain is empty: the fields go (K8), then the game ends (D2, E1) or the mountain is filled (K9).

    ``seat`` completed this mandala, ``last`` made the last move.
    """
    host, guest = state.mandalas[number].fields
    cleared = evolve(
        state,
        mandalas=_replaced(state.mandalas, number, EMPTY_MANDALA),
        discard=union(state.discard, union(host, guest)),
    )
    if state.triggered:  # D9: the trigger came before the sixth colour
        return _stopped(cleared, last, MandalaEnd.DECK)
    if any(len(player.river) == RIVER_SLOTS for player in state.players):
        return _stopped(cleared, last, MandalaEnd.RIVER)
    return evolve(cleared, phase=Refilling(seat, number, MOUNTAIN_START))


def _turn_ended(state: MandalaState, seat: Seat) -> MandalaState:
    if state.discards_in_a_row >= STALEMATE:  # "at once", so before what D10 says of the end of the turn
        return _stopped(state, seat, MandalaEnd.STALEMATE)
    if state.triggered and CARDS_PER_COLOUR in claimed_in_all(state):
        return _stopped(state, seat, MandalaEnd.COLOUR)
    return MandalaState(
        state.first,
        Turn(_OTHER[seat]),
        state.mandalas,
        state.players,
        state.draw_pile,
        state.discard,
        state.triggered,
        state.discards_in_a_row,
    )


def _stopped(state: MandalaState, seat: Seat, end: MandalaEnd) -> MandalaState:
    return evolve(state, phase=Revealing(seat, end, None))


# The draw pile.


def _drawn_out(state: MandalaState) -> MandalaState:
    """Stay while a card can be drawn or the empty pile can be renewed (D2, D5 to D8); otherwise go on."""
    phase = state.phase
    assert isinstance(phase, (Drawing, Refilling))
    if phase.count if state.draw_pile else any(state.discard):
        return state
    if isinstance(phase, Refilling) or phase.mandala is None:
        return _turn_ended(state, phase.seat)
    return _completion_checked(state, phase.seat, phase.mandala)


def _shuffled(state: MandalaState) -> MandalaState:
    match expects(state), state.phase:
        case ExpectShuffle(faces=faces), Shuffling():
            return evolve(state, phase=Dealing(), draw_pile=sum(faces))
        case ExpectShuffle(faces=faces), _:
            return _drawn_out(evolve(state, draw_pile=sum(faces), discard=NO_CARDS))
        case _:
            raise ValueError("a shuffle is not expected")


def _dealt(state: MandalaState, shown: tuple[tuple[Face, ...] | None, ...]) -> MandalaState:
    expected = expects(state)
    if not isinstance(expected, ExpectDeal):
        raise ValueError("a deal is not expected")
    match state.phase:
        case Drawing() as phase:
            return _dealt_to_hand(state, phase, expected, shown)
        case Refilling() as phase:
            return _dealt_to_mountain(state, phase, expected, shown)
        case _:
            return _dealt_first(state, expected, shown)


def _dealt_to_hand(
    state: MandalaState, phase: Drawing, expected: ExpectDeal, shown: tuple[tuple[Face, ...] | None, ...]
) -> MandalaState:
    if shown != (None,):
        raise ValueError("cards for the hand are dealt face down, in one draw")
    drawn = expected.draws[0].count
    draw_pile = state.draw_pile - drawn
    return _drawn_out(
        MandalaState(
            state.first,
            Drawing(phase.seat, phase.mandala, phase.count - drawn),
            state.mandalas,
            _with_hand(state.players, phase.seat, drawn),
            draw_pile,
            state.discard,
            state.triggered or not draw_pile,  # D1
            state.discards_in_a_row,
        )
    )


def _dealt_to_mountain(
    state: MandalaState, phase: Refilling, expected: ExpectDeal, shown: tuple[tuple[Face, ...] | None, ...]
) -> MandalaState:
    (cards,) = _face_up(expected, shown)
    draw_pile = state.draw_pile - sum(cards)
    mandala = state.mandalas[phase.mandala]
    filled = Mandala(union(mandala.mountain, cards), mandala.fields)
    dealt = evolve(
        state,
        phase=Refilling(phase.seat, phase.mandala, phase.count - sum(cards)),
        mandalas=_replaced(state.mandalas, phase.mandala, filled),
        draw_pile=draw_pile,
        triggered=not draw_pile or state.triggered,  # D4
    )
    _check_enough_of_each(visible(dealt))
    return _drawn_out(dealt)


def _dealt_first(state: MandalaState, expected: ExpectDeal, shown: tuple[tuple[Face, ...] | None, ...]) -> MandalaState:
    mountain_0, mountain_1 = _face_up(expected, shown)
    player = PlayerArea((), NO_CARDS, CUP_START, HAND_START)
    return evolve(
        state,
        phase=Turn(state.first),
        mandalas=(Mandala(mountain_0, EMPTY_MANDALA.fields), Mandala(mountain_1, EMPTY_MANDALA.fields)),
        players=(player, player),
        draw_pile=state.draw_pile - sum(draw.count for draw in expected.draws),
    )


def _face_up(expected: ExpectDeal, shown: tuple[tuple[Face, ...] | None, ...]) -> tuple[Counts, ...]:
    """The cards of each draw that goes to the table, after a check that only these were shown, and all of them."""
    if len(shown) != len(expected.draws):
        raise ValueError(f"{len(shown)} draws were made instead of {len(expected.draws)}")
    face_up = []
    for draw, faces in zip(expected.draws, shown, strict=True):
        if isinstance(draw.to, Holding):
            if faces is not None:
                raise ValueError(f"cards for a {draw.to.name} are dealt face down")
        elif faces is None or len(faces) != draw.count:
            raise ValueError(f"{draw.count} cards must be shown in {draw.to.name}")
        else:
            face_up.append(counted(faces, len(COLOURS)))
    return tuple(face_up)


# The end.


def _ended(state: MandalaState, reason: EndReason, seat: Seat | None) -> MandalaState:
    """The players end the game before the rules do (D11 for the agreement)."""
    phase = state.phase
    match phase:
        case Revealing() | GameOver():
            raise ValueError("the game has ended already")
        case Shuffling() | Dealing():
            at_move = state.first
        case Turn(seat=at_move) | Drawing(seat=at_move) | Claiming(chooser=at_move) | Refilling(seat=at_move):
            pass
        case _:
            assert_never(phase)
    if (reason is EndReason.RESIGNED) is (seat is None):
        raise ValueError("one seat resigns, both together agree")
    return evolve(state, phase=Revealing(at_move, reason, seat))


def _revealed(state: MandalaState, holdings: tuple[Mapping[str, Counts], Mapping[str, Counts]]) -> MandalaState:
    phase = state.phase
    if not isinstance(phase, Revealing):
        raise ValueError("nothing is to be revealed now")
    host, guest = (_checked_holdings(*both) for both in zip(state.players, holdings, strict=True))
    known = visible(state)
    for hidden in (*host, *guest):
        known = union(known, hidden)
    _check_enough_of_each(known)
    finished = GameOver(phase.seat, phase.termination, phase.resigned, (host[0], guest[0]), (host[1], guest[1]))
    return evolve(state, phase=finished)


def _checked_holdings(player: PlayerArea, holdings: Mapping[str, Counts]) -> tuple[Counts, Counts]:
    """Hand and starting cup cards, if they can be what this player holds; a holding not named is empty."""
    if not holdings.keys() <= {"hand", "cup"}:
        raise ValueError("nothing but a hand and a cup can be revealed")
    hand, cup = holdings.get("hand", NO_CARDS), holdings.get("cup", NO_CARDS)
    for name, cards, size in (("hand", hand, player.hand), ("cup", cup, player.sealed)):
        if len(cards) != len(COLOURS) or min(cards) < 0 or sum(cards) != size:
            raise ValueError(f"what is revealed is no {name} of {size} cards")
    return hand, cup


def _check_enough_of_each(known: Counts) -> None:
    """18 of each colour exist (S1)."""
    for colour in COLOURS:
        if known[colour] > CARDS_PER_COLOUR:
            raise ValueError(f"there cannot be {known[colour]} {colour.word} cards")


# Replacing one of two.


def _replaced(pair: tuple[T, T], place: int, new: T) -> tuple[T, T]:
    """The mandalas or the players, with another one at this place."""
    return (new, pair[1]) if place == 0 else (pair[0], new)


def _with_hand(players: tuple[PlayerArea, PlayerArea], seat: Seat, more: int) -> tuple[PlayerArea, PlayerArea]:
    player = players[seat]
    return _replaced(players, seat, PlayerArea(player.river, player.claimed, player.sealed, player.hand + more))
