"""Contents for several forms, described once as blocks and rendered for screens, sentences and programs."""
