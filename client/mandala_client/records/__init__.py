"""Games that were played: finding, replaying, reviewing, listing and counting them."""
