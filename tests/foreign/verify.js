// Check a record file on its own (11.1).
import fs from 'node:fs'
import { hex } from './bytes.js'
import { Fault } from './errors.js'
import { Game } from './game.js'
import { readRecord } from './record.js'
import { openedKeys } from './store.js'

/** Keys that open everything, as far as the entries can be read. */
function keysIn(entries) {
  try {
    return openedKeys(entries)
  } catch {
    return [null, null]
  }
}

/** A game with all entries that are right, and why the next one is not, or null (RF3). */
export async function verdictOn(entries) {
  const game = new Game(null, keysIn(entries))
  try {
    for (const entry of entries) await game.take(entry)
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
    return { game, fault }
  }
  return { game, fault: null }
}

export async function verify(file) {
  const entries = readRecord(fs.readFileSync(file))
  process.exitCode = 1
  if (entries === null) {
    console.log('not a record file')
    return
  }
  const { game, fault } = await verdictOn(entries)
  if (fault) {
    console.log(`entry ${game.length}: ${fault.message}`)
    return
  }
  game.names.forEach((name, seat) => name && console.log(`seat ${seat}: ${name} ${hex(game.identities[seat])}`))
  if (game.isTest) console.log(`${game.terms.game} is a test game: nothing in it was secret`)
  if (game.abandoned !== null) console.log(`abandoned by seat ${game.abandoned}`)
  else if (game.isOver) console.log(`complete: ${JSON.stringify(game.rules.result(game.state))}`)
  else console.log(`incomplete: ${game.due.name} was due from seat ${game.due.seat}`)
  if (game.isOver) process.exitCode = 0
}
