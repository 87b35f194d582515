"""Players made of rules of thumb: each sees its own view and nothing more, and answers with a move."""
