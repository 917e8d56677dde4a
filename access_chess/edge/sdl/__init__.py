"""SDL, the library behind pygame: what sound, microphone and window need of it alike."""
