"""The games as people meet them: one folder for each, and the catalogue of all."""
