"""Lines and keys of a terminal."""
