"""The training for Patterns."""
