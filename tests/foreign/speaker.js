// What a player says when it is due, out of the one secret of the game.
import { sha256 } from './bytes.js'
import { commitmentOf, proveKnowledge, proveShares, proveShuffle } from './deck.js'
import { timesBase } from './group.js'
import {
  choosePlaces, moveMask, openingMask, openingNonce, shareMask, shuffleSecrets, startNonce,
} from './secrets.js'
import { testOpening, testOrder } from './testgames.js'

/** What the opening of this game says; the commitment is to the same (OP1). */
function opening(game) {
  const { seat, secret } = game.own
  const key = game.keys[seat]
  const publicKey = timesBase(key)
  const mask = openingMask(secret, game.gameId)
  const proof = proveKnowledge({ secret: key, publicKey, mask, gameId: game.gameId, seat })
  const nonce = game.isTest ? testOpening(game.terms.game, seat).nonce : openingNonce(secret, game.gameId)
  return { nonce, key: publicKey, ...proof }
}

function shuffle(game, inputs) {
  const { seat, secret } = game.own
  const { order: ownOrder, draw } = shuffleSecrets(secret, game.head, inputs.length)
  const isFixed = game.isTest && game.due.name === 'shuffle'
  const order = isFixed ? testOrder(game.terms.game, seat, game.shuffles[seat], inputs.length) : ownOrder
  return proveShuffle({ context: game.context(seat), jointKey: game.jointKey, inputs, order, draw })
}

async function share(game, cards, numbers, mask) {
  const { seat } = game.own
  const said = await proveShares({
    context: game.context(seat),
    secret: game.keys[seat],
    publicKey: game.opened[seat].key,
    cards: cards.map((card) => card.pair),
    mask,
  })
  return { cards: numbers, ...said }
}

async function move(game, choose) {
  const { seat, secret } = game.own
  const { rules, state } = game
  const hand = game.ownFaces
  const moves = rules.legalMoves(state, seat, hand)
  const text = game.isTest ? moves[0] : choose(moves)
  const read = rules.readMove(text)
  const faces = rules.facesPlayed(read)
  let played = null
  if (faces.length > 0) {
    const equal = hand.flatMap((face, place) => (face === read.face ? [place] : []))
    const places = choosePlaces(secret, game.head, text, equal, faces.length)
    const cards = places.map((place) => game.hands[seat][place])
    played = await share(game, cards, places, moveMask(secret, game.head, text, places))
  }
  const after = structuredClone(state)
  rules.makeMove(after, seat, read)
  return { move: text, played, digest: sha256(Buffer.from(rules.position(after))) }
}

/** The name and body of the entry that is due from us. */
export async function compose(game, { identity, name, terms, choose }) {
  const { seat, secret } = game.own
  const due = game.due.name
  const body = async () => {
    switch (due) {
      case 'propose':
        return { ...terms, live_score: false, identity, name, nonce: startNonce(secret, game.head) }
      case 'accept':
        return { live_score: false, identity, name, nonce: startNonce(secret, game.head) }
      case 'commit': {
        const { nonce, key, ...proof } = opening(game)
        return { commitment: commitmentOf(nonce, key, proof) }
      }
      case 'open':
        return opening(game)
      case 'shuffle':
        return shuffle(game, game.shuffling)
      case 'share': {
        const cards = game.deal.owed[seat]
        const numbers = cards.map((card) => card.number)
        return share(game, cards, numbers, shareMask(secret, game.head))
      }
      case 'mix':
        return shuffle(game, game.hands[seat].map((card) => card.pair))
      case 'move':
        return move(game, choose)
      case 'key':
        return { secret: game.keys[seat] }
      default: {
        const { scores, winner, reason, digest } = game.result
        return { scores, winner, reason, digest }
      }
    }
  }
  return { name: due, body: await body() }
}

/** Three words that both players can compare aloud (OP7). */
export function wordsOf(hash) {
  const bits = [...hash.subarray(0, 5)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const syllable = (place) => {
    const group = parseInt(bits.slice(6 * place, 6 * place + 6), 2)
    return 'bdfghklmnprstvwz'[group >> 2] + 'aeio'[group & 3]
  }
  return [0, 2, 4].map((place) => syllable(place) + syllable(place + 1)).join(' ')
}
