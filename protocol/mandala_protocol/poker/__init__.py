"""The deck nobody can see: group, proofs, shuffle, cards."""
