"""The line that is typed in the window, with its caret: pure, a key makes a new line."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TypedLine:
    """What is typed, and where the next letter goes."""

    text: str = ""
    caret: int = 0

    def typed(self, letters: str) -> "TypedLine":
        """With these letters at the caret; what would break the line is left out."""
        kept = "".join(sign for sign in letters if sign.isprintable())
        return TypedLine(self.text[: self.caret] + kept + self.text[self.caret :], self.caret + len(kept))

    def pressed(self, key: str) -> "TypedLine":
        """After one of `left`, `right`, `home`, `end`, `backspace`, `delete`; any other key changes nothing.

        >>> TypedLine("e4", 2).pressed("left").pressed("backspace")
        TypedLine(text='4', caret=0)
        """
        text, caret = self.text, self.caret
        match key:
            case "left":
                return TypedLine(text, max(0, caret - 1))
            case "right":
                return TypedLine(text, min(len(text), caret + 1))
            case "home":
                return TypedLine(text, 0)
            case "end":
                return TypedLine(text, len(text))
            case "backspace":
                return TypedLine(text[: max(0, caret - 1)] + text[caret:], max(0, caret - 1))
            case "delete":
                return TypedLine(text[:caret] + text[caret + 1 :], caret)
        return self
