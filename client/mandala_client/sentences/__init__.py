"""Sentences about games, the same for every game, for every form of the client."""
