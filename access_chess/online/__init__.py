"""Games on a server elsewhere: what it says, as values, and what is asked of it. Opens nothing."""
