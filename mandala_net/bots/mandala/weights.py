"""The weights of the greedy bot for Mandala: every number it judges by, all in points."""

from __future__ import annotations

from attrs import frozen


@frozen
class Weights:
    """Found by seeded batches of games against the random bot and against other weights; details matter little."""

    new_slot: float = 3.0
    """A colour new to the river opens the next, higher slot, and its later cards will all count."""

    denial: float = 0.8
    """The part of a colour's worth for the other player that is a gain for the one who takes it away."""

    certainty: tuple[float, ...] = (1.0, 0.8, 0.6, 0.4, 0.3, 0.2, 0.0)
    """The part of an open mandala's promise that counts already, by the number of missing colours."""

    first_choice: float = 0.2
    """The gain of each further card in the own field for the chance of choosing first, which is a half at a tie."""

    surest: float = 0.9
    """The most certainty of the first choice that a lead in a field gives: the other player can still answer."""

    foothold: float = 2.0
    """A field that is not empty: without one, everything chosen goes to the discard pile (K6)."""

    card_in_hand: float = 0.7
    """A card more in hand is a choice more in every turn to come."""

    stuck_card: float = 0.3
    """The loss of a hand card that fits nowhere: its colour lies in the other player's field of both mandalas."""

    end: float = 30.0
    """Ending the game surely ahead is worth more than any claim, and ending it behind costs as much."""

    likely_end: float = 15.0
    """The worth of an end that the starting cards in the other player's cup could still turn, but are not expected to.
    """

    hidden_cup: float = 5.0
    """The points expected of those cards: to end the game with less of a lead is to end it behind."""

    waiting: float = 0.1
    """The price of the next discard for each in an unbroken row: someone must move on, or it is a stalemate (D11)."""
