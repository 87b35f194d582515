"""Defects of play."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import trio
from attrs import evolve

from mandala_net.match.session_runner import SessionRunner
from mandala_protocol.conversation.speaker import Speaker
from mandala_protocol.games.game import Face
from mandala_protocol.games.mandala import position as table_position
from mandala_protocol.games.patterns import flow, setup
from mandala_protocol.games.patterns import position as board_position
from mandala_protocol.poker.ciphertexts import Ciphertext
from mandala_protocol.poker.sampling import HashStream
from mandala_protocol.record import referee
from mandala_protocol.record.move_effect import MoveEffect, effect_said
from mandala_protocol.record.played_cards import opened_cards
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.wire import messages
from mandala_protocol.wire.messages import Key, Move, ResultBody, Share
from tests.conformance.defects.defect import DefectBook, nothing, replace

PLAY = DefectBook()


# The cards that are named.


@PLAY.defect(
    "takes-cards-twice",
    "Takes cards that are named twice, and in any order",
    case="MS6/places-twice",
    seen="PL4|DK5",
    game="mandala",
)
def takes_cards_twice() -> None:
    replace(messages, "itertools", type("Unordered", (), {"pairwise": staticmethod(lambda _cards: ())}))


@PLAY.defect(
    "takes-turned-cards",
    "Takes cards of a share that are named in any order",
    case="MS6/cards-turned",
    seen="PL2|DK5|PL4",
    game="mandala",
    command="join",
)
def takes_turned_cards() -> None:
    takes_cards_twice()


# What is checked.


@PLAY.defect("compares-no-positions", "Compares no digests of positions", case="PL6/other-digest", seen="entry")
def compares_no_positions() -> None:
    take_move = Referee._take_move

    def take_any_digest(self: Referee, body: Move, effect: Any, entry: Any, trusted: bool) -> None:
        take_move(self, evolve(body, digest=effect.digest), effect, entry, trusted)

    replace(Referee, "_take_move", take_any_digest)


PLAY.in_the_other_role("compares-no-positions", game="mandala", seen="entry|nothing within")


@PLAY.defect("takes-any-move", "Asks no rule about a move", case="PL3/O5", seen="PL6")
def takes_any_move() -> None:
    replace(flow, "judge", nothing)


PLAY.in_the_other_role("takes-any-move")


def read_moves(as_written: Callable[[str], str]) -> None:
    """Read the text of a move as if it were written like this."""

    def effect_read(rules: Any, state: Any, speaker: Seat, notation: str, entry: Entry) -> MoveEffect:
        return effect_said(rules, state, speaker, as_written(notation), entry)

    replace(referee, "effect_said", effect_read)


@PLAY.defect(
    "takes-moves-with-spaces",
    "Passes over spaces around a move",
    case="PL1/legal-with-space",
    seen="entry|nothing within",
)
def takes_moves_with_spaces() -> None:
    read_moves(str.strip)


@PLAY.defect(
    "takes-moves-in-any-case",
    "Takes small and capital letters for the same in a move",
    case="PL1/legal-in-other-case",
    seen="entry|nothing within",
    game="mandala",
    command="join",
)
def takes_moves_in_any_case() -> None:
    read_moves(lambda text: text.swapcase() if text[:1].islower() else text)


@PLAY.defect(
    "takes-moves-with-zeros",
    "Reads a number in a move with zeros before it",
    case="PL1/legal-with-zero",
    seen="entry|nothing within",
)
def takes_moves_with_zeros() -> None:
    read_moves(partial(re.sub, "0(?=[0-9])", ""))


PLAY.in_the_other_role("takes-moves-with-zeros", game="mandala")


@PLAY.defect(
    "takes-any-card", "Compares no faces with those of the move", case="PL5/not-held", seen="entry", game="mandala"
)
def takes_any_card() -> None:
    replace(referee, "require_faces", nothing)


PLAY.in_the_other_role("takes-any-card", seen="entry|nothing within")


@PLAY.defect(
    "counts-no-cards",
    "Counts no cards of a move",
    case="PL4/one-more",
    seen='requirement="PL5"',
    game="mandala",
)
def counts_no_cards() -> None:
    def all_opened(played: Share | None, _claimed: Any, hand: Sequence[Ciphertext], _entry: Any) -> list[Ciphertext]:
        return [] if played is None else [hand[place] for place in played.cards]

    replace(referee, "opened_cards", all_opened)


PLAY.in_the_other_role("counts-no-cards")


@PLAY.defect(
    "takes-moves-without-cards",
    "Takes a move that opens none of the cards it plays",
    case="PL8/no-share",
    seen="entry|nothing within",
    game="mandala",
)
def takes_moves_without_cards() -> None:
    def opened_if_any(played: Share | None, *given: Any) -> list[Ciphertext]:
        return [] if played is None else opened_cards(played, *given)

    replace(referee, "opened_cards", opened_if_any)


PLAY.in_the_other_role("takes-moves-without-cards")


@PLAY.defect(
    "passes-shares-of-nothing",
    "Takes no notice of a share in a move that plays no card",
    case="PL8/share-without-cards",
    seen="entry",
)
def passes_shares_of_nothing() -> None:
    checked_play = Referee._checked_play

    def check_where_cards_are(self: Referee, played: Any, speaker: Any, claimed: Any, *given: Any) -> Any:
        return checked_play(self, played if claimed else None, speaker, claimed, *given)

    replace(Referee, "_checked_play", check_where_cards_are)


PLAY.in_the_other_role(
    "passes-shares-of-nothing", case="PL8/share-in-claim", game="mandala", seen="entry|nothing within"
)


# What it makes itself.


@PLAY.defect("repeats-moves", "Says its first move again and again", case="EN11/whole-game", seen="PL3")
def repeats_moves() -> None:
    move_body = Speaker.move_body
    said: list[str] = []

    def first_again(self: Speaker, move: Any) -> Any:
        body, effect = move_body(self, move)
        said.append(body.move)
        return evolve(body, move=said[0]), effect

    replace(Speaker, "move_body", first_again)


@PLAY.defect("writes-moves-otherwise", "Writes moves in small letters", case="EN11/whole-game", seen="PL1")
def writes_moves_otherwise() -> None:
    move_body = Speaker.move_body

    def in_small_letters(self: Speaker, move: Any) -> Any:
        body, effect = move_body(self, move)
        return evolve(body, move=body.move.swapcase()), effect

    replace(Speaker, "move_body", in_small_letters)


@PLAY.defect(
    "writes-tables-otherwise",
    "Writes the position of Mandala with an end of the line",
    case="PL9/some-turns",
    seen="PL6",
    game="mandala",
)
def writes_tables_otherwise() -> None:
    format_position = table_position.format_position
    replace(table_position, "format_position", lambda state: format_position(state) + "\n")


@PLAY.defect(
    "writes-boards-otherwise",
    "Writes the position of Patterns with an end of the line",
    case="PL13/whole-game",
    seen="PL6",
)
def writes_boards_otherwise() -> None:
    format_position = board_position.format_position
    replace(board_position, "format_position", lambda state: format_position(state) + "\n")


@PLAY.defect("sets-up-otherwise", "Draws another board from the seed", case="PL13/whole-game", seen="PL1|PL3|PL6")
def sets_up_otherwise() -> None:
    replace(setup, "PURPOSE", "board")


@PLAY.defect("counts-otherwise", "Says another winner", case="EN11/whole-game", seen="EN5", command="join")
def counts_otherwise() -> None:
    result_body = Referee.result_body

    def other_winner(self: Referee) -> ResultBody:
        body = result_body(self)
        return evolve(body, winner=None if body.winner is not None else 0)

    replace(Referee, "result_body", other_winner)


@PLAY.defect("keeps-its-key", "Never opens its key", case="EN11/whole-game", seen="nothing within")
def keeps_its_key() -> None:
    say_now = SessionRunner._say_now

    async def say_no_key(self: SessionRunner, command: Any) -> None:
        due = self._session.referee.due
        if due is not None and due.kind is Key and due.speaker is self._session.seat:
            await trio.sleep_forever()
        await say_now(self, command)

    replace(SessionRunner, "_say_now", say_no_key)


@PLAY.defect("opens-another-key", "Opens another key", case="EN11/whole-game", seen="EN4")
def opens_another_key() -> None:
    take_key = Referee._take_key

    def take_own_key(self: Referee, body: Key, seat: Seat, entry: Entry) -> None:
        own = self.keys.knows(seat)  # nobody else's key is known before this
        take_key(self, Key(self.keys._keys[seat].secret) if own else body, seat, entry)

    replace(Speaker, "_reveal_key", lambda _: Key(bytes([1, *bytes(31)])))
    replace(Referee, "_take_key", take_own_key)


@PLAY.defect(
    "opens-the-first",
    "Opens the first of several equal cards",
    case="PL7/places",
    seen="always the first",
    game="mandala",
)
def opens_the_first() -> None:
    def first_of_each(self: Speaker, faces: Sequence[Face], _: HashStream) -> tuple[int, ...]:
        wanted, places = list(faces), []
        for place, face in enumerate(self._referee.cards.faces(self._seat)):
            if face in wanted:
                wanted.remove(face)
                places.append(place)
        return tuple(places)

    replace(Speaker, "_positions_of", first_of_each)


PLAY.in_the_other_role("opens-the-first")


PLAY.in_the_other_role(
    "takes-cards-twice",
    "takes-turned-cards",
    "takes-moves-with-spaces",
    "takes-moves-in-any-case",
    "counts-otherwise",
    "opens-another-key",
)
