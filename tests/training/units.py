"""People who answer an order in a game: "yes", and what else they say.

`apt-get install megaglest-data` (CC-BY-SA-3.0, The Glest Team, https://megaglest.org): the units of two factions, a
word or two each. Whisper's base model took those for "yes" that stand here, and so did this package's own recogniser;
what was "yes, sir", "yeah" or a shout is left out. The units of other factions, which other people speak, are heard by
`tests.benchmarks.hearing.people` and stay unheard here.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from access_chess.recognition.adaptation.recordings import sound_of
from tests.training.people import decoded
from tests.training.recordings import said_part

SOUNDS = Path("/usr/share/games/megaglest/techs/megapack")
_COMMON, _MAGIC = "commondata/sounds", "factions/magic/units/{}/sounds"

YES = {
    "archer": "ack6 ack13 select1 select6",
    "archmage": "ack3 ack5 select3 select4",
    "battlemage": "ack7 select5 select13",
    "daemon": "select5",
    "guard": "ack5 select2 select3",
    "horseman": "ack9 ack10 select2 select10",
    "initiate": "ack8 select1 select2 select3",
    "summoner": "ack2 ack3 ack4 ack10 select3 select5 select15",
    "swordman": "ack2 select4 select7",
    "technician": "ack6 ack18 ack19 select3 select6 select8",
    "worker": "select3",
}
#: "Okay", "what", "as you wish", "for glory" and the like.
OTHERS = {
    "archer": "ack1 ack2 ack5 ack8 ack9 ack12 ack15 select2 select3 select4 select5 select7 select8 select10",
    "archmage": "ack1 ack2 ack7 select1",
    "axe_thrower": "ack1 ack4 select1 select3 select5",
    "battlemage": "ack1 ack2 ack3 ack6 ack8 select1 select2 select3 select4 select6 select7 select8 select9 select11",
    "daemon": "ack5 select1",
    "guard": "ack2 ack6 ack7 select1 select5",
    "horseman": "ack1 ack2 ack3 ack11 ack12 ack13 ack15 select1 select3 select5 select6 select8 select11",
    "initiate": "ack1 ack2 ack3 ack4 ack5 ack9 select4 select5",
    "summoner": "ack1 ack5 ack6 ack7 ack8 ack11 ack12 select2 select6 select7 select10 select11 select14 select16",
    "swordman": "ack1 select1 select2 select3 select5 select6",
    "technician": "ack1 ack7 ack8 ack13 ack14 select1 select2 select4 select5 select7",
    "worker": "ack1 ack2 ack3 select2 select4",
}
_OF_MAGIC = ("battlemage", "initiate", "summoner")


def ordered(said: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """Each unit of `YES` or of `OTHERS` with a sound of its (16 kHz, 16 bit, mono); what is missing is left out."""
    for unit, names in said.items():
        folder = SOUNDS / (_MAGIC.format(unit) if unit in _OF_MAGIC else _COMMON)
        for name in names.split():
            path = folder / f"{unit}_{name}.wav"
            part = said_part(decoded(path)) if path.exists() else None
            if part is not None:
                yield f"megaglest-{unit}", sound_of(part)
