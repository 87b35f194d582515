"""The games of before: found, listed, counted, and what they can prove."""
