"""The shared deterministic rules engines, and what a game is."""
