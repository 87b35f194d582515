// One connection from hello to goodbye: which message has its place when, and what is said (chapters 3, 9 and 10).
import { hex } from './bytes.js'
import { CODES, Fault, must } from './errors.js'
import { checkFork, keepsPlace } from './forks.js'
import { Game } from './game.js'
import { isSigned, sign } from './group.js'
import { Link } from './link.js'
import { MessageStream, readMessage, writeMessage, writePayload } from './messages.js'
import { peekPlace } from './packing.js'
import { entryHash, headAfter, wishHash } from './record.js'
import { compose } from './speaker.js'
import { Scale } from './weight.js'

const SOFTWARE = 'mandala-foreign 1.0'
const PING_EVERY = 5000
const SILENCE = 15_000
const HELLO_TIME = 10_000
const GOODBYE_TIME = 5000
const QUEUE = 200

export class Session {
  /**
   * A session on a socket. `home` is the program it belongs to; `game` the one to resume, for the peer that calls.
   * `done` is a promise of how it ended: over, adjourned, lost, bye, busy, error (of the other) or fault (we refused).
   */
  constructor(socket, { home, isCaller, game = null, address = null }) {
    this.home = home
    this.isCaller = isCaller
    this.game = game
    this.address = address
    this.before = null // the game that is over, on a connection about another one
    this.state = 'greeting'
    this.scale = new Scale()
    this.stream = new MessageStream()
    this.queue = []
    this.working = null
    this.outcome = null
    this.announced = null // what the other's record has, while we lack some of it
    this.told = new Set() // numbers of entries that came again
    this.past = null // what the other's record has, if it differs from ours
    this.goodbye = null // what to do when our last ping is answered
    this.done = new Promise((resolve) => {
      this.resolve = resolve
    })
    this.link = new Link(socket, {
      initiator: isCaller,
      keys: home.store.keys,
      expected: game && game.identities[1 - game.own.seat],
      onReady: () => this.greet(),
      onContent: (content) => this.receive(content),
      // a fault of the link blames nobody: the connection counts as lost (LK8)
      onFault: (fault) => this.finish({ how: 'lost', fault }),
      onEnd: () => this.enqueue({ isEnd: true }),
    })
  }

  get isEnded() {
    return this.outcome !== null
  }

  get seat() {
    return this.game.own.seat
  }

  trace(mark, text) {
    this.home.trace(`${mark} ${text}`)
  }

  // Sending

  send(name, body) {
    if (this.isEnded) return
    if (name !== 'ping' && name !== 'pong') this.trace('>', name === 'entry' ? 'entry' : `${name} ${shown(body)}`)
    this.link.send(writeMessage(name, body))
  }

  ping() {
    this.scale.pings += 1
    this.lastPing = performance.now()
    this.send('ping')
  }

  sendEntry({ payload, signature }) {
    this.send('entry', { payload, signature })
    this.scale.becomePlayers()
  }

  greet() {
    const about = this.game ?? this.before
    const seat = this.game ? this.game.own.seat : null
    const game = about ? about.proposal : Buffer.alloc(0)
    this.send('hello', { version: 1, software: SOFTWARE, name: this.home.name, game, seat })
    this.helloTimer = setTimeout(() => this.leave({ how: 'lost' }), HELLO_TIME)
  }

  /** End the session: nothing is sent or taken any more. */
  finish({ how, ...more }) {
    if (this.isEnded) return
    const outcome = { how, ...more }
    if (how === 'lost' || how === 'bye') {
      if (this.game?.isOver) outcome.how = 'over'
      else if (this.state === 'adjourned') outcome.how = 'adjourned'
    }
    this.outcome = outcome
    clearInterval(this.timer)
    clearTimeout(this.helloTimer)
    clearTimeout(this.goodbyeTimer)
    this.trace('=', `${outcome.how} ${outcome.fault?.message ?? outcome.reason ?? ''}`)
    this.link.close()
    // whoever waits must not meet work that is still being done
    Promise.resolve(this.working).then(() => this.resolve(outcome))
  }

  leave(outcome) {
    if (!this.isEnded && this.state !== 'greeting') this.send('bye', { reason: '' })
    this.finish(outcome)
  }

  refuse(reason) {
    this.send('busy', { reason })
    this.finish({ how: 'busy', reason })
  }

  fail(fault) {
    if (this.isEnded) return
    const { code, requirement, detail } = fault
    if (this.link.theirs) this.send('error', { code: CODES[code], requirement, detail: detail.slice(0, 200) })
    this.finish({ how: 'fault', fault })
  }

  /** Ask whether everything has arrived, and leave when it has (LK18). */
  leaveWhenArrived(outcome) {
    this.goodbye = { outcome, pongs: this.scale.pings + 1 }
    this.ping()
    this.goodbyeTimer = setTimeout(() => this.leave(outcome), GOODBYE_TIME)
  }

  // Receiving

  receive(content) {
    if (this.isEnded) return
    try {
      this.scale.frame()
      const { messages, fault } = this.stream.take(content)
      for (const bytes of messages) this.weighAndQueue(bytes)
      if (fault) this.enqueue({ fault })
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault
      this.enqueue({ fault })
    }
  }

  weighAndQueue(bytes) {
    let message
    try {
      message = readMessage(bytes)
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault
      message = { fault }
    }
    this.scale.message(message.name, bytes.length)
    if (message.name === 'entry') this.scale.becomePlayers()
    this.enqueue(message)
  }

  enqueue(message) {
    this.queue.push(message)
    if (this.queue.length > QUEUE) this.link.socket.pause()
    this.working ??= this.work()
  }

  /** Take the messages one after the other; what is due is said between them. */
  async work() {
    try {
      while (this.queue.length > 0 && !this.isEnded) {
        const message = this.queue.shift()
        if (this.queue.length === 0) this.link.socket.resume()
        try {
          if (message.fault) throw message.fault
          if (message.isEnd) return this.finish({ how: 'lost' })
          await this.take(message)
          await this.speak()
        } catch (fault) {
          if (!(fault instanceof Fault)) throw fault
          this.fail(fault)
        }
      }
    } finally {
      this.working = null
    }
  }

  async take({ name, body }) {
    if (name === null) return // an unknown odd kind (MS11)
    if (name !== 'ping' && name !== 'pong') this.trace('<', name === 'entry' ? 'entry' : `${name} ${shown(body)}`)
    const isGreeting = this.state === 'greeting'
    must(isGreeting === (name === 'hello'), 'out-of-turn', 'MS8', 'hello comes first, and once')
    switch (name) {
      case 'hello':
        return this.takeHello(body)
      case 'ping':
        return this.send('pong')
      case 'pong':
        return this.takePong()
      case 'entry':
        return this.takeEntry(body)
      case 'resume':
        return this.takeResume(body)
      case 'wish':
        return this.takeWish(body)
      case 'rematch':
        return this.takeRematch()
      case 'busy':
        return this.finish({ how: 'busy', reason: body.reason })
      case 'bye':
        return this.finish({ how: 'bye', reason: body.reason })
      case 'error':
        return this.finish({ how: 'error', reason: `${body.code} ${body.requirement} ${body.detail}` })
      default:
        // chat, and declines: there is nobody to show them to
    }
  }

  takePong() {
    if (!this.goodbye) return
    this.goodbye.pongs -= 1
    if (this.goodbye.pongs <= 0) this.leave(this.goodbye.outcome)
  }

  // Which game (10.1)

  async takeHello(hello) {
    must(hello.version === 1, 'version', 'MS10', 'another version')
    clearTimeout(this.helloTimer)
    this.theirs = { identity: this.link.theirs, name: hello.name }
    this.mine = { identity: this.home.store.keys.identity, name: this.home.name }
    this.state = 'open'
    if (!this.isCaller) {
      const answer = await this.home.answer(this, hello)
      if (this.isEnded) return
      if (answer.busy) return this.refuse(answer.busy)
      if (answer.refused) return this.refuseAgain(answer.refused)
      this.game = answer.game ?? null
      this.before = answer.before ?? null
    }
    if (!this.game && !this.before && !(await this.home.store.meets(this.theirs, this.isCaller))) {
      return this.refuse('This name belongs to another player.')
    }
    this.timer = setInterval(() => this.lookAtClock(), 500)
    this.ping()
    if (this.game) {
      this.state = 'resuming'
      this.scale.becomePlayers()
      this.send('resume', { length: this.game.length, head: this.game.head })
    } else if (this.before) {
      this.state = 'between games'
      this.scale.becomePlayers()
      this.send('rematch')
    } else {
      this.beginGame(this.isCaller ? 1 : 0)
    }
  }

  refuseAgain({ code, requirement }) {
    const fault = new Fault(code, requirement, 'this game is broken off')
    this.fail(fault)
  }

  lookAtClock() {
    const now = performance.now()
    if (now - this.lastPing >= PING_EVERY) this.ping()
    const isBehind = this.queue.length > 0 || this.working !== null // LK22
    if (!isBehind && now - this.link.lastBytes > SILENCE) this.finish({ how: 'lost' })
  }

  beginGame(seat, terms = null) {
    this.state = 'open'
    this.game = new Game({ seat, secret: this.home.newSecret() })
    this.game.refused = null
    this.terms = terms
  }

  takeRematch() {
    if (this.state !== 'between games') return
    const { own, terms, first } = this.before
    const next = { game: terms.game, first: first === 0 ? 'guest' : 'host', grace: terms.grace }
    const again = this.before.next
    if (own.seat === 0 && again && again.length === 1) {
      this.state = 'open'
      this.game = again
      this.sendEntry(again.entries[0])
    } else {
      this.beginGame(own.seat, next)
      this.before.next = this.game
    }
  }

  // How far, and what is missing (10.2, 10.3)

  takeResume({ length, head }) {
    must(this.state === 'resuming', 'out-of-turn', 'RS2', 'resume has no place here')
    const { game } = this
    must(length > 1 || game.headAt(1).equals(head), 'other-past', 'RS4', 'a past of another proposal')
    this.state = 'open'
    const had = [...game.entries]
    if (length > had.length) {
      this.state = 'catching up'
      this.announced = { length, head }
    } else if (game.headAt(length).equals(head)) {
      had.slice(length).forEach((entry) => this.sendEntry(entry))
    } else {
      this.state = 'catching up'
      this.past = { length, head }
      had.slice(1).forEach((entry) => this.sendEntry(entry))
    }
    const wish = this.wishOf(this.seat)
    if (wish) this.send('wish', wish)
  }

  async takeEntry(entry) {
    must(this.state !== 'between games', 'out-of-turn', 'RS10', 'no game has been agreed on')
    must(this.state !== 'resuming', 'out-of-turn', 'RS3', 'resume comes first')
    try {
      await this.judge(entry)
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault
      this.keepRefused(entry, fault)
      throw fault
    }
  }

  async judge(entry) {
    const { game } = this
    const place = peekPlace(entry.payload)
    if (this.state === 'catching up' && place && place.number < game.length) return this.comparePast(entry, place)
    checkFork(game, entry)
    const isAgain = this.state === 'catching up'
    if (isAgain && place) {
      const isAnnounced = this.announced !== null && place.number < this.announced.length
      must(isAnnounced && this.isLaterThanTold(place), 'out-of-turn', 'RS3', 'this entry was not announced')
      this.told.add(place.number)
      const isLast = place.number === this.announced.length - 1
      must(!isLast || headAfter(entry).equals(this.announced.head), 'other-past', 'RS4', 'another head than announced')
    }
    if (this.state === 'adjourned') {
      must(!place || place.number < game.length, 'out-of-turn', 'EN15', 'the game is adjourned')
    }
    const isFirst = game.length === 0
    const line = { seat: this.seat, isNew: !isAgain, mine: this.mine, theirs: this.theirs }
    await game.take(entry, { line, terms: this.terms, testGames: this.home.testGames })
    const { name } = game.entries.at(-1)
    this.trace('<', `entry ${game.length - 1} ${name} ${game.position}`)
    if (isFirst) this.home.store.keep(game, this.address)
    else this.home.store.append(game, entry)
    if (isAgain && game.length === this.announced.length) {
      this.state = 'open'
      this.announced = null
    }
    if (name === 'adjourn' && !isAgain) this.closeAdjourned()
  }

  /** Whether an entry comes after all that came again on this connection (RS3). */
  isLaterThanTold({ number }) {
    return [...this.told].every((told) => told < number)
  }

  /** An entry that we have already came again: the first difference decides (RS4). */
  comparePast(entry, place) {
    const { game } = this
    must(this.isLaterThanTold(place), 'out-of-turn', 'RS3', 'this entry was not asked for')
    this.told.add(place.number)
    const head = headAfter(entry)
    const isAsTold = place.number + 1 !== this.past?.length || head.equals(this.past.head)
    if (head.equals(game.headAt(place.number + 1)) && isAsTold) return
    try {
      checkFork(game, entry)
      must(isAsTold, 'other-past', 'RS4', 'another head than announced')
      throw new Fault('other-past', 'RS4', `another entry ${place.number}`)
    } catch (fault) {
      this.sendEntry(game.entries[place.number])
      throw fault
    }
  }

  /** Keep what was refused before the error is sent: the game is broken off (TR12, RS15). */
  keepRefused(entry, { code, requirement }) {
    const { game } = this
    if (game.refused || game.length < 2) return
    if (code === 'fork' || keepsPlace(game, entry, [1 - this.seat])) this.home.store.refuse(game, { entry, code, requirement })
  }

  // Wishes (9.1)

  takeWish(wish) {
    const { game } = this
    if (!game || game.length < 2) return
    if (!this.holds(wish)) return
    const other = 1 - this.seat
    const isRight = isSigned(wish.signature, wishHash(game.gameId, wish.wish, wish.turn), game.identities[other])
    must(isRight, 'bad-signature', 'EN6', 'the wish is not signed by the other player')
    if (this.wishOf(other)?.wish === 'resign') return
    game.wishes[other] = wish
  }

  /** Whether a wish has its effect now (EN7, EN8, EN13). */
  holds(wish) {
    const { game } = this
    if (wish.turn !== game.moves || !game.canBeEnded) return false
    return wish.wish !== 'adjourn' || game.adjournedAt !== game.moves
  }

  /** The last wish of a seat, if it holds. */
  wishOf(seat) {
    const wish = this.game.wishes[seat]
    return wish && this.holds(wish) ? wish : null
  }

  sayWish(wish) {
    const { game } = this
    const signature = sign(wishHash(game.gameId, wish, game.moves), this.home.store.keys.secret)
    game.wishes[this.seat] = { wish, turn: game.moves, signature }
    this.send('wish', game.wishes[this.seat])
  }

  /** Say what our plan or a wish of the other asks for; return an entry in place of the one that is due, or null. */
  instead(isOurTurn) {
    const { game } = this
    if (!game.canBeEnded) return null
    const turn = game.moves
    const theirs = this.wishOf(1 - this.seat)
    if (isOurTurn && theirs?.wish === 'resign') {
      return { name: 'end', body: { reason: 'resigned', turn, statement: theirs.signature } }
    }
    const plan = this.home.plan
    // A wish that crosses with a move is void (EN8). Who wants to resign says so at the next turn again.
    const isDone = plan?.wish === 'resign' ? game.actedAt === turn : game.actedAt !== null
    if (plan && !isDone && turn >= plan.at) {
      if (isOurTurn && plan.wish === 'resign') {
        game.actedAt = turn
        return { name: 'end', body: { reason: 'resigned', turn, statement: Buffer.alloc(0) } }
      }
      if (!isOurTurn) {
        game.actedAt = turn
        this.sayWish(plan.wish)
      }
    }
    if (!theirs || theirs.wish === 'resign') return null
    if (!this.home.agrees) {
      this.decline(theirs)
      return null
    }
    if (!isOurTurn) {
      // Whoever is not to speak agrees with the same wish, once (EN9).
      const own = this.wishOf(this.seat)?.wish
      if (own !== theirs.wish && own !== 'resign') this.sayWish(theirs.wish)
      return null
    }
    if (theirs.wish === 'adjourn') return { name: 'adjourn', body: { turn, statement: theirs.signature } }
    return { name: 'end', body: { reason: 'agreed', turn, statement: theirs.signature } }
  }

  decline(wish) {
    const { game } = this
    if (game.declined?.equals(wish.signature)) return
    game.declined = wish.signature
    this.send('decline', { wish: wish.wish, turn: wish.turn })
  }

  // Speaking

  /** Say all that is due from us. */
  async speak() {
    for (;;) {
      const { game } = this
      if (this.isEnded || this.state !== 'open' || !game || this.goodbye) return
      if (game.isOver) return this.leaveOver()
      const isOurTurn = game.due.seat === this.seat
      const instead = this.instead(isOurTurn)
      if (!isOurTurn) return
      if (game.length === 0) this.terms ??= this.home.terms
      const { identity, secret } = this.home.store.keys
      const choose = game.isTest ? firstOf : this.home.choose // TG7
      const about = { identity, name: this.home.name, terms: this.terms, choose }
      const said = instead ?? (await compose(game, about))
      if (this.isEnded) return
      const payload = writePayload(game.length, game.head, said.name, said.body)
      const entry = { payload, signature: sign(entryHash(payload), secret) }
      await game.take(entry, { own: true })
      if (game.length === 1) this.home.store.keep(game, this.address)
      else this.home.store.append(game, entry)
      this.trace('>', `entry ${game.length - 1} ${said.name} ${said.body.move ?? ''} ${game.position}`)
      this.sendEntry(entry)
      if (said.name === 'adjourn') return this.closeAdjourned(true)
    }
  }

  /** The game is over: whoever has said the last entry asks whether it has arrived. */
  leaveOver() {
    if (this.game.entries.at(-1).seat === this.seat) return this.leaveWhenArrived({ how: 'over' })
    this.goodbyeTimer ??= setTimeout(() => this.leave({ how: 'over' }), GOODBYE_TIME)
  }

  closeAdjourned(isOurs = false) {
    this.state = 'adjourned'
    if (isOurs) this.leaveWhenArrived({ how: 'adjourned' })
    else this.goodbyeTimer = setTimeout(() => this.leave({ how: 'adjourned' }), GOODBYE_TIME)
  }
}

const firstOf = (moves) => moves[0]

/** The fields of a message for the trace. */
function shown(body) {
  const short = (_, value) => (value?.type === 'Buffer' ? hex(Buffer.from(value.data)).slice(0, 16) : value)
  return JSON.stringify(body ?? {}, short)
}
