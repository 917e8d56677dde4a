"""Sheets as PDF in large print, tagged for screen readers, set by typst (the extra `pdf`)."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from access_chess.edge.diagnosis import Diagnosis, installing
from access_chess.phrased_error import PhrasedError
from access_chess.scoresheets.envelope import EnvelopePaper
from access_chess.scoresheets.printed import SIZES, Printed, has_clocks_below

PACKAGES = ("typst", "fontpkg_atkinson_hyperlegible")
_HERE = Path(__file__).parent
_UNPRINTABLE = "could not be displayed with font"
_EMPTY = Printed(
    language="en", title="*", players="", heading=(), columns=("", "", "", ""), has_clocks=False, rows=(), result="*",
    signatures=(),
)  # fmt: skip


class PdfError(PhrasedError):
    """It cannot be set as PDF; the message is one plain sentence."""


class Paper(StrEnum):
    """The size of a sheet of paper."""

    A4 = "a4"
    LETTER = "letter"


_TYPST_PAPER = {Paper.A4: "a4", Paper.LETTER: "us-letter"}


def has_pdf() -> bool:
    """Whether what sets a PDF is installed."""
    return all(find_spec(package) is not None for package in PACKAGES)


def sheets_pdf(sheets: Sequence[Printed], *, size: int, paper: Paper = Paper.A4) -> bytes:
    """Each sheet from a new page on; `size` in points, one of `SIZES`. Raises PdfError."""
    data = {
        "language": sheets[0].language,
        "size": size,
        "paper": _TYPST_PAPER[paper],
        "clocks_below": has_clocks_below(size),
        "sheets": sheets,
    }
    return set_pdf(_HERE / "sheet.typ", data)


def envelope_pdf(envelope: EnvelopePaper, *, paper: Paper = Paper.A4) -> bytes:
    """The envelope of a sealed move, on three pages where the move is to be inside. Raises PdfError."""
    return set_pdf(_HERE / "envelope.typ", {"size": _TYPST_PAPER[paper], "paper": envelope})


def set_pdf(template: Path, data: Mapping[str, object]) -> bytes:
    """A template of this folder with its data, as tagged PDF after PDF/UA-1. Raises PdfError.

    Fonts of the system are used only for letters that those of the program have not, so that all machines print alike.
    """
    if not has_pdf():
        raise PdfError("pdf_package", install=installing(extra="pdf"))
    typst: Any = import_module("typst")
    fonts = Path(str(import_module("fontpkg_atkinson_hyperlegible").__file__)).parent / "files"
    content = msgspec.json.encode(data).decode()
    for is_own in (True, False):
        try:
            pdf = typst.compile(
                template.read_bytes(),
                sys_inputs={"data": content, "fallback": "no" if is_own else "yes"},
                font_paths=[str(fonts)],
                ignore_system_fonts=is_own,
                pdf_standards=["ua-1"],
            )
        except typst.TypstError as error:
            if _UNPRINTABLE not in error.message:
                raise PdfError("pdf_unset", error=error.message.rstrip(".")) from error
            unprintable = error.message.partition("`")[2].partition("`")[0]
        else:
            assert isinstance(pdf, bytes)
            return pdf
    raise PdfError("pdf_no_font", text=unprintable)


def examine() -> list[Diagnosis]:
    """Can sheets be set as PDF? For `access-chess doctor`."""
    part, mend, install = "doctor_part_pdf", "doctor_mend_pdf", {"install": installing(extra="pdf")}
    if not has_pdf():
        return [Diagnosis(part=part, works=False, found="doctor_not_needed", mend=mend, slots=install)]
    try:
        sheets_pdf([_EMPTY], size=SIZES[0])
    except PdfError as error:
        return [
            Diagnosis(
                part=part,
                works=False,
                found=error.phrase,
                mend=mend,
                slots={**install, **{slot: str(value) for slot, value in error.slots.items()}},
            )
        ]
    return [Diagnosis(part=part, works=True, found="doctor_pdf_works")]
