"""Texts of every form of the client: languages, sentences, numbers, words to type."""
