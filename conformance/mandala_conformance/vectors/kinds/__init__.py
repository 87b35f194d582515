"""The kinds of test vectors: how this program computes each, and the cases that are made of it."""
