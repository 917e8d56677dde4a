"""Figures of hearing on a corpus of synthetic voices: `python -m tests.benchmarks.hearing`."""
