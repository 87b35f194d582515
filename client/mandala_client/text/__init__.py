"""What texts are made of, for every form of the client: languages, names, numbers, words to type, books."""
