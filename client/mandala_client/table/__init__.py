"""The table on the screen: what is known (model), how keys change it, how it looks."""
