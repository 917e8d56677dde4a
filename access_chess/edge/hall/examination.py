"""Can pages be served here? For `access-chess doctor`; imports nothing that may lack."""

from importlib.util import find_spec

from access_chess.edge.diagnosis import Diagnosis

#: What the extra `hall` brings.
NEEDED = ("cryptography", "jinja2", "python_multipart", "segno", "starlette", "uvicorn")


def examine() -> list[Diagnosis]:
    """Whether the extra is installed, and how the pages are opened."""
    part = "doctor_part_pages"
    if any(find_spec(name) is None for name in NEEDED):
        return [Diagnosis(part=part, works=False, found="doctor_not_needed", mend="doctor_mend_pages")]
    return [Diagnosis(part=part, works=True, found="doctor_pages_work")]
