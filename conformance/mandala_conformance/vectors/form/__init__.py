"""The form of test vectors: their fields, and the interface of a kind."""
