"""The Laws of Chess as a pure core: commands in, events out, no clock and no device."""
