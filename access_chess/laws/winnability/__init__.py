"""Can a side still mate by any series of legal moves? See `decision` for the ruling's question and its answers."""

from typing import TYPE_CHECKING

from access_chess.laws.winnability.verdict import Proof, Winnability, WinnabilityVerdict

__all__ = ["Proof", "Winnability", "WinnabilityVerdict", "full", "is_dead", "quick"]


if TYPE_CHECKING:
    from access_chess.laws.winnability.decision import full, is_dead, quick
else:

    def __getattr__(name: str) -> object:
        """What searches is loaded at the first question, which comes once the clocks start."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from access_chess.laws.winnability import decision

        return globals().setdefault(name, getattr(decision, name))
