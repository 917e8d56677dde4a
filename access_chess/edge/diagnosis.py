"""What `access-chess doctor` found out about one part of this machine, and what is typed to have what is missing."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field

PROGRAM = "access-chess"


class Diagnosis(Struct, frozen=True, kw_only=True):
    """One line of the doctor: a part, whether it works, what was found, and how to mend it.

    `part`, `found` and `mend` are keys of `phrases.toml`; `slots` fill the slots of all three. Nothing to mend: "".
    """

    part: str
    works: bool
    found: str
    mend: str = ""
    slots: Mapping[str, str | int] = field(default_factory=dict)


def installing(*packages: str, extra: str = "", anew: bool = False) -> str:
    """The line to type that installs packages, or the program with an extra, where this program is installed.

    The program is in no index, so it is installed from where it was the first time. What was added before stays.
    """
    import shlex  # these take their time, and a game loads this file
    import subprocess

    is_windows = sys.platform == "win32"
    if (Path(sys.prefix) / "pipx_metadata.json").exists():
        line = [*(("py", "-m") if is_windows else ()), "pipx", "runpip", PROGRAM, "install"]
    elif (Path(sys.prefix) / "uv-receipt.toml").exists():
        line = ["uv", "pip", "install", "--python", sys.prefix]
    else:
        line = [sys.executable, "-m", "pip", "install"]
    again = ("--force-reinstall",) if anew else ()
    words = [*line, *again, *(packages or _program(extra))]
    return subprocess.list2cmdline(words) if is_windows else shlex.join(words)


def _program(extra: str) -> tuple[str, ...]:
    """This program as pip takes it, after PEP 610; where it is not known from where it came, from this folder."""
    from importlib.metadata import PackageNotFoundError, distribution  # late: it takes its time, and is seldom needed
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    import msgspec

    wanted = f"[{extra}]" if extra else ""
    try:
        text = distribution(PROGRAM).read_text("direct_url.json")
    except PackageNotFoundError:
        text = None
    source: dict[str, Any] = msgspec.json.decode(text) if text else {}
    url = str(source.get("url", ""))
    if "vcs_info" in source:
        return (f"{PROGRAM}{wanted} @ {source['vcs_info']['vcs']}+{url}",)
    place = url2pathname(urlsplit(url).path) if url.startswith("file:") else "."
    is_editable = bool(source.get("dir_info", {}).get("editable"))
    return (*(("-e",) if is_editable else ()), f"{place}{wanted}")
