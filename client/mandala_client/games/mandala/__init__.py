"""Mandala as people meet it: its board, sentences, previews, scores and books."""
