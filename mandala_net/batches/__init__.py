"""Many games between bots: on all cores, with what they prove."""
