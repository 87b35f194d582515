"""The entries that are due from this side, made with its secrets.

All randomness is drawn from the game's seed by purpose and head, see ``randomness``: a speaker that is made again
from the same seed and the same record says the same to the byte, and sees the same cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from attrs import frozen

from mandala_protocol.errors import Code, LocalProtocolError
from mandala_protocol.games.game import HAND, Face, IllegalMove, Moved
from mandala_protocol.games.test_games.fixed_chance import chance_of
from mandala_protocol.poker.ciphertexts import Ciphertext, Purpose, Shares, prove_shares
from mandala_protocol.poker.game_keys import KeyPair, commit, make_key, prove_knowledge
from mandala_protocol.poker.hashing import Context
from mandala_protocol.poker.randomness import secret_stream
from mandala_protocol.poker.sampling import HashStream
from mandala_protocol.poker.shuffle import draw_permutation, shuffle
from mandala_protocol.poker.shuffle_proof import prove_shuffle
from mandala_protocol.poker.workers import Workers
from mandala_protocol.record import card_values
from mandala_protocol.record.move_effect import MoveEffect, effect_of
from mandala_protocol.record.opening import Opened
from mandala_protocol.record.referee import Referee
from mandala_protocol.record.signatures import Signer
from mandala_protocol.record.transcript import Entry, seal
from mandala_protocol.seats import Seat
from mandala_protocol.sentence import Sentence
from mandala_protocol.wire import messages
from mandala_protocol.wire.messages import Body, First

READY_CARDS: Final = 8
"""The number of cards of the pile that are made ready ahead: no draw after the deal takes more."""


@frozen
class GameTerms:
    """A host's proposal: the game by name, who plays first, and the grace in seconds (0 for no limit).

    ``live_score``: the points as they stand shown to both, if the guest wants it too.
    """

    game: str
    first: First
    grace: int = 0
    live_score: bool = False

    def is_kept_by(self, proposal: messages.Propose) -> bool:
        """Return whether this is what was proposed; of the live score each has a say in the game itself (OR8)."""
        return (self.game, self.first.value, self.grace) == (proposal.game, proposal.first, proposal.grace)


class Speaker:
    """The voice of one seat at a table.

    ``seed`` is this side's secret for this game alone; None when it is of no more use, as the keys have been opened.
    ``terms`` are what a host proposes; ``live_score`` whether a guest wants to see the points as they stand.
    """

    def __init__(
        self,
        seat: Seat,
        signer: Signer,
        name: str,
        seed: bytes | None,
        referee: Referee,
        workers: Workers,
        terms: GameTerms | None,
        live_score: bool = False,
    ) -> None:
        self._seat, self._signer, self._name = seat, signer, name
        self._seed, self._referee, self._workers = seed, referee, workers
        self._terms, self._live_score = terms, live_score
        self._key: KeyPair | None = None

    def say(self, body: Body, effect: MoveEffect | None = None) -> Entry:
        """Seal the next entry and let the referee take it; ``effect`` is that of a move."""
        transcript = self._referee.transcript
        entry = seal(transcript.length, transcript.head, body, self._signer)
        self.take_own(entry, effect=effect)
        return entry

    def take_own(self, entry: Entry, *, trusted: bool = True, effect: MoveEffect | None = None) -> None:
        """Let an entry of ours happen: one just made, or one made before and read again.

        One that comes back from the other side is not ``trusted``: it is checked like all that come from there.
        """
        if self._seed is None or not isinstance(entry.body, messages.Mix):
            self._referee.take(entry, trusted=trusted, effect=effect)
            if self._seed is not None and isinstance(entry.body, messages.Commit):
                self._learn_own_key()
            return
        faces = self._referee.cards.faces(self._seat)
        order = draw_permutation(len(faces), self._stream("mix"))
        self._referee.take(entry, trusted=trusted)
        self._referee.cards.show(self._seat, HAND, [self._seen(faces[source]) for source in order])

    def take(self, entry: Entry, *, trusted: bool) -> None:
        """Let the next entry of either player happen: see ``take_own`` and ``Referee.take``."""
        due = self._referee.due
        if due is not None and due.speaker is self._seat:
            self.take_own(entry, trusted=trusted)
        else:
            self._referee.take(entry, trusted=trusted)

    def next_body(self) -> Body:
        """The entry that is due from us now and needs no decision."""
        due = self._referee.due
        if due is None or due.speaker is not self._seat:
            raise LocalProtocolError(Code.OUT_OF_TURN, "OR2", Sentence("it is not our turn to speak"))
        makers: dict[type[Body], Callable[[], Body]] = {
            messages.Propose: self._propose,
            messages.Accept: self._accept,
            messages.Commit: self._commit,
            messages.Open: self._open,
            messages.Shuffle: partial(self._shuffled, "shuffle", messages.Shuffle),
            messages.Share: self._share,
            messages.Mix: partial(self._shuffled, "mix", messages.Mix),
            messages.Key: self._reveal_key,
            messages.ResultBody: self._referee.result_body,
        }
        maker = makers.get(due.kind)
        if maker is None:
            raise LocalProtocolError(Code.OUT_OF_TURN, "OR1", Sentence("a move is expected, chosen by the player"))
        return maker()

    def move_body(self, move: Any) -> tuple[messages.Move, MoveEffect]:
        """A move of the game with the proof of the cards it plays, and what it does. Raises ``IllegalMove``."""
        rules = self._referee.rules
        rules.check(self._referee.view(self._seat), move)
        effect = effect_of(rules, self._referee.state, Moved(self._seat, move))
        notation = rules.format_move(move)
        played = self._play_cards(effect.played, notation) if effect.played else None
        return messages.Move(notation, played, effect.digest), effect

    def _play_cards(self, faces: Sequence[Face], notation: str) -> messages.Share:
        stream = self._stream("play", notation.encode())
        positions = self._positions_of(faces, stream)
        hand = self._referee.cards.held(self._seat)
        cards = [hand[position] for position in positions]
        shares = self._shares_of(cards, stream)
        return card_values.share_body(positions, shares)

    def _positions_of(self, faces: Sequence[Face], stream: HashStream) -> tuple[int, ...]:
        """Places in the hand that hold these faces, chosen by chance among equal cards.

        Taking the first of them would tell that none lies before it.
        """
        held = self._referee.cards.faces(self._seat)
        wanted = list(faces)
        positions = []
        for position in draw_permutation(len(held), stream):
            face = held[position]
            if face in wanted:
                wanted.remove(face)
                positions.append(position)
        if wanted:
            raise IllegalMove("C5", "these cards are not in the hand")
        return tuple(sorted(positions))

    @property
    def can_prepare(self) -> bool:
        """Return whether ``prepare`` would do anything."""
        return self._referee.playing and bool(self._referee.keys.unready(self._seat, self._next_cards))

    def prepare(self) -> None:
        """Compute ahead what the next draws will need."""
        if self._referee.playing:
            self._referee.keys.make_ready(self._seat, self._next_cards)

    @property
    def _next_cards(self) -> tuple[Ciphertext, ...]:
        return self._referee.cards.next_in_pile(READY_CARDS)

    # The bodies, in the order of the table in ``order``.

    def _propose(self) -> messages.Propose:
        if self._terms is None:
            raise LocalProtocolError(Code.NOT_AGREED, "OR4", Sentence("nothing to propose"))
        terms, nonce = self._terms, self._stream("propose")(32)
        return messages.Propose(
            terms.game, terms.first.value, terms.grace, terms.live_score, self._signer.public, self._name, nonce
        )

    def _accept(self) -> messages.Accept:
        return messages.Accept(self._live_score, self._signer.public, self._name, self._stream("accept")(32))

    def _commit(self) -> messages.Commit:
        opened = self._make_opened()
        return messages.Commit(commit(opened.nonce, opened.public, opened.proof))

    def _open(self) -> messages.Open:
        return card_values.open_body(self._make_opened())

    def _shuffled(self, purpose: str, kind: type[card_values.ShuffleT]) -> card_values.ShuffleT:
        stream = self._stream(purpose)
        inputs, fresh = self._referee.shuffle_input()
        joint = self._referee.joint
        order = self._fixed_order(len(inputs)) if kind is messages.Shuffle else None
        outputs, secret = shuffle(inputs, joint, stream, self._workers, order)
        context = self._referee.context(self._seat)
        proof = prove_shuffle(inputs, outputs, secret, joint, context, stream, self._workers, fresh=fresh)
        return card_values.shuffle_body(kind, outputs, proof)

    def _fixed_order(self, size: int) -> tuple[int, ...] | None:
        """The order of our next shuffle in a test game; None in any other."""
        chance = chance_of(self._referee.rules)
        if chance is None:
            return None
        said = sum(isinstance(entry.body, messages.Shuffle) for entry in self._referee.transcript.entries)
        return draw_permutation(size, chance.shuffle(self._seat, said // len(Seat)))

    def _share(self) -> messages.Share:
        owed = self._referee.owed(self._seat)
        return card_values.share_body(tuple(owed), self._shares_of(list(owed.values()), self._stream("share")))

    def _shares_of(self, cards: Sequence[Ciphertext], stream: HashStream) -> Shares:
        ready = [self._referee.keys.share(self._seat, card) for card in cards]
        return prove_shares(self._own_key, cards, self._referee.context(self._seat), stream, ready)

    def help(self, cards: Mapping[int, Ciphertext], accused: Entry) -> messages.Share | None:
        """Our shares of these cards, to show others that ``accused`` is wrong about them (RF9).

        ``cards`` are by the number that the entry gives them. None if there are none, or our secret is gone.
        """
        if not cards or self._seed is None:
            return None
        context, stream = Context(accused.head, self._seat), self._drawn("evidence", accused.head)
        shown = prove_shares(self._own_key, list(cards.values()), context, stream, purpose=Purpose.EVIDENCE)
        return card_values.share_body(tuple(cards), shown)

    def _reveal_key(self) -> messages.Key:
        return messages.Key(self._own_key.secret)

    # Secrets.

    def _stream(self, purpose: str, *content: bytes) -> HashStream:
        return self._drawn(purpose, self._referee.transcript.head, *content)

    def _drawn(self, purpose: str, *content: bytes) -> HashStream:
        assert self._seed is not None, "nothing secret is due once the keys are open"
        return secret_stream(self._seed, purpose, *content)

    @property
    def _own_key(self) -> KeyPair:
        return self._key if self._key is not None else self._learn_own_key()

    def _learn_own_key(self) -> KeyPair:
        """Our key of this game, drawn from the seed; from now on the referee shows us our cards."""
        self._key = make_key(self._key_stream())
        self._referee.keys.learn(self._seat, self._key)
        return self._key

    def _key_stream(self) -> HashStream:
        chance = chance_of(self._referee.rules)
        if chance is None:
            return self._drawn("key", self._referee.game_id)
        stream = chance.opening(self._seat)
        stream(32)  # the nonce
        return stream

    def _make_opened(self) -> Opened:
        """Make the opening of our commitment: always the same, as it is drawn from the seed and the game alone."""
        stream, chance = self._drawn("opening", self._referee.game_id), chance_of(self._referee.rules)
        nonce = stream(32) if chance is None else chance.opening(self._seat)(32)
        proof = prove_knowledge(self._own_key, Context(self._referee.game_id, self._seat), stream)
        return Opened(nonce, self._own_key.public, proof)

    @staticmethod
    def _seen(face: Face | None) -> Face:
        assert face is not None, "the owner sees the own hand"
        return face
