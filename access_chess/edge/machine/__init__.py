"""The machine that the program runs on."""
