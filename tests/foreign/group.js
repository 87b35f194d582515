// The group of edwards25519 and its scalars (7.1), by libsodium; signatures (CV10).
import { createRequire } from 'node:module'
import { number, taggedHash } from './bytes.js'
import { must } from './errors.js'

const sodium = createRequire(import.meta.url)('libsodium-wrappers-sumo')
await sodium.ready

const buffer = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

export const ZERO = Buffer.alloc(32)
export const ONE = Buffer.concat([Buffer.from([1]), Buffer.alloc(31)])
export const IDENTITY = ONE // the neutral point has the same 32 bytes as the scalar one

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const PRIME = 2n ** 255n - 19n

function littleEndian(bytes) {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
}

// Points

const isPoint = (bytes) => sodium.crypto_core_ed25519_is_valid_point(bytes)
export const add = (one, other) => buffer(sodium.crypto_core_ed25519_add(one, other))
export const subtract = (one, other) => buffer(sodium.crypto_core_ed25519_sub(one, other))
export const negated = (point) => subtract(IDENTITY, point)

/** A scalar times a point; nought times anything is the neutral point, which libsodium refuses. */
export function times(scalar, point) {
  if (scalar.equals(ZERO) || point.equals(IDENTITY)) return IDENTITY
  return buffer(sodium.crypto_scalarmult_ed25519_noclamp(scalar, point))
}

export function timesBase(scalar) {
  if (scalar.equals(ZERO)) return IDENTITY
  return buffer(sodium.crypto_scalarmult_ed25519_base_noclamp(scalar))
}

export const sum = (points) => points.reduce(add, IDENTITY)

/** Check a point as DK1 says. */
export function checkPoint(bytes, what) {
  must(isPoint(bytes), 'bad-point', 'DK1', `${what} is not a valid point`)
}

// Scalars

export const isScalar = (bytes) => littleEndian(bytes) < ORDER
export const plus = (one, other) => buffer(sodium.crypto_core_ed25519_scalar_add(one, other))
export const product = (one, other) => buffer(sodium.crypto_core_ed25519_scalar_mul(one, other))
export const reduced = (bytes) => buffer(sodium.crypto_core_ed25519_scalar_reduce(bytes))

/** Check a scalar as DK2 says, where zero is not allowed. */
export function checkScalar(bytes, what) {
  must(isScalar(bytes) && !bytes.equals(ZERO), 'bad-scalar', 'DK2', `${what} is not a valid scalar`)
}

export const challenge = (tag, ...items) => reduced(taggedHash(tag, ...items))

export function challenge128(tag, ...items) {
  return Buffer.concat([taggedHash(tag, ...items).subarray(0, 16), Buffer.alloc(16)])
}

/** A scalar other than zero out of a stream of bytes. */
export function drawScalar(stream) {
  for (;;) {
    const scalar = reduced(stream.bytes(64))
    if (!scalar.equals(ZERO)) return scalar
  }
}

// Points that nobody knows the logarithm of (DK7)

const derived = new Map()

function deriveWithCounter(label, index) {
  for (let counter = 0; ; counter += 1) {
    const bytes = taggedHash('derived-point', Buffer.from(label), number(index), number(counter)).subarray(0, 32)
    const low = Buffer.from(bytes)
    low[31] &= 0x7f
    if (littleEndian(low) >= PRIME) continue
    let point = bytes
    try {
      for (let doubling = 0; doubling < 3; doubling += 1) point = add(point, point)
    } catch {
      continue // not a point of the curve
    }
    if (!point.equals(IDENTITY)) return { point, counter }
  }
}

export function derivedPointWithCounter(label, index) {
  const name = `${label} ${index}`
  if (!derived.has(name)) derived.set(name, deriveWithCounter(label, index))
  return derived.get(name)
}

export const derivedPoint = (label, index) => derivedPointWithCounter(label, index).point

// Signatures

export const keyPair = (seed) => {
  const pair = sodium.crypto_sign_seed_keypair(seed)
  return { secret: buffer(pair.privateKey), identity: buffer(pair.publicKey) }
}

export const sign = (bytes, secret) => buffer(sodium.crypto_sign_detached(bytes, secret))

export function isSigned(signature, bytes, identity) {
  try {
    return sodium.crypto_sign_verify_detached(signature, bytes, identity)
  } catch {
    return false
  }
}
