"""The terminal, rows, colours, keys and mouse; nothing here knows a game."""
