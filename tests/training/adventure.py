"""Actors who say "yes" and "no" in an adventure game, "Flight of the Amazon Queen", to train on (see `adventures.py`).

Where the game has the text of a sentence, that tells what is said; else Whisper's base model took it for "yes" or "no",
surer than -1.1 nats a token. "Yes" and "no" are all that is said, or all before the first pause. What the actors of the
other two games say is heard by `tests.benchmarks.hearing.people` and stays unheard here.
"""

from collections.abc import Iterator

from access_chess.recognition.adaptation.recordings import sound_of
from tests.benchmarks.hearing.adventures import QUEEN, first_word, of_queen
from tests.training.recordings import said_part

WHOLE = {
    "yes": "0800B7P2 0811AFP2 16XXXXP1 35XXXXP1 40XXXXP1 41XXXXP1 C100A091 C18D_071 C3C__013 C3C__071 C9A__021 "
    "JOE00341",
    "no": "040008P1 060028P1 080025P1 100026P1 12009FP1 120405P1 280008P1 340404P1 340409P1 34040EP1 35002AP2 3600B3P1 "
    "39001EP2 48001EP1 48009AP1 C41B_521 C63I_081 C63K_161 JOE00351",
}
FIRST = {
    "yes": "08001EJ1 22XXXXP1 2600BDP3 350028P3 45XXXXP1 4800DCP1 640025P2 84XXXXP1 C21Q_022 C69H_021 C74A_161 "
    "MIK_0058",
    "no": "080026P1 11009BP1 250105P1 490028P1 5100CEP1 5100CFP1 53002AP3 750025P1 C103G131 C21D_041 C30D_042 C3C__141 "
    "C41B_151 C64A_025 JOE02821 JOE05751",
}


def acted() -> Iterator[tuple[str, str, bytes]]:
    """Who says it, which of both it is, and its sound (16 kHz, 16 bit, mono); nothing where the game is missing."""
    for said in (WHOLE, FIRST) if QUEEN.exists() else ():
        for answer, names in said.items():
            for name in names.split():
                sentence = of_queen(name)
                part = said_part(sentence if said is WHOLE else first_word(sentence))
                if part is not None:
                    yield _actor(name), answer, sound_of(part)


def _actor(name: str) -> str:
    """Joe King says most; who else talks in a dialogue or a scene is one other."""
    is_hero = name.startswith("JOE") or name[-2] == "J"
    scene = name[:4] if name.startswith(("C", "MIK")) else name[:2]
    return "queen-joe" if is_hero else f"queen-{scene}"
