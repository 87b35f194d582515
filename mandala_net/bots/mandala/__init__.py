"""Bots that play Mandala."""
