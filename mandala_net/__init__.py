"""The trio side: secure link, discovery, hosting and joining, players."""
