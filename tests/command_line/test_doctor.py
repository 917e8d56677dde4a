"""The doctor says one plain line a part, whatever the part does, and fails only when the program cannot speak."""

import sys
from types import ModuleType

import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.command_line import doctor
from access_chess.edge.finding import Finding

WELL = Finding(part="speech", works=True, seen="A sentence was spoken.")
ILL = Finding(part="speech", works=False, seen="There are no voices.", mend="Install one.")


def part_that_finds(monkeypatch: pytest.MonkeyPatch, name: str, finding: Finding | Exception) -> None:
    module = ModuleType(f"access_chess.edge.{name}")

    def examine() -> list[Finding]:
        if isinstance(finding, Exception):
            raise finding
        return [finding]

    module.examine = examine  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)


@pytest.mark.parametrize(
    ("speech", "other", "status", "lines"),
    [
        pytest.param(WELL, WELL, 0, ["speech: works. A sentence was spoken."] * 2, id="all is well"),
        pytest.param(
            ILL,
            WELL,
            1,
            ["speech: does not work. There are no voices. Install one.", "speech: works. A sentence was spoken."],
            id="no speech",
        ),
        pytest.param(
            WELL,
            ZeroDivisionError("by 0"),
            0,
            [
                "speech: works. A sentence was spoken.",
                "other: does not work. Looking at it failed: ZeroDivisionError('by 0'). "
                "Please report this line to the makers of the program.",
            ],
            id="a part that fails",
        ),
    ],
)
def test_what_the_doctor_says(
    monkeypatch: pytest.MonkeyPatch, speech: Finding, other: Finding | Exception, status: int, lines: list[str]
) -> None:
    part_that_finds(monkeypatch, "well_or_ill", speech)
    part_that_finds(monkeypatch, "another", other)
    monkeypatch.setattr(doctor, "PARTS", {"speech": "well_or_ill", "other": "another"})
    result = CliRunner().invoke(main, ["doctor"])
    assert (result.exit_code, result.output.splitlines()) == (status, lines)


def test_a_part_that_cannot_be_loaded_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PARTS", {"web": "no_such_module"})
    result = CliRunner().invoke(main, ["doctor"])
    assert result.exit_code == 0
    assert result.output.startswith("web: does not work. It could not be loaded: No module named")


def test_on_this_machine_speech_and_sound_work() -> None:
    parts = {
        part: doctor.examined(part, module) for part, module in doctor.PARTS.items() if part in ("speech", "sound")
    }
    assert all(finding.works for findings in parts.values() for finding in findings)
