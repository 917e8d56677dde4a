"""Pure: what is said of a position to a player who practises. The tournament profile never imports this."""
