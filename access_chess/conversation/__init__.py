"""Pure: what is answered, asked back, confirmed."""
