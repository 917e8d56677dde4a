"""The doctor tells as whom one is logged in elsewhere, and never by which token."""

from pathlib import Path

import pytest

from access_chess.command_line.doctor import told
from access_chess.edge.diagnosis import installing
from access_chess.edge.lichess import account
from access_chess.edge.lichess.account import Account, keep_account
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.storage.places import HOME_VARIABLE


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))


def _line() -> str:
    (diagnosis,) = account.examine()
    return told(diagnosis, load_voice_pack("en"))


def test_nobody_is_logged_in() -> None:
    assert _line() == ("Games on Lichess: does not work. Nobody is logged in. Log in with: access-chess lichess login.")


def test_somebody_is(tmp_path: Path) -> None:
    keep_account(tmp_path, Account(address="https://lichess.org", name="anna", token="lip_secret"))
    assert _line() == "Games on Lichess: works. Logged in as anna at https://lichess.org."


def test_what_is_not_installed_is_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account, "NEEDED", ("no_such_package",))
    assert _line() == (
        "Games on Lichess: does not work. It is not installed, and is not needed. "
        f"To have them: {installing(extra='lichess')}."
    )
