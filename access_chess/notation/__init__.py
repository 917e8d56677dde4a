"""Moves as people write and say them: letters by language, short, long, Russian and spoken forms."""
