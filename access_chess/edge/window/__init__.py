"""The board on a screen."""
