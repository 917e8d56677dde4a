"""Nothing in the tests opens a real sound device or a window."""

import os

os.environ["LC_ALL"] = "C.UTF-8"  # else the language of the machine would be spoken
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from hypothesis import HealthCheck, settings

# No test asserts on time: not by a deadline, and not by how fast examples are made on a busy machine.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
