"""The chess clock alone, for a game on any board."""
