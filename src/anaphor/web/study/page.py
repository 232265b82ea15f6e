"""The participant's page, and the page where a code deletes what its owner answered."""

import json
import tomllib
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from anaphor.experiment.design import Design


@cache
def words_of(interface: str) -> dict[str, Any]:
    """The words of the page in one language, refusals apart."""
    table = tomllib.loads(files("anaphor").joinpath("data/web/experiment.toml").read_text("utf-8"))
    words: dict[str, Any] = {name: text[interface] for name, text in table.items()}
    words["refusals"] = {name.removeprefix("refused_"): text for name, text in words.items() if "refused_" in name}
    return words


def page(design: Design, base: str) -> str:
    """The page; everything that people wrote is in it as data, never as markup."""
    words = words_of(design.interface)
    study = {
        "name": design.name,
        "base": base,
        "language": design.interface,
        "words": words,
        "recruiter": design.recruiting.recruiter.value,
    }
    data = json.dumps(study, ensure_ascii=False).replace("<", "\\u003c")
    script = (
        f'<script type="application/json" id="study">{data}</script>\n'
        f'<script type="module" src="{escape(base)}/static/experiment.js"></script>\n'
    )
    return _document(
        design,
        base,
        script,
        f"""<header>
<progress hidden value="0" max="1" aria-label="{escape(words["progress"])}"></progress><span id="saved"></span>
<p id="net" role="status"></p>
</header>
<main><noscript>{escape(words["needs_script"])}</noscript></main>
<footer></footer>""",
    )


def withdrawal_page(design: Design, base: str, message: str | None = None) -> str:
    """A form without any script: a code in, everything of its owner out."""
    words = words_of(design.interface)
    said = f'<p role="status">{escape(message)}</p>' if message else ""
    return _document(
        design,
        base,
        "",
        f"""<main>
<h1>{escape(words["withdraw"])}</h1>
{said}
<form method="post" class="form">
<label for="code">{escape(words["withdraw_code"])}</label>
<input id="code" name="code" required maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false">
<button class="next">{escape(words["withdraw_do"])}</button>
</form>
</main>""",
    )


def _document(design: Design, base: str, script: str, body: str) -> str:
    return f"""<!doctype html>
<html lang="{design.interface}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{escape(design.words.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{escape(base)}/static/experiment.css">
{script}</head>
<body>
{body}
</body>
</html>
"""
