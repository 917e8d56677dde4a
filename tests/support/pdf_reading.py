"""A tagged PDF as a screen reader gets it: the tree of its tags in their order, with the text of each."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pikepdf

_MAPPED = re.compile(r"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]+)>")


@dataclass(frozen=True, kw_only=True)
class Tagged:
    """An element of the structure: its tag (TH, TD), what stands in it, its attributes such as /Scope and /ColSpan."""

    tag: str
    text: str = ""
    attributes: dict[str, Any] = field(default_factory=dict)
    children: tuple["Tagged", ...] = ()

    def all(self, tag: str) -> Iterator["Tagged"]:
        """The elements with this tag within this one, in the order in which they are read."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.all(tag)


def tagged(path: Path) -> tuple[pikepdf.Pdf, Tagged]:
    """The document, and what its tags hold."""
    pdf = pikepdf.open(path)
    texts = {page.obj.objgen: _texts(page) for page in pdf.pages}
    return pdf, _element(pdf.Root.StructTreeRoot.K, None, texts)


def lines_of(pdf: pikepdf.Pdf) -> Counter[str]:
    """How often each stretch of text is set in one piece, on one line."""
    return Counter(text.strip() for page in pdf.pages for _, text in _shown(page))


def _element(node: Any, page: Any, texts: dict[Any, dict[int, str]]) -> Tagged:
    if isinstance(node, pikepdf.Array):
        (node,) = node
    page = node.get("/Pg", page)
    children, text = [], ""
    for kid in _listed(node.get("/K")):
        if isinstance(kid, int):
            text += texts[page.objgen].get(kid, "")
        elif "/MCID" in kid:
            text += texts[kid.get("/Pg", page).objgen].get(int(kid.MCID), "")
        else:
            children.append(_element(kid, page, texts))
            text += children[-1].text
    attributes = {key: value for group in _listed(node.get("/A")) for key, value in group.items()}
    return Tagged(tag=str(node.S)[1:], text=text, attributes=attributes, children=tuple(children))


def _listed(kids: Any) -> list[Any]:
    if kids is None:
        return []
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def _texts(page: pikepdf.Page) -> dict[int, str]:
    """The text of each marked piece of a page, by its number."""
    pieces: dict[int, str] = {}
    for number, text in _shown(page):
        pieces[number] = pieces.get(number, "") + text
    return pieces


def _shown(page: pikepdf.Page) -> Iterator[tuple[int, str]]:
    """Each stretch of text with the number of its piece, without what is no text to be read, as a page's number."""
    fonts = {name: _mapped(font) for name, font in page.obj.Resources.Font.items()}
    number, font = None, ""
    for instruction in pikepdf.parse_content_stream(page):
        operands: list[Any] = list(instruction.operands)
        match str(instruction.operator):
            case "BDC":
                number = int(operands[1]["/MCID"]) if "/MCID" in operands[1] else None
            case "EMC":
                number = None
            case "Tf":
                font = str(operands[0])
            case "Tj" | "TJ" if number is not None:
                shown = operands[0] if isinstance(operands[0], pikepdf.Array) else [operands[0]]
                codes = b"".join(bytes(each) for each in shown if isinstance(each, pikepdf.String))
                yield number, "".join(fonts[font][codes[at : at + 2]] for at in range(0, len(codes), 2))


def _mapped(font: Any) -> dict[bytes, str]:
    table = font.ToUnicode.read_bytes().decode("ascii")
    return {
        bytes.fromhex(code): bytes.fromhex(meant).decode("utf-16-be")
        for section in re.findall(r"beginbfchar(.*?)endbfchar", table, re.S)
        for code, meant in _MAPPED.findall(section)
    }
