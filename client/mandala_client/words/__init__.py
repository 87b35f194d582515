"""What is said to a person: sentences about moves, results, refusals and what a move would bring."""
