"""Errors that are told in a sentence. All rooms may raise one, the pure ones too; the command line tells it."""

from typing import TypeAlias

Filling: TypeAlias = "int | str | PhrasedError"


class PhrasedError(Exception):
    """What the user is told by a phrase of their own language, with what fills its slots.

    What a machine or a library says of itself fills a slot in its own words; another such error fills one with its
    phrase.
    """

    def __init__(self, phrase: str, **slots: object) -> None:
        super().__init__(phrase)
        self.phrase = phrase
        self.slots: dict[str, Filling] = {
            slot: value if isinstance(value, int | PhrasedError) else str(value) for slot, value in slots.items()
        }

    def __str__(self) -> str:
        return " ".join([self.phrase, *(f"{slot}={_shown(value)}" for slot, value in self.slots.items())])


class DataFileError(Exception):
    """A file of a language that cannot be used; the message is one English sentence, for the person who edits it."""


def _shown(value: Filling) -> str:
    return f"({value})" if isinstance(value, PhrasedError) else repr(value)
