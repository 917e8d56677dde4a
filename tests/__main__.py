"""The whole gate in one command: `python -m tests` runs ruff, mypy and pytest, and fails if one of them does."""

import os
import shutil
import subprocess
import sys
import tempfile

READERS = "tests/screen_readers"
GATE = (
    ["ruff", "check", "."],
    ["ruff", "format", "--check", "."],
    ["mypy"],
    ["pytest", "-n", "4", "--dist", "worksteal", f"--ignore={READERS}"],
    ["pytest", "--doctest-modules", "access_chess"],
)
#: Beside all that, before it where both want the processor: a screen reader that has to wait drops what it should say.
#: And the tests are read once, while mypy is at work, so that three processes need not compile all of them.
BESIDE = (["pytest", READERS], ["pytest", "--collect-only", "--quiet", "--quiet", f"--ignore={READERS}"])
LATER = ["nice", "-n", "5"] if shutil.which("nice") else []


def main() -> int:
    """Run each part of the gate with this interpreter; the exit status is 1 when one fails."""
    # what is compiled is kept, whatever the machine wants: some hundred programs are begun, and each would do it again
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the program: the processes are many already
    python = [sys.executable, "-m"]
    with tempfile.TemporaryFile("w+") as told:
        beside = [
            subprocess.Popen([*python, *each], env=environment, stdout=told, stderr=subprocess.STDOUT)
            for each in BESIDE
        ]
        failed = [each for each in GATE if subprocess.run([*LATER, *python, *each], env=environment).returncode]
        failed += [each for each, process in zip(BESIDE, beside, strict=True) if process.wait()]
        told.seek(0)
        print(told.read(), flush=True)
    for command in failed:
        print(f"FAILED: {' '.join(command)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
