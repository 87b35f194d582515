"""A game that is over looked at again, move by move: what each brought, what it gave away, and what was better."""
