"""The referee: the state of one game as its record tells it, and the judge of every further entry.

Both peers keep one, and so does a verifier of a finished record. A referee takes an entry only if it is the
one that is due, continues the record, is signed by its speaker, proves what it says and follows the rules.
Otherwise the referee refuses it with ``RemoteProtocolError``, and the record ends before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from attrs import evolve

from mandala_protocol.errors import Code, RemoteProtocolError
from mandala_protocol.games.game import (
    HAND,
    Dealt,
    EndOfGame,
    EndReason,
    ExpectDeal,
    ExpectReveal,
    ExpectShuffle,
    Face,
    Game,
    GameEvent,
    Holding,
    IllegalMove,
    Over,
    Result,
    Revealed,
    Shuffled,
    TableArea,
    View,
)
from mandala_protocol.games.test_games.fixed_chance import chance_of
from mandala_protocol.names import clean_name
from mandala_protocol.poker.ciphertexts import Ciphertext, fresh_deck, open_face, verify_shares
from mandala_protocol.poker.deck_errors import DeckError
from mandala_protocol.poker.game_keys import KeyPair, check_secret
from mandala_protocol.poker.group import Point, parse_scalar
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.shuffle_proof import verify_shuffle
from mandala_protocol.poker.workers import Workers
from mandala_protocol.record import card_values
from mandala_protocol.record.agreement import require_same_position, require_same_result
from mandala_protocol.record.due_entries import agenda_before_play, agenda_for, not_due
from mandala_protocol.record.encrypted_cards import Cards, holdings_seen, owed_by
from mandala_protocol.record.known_keys import KnownKeys
from mandala_protocol.record.move_effect import MoveEffect, effect_said
from mandala_protocol.record.opening import Agreed, Opening
from mandala_protocol.record.order import ABANDONABLE, PLAYING, Due, Occasion
from mandala_protocol.record.played_cards import opened_cards, require_faces
from mandala_protocol.record.statements import require_first_adjournment, require_grace, require_offer, require_turn
from mandala_protocol.record.steps import ABANDONED, Abandoned, Adjourned, Drawn, SeatedPlayer, Step, is_abandonment
from mandala_protocol.record.transcript import (
    Entry,
    RecordPlace,
    Transcript,
    bad_signature,
    require_no_fork,
    require_signature,
    signed_by,
)
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire.messages import (
    RESIGN,
    Accept,
    Adjourn,
    Body,
    Commit,
    End,
    EntryMessage,
    First,
    Key,
    Mix,
    Move,
    OfferKind,
    Open,
    Propose,
    ResultBody,
    Share,
    Shuffle,
    ShuffleBody,
)

AnyGame: TypeAlias = Game[Any, Any]

ACCEPTANCE: Final = 1
LAST_COMMITMENT: Final = 3
"""Numbers of entries whose heads are bound to: the agreement to play, and the second commitment."""


class Referee:
    """The judge of one game. ``games`` are the rules it knows by name; ``workers`` run the large proofs."""

    def __init__(self, games: Mapping[str, AnyGame], workers: Workers) -> None:
        self._games = games
        self._workers = workers
        self.transcript = Transcript()
        self.cards = Cards()
        self.keys = KnownKeys()
        self.players: list[SeatedPlayer] = []
        self.agreed: Agreed | None = None
        self.state: Any = None
        self.steps: list[Step] = []
        self.drawn: list[Drawn] = []
        """The cards that came into a hand, as far as their faces are known here."""
        self.moves_made = 0
        self.unseen_plays = 0
        """The number of moves that played cards whose faces no one here could check: no key was known that opens them.
        """
        self.rest_of_pile: tuple[Face, ...] = ()
        self.adjourned: list[Adjourned] = []
        self.abandoned: Abandoned | None = None
        self.last_speaker: Seat | None = None
        self.grace = 0
        """The seconds without the other after which a player may call the game abandoned; 0 for never."""
        self.live_score_offered = False
        """The host wants the points to be shown as they stand."""
        self.live_score = False
        """Both players want the points to be shown as they stand."""
        self._game: AnyGame | None = None
        self._first = First.LOT
        self._opening = Opening()
        self._agenda = agenda_before_play()
        self._shares: dict[Seat, dict[int, Point]] = {}
        self._half_shuffled: tuple[Ciphertext, ...] = ()

    # What is known.

    @property
    def due(self) -> Due | None:
        """The next entry and its speaker; None when the game is over."""
        return self._agenda[0] if self._agenda else None

    @property
    def playing(self) -> bool:
        """Return whether the game goes on, so that a player may still end it."""
        if self.due is None or self.due.occasion not in PLAYING:
            return False
        return not isinstance(self.rules.expects(self.state), ExpectReveal | Over)

    @property
    def abandonable(self) -> bool:
        """Return whether a player may call the game abandoned now, as far as that was agreed."""
        return self.due is not None and self.due.occasion in ABANDONABLE

    @property
    def game(self) -> str | None:
        """The name of the game that was proposed; None before."""
        return None if self._game is None else self._game.name

    @property
    def rules(self) -> AnyGame:
        """The rules of the game that was agreed on."""
        assert self._game is not None, "no game has been agreed on yet"
        return self._game

    @property
    def proposal(self) -> bytes:
        """The head after the proposal: 32 bytes by which both name the game to each other; empty before."""
        return self.transcript.head_after(1) if self.transcript.length else b""

    @property
    def game_id(self) -> bytes:
        """The head after both have agreed to play: 32 bytes that no other game has."""
        return self.transcript.entries[ACCEPTANCE].head

    @property
    def first_player(self) -> Seat:
        """The seat that plays first, once both have opened their keys."""
        assert self.agreed is not None, "who plays first follows from what is opened"
        return self.agreed.first_player(self._first)

    @property
    def joint(self) -> Point:
        """The key that only both together hold."""
        assert self.agreed is not None, "no key has been agreed on yet"
        return self.agreed.joint

    @property
    def result(self) -> Result | None:
        """The result once all cards are open."""
        if self.state is None:
            return None
        expected = self.rules.expects(self.state)
        return expected.result if isinstance(expected, Over) else None

    def view(self, seat: Seat) -> View[Any]:
        """The view of this seat, whose secret must be known here."""
        return View(self.state, seat, holdings_seen(self.cards, seat, self.rules.faces))

    def context(self, speaker: Seat) -> Context:
        """The context that binds every proof of the next entry: the record so far, and the speaker."""
        return Context(self.transcript.head, speaker)

    def public_key(self, seat: Seat) -> Point:
        """The public key of a seat that has opened it."""
        return self._opening.public(seat)

    def shuffle_input(self) -> tuple[tuple[Ciphertext, ...], tuple[int, ...] | None]:
        """The cards that the next shuffle or mix starts from; and their faces by count if these are fresh."""
        due = self.due
        assert due is not None
        if due.kind is Mix:
            return self.cards.held(due.speaker), None
        if due.speaker is Seat.GUEST:
            return self._half_shuffled, None
        expected = self.rules.expects(self.state)
        assert isinstance(expected, ExpectShuffle)
        return fresh_deck(expected.faces, self.joint), expected.faces

    def owed(self, seat: Seat) -> dict[int, Ciphertext]:
        """The cards for which this seat owes its share now, by number."""
        expected = self.rules.expects(self.state)
        assert isinstance(expected, ExpectDeal)
        return owed_by(seat, expected, self.cards)

    # What is said.

    def take(self, entry: Entry, *, trusted: bool = False, effect: MoveEffect | None = None) -> None:
        """Check an entry and let it happen. ``trusted``: its proofs are ours, or were checked once before.

        ``effect``: that of the move it makes, if it is known already.

        Raises ``RemoteProtocolError`` if anything about it is wrong.
        """
        self.require_no_fork(entry.place, entry.message())
        self.transcript.require_next(entry)
        speaker = self._require_signed(entry)
        due = self._require_due(entry, speaker)
        try:
            self._happen(entry, speaker, trusted, effect)
        except DeckError as error:
            raise RemoteProtocolError(error.code, error.requirement, error.detail, entry.evidence) from error
        except IllegalMove as error:
            detail = Sentence("the rules forbid this move (rule {point})", point=error.point)
            raise RemoteProtocolError(Code.ILLEGAL_MOVE, "PL3", detail, entry.evidence) from error
        self.transcript.append(entry)
        self.last_speaker = speaker
        if not self._agenda and due.occasion is not Occasion.RESULT and self.abandoned is None:
            self._agenda = [] if self.state is None else agenda_for(self.rules.expects(self.state), self.cards)

    def require_no_fork(self, place: RecordPlace, message: EntryMessage) -> None:
        """Refuse an entry that its signer contradicts in this record. Raises ``Fork`` (TR8, EN18)."""
        require_no_fork(self.transcript, [player.identity for player in self.players], place, message)

    def _require_signed(self, entry: Entry) -> Seat:
        """The player who said this: the one who is to speak, if it signed this, or the other. Raises TR7, OR1."""
        due = self.due
        if entry.number <= ACCEPTANCE:
            # No one is known yet who could have signed anything else than what is due.
            match entry.body:
                case Propose(identity=identity) | Accept(identity=identity) if due and type(entry.body) is due.kind:
                    require_signature(entry, identity)
                    return Seat(entry.number)
                case _:
                    raise not_due(entry, due)
        first = Seat.HOST if due is None else due.speaker
        if is_abandonment(entry.body):
            first = first.other
        for seat in (first, first.other):
            if signed_by(entry, self.players[seat].identity):
                return seat
        raise bad_signature(entry)

    def _require_due(self, entry: Entry, speaker: Seat) -> Due:
        due = self.due
        if due is None:
            raise RemoteProtocolError(Code.OUT_OF_TURN, "OR3", Sentence("the game is over"), entry.evidence)
        interrupts = self._may_interrupt(entry.body)
        if speaker is not due.speaker and not is_abandonment(entry.body):
            raise RemoteProtocolError(
                Code.OUT_OF_TURN, "OR2", Sentence("it was the other player's turn to speak"), entry.evidence
            )
        if type(entry.body) is not due.kind and not interrupts:
            raise not_due(entry, self.due)
        return due

    def _may_interrupt(self, body: Body) -> bool:
        """Return whether this may be said in place of whatever is due."""
        match body:
            case End(reason=reason):
                return self.abandonable if reason == ABANDONED else self.playing
            case Adjourn():
                return self.playing
            case _:
                return False

    def _happen(self, entry: Entry, speaker: Seat, trusted: bool, effect: MoveEffect | None) -> None:
        body = entry.body
        match body:
            case Propose():
                self._take_proposal(body, entry)
            case Accept():
                self.live_score = self.live_score_offered and body.live_score
                self.players.append(SeatedPlayer(body.identity, body.name))
            case Commit():
                self._opening.take_commitment(speaker, body.commitment)
            case Open():
                self._take_opening(body, speaker)
            case Shuffle():
                self._take_shuffle(body, speaker, entry, trusted)
            case Mix():
                self._take_mix(body, speaker, trusted)
            case Share():
                self._take_share(body, speaker, entry, trusted)
            case Move():
                effect = effect or effect_said(self.rules, self.state, speaker, body.move, entry)
                self._take_move(body, effect, entry, trusted)
            case Key():
                self._take_key(body, speaker, entry)
            case ResultBody():
                self._take_result(body, entry)
            case End(reason=reason) if reason == ABANDONED:
                self._take_abandonment(body, speaker, entry)
                return
            case End():
                self._take_end(body, speaker, entry)
                return
            case Adjourn():
                self._take_adjournment(body, speaker, entry)
                return
        del self._agenda[0]

    def _take_proposal(self, body: Propose, entry: Entry) -> None:
        self._game = self._games.get(body.game)
        if self._game is None:
            detail = Sentence("the game that was proposed is not played here: {game}", game=clean_name(body.game))
            raise RemoteProtocolError(Code.NOT_AGREED, "OR4", detail, entry.evidence)
        self._first, self.grace, self.live_score_offered = First(body.first), body.grace, body.live_score
        self.players.append(SeatedPlayer(body.identity, body.name))

    def _take_opening(self, body: Open, speaker: Seat) -> None:
        self._opening.take_opened(speaker, card_values.opened(body), Context(self.game_id, speaker))
        if speaker is Seat.GUEST:
            agreed, chance = self._opening.agree(self.transcript.entries[LAST_COMMITMENT].head), chance_of(self.rules)
            self.agreed = agreed if chance is None else evolve(agreed, seed=chance.seed)
            self.state = self.rules.initial(self.first_player, self.agreed.seed)

    def _take_shuffle(self, body: Shuffle, speaker: Seat, entry: Entry, trusted: bool) -> None:
        shuffled = self._checked_shuffle(body, speaker, trusted)
        if speaker is Seat.HOST:
            self._half_shuffled = shuffled
            return
        self._half_shuffled = ()
        self.cards.new_pile(shuffled)
        self.keys.forget_ready()
        self._advance(entry, speaker, Shuffled())

    def _take_mix(self, body: Mix, speaker: Seat, trusted: bool) -> None:
        mixed = self._checked_shuffle(body, speaker, trusted)
        self.cards.replace_hand(speaker, mixed, [None] * len(mixed))
        if self.keys.knows_both:
            self.cards.show(speaker, HAND, [self.keys.open(card, self.rules.faces) for card in mixed])

    def _checked_shuffle(self, body: ShuffleBody, speaker: Seat, trusted: bool) -> tuple[Ciphertext, ...]:
        inputs, fresh = self.shuffle_input()
        outputs, proof = card_values.shuffled(body, len(inputs))
        if not trusted:
            joint = self.joint
            verify_shuffle(inputs, outputs, proof, joint, self.context(speaker), self._workers, fresh=fresh)
        return outputs

    def _take_share(self, body: Share, speaker: Seat, entry: Entry, trusted: bool) -> None:
        owed = self.owed(speaker)
        if body.cards != tuple(owed):
            raise RemoteProtocolError(
                Code.WRONG_CARD, "PL2", Sentence("shares for other cards than expected"), entry.evidence
            )
        shares = card_values.shares(body)
        if not trusted:
            verify_shares(self.public_key(speaker), list(owed.values()), shares, self.context(speaker))
        self._shares[speaker] = dict(zip(owed, shares.points, strict=True))
        if not any(later.kind is Share for later in self._agenda[1:]):
            self._deal(entry, speaker)

    def _deal(self, entry: Entry, speaker: Seat) -> None:
        expected = self.rules.expects(self.state)
        assert isinstance(expected, ExpectDeal)
        draws = self.cards.drawn(expected.draws)
        shown: list[tuple[Face, ...] | None] = []
        for draw, taken in draws:
            match draw.to:
                case TableArea():
                    shown.append(tuple(self._face_up(number, card) for number, card in taken.items()))
                case Holding(seat=owner):
                    theirs, count = self._shares[owner.other], self.rules.faces
                    faces = [self.keys.face(owner, card, theirs[number], count) for number, card in taken.items()]
                    self.cards.receive(draw.to, list(taken.values()), faces)
                    shown.append(None)
                    known = tuple(face for face in faces if face is not None)
                    if draw.to.name == HAND and len(known) == len(faces):
                        self.drawn.append(Drawn(len(self.steps), owner, known))
        self.cards.remove_from_top(sum(draw.count for draw in expected.draws))
        self._shares = {}
        self._advance(entry, speaker, Dealt(tuple(shown)))

    def _face_up(self, number: int, card: Ciphertext) -> Face:
        return open_face(card, self._shares[Seat.HOST][number], self._shares[Seat.GUEST][number], self.rules.faces)

    def _take_move(self, body: Move, effect: MoveEffect, entry: Entry, trusted: bool) -> None:
        assert effect.before is self.state, "a move is made in the state in which it was worked out"
        speaker = effect.moved.seat
        positions = self._checked_play(body.played, speaker, effect.played, entry, trusted)
        require_same_position(self.rules, body, effect, entry)
        self.cards.remove_from_hand(speaker, positions)
        self.moves_made += 1
        self.state = effect.after
        self.steps.append(Step(entry.number, speaker, effect.moved, effect.before, effect.after))

    def _checked_play(
        self, played: Share | None, speaker: Seat, claimed: tuple[Face, ...], entry: Entry, trusted: bool
    ) -> tuple[int, ...]:
        """The positions in the hand that are played, their faces proven to be those claimed."""
        cards = opened_cards(played, claimed, self.cards.held(speaker), entry)
        if played is None:
            return ()
        shares = card_values.shares(played)
        if not trusted:
            verify_shares(self.public_key(speaker), cards, shares, self.context(speaker))
        if all(self.keys.has_share(speaker.other, card) for card in cards):
            require_faces(cards, shares.points, self.keys, speaker.other, self.rules.faces, claimed, entry)
        else:
            self.unseen_plays += 0 if trusted else 1
        return played.cards

    def _take_adjournment(self, body: Adjourn, speaker: Seat, entry: Entry) -> None:
        require_turn(body, self.moves_made, entry)
        require_offer(OfferKind.ADJOURN.value, body, self.game_id, self.players[speaker.other].identity, entry)
        require_first_adjournment(self.adjourned_in_this_turn, entry)
        self.adjourned.append(Adjourned(entry.number, body.turn))

    @property
    def adjourned_in_this_turn(self) -> bool:
        return any(adjourned.turn == self.moves_made for adjourned in self.adjourned)

    def _take_abandonment(self, body: End, speaker: Seat, entry: Entry) -> None:
        require_turn(body, self.moves_made, entry)
        require_grace(body, self.grace, entry)
        self._agenda = []
        self.abandoned = Abandoned(entry.number, speaker)

    def _take_end(self, body: End, speaker: Seat, entry: Entry) -> None:
        require_turn(body, self.moves_made, entry)
        if body.statement:
            wish = RESIGN if body.reason == EndReason.RESIGNED.value else OfferKind.END.value
            require_offer(wish, body, self.game_id, self.players[speaker.other].identity, entry)
        elif body.reason == EndReason.AGREED.value:
            raise RemoteProtocolError(Code.NOT_AGREED, "EN3", Sentence("agreement takes both players"), entry.evidence)
        self._agenda = []
        self._shares = {}
        reason = EndReason(body.reason)
        resigned = speaker.other if body.statement else speaker
        event = EndOfGame(reason, resigned if reason is EndReason.RESIGNED else None)
        self._advance(entry, speaker, event)

    def _take_key(self, body: Key, speaker: Seat, entry: Entry) -> None:
        public = self.public_key(speaker)
        secret = parse_scalar(body.secret)
        check_secret(secret, public)
        self.keys.learn(speaker, KeyPair(secret, public))
        if speaker is Seat.GUEST:
            self._reveal(entry, speaker)

    def _reveal(self, entry: Entry, speaker: Seat) -> None:
        """Open every hidden card: all holdings for the score, and the rest of the pile so that nothing stays unseen."""
        faces = self.rules.faces
        for owner, name in self.cards.places():
            self.cards.show(owner, name, [self.keys.open(card, faces) for card in self.cards.held(owner, name)])
        host, guest = (holdings_seen(self.cards, seat, faces) for seat in Seat)
        self.rest_of_pile = tuple(self.keys.open(card, faces) for card in self.cards.rest_of_pile())
        self._advance(entry, speaker, Revealed((host, guest)))

    def _take_result(self, body: ResultBody, entry: Entry) -> None:
        require_same_result(self.rules, self.state, body, self.result_body(), entry)

    def result_body(self) -> ResultBody:
        """The result as both sign it."""
        result = self.result
        assert result is not None
        winner = None if result.winner is None else int(result.winner)
        return ResultBody(result.scores, winner, result.termination.value, self.rules.digest(self.state))

    def _advance(self, entry: Entry, speaker: Seat, event: GameEvent[Any]) -> None:
        before = self.state
        try:
            self.state = self.rules.apply(before, event)
        except ValueError as error:
            # The rules count every colour: cards that cannot be there were let in by a proof that should have failed.
            detail = Sentence("these cards are not possible here")
            raise RemoteProtocolError(Code.FALSE_FACE, "DK6", detail, entry.evidence) from error
        self.steps.append(Step(entry.number, speaker, event, before, self.state))
