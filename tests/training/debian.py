"""People who speak in Debian's packages, to train on: telephone exchanges, a game's dialogues, a painter's stamps.

`apt-get install fillets-ng-data fillets-ng-data-nl fillets-ng-data-cs asterisk-core-sounds-fr-g722
asterisk-core-sounds-it-g722 asterisk-core-sounds-ru-g722 asterisk-prompt-it-menardi-wav asterisk-prompt-fr-armelle
asterisk-prompt-es-co tuxpaint-stamps-default`. What is missing is left out, so all of it must be there for the network
that is shipped.
Allison, who speaks the English prompts and the Mexican ones, is of `tests.benchmarks.hearing.people` and stays unheard.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import ascii_lowercase

from tests.training.people import Labelled, labelled_words

PROMPTS = Path("/usr/share/asterisk/sounds")
FISH = Path("/usr/share/games/fillets-ng")
STAMPS = Path("/usr/share/tuxpaint/stamps")
_DIALOGUE = re.compile(r'dialogId\("([^"]+)",\s*"([^"]*)",\s*"(?:[^"\\]|\\.)*"\)\s*dialogStr\("((?:[^"\\]|\\.)*)"\)')
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_MOST_WORDS = 14  # of a sentence: longer ones take more than the five seconds that are read


#: Folders of prompts, each of one speaker, by espeak-ng's voice for what is said there.
PROMPTERS = {
    "fr_CA_f_June": "fr-fr",
    "it_IT_f_Menardi": "it",
    "it_IT_m_Carlo": "it",
    "ru_RU_f_IvrvoiceRU": "ru",
    "fr": "fr-fr",
    "es": "es",
}
#: Who says what the stamps show, one or two in each of these languages, by espeak-ng's voice.
NARRATORS = {"fr": "fr-fr", "es": "es", "ru": "ru", "ro": "ro", "bg": "bg", "ca": "ca", "el": "el", "nl": "nl"}
NUMBERS = (*range(21), *range(30, 100, 10))
#: From Sunday, and from January on.
DAYS = {
    "fr-fr": "dimanche lundi mardi mercredi jeudi vendredi samedi",
    "it": "domenica lunedì martedì mercoledì giovedì venerdì sabato",
    "es": "domingo lunes martes miércoles jueves viernes sábado",
    "ru": "воскресенье понедельник вторник среда четверг пятница суббота",
}
MONTHS = {
    "fr-fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "ru": "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
}
#: How Russians name Latin letters; the others read them by themselves.
LETTERS = {"ru": "а бэ цэ дэ е эф гэ аш и йот ка эль эм эн о пэ ку эр эс тэ у вэ дубльвэ икс игрек зет"}
RADIO = (
    "alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo "
    "sierra tango uniform victor whiskey xray yankee zulu"
)


def installed() -> Iterator[Labelled]:
    """All that is there."""
    for folder, language in PROMPTERS.items():
        yield from _labelled(_prompts(PROMPTS / folder, language), language, f"asterisk-{folder}")
    for language in ("nl", "cs"):
        for speaker, texts in _dialogues(language).items():
            yield from _labelled(texts, language, f"fillets-{language}-{speaker}")
    for name, language in NARRATORS.items():
        yield from _labelled(_stamps(name), language, f"stamps-{name}")


def _labelled(texts: Mapping[Path, str], language: str, speaker: str) -> Iterator[Labelled]:
    sentences = {path: _WORD.findall(text.lower()) or [text] for path, text in texts.items()}
    known = labelled_words({word for words in sentences.values() for word in words}, language)
    for word, english in labelled_words(RADIO.split(), "en-us").items():
        known[word] = tuple(dict.fromkeys((*known.get(word, ()), *english)))
    for path, words in sentences.items():
        if all(word in known for word in words):
            yield Labelled(path=path, speaker=speaker, text=texts[path], words=tuple(known[word] for word in words))


def _prompts(folder: Path, language: str) -> Mapping[Path, str]:
    """The numbers, days, months, letters and the names of the radio's alphabet that there are."""
    letters = LETTERS[language].split() if language in LETTERS else [*ascii_lowercase]
    said = {f"digits/{number}": str(number) for number in NUMBERS}
    said |= {f"digits/day-{number}": day for number, day in enumerate(DAYS[language].split())}
    said |= {f"digits/mon-{number}": month for number, month in enumerate(MONTHS[language].split())}
    said |= {f"letters/{letter}": name for letter, name in zip(ascii_lowercase, letters, strict=True)}
    said |= {f"phonetic/{name[0]}_p": name for name in RADIO.split()}
    return {path: text for name, text in said.items() for path in sorted(folder.glob(f"{name}.*"))[:1]}


def _dialogues(language: str) -> Mapping[str, Mapping[Path, str]]:
    """What the game's two heroes say, by the hand in which it is written, and everybody else in one."""
    found: dict[str, dict[Path, str]] = {}
    for script in sorted(FISH.glob(f"script/*/dialogs_{language}.lua")):
        for name, hand, text in _DIALOGUE.findall(script.read_text("utf-8")):
            path = FISH / "sound" / script.parent.name / language / f"{name}.ogg"
            if path.exists() and not re.search(r"[\d%]", text) and len(_WORD.findall(text)) <= _MOST_WORDS:
                speaker = hand if hand in ("font_small", "font_big") else "others"
                found.setdefault(speaker, {})[path] = text
    return found


def _stamps(language: str) -> Mapping[Path, str]:
    """What is said of each stamp, which stands beside it in all languages."""
    found = {}
    for path in sorted(STAMPS.glob(f"**/*_desc_{language}.ogg")):
        beside = path.with_name(path.name.replace(f"_desc_{language}.ogg", ".txt"))
        lines = beside.read_text("utf-8").splitlines() if beside.exists() else []
        texts = [line.partition("=")[2] for line in lines if line.startswith(f"{language}.utf8=")]
        if texts and not re.search(r"[\d%&]", texts[0]) and len(_WORD.findall(texts[0])) <= _MOST_WORDS:
            found[path] = texts[0]
    return found
