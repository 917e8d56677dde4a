"""Pure: what is said of an event."""
