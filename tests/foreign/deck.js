// Cards, shuffles and shares with their proofs (chapters 6 and 7). Points and scalars are 32 bytes, a card is [a, b].
import { concat, cut, number, taggedHash } from './bytes.js'
import { must } from './errors.js'
import {
  IDENTITY, ONE, add, challenge, challenge128, checkPoint, checkScalar, derivedPoint, drawScalar, plus, product,
  subtract, sum, times, timesBase, ZERO,
} from './group.js'
import { breathe } from './pace.js'

export const FACES = 'roygpk'

/** The points of the faces, of which a card is opened to one (7.2). */
const facePoint = (face) => derivedPoint('face', face)

export function faceOfPoint(point) {
  for (let face = 0; face < FACES.length; face += 1) {
    if (facePoint(face).equals(point)) return face
  }
  return null
}

const fixedGenerator = () => derivedPoint('generator', 0)
const generators = (size) => Array.from({ length: size }, (_, place) => derivedPoint('generator', place + 1))
const base = timesBase(ONE)

export const joinCards = (cards) => concat(...cards.flat())
export const cutCards = (row) => cut(row, 64).map((card) => [card.subarray(0, 32), card.subarray(32)])

/** As many cards of each face as are asked for, under no randomness (DK8). */
export function freshDeck(counts, jointKey) {
  return counts.flatMap((count, face) => {
    const card = [base, add(facePoint(face), jointKey)]
    return Array.from({ length: count }, () => card)
  })
}

// The proof of knowledge (OP1, OP3)

export function proveKnowledge({ secret, publicKey, mask, gameId, seat }) {
  const c = challenge('knowledge', gameId, number(seat), publicKey, timesBase(mask))
  return { challenge: c, response: plus(mask, product(c, secret)) }
}

export function checkKnowledge({ publicKey, gameId, seat, proof }) {
  checkScalar(proof.challenge, 'the challenge')
  checkScalar(proof.response, 'the response')
  const mask = subtract(timesBase(proof.response), times(proof.challenge, publicKey))
  const c = challenge('knowledge', gameId, number(seat), publicKey, mask)
  must(c.equals(proof.challenge), 'failed-proof', 'OP3', 'the secret of the key is not known')
}

export const commitmentOf = (nonce, key, proof) =>
  taggedHash('key-commitment', nonce, key, proof.challenge, proof.response)

// Shares (DK10, DK5)

function shareTerms(context, publicKey, cards, shares, tag) {
  const statement = taggedHash(
    tag, context.head, number(context.seat), publicKey, joinCards(cards), concat(...shares),
  )
  const weights = cards.map((_, k) => (k === 0 ? ONE : challenge128('shares-weight', statement, number(k))))
  return { statement, weights }
}

export async function proveShares({ context, secret, publicKey, cards, mask, tag = 'shares-statement' }) {
  const shares = []
  for (const [a] of cards) {
    shares.push(times(secret, a))
    await breathe()
  }
  const { statement, weights } = shareTerms(context, publicKey, cards, shares, tag)
  const onBase = timesBase(mask)
  const onCards = sum(cards.map(([a], k) => times(product(mask, weights[k]), a)))
  const c = challenge('shares', statement, onBase, onCards)
  return { shares: concat(...shares), challenge: c, response: plus(mask, product(c, secret)) }
}

/** Check shares of these cards; return the points. */
export async function checkShares({ context, publicKey, cards, said, tag = 'shares-statement' }) {
  must(said.shares.length === 32 * cards.length, 'malformed', 'DK3', 'not one share for each card')
  const shares = cut(said.shares, 32)
  for (const share of shares) {
    checkPoint(share, 'a share')
    await breathe()
  }
  checkScalar(said.challenge, 'the challenge')
  checkScalar(said.response, 'the response')
  const { statement, weights } = shareTerms(context, publicKey, cards, shares, tag)
  const onBase = subtract(timesBase(said.response), times(said.challenge, publicKey))
  let onCards = IDENTITY
  for (let k = 0; k < cards.length; k += 1) {
    onCards = add(onCards, times(product(said.response, weights[k]), cards[k][0]))
    onCards = subtract(onCards, times(product(said.challenge, weights[k]), shares[k]))
    await breathe()
  }
  const c = challenge('shares', statement, onBase, onCards)
  must(c.equals(said.challenge), 'failed-proof', 'DK5', 'the proof of the shares does not hold')
  return shares
}

// Shuffles (DK9, DK4)

function shuffleStatement({ context, jointKey, inputs }, outputs, fixed, bases) {
  return taggedHash(
    'shuffle-statement', context.head, number(context.seat), jointKey, number(inputs.length),
    concat(fixed, ...bases), joinCards(inputs), joinCards(outputs),
  )
}

function shuffleWeights(statement, commitments) {
  const seed = taggedHash('shuffle-weights', statement, concat(...commitments))
  return commitments.map((_, j) => challenge128('shuffle-weight', seed, number(j)))
}

function shuffleChallenge(statement, commitments, chain, masked) {
  const { t1, t2, t3, ta, tb, links } = masked
  return challenge(
    'shuffle', statement, concat(...commitments), concat(...chain), concat(t1, t2, t3, ta, tb), concat(...links),
  )
}

/** Shuffle the inputs by a permutation (output i is input order[i]), and prove it. `draw` gives fresh scalars. */
export async function proveShuffle({ context, jointKey, inputs, order, draw }) {
  const size = inputs.length
  const drawAll = () => Array.from({ length: size }, draw)
  const fixed = fixedGenerator()
  const bases = generators(size)
  const randomness = drawAll() // r_j, by input
  const blinds = drawAll() // t_j, by input

  const outputs = []
  const commitments = Array(size)
  for (let i = 0; i < size; i += 1) {
    const j = order[i]
    const [a, b] = inputs[j]
    outputs.push([add(a, timesBase(randomness[j])), add(b, times(randomness[j], jointKey))])
    commitments[j] = add(timesBase(blinds[j]), bases[i])
    await breathe()
  }

  const statement = shuffleStatement({ context, jointKey, inputs }, outputs, fixed, bases)
  const weights = shuffleWeights(statement, commitments)
  const ordered = order.map((j) => weights[j])

  const links = drawAll() // t̂_i
  const chain = []
  for (let i = 0; i < size; i += 1) {
    chain.push(add(timesBase(links[i]), times(ordered[i], i === 0 ? fixed : chain[i - 1])))
    await breathe()
  }

  const [w1, w2, w3, wr] = [draw(), draw(), draw(), draw()]
  const linkMasks = drawAll()
  const orderMasks = drawAll()
  const masked = { t1: timesBase(w1), t2: timesBase(w2), t3: timesBase(w3), links: [] }
  masked.ta = subtract(IDENTITY, timesBase(wr))
  masked.tb = subtract(IDENTITY, times(wr, jointKey))
  for (let i = 0; i < size; i += 1) {
    masked.t3 = add(masked.t3, times(orderMasks[i], bases[i]))
    masked.ta = add(masked.ta, times(orderMasks[i], outputs[i][0]))
    masked.tb = add(masked.tb, times(orderMasks[i], outputs[i][1]))
    masked.links.push(add(timesBase(linkMasks[i]), times(orderMasks[i], i === 0 ? fixed : chain[i - 1])))
    await breathe()
  }
  const c = shuffleChallenge(statement, commitments, chain, masked)

  const total = (terms) => terms.reduce(plus, ZERO)
  const weighted = (terms) => total(terms.map((term, j) => product(weights[j], term)))
  const whole = links.reduce((sofar, link, i) => plus(link, product(ordered[i], sofar)), ZERO)
  const respond = (mask, secret) => plus(mask, product(c, secret))
  return {
    cards: joinCards(outputs),
    commitments: concat(...commitments),
    chain: concat(...chain),
    challenge: c,
    sums: concat(
      respond(w1, total(blinds)),
      respond(w2, whole),
      respond(w3, weighted(blinds)),
      respond(wr, weighted(randomness)),
    ),
    chain_responses: concat(...links.map((link, i) => respond(linkMasks[i], link))),
    order_responses: concat(...ordered.map((weight, i) => respond(orderMasks[i], weight))),
  }
}

/** Check the form of every row and item (DK3, DK1, DK2). */
async function readShuffle(size, said) {
  must(said.cards.length === 64 * size, 'malformed', 'DK3', `not ${size} cards`)
  const outputs = cutCards(said.cards)
  const rows = {}
  for (const name of ['commitments', 'chain', 'chain_responses', 'order_responses']) {
    must(said[name].length === 32 * size, 'malformed', 'DK3', `${name} has not ${size} items`)
    rows[name] = cut(said[name], 32)
  }
  for (const point of [...outputs.flat(), ...rows.commitments, ...rows.chain]) {
    checkPoint(point, 'a point of a shuffle')
    await breathe()
  }
  const sums = cut(said.sums, 32)
  const scalars = [said.challenge, ...sums, ...rows.chain_responses, ...rows.order_responses]
  for (const scalar of scalars) checkScalar(scalar, 'a scalar of a shuffle')
  return { outputs, sums, ...rows }
}

/** Check a shuffle of these inputs; return the outputs. */
export async function checkShuffle({ context, jointKey, inputs, said }) {
  const size = inputs.length
  const { outputs, commitments, chain, sums, chain_responses: linkResponses, order_responses: orderResponses } =
    await readShuffle(size, said)
  const c = said.challenge
  const [s1, s2, s3, sr] = sums
  const fixed = fixedGenerator()
  const bases = generators(size)
  const statement = shuffleStatement({ context, jointKey, inputs }, outputs, fixed, bases)
  const weights = shuffleWeights(statement, commitments)

  const allWeights = weights.reduce(product, ONE)
  const masked = { links: [] }
  masked.t1 = subtract(timesBase(s1), times(c, subtract(sum(commitments), sum(bases))))
  masked.t2 = subtract(timesBase(s2), times(c, subtract(chain[size - 1], times(allWeights, fixed))))
  masked.t3 = timesBase(s3)
  masked.ta = subtract(IDENTITY, timesBase(sr))
  masked.tb = subtract(IDENTITY, times(sr, jointKey))
  for (let i = 0; i < size; i += 1) {
    const weight = product(c, weights[i])
    const response = orderResponses[i]
    masked.t3 = add(masked.t3, subtract(times(response, bases[i]), times(weight, commitments[i])))
    masked.ta = add(masked.ta, subtract(times(response, outputs[i][0]), times(weight, inputs[i][0])))
    await breathe()
    masked.tb = add(masked.tb, subtract(times(response, outputs[i][1]), times(weight, inputs[i][1])))
    const link = add(timesBase(linkResponses[i]), times(response, i === 0 ? fixed : chain[i - 1]))
    masked.links.push(subtract(link, times(c, chain[i])))
    await breathe()
  }
  const again = shuffleChallenge(statement, commitments, chain, masked)
  must(again.equals(c), 'failed-proof', 'DK4', 'the proof of the shuffle does not hold')
  return outputs
}

/** A secret order and scalars out of a stream that only the speaker knows. */
export function shuffleRandomness(stream, size) {
  const order = stream.shuffled(Array.from({ length: size }, (_, place) => place))
  return { order, draw: () => drawScalar(stream) }
}

