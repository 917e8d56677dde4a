"""Within a language every name stands for one thing."""

import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.notation.distinction import clashes
from access_chess.notation.vocabulary import folded


@pytest.mark.parametrize("name", voice_pack_names())
def test_no_name_stands_for_two_things(name: str) -> None:
    assert clashes(load_voice_pack(name).names) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Läufer", ("laufer",)),
        ("LANGE  Rochade", ("lange", "rochade")),
        ("Petit-Roque", ("petit", "roque")),
        ("peð", ("ped",)),
        ("бьёт", ("бьет",)),
        ("घोडा", ("घोडा",)),
    ],
)
def test_folding(text: str, words: tuple[str, ...]) -> None:
    assert folded(text) == words
