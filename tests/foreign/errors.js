// What the other peer can do wrong, by code (chapter 12).

export const CODES = {
  version: 1,
  malformed: 2,
  oversized: 3,
  'unknown-message': 4,
  'out-of-turn': 5,
  'not-agreed': 6,
  flood: 7,
  'broken-chain': 16,
  'bad-signature': 17,
  'wrong-identity': 18,
  fork: 19,
  'other-past': 20,
  'bad-point': 32,
  'bad-scalar': 33,
  'failed-proof': 34,
  'wrong-card': 35,
  'false-face': 36,
  'bad-commitment': 37,
  'wrong-key': 38,
  'illegal-move': 48,
  'state-mismatch': 49,
  'wrong-result': 50,
  handshake: 64,
  timeout: 65,
}

/** A requirement that the other peer has broken. */
export class Fault extends Error {
  constructor(code, requirement, detail) {
    super(`${code} ${requirement}: ${detail}`)
    this.code = code
    this.requirement = requirement
    this.detail = detail
  }
}

/** Fail with a code and requirement, unless the condition holds. */
export function must(condition, code, requirement, detail) {
  if (!condition) throw new Fault(code, requirement, detail)
}
