"""The styles, scripts and pictures of pages as they go out: without comments, and packed for browsers that unpack.

They are the same for everybody and bear no secret, so that packing them tells nothing; pages are not packed.
"""

import gzip
import hashlib
import mimetypes
import re
from pathlib import Path

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

#: Comments, what a line is indented by, and what stands between rules: no text of a script goes over several lines. The
#: comment of a picture tells whose it is, and stays.
_COMMENTS = {
    ".js": re.compile(rb"^\s*//.*\n|^\s+|[ \t]+// .*$", re.MULTILINE),
    ".css": re.compile(rb"/\*.*?\*/\s*|^\s+|(?<=[{}:;,>])\s+|;?\s+(?=[{}])|\s+(?=>)", re.MULTILINE | re.DOTALL),
}


class StaticFile(Struct, frozen=True, kw_only=True):
    """A file as it goes out, plain and packed; `tag` is another one when anything in it is."""

    kind: str
    plain: bytes
    packed: bytes
    tag: str


def static_files(folder: Path) -> dict[str, StaticFile]:
    """All files of a folder by their names."""
    return {path.name: _static_file(path) for path in sorted(folder.iterdir())}


def _static_file(path: Path) -> StaticFile:
    comments = _COMMENTS.get(path.suffix)
    plain = path.read_bytes() if comments is None else comments.sub(b"", path.read_bytes())
    return StaticFile(
        kind=mimetypes.guess_type(path.name)[0] or "application/octet-stream",
        plain=plain,
        packed=gzip.compress(plain, mtime=0),
        tag=f'"{hashlib.sha256(plain).hexdigest()[:16]}"',
    )


FILES = static_files(Path(__file__).parent / "static")


async def static_file(request: Request) -> Response:
    """One of them, if the browser has not got it."""
    file = FILES.get(request.path_params["name"])
    if file is None:
        raise HTTPException(404)
    headers = {"etag": file.tag, "vary": "accept-encoding", "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.kind, headers=headers | {"content-encoding": "gzip"})
    return Response(file.plain, media_type=file.kind, headers=headers)
