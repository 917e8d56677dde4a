"""The whole gate in one command: `python -m tests` runs ruff, mypy and pytest, and fails if one of them does."""

import os
import subprocess
import sys

GATE = (
    ["ruff", "check", "."],
    ["ruff", "format", "--check", "."],
    ["mypy"],
    ["pytest", "-n", "3", "--dist", "worksteal"],
    ["pytest", "--doctest-modules", "access_chess"],
)


def main() -> int:
    """Run each part of the gate with this interpreter; the exit status is 1 when one fails."""
    # what is compiled is kept, whatever the machine wants: some hundred programs are begun, and each would do it again
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    failed = [
        command for command in GATE if subprocess.run([sys.executable, "-m", *command], env=environment).returncode
    ]
    for command in failed:
        print(f"FAILED: {' '.join(command)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
