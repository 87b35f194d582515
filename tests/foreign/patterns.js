// The rules of Patterns (rules-patterns.md; 8.5 to 8.8 of the standard).
import { publicStream } from './bytes.js'
import { FACES } from './deck.js'
import { must } from './errors.js'

export const name = 'patterns'

const NOBODY = '-'
const FRONT = '.'
const MARKED = [21, 22, 29, 30]
const ROWS = [4, 6, 8, 8, 8, 8, 6, 4]
const FIELDS = 52

/** For each field those next to it, horizontally and vertically (P2). */
const NEIGHBOURS = (() => {
  const places = ROWS.flatMap((length, row) =>
    Array.from({ length }, (_, column) => ({ row, column: column + (8 - length) / 2 })),
  )
  const apart = (one, other) => Math.abs(one.row - other.row) + Math.abs(one.column - other.column)
  return places.map((one) => places.flatMap((other, field) => (apart(one, other) === 1 ? [field] : [])))
})()

/** The set-up that follows from the seed (PL12). */
export function begin(first, seed) {
  const stream = publicStream('patterns', seed)
  const aside = stream.shuffled([...FACES])
  const others = stream.shuffled([...FACES].flatMap((letter) => Array(8).fill(letter)))
  const tiles = []
  for (let field = 0; field < FIELDS; field += 1) {
    tiles.push(MARKED.includes(field) ? aside[MARKED.indexOf(field)] : others.shift())
  }
  const start = [...FACES].filter((letter) => aside.indexOf(letter) >= 4)
  const seats = [0, 1].map(() => ({ bowl: NOBODY, groups: [] }))
  return { first, phase: ['start', 1 - first], start, tiles, owners: Array(FIELDS).fill(FRONT), seats }
}

export function position(state) {
  const seat = ({ bowl, groups }) =>
    `${bowl}/${groups.map(({ letter, marker }) => letter + marker).join('') || NOBODY}`
  return [
    name,
    state.first,
    state.phase.join(':'),
    state.start.join(''),
    state.tiles.join(''),
    state.owners.join(''),
    ...state.seats.map(seat),
  ].join(' ')
}

export function expects(state) {
  const [phase, seat] = state.phase
  if (phase === 'start' || phase === 'turn') return { what: 'move', seat }
  return { what: phase === 'reveal' ? 'keys' : 'results' }
}

export function canBeEnded(state) {
  return state.phase[0] === 'start' || state.phase[0] === 'turn'
}

// Moves

const NOTATION = /^(?:(S)([roygpk])|([OFX])([0-9]|[1-4][0-9]|5[01]))$/

export function readMove(text) {
  const parts = NOTATION.exec(text)
  if (!parts) return null
  const [, start, letter, kind, field] = parts
  return start ? { kind: 'S', letter } : { kind, field: Number(field) }
}

export const facesPlayed = () => []

const hasGroup = (state, seat, letter) => state.seats[seat].groups.some((group) => group.letter === letter)

const touches = (state, field, seat, letter) =>
  NEIGHBOURS[field].some((other) => state.owners[other] === seat && state.tiles[other] === letter)

/** The rule that forbids to flip a tile, or null (F1, F2). */
function againstFlip(state, seat, field) {
  const letter = state.tiles[field]
  if (state.owners[field] !== FRONT) return 'N1'
  if (!touches(state, field, seat, letter)) return 'F1'
  if (touches(state, field, 1 - seat, letter)) return 'F2'
  return null
}

/** The rule that forbids a move, or null. */
function against(state, seat, move) {
  const [phase] = state.phase
  if (move.kind === 'S') {
    if (phase !== 'start') return 'A1'
    return state.start.includes(move.letter) ? null : 'T2'
  }
  if (phase !== 'turn') return 'T2'
  if (move.kind === 'F') return againstFlip(state, seat, move.field)
  const letter = state.seats[seat].bowl
  const isOpen = hasGroup(state, seat, letter)
  if (state.owners[move.field] !== FRONT) return 'N1'
  if (move.kind === 'O') {
    if (isOpen) return 'O0'
    return touches(state, move.field, 1 - seat, letter) ? 'O5' : null
  }
  if (!isOpen || !touches(state, move.field, seat, letter)) return 'X1'
  if (touches(state, move.field, 1 - seat, letter)) return 'X2'
  return state.tiles[move.field] === letter ? 'X3' : null
}

export function checkMove(state, seat, move) {
  const rule = against(state, seat, move)
  must(rule === null, 'illegal-move', 'PL3', `${rule} forbids this move`)
}

/** All legal moves, in canonical notation, sorted as texts. */
export function legalMoves(state, seat) {
  const texts = [...FACES].map((letter) => `S${letter}`)
  for (const kind of ['O', 'F', 'X']) {
    for (let field = 0; field < FIELDS; field += 1) texts.push(kind + field)
  }
  return texts.filter((text) => against(state, seat, readMove(text)) === null).sort()
}

// What happens (PL15)

export function makeMove(state, seat, move) {
  const own = state.seats[seat]
  if (move.kind === 'S') {
    own.bowl = move.letter
    state.seats[1 - seat].bowl = state.start.find((letter) => letter !== move.letter)
    state.phase = ['turn', 1 - seat]
    return
  }
  state.owners[move.field] = seat
  if (move.kind !== 'F') {
    const taken = state.tiles[move.field]
    if (move.kind === 'O') own.groups.push({ letter: own.bowl, marker: move.field })
    state.tiles[move.field] = own.bowl
    own.bowl = taken
  }
  const next = 1 - seat
  state.phase = ['turn', next]
  if (legalMoves(state, next).length > 0) return
  const flips = []
  for (;;) {
    const field = state.owners.findIndex((_, place) => againstFlip(state, seat, place) === null)
    if (field < 0) break
    state.owners[field] = seat
    flips.push(field)
  }
  state.phase = ['reveal', next, 'stuck', NOBODY, flips.join(',') || NOBODY]
}

export function endEarly(state, reason, resigned) {
  state.phase = ['reveal', state.phase[1], reason, resigned ?? NOBODY, NOBODY]
}

export function reveal(state) {
  state.phase[0] = 'over'
}

export function result(state) {
  const [, , reason, resigned] = state.phase
  const scores = state.seats.map(({ groups }, seat) =>
    groups.reduce((points, { letter }, place) => {
      const size = state.tiles.filter((tile, field) => tile === letter && state.owners[field] === seat).length
      return points + (place + 1) * (size - 1)
    }, 0),
  )
  let winner = null
  if (resigned !== NOBODY) winner = 1 - resigned
  else if (scores[0] !== scores[1]) winner = scores[0] > scores[1] ? 0 : 1
  return { scores, winner, reason }
}
