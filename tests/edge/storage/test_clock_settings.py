"""The time controls to choose from, and those that the user keeps."""

from pathlib import Path

import pytest

from access_chess.conversation.time_control_dialogue import NamedControl, SettingWord
from access_chess.edge.packs.clock_words import load_clock_words, time_controls
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.edge.storage.clock_settings import KeptControlsError, keep_control, kept_controls
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.laws.editions import Edition
from access_chess.laws.time_control import PeriodAdd, SpeedClass, parse_time_control, speed_class
from access_chess.notation.vocabulary import folded
from access_chess.speech.answers.clock import control_words


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("pack", [name for name in voice_pack_names() if name != "fide"])
def test_at_least_twenty_five_each_with_a_name_of_its_own(pack: str) -> None:
    controls = time_controls(pack)
    names = {folded(named.name) for named in controls}
    assert len(names) == len(controls) >= 25
    answers = {words for said in load_clock_words(pack).words.values() for words in said}
    assert not names & answers, "a name that is also an answer could not be chosen"
    assert len({control_words(named.control, load_voice_pack(pack)).text for named in controls}) >= 25
    assert SettingWord.OWN.value in load_clock_words(pack).words
    assert pack == "en" or sum(named.name in {each.name for each in time_controls("en")} for named in controls) <= 3


def test_every_speed_and_every_mode_is_there() -> None:
    controls = [named.control for named in time_controls("en")]
    assert {speed_class(control, Edition.FIDE_2018) for control in controls} == set(SpeedClass)
    periods = [period for control in controls for period in control.periods]
    assert all(
        any(getattr(period, mode) for period in periods) for mode in ("increment", "delay", "sandglass", "moves")
    )
    assert {control.period_add for control in controls} == set(PeriodAdd)


def test_a_language_without_names_has_the_english_ones() -> None:
    assert time_controls("fi") == time_controls("en")


def test_what_is_kept_is_there_next_time(home: Path) -> None:
    assert kept_controls() == ()
    own = NamedControl(name="Größe", control=parse_time_control("40/7200+3, 900d5", PeriodAdd.ON_QUOTA))
    other = NamedControl(name="Night", control=parse_time_control("60 sandglass"))
    keep_control(own)
    keep_control(other)
    assert kept_controls() == (own, other)
    assert [path.name for path in home.iterdir()] == ["time_controls.json"]


def test_a_damaged_file_is_said_and_left_alone(home: Path) -> None:
    file = home / "time_controls.json"
    file.write_text("{", encoding="utf-8")
    with pytest.raises(KeptControlsError, match="own_controls_unread"):
        keep_control(NamedControl(name="x", control=parse_time_control("60")))
    assert file.read_text(encoding="utf-8") == "{"
