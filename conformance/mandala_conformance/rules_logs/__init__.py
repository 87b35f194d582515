"""Rules logs: games as lines of JSON, by which two engines of the rules are compared. A module for each game."""
