"""Bots that play Patterns."""
