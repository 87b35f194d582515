"""The record of a game: its entries, the referee who judges them, and its verification."""
