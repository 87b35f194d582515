"""The player's choices: settings, their file, and options of the command line."""
