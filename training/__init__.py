"""The training of what the bots judge by: ``make train`` and ``make forecasts``. Only its files are shipped."""
