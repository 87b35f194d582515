// A second peer for the Mandala LAN protocol, that plays by itself. See README.md.
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { taggedHash } from './bytes.js'
import { chanceOf } from './chance.js'
import { Fault } from './errors.js'
import { Session } from './session.js'
import { wordsOf } from './speaker.js'
import { Store } from './store.js'
import { gameNamed } from './testgames.js'
import { verify } from './verify.js'

const USAGE = `node main.js host [--port PORT] [--address ADDRESS] [--game mandala|patterns] [--grace SECONDS] [OPTIONS]
node main.js join HOST:PORT [OPTIONS]
node main.js verify FILE

  --forever         play one game after the other
  --first           always play the first legal move in canonical order, not one by chance
  --home FOLDER     where identity, games and records are kept (default: foreign-home)
  --name NAME       the name of the player (default: Foreign)
  --agree           agree to what the other player offers (default: decline it)
  --wish WISH       resign (until the game has ended), or end or adjourn (once in each game)
  --at MOVES        the number of moves after which it is wished (default: 4)
  --test-games      play test games too, such as --game mandala-test-17 (chapter 19)
  --seed TEXT       for tests: identity, secrets and moves follow from this, so nothing is secret
  --trace           show on standard error what is sent and received`

const NOT_HERE = 'This game is not known here.'
const PLAYING = 'Another game is being played.'
const HANDSHAKES = 4
const PATIENCE = 20 // calls in vain for a game to resume, before a new one is begun
const WAITING = 15000 // milliseconds for which a host whose line was lost plays with no one else (RS6)

/** The program: what it keeps, how it decides, and what it plays. */
class Home {
  constructor(options) {
    this.chance = chanceOf(options.seed, options.home)
    this.store = new Store(options.home, this.chance)
    this.name = options.name
    this.isTracing = options.trace
    this.agrees = options.agree
    this.testGames = options['test-games']
    this.plan = options.wish ? { wish: options.wish, at: Number(options.at) } : null
    this.choose = options.first ? (moves) => moves[0] : (moves) => moves[this.chance.below(moves.length)]
    this.terms = { game: options.game, first: 'lot', grace: Number(options.grace) }
    this.active = null // the session that plays
    this.interruptedAt = null // since when a game whose line was lost waits to be resumed
    this.began = performance.now()
  }

  newSecret() {
    return this.chance.bytes(32)
  }

  trace(text) {
    if (this.isTracing) console.error(`${((performance.now() - this.began) / 1000).toFixed(3)} ${text}`)
  }

  /** What a peer that was called says to a hello (RS6, RS7, RS9, RS15). */
  async answer(session, hello) {
    const { theirs } = session
    const game = hello.game.length > 0 ? await this.store.find(hello.game) : null
    const isTheirs = game && game.length > 0 && this.isOther(game, theirs.identity)
    if (hello.game.length > 0 && !isTheirs) return { busy: NOT_HERE }
    while (this.active && this.active !== session) {
      const { active } = this
      const isSame = isTheirs && active.game === game
      if (!active.isEnded && !isSame) return { busy: PLAYING }
      if (!active.isEnded) active.finish({ how: 'lost' })
      await active.done // also if it has ended: it may still be checking an entry of this game
      if (this.active === active) this.active = null
    }
    if (!game && this.isWaiting()) return { busy: PLAYING }
    this.active = session
    if (!game) return {}
    if (hello.seat === null) return game.results === 2 ? { before: game } : { busy: NOT_HERE }
    if (hello.seat === game.own.seat) return { busy: NOT_HERE }
    const refused = await this.judgeAgain(session, game)
    return refused ? { refused } : { game }
  }

  /** Remember a game that can be resumed if its line was lost, and none otherwise. */
  interrupt(game, how) {
    const canResume = how === 'lost' && game && game.length >= 2 && !game.refused
    this.interruptedAt = canResume ? performance.now() : null
  }

  /** Whether a game waits to be resumed, so that nobody else plays meanwhile. */
  isWaiting() {
    return this.interruptedAt !== null && performance.now() - this.interruptedAt < WAITING
  }

  /** Whether an identity is that of the other seat; before `accept` the host knows none. */
  isOther(game, identity) {
    const known = game.identities[1 - game.own.seat]
    return known === null || known.equals(identity)
  }

  /** Judge the entry that was refused once more (RS15); what is still wrong stays refused. */
  async judgeAgain(session, game) {
    const { refused } = game
    if (!refused) return null
    if (refused.code === 'fork') return refused
    try {
      const line = { seat: game.own.seat, isNew: true, mine: session.mine, theirs: session.theirs }
      await game.take(refused.entry, { line })
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault
      return refused
    }
    this.store.append(game, refused.entry)
    this.store.refuse(game, null)
    return null
  }

  tell(session, { how, fault, reason }) {
    const { game } = session
    if (how === 'over' && game) {
      const nothing = { scores: [], winner: null, reason: 'abandoned' }
      const { scores, winner, reason: why } = game.abandoned === null ? game.result : nothing
      const won = winner === null ? 'draw' : winner === game.own.seat ? 'won' : 'lost'
      const words = game.seed ? wordsOf(taggedHash('words', game.seed)) : ''
      const record = this.store.recordFile(game)
      console.log(`over ${game.terms.game} ${why} ${scores.join(':')} ${won} words "${words}" record ${record}`)
      return
    }
    const place = game ? `entry ${game.length}` : ''
    console.log([how, fault?.message ?? reason ?? '', place].filter(Boolean).join(' | '))
  }
}

function host(home, options) {
  const waiting = new Set()
  const server = net.createServer({ allowHalfOpen: true }, async (socket) => {
    const session = new Session(socket, { home, isCaller: false })
    waiting.add(session)
    if (waiting.size > HANDSHAKES) {
      const oldest = [...waiting].find((one) => one.state === 'greeting' && one !== home.active)
      oldest?.finish({ how: 'lost' })
    }
    const outcome = await session.done
    waiting.delete(session)
    if (session.state === 'greeting' || (home.active !== session && outcome.how === 'busy')) return
    if (home.active === session) home.active = null
    home.interrupt(session.game, outcome.how)
    home.tell(session, outcome)
    if (outcome.how === 'over' && session.game && !options.forever) {
      server.close()
      process.exitCode = 0
    }
  })
  server.listen(Number(options.port), options.address, () => {
    console.log(`listening on port ${server.address().port}`)
  })
}

const pause = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds))

async function join(home, options, target) {
  const at = target.lastIndexOf(':')
  const [address, port] = [target.slice(0, at).replace(/^\[|\]$/g, ''), Number(target.slice(at + 1))]
  let game = (await home.store.openGames()).map((one) => one.game).find((one) => one.address === target) ?? null
  let inVain = 0
  for (;;) {
    const { session, outcome } = await call(home, { address, port, target, game })
    const isNew = !game
    game = session.game
    if (outcome.how !== 'lost' && outcome.how !== 'busy') home.tell(session, outcome)
    if (outcome.how === 'over' || outcome.how === 'fault' || outcome.how === 'error') {
      if (!options.forever) {
        process.exitCode = outcome.how === 'over' ? 0 : 1
        return
      }
      game = null
      inVain = 0
    } else if (outcome.how === 'busy' || session.state === 'greeting') {
      inVain += 1
    } else {
      inVain = 0
    }
    const canResume = game && game.length >= 2 && !game.refused && inVain < PATIENCE
    if (!canResume) game = null
    if (isNew && !options.forever && inVain >= PATIENCE) {
      console.log(`nobody plays: ${outcome.reason ?? outcome.how}`)
      process.exitCode = 1
      return
    }
    await pause(Math.min(1000, 100 * 2 ** Math.min(inVain, 4)) * (0.8 + 0.4 * Math.random()))
  }
}

/** One connection: a game to resume, or a new one. */
async function call(home, { address, port, target, game }) {
  const socket = net.connect({ host: address, port, allowHalfOpen: true })
  const isThere = await new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  if (!isThere) return { session: { game, state: 'greeting' }, outcome: { how: 'lost', reason: 'no connection' } }
  const session = new Session(socket, { home, isCaller: true, game, address: target })
  home.active = session
  const outcome = await session.done
  return { session, outcome }
}

function main() {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '28108' },
      address: { type: 'string', default: '127.0.0.1' },
      game: { type: 'string', default: 'mandala' },
      grace: { type: 'string', default: '0' },
      home: { type: 'string', default: 'foreign-home' },
      name: { type: 'string', default: 'Foreign' },
      at: { type: 'string', default: '4' },
      wish: { type: 'string' },
      seed: { type: 'string' },
      forever: { type: 'boolean', default: false },
      first: { type: 'boolean', default: false },
      agree: { type: 'boolean', default: false },
      'test-games': { type: 'boolean', default: false },
      trace: { type: 'boolean', default: false },
    },
  })
  const [command, target] = positionals
  if (command === 'verify' && target) return verify(target)
  options.home = path.resolve(options.home)
  fs.mkdirSync(options.home, { recursive: true, mode: 0o700 })
  const home = new Home(options)
  const isPlayable = gameNamed(options.game)?.isTest === false || (gameNamed(options.game) && home.testGames)
  if (command === 'host' && isPlayable) return host(home, options)
  if (command === 'join' && target?.includes(':')) return join(home, options, target)
  console.error(USAGE)
  process.exitCode = 2
}

await main()
