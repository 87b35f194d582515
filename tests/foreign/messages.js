// Messages and entries: their kinds, fields and bounds (chapters 3 to 9), written and read.
import { EMPTY, concat, short } from './bytes.js'
import { Fault, must } from './errors.js'
import { pack, unpack } from './packing.js'

// Types of fields: each tells whether a value is within its bounds.

const isBytes = (size) => (value) => Buffer.isBuffer(value) && value.length === size
const isRow = (size) => (value) => Buffer.isBuffer(value) && value.length % size === 0 && value.length <= 120 * size
const isBytesUpTo = (size) => (value) => Buffer.isBuffer(value) && value.length <= size
const isText = (size) => (value) => typeof value === 'string' && [...value].length <= size
const isInteger = (least, most) => (value) => Number.isInteger(value) && value >= least && value <= most
const isTruth = (value) => typeof value === 'boolean'
const isOneOf = (...choices) => (value) => choices.includes(value)
const isListOf = (isItem, size) => (value) => Array.isArray(value) && value.length === size && value.every(isItem)
const either = (...types) => (value) => types.some((type) => type(value))

const isCards = (value) =>
  Array.isArray(value) &&
  value.length <= 120 &&
  value.every(isInteger(0, 119)) &&
  value.every((card, place) => place === 0 || card > value[place - 1])

/** A map within a map, or nil. */
class Inner {
  constructor(fields) {
    this.fields = fields
  }
}

const SHARE = { cards: isCards, shares: isRow(32), challenge: isBytes(32), response: isBytes(32) }

const SHUFFLE = {
  cards: isRow(64),
  commitments: isRow(32),
  chain: isRow(32),
  challenge: isBytes(32),
  sums: isBytes(128),
  chain_responses: isRow(32),
  order_responses: isRow(32),
}

const SCHEMAS = {
  message: {
    0: [
      'hello',
      {
        version: isInteger(0, 65535),
        software: isText(64),
        name: isText(64),
        game: either(isBytes(0), isBytes(32)),
        seat: isOneOf(0, 1, null),
      },
    ],
    1: ['ping', {}],
    2: ['entry', { payload: isBytesUpTo(60000), signature: isBytes(64) }],
    3: ['pong', {}],
    4: ['resume', { length: isInteger(1, 10000), head: isBytes(32) }],
    5: ['chat', { text: isText(500) }],
    6: ['wish', { wish: isOneOf('resign', 'end', 'adjourn'), turn: isInteger(0, 65535), signature: isBytes(64) }],
    7: ['rematch', {}],
    8: ['busy', { reason: isText(200) }],
    9: ['decline', { wish: isOneOf('end', 'adjourn'), turn: isInteger(0, 65535) }],
    10: ['bye', { reason: isText(200) }],
    12: ['error', { code: isInteger(0, 65535), requirement: isText(16), detail: isText(200) }],
  },
  entry: {
    0: [
      'propose',
      {
        game: isText(32),
        first: isOneOf('host', 'guest', 'lot'),
        grace: isInteger(0, 86400),
        live_score: isTruth,
        identity: isBytes(32),
        name: isText(64),
        nonce: isBytes(32),
      },
    ],
    1: ['accept', { live_score: isTruth, identity: isBytes(32), name: isText(64), nonce: isBytes(32) }],
    2: ['commit', { commitment: isBytes(64) }],
    3: ['open', { nonce: isBytes(32), key: isBytes(32), challenge: isBytes(32), response: isBytes(32) }],
    4: ['shuffle', SHUFFLE],
    5: ['share', SHARE],
    6: ['mix', SHUFFLE],
    7: ['move', { move: isText(16), played: new Inner(SHARE), digest: isBytes(32) }],
    8: ['key', { secret: isBytes(32) }],
    9: [
      'result',
      {
        scores: isListOf(isInteger(0, 65535), 2),
        winner: isOneOf(0, 1, null),
        reason: isText(16),
        digest: isBytes(32),
      },
    ],
    10: [
      'end',
      {
        reason: isOneOf('resigned', 'agreed', 'abandoned'),
        turn: isInteger(0, 65535),
        statement: either(isBytes(0), isBytes(64)),
      },
    ],
    11: ['adjourn', { turn: isInteger(0, 65535), statement: isBytes(64) }],
  },
}

const NUMBERS = Object.fromEntries(
  Object.entries(SCHEMAS).map(([what, kinds]) => [
    what,
    Object.fromEntries(Object.entries(kinds).map(([kind, [name]]) => [name, Number(kind)])),
  ]),
)

/** Take exactly these fields out of a map; what is left is in the order of the table (MS5, MS6). */
function takeFields(fields, map) {
  must(map instanceof Map, 'malformed', 'MS6', 'the body is no map')
  for (const name of map.keys()) must(name in fields, 'malformed', 'MS5', 'an unknown field')
  const body = {}
  for (const [name, type] of Object.entries(fields)) {
    must(map.has(name), 'malformed', 'MS5', `${name} is missing`)
    const value = map.get(name)
    if (type instanceof Inner) {
      body[name] = value === null ? null : takeFields(type.fields, value)
    } else {
      must(type(value), 'malformed', 'MS6', `${name} is not within its bounds`)
      body[name] = value
    }
  }
  return body
}

/** The bytes of a message with its length before them. */
export function writeMessage(name, body = {}) {
  const bytes = pack([NUMBERS.message[name], body])
  return concat(short(bytes.length), bytes)
}

/** A message without its length: its name and body; the name is null for one to be ignored. */
export function readMessage(bytes) {
  const value = unpack(bytes)
  must(Array.isArray(value) && value.length === 2, 'malformed', 'MS2', 'not an array of kind and body')
  const [kind, map] = value
  must(isInteger(0, 65535)(kind), 'malformed', 'MS2', 'the kind is no integer from 0 to 65,535')
  if (!(kind in SCHEMAS.message)) {
    must(kind % 2 === 1, 'unknown-message', 'MS7', `kind ${kind} is not known`)
    return { name: null, kind, body: map }
  }
  const [name, fields] = SCHEMAS.message[kind]
  const body = takeFields(fields, map)
  if (name === 'hello') {
    must(body.game.length > 0 || body.seat === null, 'malformed', 'MS6', 'a seat in no game')
  }
  must(pack([kind, body]).equals(bytes), 'malformed', 'MS4', 'not the one encoding of its content')
  return { name, kind, body }
}

/** The payload of an entry. */
export function writePayload(number, previous, name, body) {
  return pack([number, previous, NUMBERS.entry[name], body])
}

/** Number, previous head, name and body of a payload. */
export function readPayload(payload) {
  const value = unpack(payload)
  must(Array.isArray(value) && value.length === 4, 'malformed', 'TR1', 'not an array of four items')
  const [number, previous, kind, map] = value
  must(isInteger(0, 9999)(number), 'malformed', 'TR2', 'the number is no integer from 0 to 9,999')
  must(isBytes(32)(previous), 'malformed', 'TR3', 'the previous head is not 32 bytes')
  const known = Number.isInteger(kind) && kind in SCHEMAS.entry
  must(known, 'unknown-message', 'TR4', 'the kind of entry is not known')
  const [name, fields] = SCHEMAS.entry[kind]
  const body = takeFields(fields, map)
  must(pack([number, previous, kind, body]).equals(payload), 'malformed', 'MS4', 'not the one encoding of its content')
  return { number, previous, name, body }
}

/** The stream of a connection, in which messages are found whatever the frames are (MS1, LK9). */
export class MessageStream {
  constructor() {
    this.waiting = EMPTY
  }

  /** Take more of the stream; return the messages that are whole, without their lengths. */
  take(bytes) {
    this.waiting = concat(this.waiting, bytes)
    const messages = []
    while (this.waiting.length >= 2) {
      const length = this.waiting.readUInt16BE()
      if (length > 61000) {
        return { messages, fault: new Fault('oversized', 'MS1', `a message of ${length} bytes`) }
      }
      if (this.waiting.length < 2 + length) break
      messages.push(this.waiting.subarray(2, 2 + length))
      this.waiting = this.waiting.subarray(2 + length)
    }
    return { messages, fault: null }
  }
}
