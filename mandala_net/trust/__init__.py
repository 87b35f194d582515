"""This player's identity, and the players known."""
