"""Which recogniser hears: the built-in one, or one with a model that the user has.

To add one: a file here with a function `with_model`, its line in `WITH_MODELS`, and its words in the packs, that of its
option in `help.toml` and three of the doctor's in `phrases.toml`. What takes its time is loaded when it is asked for,
since every command line begins with the options.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec import Struct

from access_chess.session.ports import Recogniser

if TYPE_CHECKING:
    from access_chess.edge.recognisers.learned import LearnedSpeech
    from access_chess.edge.recognisers.text import Said


class RecogniserKind(Struct, frozen=True, kw_only=True):
    """The packages that it may hear by, one of which is enough, the first to be recommended; and its file here.

    `with_model(model, said)` there takes the model's place or name, and what is said; it raises NoRecogniserError.
    """

    packages: tuple[str, ...]
    file: str

    @property
    def with_model(self) -> "Callable[[str, Said], Recogniser]":
        """What makes it."""
        made: Callable[[str, Said], Recogniser] = import_module(f"{__package__}.{self.file}").with_model
        return made


class Model(Struct, frozen=True, kw_only=True):
    """A model that the user has: by which of `WITH_MODELS` it is heard, and its place or its name."""

    kind: str
    name: str


#: By the name of the option that is given the model.
WITH_MODELS: dict[str, RecogniserKind] = {
    "vosk": RecogniserKind(packages=("vosk",), file="vosk_text"),
    "whisper": RecogniserKind(packages=("faster_whisper", "whisper"), file="whisper_text"),
}


def recogniser_of(speech: "LearnedSpeech", languages: tuple[str, ...], model: Model | None) -> Recogniser:
    """A recogniser for what is listened for; without a model the built-in one. Raises NoRecogniserError."""
    if model is not None:
        from access_chess.edge.packs.lexicons import spellings, tongues
        from access_chess.edge.recognisers.text import Said

        own = next(iter(speech.lexicon.tongues), speech.lexicon)
        said = Said(lexicon=speech.lexicon, own=own, spelled=spellings(languages), tongues=tongues(languages))
        return WITH_MODELS[model.kind].with_model(model.name, said)
    from access_chess.edge.recognisers.pocketsphinx import PocketsphinxRecogniser as BuiltIn

    return BuiltIn(speech.lexicon, adaptation=speech.adaptation)
