"""All that belongs to one player: folders, name, identity, games."""
