"""Chess engines as programs."""
