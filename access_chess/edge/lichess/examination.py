"""Can games be played on a server elsewhere? For `access-chess doctor`; asks nobody, imports nothing that may lack."""

from importlib.util import find_spec

from access_chess.edge.diagnosis import Diagnosis
from access_chess.edge.lichess.account import kept_account
from access_chess.edge.storage.places import user_folder

NEEDED = ("httpx",)  # what the extra `lichess` brings


def examine() -> list[Diagnosis]:
    """Whether the extra is installed, and as whom one is logged in."""
    part = "doctor_part_lichess"
    if any(find_spec(name) is None for name in NEEDED):
        return [Diagnosis(part=part, works=False, found="doctor_not_needed", mend="doctor_mend_lichess")]
    account = kept_account(user_folder())
    if account is None:
        return [Diagnosis(part=part, works=False, found="doctor_lichess_nobody", mend="doctor_mend_lichess_login")]
    slots = {"name": account.name, "address": account.address}
    return [Diagnosis(part=part, works=True, found="doctor_lichess_account", slots=slots)]
