"""Pure: how the acoustic model and the network of phones are fitted to a speaker."""
