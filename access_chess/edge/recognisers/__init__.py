"""From recordings to what was understood."""
