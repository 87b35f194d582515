"""A game between two programs, from an open door to its outcome."""
