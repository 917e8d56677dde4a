"""Two stations that play one game: the host's door, the guest's line, and what is kept of either."""
