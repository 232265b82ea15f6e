"""Folders of finished pages: reports, and sites that a challenge published; shown as they are, and no script runs."""

import mimetypes
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from starlette.responses import FileResponse, Response

from anaphor.web.replies import BadRequestError

_POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_SHOWN = frozenset(
    {".html", ".htm", ".css", ".svg", ".png", ".jpg", ".jpeg", ".webp", ".txt", ".json", ".pdf", ".woff2"}
)
"""What a browser shows; everything else is handed over as a file to keep."""
_INDEX = "index.html"


def page_kind(name: str) -> str:
    """What a file is, by its name."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def page_headers(path: str) -> dict[str, str]:
    """How a file is handed over: no script of it runs, and nobody keeps it without asking again."""
    name = path.rpartition("/")[2]
    shown = PurePosixPath(name).suffix.lower() in _SHOWN
    told = f'filename="{name}"' if quote(name) == name else f"filename*=utf-8''{quote(name)}"
    kept = {} if shown else {"content-disposition": f"attachment; {told}"}
    return {"content-security-policy": _POLICY, "cache-control": "no-cache", **kept}


class Pages:
    """The finished pages below a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        """The pages and sites right below the folder: a site is a folder with an index."""
        if not self.folder.is_dir():
            return []
        found = [each for each in sorted(self.folder.iterdir()) if self._found(each.name) is not None]
        pages = [each.name for each in found if each.is_file() and each.suffix.lower() in (".html", ".htm", ".pdf")]
        return [*(f"{each.name}/" for each in found if (each / _INDEX).is_file()), *pages]

    def french(self) -> frozenset[str]:
        """The sites right below the folder that have a French side, as a challenge's has."""
        return frozenset(name for name in self.names() if name.endswith("/") and self._found(f"{name}fr/") is not None)

    def reply(self, path: str) -> Response | str:
        """The file at a path below the folder; where a folder's slash is missing, the name to go to instead."""
        found = self._found(path)
        if found is None:
            raise BadRequestError("web-no-page", 404)
        if found.is_dir():
            return f"{found.name}/"
        return FileResponse(found, media_type=page_kind(found.name), headers=page_headers(found.name))

    def _found(self, path: str) -> Path | None:
        """The file that a path means, a folder whose slash is missing, or None."""
        try:
            found = self._inside(path)
            if found.is_dir() and (not path or path.endswith("/")):
                found = found / _INDEX
            return found if found.exists() else None
        except (OSError, RuntimeError, ValueError):  # a name that no file of ours can have, a loop of links
            return None

    def _inside(self, path: str) -> Path:
        """The place that a path means; links that lead out of the folder, and hidden files, lead nowhere."""
        root = self.folder.resolve()
        parts = [part for part in path.split("/") if part]
        if any(part.startswith(".") or "\\" in part or "\x00" in part for part in parts):
            raise ValueError(path)
        found = root.joinpath(*parts).resolve()
        if found != root and root not in found.parents:
            raise ValueError(path)
        return found
