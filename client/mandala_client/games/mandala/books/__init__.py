"""The rules of Mandala and the player aid as texts, one file for each language."""
