"""Which languages may be spoken: those whose figures allow it."""

from pathlib import Path

import pytest

from access_chess.edge.packs import lexicons
from access_chess.edge.packs.lexicons import is_heard_well, language_names, load_language


@pytest.mark.parametrize(("share", "is_well"), [("0.84", False), ("0.85", True)])
def test_a_language_is_heard_from_85_percent_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, share: str, is_well: bool
) -> None:
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / "grammar.toml").write_text(f"[hearing]\nmoves = {share}\n", encoding="utf-8")
    (tmp_path / "xx" / "pronunciation.toml").write_text("", encoding="utf-8")
    monkeypatch.setattr(lexicons, "load_language", lambda name: load_language(name, tmp_path))
    assert is_heard_well("xx") is is_well


@pytest.mark.parametrize("name", [name for name in language_names() if name not in ("de", "en", "fide")])
def test_every_other_language_tells_its_figure(name: str) -> None:
    assert 0 < load_language(name).grammar.hearing["moves"] <= 1
