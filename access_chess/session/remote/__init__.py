"""One game at two machines: where it is decided, where it is followed, and what the two say beside it."""
