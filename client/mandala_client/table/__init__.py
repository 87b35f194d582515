"""A game at the table: what is known of it, and what changes that; a screen and text mode are two views of it."""
