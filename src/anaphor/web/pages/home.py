"""The start page, the lists behind the navigation, what is made there of texts and files; search."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.responses import Response

from anaphor import __version__, corpus, experiment
from anaphor.collection import CATALOGUE
from anaphor.corpus import check_members
from anaphor.report import section_piece
from anaphor.web.jobs.orders import ReportOrder, TextOrder, told_of
from anaphor.web.jobs.records import JobBook, all_books
from anaphor.web.pages.collections import known_collections, named_collection
from anaphor.web.replies import BadRequestError
from anaphor.web.security import UnknownKeyError, is_local
from anaphor.web.serving import METRICS
from anaphor.web.site.live import Pages
from anaphor.web.site.shell import PageTable, PageVisit, line_of, reserve_path, save_new

_COMMANDS = {
    "reports": line_of("report", "collections/NAME.yaml", "-o", "reports/NAME.html"),
    "corpora": line_of("corpus", "index", "TEXTS", "-o", "corpora/NAME"),
}
_KINDS = {"collections": "collections", "labels": "agreement", "runs": "systems", "reports": "reports"}
"""Folders of a project, and the page that shows what is in each."""
_CHOSEN = {"run": "runs", "labels": "labels"}
"""What a report is made of beside a collection: the option of its command, and the folder."""
_RECENT = 8
_LARGEST_TEXT, _SWELL_FROM, _SWELL = 2**29, 2**25, 50
"""Bytes of a text that was sent, unpacked: no more than so many and so many times what came."""
Entry = Mapping[str, str]
"""Something in a list: `name`, `href`, and a `note` beside it."""
PAGES = PageTable()


def entry(name: str, href: str, note: str = "") -> Entry:
    """Something in a list."""
    return {"name": name, "href": href, "note": note}


def listed(visit: PageVisit, place: str) -> Iterator[Entry]:
    """What there is of a kind."""
    french = visit.interface == "fr"
    match place:
        case "studies":
            for name, each in visit.studies.items():
                title, at = each.store.design.words.title, visit.link("studies", name)
                yield entry(f"{title} – {visit.words['take_part']}", f"{at}/s/{quote(each.store.design.name)}", name)
                if visit.session:
                    yield entry(f"{title} – {visit.words['dashboard']}", at, name)
        case "challenges":
            for name, called in visit.shell.live(visit.folder).titles().items():
                at = f"{visit.home}/challenges/{quote(name)}/{'fr/' if french else ''}"
                yield entry(called, at, name if called != name else "")
        case "published":
            pages = Pages(visit.folder.published)
            sides = pages.french() if french else ()
            for name in pages.names():
                at = f"{visit.home}/published/{quote(name)}{'fr/' if name in sides else ''}"
                yield entry(name.strip("/"), at)
        case "reports":
            for name in _reports(visit):
                yield entry(name, visit.link("reports", name))
        case "corpora":
            for name in visit.folder.listed("corpora"):
                yield entry(name, visit.link("corpora", name))


def _reports(visit: PageVisit) -> list[str]:
    """The finished pages that a visitor may see: names of annotators stand in those made of labels, or elsewhere."""
    names = Pages(visit.folder.reports).names()
    if visit.works:
        return names
    jobs = JobBook(visit.folder.root).jobs()
    bare, named = (
        {made for job in jobs if bool(job.told.get("labels")) is had for made in job.made} for had in (False, True)
    )
    return [name for name in names if f"reports/{name}" in bare - named]


def _files(visit: PageVisit) -> Iterator[tuple[Path, Entry]]:
    """Everything of a project that has a page, with its file."""
    for kind, place in _KINDS.items():
        for name, path in visit.files_of(kind).items():
            if kind == "reports" and not visit.works and name not in _reports(visit):
                continue
            called = path.stem if path.suffix.lower() in (".yaml", ".yml") else name
            yield path, entry(called, visit.link(place, called), visit.words[f"nav_{place}"])


@PAGES.read("/", public=True)
def start(visit: PageVisit) -> Response:
    """Where everybody begins; the demonstration opens on one schema that goes through the chain."""
    files = list(_files(visit)) if visit.session else []
    files.sort(key=lambda each: each[0].stat().st_mtime, reverse=True)
    lists: dict[str, Any] = {place: list(listed(visit, place)) for place in ("studies", "challenges", "published")}
    return visit.page(
        "home",
        visit.project or visit.words["title"],
        recent=[each for _, each in files][:_RECENT],
        demo=visit.shell.demo,
        projects=[each.called for each in visit.shell.folder.projects(visit.who)],
        version=f"anaphor {__version__}",
        **lists,
    )


@PAGES.read("/reports")
@PAGES.read("/corpora")
def listing(visit: PageVisit) -> Response:
    """What there is of one kind, and the command that makes more."""
    place = visit.request.url.path.strip("/")
    values: dict[str, Any] = {"place": place, "entries": list(listed(visit, place))}
    if place == "reports":
        values |= {"collections": list(known_collections(visit)), "runs": visit.files_of("runs")}
        values["labels"] = visit.files_of("labels")
    command = _COMMANDS[place] if visit.session else None
    return visit.page("index", visit.words[f"nav_{place}"], command=command, **values)


@PAGES.act("/reports")
def make_report(visit: PageVisit) -> Response:
    """Ask for a report of a collection, with its audit, labels and runs."""
    known = named_collection(visit, visit.fields.get("collection", ""))
    chosen: dict[str, dict[str, Path]] = {}
    for kind in _CHOSEN.values():
        there, asked = visit.files_of(kind), visit.fields.get(kind, "").splitlines()
        chosen[kind] = {name: there[name] for name in asked if name in there}
    typed = {option: [f"{kind}/{name}" for name in chosen[kind]] for option, kind in _CHOSEN.items()}
    title, called = f"{visit.words['report']} · {known.name}", f"{known.path.name.partition('.')[0]}.html"
    with reserve_path(visit.folder.reports, called, promised=visit.promised) as target:
        order = ReportOrder(
            source=str(known.path),
            reading=known.reading,
            output=str(target),
            audit="audit" in visit.fields,
            runs=tuple(map(str, chosen["runs"].values())),
            labels=tuple(map(str, chosen["labels"].values())),
        )
        command = line_of("report", known.typed, "-o", f"reports/{target.name}", **typed, no_audit=not order.audit)
        return visit.start_job("report", title, told=told_of(order), command=command)


@PAGES.read("/reports/{path:path}", light=True)
def report(visit: PageVisit) -> Response:
    """A finished page as it is: no script of it runs."""
    path = visit.part("path")
    if path not in _reports(visit):
        visit.as_author()
    return Pages(visit.folder.reports).reply(path)


@PAGES.read("/corpora/{name}")
def corpus_page(visit: PageVisit) -> Response:
    """What an index holds, and how often words meet in it."""
    name, told = visit.part("name"), visit.asked_all(a="", b="")
    path = visit.folder.listed("corpora").get(name)
    if path is None:
        raise BadRequestError("web-no-page", 404)
    opened = visit.kept.get("index", [path], lambda: corpus.open(path))
    counted = section_piece(opened.count(told["a"], told["b"] or None).section) if told["a"] else None
    command = line_of("corpus", "count" if told["a"] else "info", f"corpora/{name}", *filter(None, told.values()))
    values: dict[str, Any] = {"told": told, "piece": section_piece(opened.info().section), "counted": counted}
    return visit.page("corpus", name, trail=[(visit.words["nav_corpora"], "corpora")], command=command, **values)


@PAGES.act("/texts")
def make_from_text(visit: PageVisit) -> Response:
    """Keep a text, and find problems in it or index it."""
    texts, pasted = visit.folder.place("texts"), visit.fields.get("text", "").strip()
    if pasted:
        called, data = visit.fields.get("called", "").strip() or "text", f"{pasted}\n".encode("utf-8", "surrogatepass")
        visit.refuse_full(len(data))
        path = save_new(texts, f"{called}.txt", lambda file: file.write(data))
    else:
        path = visit.save_upload("file", texts)
    try:
        if not pasted:
            check_members(str(path), min(_LARGEST_TEXT, _SWELL_FROM + _SWELL * path.stat().st_size))
        return _start_on_text(visit, path)
    except BaseException:  # no job will read it
        path.unlink(missing_ok=True)
        raise


def _start_on_text(visit: PageVisit, path: Path) -> Response:
    """Ask for what is to be made of a text that is kept."""
    language = visit.fields.get("language", "").strip()
    kind = "index" if visit.fields.get("act") == "index" else "find"
    stem = path.name.partition(".")[0]
    target = visit.folder.place("corpora") / stem if kind == "index" else visit.folder.collections / f"{stem}.yaml"
    words = ("corpus", "index") if kind == "index" else ("collection", "find")
    title = f"{visit.words[f'text_{kind}']} · {path.name}"
    with reserve_path(target.parent, target.name, promised=visit.promised) as target:
        order = TextOrder(inputs=str(path), output=str(target), language=language or None)
        typed = f"{target.parent.name}/{target.name}"
        command = line_of(*words, f"texts/{path.name}", "-o", typed, language=language)
        return visit.start_job(kind, title, told=told_of(order), command=command)


@PAGES.read("/search")
def search(visit: PageVisit) -> Response:
    """Everything whose name has the words in it."""
    asked, found = visit.asked("q")[:100], [each for _, each in _files(visit)]
    shipped = (each.name for each in CATALOGUE if each.embedded)
    found += [entry(name, visit.link("collections", name), visit.words["nav_collections"]) for name in shipped]
    for place in ("studies", "challenges"):
        found += [{**each, "note": visit.words[f"nav_{place}"]} for each in listed(visit, place)]
    parts = asked.casefold().split()
    found = [each for each in found if parts and all(part in each["name"].casefold() for part in parts)]
    return visit.page("search", visit.words["search"], asked=asked, entries=found[:200])


@PAGES.read("/metrics", public=True)
def metrics(visit: PageVisit) -> Response:
    """Numbers for Prometheus: for a program on this machine, or with a key."""
    key = visit.request.headers.get("authorization", "").partition(" ")[2].strip()
    if not (is_local(visit.request) or (key and experiment.owner_of_key(visit.shell.guard.accounts, key, time.time()))):
        raise UnknownKeyError
    answers = Counter[str]()
    for name, each in list(visit.shell.studies.items()):  # what a project's are called is its members' business
        answers["projects" if "/" in name else name] += experiment.study_status(each.store, time.time()).answers
    jobs = Counter(job.state.value for book in all_books(visit.shell.folder.root) for job in book.jobs())
    return Response(METRICS.text(jobs=jobs, answers=answers), media_type="text/plain; version=0.0.4")
