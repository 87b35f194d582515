"""Everything two peers must agree on: rules, deck, messages, record. No I/O, no clock, no thread, no randomness."""
