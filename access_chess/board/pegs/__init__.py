"""Pure: what hands do on a pegged board."""
