"""The screens, words and books of Patterns."""
