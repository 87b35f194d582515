// Two entries for one place, and entries that keep their place (TR8, TR12, EN18).
import { must } from './errors.js'
import { isSigned } from './group.js'
import { readPayload } from './messages.js'
import { peekPlace } from './packing.js'
import { entryHash } from './record.js'

/** Fail if an entry contradicts one that the record has, by the key of one player. */
export function checkFork(game, entry) {
  const place = peekPlace(entry.payload)
  if (place === null || place.number === 0 || place.number >= game.length) return
  const held = game.entries[place.number]
  if (!place.previous.equals(game.headAt(place.number))) return
  if (held.payload.equals(entry.payload) && held.signature.equals(entry.signature)) return
  const identity = game.identities[held.seat]
  const isFork = isSigned(entry.signature, entryHash(entry.payload), identity)
  must(!isFork, 'fork', 'TR8', `another entry ${place.number} is known`)
  checkCutShort(game, entry, place)
}

/** Fail if this calls the game abandoned before an entry that the same player has signed (EN18). */
function checkCutShort(game, entry, place) {
  let read
  try {
    read = readPayload(entry.payload)
  } catch {
    return
  }
  if (read.name !== 'end' || read.body.reason !== 'abandoned') return
  const signers = game.seatsThatSigned(entry).map((seat) => game.identities[seat])
  const later = game.entries.slice(place.number)
  const isCut = later.some(({ seat }) => signers.some((identity) => identity.equals(game.identities[seat])))
  must(!isCut, 'fork', 'EN18', 'the same player has signed a later entry')
}

/** Whether an entry takes its place although it is refused (TR12); `signers` are those who may say it. */
export function keepsPlace(game, entry, signers) {
  const place = peekPlace(entry.payload)
  if (place === null || place.number < 2 || place.number !== game.length) return false
  if (!place.previous.equals(game.head)) return false
  return game.seatsThatSigned(entry).some((seat) => signers.includes(seat))
}
