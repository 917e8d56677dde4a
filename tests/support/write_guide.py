"""`python -m tests.support.write_guide`: the English guide as documents, for those who read it on the web."""

import textwrap
from pathlib import Path

from access_chess.edge.packs.guides import load_guide
from access_chess.edge.packs.texts import load_help_texts
from access_chess.speech.guide_text import as_document

FOLDER = Path(__file__).parents[2] / "access_chess" / "guide"
WIDTH = 124
#: Each document has a title and the topics of the guide that are in it.
DOCUMENTS = {
    "player.md": (
        "For the player",
        ("first-game", "screen-readers", "practice", "exploring", "drills", "laws", "tournament", "report"),
    ),
    "more.md": (
        "More for the player",
        ("more-play", "voice", "window", "browser", "phone", "sheets", "remote", "lichess"),
    ),
    "helper.md": ("For the helper", ("helper", "assistant", "board", "report")),
    "arbiter.md": ("For the arbiter", ("arbiter", "desk", "sheets", "assistant")),
    "hall.md": ("A hall", ("hall", "desk", "stations", "halls")),
    "../changes.md": ("What a user gets", ("changes",)),
}  # fmt: skip


def documents() -> dict[str, str]:
    """The text of each document, by its name."""
    topics = {topic.name: topic for topic in load_guide("en")}
    assert {*topics} == {name for _, names in DOCUMENTS.values() for name in names}
    found = {
        file: f"# {title}\n\n" + as_document([topics[name] for name in names], WIDTH)
        for file, (title, names) in DOCUMENTS.items()
    }
    return {**found, "commands.md": _commands()}


def _commands() -> str:
    """A line for each command, as the help has it."""
    texts = load_help_texts("en").texts
    lines = [
        textwrap.fill(f"- `access-chess {key.removeprefix('commands.')}`: {text}", WIDTH, subsequent_indent="  ")
        for key, text in texts.items()
        if key.startswith("commands.")
    ]
    head = "# All commands\n\n`access-chess help` and the name of a command tells its options.\n\n"
    return head + "\n".join(lines) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, text in documents().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
