"""The games of a player on disk."""
