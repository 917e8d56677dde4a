"""Pure: the tactile clock of the board."""
