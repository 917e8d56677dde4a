"""Can a side still mate by any series of legal moves? See `decision` for the ruling's question and its answers."""

from access_chess.laws.winnability.decision import full, is_dead, quick
from access_chess.laws.winnability.verdict import Answer, Reason, Verdict

__all__ = ["Answer", "Reason", "Verdict", "full", "is_dead", "quick"]
