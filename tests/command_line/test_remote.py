"""`play --opponent remote`: what cannot be meant is said in one sentence, before anything is begun."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.edge.storage.places import HOME_VARIABLE

CODE = "K7Q2M-9XTBZ"
WAYS = "With --opponent remote give one of: --invite; --join CODE with --at HOST or --hall URL; --resume."
REMOTE = ["play", "--opponent", "remote", "--voices", "en", "--no-sound"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "--invite"], "--invite and --at belong to --opponent remote."),
        (["play", "--at", "1.2.3.4"], "--invite and --at belong to --opponent remote."),
        (REMOTE, WAYS),
        ([*REMOTE, "--invite", "--resume"], WAYS),
        ([*REMOTE, "--join", CODE], WAYS),
        ([*REMOTE, "--invite", "--at", "1.2.3.4"], WAYS),
        ([*REMOTE, "--join", CODE, "--at", "1.2.3.4", "--hall", "http://1.2.3.4"], WAYS),
        ([*REMOTE, "--join", "K7Q2M", "--at", "1.2.3.4"], "A code has ten letters and digits; got 'K7Q2M'."),
        (
            [*REMOTE, "--join", "K7Q2M-9XTBU", "--at", "1.2.3.4"],
            "A code has ten letters and digits; got 'K7Q2M-9XTBU'.",
        ),
        (
            [*REMOTE, "--join", CODE, "--at", "a/b"],
            "An opponent's address looks like 192.168.1.5, or 192.168.1.5:8065; got 'a/b'.",
        ),
        ([*REMOTE, "--join", CODE, "--at", "127.0.0.1:1"], "Nobody can be reached at https://127.0.0.1:1."),
        ([*REMOTE, "--join", CODE, "--hall", "http://127.0.0.1:1"], "Nobody can be reached at http://127.0.0.1:1."),
        (
            [*REMOTE, "--invite", "--hall", "http://127.0.0.1:1"],
            "This station is not signed in at http://127.0.0.1:1; give --join CODE, with the arbiter's code.",
        ),
        ([*REMOTE, "--resume"], "There is no unfinished game in the journal; leave out --resume."),
    ],
    ids=lambda value: " ".join(value[4:]) if isinstance(value, list) else "",
)
def test_what_cannot_be_meant(arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, result.stderr.strip()) == (2, said)
