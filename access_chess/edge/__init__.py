"""The only package that opens a port, a file, a sound device or looks at a clock."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame greets on standard output, which is read aloud
