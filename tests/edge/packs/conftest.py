"""Packs that a test may change."""

import shutil
from pathlib import Path

import pytest

from access_chess.edge.storage.places import data_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with three packs: English, German, and FIDE's words, which are German with other names."""
    for pack in ("en", "de", "fide"):
        shutil.copytree(data_folder("voices") / pack, tmp_path / pack)
    return tmp_path


def edit(file: Path, old: str, new: str) -> None:
    """Put other words where these stand first."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
