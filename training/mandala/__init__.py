"""The training for Mandala."""
