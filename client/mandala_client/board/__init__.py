"""The table as it lies and what has happened at it, for whoever plays and for whoever looks on."""
