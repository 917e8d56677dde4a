"""What a user installs: the wheel, in a clean environment, with its data."""

import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `access-chess` of a clean environment into which nothing but our wheel was installed.

    The libraries are those of this environment, so that nothing has to be fetched; `doctor` of the installed program
    and `.ci/run`, which installs everything by name, see to the rest.
    """
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    return folder / "venv" / "bin" / "access-chess"


def run(program: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """The program with this environment's libraries, away from the checkout.

    An editable install of ours among them is not seen: its `.pth` file does not count on PYTHONPATH.
    """
    libraries = os.pathsep.join(path for path in sys.path if path.endswith("site-packages"))
    environment = {**os.environ, "PYTHONPATH": libraries}
    return subprocess.run(
        [program, *arguments], capture_output=True, text=True, env=environment, cwd=program.parent, check=False
    )


def test_it_announces(installed: Path) -> None:
    done = run(installed, "say", "--form", "fide", "e4", "e5", "Nf3")
    assert done.stdout.splitlines() == [
        "Bauer Eva zwei Eva vier",
        "Bauer Eva sieben Eva fuenf",
        "Springer Gustav eins Felix drei",
    ]
    assert done.returncode == 0, done.stderr


def test_it_plays_its_sample_from_the_wheel(installed: Path) -> None:
    done = run(installed, "demo", "--no-sound", "--fast", "--voices", "en")
    assert done.stdout.startswith("White: Paul Morphy. ")
    assert done.returncode == 0, done.stderr


def test_it_runs_from_the_wheel_and_not_from_the_checkout(installed: Path) -> None:
    done = run(installed.parent / "python", "-c", "import access_chess; print(access_chess.__file__)")
    assert str(installed.parent.parent) in done.stdout


def test_the_readme_has_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    play = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/access-chess play"
    install = ".venv/bin/pip install -c .ci/constraints.txt -e '.[test]'"
    test = f"python3 -m venv .venv && {install} && .venv/bin/python -m tests"
    assert play in readme
    assert test in readme
    assert test in gate


def test_the_program_is_free() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "GPL-3.0-or-later"
    assert "GNU GENERAL PUBLIC LICENSE" in (ROOT / "LICENSE").read_text(encoding="utf-8")
