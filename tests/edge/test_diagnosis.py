"""The line that is proposed where something is missing works where this program is installed."""

import json
import sys
from importlib.metadata import PathDistribution
from pathlib import Path

import pytest

from access_chess.edge.diagnosis import installing

FOLDER = {"url": "file:///home/anna/access%20chess", "dir_info": {}}
OF_PIPX, OF_UV, OF_VENV = "pipx_metadata.json", "uv-receipt.toml", "pyvenv.cfg"


@pytest.mark.parametrize(
    ("mark", "source", "platform", "line"),
    [
        (OF_PIPX, FOLDER, "linux", "pipx runpip access-chess install '/home/anna/access chess[hall]'"),
        (OF_PIPX, FOLDER, "win32", 'py -m pipx runpip access-chess install "/home/anna/access chess[hall]"'),
        (OF_UV, FOLDER, "linux", "uv pip install --python {prefix} '/home/anna/access chess[hall]'"),
        (OF_VENV, FOLDER, "linux", "{python} -m pip install '/home/anna/access chess[hall]'"),
        (
            OF_VENV,
            {**FOLDER, "dir_info": {"editable": True}},
            "linux",
            "{python} -m pip install -e '/home/anna/access chess[hall]'",
        ),
        (
            OF_PIPX,
            {"url": "file:///tmp/access_chess-0.1-py3-none-any.whl", "archive_info": {}},
            "linux",
            "pipx runpip access-chess install '/tmp/access_chess-0.1-py3-none-any.whl[hall]'",
        ),
        (
            OF_PIPX,
            {"url": "https://example.org/chess.git", "vcs_info": {"vcs": "git"}},
            "linux",
            "pipx runpip access-chess install 'access-chess[hall] @ git+https://example.org/chess.git'",
        ),
        (OF_VENV, None, "linux", "{python} -m pip install '.[hall]'"),
    ],
)
def test_an_extra_is_installed_from_where_the_program_came(
    mark: str, source: object, platform: str, line: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / mark).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/usr/bin/python")
    monkeypatch.setattr(sys, "platform", platform)
    told = None if source is None else json.dumps(source)
    monkeypatch.setattr(PathDistribution, "read_text", lambda distribution, name: told)
    assert installing(extra="hall") == line.format(prefix=tmp_path, python="/usr/bin/python")


def test_another_package_comes_to_the_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    (tmp_path / OF_PIPX).touch()
    assert installing("vosk") == "pipx runpip access-chess install vosk"
    assert installing("pocketsphinx", anew=True) == "pipx runpip access-chess install --force-reinstall pocketsphinx"
