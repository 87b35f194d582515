"""The scenes of a game while it is played, from the open door to the last move; ``end_scenes`` has what comes then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import evolve

from mandala_client.games.catalogue import ui_of
from mandala_client.games.lesson import teaching
from mandala_client.play.frontend import Opponent
from mandala_client.sentences import status_text
from mandala_client.table import edits, updates
from mandala_client.table.table_model import (
    Admitting,
    Agreeing,
    Choosing,
    Helping,
    Question,
    TableModel,
)
from mandala_client.text.language import _, said
from mandala_net.discovery.listing import Announcement, Listing
from mandala_net.match import game_lock
from mandala_net.match.admission import PeerInfo
from mandala_net.match.lock_holder import Holder
from mandala_net.match.news import OfferDeclined, OfferMade, PeerAway, PeerQuiet, Talked
from mandala_net.match.terms import OtherGame, ShortGrace
from mandala_net.trust.warnings import RESEMBLES
from mandala_protocol.conversation.offers import StandingOffer
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import HAND
from mandala_protocol.games.mandala import Grow
from mandala_protocol.games.mandala.outlook import completes
from mandala_protocol.games.mandala.state import Claiming, Turn
from mandala_protocol.record.order import Occasion
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import OfferKind
from tests.client.at_table import Moments, answered, offering, press, shown_in_turn, table_at, typed
from tests.client.lobby.lobbies import OPEN
from tests.client.scenes import COMPACT, SIZES, Scene

KEY: Final = "ABCD-EFGH-IJKL-MNOP"
LONG_NAME: Final = "Maximiliane-Charlotte von Hohenf"
GRACE: Final = 600
LOST: Final = PeerAway(0, Sentence("The connection was reset."), None)


# Where in the game it is.


def first(moments: Moments, wanted: Callable[[Snapshot], bool]) -> TableModel:
    """The model when this is so for the first time, everything before having been shown too."""
    for moment, model in shown_in_turn(moments):
        if wanted(moment):
            return model
    raise LookupError("this never happens in the game of the tests")


def at_a_move(moments: Moments, wanted: Callable[[Snapshot], bool]) -> TableModel:
    """The same, among the moments in which it is our move."""
    return first(moments, lambda moment: moment.pending is Pending.MOVE and wanted(moment))


def phase(moment: Snapshot) -> object:
    """The phase of the game; None before there is one."""
    return None if moment.view is None else moment.view.state.phase


def in_mid_game(moment: Snapshot) -> bool:
    """Return whether it is someone's turn, and a river has begun."""
    assert moment.view is not None
    return isinstance(phase(moment), Turn) and any(player.river for player in moment.view.state.players)


def is_triggered(moment: Snapshot) -> bool:
    """Return whether the end has been triggered."""
    assert moment.view is not None
    return bool(moment.view.state.triggered)


def other_is_to_move(moment: Snapshot) -> bool:
    """Return whether it is the other player's move."""
    return moment.due is not None and moment.due.occasion is Occasion.TURN and moment.pending is Pending.NOTHING


def at(occasion: Occasion) -> Callable[[Moments], TableModel]:
    """The time at which this is said first, by the sentences of someone who has opened a game."""

    def model(moments: Moments) -> TableModel:
        moment = next(one for one in moments if one.due is not None and one.due.occasion is occasion)
        return updates.with_snapshot(hosting(moments), moment)

    return model


# Before the table is laid.


def hosting(_moments: Moments = ()) -> TableModel:
    """The sentences of somebody who has opened a game."""
    model = updates.with_status(TableModel(), "You are Anna. Your game of Mandala is open on port 28109.")
    model = updates.with_status(model, "The other player types: mandala-lan join")
    addresses = "mandala-lan join 192.168.178.23:28109 or mandala-lan join 10.0.0.2:28109"
    return updates.with_status(model, f"If that finds nothing: {addresses}")


def waiting_as_host(moments: Moments) -> TableModel:
    """Nobody has come yet, and something slow goes on."""
    return updates.with_progress(hosting(moments), "Measuring this machine", 3, 10)


def waiting_as_guest(_moments: Moments) -> TableModel:
    """The host has not let us in yet."""
    model = updates.with_status(TableModel(), "Looking for games on the local network …")
    model = updates.with_status(model, "Connecting to Ben …")
    return updates.with_status(model, f"Found Ben (key {KEY}). Waiting to be let in …")


def shuffling_with_points(moments: Moments) -> TableModel:
    """The cards are shuffled, and both have agreed to see the points."""
    model = at(Occasion.SHUFFLE)(moments)
    assert model.snapshot is not None
    return updates.with_snapshot(hosting(), evolve(model.snapshot, live_score=True))


def at_the_door(known_as: str | None) -> Callable[[Moments], TableModel]:
    """A visitor waits, known by this name or not."""
    return lambda moments: edits.overlaid(hosting(moments), Admitting(PeerInfo("Ben", KEY, known_as)))


def at_the_door_with_care(moments: Moments) -> TableModel:
    """A visitor waits whose name only looks like that of somebody known, and both are as long as can be."""
    looks_like = f"{LONG_NAME[:-1]}ḟ"
    peer = PeerInfo(looks_like, KEY, looks_like, confirmed=False, resembles=LONG_NAME)
    return edits.overlaid(hosting(moments), Admitting(peer, 12))


def open_elsewhere(_moments: Moments) -> TableModel:
    """The game to resume is open in another program, which can be ended."""
    holder = Holder(4711, "", "2026-11-27 10:00")
    question = _("End that program, and resume the game here?")
    return edits.overlaid(TableModel(), Agreeing((said(game_lock.open_elsewhere(holder)),), question))


def choosing_with_care(moments: Moments) -> TableModel:
    """One of the hosts only seems to be somebody known."""
    model = choosing_a_game(moments)
    assert isinstance(model.overlay, Choosing)
    careful = Sentence(RESEMBLES, name=LONG_NAME, known=f"{LONG_NAME[:-1]}ḟ")
    return edits.overlaid(model, evolve(model.overlay, cursor=2, cautions=("", "", careful)))


def choosing_a_game(_moments: Moments) -> TableModel:
    """Several games are open on the network."""
    listings = tuple(
        Listing(name, Announcement(name, "mandala", KEY, f"{name.lower()}-laptop"), 28108, ("10.0.0.2",))
        for name in ("Ben", "Carla", LONG_NAME)
    )
    model = updates.with_status(TableModel(), "Looking for games on the local network …")
    return edits.overlaid(model, Choosing(listings, 1))


def choosing_what_to_go_on_with(_moments: Moments) -> TableModel:
    """Several games of ours are open."""
    return edits.overlaid(TableModel(), Choosing(OPEN, 0))


def asked_to_leave_before_the_game(moments: Moments) -> TableModel:
    """Nobody has come yet, and we want to go."""
    return press(hosting(moments), "c-c")[0]


# Our move.


def begun(moments: Moments) -> TableModel:
    """The cards are dealt, and nobody has moved; both have agreed on a grace."""
    model = TableModel()
    for moment in moments:
        model = updates.with_snapshot(model, evolve(moment, grace=GRACE))
        if model.laid:
            return model
    raise LookupError("the cards are never dealt in the game of the tests")


def own_turn(moments: Moments) -> TableModel:
    """Our turn in the midst of the game, with nothing chosen."""
    return at_a_move(moments, in_mid_game)


def chosen(moments: Moments) -> TableModel:
    """A colour is chosen, and where it may go is lit up."""
    return press(own_turn(moments), "right", "right", "down")[0]


def completing(moments: Moments) -> TableModel:
    """The chosen move completes a mandala."""

    def can_complete(moment: Snapshot) -> bool:
        model = table_at(moment)
        return any(completes(model.state, move) for move in model.legal_moves if model.state is not None)

    model = at_a_move(moments, can_complete)
    move = next(move for move in model.legal_moves if model.state is not None and completes(model.state, move))
    return edits.composed(model, move)


def partial_field(moments: Moments) -> TableModel:
    """A field play that leaves cards of the colour in hand is asked about."""

    def partial(moment: Snapshot) -> list[Grow]:
        model = table_at(moment)
        assert moment.view is not None
        hand = moment.view.holdings[HAND]
        return [move for move in model.legal_moves if isinstance(move, Grow) and move.count < hand[move.colour]]

    model = at_a_move(moments, lambda moment: in_mid_game(moment) and bool(partial(moment)))
    assert model.snapshot is not None
    return press(edits.composed(model, partial(model.snapshot)[0]), "enter")[0]


def claiming(moments: Moments) -> TableModel:
    """It is on us to choose among three colours of a mountain."""

    def choice_of_three(moment: Snapshot) -> bool:
        now = phase(moment)
        if not isinstance(now, Claiming) or moment.view is None:
            return False
        mandala = moment.view.state.mandalas[now.mandala]
        return sum(map(bool, mandala.mountain)) >= 3 and any(mandala.fields[moment.seat])

    return press(at_a_move(moments, choice_of_three), "right", "right")[0]


def refused(moments: Moments) -> TableModel:
    """A typed move that is not possible, with the reason."""
    return press(edits.drafted(own_turn(moments), "kg"), "enter")[0]


def sent(moments: Moments) -> TableModel:
    """Our move is on its way."""
    return edits.committed(own_turn(moments))


def typing_to_the_other(moments: Moments) -> TableModel:
    """A line for the other player is being typed."""
    return typed(own_turn(moments), "/are you still there?")[0]


# The other's move.


def others_turn(moments: Moments) -> TableModel:
    """The other thinks, nothing is heard, and both have said something."""
    model = first(moments, lambda moment: other_is_to_move(moment) and in_mid_game(moment))
    model = updates.with_news(updates.with_news(model, Talked("nice one")), PeerQuiet(12))
    return updates.with_own_talk(model, "thank you")


def other_claims(moments: Moments) -> TableModel:
    """The other is to choose a colour of a mountain."""
    return first(moments, lambda moment: other_is_to_move(moment) and isinstance(phase(moment), Claiming))


def away(moments: Moments) -> TableModel:
    """The line to the other is lost."""
    return _gone(moments, LOST, evolve(LOST, seconds=80))


def away_with_grace(moments: Moments) -> TableModel:
    """The same, and after some time the game will count as abandoned."""
    return _gone(moments, evolve(LOST, grace=GRACE), evolve(LOST, seconds=75, grace=GRACE - 75))


def away_too_long(moments: Moments) -> TableModel:
    """It is asked whether to call the game abandoned."""
    lost = evolve(LOST, grace=GRACE, agreed=GRACE)
    return _with_grace(_gone(moments, lost, evolve(lost, seconds=GRACE, grace=0)))


def waiting_on(moments: Moments) -> TableModel:
    """The player keeps waiting all the same."""
    return edits.asking(away_too_long(moments), None)


def asked_about_terms(moments: Moments) -> TableModel:
    """The host proposes another game than it announced, and a very short grace."""
    terms = (OtherGame("mandala", "patterns"), ShortGrace(1))
    return edits.overlaid(
        waiting_as_guest(moments), Agreeing(tuple(status_text.unusual_terms(terms)), status_text.by_these_terms())
    )


def _gone(moments: Moments, *told: PeerAway) -> TableModel:
    model = own_turn(moments)
    assert model.snapshot is not None
    model = updates.with_snapshot(model, evolve(model.snapshot, connected=False, pending=Pending.NOTHING))
    for news in told:
        model = updates.with_news(model, news)
    return model


# Whoever's move it is.


def asked(question: Question | OfferKind) -> Callable[[Moments], TableModel]:
    """This is asked before it is done."""
    return lambda moments: edits.asking(own_turn(moments), question)


def asked_with_grace(question: Question) -> Callable[[Moments], TableModel]:
    """The same in a game that may be called abandoned."""
    return lambda moments: edits.asking(_with_grace(own_turn(moments)), question)


def helping_with_grace(moments: Moments) -> TableModel:
    """The help of such a game, scrolled to its end."""
    return edits.overlaid(_with_grace(own_turn(moments)), Helping(scrolled=100))


def _with_grace(model: TableModel) -> TableModel:
    assert model.snapshot is not None
    return evolve(model, snapshot=evolve(model.snapshot, grace=GRACE))


def end_offered(moments: Moments) -> TableModel:
    """The other offers to end the game."""
    model = offering(own_turn(moments), their_offer=StandingOffer(OfferKind.END))
    return updates.with_news(model, OfferMade(OfferKind.END))


def adjourn_offered(moments: Moments) -> TableModel:
    """The other offers to go on later."""
    model = offering(own_turn(moments), their_offer=StandingOffer(OfferKind.ADJOURN))
    return updates.with_news(model, OfferMade(OfferKind.ADJOURN))


def turned_down(moments: Moments) -> TableModel:
    """We have offered to end the game, and the other would rather play on."""
    model = offering(own_turn(moments), own_offer=StandingOffer(OfferKind.END))
    model = offering(model, own_offer=StandingOffer(OfferKind.END, declined=True))
    return updates.with_news(model, OfferDeclined(OfferKind.END))


def declining(moments: Moments) -> TableModel:
    """We would rather play on than take up what the other offers."""
    model = press(edits.drafted(end_offered(moments), ":decline"), "enter")[0]
    return offering(model, their_offer=StandingOffer(OfferKind.END, declined=True))


def agreeing(key: str, offered: Callable[[Moments], TableModel]) -> Callable[[Moments], TableModel]:
    """The question about the other player's offer, after the key that agrees."""
    return lambda moments: press(offered(moments), key)[0]


def muted(moments: Moments) -> TableModel:
    """The chat is not shown, but that there was something is."""
    model = updates.with_news(press(own_turn(moments), "f6")[0], Talked("nobody hears this"))
    return updates.with_news(model, Talked("nor this"))


def with_points(moments: Moments) -> TableModel:
    """Both have agreed to see the points, and the end has been triggered."""
    return at_a_move(tuple(evolve(moment, live_score=True) for moment in moments), is_triggered)


def end_triggered(moments: Moments) -> TableModel:
    """The draw pile has run out."""
    return at_a_move(moments, is_triggered)


def last_claim(moments: Moments) -> TableModel:
    """The last mandala is being shared out."""
    return first(moments, lambda moment: isinstance(phase(moment), Claiming) and is_triggered(moment))


def whole_log(moments: Moments) -> TableModel:
    """The log fills the screen, scrolled up a little."""
    return press(end_triggered(moments), "f7", "up")[0]


def practising(moments: Moments) -> TableModel:
    """A game for practice."""
    return evolve(own_turn(moments), opponent=Opponent.PRACTICE)


def consulting(moments: Moments) -> TableModel:
    """The same, while the teacher thinks about a hint."""
    return press(practising(moments), "f4")[0]


def hinted(moments: Moments) -> TableModel:
    """The same with a hint."""
    return answered(consulting(moments))


def explained(moments: Moments) -> TableModel:
    """The lesson explains the first move."""
    ui = ui_of("mandala")
    assert ui.lesson is not None
    return updates.with_lesson(practising(moments), teaching(ui.lesson.steps[0], ui.rules, ui.words))


def with_a_task(moments: Moments) -> TableModel:
    """The task of the lesson at the table."""
    return press(explained(moments), "enter")[0]


def long_thinking(moments: Moments) -> TableModel:
    """The thinking time is shown."""
    return updates.with_thinking(own_turn(moments), 754)


def long_awaited(moments: Moments) -> TableModel:
    """The other player has been thinking for some time."""
    return updates.with_thinking(evolve(others_turn(moments), quiet=None), 12)


def helping(moments: Moments) -> TableModel:
    """The help is open."""
    return edits.overlaid(first(moments, lambda moment: len(moment.steps) > _EARLY), Helping())


_EARLY: Final = 8


def helping_while_waiting(moments: Moments) -> TableModel:
    """The help is open while nobody has come yet."""
    return edits.overlaid(hosting(moments), Helping())


def helping_at_its_end(moments: Moments) -> TableModel:
    """The help is open, scrolled down as far as it goes."""
    return edits.overlaid(helping(moments), Helping(scrolled=100))


NOT_HERE: Final = ()
"""For a scene that looks as another, or whose golden files are made elsewhere; the laws hold for it all the same."""

SCENES: Final = (
    Scene("page-host", waiting_as_host),
    Scene("page-guest", waiting_as_guest, like="page-host"),
    Scene("page-opening", at(Occasion.OPENING), like="page-shuffle"),
    Scene("page-shuffle", shuffling_with_points),
    Scene("page-door", at_the_door(None)),
    Scene("page-door-known", at_the_door("Benjamin"), like="page-door"),
    Scene("page-open-elsewhere", open_elsewhere, like="table-own-turn"),
    Scene("page-door-careful", at_the_door_with_care, like="page-door"),
    Scene("page-terms", asked_about_terms, like="table-own-turn"),
    Scene("page-choose", choosing_a_game),
    Scene("page-choose-careful", choosing_with_care, like="page-choose"),
    Scene("page-choose-open", choosing_what_to_go_on_with, NOT_HERE),  # its dates are in local time
    Scene("page-leave", asked_to_leave_before_the_game, like="page-host"),
    Scene("page-lesson", explained),
    Scene("page-help", helping),
    Scene("page-help-scrolled", helping_at_its_end, (COMPACT,)),  # everything fits into the others
    Scene("page-help-grace", helping_with_grace, like="page-help"),
    Scene("page-help-waiting", helping_while_waiting, like="page-help"),
    Scene("table-begin", begun, like="table-own-turn"),
    Scene("table-own-turn", own_turn, SIZES),
    Scene("table-task", with_a_task, like="table-own-turn"),
    Scene("table-clock", long_thinking, like="table-own-turn"),
    Scene("table-awaited", long_awaited, like="table-others-turn"),
    Scene("table-chosen", chosen),
    Scene("table-completing", completing),
    Scene("table-partial", partial_field, like="table-own-turn"),
    Scene("table-claim", claiming, SIZES),
    Scene("table-refused", refused, like="table-own-turn"),
    Scene("table-sent", sent, like="table-own-turn"),
    Scene("table-typing", typing_to_the_other, like="table-own-turn"),
    Scene("table-others-turn", others_turn),
    Scene("table-others-claim", other_claims),
    Scene("table-away", away, like="table-own-turn"),
    Scene("table-away-grace", away_with_grace, like="table-own-turn"),
    Scene("table-away-too-long", away_too_long, like="table-own-turn"),
    Scene("table-waiting-on", waiting_on, like="table-own-turn"),
    Scene("table-leave", asked(Question.LEAVE), like="table-own-turn"),
    Scene("table-leave-grace", asked_with_grace(Question.LEAVE), like="table-own-turn"),
    Scene("table-resign", asked(Question.RESIGN), like="table-own-turn"),
    Scene("table-end", asked(OfferKind.END), like="table-own-turn"),
    Scene("table-adjourn", asked(OfferKind.ADJOURN), like="table-own-turn"),
    Scene("table-end-offered", end_offered, like="table-own-turn"),
    Scene("table-end-agree", agreeing("f9", end_offered), like="table-own-turn"),
    Scene("table-end-turned-down", turned_down, like="table-own-turn"),
    Scene("table-end-declined", declining, like="table-own-turn"),
    Scene("table-adjourn-offered", adjourn_offered, like="table-own-turn"),
    Scene("table-adjourn-agree", agreeing("f8", adjourn_offered), like="table-own-turn"),
    Scene("table-muted", muted, like="table-own-turn"),
    Scene("table-live-score", with_points),
    Scene("table-end-trigger", end_triggered),
    Scene("table-last-claim", last_claim),
    Scene("table-log", whole_log),
    Scene("table-practice", practising, like="table-own-turn"),
    Scene("table-consulting", consulting, like="table-own-turn"),
    Scene("table-hint", hinted),
)

BETWEEN: Final = Scene(
    "table-between",
    lambda moments: updates.with_news(press(end_triggered(moments), "right")[0], Talked("soon it is over")),
    ((100, 30), (60, 30)),
)
"""In sizes between those of the forms."""

TOO_SMALL: Final = (
    Scene("table-small", own_turn, ((39, 20),)),
    Scene("table-small-leave", asked(Question.LEAVE), ((39, 19),)),
)
"""Where there is no room for the table, only a sentence that asks for more, or the question whether to leave."""
