"""Speech and sounds, aloud or into a file."""
