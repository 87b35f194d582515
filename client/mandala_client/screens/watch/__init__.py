"""A game that is being played, on a second screen."""
