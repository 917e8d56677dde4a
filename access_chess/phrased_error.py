"""An error that is told by a phrase of the user's own language. All rooms may raise one, the pure ones too."""

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


def _shown(value: Filling) -> str:
    return f"({value})" if isinstance(value, PhrasedError) else repr(value)
