"""What comments and stories call A30, say, stands in the repository, and what stands there is used."""

import re
from pathlib import Path

import access_chess
from access_chess import laws

PACKAGE = Path(access_chess.__file__).parent
STORIES = Path(__file__).parent.parent / "stories"
SETTLED = Path(laws.__file__).parent / "settled.md"
NUMBER = re.compile(r"\bA([1-9][0-9])\b")


def test_every_choice_that_is_named_is_told_and_none_is_told_for_nothing() -> None:
    told = re.findall(r"^- \*\*A([0-9]+)\*\* ", SETTLED.read_text(encoding="utf-8"), re.MULTILINE)
    assert told == sorted(set(told), key=int)
    sources = [*(PACKAGE / "laws").rglob("*.py"), *(PACKAGE / "stories").rglob("*.py"), *STORIES.rglob("*.toml")]
    named = {number for source in sources for number in NUMBER.findall(source.read_text(encoding="utf-8"))}
    assert named == set(told)


def test_no_comment_points_out_of_the_repository() -> None:
    for source in (*PACKAGE.rglob("*.py"), *STORIES.parent.rglob("*.py")):
        assert ("laws" + ".md") not in source.read_text(encoding="utf-8"), source
