"""The rules and the player aid of Patterns in every language."""
