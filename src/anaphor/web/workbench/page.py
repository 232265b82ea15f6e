"""The workbench's page: an empty frame, its words and its setting as data; scripts and styles are files of our own."""

import json
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

from anaphor.collection import domain_name, domains
from anaphor.web.replies import reply
from anaphor.web.study.wire import ErrorReply
from anaphor.web.workbench.words import INTERFACES, words_of

_SCRIPT, _STYLE = "text/javascript; charset=utf-8", "text/css; charset=utf-8"
STATIC = {
    "desk.css": _STYLE,
    "workbench.css": _STYLE,
    "workbench.js": _SCRIPT,
    "workbench_marks.js": _SCRIPT,
    "workbench_drafts.js": _SCRIPT,
    "workbench_results.js": _SCRIPT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What the page must know of where it is."""

    path: str
    """Path of the workbench, without its last slash."""
    static: str
    """Path of its scripts and styles."""
    file: str
    """Stands for the file in the browser's own store."""
    shown: str
    """The file's name for people."""
    interface: str | None = None
    """Language of the page; None: the browser's."""
    home: str | None = None
    """Where the start page is; None: there is none."""


def page(setting: Setting, check: str) -> str:
    """The page; everything that people wrote is in it as data, never as markup."""
    data = {
        "path": setting.path,
        "file": setting.file,
        "shown": setting.shown,
        "interface": setting.interface,
        "home": setting.home,
        "check": check,
        "words": {each: words_of(each) for each in INTERFACES},
        "domains": {each: {name: domain_name(name, each) for name in domains()} for each in INTERFACES},
    }
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    words, static = words_of(setting.interface or "en"), escape(setting.static)
    return f"""<!doctype html>
<html lang="{escape(setting.interface or "en")}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{escape(words["title"])} · {escape(setting.shown)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{static}/workbench.css">
<script type="application/json" id="setting">{text}</script>
<script type="module" src="{static}/workbench.js"></script>
</head>
<body>
<noscript><p>{escape(words_of("en")["needs_script"])}</p><p>{escape(words_of("fr")["needs_script"])}</p></noscript>
</body>
</html>
"""


@cache
def _file(name: str) -> bytes:
    return files("anaphor").joinpath(f"data/web/{name}").read_bytes()


async def static_file(request: Request) -> Response:
    """One of the few files that the page loads."""
    name = request.path_params["name"]
    if name not in STATIC:
        return reply(ErrorReply("there is no such file"), 404)
    return Response(_file(name), media_type=STATIC[name], headers={"cache-control": "no-cache"})
