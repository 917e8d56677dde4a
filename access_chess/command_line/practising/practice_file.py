"""Where practice is kept."""

from access_chess.edge.practising.store import PracticeStore
from access_chess.edge.storage.places import user_folder


def practice_store() -> PracticeStore:
    """The file of practice. Raises PracticeStoreError."""
    return PracticeStore(user_folder() / "practice.sqlite")
