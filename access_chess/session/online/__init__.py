"""A game on a server, followed by a session at this machine: who waits for it, who sends and who listens."""
