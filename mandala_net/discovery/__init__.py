"""Finding games on the local network."""
