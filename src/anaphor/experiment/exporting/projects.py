"""A designed study as a project for another server: jsPsych or PCIbex (PennController).

People see what anaphor's own server would show them: the presentations (list, order of trials, sides of answers) are
made here and stand in the project, so that a counter, or a number in the link, is all that the other server must have.
Right answers of items stay here; they come back to the answers with `experiment import --design`.
"""

import base64
import hashlib
import json
import re
import shlex
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from markdown_it import MarkdownIt

from anaphor.errors import InputError, Place
from anaphor.experiment.design.design import Design, PlacedTrial, Trial, TrialKind, present
from anaphor.experiment.design.scale import answer_keys
from anaphor.experiment.session.assignment import way_out
from anaphor.experiment.session.session import VisitOutcome
from anaphor.files import regular_bytes, safe_cell, safe_table
from anaphor.provenance import plain
from anaphor.text import speaking, text, words

PROJECTS = ("jspsych", "pcibex")
"""What a design can be converted to."""
_MOST = 60
"""Presentations of a list; after them the first one comes again."""
_SHOWN_KEYS = (TrialKind.PRACTICE, TrialKind.ATTENTION)
"""Trials that need their right answer in the browser: practice for its feedback, attention for the code at the end."""
_SCRIPT = re.compile(
    r'"https://unpkg\.com/((?:@[\w-]+/)?[\w-]+)@([\d.]+)/([^"]+)" integrity="sha384-([^"]+)" crossorigin="anonymous"'
)
_LARGEST = 10_000_000


def project_files(design: Design, to: str, file: str, scripts: Path | None = None) -> dict[str, str]:
    """The files of a project by their paths; `file` is the design's own, `scripts` a folder with npm's jsPsych."""
    if to not in PROJECTS:
        raise InputError("experiment-unknown-project", unknown=to, names=", ".join(PROJECTS))
    if scripts is not None and to != "jspsych":
        raise InputError("experiment-no-scripts-needed", format=to)
    shown = _presentations(design)
    with speaking(design.interface):
        study = _study(design)
        known = {
            "title": design.words.title,
            "name": design.name,
            "fingerprint": design.fingerprint,
            "people": len(shown),
            "lists": len(design.lists),
            "design": shlex.quote(file),
        }
    if to == "pcibex":
        data = json.dumps(
            {**study, "trials": {safe_cell(each["id"]): each for each in study["trials"]}}, ensure_ascii=False, indent=1
        )
        return {
            "data_includes/main.js": _template(to, "main.js").substitute(study=_harmless(data)),
            "chunk_includes/presentations.csv": _table(design, shown),
            "README.md": _template(to, "README.md").substitute(known),
        }
    places = {trial.id: place for place, trial in enumerate(design.trials)}
    study["presentations"] = [
        {"list": number, "shown": [[places[each.trial], *each.order] for each in order]} for number, order in shown
    ]
    page = _template(to, "index.html").substitute(language=design.interface, title=escape(design.words.title))
    made = {each: _template(to, each).template for each in ("study.js", "study.css", "save.php")}
    code = "experiment-project-scripts-web" if scripts is None else "experiment-project-scripts-here"
    if scripts is not None:
        for name, version, path, digest in _SCRIPT.findall(page):
            content = _script(scripts, name, version, path, digest)
            made[f"jspsych/{name.rpartition('/')[2]}.{path.rpartition('.')[2]}"] = content
        page = _SCRIPT.sub(lambda found: f'"jspsych/{found[1].rpartition("/")[2]}.{found[3].rpartition(".")[2]}"', page)
    with speaking("en"):
        read_me = _template(to, "README.md").substitute(known, scripts=text(code))
    data = json.dumps(study, ensure_ascii=False, separators=(",", ":"))
    return {"index.html": page, "study-data.js": f"const STUDY = {_harmless(data)};\n", **made, "README.md": read_me}


def _template(to: str, name: str) -> Template:
    return Template(files("anaphor").joinpath(f"data/experiment/{to}/{name}").read_text("utf-8"))


def _harmless(data: str) -> str:
    """JSON as a script may hold it: no end of a script, no line end that only JSON allows in a text."""
    return data.replace("</", "<\\/").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _presentations(design: Design) -> list[tuple[int, tuple[PlacedTrial, ...]]]:
    """List (from 1) and order of one person after the other; of a list whole fours, which are counterbalanced."""
    lists = len(design.lists)
    each = min(_MOST, -(-design.quota // lists // 4) * 4 or 4)
    return [(number + 1, present(design, number, nth)) for nth in range(each) for number in range(lists)]


def _study(design: Design) -> dict[str, Any]:
    """What both projects are told; words are those of the page of anaphor's own server."""
    markdown = MarkdownIt("commonmark", {"html": False})
    said = {name: markdown.render(getattr(design.words, name)) for name in ("consent", "instructions", "debrief")}
    sizes = {len(trial.candidates) for trial in design.trials}
    return {
        "name": design.name,
        "fingerprint": design.fingerprint,
        "title": design.words.title,
        **said,
        "contact": design.words.contact,
        "words": words("study-"),
        "download": text("experiment-project-download"),
        "standard": design.standard,
        "natives_only": design.exclusion.native_only,
        "questions": [
            {"options": [], "accept": [], "number": each.number, "required": each.required} | plain(each)
            for each in design.questions
        ],
        "comprehension": [plain(each) | {"key": each.key} for each in design.comprehension],
        "keys": {size: answer_keys([""] * size) for size in sorted(sizes)},
        "block": design.block,
        "attention_failures": design.exclusion.attention_failures,
        "ways": {each.value: plain(way_out(design.recruiting, each)) for each in VisitOutcome},
        "trials": [_trial(each) for each in design.trials],
    }


def _trial(trial: Trial) -> dict[str, Any]:
    told: dict[str, Any] = {
        name: getattr(trial, name) for name in ("id", "item", "kind", "text", "prompt", "candidates")
    }
    if trial.ordered:  # steps stay in their order, and may have digits of their own
        told |= {"scale": True, "keys": answer_keys(trial.candidates)}
    return told | ({"key": trial.key} if trial.kind in _SHOWN_KEYS and trial.key is not None else {})


def _table(design: Design, shown: list[tuple[int, tuple[PlacedTrial, ...]]]) -> str:
    """The rows of each presentation, screens between trials among them; PCIbex takes one `group` for each person."""

    def rows() -> Iterator[tuple[object, ...]]:
        for person, (number, order) in enumerate(shown, 1):
            group, since, last = f"{person:04d}", 0, None
            for each in order:
                kind = design.by_id[each.trial].kind
                if last is TrialKind.PRACTICE and kind is not last:
                    yield (group, number, "begins", "", "", "", "")
                if since and since % design.block == 0 and each is not order[-1]:
                    yield (group, number, "break", "", "", "", "")
                since, last = since + (kind is not TrialKind.PRACTICE), kind
                yield (
                    group,
                    number,
                    "trial",
                    each.trial,
                    each.position + 1,
                    len(order),
                    " ".join(map(str, each.order)),
                )

    return safe_table(("group", "list", "kind", "trial", "position", "total", "order"), rows())


def _script(folder: Path, name: str, version: str, path: str, digest: str) -> str:
    """A file of jsPsych as npm installed it; refused when it is another than the one that the study was tried with."""
    found = next(
        (each for each in (folder / "node_modules" / name / path, folder / name / path) if each.is_file()), None
    )
    if found is None:
        raise InputError("experiment-no-script", where=Place(file=str(folder)), name=f"{name}@{version}")
    data = regular_bytes(found, _LARGEST)
    if base64.b64encode(hashlib.sha384(data).digest()).decode() != digest:
        raise InputError("experiment-other-script", where=Place(file=str(found)), name=f"{name}@{version}")
    return data.decode()
