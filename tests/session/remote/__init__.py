"""A game at two machines."""
