// What a player draws from the one secret of a game, so that an entry made again is the same bytes (CV12).
import { Stream } from './bytes.js'
import { shuffleRandomness } from './deck.js'
import { drawScalar } from './group.js'

const stream = (purpose, secret, ...items) => new Stream(`own/${purpose}`, secret, ...items)

export const startNonce = (secret, head) => stream('nonce', secret, head).bytes(32)
export const gameKey = (secret, gameId) => drawScalar(stream('key', secret, gameId))
export const openingNonce = (secret, gameId) => stream('opening', secret, gameId).bytes(32)
export const openingMask = (secret, gameId) => drawScalar(stream('knowledge', secret, gameId))

/** Order and randomness of a shuffle or mix: the head fixes its inputs. */
export const shuffleSecrets = (secret, head, size) => shuffleRandomness(stream('shuffle', secret, head), size)
export const mixOrder = (secret, head, size) => shuffleSecrets(secret, head, size).order

export const shareMask = (secret, head) => drawScalar(stream('share', secret, head))

/** Which of equal cards a move opens: all choices equally likely (PL7). */
export function choosePlaces(secret, head, move, places, count) {
  const chosen = stream('places', secret, head, Buffer.from(move)).shuffled(places).slice(0, count)
  return chosen.sort((one, other) => one - other)
}

export const moveMask = (secret, head, move, places) =>
  drawScalar(stream('move', secret, head, Buffer.from(move), Buffer.from(places)))
