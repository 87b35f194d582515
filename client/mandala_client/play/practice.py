"""A game for practice against a bot: with open cards inside this program, kept nowhere, and every move can be undone.

It is not played through the protocol, where what is said stays said. The frontend sees it as any other game, and never
more of the cards than our own. Its cards can be dealt again, with the seats swapped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

import trio
from attrs import frozen

from mandala_client.games.catalogue import ui_of
from mandala_client.games.deal import Deal, PracticeEnded, Practised, any_seed
from mandala_client.games.game_words import refused
from mandala_client.games.series import Series
from mandala_client.play.alone import Alone
from mandala_client.play.frontend import Frontend, Next, Opponent, TakeBack
from mandala_client.records.told_simulation import ToldSimulation
from mandala_client.sentences import status_text
from mandala_client.text.language import _, said
from mandala_net.bots.catalogue import make_bot
from mandala_net.bots.programs.bot_lines import BotFailed
from mandala_net.match.news import GameEnded as GameEnded
from mandala_net.match.news import GameFinished, WeLeft
from mandala_protocol.conversation.events import Command, Leave, MakeOffer, Play, Resign, Talk
from mandala_protocol.conversation.snapshot import Pending, Snapshot
from mandala_protocol.games.game import EndOfGame, EndReason, IllegalMove
from mandala_protocol.record.order import Due, Occasion
from mandala_protocol.seats import Seat
from mandala_protocol.wire.messages import Move, OfferKind

if TYPE_CHECKING:
    from mandala_client.records.replay import MakeReplay, Replay


@frozen
class Practising:
    """A game for practice, and the names of the two. ``live_score``: show the points as they stand."""

    alone: Alone
    name: str
    bot_name: str
    live_score: bool = False


class PracticeGame:
    """One game for practice.

    All chance in it follows from the seed of the deal: the order of the cards, and that of every later shuffle. Taking
    a move back plays the game again up to there from the same seed, so the same cards come again in the same order,
    and no one draws better by asking twice.
    """

    def __init__(self, how: Practising, deal: Deal) -> None:
        alone = how.alone
        self.ui = ui_of(alone.game)
        self._live_score = how.live_score
        self._names = (how.name, how.bot_name) if deal.own is Seat.HOST else (how.bot_name, how.name)
        self._bot = make_bot(alone.game, alone.bot, deal.seed, alone.program)
        self._deal, self.own = deal, deal.own
        self._made: tuple[tuple[Seat, Any], ...] = ()
        self._simulation = self._begun()

    def snapshot(self) -> Snapshot:
        """The game as the frontend may show it: of the hidden cards, our own."""
        simulation = self._simulation
        result, to_move = simulation.result, simulation.to_move
        due = None if to_move is None else Due(Occasion.TURN, Move, to_move)
        return Snapshot(
            game=simulation.game.name,
            seat=self.own,
            names=self._names,
            due=due,
            pending=Pending.MOVE if to_move is self.own else Pending.NOTHING,
            words=None,
            view=simulation.view(self.own),
            steps=simulation.steps,
            result=result,
            connected=True,
            length=len(simulation.steps),
            live_score=self._live_score,
            drawn=tuple(drawn for drawn in simulation.drawn if drawn.seat is self.own),
        )

    @property
    def bot_is_to_move(self) -> bool:
        """Return whether the bot moves now."""
        return self._simulation.to_move is self.own.other

    def let_bot_move(self) -> None:
        """The bot makes one move, which it chooses from its own view."""
        self.make(self._bot.choose(self._simulation.view(self.own.other)))

    def play(self, move: Any) -> None:
        """Make our move. Raises ``IllegalMove`` if it is not possible; nothing changes then."""
        self.ui.rules.check(self._simulation.view(self.own), move)
        self.make(move)

    def take_back(self) -> bool:
        """Back to before our own last move, and all that has happened since; whether there was one."""
        own = [number for number, (seat, _move) in enumerate(self._made) if seat is self.own]
        if not own:
            return False
        self._made = self._made[: own[-1]]
        self._simulation = self._begun()
        for _seat, move in self._made:
            self._simulation.play(move)
        return True

    def end(self, ended: EndOfGame) -> None:
        """We resign, or the game is ended as it stands."""
        self._simulation.end(ended)

    def replay(self) -> Replay:
        """The game to be looked at again, with all cards open. Raises ``NothingToReplay`` as long as it goes on."""
        from mandala_client.records.replay import practised

        return practised(self.ui, self._names, self._simulation.steps, self._simulation.held)

    def _begun(self) -> ToldSimulation:
        """The game from its first shuffle on."""
        return ToldSimulation.of_deal(self.ui.rules, self._deal.first, self._deal.seed)

    def make(self, move: Any) -> None:
        """Make this move for the player to move; it must be legal."""
        seat = self._simulation.to_move
        assert seat is not None, "somebody moves"
        self._simulation.play(move)
        self._made = (*self._made, (seat, move))


async def practice_flow(frontend: Frontend, how: Practising) -> GameEnded:
    """Play games for practice until no other is wanted; how the last one ended, with its cards if it was not left.

    The starter is swapped each time. The next game is one with other cards, or with the same ones and the seats
    swapped.
    """
    alone = how.alone
    seed = any_seed() if alone.seed is None else alone.seed
    practised = Practised(alone.bot, Deal(seed, Seat.GUEST if alone.swapped else Seat.HOST), game=alone.game)
    series = Series()
    frontend.opponent(Opponent.PRACTICE, alone.game)
    while True:
        game = PracticeGame(how, practised.deal)
        ended = await play_on(frontend, game)
        if not isinstance(ended.outcome, GameFinished):
            await frontend.end(ended)
            return ended
        result = ended.outcome.result
        series = series.after(result.scores, result.winner, practised.deal.own)
        practised = practised.after(result)
        match await frontend.end(ended, series, rematch=True, practised=practised, replay=replaying(game)):
            case Next.NOTHING | Next.TRY_AGAIN:  # nothing of it is saved
                return PracticeEnded(ended.outcome, None, ended.snapshot, practised=practised)
            case Next.OTHER_CARDS:
                practised = Practised(alone.bot, practised.deal.following(), game=alone.game)
            case Next.SAME_CARDS:
                practised = practised.swapped()
            case following:
                assert_never(following)


def replaying(game: PracticeGame) -> MakeReplay:
    """The game is looked at again at once: nothing of it needs to be checked."""
    return lambda _progress: game.replay()


async def play_on(frontend: Frontend, game: PracticeGame) -> GameEnded:
    """Play a game from where it is to its end, or until it is left."""
    while True:
        frontend.show(game.snapshot())
        while game.bot_is_to_move:
            try:
                await trio.to_thread.run_sync(game.let_bot_move)
            except BotFailed as failure:
                frontend.warn(_("{why} It resigns.").format(why=said(failure.for_us)))
                game.end(EndOfGame(EndReason.RESIGNED, game.own.other))
            frontend.show(game.snapshot())
        snapshot = game.snapshot()
        if snapshot.result is not None:
            return GameEnded(GameFinished(snapshot.result), None, snapshot)
        command = await frontend.next_command()
        if isinstance(command, Leave):
            return GameEnded(WeLeft(), None, snapshot)
        refusal = carry_out(command, game)
        if refusal is not None:
            frontend.refuse(refusal)


def carry_out(command: Command | TakeBack, game: PracticeGame) -> str | None:
    """Do what is asked for; the sentence that says why not, if it is not possible."""
    match command:
        case Play(move=move):
            try:
                game.play(move)
            except IllegalMove as error:
                return refused(game.ui.words, error)
        case TakeBack():
            if not game.take_back():
                return _("You have no move to take back.")
        case Resign():
            game.end(EndOfGame(EndReason.RESIGNED, game.own))
        case MakeOffer(kind=OfferKind.END):
            game.end(EndOfGame(EndReason.AGREED, None))
        case MakeOffer():
            return status_text.not_adjourned()
        case Talk():
            return status_text.no_talk()
        case _:
            return _("That is not possible in a practice game.")
    return None
