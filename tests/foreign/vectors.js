// Check this peer against the test vectors of the standard: node vectors.js [FOLDER]
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { concat, hex, publicStream, taggedHash, unhex, sha256 } from './bytes.js'
import * as deck from './deck.js'
import { CODES, Fault } from './errors.js'
import { Game, headAfter, recordOf } from './game.js'
import {
  add, challenge, challenge128, checkPoint, checkScalar, derivedPointWithCounter, isPoint, isScalar, keyPair, sign,
  times, timesBase,
} from './group.js'
import { MessageStream, readMessage, readPayload, writeMessage, writePayload } from './messages.js'
import { Handshake, KeyPair } from './noise.js'
import * as patterns from './patterns.js'
import { wordsOf } from './speaker.js'

const here = path.dirname(fileURLToPath(import.meta.url))
const folder = process.argv[2] ?? path.join(here, '../../protocol/mandala_protocol/vectors')
const read = (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))

let checked = 0
const wrong = []

function same(id, found, expected) {
  checked += 1
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)]
  if (one !== other) wrong.push(`${id}: ${one} and not ${other}`)
}

/** The fault that something ends in, as code name and requirement. */
async function faultOf(action) {
  try {
    await action()
  } catch (fault) {
    if (fault instanceof Fault) return fault
    throw fault
  }
  return null
}

async function refused(id, action, { name, requirement }) {
  const fault = await faultOf(action)
  same(id, fault && { name: fault.code, requirement: fault.requirement }, { name, requirement })
}

/** Bytes as hexadecimal, everything else as JSON has it. */
function shown(value) {
  if (Buffer.isBuffer(value)) return hex(value)
  if (Array.isArray(value)) return value.map(shown)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shown(item)]))
}

// The link

function noise() {
  for (const vector of read('noise-xx.json').vectors) {
    const side = (initiator, who) =>
      new Handshake(
        initiator,
        unhex(vector[`${who}_prologue`]),
        new KeyPair(unhex(vector[`${who}_static`])),
        new KeyPair(unhex(vector[`${who}_ephemeral`])),
      )
    const sides = [side(true, 'init'), side(false, 'resp')]
    let ciphers = null
    vector.messages.forEach(({ payload, ciphertext }, place) => {
      const [from, to] = place % 2 === 0 ? [0, 1] : [1, 0]
      const id = `noise ${vector.source} ${place}`
      if (place < 3) {
        same(id, hex(sides[from].write(unhex(payload))), ciphertext)
        same(id, hex(sides[to].read(unhex(ciphertext))), payload)
        return
      }
      ciphers ??= sides.map((one) => one.split())
      same(id, hex(ciphers[from].sending.encrypt(unhex(payload))), ciphertext)
      same(id, hex(ciphers[to].receiving.decrypt(unhex(ciphertext))), payload)
    })
    if (vector.handshake_hash) same('noise hash', hex(sides[0].hash), vector.handshake_hash)
  }
}

// Messages

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

async function messages() {
  const file = read('messages.json')
  const ping = writeMessage('ping')
  for (const { id, bytes, kind, fields } of file.messages) {
    for (const size of [1, bytes.length]) {
      const [message] = streamed(unhex(bytes), size)
      same(id, { kind: message.kind, fields: shown(message.body) }, { kind, fields })
      same(id, hex(writeMessage(message.name, message.body)), bytes)
    }
    same(id, streamed(concat(unhex(bytes), ping), 1e6).length, 2)
  }
  for (const { id, bytes } of file.ignored) same(id, streamed(unhex(bytes), 1)[0].name, null)
  for (const { id, bytes, error } of file.invalid) {
    for (const size of [1, 1e6]) await refused(id, () => streamed(concat(unhex(bytes), ping), size), error)
    same(`${id}: code`, CODES[error.name], error.code)
  }
  for (const { id, bytes, fields, number: place, previous } of file.entries) {
    const entry = readPayload(unhex(bytes))
    same(id, [entry.number, hex(entry.previous), shown(entry.body)], [place, previous, fields])
    same(id, hex(writePayload(entry.number, entry.previous, entry.name, entry.body)), bytes)
  }
  for (const { id, bytes, error } of file.invalid_entries) await refused(id, () => readPayload(unhex(bytes)), error)
}

// The deck

const join = (items) => concat(...items.map(unhex))
const contextOf = ({ head, seat }) => ({ head: unhex(head), seat })

async function knowledge(vector, make) {
  const publicKey = unhex(vector.public)
  const [gameId, seat] = [unhex(vector.head), vector.seat]
  if (make) {
    const secret = unhex(vector.secret)
    same(vector.id, hex(timesBase(secret)), vector.public)
    const proof = deck.proveKnowledge({ secret, publicKey, mask: unhex(vector.mask), gameId, seat })
    same(vector.id, shown(proof), { challenge: vector.challenge, response: vector.response })
  }
  const proof = { challenge: unhex(vector.challenge), response: unhex(vector.response) }
  checkPoint(publicKey, 'the key')
  checkScalar(proof.response, 'the response')
  const commitment = deck.commitmentOf(unhex(vector.nonce), publicKey, proof)
  deck.checkKnowledge({ publicKey, gameId, seat, proof })
  if (hex(commitment) !== vector.commitment) throw new Fault('bad-commitment', 'OP2', 'another commitment')
}

async function shares(vector, make) {
  const cards = deck.cutCards(unhex(vector.cards))
  const publicKey = unhex(vector.public)
  const context = contextOf(vector)
  if (make) {
    const secret = unhex(vector.secret)
    const said = await deck.proveShares({ context, secret, publicKey, cards, mask: unhex(vector.mask) })
    const { challenge: c, response } = vector
    same(vector.id, shown(said), { shares: vector.points.join(''), challenge: c, response })
  }
  const said = {
    shares: join(vector.points),
    challenge: unhex(vector.challenge),
    response: unhex(vector.response),
  }
  const points = await deck.checkShares({ context, publicKey, cards, said })
  const others = vector.other_points.map(unhex)
  const own = cards.map(([a]) => times(unhex(vector.other_secret), a))
  if (make) same(vector.id, own.map(hex), vector.other_points)
  const faces = cards.map(([, b], place) => deck.faceOfPoint(add(b, negate(add(points[place], others[place])))))
  if (make) same(vector.id, faces, vector.faces)
}

const negate = (point) => times(unhex('ecd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010'), point)

async function shuffle(vector, make) {
  const inputs = deck.cutCards(unhex(vector.inputs))
  const context = contextOf(vector)
  const jointKey = unhex(vector.joint)
  const rows = ['commitments', 'chain', 'sums', 'chain_responses', 'order_responses']
  if (make) {
    if (vector.fresh) same(vector.id, hex(deck.joinCards(deck.freshDeck(vector.fresh, jointKey))), vector.inputs)
    const scalars = [
      ...['randomness', 'column_randomness', 'link_randomness', 'sum_masks', 'link_masks', 'order_masks'],
    ].flatMap((name) => vector[name].map(unhex))
    const said = await deck.proveShuffle({ context, jointKey, inputs, order: vector.order, draw: () => scalars.shift() })
    const expected = { cards: vector.outputs, challenge: vector.challenge }
    for (const row of rows) expected[row] = vector[row].join('')
    for (const [name, value] of Object.entries(expected)) same(`${vector.id}: ${name}`, hex(said[name]), value)
  }
  const said = { cards: unhex(vector.outputs), challenge: unhex(vector.challenge) }
  for (const row of rows) said[row] = join(vector[row])
  await deck.checkShuffle({ context, jointKey, inputs, said })
}

async function cards() {
  const file = read('deck.json')
  for (const { id, tag, items, hash, challenge: c, challenge_128: c128 } of file.hashes) {
    const parts = items.map(unhex)
    same(id, hex(taggedHash(tag, ...parts)), hash)
    same(id, hex(challenge(tag, ...parts)), c)
    same(id, hex(challenge128(tag, ...parts)), c128)
  }
  for (const { id, label, index, counter, point } of file.derived_points) {
    const derived = derivedPointWithCounter(label, index)
    same(id, [derived.counter, hex(derived.point)], [counter, point])
  }
  for (const { id, seed, purpose, bytes, bounds, numbers } of file.public_streams) {
    same(id, hex(publicStream(purpose, unhex(seed)).bytes(bytes.length / 2)), bytes)
    const stream = publicStream(purpose, unhex(seed))
    same(id, bounds.map((bound) => stream.below(bound)), numbers)
  }
  for (const { id, encoding } of file.bad_points) same(id, isPoint(unhex(encoding)), false)
  for (const { id, encoding } of file.bad_scalars) same(id, isScalar(unhex(encoding)), false)
  const checks = { knowledge, shares, shuffle }
  for (const vector of file.valid) {
    same(vector.id, await faultOf(() => checks[vector.kind](vector, true)), null)
  }
  for (const { id, of, change, error } of file.invalid) {
    const vector = { ...file.valid.find((one) => one.id === of), ...change }
    const fault = await faultOf(() => checks[vector.kind](vector, false))
    const name = typeof error === 'string' ? error.toLowerCase().replaceAll('_', '-') : error.name
    same(id, fault?.code, name)
    if (error.requirement) same(id, fault?.requirement, error.requirement)
  }
}

// Whole games

async function conversation(title, file) {
  const game = new Game(null, keysOf(file))
  for (const player of file.players) same(title, hex(keyPair(unhex(player.identity_secret)).identity), player.identity)
  for (const entry of file.entries) {
    const id = `${title} ${entry.number}`
    const said = { payload: unhex(entry.payload), signature: unhex(entry.signature) }
    same(id, await faultOf(() => game.take(said)), null)
    same(id, hex(headAfter(said)), entry.head)
    same(id, game.position, entry.position)
    const { secret } = keyPair(unhex(file.players[entry.seat].identity_secret))
    same(id, hex(sign(taggedHash('entry', said.payload), secret)), entry.signature)
  }
  const { derived } = file
  if (derived.proposal) same(title, hex(game.proposal), derived.proposal)
  same(title, hex(game.gameId), derived.game_id)
  same(title, hex(game.seed), derived.seed)
  same(title, wordsOf(taggedHash('words', game.seed)), derived.words)
  same(title, game.first, derived.first_player)
  const { scores, winner, reason } = game.result
  const { result } = derived
  same(title, [scores, winner, reason], [result.scores, result.winner, result.reason])
  if (derived.rest_of_pile) {
    const rest = game.pile.slice(game.drawn).map((card) => deck.FACES[game.faceOf(card)])
    same(title, rest.join(''), derived.rest_of_pile)
  }
  same(`${title}: the record file`, hex(sha256(recordOf(game))), derived.record_sha256)
}

/** The keys that a record opens at its end. */
function keysOf(file) {
  const keys = [null, null]
  for (const { payload, seat } of file.entries) {
    const entry = readPayload(unhex(payload))
    if (entry.name === 'key') keys[seat] = entry.body.secret
  }
  return keys
}

noise()
await messages()
await cards()
await conversation('conversation', read('conversation.json'))
const file = read('patterns.json')
for (const { seed, position } of file.set_ups) {
  const first = Number(position.split(' ')[1])
  same(`set-up ${seed.slice(0, 8)}`, patterns.position(patterns.begin(first, unhex(seed))), position)
}
await conversation('patterns', file.conversation)
for (const line of wrong) console.log(line.slice(0, 400))
console.log(`${checked - wrong.length} of ${checked} values are right.`)
process.exitCode = wrong.length > 0 ? 1 : 0
