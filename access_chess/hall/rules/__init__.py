"""What a hall knows without opening anything: who may see what, orders, codes, and the words of the wire."""
