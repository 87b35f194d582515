// Check this peer against the test vectors of the standard: node vectors.js [FOLDER]
import { EventEmitter } from 'node:events'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { concat, hex, publicStream, sha256, taggedHash, unhex } from './bytes.js'
import * as deck from './deck.js'
import { Fault, must } from './errors.js'
import { checkFork } from './forks.js'
import { Game } from './game.js'
import {
  add, challenge, challenge128, checkPoint, checkScalar, derivedPointWithCounter, isScalar, isSigned, keyPair, negated,
  subtract, times, timesBase,
} from './group.js'
import { Link } from './link.js'
import { MessageStream, readMessage, readPayload, writeMessage, writePayload } from './messages.js'
import { Handshake, KeyPair } from './noise.js'
import { entryHash, headAfter, readRecord, recordOf, wishHash } from './record.js'
import { wordsOf } from './speaker.js'
import { openedKeys } from './store.js'
import { GAMES, gameNamed, testOpening, testOrder, testSeed } from './testgames.js'
import { verdictOn } from './verify.js'
import { Scale } from './weight.js'

const here = path.dirname(fileURLToPath(import.meta.url))
const folder = process.argv[2] ?? path.join(here, '../../protocol/mandala_protocol/vectors')

// This peer neither announces games nor searches for them, reads no evidence, and has no engine that knows all cards.
const NOT_OURS = ['announcement', 'listing', 'evidence', 'rules-log']
const PING = writeMessage('ping')

/** Everything in hexadecimal, as the files have it. */
function shown(value) {
  if (Buffer.isBuffer(value)) return hex(value)
  if (Array.isArray(value)) return value.map(shown)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shown(item)]))
}

const join = (items) => concat(...items.map(unhex))

// The link

function handshakeOf(initiator, prologue, statics, ephemeral) {
  const pair = (secret) => new KeyPair(unhex(secret))
  return new Handshake(initiator, unhex(prologue), pair(statics), pair(ephemeral))
}

function noise({ payloads, ...given }) {
  const sides = ['init', 'resp'].map((who, place) =>
    handshakeOf(place === 0, given[`${who}_prologue`], given[`${who}_static`], given[`${who}_ephemeral`]),
  )
  let ciphers = null
  const ciphertexts = payloads.map((payload, place) => {
    const [from, to] = place % 2 === 0 ? [0, 1] : [1, 0]
    if (place >= 3) ciphers ??= sides.map((side) => side.split())
    const bytes = ciphers ? ciphers[from].sending.encrypt(unhex(payload)) : sides[from].write(unhex(payload))
    const back = ciphers ? ciphers[to].receiving.decrypt(bytes) : sides[to].read(bytes)
    must(hex(back) === payload, 'malformed', 'LK4', 'it cannot be read')
    return bytes
  })
  return { ciphertexts, handshake_hash: sides[0].hash }
}

/** A socket in memory: what is written is kept. */
class Wire extends EventEmitter {
  constructor() {
    super()
    this.written = []
  }

  write(bytes) {
    this.written.push(Buffer.from(bytes))
  }

  setNoDelay() {}

  end() {}

  destroy() {}
}

function linkOf({ role, identity_secret: secret, static: statics, ephemeral }) {
  const heard = { wire: new Wire(), contents: [], faults: [] }
  heard.link = new Link(heard.wire, {
    initiator: role === 'guest',
    keys: keyPair(unhex(secret)),
    fixed: { statics: new KeyPair(unhex(statics)), ephemeral: new KeyPair(unhex(ephemeral)) },
    onReady: () => {},
    onContent: (content) => heard.contents.push(content),
    onFault: (found) => heard.faults.push(found),
    onEnd: () => {},
  })
  return heard
}

/** Whether the handshake has ended; only then it has a hash and a peer. */
function stateOf({ wire, link, contents }) {
  const isOpen = link.step === 'open'
  return {
    sent: concat(...wire.written),
    peer: isOpen ? link.theirs : null,
    handshake_hash: isOpen ? link.handshake.hash : null,
    contents,
  }
}

function linkHeard(given) {
  const all = unhex(given.received)
  const states = [1, all.length].map((size) => {
    const heard = linkOf(given)
    for (let place = 0; place < all.length; place += size) heard.wire.emit('data', all.subarray(place, place + size))
    if (given.ends) heard.wire.emit('end')
    clearTimeout(heard.link.timer)
    if (heard.faults.length > 0) throw heard.faults[0]
    return stateOf(heard)
  })
  must(JSON.stringify(states[0]) === JSON.stringify(states[1]), 'malformed', 'LK9', 'pieces make a difference')
  return states[0]
}

function handshake({ guest, host, contents }) {
  const sides = { guest: linkOf({ role: 'guest', ...guest }), host: linkOf({ role: 'host', ...host }) }
  const taken = { guest: 0, host: 0 }
  const pump = () => {
    for (const [from, to] of [['guest', 'host'], ['host', 'guest']].concat([['guest', 'host']])) {
      const { written } = sides[from].wire
      while (taken[from] < written.length) sides[to].wire.emit('data', written[taken[from]++])
    }
  }
  for (let round = 0; round < 3; round += 1) pump()
  const { guest: one, host: other } = sides
  const frames = [one.wire.written[1], other.wire.written[1], one.wire.written[2]]
  const transport = contents.map(({ from, content }) => {
    sides[from].link.send(unhex(content))
    return sides[from].wire.written.at(-1)
  })
  const side = ({ link }) => ({
    identity: link.keys.identity,
    static_public: link.statics.public,
    payload: link.payload,
  })
  return {
    guest_preamble: one.wire.written[0],
    host_preamble: other.wire.written[0],
    frames,
    transport,
    handshake_hash: one.link.handshake.hash,
    guest: side(one),
    host: side(other),
  }
}

function fingerprint({ identity }) {
  const hashed = concat(Buffer.from('mandala-lan/1/fingerprint'), unhex(identity))
  const hash = createHash('sha256').update(hashed).digest()
  const bits = [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letter = (place) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[parseInt(bits.slice(5 * place, 5 * place + 5), 2)]
  const letters = Array.from({ length: 16 }, (_, place) => letter(place)).join('')
  return { hashed, sha256: hash, fingerprint: letters.match(/.{4}/g).join('-') }
}

// Messages, entries, signatures

/** Messages out of a stream, cut into pieces of this size. */
function streamed(bytes, size) {
  const stream = new MessageStream()
  const messages = []
  for (let place = 0; place < bytes.length; place += size) {
    const taken = stream.take(bytes.subarray(place, place + size))
    messages.push(...taken.messages)
    if (taken.fault) throw taken.fault
  }
  return messages.map(readMessage)
}

function message({ bytes }) {
  const all = unhex(bytes)
  const [whole, behind] = streamed(concat(all, PING), all.length + PING.length)
  const [pieces] = streamed(concat(all, PING), 1)
  must(behind.name === 'ping' && pieces.kind === whole.kind, 'malformed', 'MS1', 'pieces make a difference')
  if (whole.name === null) return { kind: null, name: null, fields: null }
  must(writeMessage(whole.name, whole.body).equals(all), 'malformed', 'MS4', 'it is written in another way')
  return { kind: whole.kind, name: whole.name, fields: whole.body }
}

function payload({ bytes }) {
  const { number, previous, name, body } = readPayload(unhex(bytes))
  must(hex(writePayload(number, previous, name, body)) === bytes, 'malformed', 'MS4', 'it is written in another way')
  return { number, previous, name, fields: body }
}

function checkSigned(requirement, given, signed) {
  const isRight = isSigned(unhex(given.signature), signed, unhex(given.identity))
  must(isRight, 'bad-signature', requirement, 'the signature is false')
}

function signature(given) {
  checkSigned('CV10', given, unhex(given.signed))
  return {}
}

function signedEntry(given) {
  const entry = { payload: unhex(given.payload), signature: unhex(given.signature) }
  checkSigned('TR7', given, entryHash(entry.payload))
  return { signed: entryHash(entry.payload), head: headAfter(entry) }
}

function signedWish(given) {
  const signed = wishHash(unhex(given.game_id), given.wish, given.turn)
  checkSigned('EN6', given, signed)
  return { signed }
}

// The deck

function hash({ tag, items }) {
  const parts = [tag, ...items.map(unhex)]
  return { hash: taggedHash(...parts), challenge: challenge(...parts), challenge_128: challenge128(...parts) }
}

function stream({ seed, purpose, size, bounds }) {
  const numbers = publicStream(purpose, unhex(seed))
  return {
    bytes: publicStream(purpose, unhex(seed)).bytes(size),
    numbers: bounds.map((bound) => numbers.below(bound)),
  }
}

function point({ encoding }) {
  checkPoint(unhex(encoding), 'the point')
  return { negative: negated(unhex(encoding)) }
}

function scalar({ encoding }) {
  must(isScalar(unhex(encoding)), 'bad-scalar', 'DK2', 'not below the order')
  return { value: BigInt(`0x${hex(unhex(encoding).reverse())}`).toString() }
}

function jointKey({ host, guest }) {
  const keys = [unhex(host), unhex(guest)]
  must(!keys[0].equals(keys[1]) && !keys[0].equals(negated(keys[1])), 'bad-point', 'OP4', 'the keys are related')
  return { joint: add(...keys) }
}

const contextOf = ({ head, seat }) => ({ head: unhex(head), seat })

function proveKnowledge(given) {
  const secret = unhex(given.secret)
  const key = timesBase(secret)
  const terms = { secret, publicKey: key, mask: unhex(given.mask), gameId: unhex(given.head), seat: given.seat }
  const proof = deck.proveKnowledge(terms)
  return { public: key, ...proof, commitment: deck.commitmentOf(unhex(given.nonce), key, proof) }
}

function verifyKnowledge(given) {
  const publicKey = unhex(given.public)
  const proof = { challenge: unhex(given.challenge), response: unhex(given.response) }
  checkPoint(publicKey, 'the key')
  checkScalar(proof.challenge, 'the challenge')
  checkScalar(proof.response, 'the response')
  const commitment = deck.commitmentOf(unhex(given.nonce), publicKey, proof)
  must(hex(commitment) === given.commitment, 'bad-commitment', 'OP2', 'not what was committed to')
  deck.checkKnowledge({ publicKey, gameId: unhex(given.head), seat: given.seat, proof })
  return { mask_point: subtract(timesBase(proof.response), times(proof.challenge, publicKey)) }
}

async function proveShares(given) {
  const secret = unhex(given.secret)
  const cards = deck.cutCards(unhex(given.cards))
  const publicKey = timesBase(secret)
  const said = await deck.proveShares({ context: contextOf(given), secret, publicKey, cards, mask: unhex(given.mask) })
  const points = said.shares.toString('hex').match(/.{64}/g)
  const others = cards.map(([a]) => times(unhex(given.other_secret), a))
  const open = ([, b], place) => deck.faceOfPoint(subtract(subtract(b, unhex(points[place])), others[place]))
  const { challenge: c, response } = said
  return { public: publicKey, points, challenge: c, response, other_points: others, faces: cards.map(open) }
}

async function verifyShares(given) {
  const cards = deck.cutCards(unhex(given.cards))
  const said = { shares: join(given.points), challenge: unhex(given.challenge), response: unhex(given.response) }
  await deck.checkShares({ context: contextOf(given), publicKey: unhex(given.public), cards, said })
  return {}
}

const ROWS = ['commitments', 'chain', 'sums', 'chain_responses', 'order_responses']
const DRAWN = ['randomness', 'column_randomness', 'link_randomness', 'sum_masks', 'link_masks', 'order_masks']

function inputsOf({ inputs, fresh, joint }) {
  if (fresh) {
    const cards = deck.joinCards(deck.freshDeck(fresh, unhex(joint)))
    must(hex(cards) === inputs, 'malformed', 'DK8', 'another fresh deck')
  }
  return deck.cutCards(unhex(inputs))
}

async function proveShuffle(given) {
  const drawn = DRAWN.flatMap((name) => given[name].map(unhex))
  const said = await deck.proveShuffle({
    context: contextOf(given),
    jointKey: unhex(given.joint),
    inputs: inputsOf(given),
    order: given.order,
    draw: () => drawn.shift(),
  })
  const rows = Object.fromEntries(ROWS.map((name) => [name, hex(said[name]).match(/.{64}/g)]))
  return { outputs: said.cards, challenge: said.challenge, ...rows }
}

async function verifyShuffle(given) {
  const said = { cards: unhex(given.outputs), challenge: unhex(given.challenge) }
  for (const row of ROWS) said[row] = join(given[row])
  must(said.sums.length === 128, 'malformed', 'MS6', 'not four sums')
  const inputs = inputsOf(given)
  await deck.checkShuffle({ context: contextOf(given), jointKey: unhex(given.joint), inputs, said })
  return {}
}

// Games

function setUp({ game, seed, first }) {
  return { position: GAMES[game].position(GAMES[game].begin(first, unhex(seed))) }
}

const entryOf = ({ payload: bytes, signature: signed }) => ({ payload: unhex(bytes), signature: unhex(signed) })

/** A record as a verifier reads it, and what follows from it. */
async function whole(said) {
  const game = new Game(null, openedKeys(said))
  const entries = []
  for (const entry of said) {
    await game.take(entry)
    const { head, seat, name } = game.entries.at(-1)
    entries.push({ number: game.length - 1, seat, kind: name, head, position: game.position })
  }
  return { entries, ...derivedFrom(game) }
}

async function conversation({ players }, expected) {
  const identities = players.map((player) => keyPair(unhex(player.identity_secret)).identity)
  const games = []
  for (const { entries } of expected.games) games.push(await whole(entries.map(entryOf)))
  const messages = expected.steps.flatMap(({ sends }) => sends.map((sent) => sent.message)).filter(Boolean)
  for (const bytes of messages) message({ bytes })
  return { identities, games }
}

const record = ({ record: name }, _, records) => whole(records[name].map(entryOf))

/** Games up to some entry, by record and length: a refused entry changes nothing. */
const begun = new Map()

async function gameOf(name, length, records) {
  const id = `${name} ${length}`
  if (!begun.has(id)) {
    const said = records[name].map(entryOf)
    const game = length === 0 ? new Game(null, openedKeys(said)) : copyOf(await gameOf(name, length - 1, records))
    if (length > 0) await game.take(said[length - 1])
    begun.set(id, game)
  }
  return begun.get(id)
}

function copyOf(game) {
  const copy = Object.assign(Object.create(Game.prototype), game)
  for (const name of ['entries', 'keys', 'identities', 'names', 'commitments', 'opened', 'queue', 'shuffles']) {
    copy[name] = [...game[name]]
  }
  for (const name of ['hands', 'cups']) copy[name] = game[name].map((cards) => [...cards])
  return copy
}

async function nextEntry({ record: name, length, then, entry }, _, records) {
  const game = copyOf(await gameOf(name, length, records))
  for (const before of then) await game.take(entryOf(before))
  const next = entryOf(entry)
  checkFork(game, next)
  await game.take(next)
  const due = game.due && { kind: game.due.name, seat: game.due.seat }
  return { head: game.head, position: game.position, due }
}

async function recordFile({ file }) {
  const entries = readRecord(unhex(file))
  must(entries !== null, null, 'RF2', 'no record file')
  const { game, fault } = await verdictOn(entries)
  if (fault?.requirement === 'OR4') throw fault
  const due = game.due && { kind: game.due.name, seat: game.due.seat }
  return {
    entries: game.length,
    complete: game.results === 2,
    due: fault ? undefined : due,
    wrong_entry: fault ? game.length : null,
    code: fault?.code ?? null,
    requirement: fault?.requirement ?? null,
  }
}

function derivedFrom(game) {
  const derived = { proposal: game.proposal, abandoned_by: game.abandoned, record_sha256: sha256(recordOf(game)) }
  if (game.length > 1) derived.game_id = game.gameId
  if (!game.seed) return derived
  derived.joint_key = game.jointKey
  derived.seed = game.seed
  derived.words = wordsOf(taggedHash('words', game.seed))
  derived.first_player = game.first
  if (game.results === 0) return derived
  const { scores, winner, reason } = game.result
  const rest = game.pile.slice(game.drawn).map((card) => deck.FACES[game.faceOf(card)])
  return { ...derived, rest_of_pile: rest.join(''), result: { scores, winner, reason } }
}

// Chance and weight

function testGame({ name, seat, shuffle, cards }) {
  must(gameNamed(name)?.isTest, 'not-agreed', 'OR4', 'no test game')
  const { nonce, key } = testOpening(name, seat)
  return { seed: testSeed(name), nonce, secret: key, public: timesBase(key), order: testOrder(name, seat, shuffle, cards) }
}

const NAMES = { 1: 'ping', 2: 'entry', 3: 'pong' }

/** What a receiver weighs; what may be sent (MS18) this peer never comes near. */
function weight({ both_know_the_game: areKnown, steps }) {
  let time = 0
  const scale = new Scale(() => time)
  if (areKnown) scale.becomePlayers()
  const left = steps.map(({ at, own, kind, length, frames }) => {
    time = at
    if (own && kind === 1) scale.pings += 1
    if (!own) {
      for (let frame = 0; frame < frames; frame++) scale.frame()
      scale.message(NAMES[kind], length)
    }
    if (kind === 2) scale.becomePlayers()
    return Math.round(1000 * scale.left)
  })
  return { left }
}

const CHECKS = {
  noise,
  handshake,
  'link-heard': linkHeard,
  fingerprint,
  message,
  payload,
  signature,
  'signed-entry': signedEntry,
  'signed-wish': signedWish,
  hash,
  'derived-point': ({ label, index }) => derivedPointWithCounter(label, index),
  'public-stream': stream,
  point,
  scalar,
  'joint-key': jointKey,
  'prove-knowledge': proveKnowledge,
  'verify-knowledge': verifyKnowledge,
  'prove-shares': proveShares,
  'verify-shares': verifyShares,
  'prove-shuffle': proveShuffle,
  'verify-shuffle': verifyShuffle,
  'set-up': setUp,
  conversation,
  record,
  'next-entry': nextEntry,
  'record-file': recordFile,
  'test-game': testGame,
  weight,
}

// Comparing

/** The first place where what was found is not what is expected; values that we do not compute are left out. */
function difference(found, expected, place = '') {
  if (found === undefined) return null
  if (found !== null && typeof found === 'object' && expected !== null && typeof expected === 'object') {
    if (Array.isArray(found) && found.length !== expected.length) return `${place}: another length`
    for (const name of Object.keys(found)) {
      const inner = difference(found[name], expected[name], `${place}/${name}`)
      if (inner) return inner
    }
    return null
  }
  return found === expected ? null : `${place}: ${JSON.stringify(found)} and not ${JSON.stringify(expected)}`
}

/** What is wrong with our answer to a case, or null. */
async function judge(check, { valid, given, expected, code, requirement }, records) {
  try {
    const found = shown(await check(given, expected, records))
    return valid ? difference(found, expected) : `taken, and not ${code} ${requirement}`
  } catch (found) {
    if (!(found instanceof Fault)) throw found
    if (valid === true) return found.message
    const isSame = found.code === code && found.requirement === requirement
    return isSame || valid ? null : `${found.code} ${found.requirement} and not ${code} ${requirement}`
  }
}

let right = 0
let all = 0
const isVectors = (name) => /\.json(\.gz)?$/.test(name) && name !== 'schema.json'

function readVectors(name) {
  const bytes = readFileSync(path.join(folder, name))
  return JSON.parse(name.endsWith('.gz') ? gunzipSync(bytes) : bytes)
}

for (const name of readdirSync(folder).filter(isVectors)) {
  const { groups, records } = readVectors(name)
  begun.clear()
  for (const { kind, cases } of groups) {
    if (NOT_OURS.includes(kind)) continue
    const check = CHECKS[kind]
    for (const one of cases) {
      all += 1
      const wrong = check ? await judge(check, one, records) : `this peer has no check of the kind ${kind}`
      if (wrong === null) right += 1
      else console.log(`${one.id}: ${wrong.slice(0, 300)}`)
    }
  }
}
console.log(`${right} of ${all} cases are right.`)
process.exitCode = right === all ? 0 : 1
