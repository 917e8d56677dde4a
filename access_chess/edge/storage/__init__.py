"""Files of the user and of the program."""
