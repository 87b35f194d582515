"""The text mode: plain sentences and typed lines, for screen readers, scripts and pipes."""
