"""The full screens: table, lobby, replay and books."""
