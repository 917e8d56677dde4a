"""Where nobody rules on a game no sentence of it speaks of an arbiter, in any language."""

import re

import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.speech.language.durations import Counted
from access_chess.speech.language.voice_pack import VoicePack

#: How each language names an arbiter, in all its forms.
NAMED = {
    "de": "schiedsrichter", "en": "arbiter", "es": "árbitro", "et": "kohtunik", "fr": "arbitre", "is": r"dóm(ari|ara)",
    "mr": "पंच(?!ाहत्तर)", "pt": "árbitro", "ru": r"\bсудь[яюеи]|\bсудей|арбитр",
    "sq": "arbit[rëe]", "sw": "mwamuzi|waamuzi",
}  # fmt: skip
#: What is said only where there is one, or by somebody who has typed the word.
WITH_ONE = re.compile(
    "(arbiter|desk|hall|event|code|pin)_.*|remote_.*arbiter.*"
    "|claim_agreement|claim_(accepted|rejected)_(agreement|result)|why_claim_(agreement|result)"  # where he consents
    "|found_by_arbiter|complete_by_record|envelope_inside"  # in competition
    "|clock_(gap|resumes)|station_unknown"  # at the clock alone, at a hall
)


def spoken(pack: VoicePack) -> dict[str, str]:
    said = pack.phrases.items()
    return {key: " ".join(text.forms) if isinstance(text, Counted) else text for key, text in said}


@pytest.mark.parametrize("name", sorted(NAMED))
def test_no_sentence_of_a_game_without_an_arbiter_speaks_of_one(name: str) -> None:
    pack = load_voice_pack(name)
    with_one, without = (
        {key for key, text in spoken(each).items() if re.search(NAMED[name], text.lower())}
        for each in (pack, pack.without_arbiter)
    )
    assert "board_knocked_or_touched" in with_one, "the word is the one that this language uses"
    assert sorted(key for key in without if not WITH_ONE.fullmatch(key)) == []


def test_every_language_is_looked_at() -> None:
    assert set(voice_pack_names()) - {"fide"} == set(NAMED)
