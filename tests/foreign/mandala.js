// The rules of Mandala, as far as both players know the cards (rules-mandala.md; 8.2 to 8.4 of the standard).
import { FACES } from './deck.js'
import { must } from './errors.js'

export const name = 'mandala'

const NOBODY = '-'
const empty = () => [0, 0, 0, 0, 0, 0]
const size = (pile) => pile.reduce((all, count) => all + count, 0)
const written = (pile) => [...FACES].map((letter, face) => (pile[face] ? letter + pile[face] : '')).join('') || NOBODY
const pour = (from, into) => {
  for (let face = 0; face < 6; face += 1) {
    into[face] += from[face]
    from[face] = 0
  }
}

/** Counts of faces, of a list of faces. */
function pileOf(faces) {
  const pile = empty()
  for (const face of faces) pile[face] += 1
  return pile
}

const newSeat = () => ({ river: [], claimed: empty(), starting: 0, hand: 0 })

/** The state before the first shuffle. A phase is a list, as it is written in the position line. */
export function begin(first) {
  return {
    first,
    phase: ['shuffle'],
    pile: 0,
    discarded: empty(),
    mandalas: [0, 1].map(() => ({ mountain: empty(), fields: [empty(), empty()] })),
    seats: [newSeat(), newSeat()],
    ranOut: false,
    discards: 0,
    afterDraw: null, // the mandala to look at after the draw of an A move
  }
}

export function position(state) {
  const mandala = ({ mountain, fields }) => [mountain, ...fields].map(written).join('/')
  const seat = ({ river, claimed, starting, hand }) =>
    [river.map((face) => FACES[face]).join('') || NOBODY, written(claimed), starting, hand].join('/')
  return [
    name,
    state.first,
    state.phase.join(':'),
    state.pile,
    written(state.discarded),
    ...state.mandalas.map(mandala),
    ...state.seats.map(seat),
    state.ranOut ? 'deck' : NOBODY,
    state.discards,
  ].join(' ')
}

/** What must happen next (PL10). */
export function expects(state) {
  const [phase, seat, mandala, last] = state.phase
  switch (phase) {
    case 'shuffle':
      return { what: 'shuffle', counts: [18, 18, 18, 18, 18, 18] }
    case 'deal':
      return { what: 'deal', draws: firstDeal(state.first) }
    case 'turn':
      return { what: 'move', seat }
    case 'claim':
      return { what: 'move', seat: last }
    case 'draw':
    case 'refill': {
      if (state.pile === 0) return { what: 'shuffle', counts: [...state.discarded] }
      const draw = phase === 'draw' ? { to: 'hand', seat } : { to: 'mountain', mandala }
      return { what: 'deal', draws: Array(Math.min(last, state.pile)).fill(draw) }
    }
    case 'reveal':
      return { what: 'keys' }
    default:
      return { what: 'results' }
  }
}

function firstDeal(first) {
  const draws = [0, 0, 1, 1].map((mandala) => ({ to: 'mountain', mandala }))
  for (const seat of [first, 1 - first]) {
    draws.push(...Array(6).fill({ to: 'hand', seat }), ...Array(2).fill({ to: 'cup', seat }))
  }
  return draws
}

export function canBeEnded(state) {
  return state.phase[0] !== 'reveal' && state.phase[0] !== 'over'
}

// Moves

const NOTATION = /^(?:A([01])([roygpk])|B([01])([roygpk])([1-8])|C([roygpk])([1-8])|K([roygpk]))$/

/** A move out of its notation, or null (PL1). */
export function readMove(text) {
  const parts = NOTATION.exec(text)
  if (!parts) return null
  const [, a0, a1, b0, b1, b2, c0, c1, k0] = parts
  if (a0) return { kind: 'A', mandala: Number(a0), face: FACES.indexOf(a1), count: 1 }
  if (b0) return { kind: 'B', mandala: Number(b0), face: FACES.indexOf(b1), count: Number(b2) }
  if (c0) return { kind: 'C', face: FACES.indexOf(c0), count: Number(c1) }
  return { kind: 'K', face: FACES.indexOf(k0), count: 0 }
}

export const facesPlayed = (move) => Array(move.count).fill(move.face)

const illegal = (condition, rule, detail) => must(!condition, 'illegal-move', 'PL3', `${rule}: ${detail}`)

/** Check a move by all that is public (PL3). */
export function checkMove(state, seat, move) {
  const phase = state.phase[0]
  if (move.kind === 'K') {
    illegal(phase !== 'claim', 'C5', 'nothing is to be claimed')
    const { mountain } = state.mandalas[state.phase[2]]
    illegal(mountain[move.face] === 0, 'K3', 'this colour is not in the mountain')
    return
  }
  illegal(phase !== 'turn', 'K3', 'a colour is to be claimed')
  const { hand } = state.seats[seat]
  illegal(move.count > hand, 'C1', 'more cards than the hand has')
  if (move.kind === 'C') return
  const { mountain, fields } = state.mandalas[move.mandala]
  if (move.kind === 'A') {
    illegal(fields[0][move.face] > 0 || fields[1][move.face] > 0, 'G2', 'the colour is in a field')
    illegal(hand === 1 && state.pile === 0 && size(state.discarded) === 0, 'A6', 'the hand would be empty')
  } else {
    illegal(mountain[move.face] > 0 || fields[1 - seat][move.face] > 0, 'G3', 'the colour is elsewhere')
    illegal(move.count >= hand, 'B2', 'one card must stay in the hand')
  }
}

/** All legal moves of a hand (a list of faces), in canonical notation, sorted as texts. */
export function legalMoves(state, seat, hand) {
  const held = pileOf(hand)
  const texts = []
  if (state.phase[0] === 'claim') {
    texts.push(...[...FACES].map((letter) => `K${letter}`))
  } else {
    for (let face = 0; face < 6; face += 1) {
      const letter = FACES[face]
      for (let count = 1; count <= held[face]; count += 1) {
        for (const mandala of [0, 1]) {
          if (count === 1) texts.push(`A${mandala}${letter}`)
          texts.push(`B${mandala}${letter}${count}`)
        }
        texts.push(`C${letter}${count}`)
      }
    }
  }
  const isLegal = (text) => {
    try {
      checkMove(state, seat, readMove(text))
      return true
    } catch {
      return false
    }
  }
  return texts.filter(isLegal).sort()
}

// What happens (PL11). Each of these changes a state that its caller has copied.

export function makeMove(state, seat, move) {
  if (move.kind === 'K') return claim(state, seat, move)
  const own = state.seats[seat]
  own.hand -= move.count
  if (move.kind === 'C') {
    state.discarded[move.face] += move.count
    state.discards += 1
    state.afterDraw = null
    state.phase = ['draw', seat, NOBODY, move.count]
    return supply(state)
  }
  state.discards = 0
  const mandala = state.mandalas[move.mandala]
  if (move.kind === 'A') {
    mandala.mountain[move.face] += 1
    state.afterDraw = move.mandala
    state.phase = ['draw', seat, move.mandala, Math.min(3, 8 - own.hand)]
    return supply(state)
  }
  mandala.fields[seat][move.face] += move.count
  return completion(state, seat, move.mandala)
}

export function afterShuffle(state) {
  if (state.phase[0] === 'shuffle') {
    state.pile = 108
    state.phase = ['deal']
    return
  }
  state.pile = size(state.discarded)
  state.discarded = empty()
  supply(state)
}

/** After a deal: `faces` are those of the draws to a mountain, in order. */
export function afterDeal(state, draws, faces) {
  const onTable = [...faces]
  for (const draw of draws) {
    state.pile -= 1
    if (draw.to === 'hand') state.seats[draw.seat].hand += 1
    else if (draw.to === 'cup') state.seats[draw.seat].starting += 1
    else state.mandalas[draw.mandala].mountain[onTable.shift()] += 1
  }
  if (state.phase[0] === 'deal') {
    state.phase = ['turn', state.first]
    return
  }
  if (state.pile === 0) state.ranOut = true
  state.phase[3] -= draws.length
  supply(state)
}

/** Point 7: whether more is to be dealt or shuffled. */
function supply(state) {
  const [phase, seat, , count] = state.phase
  if (state.pile > 0 ? count > 0 : size(state.discarded) > 0) return
  if (phase === 'draw' && state.afterDraw !== null) completion(state, seat, state.afterDraw)
  else endOfTurn(state, seat)
}

/** Point 5. */
function completion(state, seat, place) {
  const { mountain, fields } = state.mandalas[place]
  const hasAll = mountain.every((count, face) => count + fields[0][face] + fields[1][face] > 0)
  if (!hasAll) return endOfTurn(state, seat)
  const [mine, theirs] = [size(fields[seat]), size(fields[1 - seat])]
  if (mine + theirs > 0) {
    state.phase = ['claim', seat, place, mine > theirs ? seat : 1 - seat]
    return
  }
  pour(mountain, state.discarded)
  destruction(state, seat, place, seat)
}

/** Point 6; `last` made the last move. */
function destruction(state, seat, place, last) {
  for (const field of state.mandalas[place].fields) pour(field, state.discarded)
  if (state.ranOut) {
    state.phase = ['reveal', last, 'deck', NOBODY]
  } else if (state.seats.some(({ river }) => river.length === 6)) {
    state.phase = ['reveal', last, 'river', NOBODY]
  } else {
    state.phase = ['refill', seat, place, 2]
    supply(state)
  }
}

/** Point 8. */
function endOfTurn(state, seat) {
  const taken = (face) =>
    state.seats.reduce((all, { river, claimed }) => all + claimed[face] + (river.includes(face) ? 1 : 0), 0)
  if (state.discards === 40) {
    state.phase = ['reveal', seat, 'stalemate', NOBODY]
  } else if (state.ranOut && [0, 1, 2, 3, 4, 5].some((face) => taken(face) === 18)) {
    state.phase = ['reveal', seat, 'colour', NOBODY]
  } else {
    state.phase = ['turn', 1 - seat]
  }
}

/** Point 9. */
function claim(state, chooser, { face }) {
  const [, seat, place] = state.phase
  const { mountain, fields } = state.mandalas[place]
  const count = mountain[face]
  mountain[face] = 0
  const own = state.seats[chooser]
  if (size(fields[chooser]) === 0) {
    state.discarded[face] += count
  } else if (own.river.includes(face)) {
    own.claimed[face] += count
  } else {
    own.river.push(face)
    own.claimed[face] += count - 1
  }
  if (size(mountain) > 0) state.phase = ['claim', seat, place, 1 - chooser]
  else destruction(state, seat, place, chooser)
}

/** The players have ended the game. */
export function endEarly(state, reason, resigned) {
  const [phase, seat, , chooser] = state.phase
  const byPhase = { shuffle: state.first, deal: state.first, claim: chooser }
  state.phase = ['reveal', byPhase[phase] ?? seat, reason, resigned ?? NOBODY]
}

/** All cards are open: the piles are lists of faces, of hands and of starting cup cards by seat. */
export function reveal(state, hands, cups) {
  const [, seat, reason, resigned] = state.phase
  const piles = [0, 1].flatMap((one) => [written(pileOf(hands[one])), written(pileOf(cups[one]))])
  state.phase = ['over', seat, reason, resigned, ...piles]
  const all = [0, 1].map((one) => {
    const cup = pileOf(cups[one])
    pour([...state.seats[one].claimed], cup)
    return cup
  })
  state.scores = all.map((cup, one) => {
    const { river } = state.seats[one]
    return river.reduce((points, face, slot) => points + (slot + 1) * cup[face], 0)
  })
  state.cupSizes = all.map(size)
}

/** Scores, winner and reason of a game that is over (EN11). */
export function result(state) {
  const [, , reason, resigned] = state.phase
  const { scores, cupSizes } = state
  let winner = null
  if (resigned !== NOBODY) winner = 1 - resigned
  else if (scores[0] !== scores[1]) winner = scores[0] > scores[1] ? 0 : 1
  else if (cupSizes[0] !== cupSizes[1]) winner = cupSizes[0] < cupSizes[1] ? 0 : 1
  return { scores, winner, reason }
}
