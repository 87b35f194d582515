"""Who a player is, and who the other player is."""
