"""Pure: a speaker's transform of the acoustic model."""
