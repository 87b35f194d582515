"""Looking at a game again, step by step: from its record to frames, on the screen, as sentences, as JSON."""
