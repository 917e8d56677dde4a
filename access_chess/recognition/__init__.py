"""Pure: from samples to scored words."""
