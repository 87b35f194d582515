"""Playing a game: opening, joining, resuming, practising, and what comes after."""
