"""Sensor boards: serial, emulated, in process."""
