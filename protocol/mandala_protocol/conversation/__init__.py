"""One peer of the conversation: a session, its events and commands, without I/O."""
