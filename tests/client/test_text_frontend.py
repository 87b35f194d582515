"""The linear form, driven as a person or a script does it: lines go in, sentences come out."""

from __future__ import annotations

import io
import threading

import pytest
import trio
import trio.testing
from attrs import evolve

from mandala_client.games.catalogue import ui_of
from mandala_client.games.deal import Deal, Practised
from mandala_client.games.game_words import MOST_MOVES_IN_FULL
from mandala_client.games.mandala.hint import hint
from mandala_client.games.mandala.mandala_ui import MandalaUI
from mandala_client.games.mandala.mandala_words import MandalaWords
from mandala_client.games.mandala.notation import side, written
from mandala_client.games.series import Series
from mandala_client.linear.text_frontend import TextFrontend
from mandala_client.linear.typed_lines import LONGEST
from mandala_client.linear.voice import REPEATED
from mandala_client.play.frontend import Next, Opponent, TakeBack
from mandala_client.sentences import outcomes, status_text
from mandala_client.sentences.book_sentences import book_sentences
from mandala_client.settings.settings import Settings
from mandala_client.text.language import Language, spoken
from mandala_client.text.typed_words import WordCondition, WordPlace, words_at
from mandala_net.discovery.listing import Announcement, Listing
from mandala_net.match.admission import PeerInfo
from mandala_net.match.news import OfferMade, Talked
from mandala_net.trust.warnings import RESEMBLES
from mandala_protocol.conversation.events import (
    Command,
    DeclineOffer,
    Leave,
    MakeOffer,
    Play,
    Resign,
    Talk,
    WithdrawOffer,
)
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import HAND
from mandala_protocol.games.mandala import COLOURS, MANDALA, Grow
from mandala_protocol.games.mandala.moves import format_move
from mandala_protocol.games.mandala.state import Claiming
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import Move, OfferKind
from tests.client.at_table import where_a_part_is_recommended
from tests.client.linear_frontend import Linear, finished, our_turn, run
from tests.client.speaking import spoken_for_now
from tests.in_time import run_in_time
from tests.limits import SECONDS
from tests.narrowing import present

Moments = tuple[Snapshot, ...]
Done = Command | TakeBack

UNASKED = Settings(confirm=False)


class Heard(TextFrontend):
    """A frontend at which these lines are typed."""

    def __init__(self, typed: str = "", *, person: bool = True, settings: Settings | None = None) -> None:
        self._out = io.StringIO()
        super().__init__(io.StringIO(typed), self._out, person=person, settings=settings)

    def said(self) -> list[str]:
        """All that was said since this was asked last."""
        lines = self._out.getvalue().splitlines()
        self._out.seek(0)
        self._out.truncate()
        return lines


def asked(
    typed: str,
    snapshot: Snapshot,
    *,
    settings: Settings | None = None,
    person: bool = True,
    opponent: Opponent = Opponent.PERSON,
) -> tuple[Done, list[str]]:
    """The command that these lines give at this moment of a game, and what was said since they were typed."""
    frontend = Heard(typed, person=person, settings=settings)
    frontend.opponent(opponent)
    frontend.show(snapshot)
    frontend.said()
    return run_in_time(frontend.next_command), frontend.said()


def heard(typed: str, snapshot: Snapshot, opponent: Opponent = Opponent.PERSON) -> list[str]:
    """The answer to a line that asks for nothing to be done."""
    command, said = asked(f"{typed}\n", snapshot, opponent=opponent)
    assert command == Leave(outcomes.SIMPLY_LEFT), "the end of the lines"
    return said


def with_partial_field(moments: Moments) -> tuple[Snapshot, Grow]:
    """We could grow a field, and keep cards of that colour all the same."""
    for moment in moments:
        if moment.pending is Pending.MOVE and moment.view is not None:
            for move in MANDALA.legal_moves(moment.view):
                if isinstance(move, Grow) and moment.view.holdings[HAND][move.colour] == move.count + 1:
                    return moment, move
    raise AssertionError("there is such a moment in every game")


# Questions that are answered at once.


def test_help_names_every_word_and_the_letters_of_the_colours(moments: Moments) -> None:
    said = heard("help", evolve(our_turn(moments), grace=600))
    for word in words_at(WordPlace.GAME):
        is_here = word.needs is not WordCondition.PART or word in ui_of("mandala").words.parts()
        assert any(line.startswith(f"{word.english}: ") for line in said) is is_here
    assert "The letters of the colours: r red, o orange, y yellow, g green, p purple, k black." in said


def test_help_names_no_word_that_does_nothing_in_this_company(moments: Moments) -> None:
    for_people, of_patterns = {"say", "mute", "unmute", "words"}, {"field", "groups", "bowl"}
    for opponent, useless in (
        (Opponent.BOT, for_people | {"abandon"}),
        (Opponent.PRACTICE, for_people | {"abandon", "adjourn", "decline", "yes", "no"}),
    ):
        said = heard("help", our_turn(moments), opponent)
        words = {word.english for word in words_at(WordPlace.GAME)}
        named = {word for word in words if any(line.startswith(f"{word}: ") for line in said)}
        assert named == words - useless - of_patterns


def test_help_says_whether_the_game_stays_open_when_it_is_left(moments: Moments) -> None:
    assert "leave: leave; you can resume later." in heard("help", our_turn(moments))
    assert "leave: leave; the game is not kept." in heard("help", our_turn(moments), Opponent.PRACTICE)
    perhaps = "leave: leave; the game stays open, but may count as abandoned after 10 minutes."
    assert perhaps in heard("help", evolve(our_turn(moments), grace=600))


@pytest.mark.parametrize("typed", ["help", ":help", "HELP", "?", " help "])
def test_a_word_is_understood_with_a_colon_and_in_capitals_too(typed: str, moments: Moments) -> None:
    assert heard(typed, our_turn(moments)) == heard("help", our_turn(moments))


def test_the_rules_and_the_player_aid_are_read_out(moments: Moments) -> None:
    assert heard("rules", our_turn(moments)) == book_sentences(MandalaUI().books.rules(spoken()))
    assert heard("aid", our_turn(moments)) == book_sentences(MandalaUI().books.aid(spoken()))


def test_the_table_tells_what_each_mandala_needs_and_who_would_choose_first(moments: Moments) -> None:
    said = heard("table", our_turn(moments))
    for number in (0, 1):
        assert any(line.startswith(f"The {side(number)} mandala: mountain ") for line in said)
        needs = [line for line in said if line.startswith(f"The {side(number)} mandala still needs ")]
        assert any("would choose first" in line or "chooses second" in line for line in needs)
    assert any(line.startswith("Your river: ") for line in said)
    assert any(line.startswith("Ben's river: ") for line in said)
    assert any("in the draw pile" in line for line in said)


def test_the_table_in_a_destruction_says_that_the_mountain_is_shared_out(moments: Moments) -> None:
    moment = next(filter(is_claiming, moments))
    assert moment.view is not None
    number = moment.view.state.phase.mandala
    assert f"The {side(number)} mandala is complete; its mountain is being shared out." in heard("table", moment)


def test_the_hand_is_the_own_one(moments: Moments) -> None:
    moment = our_turn(moments)
    assert moment.view is not None
    count = sum(moment.view.holdings[HAND])
    said = heard("hand", moment)
    assert said[0].startswith(f"Your hand, {count} cards: ")
    assert said[1].startswith("Your starting cards in the cup: ")


def test_the_moves_are_exactly_the_legal_ones_and_those_that_begin_so_have_their_previews(moments: Moments) -> None:
    moment = our_turn(moments)
    legal, words = MANDALA.legal_moves(present(moment.view)), ui_of("mandala").words
    assert len(legal) > MOST_MOVES_IN_FULL
    *lines, more = heard("moves", moment)
    listed = [move for line in lines for move in line.partition(": ")[0].split(", ")]
    assert sorted(listed) == sorted(map(written, legal))
    assert more == f"To hear more of some of them, add how they begin, such as “moves {written(legal[0])}”."
    for beginning in ("C", "c", "BL", "b0"):
        beginners = [
            move for move in legal if f"{written(move)} {format_move(move)}".upper().find(beginning.upper()) in (0, 5)
        ]
        assert heard(f"moves {beginning}", moment) == [
            f"{written(move)}: {' '.join(words.preview(moment, move, 'Ben'))}" for move in beginners
        ]
    other = next(one for one in moments if one.pending is not Pending.MOVE and one.due and one.due.kind is Move)
    assert heard("moves", other) == ["It is not your turn."]
    assert heard("moves K", moment) == ["None of your moves begins with “K”."]


def test_one_mandala_is_told_by_its_side(moments: Moments) -> None:
    moment = our_turn(moments)
    table = heard("table", moment)
    assert heard("left", moment) == table[:2]
    assert heard("right", moment) == table[2:4]
    assert table[0].startswith("The left mandala: mountain ")
    assert table[2].startswith("The right mandala: mountain ")


def test_the_last_sentences_are_repeated_as_often_as_asked(moments: Moments) -> None:
    moment = our_turn(moments)
    hand = heard("hand", moment)
    assert heard("hand\nrepeat", moment) == heard("hand\nagain", moment) == [*hand, *hand]
    assert heard("hand\nrepeat\nrepeat", moment) == [*hand, *hand, *hand]
    frontend = Heard("repeat\n")
    frontend.show(moment)
    unasked = frontend.said()
    run_in_time(frontend.next_command)
    assert frontend.said() == unasked[-REPEATED:]


def test_one_rule_is_read_by_its_number(moments: Moments) -> None:
    (text,) = heard("rule A1", moment := our_turn(moments))
    assert text in book_sentences(MandalaUI().books.rules(spoken()))
    assert text.endswith("(A1)")
    assert heard("rule a1", moment) == heard(":RULE  A1", moment) == [text]
    assert len(heard("rule A2", moment)) > 1, "all that it says"


def test_a_rule_that_there_is_not_is_answered_with_those_that_there_are(moments: Moments) -> None:
    (known,) = heard("rule", our_turn(moments))
    assert known == (
        "Add the number of a rule: A1 to A6, B1 to B5, C1 to C5, D1 to D11, E1 to E7, G1 to G7, K1 to K11, S1 to S9."
    )
    assert heard("rule Z9", our_turn(moments)) == ["There is no rule with this number.", known]


def test_the_colours_of_a_mountain_are_told_with_what_each_would_bring_without_being_asked(moments: Moments) -> None:
    claims = [one for one in moments if one.pending is Pending.MOVE and is_claiming(one)]
    assert claims
    for moment in claims:
        assert moment.view is not None
        frontend = Heard()
        frontend.show(moment)
        choices = heard("moves", moment)
        assert frontend.said()[-len(choices) - 1 :] == [status_text.whose_turn(moment), *choices]
        moves = MANDALA.legal_moves(moment.view)
        assert [choice.partition(": ")[0] for choice in choices] == list(map(written, moves))
        assert all("Take " in choice and ("chooses next" in choice or "empties" in choice) for choice in choices)


def is_claiming(moment: Snapshot) -> bool:
    return moment.view is not None and isinstance(moment.view.state.phase, Claiming)


def test_the_points_are_told_only_if_both_have_agreed_to_that(moments: Moments) -> None:
    moment = our_turn(moments)
    assert heard("score", evolve(moment, live_score=False)) == [
        "The live score is shown only if neither player has turned it off in their settings."
    ]
    (text,) = heard("score", evolve(moment, live_score=True))
    assert text == "You have 0 points now; Ben has 0 points, and 2 hidden cards that may count too."


def test_before_the_deal_there_is_nothing_to_tell(moments: Moments) -> None:
    moment = next(one for one in moments if one.view is not None)
    for typed in ("table", "hand", "moves", "score"):
        assert heard(typed, moment) == ["The cards have not been dealt yet."]


def test_the_authentication_words_are_repeated(moments: Moments) -> None:
    moment = our_turn(moments)
    assert heard("words", moment) == [status_text.words(moment.words or "")]
    assert heard("words", evolve(moment, words=None)) == ["This game has no authentication words."]


def test_the_log_repeats_what_was_told_last(moments: Moments) -> None:
    frontend = Heard("log\n")
    for moment in moments[:40]:
        frontend.show(moment)
    frontend.tell(Talked("good luck"))
    frontend.said()
    run_in_time(frontend.next_command)
    said = frontend.said()
    assert said[-1] == "Ben says: “good luck”"
    assert 1 < len(said) <= 12


@pytest.mark.parametrize("person", [True, False])
def test_a_person_hears_the_first_hand_once_without_asking(person: bool, moments: Moments) -> None:
    frontend = Heard(person=person)
    for moment in moments[:60]:
        frontend.show(moment)
    hands = [line for line in frontend.said() if line.startswith("Your hand, ")]
    first = next(one for one in moments if one.due is not None and one.due.kind is Move)
    assert hands == (MandalaWords().hand(first)[:1] if person else [])


# Help for those who play against a bot.


def test_a_hint_is_given_against_a_bot_and_not_against_a_person(moments: Moments) -> None:
    moment = our_turn(moments)
    assert moment.view is not None
    assert heard("hint", moment) == ["You get hints only against a bot."]
    for opponent in (Opponent.BOT, Opponent.PRACTICE):
        (text,) = heard("hint", moment, opponent)
        assert any(written(move) in text for move in MANDALA.legal_moves(moment.view))


def test_nothing_is_asked_about_the_move_that_a_hint_named() -> None:
    snapshot = present(where_a_part_is_recommended().snapshot)
    recommended = present(hint(snapshot)).move
    typed = written(recommended)
    assert any(line.startswith("You hold ") for line in asked(f"{typed}\nno\n", snapshot)[1])
    command, said = asked(f"hint\n{typed}\n", snapshot, opponent=Opponent.PRACTICE)
    assert command == Play(recommended)
    assert [line.startswith("Hint: ") for line in said] == [True]


def test_there_is_no_hint_when_the_bot_is_to_move(moments: Moments) -> None:
    moment = next(one for one in moments if one.view is not None and one.pending is not Pending.MOVE)
    assert heard("hint", moment, Opponent.BOT) == ["You get a hint only on your turn."]


def test_a_move_is_taken_back_only_in_practice(moments: Moments) -> None:
    command, _ = asked("undo\n", our_turn(moments), opponent=Opponent.PRACTICE)
    assert command == TakeBack()
    for opponent in (Opponent.PERSON, Opponent.BOT):
        (text,) = heard("undo", our_turn(moments), opponent)
        assert text.startswith("You can take moves back only in a practice game")


def test_what_was_taken_back_is_told_and_no_cards_are_invented(moments: Moments) -> None:
    turns = [moment for moment in moments if moment.pending is Pending.MOVE]
    frontend = Heard()
    frontend.opponent(Opponent.PRACTICE)
    frontend.show(turns[0])
    frontend.show(turns[1])
    frontend.said()
    frontend.show(turns[0])
    assert frontend.said() == ["Your last move has been taken back.", "Your turn."]


# Chat.


def test_what_one_says_is_acknowledged_and_sent(moments: Moments) -> None:
    command, said = asked("say well  played\n", our_turn(moments))
    assert command == Talk("well  played")
    assert said == ["You say: “well played”"]


def test_nothing_to_say_is_not_sent(moments: Moments) -> None:
    assert heard("say", our_turn(moments)) == ["Type your text after the word, on the same line."]


@pytest.mark.parametrize("typed", ["decline", ":Decline"])
@pytest.mark.parametrize("kind", OfferKind)
def test_an_offer_is_declined_with_a_word(typed: str, kind: OfferKind, moments: Moments) -> None:
    frontend = Heard(f"{typed}\n")
    moment = evolve(our_turn(moments), connected=True, their_offer=StandingOffer(kind))
    frontend.show(moment)
    assert frontend.said()[-1].startswith("Your turn. Ben offers"), "it is older than this program"
    assert run_in_time(frontend.next_command) == DeclineOffer()
    assert frontend.said() == [], "it may be refused still"
    for _once in range(2):
        frontend.show(evolve(moment, their_offer=StandingOffer(kind, declined=True)))
    assert frontend.said() == ["You decline the offer and play on."]


@pytest.mark.parametrize(
    ("language", "yes", "noes"),
    [
        (Language.ENGLISH, "yes", ("no", "n")),
        (Language.GERMAN, "ja", ("nein", "n", "no")),
        (Language.DUTCH, "JA", ("nee", "N", "no")),
    ],
)
def test_an_offer_is_answered_with_yes_or_no(
    language: Language, yes: str, noes: tuple[str, ...], moments: Moments
) -> None:
    moment = evolve(our_turn(moments), their_offer=StandingOffer(OfferKind.END))
    with spoken_for_now(language):
        assert asked(f"{yes}\n", moment)[0] == MakeOffer(OfferKind.END)
        assert all(asked(f"{no}\n", moment)[0] == DeclineOffer() for no in noes)


@pytest.mark.parametrize("typed", ["y", "j", "yes please", "ye"])
def test_a_letter_typed_for_a_move_agrees_to_nothing_and_the_offer_is_said_again(typed: str, moments: Moments) -> None:
    moment = evolve(our_turn(moments), their_offer=StandingOffer(OfferKind.ADJOURN))
    command, said = asked(f"{typed}\n", moment)
    assert command == Leave(outcomes.SIMPLY_LEFT), "the end of the lines"
    assert said[0].startswith("That is not a move")
    assert said[-1] == "Ben offers to adjourn. Type “yes” or “no”."


def test_yes_after_an_offer_answers_the_question_that_was_open_which_is_asked_once_more(moments: Moments) -> None:
    moment, move = with_partial_field(moments)
    linear = Linear()

    async def main() -> list[Done]:
        linear.frontend.show(moment)
        done: list[Done] = []

        async def command() -> None:
            done.append(await linear.frontend.next_command())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(command)
            linear.keyboard.type(format_move(move))
            await linear.hear("You hold 1 ")
            asked_first = linear.said[-1]
            linear.frontend.show(evolve(moment, their_offer=StandingOffer(OfferKind.END)))
            linear.frontend.tell(OfferMade(OfferKind.END))
            assert linear.said[-2].startswith("Ben offers to end the game")
            assert linear.said[-1] == f"Answer this first: {asked_first}"
            linear.keyboard.type("no", "yes")
        return done

    assert run(main, linear) == [MakeOffer(OfferKind.END)]
    assert sum(said.startswith("Answer this first") for said in linear.said) == 1


def test_yes_agrees_to_no_offer_that_was_declined(moments: Moments) -> None:
    moment = evolve(our_turn(moments), their_offer=StandingOffer(OfferKind.END, declined=True))
    assert heard("yes", moment) == ["You declined this offer. To agree after all, type “end”."]


@pytest.mark.parametrize("typed", ["no", "n", "decline", "end"])
def test_an_own_offer_is_taken_back_on_the_own_turn(typed: str, moments: Moments) -> None:
    moment = evolve(our_turn(moments), own_offer=StandingOffer(OfferKind.END))
    assert asked(f"{typed}\n", moment) == (
        WithdrawOffer(),
        ["You take your offer back. Ben is not told: if Ben still agrees, you are asked."],
    )
    assert heard(typed, evolve(moment, pending=Pending.NOTHING)) == [
        "An offer can be taken back only on your turn. Ben may agree until the next move."
    ]


def test_yes_and_no_answer_nothing_where_nothing_is_offered(moments: Moments) -> None:
    assert heard("yes", our_turn(moments)) == ["There is no offer to agree to."]
    assert heard("n", our_turn(moments)) == ["There is no offer to decline."]


def test_who_could_not_decline_hears_only_why(moments: Moments) -> None:
    frontend = Heard("decline\n")
    frontend.show(evolve(our_turn(moments), connected=True, their_offer=StandingOffer(OfferKind.END)))
    run_in_time(frontend.next_command)
    frontend.refuse("There is no offer to decline.")
    run_in_time(frontend.next_command)
    assert "You decline the offer and play on." not in frontend.said()


def test_no_is_an_answer_to_the_offer_that_was_asked_about(moments: Moments) -> None:
    frontend = Heard("end\nno\n")
    frontend.show(evolve(our_turn(moments), their_offer=StandingOffer(OfferKind.END)))
    assert run_in_time(frontend.next_command) == DeclineOffer()


def test_an_offer_of_which_nothing_was_told_can_be_declined_too(moments: Moments) -> None:
    """Whoever offers over and over is not told of each time, but can be answered."""
    assert heard("decline", our_turn(moments)) == ["There is no offer to decline."]
    frontend = Heard("decline\ndecline\n")
    for _offer in range(2):
        frontend.show(evolve(our_turn(moments), their_offer=StandingOffer(OfferKind.END)))
        assert run_in_time(frontend.next_command) == DeclineOffer()


def test_a_muted_chat_is_not_heard_until_it_is_unmuted(moments: Moments) -> None:
    frontend = Heard("mute\nCr1\nunmute\n", settings=evolve(UNASKED, chat=True))
    moment = next(
        one
        for one in moments
        if one.pending is Pending.MOVE and one.view is not None and one.view.holdings[HAND][0]
        if not isinstance(one.view.state.phase, Claiming)
    )
    frontend.show(moment)
    assert run_in_time(frontend.next_command) == Play(MANDALA.parse_move("Cr1"))
    frontend.tell(Talked("not heard"))
    frontend.tell(OfferMade(OfferKind.END))
    assert run_in_time(frontend.next_command) == Leave(outcomes.SIMPLY_LEFT)
    frontend.tell(Talked("heard"))
    said = "\n".join(frontend.said())
    assert "not heard" not in said
    assert "Ben offers to end the game" in said
    assert "Ben says: “heard”" in said


# Moves.


def test_a_legal_move_is_played(moments: Moments) -> None:
    moment = our_turn(moments)
    assert moment.view is not None
    notation = MANDALA.format_move(MANDALA.legal_moves(moment.view)[0])
    assert asked(f" {notation.upper()} \n", moment)[0] == Play(MANDALA.parse_move(notation))


def test_an_illegal_move_is_not_sent_and_the_refusal_says_why(moments: Moments) -> None:
    (text,) = heard("Kr", our_turn(moments))
    assert text.startswith("No mandala is complete, so there is nothing to take")
    assert text.endswith("(rule K1).")


def test_a_move_in_the_turn_of_the_other_is_refused(moments: Moments) -> None:
    moment = next(
        one for one in moments if one.view is not None and one.due is not None and one.due.speaker is not one.seat
    )
    (text,) = heard("Cr1", moment)
    assert text.endswith(("(rule C5).", "(rule A4)."))


def test_without_a_line_the_move_goes_to_whoever_says_why_it_must_wait(moments: Moments) -> None:
    assert asked("Kr\n", evolve(our_turn(moments), connected=False))[0] == Play(MANDALA.parse_move("Kr"))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("A0r9", "A mountain takes one card at a time: type A0r."),
        ("ALr2", "A mountain takes one card at a time: type ALr."),
        ("Ck9", "Type a number of cards from 1 to 8; no hand has more."),
        ("BLx1", "“x” is not a colour; the letters are r o y g p k."),
        ("Kr2", "You take all cards of a colour at once: type Kr."),
        ("sing", "That is not a move or a command. Type “help” for help."),
        ("A7x", "That is not a move or a command. Type “help” for help."),
    ],
)
def test_what_is_not_understood_is_said(typed: str, said: str, moments: Moments) -> None:
    assert heard(typed, our_turn(moments)) == [said]


def test_a_missing_number_is_asked_for_where_a_number_would_do(moments: Moments) -> None:
    moment, move = with_partial_field(moments)
    typed = format_move(move)[:-1]
    assert heard(typed, moment) == [f"How many? Type the number too, such as {typed}2."]
    none = next(colour for colour in COLOURS if not present(moment.view).holdings[HAND][colour])
    (said,) = heard(f"C{none.letter}", moment)
    assert said == f"You have no {none.word} card in your hand to discard (rule C1)."


def test_empty_lines_say_nothing(moments: Moments) -> None:
    assert heard("\n  \n", our_turn(moments)) == []


def test_a_partial_field_play_is_asked_about_first(moments: Moments) -> None:
    moment, move = with_partial_field(moments)
    notation = format_move(move)
    question = f"You hold 1 {move.colour.word} more. Play without it? Type “yes” or “no”."
    counts = "That does not work here. You can type: yes, no, leave, help."
    assert asked(f"{notation}\nyes\n", moment) == (Play(move), [question])
    assert asked(f"{notation}\nno\n", moment) == (Leave(outcomes.SIMPLY_LEFT), [question, "Nothing changes."])
    assert asked(f"{notation}\n{notation}\ny\n", moment) == (Play(move), [question, counts, question])


@pytest.mark.parametrize(("settings", "person"), [(UNASKED, True), (Settings(), False)])
def test_a_script_is_asked_nothing(settings: Settings, person: bool, moments: Moments) -> None:
    moment, move = with_partial_field(moments)
    notation = format_move(move)
    for typed, command in (
        (notation, Play(move)),
        ("resign", Resign()),
        ("end", MakeOffer(OfferKind.END)),
    ):
        assert asked(f"{typed}\n", moment, settings=settings, person=person)[0] == command


# Ending, adjourning, leaving.


def test_to_resign_is_asked_about_first(moments: Moments) -> None:
    question = "Resign? Then the other player wins. Type “yes” or “no”."
    assert asked("resign\nyes\n", our_turn(moments)) == (Resign(), [question])
    assert asked("resign\nno\n", our_turn(moments)) == (Leave(outcomes.SIMPLY_LEFT), [question, "Nothing changes."])
    assert asked("resign\n", our_turn(moments))[0] == Leave(outcomes.SIMPLY_LEFT)


def test_an_offer_to_end_is_asked_about(moments: Moments) -> None:
    command, said = asked("end\nyes\n", our_turn(moments))
    assert command == MakeOffer(OfferKind.END)
    assert len(said) == 1
    assert said[0].startswith("Offer to end the game now and score it?")


def test_in_practice_the_game_is_ended_and_nothing_offered(moments: Moments) -> None:
    question = "End the game now and score it? Type “yes” or “no”."
    agreed, declined = (
        asked(f"end\n{answer}\n", our_turn(moments), opponent=Opponent.PRACTICE) for answer in ("yes", "no")
    )
    assert agreed == (MakeOffer(OfferKind.END), [question])
    assert declined == (Leave(outcomes.SIMPLY_LEFT), [question, "Nothing changes."])
    assert "end: end the game now and score it." in heard("help", our_turn(moments), Opponent.PRACTICE)


def test_to_agree_to_the_end_is_asked_about(moments: Moments) -> None:
    command, said = asked("end\nyes\n", evolve(our_turn(moments), their_offer=StandingOffer(OfferKind.END)))
    assert command == MakeOffer(OfferKind.END)
    assert said == ["Agree to end the game now and score it? Type “yes” or “no”."]


def test_an_offer_to_adjourn_is_not_asked_about(moments: Moments) -> None:
    assert asked("adjourn\n", our_turn(moments)) == (MakeOffer(OfferKind.ADJOURN), [])
    assert heard("adjourn", our_turn(moments), Opponent.PRACTICE) == [status_text.not_adjourned()]


def test_nothing_is_acknowledged_that_cannot_be_said(moments: Moments) -> None:
    alone = evolve(our_turn(moments), connected=False)
    for typed in ("adjourn", "say hello"):
        assert heard(typed, alone) == ["There is no connection to Ben at the moment; try again later."]


@pytest.mark.parametrize("typed", ["leave", ":quit", "exit", "q"])
def test_leaving_has_several_names(typed: str, moments: Moments) -> None:
    assert asked(f"{typed}\n", our_turn(moments)) == (Leave(outcomes.SIMPLY_LEFT), [])


# The end of a game.


def ended(
    typed: str, moments: Moments, *, rematch: bool, person: bool = True, practised: Practised | None = None
) -> tuple[Next, list[str]]:
    """The next wish, and everything said at the end of a game."""
    frontend = Heard(typed, person=person)
    frontend.show(moments[-1])
    frontend.said()
    series = Series(won=(2, 1), points=(120, 98))
    following = run_in_time(lambda: frontend.end(finished(moments), series, rematch=rematch, practised=practised))
    return following, frontend.said()


def test_the_end_tells_result_score_statistics_series_and_record_in_this_order(moments: Moments) -> None:
    following, said = ended("", moments, rematch=False)
    assert following is Next.NOTHING
    parts = [
        "Game over: ",
        "Slot 1: you ",
        "Points: you ",
        "Turns: you ",
        "This series, 3 games: you won 2, Ben won 1. Total points: you 120, Ben 98.",
        "Anyone can check the record of the game with:",
        "mandala-lan verify /home/anna/game.mandala",
    ]
    places = [next(at for at, line in enumerate(said) if line.startswith(part)) for part in parts]
    assert places == sorted(places)


def test_a_game_in_which_nothing_was_played_is_told_without_statistics(moments: Moments) -> None:
    frontend = Heard()
    frontend.show(evolve(moments[-1], steps=()))
    run_in_time(lambda: frontend.end(finished(moments)))
    said = "\n".join(frontend.said())
    assert "Game over: " in said
    assert not any(text in said for text in ("Turns: ", "in all.\nThe left", "longest wait"))


def test_when_the_other_has_left_before_the_next_game_it_is_told_once_more_who_has_won(moments: Moments) -> None:
    frontend = Heard("yes\n")
    frontend.show(moments[-1])

    async def main() -> None:
        assert await frontend.end(finished(moments), rematch=True) is Next.OTHER_CARDS
        frontend.said()
        await frontend.end(finished(moments))

    run_in_time(main)
    assert frontend.said()[0] == MandalaWords().game_over(moments[-1])


def test_another_game_is_played_only_after_yes(moments: Moments) -> None:
    again, nothing = Next.OTHER_CARDS, Next.NOTHING
    for typed, wanted in (("yes\n", again), ("y\n", again), ("no\n", nothing), ("", nothing), ("swap\nno\n", nothing)):
        following, said = ended(typed, moments, rematch=True)
        assert following is wanted
        assert said[-1] == "Play again? Type “yes” or “no”."
    assert not any("Play again" in line for line in ended("yes\n", moments, rematch=False)[1])
    assert ended("yes\n", moments, rematch=True, person=False)[0] is nothing


def test_help_at_the_end_tells_which_words_count_there(moments: Moments) -> None:
    _following, said = ended("help\nno\n", moments, rematch=True)
    shown = [
        "table: show the whole position.",
        "score: show the points of the game again.",
        "repeat: repeat the last sentences.",
        "log: show the last events again.",
        "statistics: show the statistics of the game.",
    ]
    assert said[-10:-1] == [
        "yes: play again.",
        "no: stop playing.",
        *shown,
        "say: chat with the other player: add your text.",
        "leave: stop playing.",
    ]
    _following, said = ended("?\nno\n", moments, rematch=True, practised=Practised("greedy", Deal(1), game="mandala"))
    assert said[-10:-1] == [
        "yes: play again.",
        "swap: play again with the same set-up and the seats swapped.",
        "no: stop playing.",
        *shown,
        "leave: stop playing.",
    ]


def test_whoever_leaves_at_the_end_plays_no_more_and_what_does_not_count_is_said(moments: Moments) -> None:
    following, said = ended("hand\nleave\nyes\n", moments, rematch=True)
    assert following is Next.NOTHING
    assert (
        said[-2]
        == "That does not work here. You can type: yes, no, table, score, repeat, log, statistics, say, leave, help."
    )


def test_before_another_game_one_can_look_at_the_one_that_is_over(moments: Moments) -> None:
    question = "Play again? Type “yes” or “no”."
    _following, said = ended("", moments, rematch=True)
    assert "For the statistics of the game, type “statistics”." in said
    assert not any(line.startswith("Turns: you ") for line in said)
    for typed, first in (
        ("statistics", "Turns: you "),
        ("score", "Slot 1: you "),
        ("table", "The left mandala: "),
        ("log", ""),
    ):
        answer = ended(f"{typed}\nno\n", moments, rematch=True)[1][len(said) :]
        assert answer[0].startswith(first)
        assert answer[-1] == question
    assert ended("again\nno\n", moments, rematch=True)[1] == [*said, *said[-REPEATED:]]


def test_whoever_leaves_where_something_is_asked_in_a_game_leaves_it(moments: Moments) -> None:
    command, said = asked("resign\nleave\n", our_turn(moments))
    assert command == Leave(outcomes.SIMPLY_LEFT)
    assert len(said) == 1


def test_help_at_a_question_tells_which_words_count_there(moments: Moments) -> None:
    _command, said = asked("resign\nhelp\nno\n", our_turn(moments))
    assert said[1:4] == [
        "yes: say yes to the question.",
        "no: say no to the question.",
        "leave: say no, and leave.",
    ]


@pytest.mark.parametrize("typed", ["hand", "table", "log", "score", "moves", "left", "rule A1", "repeat"])
def test_words_that_only_ask_are_answered_at_a_question_which_is_asked_again(typed: str, moments: Moments) -> None:
    moment = evolve(our_turn(moments), live_score=True)
    question = "Resign? Then the other player wins. Type “yes” or “no”."
    answer = [] if typed == "repeat" else heard(typed, moment)
    assert asked(f"resign\n{typed}\nyes\n", moment) == (Resign(), [question, *answer, question])


@pytest.mark.parametrize("word", ["leave", "table", "hand", "resign", "log", "hint"])
def test_nothing_follows_a_word_that_takes_nothing(word: str, moments: Moments) -> None:
    assert heard(f"{word} now", our_turn(moments)) == [f"Nothing can follow “{word}”. Type it alone."]


def test_a_word_for_a_part_of_another_game_says_so(moments: Moments) -> None:
    assert heard("field 14", our_turn(moments)) == ["In this game, “field” shows nothing."]


def test_words_that_do_something_do_nothing_at_a_question(moments: Moments) -> None:
    for typed in ("undo", "end", "say hello", "resign"):
        command, said = asked(f"resign\n{typed}\nno\n", our_turn(moments))
        assert command == Leave(outcomes.SIMPLY_LEFT), "the end of the lines"
        assert said[1] == "That does not work here. You can type: yes, no, leave, help."


def test_after_practice_the_same_cards_are_played_again_after_a_word_of_their_own(moments: Moments) -> None:
    practised = Practised("greedy", Deal(4711), game="mandala")
    for typed, wanted in (
        ("swap\n", Next.SAME_CARDS),
        ("SWAP\n", Next.SAME_CARDS),
        ("yes\n", Next.OTHER_CARDS),
        ("no\n", Next.NOTHING),
        ("", Next.NOTHING),
        ("swap 2\nno\n", Next.NOTHING),
    ):
        following, said = ended(typed, moments, rematch=True, practised=practised)
        assert following is wanted
        assert said[-1] == "Play again? Type “yes”, or “swap” for the same set-up with the seats swapped, or “no”."
        assert "mandala-lan play --practice --game mandala --against greedy --seed 4711" in said


def test_a_desk_is_cleared_for_the_next_game(moments: Moments) -> None:
    frontend = Heard("yes\n", settings=UNASKED)
    frontend.show(moments[-1])

    async def play_again() -> bool:
        assert await frontend.end(finished(moments), rematch=True) is Next.OTHER_CARDS
        with trio.move_on_after(0):
            await frontend.next_command()
            return False
        return True

    assert run_in_time(play_again), "no command is asked for before the cards are dealt"
    frontend.said()
    turn = our_turn(moments)
    frontend.show(turn)
    said = frontend.said()
    assert said[0] == status_text.words(turn.words or "")
    assert said[-2] == status_text.whose_turn(turn)


def test_a_guest_hears_once_after_how_long_alone_the_game_may_be_called_abandoned(moments: Moments) -> None:
    frontend = Heard()
    for moment in moments[:20]:
        frontend.show(evolve(moment, grace=600))
    grace = "Time limit for absences: 10 minutes. After that, the other player may call the game abandoned."
    assert frontend.said().count(grace) == 1


# Lines.


def test_a_line_that_comes_too_late_for_one_question_answers_the_next(moments: Moments) -> None:
    """The game ends while a move is asked for: what is typed then answers what is asked then."""
    asking, typed = threading.Event(), threading.Event()

    class Keyboard(io.StringIO):
        """One line comes late; whoever reads beside it finds nothing more."""

        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # a bug of typeshed: TextIO.readline
            if asking.is_set():
                return ""
            asking.set()
            assert typed.wait(SECONDS)
            return "yes\n"

    frontend = TextFrontend(Keyboard(), io.StringIO())
    frontend.show(our_turn(moments))

    async def type_late() -> None:
        await trio.testing.wait_all_tasks_blocked()
        typed.set()

    async def main() -> Next:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(frontend.next_command)
            await trio.to_thread.run_sync(asking.wait, SECONDS)
            nursery.cancel_scope.cancel()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(type_late)
            return await frontend.end(finished(moments), rematch=True)

    assert run_in_time(main) is Next.OTHER_CARDS


def test_a_line_of_any_length_is_one_line(moments: Moments) -> None:
    flood = "x" * (3 * LONGEST)
    command, said = asked(f"{flood}\nsay {flood}\n", our_turn(moments))
    assert len(said) == 2
    assert isinstance(command, Talk)
    assert len(command.text) <= 500


def test_control_characters_are_said_harmlessly(moments: Moments) -> None:
    _, said = asked("say a\x1b[2Jb\u202ec\n", our_turn(moments))
    assert said == ["You say: “a[2Jbc”"]


def test_one_of_several_games_is_chosen_by_its_number() -> None:
    listings = [
        Listing(name, Announcement(name, "mandala", "ABCD-EFGH-IJKL-MNOP", "box"), 1, ("::1",))
        for name in ("Ada", "Eve")
    ]
    for typed, chosen in (("2\n", listings[1]), ("00\n9\n²\nx\n1\n", listings[0]), ("0\n", None), ("", None)):
        frontend = Heard(typed)
        assert run_in_time(lambda frontend=frontend: frontend.choose(listings)) == chosen  # type: ignore[misc]


@pytest.mark.parametrize(("typed", "let_in"), [("yes\n", True), ("maybe\nN\n", False), ("", False)])
def test_a_visitor_is_let_in_only_after_yes(typed: str, let_in: bool) -> None:
    frontend = Heard(typed)
    assert run_in_time(lambda: frontend.admit(PeerInfo("Ben", "ABCD-EFGH-IJKL-MNOP", None))) is let_in
    assert "Let this player in? Type “yes” or “no”." in frontend.said()


def test_what_is_to_be_known_of_a_visitor_and_of_a_game_is_told_before_it_is_asked() -> None:
    careful = Sentence(RESEMBLES, name="Веn", known="Ben")
    frontend = Heard("no\n0\n")
    assert run_in_time(lambda: frontend.admit(PeerInfo("Веn", "ABCD-EFGH-IJKL-MNOP", None, resembles="Ben"))) is False
    game = Listing("one", Announcement("Веn", "mandala", "ABCD-EFGH-IJKL-MNOP", "laptop"), 28108, ("10.0.0.2",))
    assert run_in_time(lambda: frontend.choose([game], [careful])) is None
    said = frontend.said()
    assert said.index(careful) < next(at for at, line in enumerate(said) if "Let this player in?" in line)
    assert "There is one open game. Join it?" in said
    assert any(line.startswith("1: Веn on laptop") and line.endswith(careful) for line in said)
