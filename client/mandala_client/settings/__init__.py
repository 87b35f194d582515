"""What a player has chosen: settings, their file, and options of the command line."""
