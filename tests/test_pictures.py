"""The README's pictures are there, and who does not see them reads what is on them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_picture_is_there_and_has_its_text() -> None:
    found = re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert {name for _, name in found} == {f".pictures/{name}.png" for name in ("page", "window")}
    for text, name in found:
        assert len(text.split()) >= 30, name
        assert (ROOT / name).stat().st_size < 100_000, "a README loads on a slow line"
