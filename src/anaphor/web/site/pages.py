"""The site's own pages: where one starts, the log-in, and what is not there."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse

from anaphor import __version__
from anaphor.experiment.study import Session
from anaphor.report import new_environment
from anaphor.text import typeset

INTERFACES = ("en", "fr")


def _text(name: str) -> str:
    return files("anaphor").joinpath(f"data/web/{name}").read_text("utf-8")


@cache
def _pages() -> Environment:
    return new_environment(FunctionLoader(_text))


@cache
def words_of(interface: str) -> dict[str, str]:
    """The words of the pages in one language."""
    table = tomllib.loads(_text("site.toml"))
    return {name: typeset(text[interface], interface) for name, text in table.items()}


def interface_of(request: Request) -> str:
    """The language that the browser asks for first, of those that the pages have; English else."""
    for part in request.headers.get("accept-language", "").split(","):
        code = part.partition(";")[0].strip().lower()[:2]
        if code in INTERFACES:
            return code
    return "en"


def site_page(
    request: Request, kind: str, values: Mapping[str, object], *, status: int = 200, session: Session | None = None
) -> HTMLResponse:
    """A page of the site; nothing of it is kept by anybody between."""
    interface = interface_of(request)
    words = words_of(interface)
    known: dict[str, object] = {
        "kind": kind,
        "interface": interface,
        "words": words,
        "title": words["title"],
        "session": session,
        "version": f"anaphor {__version__}",
        "said": None,
        "accounts": True,
    }
    text = _pages().get_template("site.html").render(known | dict(values))
    return HTMLResponse(text, status, headers={"cache-control": "no-store", "vary": "accept-language, cookie"})
