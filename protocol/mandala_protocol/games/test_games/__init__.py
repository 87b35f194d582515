"""Test games (chapter 19 of the standard): what exists for a tester alone. Nobody plays one who has not asked to."""
