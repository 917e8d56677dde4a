"""Audio chess for blind and visually impaired players, built on the FIDE Laws of Chess."""
