"""Pure: the protocol of the sensor board."""
