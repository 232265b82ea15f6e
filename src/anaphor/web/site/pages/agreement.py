"""Agreement: a table of labels dropped, its reading corrected, its sentence and curve; calculators without a table."""

import hmac
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from starlette.responses import Response

from anaphor import agreement, report
from anaphor.answers import preview
from anaphor.errors import AnaphorError, InputError
from anaphor.files import whole_number
from anaphor.report import section_piece
from anaphor.section import Section
from anaphor.text import text
from anaphor.web.readings import LabelsReading, keep_reading, reading_beside, reading_of
from anaphor.web.replies import BadRequestError, file_to_keep
from anaphor.web.site.shell import PageVisit, line_of
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


def index(visit: PageVisit) -> Response:
    command = line_of("agreement", "measure", "TABLE")
    return visit.page("agreement", visit.words["nav_agreement"], names=visit.files_of("labels"), command=command)


def upload(visit: PageVisit) -> Response:
    return visit.to("agreement", visit.save_upload("file", visit.folder.place("labels")).name)


def labels(visit: PageVisit) -> Response:
    """What a table means; where it cannot be read, why, and the form that says how."""
    path, reading, ignored = _found(visit)
    panel = visit.asked("panel")
    looked = visit.kept.get("preview", [path], lambda: read_upload(preview, [path], path)) if visit.works else ((), ())
    columns, rows = looked
    summary, problem = None, None
    try:
        key = ("labels", visit.interface, visit.works, panel, repr(reading))
        summary = visit.kept.get(
            key, [path], lambda: read_upload(_shown, [path], path, reading, panel, named=visit.works)
        )
    except AnaphorError as error:  # which may quote the table
        problem = str(error) if visit.works else visit.words["agreement_unreadable"]
    settings = reading.settings
    options = {**settings, "classes": ",".join(reading.classes), "panel": panel}
    options["without"] = list(reading.without) if visit.works else None
    return visit.page(
        "labels",
        path.name,
        trail=[(visit.words["nav_agreement"], "agreement")],
        status=200 if summary else 400,
        said=problem,
        shown=summary,
        panel=panel or (summary["size"] if summary else None) or "",
        table=(columns, rows),
        reading=settings,
        ignored=ignored if visit.works else "",
        command=line_of("agreement", "measure", f"labels/{path.name}", **options),
    )


def correct(visit: PageVisit) -> Response:
    """Keep how the table is read beside it."""
    path, _, _ = _found(visit)
    values: dict[str, Any] = {name: visit.fields.get(name, "").strip() for name in _NAMED}
    for name, sign in (("classes", ","), ("without", "\n")):
        values[name] = [word.strip() for word in visit.fields.get(name, "").split(sign) if word.strip()]
    also = [word.strip() for word in visit.fields.get("item_also", "").split("\n") if word.strip()]
    if values["item"]:  # several columns may name an item together
        values["item"] = ",".join(dict.fromkeys((values["item"], *also)))
    keep_reading(LabelsReading, path, **values)
    return visit.to("agreement", path.name)


def remove(visit: PageVisit) -> Response:
    path, _, _ = _found(visit)
    for file in (path, reading_beside(path)):
        file.unlink(missing_ok=True)
    return visit.to("agreement")


def file(visit: PageVisit) -> Response:
    """The report, the curve as SVG or PNG, or the sentences for a paper."""
    (path, reading, _), kind = _found(visit), visit.part("kind")
    if kind not in _KINDS:
        raise BadRequestError("web-no-page", 404)

    try:
        data = read_upload(_file, [path], path, reading, visit.asked("panel"), kind, named=visit.works)
    except AnaphorError as error:  # which may quote the table
        if visit.works:
            raise
        raise BadRequestError("site-agreement-unreadable") from error
    return file_to_keep(f"{path.stem}-{kind}", data, _KINDS[kind])


def _file(path: Path, reading: LabelsReading, panel: str, kind: str, *, named: bool) -> bytes:
    """The file of a kind; a child has a folder of its own to make it in."""
    measurement = _measured(path, reading, panel, named=named)
    if kind == "paper.txt":
        return "\n".join((*map(str, measurement.sentences), measurement.signature, "")).encode()
    with tempfile.TemporaryDirectory(prefix="anaphor-") as folder:
        target = Path(folder, f"{path.stem}-{kind}")
        if kind == "report.html":
            made = line_of("agreement", "measure", path.name)
            report.write(target, measurement.section, title=path.name, made=made)
        else:
            report.save(measurement, target)
        return target.read_bytes()


# --- calculators -------------------------------------------------------------------------------------------------


def interpret(visit: PageVisit) -> Response:
    """What a coefficient means, without labels."""
    fields = visit.asked_all(coefficient="kappa", value="0.67", annotators="3", classes="2")
    options = {("alpha" if fields["coefficient"] == "alpha" else "kappa"): fields["value"]}
    options |= {name: fields[name] for name in ("annotators", "classes")}
    return _calculator(
        visit,
        "interpret",
        fields,
        lambda: agreement.interpret(**_numbers(tuple(options), **options)).section,
        line_of("agreement", "interpret", **options),
    )


def plan(visit: PageVisit) -> Response:
    """How many people labels need that stay."""
    fields = visit.asked_all(target="0.05", kappa="0.7", classes="2", items="", cost="")
    command = line_of("agreement", "plan", **fields)

    def make() -> Section:
        return agreement.plan(**_numbers(("target",), **fields)).section

    return _calculator(visit, "plan", fields, make, command)


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
    table = agreement.read(path, **reading.settings)
    if not named:
        names = pseudonyms(path, (*table.annotators, *reading.without))
        table = replace(table, annotators=tuple(map(names.__getitem__, table.annotators)), notes=())
    return agreement.measure(table, panel=_numbers((), annotators=panel).get("annotators"))


def _shown(path: Path, reading: LabelsReading, panel: str, *, named: bool) -> dict[str, Any]:
    """What the page shows of a table; `size` is how many people the other panel has."""
    measurement = _measured(path, reading, panel, named=named)
    return {
        # What comes first is in the section already.
        "sentence": "" if measurement.cautions else str(measurement.sentences[0]),
        "size": measurement.summary.reproduction.size if measurement.summary else None,
        "notes": measurement.notes,
        "annotators": measurement.labels.annotators[:_MOST_NAMED],
        "piece": section_piece(measurement.section),
    }


def _numbers(needed: Collection[str], /, **told: str) -> dict[str, Any]:
    """What fields of numbers say; those left empty are not there, unless they are needed."""
    numbers: dict[str, Any] = {}
    for name, value in told.items():
        if not value and name not in needed:
            continue
        try:
            number = whole_number(value) if name in _WHOLE else float(value.replace(",", "."))
        except ValueError:
            number = None
        if number is None:
            raise InputError("web-no-number", text=value[:20])
        numbers[name] = number
    return numbers
