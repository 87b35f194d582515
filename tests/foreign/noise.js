// Noise_XX_25519_ChaChaPoly_BLAKE2s (revision 34), by node:crypto.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  randomBytes,
} from 'node:crypto'
import { EMPTY, concat } from './bytes.js'
import { must } from './errors.js'

const NAME = Buffer.from('Noise_XX_25519_ChaChaPoly_BLAKE2s')
const TAG = 16
const PRIVATE = Buffer.from('302e020100300506032b656e04220420', 'hex') // the head of a PKCS #8 key
const PUBLIC = Buffer.from('302a300506032b656e032100', 'hex') // the head of an X25519 public key

export class KeyPair {
  constructor(secret = randomBytes(32)) {
    this.key = createPrivateKey({ key: concat(PRIVATE, secret), format: 'der', type: 'pkcs8' })
    this.public = createPublicKey(this.key).export({ format: 'der', type: 'spki' }).subarray(-32)
  }

  /** The shared secret with a public key; one that is all zero is refused (LK4). */
  with(publicKey) {
    let shared = Buffer.alloc(32)
    try {
      const key = createPublicKey({ key: concat(PUBLIC, publicKey), format: 'der', type: 'spki' })
      shared = diffieHellman({ privateKey: this.key, publicKey: key })
    } catch {
      // OpenSSL refuses such a secret itself
    }
    must(!shared.equals(Buffer.alloc(32)), 'handshake', 'LK4', 'a shared secret is zero')
    return shared
  }
}

/** A key with its counter: one direction of the encryption. */
class Cipher {
  constructor(key) {
    this.key = key
    this.count = 0n
  }

  nonce() {
    const nonce = Buffer.alloc(12)
    nonce.writeBigUInt64LE(this.count, 4)
    this.count += 1n
    return nonce
  }

  encrypt(plain, associated = EMPTY) {
    const cipher = createCipheriv('chacha20-poly1305', this.key, this.nonce(), { authTagLength: TAG })
    cipher.setAAD(associated, { plaintextLength: plain.length })
    return concat(cipher.update(plain), cipher.final(), cipher.getAuthTag())
  }

  /** The plain bytes, or null if they are not authentic. */
  decrypt(bytes, associated = EMPTY) {
    if (bytes.length < TAG) return null
    const content = bytes.subarray(0, -TAG)
    const cipher = createDecipheriv('chacha20-poly1305', this.key, this.nonce(), { authTagLength: TAG })
    cipher.setAuthTag(bytes.subarray(-TAG))
    cipher.setAAD(associated, { plaintextLength: content.length })
    try {
      return concat(cipher.update(content), cipher.final())
    } catch {
      return null
    }
  }
}

const hash = (...parts) => createHash('blake2s256').update(concat(...parts)).digest()
const mac = (key, ...parts) => createHmac('blake2s256', key).update(concat(...parts)).digest()

function twoKeys(chaining, input) {
  const early = mac(chaining, input)
  const first = mac(early, Buffer.from([1]))
  return [first, mac(early, first, Buffer.from([2]))]
}

const PATTERN = [['e'], ['e', 'ee', 's', 'es'], ['s', 'se']]

/** One side of the handshake. */
export class Handshake {
  constructor(initiator, prologue, statics = new KeyPair(), ephemeral = new KeyPair()) {
    this.initiator = initiator
    this.own = { s: statics, e: ephemeral }
    this.theirs = {}
    this.chaining = NAME.length <= 32 ? concat(NAME, Buffer.alloc(32 - NAME.length)) : hash(NAME)
    this.hash = hash(this.chaining, prologue)
    this.cipher = null
    this.step = 0
  }

  absorb(bytes) {
    this.hash = hash(this.hash, bytes)
  }

  seal(plain) {
    const bytes = this.cipher ? this.cipher.encrypt(plain, this.hash) : plain
    this.absorb(bytes)
    return bytes
  }

  unseal(bytes) {
    const plain = this.cipher ? this.cipher.decrypt(bytes, this.hash) : bytes
    must(plain !== null, 'handshake', 'LK4', 'a tag of the handshake is invalid')
    this.absorb(bytes)
    return plain
  }

  /** Mix in the secret of two keys; the first letter is the initiator's, the second the responder's. */
  agree(token) {
    const [mine, their] = this.initiator ? [token[0], token[1]] : [token[1], token[0]]
    const shared = this.own[mine].with(this.theirs[their])
    const [chaining, key] = twoKeys(this.chaining, shared)
    this.chaining = chaining
    this.cipher = new Cipher(key)
  }

  write(payload) {
    const parts = []
    for (const token of PATTERN[this.step]) {
      if (token === 'e') {
        this.absorb(this.own.e.public)
        parts.push(this.own.e.public)
      } else if (token === 's') {
        parts.push(this.seal(this.own.s.public))
      } else {
        this.agree(token)
      }
    }
    this.step += 1
    parts.push(this.seal(payload))
    return concat(...parts)
  }

  read(message) {
    let place = 0
    const take = (size) => {
      const part = message.subarray(place, place + size)
      place += size
      return Buffer.from(part)
    }
    for (const token of PATTERN[this.step]) {
      if (token === 'e') {
        this.theirs.e = take(32)
        this.absorb(this.theirs.e)
      } else if (token === 's') {
        this.theirs.s = this.unseal(take(32 + (this.cipher ? TAG : 0)))
      } else {
        this.agree(token)
      }
    }
    this.step += 1
    return this.unseal(message.subarray(place))
  }

  /** The ciphers of both directions, once the three messages are through. */
  split() {
    const [first, second] = twoKeys(this.chaining, EMPTY)
    const [toResponder, toInitiator] = [new Cipher(first), new Cipher(second)]
    return this.initiator
      ? { sending: toResponder, receiving: toInitiator }
      : { sending: toInitiator, receiving: toResponder }
  }
}
