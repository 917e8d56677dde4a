"""`python -m tests.support.guide_in_readme`: the guide's English text, as it stands in the README."""

import re
import textwrap
from pathlib import Path

from access_chess.edge.packs.guides import load_guide

README = Path(__file__).parents[2] / "README.md"
AFTER = "### More ways to play"  # the heading that follows the guide
WIDTH = 124
_UNBROKEN = "\0"  # for a blank in what is typed, at which no line ends


def guide_text() -> str:
    """Each topic with its title as a heading, its parts as paragraphs."""
    return "".join(
        f"### {topic.title}\n\n" + "".join(f"{_wrapped(part)}\n\n" for part in topic.parts)
        for topic in load_guide("en")
    )


def _wrapped(paragraph: str) -> str:
    kept = re.sub(r"`[^`]*`", lambda typed: typed[0].replace(" ", _UNBROKEN), paragraph)
    return textwrap.fill(kept, WIDTH, break_on_hyphens=False, break_long_words=False).replace(_UNBROKEN, " ")


def written(readme: str) -> str:
    """The README with the guide as it is now: what stands between its first topic and the heading after it."""
    first = f"### {load_guide('en')[0].title}\n"
    begin, end = readme.index(first), readme.index(f"{AFTER}\n")
    return readme[:begin] + guide_text() + readme[end:]


if __name__ == "__main__":
    README.write_text(written(README.read_text(encoding="utf-8")), encoding="utf-8")
