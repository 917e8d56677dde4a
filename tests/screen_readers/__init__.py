"""The program with a real screen reader and a real braille driver, without a screen, a sound card or a display."""
