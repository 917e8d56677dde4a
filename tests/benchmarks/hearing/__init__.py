"""Figures of hearing on a corpus of synthetic voices: `python -m tests.benchmarks.hearing`."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program itself has it
