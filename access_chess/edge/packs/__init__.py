"""Voice packs read from `voices/`."""
