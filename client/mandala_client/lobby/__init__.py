"""The lobby: where one begins, and comes back to between games."""
