"""Two stations that play one game."""
