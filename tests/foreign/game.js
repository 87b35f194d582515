// One game: its record, what is due, and every check of an entry (chapters 4 to 9).
import { publicStream, sha256, taggedHash } from './bytes.js'
import { Card } from './card.js'
import { checkKnowledge, checkShares, checkShuffle, commitmentOf, cutCards, faceOfPoint, freshDeck } from './deck.js'
import { must } from './errors.js'
import { ZERO, add, checkPoint, checkScalar, isSigned, negated, subtract, times, timesBase } from './group.js'
import { readPayload } from './messages.js'
import { entryHash, headAfter, wishHash } from './record.js'
import { gameKey, mixOrder } from './secrets.js'
import { gameNamed, testOpening, testSeed } from './testgames.js'

const FIRST_HEAD = Buffer.alloc(32)
const CAN_END = ['shuffle', 'share', 'mix', 'move']

export class Game {
  /**
   * A game without entries. `own` is the seat and secret of a player, or null for a verifier;
   * `openedKeys` are keys that the record itself is known to open, by seat.
   */
  constructor(own = null, openedKeys = [null, null]) {
    this.own = own
    this.entries = [] // payload, signature, head after it, seat of the speaker, name, body
    this.keys = [...openedKeys] // secret scalars that are known, by seat
    this.rules = null
    this.state = null
    this.terms = null
    this.isTest = false
    this.identities = [null, null]
    this.names = [null, null]
    this.wishes = [null, null] // the last wish of each seat
    this.actedAt = null // the turn at which our plan was last followed
    this.commitments = [null, null]
    this.opened = [null, null]
    this.jointKey = null
    this.seed = null
    this.moves = 0
    this.adjournedAt = null // the turn of the last adjournment
    this.pile = []
    this.drawn = 0
    this.shuffles = [0, 0] // how many each seat has sent
    this.shuffling = null // what the host's step has made
    this.deal = null
    this.hands = [[], []]
    this.cups = [[], []]
    this.abandoned = null // the seat that said so
    this.results = 0
    this.queue = [
      { name: 'propose', seat: 0 },
      { name: 'accept', seat: 1 },
    ]
  }

  // What is known

  get length() {
    return this.entries.length
  }

  get head() {
    return this.headAt(this.length)
  }

  /** The head after so many entries. */
  headAt(length) {
    return length === 0 ? FIRST_HEAD : this.entries[length - 1].head
  }

  get proposal() {
    return this.headAt(1)
  }

  get gameId() {
    return this.headAt(2)
  }

  get due() {
    return this.queue[0] ?? null
  }

  get isOver() {
    return this.due === null
  }

  /** Whether a wish, an adjournment or an end by agreement is possible now (EN7). */
  get canBeEnded() {
    return this.due !== null && CAN_END.includes(this.due.name) && this.rules.canBeEnded(this.state)
  }

  get position() {
    return this.state ? this.rules.position(this.state) : ''
  }

  get digest() {
    return sha256(Buffer.from(this.position))
  }

  context(seat) {
    return { head: this.head, seat }
  }

  /** The faces in one's own hand, in order. */
  get ownFaces() {
    return this.hands[this.own.seat].map((card) => this.faceOf(card))
  }

  shareOf(card, seat) {
    if (card.shares[seat] === null && this.keys[seat] !== null) card.shares[seat] = times(this.keys[seat], card.a)
    return card.shares[seat]
  }

  /** The face of a card; null if it is hidden from us. A card without a face of the game is a fault (DK6). */
  faceOf(card, given = [null, null]) {
    if (card.face !== null) return card.face
    const shares = [0, 1].map((seat) => given[seat] ?? this.shareOf(card, seat))
    if (shares.includes(null)) return null
    card.face = faceOfPoint(subtract(subtract(card.b, shares[0]), shares[1]))
    must(card.face !== null, 'false-face', 'DK6', 'a card has no face of the game')
    return card.face
  }

  // Taking an entry (TR9)

  /**
   * Check an entry and take it into the record. `how.line` is given for one that comes on a connection: the seat of
   * the receiver, whether it is new there, and what the connection has proven of the other player.
   * One that we have just made ourselves is `own`.
   */
  async take(entry, how = {}) {
    const read = readPayload(entry.payload)
    must(read.number === this.length, 'broken-chain', 'TR5', `entry ${this.length} is next, not ${read.number}`)
    must(read.previous.equals(this.head), 'broken-chain', 'TR6', 'the previous head is another')
    const seat = read.number < 2 ? this.checkStart(entry, read, how) : this.checkSpeaker(entry, read, how)
    const apply = await this.checkContent(seat, read, how)
    apply()
    this.entries.push({ ...entry, head: headAfter(entry), seat, name: read.name, body: read.body })
    if (read.name === 'accept' && this.own?.secret) this.keys[this.own.seat] = this.drawKey()
    if (this.queue.length === 0) this.advance()
  }

  drawKey() {
    const { seat, secret } = this.own
    return this.isTest ? testOpening(this.terms.game, seat).key : gameKey(secret, this.gameId)
  }

  /** Entries 0 and 1: identity, what is due, signature. */
  checkStart(entry, read, { line, own }) {
    const { name, body } = read
    if (body.identity && line && !own) {
      const seat = name === 'propose' ? 0 : 1
      const isMine = seat === line.seat
      const expected = isMine ? line.mine : line.theirs
      must(body.identity.equals(expected.identity), 'wrong-identity', 'OR5', 'another identity than the connection has')
      must(isMine || body.name === line.theirs.name, 'wrong-identity', 'OR5', 'another name than in hello')
    }
    if (line?.isNew) must(this.due.seat !== line.seat, 'out-of-turn', 'OR2', 'it is not your turn')
    must(name === this.due.name, 'out-of-turn', 'OR1', `${this.due.name} is due`)
    const isRight = isSigned(entry.signature, entryHash(entry.payload), body.identity)
    must(isRight, 'bad-signature', 'TR7', 'not signed by the identity it names')
    return this.due.seat
  }

  seatsThatSigned(entry) {
    const hash = entryHash(entry.payload)
    return [0, 1].filter((seat) => this.identities[seat] && isSigned(entry.signature, hash, this.identities[seat]))
  }

  /** Signature, and whether something is due from the speaker; return the seat. */
  checkSpeaker(entry, read, { line, own }) {
    const signers = this.seatsThatSigned(entry)
    const isByOther = signers.includes(line ? 1 - line.seat : 0)
    const isOnLine = line?.isNew && !own
    must(isOnLine ? isByOther : signers.length > 0, 'bad-signature', 'TR7', 'not signed by the player it should be')
    const { due } = this
    must(due !== null, 'out-of-turn', 'OR3', 'the game is over')
    const { name, body } = read
    if (name === 'end' && body.reason === 'abandoned') {
      must(!isOnLine, 'out-of-turn', 'EN14', 'nobody can be absent on a connection')
      must(due.name !== 'result', 'out-of-turn', 'OR1', 'both keys are open')
      return signers.includes(1 - due.seat) ? 1 - due.seat : due.seat
    }
    if (isOnLine) must(due.seat !== line.seat, 'out-of-turn', 'OR2', 'it is not your turn')
    must(signers.includes(due.seat), 'out-of-turn', 'OR2', 'the other seat is to speak')
    const isInstead = (name === 'end' || name === 'adjourn') && this.canBeEnded
    must(name === due.name || isInstead, 'out-of-turn', 'OR1', `${due.name} is due`)
    return due.seat
  }

  /** Check what an entry says; return what to do when all of it is right. */
  async checkContent(seat, { name, body }, how) {
    switch (name) {
      case 'propose':
        return this.checkPropose(body, how)
      case 'accept':
        return () => {
          this.greet(1, body)
          this.queue = []
          for (const next of ['commit', 'open']) this.queue.push({ name: next, seat: 0 }, { name: next, seat: 1 })
        }
      case 'commit':
        return () => {
          this.commitments[seat] = body.commitment
          this.queue.shift()
        }
      case 'open':
        return this.checkOpen(seat, body)
      case 'shuffle':
        return this.checkShuffleStep(seat, body, how)
      case 'share':
        return this.checkShare(seat, body, how)
      case 'mix':
        return this.checkMix(seat, body, how)
      case 'move':
        return this.checkMoveEntry(seat, body, how)
      case 'key':
        return this.checkKey(seat, body)
      case 'result':
        return this.checkResult(body)
      case 'end':
        return this.checkEnd(seat, body)
      default:
        return this.checkAdjourn(seat, body)
    }
  }

  greet(seat, { identity, name }) {
    this.identities[seat] = identity
    this.names[seat] = name
  }

  checkPropose(body, { terms, own, line, testGames }) {
    const named = gameNamed(body.game)
    const isKnown = named !== null && (!named.isTest || testGames || !line)
    must(isKnown, 'not-agreed', 'OR4', 'this game is not known here')
    if (terms && !own) {
      const isSame = ['game', 'first', 'grace'].every((field) => body[field] === terms[field])
      must(isSame, 'not-agreed', 'RS13', 'other terms than those of another game')
    }
    return () => {
      this.rules = named.rules
      this.isTest = named.isTest
      this.terms = body
      this.greet(0, body)
      this.queue.shift()
    }
  }

  // Opening

  checkOpen(seat, { nonce, key, challenge, response }) {
    checkPoint(key, 'the key')
    checkScalar(challenge, 'the challenge')
    checkScalar(response, 'the response')
    const proof = { challenge, response }
    const isCommitted = commitmentOf(nonce, key, proof).equals(this.commitments[seat])
    must(isCommitted, 'bad-commitment', 'OP2', 'not what was committed to')
    checkKnowledge({ publicKey: key, gameId: this.gameId, seat, proof })
    if (seat === 1) {
      const host = this.opened[0].key
      const isRelated = key.equals(host) || key.equals(negated(host))
      must(!isRelated, 'bad-point', 'OP4', 'the keys are related')
    }
    return () => {
      this.opened[seat] = { nonce, key }
      this.queue.shift()
      if (seat === 1) this.start()
    }
  }

  start() {
    const [host, guest] = this.opened
    this.jointKey = add(host.key, guest.key)
    const parts = [this.headAt(4), host.nonce, host.key, guest.nonce, guest.key]
    const { game, first } = this.terms
    this.seed = this.isTest ? testSeed(game) : taggedHash('seed', ...parts).subarray(0, 32)
    const lot = () => publicStream('lot', this.seed).below(2)
    this.first = first === 'lot' ? lot() : first === 'host' ? 0 : 1
    this.state = this.rules.begin(this.first, this.seed)
  }

  /** Ask the game what comes next, and line up the entries of that occasion (OR1). */
  advance() {
    if (this.abandoned !== null || this.results === 2) return
    const next = this.rules.expects(this.state)
    const both = (name) => [0, 1].map((seat) => ({ name, seat }))
    switch (next.what) {
      case 'shuffle':
        this.shuffling = freshDeck(next.counts, this.jointKey)
        this.queue = both('shuffle')
        break
      case 'deal':
        this.lineUpDeal(next.draws)
        break
      case 'move':
        this.queue = [{ name: 'move', seat: next.seat }]
        break
      case 'keys':
        this.queue = both('key')
        break
      default:
        this.queue = both('result')
    }
  }

  lineUpDeal(draws) {
    const cards = this.pile.slice(this.drawn, this.drawn + draws.length)
    const owed = [0, 1].map((seat) => cards.filter((_, place) => draws[place].seat !== seat))
    this.deal = { draws, cards, owed }
    this.queue = [0, 1].filter((seat) => owed[seat].length > 0).map((seat) => ({ name: 'share', seat }))
    for (const seat of [0, 1]) {
      const dealt = draws.filter((draw) => draw.to === 'hand' && draw.seat === seat).length
      if (dealt > 0 && this.hands[seat].length + dealt >= 2) this.queue.push({ name: 'mix', seat })
    }
  }

  // Cards

  async checkShuffleStep(seat, body, { own }) {
    const inputs = this.shuffling
    const outputs = own
      ? cutCards(body.cards)
      : await checkShuffle({ context: this.context(seat), jointKey: this.jointKey, inputs, said: body })
    return () => {
      this.shuffling = outputs
      this.shuffles[seat] += 1
      this.queue.shift()
      if (this.queue.length > 0) return
      this.pile = outputs.map((pair, number) => new Card(number, pair))
      this.drawn = 0
      this.changeState((state) => this.rules.afterShuffle(state))
    }
  }

  changeState(change) {
    const state = structuredClone(this.state)
    change(state)
    this.state = state
  }

  async checkShare(seat, body, { own }) {
    const cards = this.deal.owed[seat]
    const isSame = cards.every((card, place) => card.number === body.cards[place])
    const isExact = isSame && body.cards.length === cards.length
    must(isExact, 'wrong-card', 'PL2', 'not the shares that are due')
    const shares = await this.readShares(seat, cards, body, own)
    for (let place = 0; place < cards.length; place += 1) {
      const given = [null, null]
      given[seat] = shares[place]
      this.faceOf(cards[place], given)
    }
    return () => {
      cards.forEach((card, place) => {
        card.shares[seat] = shares[place]
      })
      this.queue.shift()
      if (this.due?.name !== 'share') this.finishDeal()
    }
  }

  async readShares(seat, cards, body, own) {
    const publicKey = this.opened[seat].key
    if (own) return cards.map((card) => this.shareOf(card, seat))
    return checkShares({ context: this.context(seat), publicKey, cards: cards.map((card) => card.pair), said: body })
  }

  finishDeal() {
    const { draws, cards } = this.deal
    const faces = []
    draws.forEach((draw, place) => {
      const card = cards[place]
      if (draw.to === 'hand') this.hands[draw.seat].push(card)
      else if (draw.to === 'cup') this.cups[draw.seat].push(card)
      else faces.push(this.faceOf(card))
    })
    this.drawn += cards.length
    this.deal = null
    this.changeState((state) => this.rules.afterDeal(state, draws, faces))
  }

  async checkMix(seat, body, { own }) {
    const hand = this.hands[seat]
    const inputs = hand.map((card) => card.pair)
    const outputs = own
      ? cutCards(body.cards)
      : await checkShuffle({ context: this.context(seat), jointKey: this.jointKey, inputs, said: body })
    const mixed = outputs.map((pair) => new Card(null, pair))
    if (this.own?.secret && this.own.seat === seat) {
      const order = mixOrder(this.own.secret, this.head, hand.length)
      mixed.forEach((card, place) => {
        card.face = this.faceOf(hand[order[place]])
      })
    }
    return () => {
      this.hands[seat] = mixed
      this.queue.shift()
    }
  }

  async checkMoveEntry(seat, body, { own }) {
    const move = this.rules.readMove(body.move)
    must(move !== null, 'illegal-move', 'PL1', 'not a move in canonical notation')
    this.rules.checkMove(this.state, seat, move)
    const faces = this.rules.facesPlayed(move)
    const { played } = body
    const hand = this.hands[seat]
    let left = hand
    must((played === null) === (faces.length === 0), 'wrong-card', 'PL8', 'a share exactly where cards are played')
    if (played !== null) {
      must(played.cards.length === faces.length, 'wrong-card', 'PL4', 'another number of cards than the move plays')
      must(played.cards.every((place) => place < hand.length), 'wrong-card', 'PL4', 'a place that the hand has not')
      const cards = played.cards.map((place) => hand[place])
      const shares = await this.readShares(seat, cards, played, own)
      this.checkFaces(seat, cards, shares, faces)
      left = hand.filter((_, place) => !played.cards.includes(place))
    }
    const state = structuredClone(this.state)
    this.rules.makeMove(state, seat, move)
    const digest = sha256(Buffer.from(this.rules.position(state)))
    must(digest.equals(body.digest), 'state-mismatch', 'PL6', 'the position is another')
    return () => {
      this.state = state
      this.hands[seat] = left
      this.moves += 1
      this.queue.shift()
    }
  }

  checkFaces(seat, cards, shares, faces) {
    const open = cards.map((card, place) => {
      const others = this.shareOf(card, 1 - seat)
      if (others === null) return null
      return faceOfPoint(subtract(subtract(card.b, shares[place]), others))
    })
    if (open.includes(null) && this.keys[1 - seat] === null) return // a verifier without keys
    const isRight = open.sort().join() === [...faces].sort().join()
    must(isRight, 'false-face', 'PL5', 'not the cards of the move')
  }

  // The end

  async checkKey(seat, { secret }) {
    must(!secret.equals(ZERO), 'wrong-key', 'EN4', 'the key is zero')
    checkScalar(secret, 'the key')
    must(timesBase(secret).equals(this.opened[seat].key), 'wrong-key', 'EN4', 'not the key that was opened')
    const isLast = this.queue.length === 1
    let state = this.state
    if (isLast) {
      const keys = [...this.keys]
      this.keys[seat] = secret
      try {
        const open = (cards) => cards.map((card) => this.faceOf(card))
        const [hands, cups] = [this.hands.map(open), this.cups.map(open)]
        open(this.pile.slice(this.drawn))
        state = structuredClone(this.state)
        this.rules.reveal(state, hands, cups)
      } finally {
        this.keys = keys
      }
    }
    return () => {
      this.keys[seat] = secret
      this.state = state
      this.queue.shift()
    }
  }

  get result() {
    return { ...this.rules.result(this.state), digest: this.digest }
  }

  checkResult(body) {
    const { scores, winner, reason, digest } = this.result
    const isSame =
      scores.join() === body.scores.join() &&
      winner === body.winner &&
      reason === body.reason &&
      digest.equals(body.digest)
    must(isSame, 'wrong-result', 'EN5', 'another result')
    return () => {
      this.results += 1
      this.queue.shift()
    }
  }

  checkStatement(seat, wish, turn, statement) {
    if (statement.length === 0) return
    const isRight = isSigned(statement, wishHash(this.gameId, wish, turn), this.identities[1 - seat])
    must(isRight, 'bad-signature', 'EN2', 'the statement is not the wish of the other seat')
  }

  checkEnd(seat, { reason, turn, statement }) {
    if (reason === 'abandoned') {
      must(this.terms.grace > 0, 'not-agreed', 'EN14', 'no grace was agreed on')
      must(statement.length === 0, 'not-agreed', 'EN14', 'a statement has no place here')
    }
    must(turn === this.moves, 'not-agreed', 'EN1', 'another turn')
    if (reason === 'abandoned') {
      return () => {
        this.abandoned = seat
        this.queue = []
      }
    }
    this.checkStatement(seat, reason === 'agreed' ? 'end' : 'resign', turn, statement)
    must(reason !== 'agreed' || statement.length > 0, 'not-agreed', 'EN3', 'nobody has agreed')
    const resigned = reason === 'resigned' ? (statement.length > 0 ? 1 - seat : seat) : null
    return () => {
      this.changeState((state) => this.rules.endEarly(state, reason, resigned))
      this.deal = null
      this.queue = []
    }
  }

  checkAdjourn(seat, { turn, statement }) {
    must(turn === this.moves, 'not-agreed', 'EN1', 'another turn')
    this.checkStatement(seat, 'adjourn', turn, statement)
    must(this.adjournedAt !== turn, 'not-agreed', 'EN13', 'this turn has an adjournment already')
    return () => {
      this.adjournedAt = turn
    }
  }
}
