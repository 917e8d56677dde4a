"""Tests that must not share a process with others, because they share a library's global state."""

import subprocess
import sys
from pathlib import Path


def run_cases(name: str) -> None:
    """Run a file of tests beside this one in a process of its own; its output is the failure's message."""
    cases = Path(__file__).with_name(name)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(cases)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=cases.parents[2], check=False)
    assert run.returncode == 0, run.stdout + run.stderr
