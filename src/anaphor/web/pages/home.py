"""The start page and the lists behind the navigation: studies, challenges, reports, corpora; search, projects."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.responses import Response

from anaphor import __version__
from anaphor.collection import CATALOGUE
from anaphor.web.site.live import Pages
from anaphor.web.site.shell import PageTable, PageVisit, line_of

_COMMANDS = {
    "studies": line_of("experiment", "new", "collections/NAME.yaml", "-o", "studies/NAME.json"),
    "reports": line_of("report", "collections/NAME.yaml", "-o", "reports/NAME.html"),
    "corpora": line_of("corpus", "index", "TEXTS", "-o", "corpora/NAME"),
}
_KINDS = {"collections": "collections", "labels": "agreement", "runs": "systems", "reports": "reports"}
"""Folders of a project, and the page that shows what is in each."""
_RECENT = 8
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
            for name, each in visit.shell.studies.items():
                title, at = each.store.design.words.title, f"{visit.root}/studies/{quote(name)}"
                yield entry(f"{title} – {visit.words['take_part']}", f"{at}/s/{quote(each.store.design.name)}")
                if visit.session:
                    yield entry(f"{title} – {visit.words['desk']}", f"{at}/desk")
        case "challenges":
            for name, called in visit.shell.challenges.titles().items():
                at = f"{visit.root}/challenges/{quote(name)}/{'fr/' if french else ''}"
                yield entry(called, at, name if called != name else "")
        case "published":
            pages = Pages(visit.shell.folder.published)
            sides = pages.french() if french else ()
            for name in pages.names():
                at = f"{visit.root}/published/{quote(name)}{'fr/' if name in sides else ''}"
                yield entry(name.strip("/"), at)
        case "reports":
            for name in Pages(visit.folder.reports).names():
                yield entry(name, visit.link("reports", name))
        case "corpora":
            for name in visit.folder.listed("corpora"):
                yield entry(name, visit.link("collections"))


def _files(visit: PageVisit) -> Iterator[tuple[Path, Entry]]:
    """Everything of a project that has a page, with its file."""
    for kind, place in _KINDS.items():
        for name, path in visit.files_of(kind).items():
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
        projects=visit.shell.folder.projects(visit.who),
        version=f"anaphor {__version__}",
        **lists,
    )


@PAGES.read("/studies", public=True)
@PAGES.read("/reports")
@PAGES.read("/corpora")
def listing(visit: PageVisit) -> Response:
    """What there is of one kind, and the command that makes more."""
    place = visit.request.url.path.strip("/")
    values: dict[str, Any] = {"place": place, "entries": list(listed(visit, place))}
    command = _COMMANDS[place] if visit.session else None
    return visit.page("index", visit.words[f"nav_{place}"], command=command, **values)


@PAGES.read("/reports/{path:path}")
def report(visit: PageVisit) -> Response:
    """A finished page as it is: no script of it runs."""
    return Pages(visit.folder.reports).reply(visit.part("path"))


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


@PAGES.act("/projects")
def make_project(visit: PageVisit) -> Response:
    """A new project for oneself and others."""
    name, others = visit.fields.get("name", "").strip(), visit.fields.get("members", "").replace(",", " ").split()
    visit.shell.folder.make_project(name, list(dict.fromkeys([visit.who, *others])))
    return visit.to("in", name, "")
