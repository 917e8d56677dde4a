"""Pure: scenarios of the Laws that an arbiter can read, and their runner."""
