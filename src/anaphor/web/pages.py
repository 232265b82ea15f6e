"""What every page is made of: templates and files of our own, and the words of one language."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from anaphor.report import new_environment
from anaphor.text import Interface, speaking, text, words
from anaphor.web.replies import reply
from anaphor.web.study.wire import ErrorReply

FRESH = {"cache-control": "no-store"}
"""Nobody between the server and the reader keeps the page."""
_KINDS = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}


@cache
def words_of(prefix: str, interface: str) -> dict[str, str]:
    """The words of some pages in one language."""
    with speaking(interface):
        return words(prefix)


def rendered(name: str, values: Mapping[str, object], status: int = 200) -> HTMLResponse:
    """A page from its template; whatever people wrote is text in it, never markup."""
    return HTMLResponse(_templates().get_template(name).render(values), status, headers=FRESH)


def script_data(value: object) -> Markup:
    """A record as data for a script of the page; a `<` in it cannot end the script."""
    return Markup(json.dumps(value, ensure_ascii=False).replace("<", "\\u003c"))


@cache
def _templates() -> Environment:
    return new_environment(FunctionLoader(lambda name: _file(name).decode("utf-8")))


@cache
def _file(name: str) -> bytes:
    return files("anaphor").joinpath(f"data/web/{name}").read_bytes()


@cache
def _static_names() -> frozenset[str]:
    return frozenset(each.name for each in files("anaphor").joinpath("data/web").iterdir() if each.name[-3:] != "tml")


async def static_file(request: Request) -> Response:
    """One of the scripts and styles that pages load."""
    name = request.path_params["name"]
    if name not in _static_names():
        return reply(ErrorReply(text("web-no-file")), 404)
    kind = _KINDS["." + name.rpartition(".")[2]]
    return Response(_file(name), media_type=kind, headers={"cache-control": "no-cache"})


def interface_of(request: Request) -> str:
    """The language that the browser asks for first, of those that the pages have; English else."""
    for part in request.headers.get("accept-language", "").split(","):
        code = part.partition(";")[0].strip().lower()[:2]
        if code in list(Interface):
            return code
    return Interface.EN
