"""The kinds of test vectors, and how this program computes each."""
