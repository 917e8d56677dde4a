"""A voice pack: everything a language needs to say what happens in a game, as one typed value."""

from collections.abc import Iterable
from datetime import timedelta
from functools import cached_property

import chess
import msgspec
from msgspec.structs import replace

from access_chess.notation.spoken import Name, Names
from access_chess.notation.written import Letters
from access_chess.phrased_error import Filling, PhrasedError
from access_chess.speech.language.durations import Counted, Durations, Numbers, Precision, duration_words, number_words
from access_chess.speech.language.spelling import Spelling, slots
from access_chess.speech.utterance import SpokenPart

Phrase = str | Counted  # Counted goes by the slot `count`
Slot = int | timedelta | str | SpokenPart
#: With these a sentence may begin; where it is a word of the pack's, as "a player", it gets a capital letter.
NAMED = ("name", "part")


#: The end of the key of a sentence that is said instead in a game that has no arbiter.
WITHOUT_ARBITER = "_without_arbiter"


class VoicePack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """One folder of `voices/`.

    `name` is the folder's, `title` the language as its speakers call it, `language` (BCP 47) the voice that says it.
    `cases` hold, by the name of a grammatical case (or of an article), the form that a word takes in it:
    the slot `{color_genitive}` is the word of the slot `color` as `cases["genitive"]` has it. `fallback` speaks the
    phrases that are missing; it is None in English, which has them all.
    """

    name: str
    title: str
    language: str
    letters: Letters
    names: Names
    numbers: Numbers
    durations: Durations
    spelling: Spelling = Spelling.NATIVE
    cases: dict[str, dict[str, str]] = {}
    phrases: dict[str, Phrase] = {}
    fallback: "VoicePack | None" = None

    def phrase(self, key: str, **values: Slot) -> SpokenPart:
        """A sentence with its slots filled: numbers, times and names become words of the sentence's own language.

        Raises KeyError for a key that no pack has, or for a slot that is left empty.
        """
        if key not in self.phrases:
            if self.fallback is None:
                raise KeyError(f"expected a phrase of voices/en/phrases.toml, got {key!r}")
            return self._fallen_back(key, values)
        phrase = self.phrases[key]
        gender = ""
        if isinstance(phrase, Counted):
            count = values["count"]
            assert isinstance(count, int), f"{key}: expected a number as count, got {count!r}"
            gender, phrase = phrase.gender, phrase.form(self.numbers.category(count))
        filled = {slot: self._filled(value, gender if slot == "count" else "") for slot, value in values.items()}
        for slot in slots((phrase,)) - filled.keys() if self.cases else ():
            plain, _, case = slot.rpartition("_")
            filled[slot] = self._in_case(filled[plain], case)
        text = self.spelling.shown(phrase).format_map({slot: part.text for slot, part in filled.items()})
        begins_with_word = any(
            phrase.startswith(f"{{{slot}}}") and isinstance(values[slot], SpokenPart) for slot in NAMED
        )
        return SpokenPart(
            text=begun(text) if begins_with_word else text,
            spoken=phrase.format_map({slot: part.spoken for slot, part in filled.items()}),
            language=self.language,
            instead=self._fallen_back(key, values) if self._is_partial and key in self._fallback_phrases else None,
        )

    def forms(self, key: str, **values: SpokenPart) -> dict[str, str]:
        """A sentence as it is shown, in its forms by Unicode's names for them, for a script that counts by itself.

        The slots that no value fills stay open. Raises KeyError for a key that no pack has.
        """
        if key not in self.phrases and self.fallback is not None:
            return self.fallback.forms(key, **{slot: _instead(value) for slot, value in values.items()})
        phrase = self.phrases[key]
        forms = phrase.by_name if isinstance(phrase, Counted) else {"other": phrase}
        return {name: self._half_filled(form, values) for name, form in forms.items()}

    def _half_filled(self, form: str, values: dict[str, SpokenPart]) -> str:
        filled = {slot: f"{{{slot}}}" for slot in slots((form,))} | {slot: part.text for slot, part in values.items()}
        for slot in slots((form,)):
            plain, _, case = slot.rpartition("_")
            if slot not in values and plain in values and case in self.cases:
                filled[slot] = self._in_case(values[plain], case).text
        return self.spelling.shown(form).format_map(filled)

    @cached_property
    def without_arbiter(self) -> "VoicePack":
        """The pack for a game that has no arbiter: none of its sentences speaks of one to the players."""
        instead = {
            key.removesuffix(WITHOUT_ARBITER): said
            for key, said in self.phrases.items()
            if key.endswith(WITHOUT_ARBITER)
        }
        fallback = None if self.fallback is None else self.fallback.without_arbiter
        return msgspec.structs.replace(self, phrases=self.phrases | instead, fallback=fallback)

    def number(self, number: int) -> SpokenPart:
        """A number from 0 to 999,999 in words."""
        instead = None if self.fallback is None else self.fallback.number(number)
        return self._worded(number_words(number, self.numbers), instead)

    def duration(self, duration: timedelta, *, precision: Precision = Precision.SECONDS) -> SpokenPart:
        """A time in words, cut off (not rounded) at the precision."""
        instead = None if self.fallback is None else self.fallback.duration(duration, precision=precision)
        return self._worded(duration_words(duration, self.durations, self.numbers, precision=precision), instead)

    def name_of(self, *names: Name) -> SpokenPart:
        """Some of the pack's names in a row: a piece, a square, a whole move."""
        return SpokenPart(
            text=" ".join(name.text for name in names),
            spoken=" ".join(name.spoken for name in names),
            language=self.language,
            instead=None if self.fallback is None else self.fallback.name_of(*map(self._fallback_name, names)),
        )

    def square(self, square: chess.Square) -> SpokenPart:
        """A square by its names, "Eva vier"."""
        return self.name_of(*self.names.square(square))

    def piece(self, piece_type: chess.PieceType) -> SpokenPart:
        """A kind of man, "Springer"."""
        return self.name_of(self.names.pieces.of(piece_type))

    def _in_case(self, part: SpokenPart, case: str) -> SpokenPart:
        """A word in a form of its own; one of which the pack knows none (a whole list) stays as it is."""
        form = self.cases[case].get(part.text)
        return part if form is None else replace(part, text=self.spelling.shown(form), spoken=form)

    def _worded(self, text: str, instead: SpokenPart | None = None) -> SpokenPart:
        return SpokenPart(text=self.spelling.shown(text), spoken=text, language=self.language, instead=instead)

    @property
    def _is_partial(self) -> bool:
        return len(self.phrases) < len(self._fallback_phrases)

    @property
    def _fallback_phrases(self) -> dict[str, Phrase]:
        return {} if self.fallback is None else self.fallback.phrases

    def _fallen_back(self, key: str, values: dict[str, Slot]) -> SpokenPart:
        """The sentence of the other pack, with what is in it in that pack's words."""
        assert self.fallback is not None
        handed_on = {
            slot: _instead(value) if isinstance(value, SpokenPart) else value for slot, value in values.items()
        }
        return self.fallback.phrase(key, **handed_on)

    def _fallback_name(self, name: Name) -> Name:
        return self._fallback_names.get(id(name), name)

    @cached_property
    def _fallback_names(self) -> dict[int, Name]:
        """What the other pack calls each name of this one: they are told apart by what they are, not by their text."""
        assert self.fallback is not None
        return {id(name): theirs for name, theirs in zip(self.names.all, self.fallback.names.all, strict=True)}

    def _filled(self, value: Slot, gender: str) -> SpokenPart:
        match value:
            case SpokenPart():
                return value
            case timedelta():
                return self.duration(value)
            case int():
                return self._worded(number_words(value, self.numbers, gender=gender))
            case str():
                return self._worded(value)


def trouble_words(error: Exception, pack: VoicePack) -> SpokenPart:
    """What went wrong, in one sentence of the user's language; without a phrase in the words of its source."""
    if isinstance(error, PhrasedError):
        return pack.phrase(error.phrase, **{slot: _told(value, pack) for slot, value in error.slots.items()})
    return pack.phrase("trouble", problem=str(error).rstrip(".") or type(error).__name__)


def _told(value: Filling, pack: VoicePack) -> Slot:
    """What fills a slot; a sentence within a sentence has no full stop of its own."""
    if not isinstance(value, PhrasedError):
        return value
    told = trouble_words(value, pack)
    return replace(told, text=told.text.rstrip("."), spoken=told.spoken.rstrip("."))


def begun(sentence: str) -> str:
    """A sentence with a capital letter.

    >>> begun("a player has come.")
    'A player has come.'
    """
    return sentence[:1].upper() + sentence[1:]


def joined(parts: Iterable[SpokenPart], *, between: str = " ") -> SpokenPart:
    """Several things in a row, in one language; of nothing, an empty part in no language."""
    parts = tuple(parts)
    if len({part.language for part in parts}) > 1:
        parts = tuple(map(_instead, parts))
    has_other = any(part.instead is not None for part in parts)
    return SpokenPart(
        text=between.join(part.text for part in parts),
        spoken=between.join(part.spoken for part in parts),
        language=parts[0].language if parts else "und",
        instead=joined(map(_instead, parts), between=between) if has_other else None,
    )


def listed(parts: Iterable[SpokenPart]) -> SpokenPart:
    """Several things with commas between."""
    return joined(parts, between=", ")


def _instead(part: SpokenPart) -> SpokenPart:
    return part if part.instead is None else part.instead


def slots_of(phrase: Phrase) -> frozenset[str]:
    """The names of a phrase's slots, of all its forms together. Raises ValueError for braces that do not match."""
    return slots(phrase.forms if isinstance(phrase, Counted) else (phrase,))


def plain_slots(phrase: Phrase, cases: Iterable[str]) -> frozenset[str]:
    """The slots of a phrase without the cases in which their words stand: `color` for `{color_genitive}`."""
    return frozenset(
        next((slot.removesuffix(f"_{case}") for case in cases if slot.endswith(f"_{case}")), slot)
        for slot in slots_of(phrase)
    )


def fallen_back(pack: VoicePack) -> tuple[str, ...]:
    """The phrases that this pack leaves to the one it falls back to."""
    return tuple(key for key in pack.fallback.phrases if key not in pack.phrases) if pack.fallback else ()
