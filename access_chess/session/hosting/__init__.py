"""Games that are played over a network: a session with a place for each player, whoever reads there."""
