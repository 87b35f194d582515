"""One encrypted connection to one proven identity."""
