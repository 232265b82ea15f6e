"""Agreement: a table of labels dropped, its reading corrected, its sentence and curve; calculators without a table."""

import hmac
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from starlette.responses import Response

from anaphor import agreement, report
from anaphor.answers import preview
from anaphor.errors import AnaphorError, InputError
from anaphor.files import whole_number, write_text
from anaphor.report import section_piece
from anaphor.section import Section
from anaphor.text import text
from anaphor.web.readings import LabelsReading, keep_reading, reading_beside, reading_of
from anaphor.web.replies import BadRequestError, made_file
from anaphor.web.site.shell import PageTable, PageVisit, line_of
from anaphor.web.site.uploads import read_upload

_NAMED = ("layout", "item", "annotator", "label", "question", "repetition", "scale", "repeats")
_WHOLE = ("annotators", "classes", "items")
_MOST_NAMED = 60
"""Annotators that the form offers to leave out."""
_KINDS = {
    "report.html": "text/html",
    "figure.svg": "image/svg+xml",
    "figure.png": "image/png",
    "paper.txt": "text/plain",
}


PAGES = PageTable()


@PAGES.read("/agreement")
def index(visit: PageVisit) -> Response:
    command = line_of("agreement", "measure", "TABLE")
    return visit.page("agreement", visit.words["nav_agreement"], names=visit.files_of("labels"), command=command)


@PAGES.act("/agreement")
def upload(visit: PageVisit) -> Response:
    return visit.to("agreement", visit.save_upload("file", visit.folder.place("labels")).name)


@PAGES.read("/agreement/{name}")
def labels(visit: PageVisit) -> Response:
    """What a table means; where it cannot be read, why, and the form that says how."""
    path, reading, ignored = _found(visit)
    panel = visit.asked("panel")
    looked = visit.kept.get("preview", [path], lambda: read_upload(preview, [path], path)) if visit.works else ((), ())
    columns, rows = looked
    shown, problem = None, None
    try:
        key = ("labels", visit.interface, visit.works, panel, repr(reading))
        shown = visit.kept.get(
            key, [path], lambda: read_upload(_shown, [path], path, reading, panel, named=visit.works)
        )
    except AnaphorError as error:  # which may quote the table
        problem = str(error) if visit.works else visit.words["agreement_unreadable"]
    settings = reading.settings
    given = {**settings, "classes": ",".join(reading.classes), "panel": panel}
    given["without"] = list(reading.without) if visit.works else None
    return visit.page(
        "labels",
        path.name,
        trail=[(visit.words["nav_agreement"], "agreement")],
        status=200 if shown else 400,
        said=problem,
        shown=shown,
        panel=panel or (shown["size"] if shown else None) or "",
        table=(columns, rows),
        reading=settings,
        ignored=ignored if visit.works else "",
        command=line_of("agreement", "measure", f"labels/{path.name}", **given),
    )


@PAGES.act("/agreement/{name}")
def correct(visit: PageVisit) -> Response:
    """Keep how the table is read beside it."""
    path, _, _ = _found(visit)
    given: dict[str, Any] = {name: visit.fields.get(name, "").strip() for name in _NAMED}
    for name, sign in (("classes", ","), ("without", "\n")):
        given[name] = [each.strip() for each in visit.fields.get(name, "").split(sign) if each.strip()]
    also = [each.strip() for each in visit.fields.get("item_also", "").split("\n") if each.strip()]
    if given["item"]:  # several columns may name an item together
        given["item"] = ",".join(dict.fromkeys((given["item"], *also)))
    keep_reading(LabelsReading, path, **given)
    return visit.to("agreement", path.name)


@PAGES.act("/agreement/{name}/remove")
def remove(visit: PageVisit) -> Response:
    path, _, _ = _found(visit)
    for each in (path, reading_beside(path)):
        each.unlink(missing_ok=True)
    return visit.to("agreement")


@PAGES.read("/agreement/{name}/{kind}")
def file(visit: PageVisit) -> Response:
    """The report, the curve as SVG or PNG, or the sentences for a paper."""
    (path, reading, _), kind = _found(visit), visit.part("kind")
    if kind not in _KINDS:
        raise BadRequestError("web-no-page", 404)

    def make(folder: Path) -> Path:
        target = folder / f"{path.stem}-{kind}"
        return read_upload(_written, [path], path, reading, visit.asked("panel"), target, kind, named=visit.works)

    try:
        return made_file(make, _KINDS[kind])
    except AnaphorError as error:  # which may quote the table
        if visit.works:
            raise
        raise BadRequestError("site-agreement-unreadable") from error


def _written(  # noqa: PLR0913  # what a child is told of a page
    path: Path, reading: LabelsReading, panel: str, target: Path, kind: str, *, named: bool
) -> Path:
    """The file of a kind, written."""
    found = _measured(path, reading, panel, named=named)
    if kind == "report.html":
        made = line_of("agreement", "measure", path.name)
        return report.write(target, report.agreement_section(found), title=path.name, made=made)
    if kind == "paper.txt":
        write_text(target, "\n".join((*map(str, found.sentences), found.signature, "")))
        return target
    return report.save(found, target)


# --- calculators -------------------------------------------------------------------------------------------------


@PAGES.read("/agreement/interpret")
def interpret(visit: PageVisit) -> Response:
    """What a coefficient means, without labels."""
    told = visit.asked_all(coefficient="kappa", value="0.67", annotators="3", classes="2")
    given = {("alpha" if told["coefficient"] == "alpha" else "kappa"): told["value"]}
    given |= {name: told[name] for name in ("annotators", "classes")}
    return _calculator(
        visit,
        "interpret",
        told,
        lambda: report.interpretation_section(agreement.interpret(**_numbers(tuple(given), **given))),
        line_of("agreement", "interpret", **given),
    )


@PAGES.read("/agreement/plan")
def plan(visit: PageVisit) -> Response:
    """How many people labels need that stay."""
    told = visit.asked_all(target="0.05", kappa="0.7", classes="2", items="", cost="")
    command = line_of("agreement", "plan", **told)

    def make() -> Section:
        return report.plan_section(agreement.plan(**_numbers(("target",), **told)))

    return _calculator(visit, "plan", told, make, command)


def _calculator(
    visit: PageVisit, name: str, told: Mapping[str, str], make: Callable[[], Section], command: str
) -> Response:
    piece, problem = None, None
    try:
        piece = section_piece(make())
    except AnaphorError as error:
        problem = str(error)
    trail = [(visit.words["nav_agreement"], "agreement")]
    shown: dict[str, Any] = {"name": name, "told": told, "piece": piece, "problem": problem, "command": command}
    return visit.page("calculator", visit.words[name], trail=trail, **shown)


def _found(visit: PageVisit) -> tuple[Path, LabelsReading, str]:
    """The table that the address names, how it is read, and why what is kept of that is ignored."""
    path = visit.files_of("labels").get(visit.part("name"))
    if path is None:
        raise BadRequestError("web-no-page", 404)
    return path, *reading_of(LabelsReading, path)


def pseudonyms(path: Path, names: Iterable[str]) -> dict[str, str]:
    """What stands for the annotators of a table where names are not shown: the same for as long as the table stays.

    Their order comes from the table's content, which whoever sees no names does not have: it gives nobody away.
    """
    key = path.read_bytes()
    order = sorted(set(names), key=lambda name: hmac.digest(key, name.encode("utf-8", "surrogatepass"), "sha256"))
    return {name: text("site-agreement-somebody", number=number) for number, name in enumerate(order, 1)}


def _measured(path: Path, reading: LabelsReading, panel: str, *, named: bool) -> "agreement.Measurement":
    """What the labels mean; for those who see no names, with pseudonyms in every table, figure and sentence."""
    found = agreement.read(path, **reading.settings)
    if not named:
        known = pseudonyms(path, (*found.annotators, *reading.without))
        found = replace(found, annotators=tuple(map(known.__getitem__, found.annotators)), notes=())
    return agreement.measure(found, panel=_numbers((), annotators=panel).get("annotators"))


def _shown(path: Path, reading: LabelsReading, panel: str, *, named: bool) -> dict[str, Any]:
    """What the page shows of a table; `size` is how many people the other panel has."""
    found = _measured(path, reading, panel, named=named)
    return {
        "sentence": "" if found.cautions else str(found.sentences[0]),  # what comes first is in the section already
        "size": found.summary.reproduction.size if found.summary else None,
        "notes": found.notes,
        "annotators": found.labels.annotators[:_MOST_NAMED],
        "piece": section_piece(report.agreement_section(found)),
    }


def _numbers(needed: Collection[str], /, **told: str) -> dict[str, Any]:
    """What fields of numbers say; those left empty are not there, unless they are needed."""
    found: dict[str, Any] = {}
    for name, value in told.items():
        if not value and name not in needed:
            continue
        try:
            number = whole_number(value) if name in _WHOLE else float(value.replace(",", "."))
        except ValueError:
            number = None
        if number is None:
            raise InputError("web-no-number", text=value[:20])
        found[name] = number
    return found
