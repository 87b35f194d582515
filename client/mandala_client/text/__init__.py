"""The parts of texts, for every form of the client: languages, names, numbers, typed words, books."""
