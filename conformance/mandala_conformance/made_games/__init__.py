"""Games that are made up for tests of other programs, right and wrong, and their description entry by entry."""
