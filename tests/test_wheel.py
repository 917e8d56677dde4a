"""What a user installs: the wheel, in a clean environment, with its data; wheel and sdist, as a newcomer does."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import types
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from access_chess.edge.storage.places import HOME_VARIABLE
from tests.support.once_a_run import made_once
from tests.support.programs_of_others import REQUIRED, leave_out
from tests.support.terminal_player import Player

ROOT = Path(__file__).parents[1]


README = (ROOT / "README.md").read_text(encoding="utf-8")
#: What installs it, typed in the folder of the program, as the README has it. Where neither is here, pip does, into an
#: environment of its own.
INSTALLERS = {"pipx": "pipx install . && pipx ensurepath", "uv": "uv tool install . && uv tool update-shell"}
LIBRARIES = os.pathsep.join(path for path in sys.path if path.endswith("site-packages"))
PLAY = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/access-chess play"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sdist, and with the wheel that was made of it: once for all processes of this run."""

    def build(folder: Path) -> None:
        command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
        subprocess.run(command, check=True, capture_output=True)

    return made_once(tmp_path_factory, "built", build)


@pytest.fixture(scope="module")
def played(built: Path, tmp_path_factory: pytest.TempPathFactory) -> "tuple[Path, subprocess.CompletedProcess[str]]":
    """The line of the README that installs and plays, as it stands, in a shell of its own; with a move and the end.

    The folder of the program, and what the line came to.

    The libraries are those of this environment, so that nothing has to be fetched; the tests that fetch them too
    are below.
    """
    home = tmp_path_factory.mktemp("line")
    own = {"PYTHONPATH": LIBRARIES, "PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    folder = unpacked(built, home)
    return folder, subprocess.run(
        ["sh", "-c", PLAY], input="e4\nquit\n", capture_output=True, text=True, cwd=folder,
        env={**of_a_newcomer(home), **own, HOME_VARIABLE: str(home / "games"), "LANG": "en_US.UTF-8"},
    )  # fmt: skip


@pytest.fixture(scope="module")
def installed(played: "tuple[Path, subprocess.CompletedProcess[str]]") -> Path:
    """The `access-chess` of the environment that the line has made."""
    return played[0] / ".venv" / "bin" / "access-chess"


def test_the_line_that_installs_and_plays_does_so(played: "tuple[Path, subprocess.CompletedProcess[str]]") -> None:
    _, done = played
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pawn Eva two Eva four" in done.stdout


def run(program: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """The program with this environment's libraries, away from the checkout.

    An editable install of ours among them is not seen: its `.pth` file does not count on PYTHONPATH.
    """
    environment = {**os.environ, "PYTHONPATH": LIBRARIES}
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


@pytest.fixture(scope="module")
def _packages_come(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Without a network nothing can be installed as a user does."""
    fetch = [sys.executable, "-m", "pip", "download", "--retries", "0", "--no-deps", "--dest"]
    done = subprocess.run([*fetch, str(tmp_path_factory.mktemp("fetched")), "hatchling"], capture_output=True)
    if done.returncode:
        leave_out("no package can be fetched here: connect this machine", REQUIRED)


@pytest.fixture
def short_home() -> Iterator[Path]:
    """A home as people have them: espeak-ng takes no data from a path of more than 160 signs."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.mark.parametrize("installer", INSTALLERS)
@pytest.mark.usefixtures("_packages_come")
def test_a_newcomer_installs_it_into_an_empty_home_and_plays(installer: str, built: Path, short_home: Path) -> None:
    """With all that it needs, away from the checkout; then by its name, at a terminal."""
    environment = of_a_newcomer(short_home)
    for command in installing(installer, unpacked(built, short_home), short_home):
        answered(command, environment, short_home)
    program = str(short_home / ".local" / "bin" / "access-chess")
    assert answered([program, "--version"], environment, short_home).startswith("access-chess 0.")
    assert "English" in answered([program, "voices", "list"], environment, short_home)
    answered([program, "say", "e4", "--wav", "spoken.wav"], environment, short_home)
    assert (short_home / "spoken.wav").stat().st_size > 10_000, "the voice that came along says nothing"
    player = Player.of([program, "play", "--no-sound"], environment, short_home)
    try:
        player.wait_for("White to move")
        for move, said in (("e4", "pawn Eva two Eva four"), ("d3", "pawn David two David three")):
            player.type(move)
            player.wait_for(rf"{said}\n[a-z]+[^\n]+\n")  # and the answer to it
        player.type("quit")
        assert player.leave() == 0
    finally:
        player.go_home()
    assert re.search(r"1\. e4 \S+ 2\. d3 \S+ \*", answered([program, "export", "1"], environment, short_home))


def answered(command: list[str], environment: dict[str, str], folder: Path) -> str:
    """What a command that succeeds writes."""
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def unpacked(built: Path, folder: Path) -> Path:
    """The folder of the program, as somebody has it who got its source."""
    (package,) = built.glob("*.tar.gz")
    subprocess.run([sys.executable, "-m", "tarfile", "-e", package, folder], check=True)
    return folder / package.name.removesuffix(".tar.gz")


def installing(installer: str, program: Path, home: Path) -> list[list[str]]:
    """The commands that install the program in this folder, with what was locked."""
    locked = str(ROOT / ".ci" / "constraints.txt")
    where = shutil.which(installer, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if where is None:
        own = home / ".local"
        pip = [str(own / "bin" / "python"), "-m", "pip", "install", "-c", locked, str(program)]
        return [[sys.executable, "-m", "venv", str(own)], pip]
    variables = (
        f"PATH={Path(where).parent}:{os.environ['PATH']}", "SHELL=/bin/bash", f"UV_PYTHON={sys.executable}",
        f"PIPX_DEFAULT_PYTHON={sys.executable}", f"UV_CONSTRAINT={locked}", f"PIP_CONSTRAINT={locked}",
    )  # fmt: skip
    return [["env", "-C", str(program), *variables, "sh", "-c", INSTALLERS[installer]]]


def of_a_newcomer(home: Path) -> dict[str, str]:
    """The variables of somebody who has never had the program; where packages come from is the machine's."""
    ours = {HOME_VARIABLE, "PYTHONPATH", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE"}
    kept = {name: value for name, value in os.environ.items() if name not in ours and not name.startswith("XDG_")}
    return {**kept, "HOME": str(home)}


class Collected(list[Any]):
    """What PyInstaller would be told, in place of PyInstaller, which takes a minute."""

    def __call__(self, *given: object, **named: object) -> "Collected":
        self.append((given, named))
        return self

    def __getattr__(self, name: str) -> list[Any]:
        return []


def test_the_one_folder_program_has_all_data_of_the_wheel(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hooks: Any = types.ModuleType("PyInstaller.utils.hooks")
    hooks.collect_data_files = hooks.collect_dynamic_libs = hooks.copy_metadata = lambda *given, **named: []
    hooks.collect_submodules = lambda name: [f"{name}.all"]
    for name in ("PyInstaller", "PyInstaller.utils"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, "PyInstaller.utils.hooks", hooks)
    monkeypatch.setattr(shutil, "which", lambda program: None)
    analysis, program = Collected(), Collected()
    names = {"Analysis": analysis, "EXE": program, "PYZ": Collected(), "COLLECT": Collected()}
    spec = (ROOT / ".ci" / "pyinstaller.spec").read_text(encoding="utf-8")
    exec(compile(spec, "spec", "exec"), {**names, "SPECPATH": str(ROOT / ".ci"), "DISTPATH": "/nowhere"})  # as it does

    told = analysis[0][1]
    there = {f"{folder}/{file}" for source, folder in told["datas"] for file in files_of(Path(source))}
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        needed = {name for name in packed.namelist() if not name.endswith(".py") and ".dist-info/" not in name}
    assert len(needed) > 100
    assert needed - there == set()
    assert "access_chess.all" in told["hiddenimports"]  # commands are imported by their names
    own = "import sys; sys.frozen, sys.executable = True, '/a/access-chess'; "
    own += "from access_chess.edge.sound.synthesiser import ENGINE_COMMAND; print(*ENGINE_COMMAND)"
    started = subprocess.run([sys.executable, "-c", own], capture_output=True, text=True, check=True).stdout.strip()
    assert [f"/a/{named['name']}" for _, named in program] == ["/a/access-chess", started]


def files_of(place: Path) -> list[Path]:
    """A file's name, or the names of all files in a folder."""
    return [Path(place.name)] if place.is_file() else [f.relative_to(place) for f in place.rglob("*") if f.is_file()]


def test_the_readme_has_the_lines_that_are_run() -> None:
    """Those for the tests are `.ci/run` itself; what brings pipx is for root, or for another system than this."""
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    install = ".venv/bin/pip install -c .ci/constraints.txt -e '.[test]'"
    test = f"python3 -m venv .venv && {install} && .venv/bin/python -m tests"
    on_windows = INSTALLERS["pipx"].replace("pipx install", "py -m pipx install").replace("&& pipx", "&& py -m pipx")
    brings_pipx = ["sudo apt install pipx", "brew install pipx", "py -m pip install --user pipx"]
    told = re.findall(r"`([^`\n]+ install [^`\n]+)`|^    (\S.*)$", README, re.MULTILINE)
    lines = [PLAY, *brings_pipx, *INSTALLERS.values(), on_windows, test]
    assert {line for each in told for line in each if line} == set(lines)
    assert test in gate


def test_the_program_is_free() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "GPL-3.0-or-later"
    assert "GNU GENERAL PUBLIC LICENSE" in (ROOT / "LICENSE").read_text(encoding="utf-8")
