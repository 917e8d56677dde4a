"""Games that are played over a network: a session with a place for each player, no matter what reads there."""
