// Hashes of entries and wishes, and the file of a record (4.1, 4.2, 9.1, 11.1).
import { concat, short, taggedHash } from './bytes.js'
import { LIMITS, pack, unpack } from './packing.js'

export const entryHash = (payload) => taggedHash('entry', payload)
export const headAfter = ({ payload, signature }) => taggedHash('chain', payload, signature).subarray(0, 32)
export const wishHash = (gameId, wish, turn) => taggedHash('wish', gameId, Buffer.from(wish), short(turn))

const RECORD = { ...LIMITS, items: 10000 }

/** The entries of a record file, or null if it is of another form (RF1, RF2). */
export function readRecord(bytes) {
  if (bytes.length > 16_000_000) return null
  let value
  try {
    value = unpack(bytes, RECORD)
  } catch {
    return null
  }
  const isPair = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every(Buffer.isBuffer)
  const isRecord = Array.isArray(value) && value.length === 3 && value[0] === 'mandala-lan record' && value[1] === 1
  if (!isRecord || !Array.isArray(value[2]) || !value[2].every(isPair)) return null
  return value[2].map(([payload, signature]) => ({ payload, signature }))
}

/** A record file (RF1). */
export function recordOf(game) {
  const entries = game.entries.map(({ payload, signature }) => pack([payload, signature]))
  const count = Buffer.alloc(3)
  count[0] = 0xdc
  count.writeUInt16BE(entries.length, 1)
  const size = entries.length < 16 ? Buffer.from([0x90 | entries.length]) : count
  return concat(Buffer.from([0x93]), pack('mandala-lan record'), pack(1), size, ...entries)
}
