// The connection: preamble, handshake, encrypted frames (chapter 2).
import { EMPTY, concat, short } from './bytes.js'
import { Fault, must } from './errors.js'
import { isSigned, sign } from './group.js'
import { Handshake, KeyPair } from './noise.js'

const NAME = Buffer.from('MANDALA')
const PREAMBLE = concat(NAME, Buffer.from([1]))
const IDENTITY_TAG = Buffer.from('mandala-lan/1/noise-identity')
const FRAME_SIZES = [32, 192, 160]
const HANDSHAKE_TIME = 10_000
const LARGEST_CONTENT = 65535 - 16

export class Link {
  /**
   * Take a socket that is connected. `expected` is the identity to be reached, if it is known (LK20).
   * `onReady` is called after the handshake, `onContent` for each frame; `fixed` has the keys of a test vector.
   */
  constructor(socket, { initiator, keys, expected = null, fixed = {}, onReady, onContent, onFault, onEnd }) {
    this.socket = socket
    this.initiator = initiator
    this.keys = keys
    this.expected = expected
    this.fixed = fixed
    this.handlers = { onReady, onContent, onFault, onEnd }
    this.waiting = EMPTY
    this.step = 'preamble'
    this.frame = 0
    this.theirs = null // the identity that the handshake has proven
    this.ended = false
    this.lastBytes = null // when bytes last came
    this.discarding = false
    const late = new Fault('timeout', 'LK7', 'the handshake has lasted too long')
    this.timer = setTimeout(() => this.fail(late), HANDSHAKE_TIME)
    socket.setNoDelay(true)
    socket.on('data', (bytes) => this.receive(bytes))
    socket.on('error', () => this.end())
    socket.on('end', () => this.end())
    socket.on('close', () => this.end())
    socket.write(PREAMBLE)
  }

  receive(bytes) {
    if (this.discarding || this.ended) return
    this.lastBytes = performance.now()
    this.waiting = concat(this.waiting, bytes)
    try {
      while (!this.discarding && this.advance());
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault
      this.fail(fault)
    }
  }

  /** Take the next piece, if it is whole. */
  advance() {
    if (this.step === 'preamble') return this.readPreamble()
    if (this.waiting.length < 2) return false
    const length = this.waiting.readUInt16BE()
    if (this.step === 'handshake') {
      const size = FRAME_SIZES[this.frame]
      must(length <= size, 'oversized', 'LK3', 'a frame of the handshake is too long')
      must(length === size, 'handshake', 'LK3', 'a frame of the handshake is too short')
    } else {
      must(length >= 17, 'malformed', 'LK8', 'a frame without content')
    }
    if (this.waiting.length < 2 + length) return false
    const frame = this.waiting.subarray(2, 2 + length)
    this.waiting = this.waiting.subarray(2 + length)
    if (this.step === 'handshake') this.readHandshake(frame)
    else this.readFrame(frame)
    return true
  }

  readPreamble() {
    const name = this.waiting.subarray(0, NAME.length)
    must(NAME.subarray(0, name.length).equals(name), 'handshake', 'LK1', 'not the preamble')
    if (this.waiting.length < PREAMBLE.length) return false
    must(this.waiting[NAME.length] === PREAMBLE[NAME.length], 'version', 'LK2', 'another version')
    this.waiting = this.waiting.subarray(PREAMBLE.length)
    this.step = 'handshake'
    const { statics = new KeyPair(), ephemeral = new KeyPair() } = this.fixed
    const prologue = concat(Buffer.from('mandala-lan/1'), PREAMBLE, PREAMBLE)
    this.statics = statics
    this.handshake = new Handshake(this.initiator, prologue, statics, ephemeral)
    if (this.initiator) this.writeHandshake(EMPTY)
    return true
  }

  get payload() {
    const { identity, secret } = this.keys
    return concat(identity, sign(concat(IDENTITY_TAG, this.statics.public), secret))
  }

  writeHandshake(payload) {
    const frame = this.handshake.write(payload)
    this.frame += 1
    this.socket.write(concat(short(frame.length), frame))
  }

  readHandshake(frame) {
    const payload = this.handshake.read(frame)
    this.frame += 1
    if (payload.length > 0) this.checkIdentity(payload)
    if (this.discarding) return
    if (this.frame < 3) this.writeHandshake(this.payload)
    if (this.frame < 3) return
    const { sending, receiving } = this.handshake.split()
    this.sending = sending
    this.receiving = receiving
    this.step = 'open'
    clearTimeout(this.timer)
    this.handlers.onReady(this)
  }

  checkIdentity(payload) {
    const identity = payload.subarray(0, 32)
    const isRight = isSigned(payload.subarray(32), concat(IDENTITY_TAG, this.handshake.theirs.s), identity)
    must(isRight, 'wrong-identity', 'LK5', 'the key of the connection is not signed')
    this.theirs = identity
    if (this.expected && !this.expected.equals(identity)) {
      this.close() // LK20: nobody has broken anything
      this.handlers.onEnd()
    }
  }

  readFrame(frame) {
    const content = this.receiving.decrypt(frame)
    must(content !== null, 'malformed', 'LK8', 'a frame cannot be decrypted')
    this.handlers.onContent(content)
  }

  send(bytes) {
    if (this.discarding || this.step !== 'open') return
    for (let place = 0; place < bytes.length; place += LARGEST_CONTENT) {
      const frame = this.sending.encrypt(bytes.subarray(place, place + LARGEST_CONTENT))
      this.socket.write(concat(short(frame.length), frame))
    }
  }

  /** A fault of the link itself: it is closed, and nothing can be said about it. */
  fail(fault) {
    this.handlers.onFault(fault)
    this.close()
  }

  /** End our direction, discard what still comes for a second, then close (CV14). */
  close() {
    if (this.discarding) return
    this.discarding = true
    clearTimeout(this.timer)
    this.socket.end()
    setTimeout(() => this.socket.destroy(), 1000)
  }

  /** Nothing more will come. */
  end() {
    if (this.ended) return
    this.ended = true
    clearTimeout(this.timer)
    if (this.discarding) {
      this.socket.destroy()
    } else if (this.step !== 'open' && this.lastBytes !== null) {
      this.fail(new Fault('handshake', 'LK6', 'the stream ends within the handshake'))
    } else {
      this.handlers.onEnd()
    }
  }
}
