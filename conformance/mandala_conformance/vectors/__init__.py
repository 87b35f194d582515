"""Test vectors: their form, and the check of each against this program."""
