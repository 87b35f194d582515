// msgpack: writing the one encoding of a value, and reading strictly (MS3, MS4).
import { Fault } from './errors.js'

export const LIMITS = { bytes: 60000, text: 2048, items: 256, fields: 16, depth: 8 }

/** A number that is no integer: it can be read in messages that are ignored, and is never valid. */
class Float {
  constructor(value) {
    this.value = value
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function malformed(detail) {
  return new Fault('malformed', 'MS3', detail)
}

// Writing

function header(size, small, first, wide) {
  if (small !== null && size < small.end) return Buffer.from([small.code | size])
  if (size < 0x100 && first !== null) return Buffer.from([first, size])
  const bytes = Buffer.alloc(size < 0x10000 ? 3 : 5)
  bytes[0] = size < 0x10000 ? wide : wide + 1
  if (size < 0x10000) bytes.writeUInt16BE(size, 1)
  else bytes.writeUInt32BE(size, 1)
  return bytes
}

function packInteger(value) {
  if (value >= 0 && value < 0x80) return Buffer.from([value])
  if (value < 0 && value >= -0x20) return Buffer.from([0x100 + value])
  if (value < 0) {
    const bytes = Buffer.alloc(value >= -0x80 ? 2 : value >= -0x8000 ? 3 : value >= -0x80000000 ? 5 : 9)
    if (bytes.length === 2) bytes.writeInt8(value, 1)
    else if (bytes.length === 3) bytes.writeInt16BE(value, 1)
    else if (bytes.length === 5) bytes.writeInt32BE(value, 1)
    else bytes.writeBigInt64BE(BigInt(value), 1)
    bytes[0] = { 2: 0xd0, 3: 0xd1, 5: 0xd2, 9: 0xd3 }[bytes.length]
    return bytes
  }
  if (value > 0xffffffff) {
    const bytes = Buffer.alloc(9)
    bytes[0] = 0xcf
    bytes.writeBigUInt64BE(BigInt(value), 1)
    return bytes
  }
  return header(value, null, 0xcc, 0xcd)
}

/** The shortest encoding of a value; a plain object is a map with its fields in order. */
export function pack(value) {
  if (value === null) return Buffer.from([0xc0])
  if (value === false) return Buffer.from([0xc2])
  if (value === true) return Buffer.from([0xc3])
  if (typeof value === 'number' || typeof value === 'bigint') return packInteger(value)
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'utf8')
    return Buffer.concat([header(bytes.length, { code: 0xa0, end: 32 }, 0xd9, 0xda), bytes])
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([header(value.length, null, 0xc4, 0xc5), value])
  if (Array.isArray(value)) {
    return Buffer.concat([header(value.length, { code: 0x90, end: 16 }, null, 0xdc), ...value.map(pack)])
  }
  const fields = Object.entries(value)
  const size = header(fields.length, { code: 0x80, end: 16 }, null, 0xde)
  return Buffer.concat([size, ...fields.flatMap(([name, item]) => [pack(name), pack(item)])])
}

// Reading

class Reader {
  constructor(bytes, limits) {
    this.bytes = bytes
    this.limits = limits
    this.place = 0
  }

  take(count) {
    if (count > this.bytes.length - this.place) throw malformed('it ends too early')
    const taken = this.bytes.subarray(this.place, this.place + count)
    this.place += count
    return taken
  }

  integer(count) {
    const bytes = this.take(count)
    return count === 8 ? exact(bytes.readBigUInt64BE()) : bytes.readUIntBE(0, count)
  }

  signed(count) {
    const bytes = this.take(count)
    return count === 8 ? exact(bytes.readBigInt64BE()) : bytes.readIntBE(0, count)
  }

  text(size) {
    if (size > this.limits.text) throw malformed('a text is too long')
    try {
      return utf8.decode(this.take(size))
    } catch (fault) {
      if (fault instanceof Fault) throw fault
      throw malformed('a text is not UTF-8')
    }
  }

  binary(size) {
    if (size > this.limits.bytes) throw malformed('a byte string is too long')
    return Buffer.from(this.take(size))
  }

  array(size, depth) {
    if (depth >= this.limits.depth) throw malformed('nested too deep')
    if (size > this.limits.items) throw malformed('an array is too long')
    const items = []
    for (let i = 0; i < size; i += 1) items.push(this.value(depth + 1))
    return items
  }

  map(size, depth) {
    if (depth >= this.limits.depth) throw malformed('nested too deep')
    if (size > this.limits.fields) throw malformed('a map is too long')
    const fields = new Map()
    for (let i = 0; i < size; i += 1) {
      const name = this.value(depth + 1)
      if (typeof name !== 'string') throw malformed('a key is not text')
      if (fields.has(name)) throw malformed('a key is there twice')
      fields.set(name, this.value(depth + 1))
    }
    return fields
  }

  value(depth) {
    const code = this.integer(1)
    if (code < 0x80) return code
    if (code < 0x90) return this.map(code & 0x0f, depth)
    if (code < 0xa0) return this.array(code & 0x0f, depth)
    if (code < 0xc0) return this.text(code & 0x1f)
    if (code >= 0xe0) return code - 0x100
    switch (code) {
      case 0xc0: return null
      case 0xc2: return false
      case 0xc3: return true
      case 0xc4: return this.binary(this.integer(1))
      case 0xc5: return this.binary(this.integer(2))
      case 0xc6: return this.binary(this.integer(4))
      case 0xca: return new Float(this.take(4).readFloatBE())
      case 0xcb: return new Float(this.take(8).readDoubleBE())
      case 0xcc: return this.integer(1)
      case 0xcd: return this.integer(2)
      case 0xce: return this.integer(4)
      case 0xcf: return this.integer(8)
      case 0xd0: return this.signed(1)
      case 0xd1: return this.signed(2)
      case 0xd2: return this.signed(4)
      case 0xd3: return this.signed(8)
      case 0xd9: return this.text(this.integer(1))
      case 0xda: return this.text(this.integer(2))
      case 0xdb: return this.text(this.integer(4))
      case 0xdc: return this.array(this.integer(2), depth)
      case 0xdd: return this.array(this.integer(4), depth)
      case 0xde: return this.map(this.integer(2), depth)
      case 0xdf: return this.map(this.integer(4), depth)
      default: throw malformed('an extension type, or no type at all')
    }
  }
}

function exact(value) {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value
}

/** The value of these bytes: texts, Buffers, numbers, arrays, Maps; or a fault (MS3). */
export function unpack(bytes, limits = LIMITS) {
  const reader = new Reader(bytes, limits)
  const value = reader.value(0)
  if (reader.place !== bytes.length) throw malformed('something follows the value')
  return value
}

/** Number and previous head of a payload that may be unreadable beyond them, or null (TR12). */
export function peekPlace(payload) {
  try {
    const reader = new Reader(payload, LIMITS)
    const code = reader.integer(1)
    let size = code & 0x0f
    if (code === 0xdc) size = reader.integer(2)
    else if (code === 0xdd) size = reader.integer(4)
    else if (code < 0x90 || code > 0x9f) return null
    if (size < 2) return null
    const place = reader.value(LIMITS.depth)
    const previous = reader.value(LIMITS.depth)
    if (!Number.isInteger(place) || place < 0 || place > 9999) return null
    if (!Buffer.isBuffer(previous) || previous.length !== 32) return null
    return { number: place, previous }
  } catch {
    return null
  }
}
