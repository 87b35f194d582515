// How much a peer may send (3.14).
import { must } from './errors.js'

const FRAME = 18
const MESSAGE = 250
const LATE = 30 // seconds of which everything may come at once
const STRANGERS = { once: 4000, second: 250 }
const PLAYERS = { once: 64000, second: 2000 }

/** What the other peer has sent on a connection, weighed (MS19). */
export class Scale {
  /** @param now the time in milliseconds, from any start */
  constructor(now = () => performance.now()) {
    this.now = now
    this.allow(STRANGERS)
    this.pings = 0 // of ours, without an answer yet
    this.arePlayers = false
  }

  allow({ once, second }) {
    this.most = once + second * LATE
    this.second = second
    this.left = this.most
    this.when = this.now()
  }

  /** The two are players from now on, and everything is counted afresh. */
  becomePlayers() {
    if (this.arePlayers) return
    this.arePlayers = true
    this.allow(PLAYERS)
  }

  take(weight) {
    const now = this.now()
    this.left = Math.min(this.most, this.left + (this.second * (now - this.when)) / 1000)
    this.when = now
    this.left -= weight
    must(this.left >= 0, 'flood', 'MS19', 'too much was sent')
  }

  frame() {
    this.take(FRAME)
  }

  message(name, length) {
    if (name === 'entry') return
    if (name === 'pong' && this.pings > 0) {
      this.pings -= 1
      return
    }
    this.take(length + MESSAGE)
  }
}
