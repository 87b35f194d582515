// Bytes, hashes and streams of numbers (chapter 1 of the standard).
import { createHash } from 'node:crypto'

export const EMPTY = Buffer.alloc(0)

export const hex = (bytes) => Buffer.from(bytes).toString('hex')
export const unhex = (text) => Buffer.from(text, 'hex')
export const concat = (...parts) => Buffer.concat(parts)
export const equal = (one, other) => Buffer.compare(one, other) === 0

/** The integer n in four bytes, big-endian (CV4). */
export function number(n) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(n)
  return bytes
}

/** The integer n in two bytes, big-endian. */
export function short(n) {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(n)
  return bytes
}

export const sha256 = (bytes) => createHash('sha256').update(bytes).digest()

/** The one hash of the protocol: 64 bytes (CV6). */
export function taggedHash(tag, ...items) {
  const hash = createHash('sha512')
  for (const item of [Buffer.from(`mandala-lan/1/${tag}`, 'ascii'), ...items]) {
    hash.update(number(item.length))
    hash.update(item)
  }
  return hash.digest()
}

/** A row of equally long items, cut into them. */
export function cut(row, size) {
  const items = []
  for (let place = 0; place < row.length; place += size) items.push(row.subarray(place, place + size))
  return items
}

/** A stream of bytes that follows from a tag and items, and numbers drawn from it (CV9). */
export class Stream {
  constructor(tag, ...items) {
    this.tag = tag
    this.items = items
    this.block = 0
    this.left = EMPTY
  }

  bytes(count) {
    while (this.left.length < count) {
      this.left = concat(this.left, taggedHash(this.tag, ...this.items, number(this.block)))
      this.block += 1
    }
    const taken = this.left.subarray(0, count)
    this.left = this.left.subarray(count)
    return taken
  }

  below(bound) {
    const end = 2n ** 64n - (2n ** 64n % BigInt(bound))
    for (;;) {
      const drawn = this.bytes(8).readBigUInt64BE()
      if (drawn < end) return Number(drawn % BigInt(bound))
    }
  }

  /** The same items in another order, as PL12 shuffles a row. */
  shuffled(items) {
    const row = [...items]
    for (let i = row.length - 1; i > 0; i -= 1) {
      const j = this.below(i + 1)
      ;[row[i], row[j]] = [row[j], row[i]]
    }
    return row
  }
}

export const publicStream = (purpose, seed) => new Stream(`random/${purpose}`, seed)
