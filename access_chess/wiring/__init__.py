"""Plain functions that make a table of its parts; this room knows both the edge and the play."""
