"""The wire to Lichess, or to a server that speaks as it does: calls, streams, logging in, the token."""
