"""Practice without an opponent: a round of drills at a board of its own, which no journal keeps."""
