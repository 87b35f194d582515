"""The linear form: plain sentences and typed lines, for screen readers, scripts and pipes."""
