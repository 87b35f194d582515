// Test games, in which nothing is secret: all chance that decides them follows from their names (chapter 19).
import { concat, number, publicStream, taggedHash } from './bytes.js'
import { reduced } from './group.js'
import * as mandala from './mandala.js'
import * as patterns from './patterns.js'

export const GAMES = { mandala, patterns }

const NAME = /^(mandala|patterns)-test-(0|[1-9][0-9]{0,9})$/

/** The rules of a game by its name, and whether it is a test game; null if there is none (TG1). */
export function gameNamed(name) {
  if (Object.hasOwn(GAMES, name)) return { rules: GAMES[name], isTest: false }
  const [, game, count] = NAME.exec(name) ?? []
  if (game === undefined || Number(count) > 0xffffffff) return null
  return { rules: GAMES[game], isTest: true }
}

export const testSeed = (name) => taggedHash('test-game-seed', Buffer.from(name)).subarray(0, 32)

const secretOf = (name, seat) => taggedHash('test-game-secret', Buffer.from(name), number(seat)).subarray(0, 32)

/** Nonce and secret key of a seat (TG4). */
export function testOpening(name, seat) {
  const stream = publicStream('test-opening', secretOf(name, seat))
  return { nonce: stream.bytes(32), key: reduced(stream.bytes(64)) }
}

/** The order of the shuffle that a seat sends as its k-th, counted from 0 (TG5). */
export function testOrder(name, seat, k, size) {
  const places = Array.from({ length: size }, (_, place) => place)
  return publicStream('test-shuffle', concat(secretOf(name, seat), number(k))).shuffled(places)
}
