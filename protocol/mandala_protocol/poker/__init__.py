"""The deck no one can see: group, proofs, shuffle, cards."""
