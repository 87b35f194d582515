// What is kept on disk: the identity, known players, and of each game its secret and record (TR11, RS8, LK11).
import fs from 'node:fs'
import path from 'node:path'
import { concat, hex, number, unhex } from './bytes.js'
import { Game } from './game.js'
import { keyPair } from './group.js'
import { readPayload } from './messages.js'
import { recordOf } from './record.js'

/** Write a file so that it is whole on the disk, or not there at all. */
function writeWhole(file, content) {
  const beside = `${file}.new`
  const handle = fs.openSync(beside, 'w', 0o600)
  fs.writeSync(handle, content)
  fs.fsyncSync(handle)
  fs.closeSync(handle)
  fs.renameSync(beside, file)
}

function readOr(file, otherwise) {
  return fs.existsSync(file) ? fs.readFileSync(file) : otherwise
}

export class Store {
  constructor(folder, chance) {
    this.folder = folder
    this.chance = chance
    this.games = new Map() // those in memory, by proposal
    fs.mkdirSync(path.join(folder, 'games'), { recursive: true, mode: 0o700 })
    fs.mkdirSync(path.join(folder, 'records'), { recursive: true, mode: 0o700 })
    this.keys = keyPair(this.identitySeed())
    this.players = JSON.parse(readOr(path.join(folder, 'players.json'), '{}'))
  }

  identitySeed() {
    const file = path.join(this.folder, 'identity')
    if (!fs.existsSync(file)) writeWhole(file, this.chance.bytes(32))
    return fs.readFileSync(file)
  }

  // Players

  /**
   * Know a player by name before there is a game; false: there must be none (LK11). Whom we join is confirmed. A host
   * asks nobody: its guests are unconfirmed, and give way to another identity, but not while a game with them is open.
   */
  async meets({ name, identity }, isJoined) {
    const known = this.players[name]
    const isSame = known?.identity === hex(identity)
    if (known && !isSame) {
      if (known.confirmed) return false
      const isPlaying = (await this.openGames()).some((game) => game.theirs === known.identity)
      if (!isJoined && isPlaying) return false
    }
    const confirmed = isJoined || (isSame && known.confirmed)
    if (isSame && known.confirmed === confirmed) return true
    this.players[name] = { identity: hex(identity), confirmed }
    writeWhole(path.join(this.folder, 'players.json'), JSON.stringify(this.players))
    return true
  }

  // Games

  place(game, file) {
    return path.join(this.folder, 'games', hex(game.proposal), file)
  }

  /** Keep a new game, with its secret, before anything of it is said. */
  keep(game, address) {
    fs.mkdirSync(this.place(game, ''), { recursive: true, mode: 0o700 })
    const { seat, secret } = game.own
    writeWhole(this.place(game, 'game.json'), JSON.stringify({ seat, secret: hex(secret), address }))
    this.games.set(hex(game.proposal), game)
    game.address = address
    game.refused = null
    for (const entry of game.entries) this.append(game, entry)
  }

  append(game, { payload, signature }) {
    const handle = fs.openSync(this.place(game, 'entries'), 'a', 0o600)
    fs.writeSync(handle, concat(number(payload.length), payload, signature))
    fs.fsyncSync(handle)
    fs.closeSync(handle)
    const last = game.entries.at(-1)?.name
    if (last === 'key' && game.keys.every((key) => key !== null)) this.forgetSecret(game)
    if (game.isOver) writeWhole(this.recordFile(game), recordOf(game))
  }

  recordFile(game) {
    return path.join(this.folder, 'records', `${hex(game.proposal).slice(0, 16)}.mandala`)
  }

  /** Both keys are open: the secret has no use any more. */
  forgetSecret(game) {
    const { seat } = game.own
    writeWhole(this.place(game, 'game.json'), JSON.stringify({ seat, secret: null, address: game.address }))
  }

  /** Keep an entry that was refused, with its reason (TR12), or forget it. */
  refuse(game, refused) {
    game.refused = refused
    const file = this.place(game, 'refused.json')
    if (refused === null) {
      fs.rmSync(file, { force: true })
      return
    }
    const { entry, code, requirement } = refused
    const [payload, signature] = [hex(entry.payload), hex(entry.signature)]
    writeWhole(file, JSON.stringify({ payload, signature, code, requirement }))
  }

  /** The game of a proposal, as far as it is on disk, or null. */
  async find(proposal) {
    const id = hex(proposal)
    if (!this.games.has(id)) {
      if (!fs.existsSync(path.join(this.folder, 'games', id, 'game.json'))) return null
      this.games.set(id, await this.load(id))
    }
    return this.games.get(id)
  }

  async load(id) {
    const folder = path.join(this.folder, 'games', id)
    const { seat, secret, address } = JSON.parse(fs.readFileSync(path.join(folder, 'game.json')))
    const file = path.join(folder, 'entries')
    const entries = wholeEntries(readOr(file, Buffer.alloc(0)))
    fs.truncateSync(file, entries.reduce((size, { payload }) => size + 4 + payload.length + 64, 0))
    const game = new Game({ seat, secret: secret && unhex(secret) }, openedKeys(entries))
    for (const entry of entries) await game.take(entry)
    game.address = address
    game.refused = null
    const refused = readOr(path.join(folder, 'refused.json'), null)
    if (refused) {
      const { payload, signature, code, requirement } = JSON.parse(refused)
      game.refused = { entry: { payload: unhex(payload), signature: unhex(signature) }, code, requirement }
    }
    return game
  }

  /** Games that can be resumed: the proposal and the identity of the other player, newest first. */
  async openGames() {
    const folder = path.join(this.folder, 'games')
    const ids = fs.readdirSync(folder).filter((id) => !fs.existsSync(this.recordFileOf(id)))
    const found = []
    for (const id of ids) {
      const game = await this.find(unhex(id))
      if (!game || game.isOver || game.refused || game.length < 2) continue
      const theirs = game.identities[1 - game.own.seat]
      const { mtimeMs } = fs.statSync(path.join(folder, id, 'entries'))
      found.push({ game, theirs: hex(theirs), when: mtimeMs })
    }
    return found.sort((one, other) => other.when - one.when)
  }

  recordFileOf(id) {
    return path.join(this.folder, 'records', `${id.slice(0, 16)}.mandala`)
  }
}

/** The whole entries of a file; one that was cut by a crash was never sent. */
function wholeEntries(bytes) {
  const entries = []
  let place = 0
  while (place + 4 <= bytes.length) {
    const size = bytes.readUInt32BE(place)
    const end = place + 4 + size + 64
    if (end > bytes.length) break
    entries.push({ payload: bytes.subarray(place + 4, end - 64), signature: bytes.subarray(end - 64, end) })
    place = end
  }
  return entries
}

/** The keys that a record opens at its end, by seat. */
export function openedKeys(entries) {
  const keys = [null, null]
  const said = entries.map(({ payload }) => readPayload(payload)).filter(({ name }) => name === 'key')
  said.forEach(({ body }, seat) => {
    keys[seat] = body.secret
  })
  return keys
}
