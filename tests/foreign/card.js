// A card: the pair of points, what is known of its shares, and its face once that is known (7.3).
export class Card {
  constructor(number, [a, b]) {
    this.number = number
    this.a = a
    this.b = b
    this.shares = [null, null]
    this.face = null
  }

  get pair() {
    return [this.a, this.b]
  }
}
