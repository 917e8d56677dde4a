"""Pure: scoresheets, from a game or from text, in every form a hand or an ear can hold, read back and compared."""
