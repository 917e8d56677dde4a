"""What joins practice to the rooms of the edge; only commands of practice import it."""
