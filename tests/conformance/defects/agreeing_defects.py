"""Defects of what needs both players: to adjourn a game, what a wish states, and to play another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from attrs import evolve

from mandala_conformance.findings import CaseVerdict
from mandala_net.match import liveness, match, session_runner, setup
from mandala_net.match.match import Match
from mandala_net.match.news import Outcome, PeerAway
from mandala_net.match.presence import Presence
from mandala_net.match.states import MatchState
from mandala_protocol.conversation import session
from mandala_protocol.conversation.connection import require_allowed
from mandala_protocol.conversation.events import MakeOffer, SessionEvent
from mandala_protocol.conversation.greeting import Greeted
from mandala_protocol.conversation.offers import Offers
from mandala_protocol.conversation.session import Session
from mandala_protocol.conversation.speaker import GameTerms
from mandala_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from mandala_protocol.games.mandala import MANDALA, scoring
from mandala_protocol.record import referee
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.statements import require_offer
from mandala_protocol.record.transcript import Entry
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import (
    RESIGN,
    Adjourn,
    Chat,
    End,
    EntryMessage,
    Message,
    Offer,
    OfferKind,
    ResultBody,
)
from tests.conformance.defects.defect import DefectBook, nothing, replace

AGREEING = DefectBook()


# Adjourning.


def _agree(*kinds: OfferKind) -> None:
    """Let our bot answer the first offers by these, and leave all others open."""
    answers = iter(kinds)

    def answer() -> MakeOffer:
        kind = next(answers, None)
        if kind is None:
            raise LocalProtocolError(Code.OUT_OF_TURN, "EN16", Sentence("it was answered before"))
        return MakeOffer(kind)

    replace(match, "DeclineOffer", answer)


def agree_to_adjourn() -> None:
    """Let our bot agree to adjourn, and not decline."""
    _agree(OfferKind.ADJOURN)


@AGREEING.defect(
    "plays-on-when-adjourned",
    "Takes an entry behind an adjournment",
    case="EN15/entry-behind",
    seen="the connection closed without an error",
    agree=agree_to_adjourn,
    verdict=CaseVerdict.NON_STRICT,
)
def plays_on_when_adjourned() -> None:
    replace(session, "require_allowed", nothing)


@AGREEING.defect(
    "adjourns-twice",
    "Takes two adjournments in one turn",
    case="EN13/twice-in-a-turn",
    seen="resume",
    agree=agree_to_adjourn,
)
def adjourns_twice() -> None:
    replace(referee, "require_first_adjournment", nothing)


@AGREEING.defect(
    "stays-when-adjourned",
    "Leaves the connection open when both have adjourned",
    case="EN15/adjourned",
    seen="nothing within",
    agree=agree_to_adjourn,
)
def stays_when_adjourned() -> None:
    for module in (session_runner, liveness):
        replace(module, "is_game_over", lambda _: False)


# A wish as the statement of something else, and a draw.


def agree_to_end() -> None:
    """Let our bot agree to end the game, and not decline."""
    _agree(OfferKind.END)


def give_draws_to_the_host() -> None:
    """Let the host win where points, and cups, are equal."""
    result_body = Referee.result_body

    def without_draws(self: Referee) -> ResultBody:
        result = result_body(self)
        return evolve(result, winner=0) if result.winner is None else result

    replace(Referee, "result_body", without_draws)


for _game in ("mandala", "patterns"):
    AGREEING.defect(
        f"knows-no-draw-in-{_game}",
        "Lets the host win where points, and cups, are equal",
        case="EN11/draw",
        seen="one that breaks EN5",
        game=_game,
        agree=agree_to_end,
    )(give_draws_to_the_host)
    AGREEING.in_the_other_role(f"knows-no-draw-in-{_game}", seen='requirement="EN5"')


def agree_to_end_always() -> None:
    """Let our bot agree to each offer to end the game."""
    replace(match, "DeclineOffer", partial(MakeOffer, OfferKind.END))


@AGREEING.defect(
    "gives-ties-to-the-larger-cup",
    "Lets the player with more cards in the cup win where points are equal",
    case="EN11/tie",
    seen="one that breaks EN5",
    game="mandala",
    agree=agree_to_end_always,
)
def give_ties_to_the_larger_cup() -> None:
    better = scoring._better

    def better_by_more(host: tuple[int, int], guest: tuple[int, int]) -> Seat | None:
        return better((host[0], -host[1]), (guest[0], -guest[1]))

    replace(scoring, "_better", better_by_more)


AGREEING.in_the_other_role("gives-ties-to-the-larger-cup", seen='requirement="EN5"')


def agree_to_both() -> None:
    """Let our bot agree to end the game, and then to adjourn it."""
    _agree(OfferKind.END, OfferKind.ADJOURN)


_WISHES: Final = (RESIGN, *(kind.value for kind in OfferKind))


def _require_one_of(ways: Sequence[Callable[[], None]]) -> None:
    """Require that one of these checks passes."""
    for way in ways[:-1]:
        with suppress(RemoteProtocolError):
            way()
            return
    ways[-1]()


@AGREEING.defect(
    "takes-any-wish-as-statement",
    "Takes any wish of the other for the statement of an end",
    case="EN2/their-end-as-resigned",
    seen="key",
    agree=agree_to_end,
)
@AGREEING.defect(
    "adjourns-by-any-wish",
    "Takes any wish of the other for the statement of an adjournment",
    case="EN2/their-end-as-adjourned",
    seen="resume",
    agree=agree_to_end,
)
@AGREEING.defect(
    "ends-by-an-offer-to-adjourn",
    "Takes any wish of the other for the statement of an end by agreement",
    case="EN2/their-adjourn-as-agreed",
    seen="key",
    agree=agree_to_adjourn,
)
@AGREEING.defect(
    "takes-any-wish-as-statement-joining",
    "Takes any wish of the other for the statement of an end",
    case="EN2/their-adjourn-as-resigned",
    seen="nothing within",
    command="join",
    agree=agree_to_adjourn,
)
def takes_any_wish_as_statement() -> None:
    def require_some_wish(_wish: str, *given: Any) -> None:
        _require_one_of([partial(require_offer, each, *given) for each in _WISHES])

    replace(referee, "require_offer", require_some_wish)


@AGREEING.defect(
    "takes-wishes-of-any-turn",
    "Takes a wish of an earlier turn for the statement of an end",
    case="EN2/their-earlier-end",
    seen="key",
    agree=agree_to_end,
)
def takes_wishes_of_any_turn() -> None:
    def require_of_some_turn(wish: str, body: End | Adjourn, *given: Any) -> None:
        turns = range(body.turn, -1, -1)
        _require_one_of([partial(require_offer, wish, evolve(body, turn=turn), *given) for turn in turns])

    replace(referee, "require_offer", require_of_some_turn)


@AGREEING.defect(
    "takes-the-last-wish-alone",
    "Takes none of its own wishes but the last one for the statement of an end",
    case="EN8/their-first-wish",
    seen='requirement="EN2"',
    agree=agree_to_both,
)
def takes_the_last_wish_alone() -> None:
    say, said = Offers._say, list[Offer]()

    def say_and_note(self: Offers, wish: str) -> Offer:
        said.append(say(self, wish))
        return said[-1]

    def require_last_offer(_wish: str, *given: Any) -> None:
        require_offer(said[-1].wish, *given)

    replace(Offers, "_say", say_and_note)
    replace(referee, "require_offer", require_last_offer)


@AGREEING.defect(
    "takes-any-wish-of-either",
    "Takes any wish of either player for the statement of an end",
    case="EN2/resigned-own-adjourn",
    seen="key",
)
@AGREEING.defect(
    "agrees-by-any-wish-of-either",
    "Takes any wish of either player for the statement of an end by agreement",
    case="EN2/agreed-own-resign",
    seen="nothing within",
    game="mandala",
    command="join",
)
@AGREEING.defect(
    "adjourns-by-any-wish-of-either",
    "Takes any wish of either player for the statement of an adjournment",
    case="EN2/adjourn-own-end",
    seen="resume",
)
def takes_any_wish_of_either() -> None:
    happen = Referee._happen

    def happen_by_either(self: Referee, *given: Any) -> None:
        def require_wish_of_either(_wish: str, body: End | Adjourn, game_id: bytes, _: bytes, entry: Entry) -> None:
            ways = [
                partial(require_offer, each, body, game_id, player.identity, entry)
                for player in self.players
                for each in _WISHES
            ]
            _require_one_of(ways)

        replace(referee, "require_offer", require_wish_of_either)
        happen(self, *given)

    replace(Referee, "_happen", happen_by_either)


# One game only.


@AGREEING.defect(
    "plays-mandala-only",
    "Plays Mandala alone, and refuses Patterns with OR4: nothing is wrong with that",
    case="OP3/open-challenge-one",
    seen="error",
    game="mandala",
    command="join",
    verdict=CaseVerdict.OK,
)
def plays_mandala_only() -> None:
    replace(setup, "GAMES", {"mandala": MANDALA})


# Another game.


@AGREEING.defect(
    "takes-any-terms",
    "Compares no terms of another game with those before",
    case="RS13/other-grace",
    seen="entry",
    command="join",
    options=("--tireless",),
)
def takes_any_terms() -> None:
    replace(GameTerms, "is_kept_by", lambda *_: True)


@AGREEING.defect(
    "begins-another-game-at-once",
    "Takes a proposal before both want another game",
    case="RS10/entry-too-soon",
    seen="entry|nothing|requirement",
    command="join",
    options=("--tireless",),
)
def begins_another_game_at_once() -> None:
    replace(session, "require_allowed", nothing)


@AGREEING.defect(
    "calls-with-its-old-seat",
    "Says its seat in the hello about another game",
    case="RS9/another-game",
    seen="seat=0",
    options=("--tireless",),
)
def calls_with_its_old_seat() -> None:
    topic_of: Any = vars(Match)["topic"].fget

    def topic_with_seat(self: Match) -> tuple[bytes, Seat]:
        return topic_of(self)[0], self.seat

    replace(Match, "topic", property(topic_with_seat))


@AGREEING.defect(
    "loses-its-proposal",
    "Does not say a proposal again that was lost",
    case="RS11/same-proposal",
    seen="nothing within",
    options=("--tireless",),
)
def loses_its_proposal() -> None:
    open_line = Session.open_line

    def open_without_proposal(self: Session, *given: Any, **named: Any) -> None:
        open_line(self, *given, **named)
        self._line.again = None

    replace(Session, "open_line", open_without_proposal)


@AGREEING.defect(
    "waits-for-who-has-left",
    "Waits for ever for a player who wants no other game",
    case="RS12/bye",
    seen="not ready for a new game",
    options=("--tireless",),
    verdict=CaseVerdict.NON_STRICT,
)
def waits_for_who_has_left() -> None:
    lose_line, is_meant = Presence.lose_line, Match.is_meant

    def lose_and_wait(self: Presence, end: Outcome) -> PeerAway | None:
        return None if self.status.state is MatchState.BETWEEN_GAMES else lose_line(self, end)

    def is_meant_by_name(self: Match, greeted: Greeted) -> bool:
        return bool(greeted.game) and is_meant(self, greeted)

    replace(Presence, "lose_line", lose_and_wait)
    replace(Presence, "alone_until", None)
    replace(Match, "is_meant", is_meant_by_name)


@AGREEING.defect(
    "refuses-chat-between-games",
    "Refuses chat until another game has begun",
    case="RS14/chat",
    seen='requirement="RS10"',
    options=("--tireless",),
)
def refuses_chat_between_games() -> None:
    hear = Session._hear_link_message

    def hear_no_chat(self: Session, message: Message) -> SessionEvent:
        if isinstance(message, Chat):
            require_allowed(self.state, EntryMessage)
        return hear(self, message)

    replace(Session, "_hear_link_message", hear_no_chat)
