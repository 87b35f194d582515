// Where secrets and moves come from: the system, or for tests a seed.
import { randomBytes, randomInt } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Stream, number } from './bytes.js'

const FROM_SYSTEM = { bytes: randomBytes, below: randomInt }

/** Chance for a program with this home; with a seed it is another one after each game that was begun. */
export function chanceOf(seed, home) {
  if (seed === undefined) return FROM_SYSTEM
  const folder = path.join(home, 'games')
  const begun = fs.existsSync(folder) ? fs.readdirSync(folder).length : 0
  return new Stream('test', Buffer.from(seed), number(begun))
}
