"""A whole game played by the program itself."""
