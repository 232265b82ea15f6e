"""What `anaphor serve --demo` shows: collections to write in, a study with made-up answers, a challenge, a report."""

import shutil
import time

from anaphor import __version__
from anaphor.cli.challenge_demo import hold
from anaphor.cli.output import progress
from anaphor.cli.report_sections import audit_part, collection_part
from anaphor.collection import CATALOGUE, load
from anaphor.corpus import shipped
from anaphor.experiment import Crowd, simulate
from anaphor.experiment.design import DesignPlan, make_design, save_design
from anaphor.experiment.organiser import status
from anaphor.experiment.study import open_store
from anaphor.files import write_text
from anaphor.report import html_of
from anaphor.schema import Collection
from anaphor.section import Report
from anaphor.web.site import SiteFolder

_COLLECTIONS = ("anaphor-fr", "anaphor-en")
_STUDIED = "anaphor-fr"
_PEOPLE, _QUOTA, _SEED = 12, 40, 2026
_TITLES = {"fr": "Audit de la collection embarquée", "en": "Audit of the embedded collection"}


def fill_demo(site: SiteFolder) -> None:
    """Put the demonstration into an empty folder."""
    with progress("filling the demonstration") as bar:
        for done, name in enumerate(_COLLECTIONS):
            bar(done, 4)
            shutil.copyfile(CATALOGUE.path_of(name), site.collections / f"{name}.yaml")
        collection = load(_STUDIED)
        bar(2, 4)
        _study(site, collection)
        bar(3, 4)
        _challenge(site)
        for interface in ("fr", "en"):
            _report(site, collection, interface)
        bar(4, 4)


def _study(site: SiteFolder, collection: Collection) -> None:
    """A study that some made-up people have finished and that still takes others."""
    design = make_design(collection, DesignPlan(lists=2, quota=_QUOTA, seed=_SEED, name="demo"))
    save_design(design, site.studies / "demo.json")
    store = site.open_studies()["demo"] if site.database else open_store(site.database_of("demo"), design)
    if not status(store, time.time()).frozen:  # a database may have seen a demonstration before
        simulate(store, Crowd(finishing=_PEOPLE, seed=_SEED))
    store.engine.dispose()


def _challenge(site: SiteFolder) -> None:
    """A rehearsed challenge, whose pages are shown live."""
    hold(site.challenges / "demo", _STUDIED, "Rehearsal / Répétition")


def _report(site: SiteFolder, collection: Collection, interface: str) -> None:
    section = audit_part(collection, shipped(collection.language), interface)
    report = Report(title=_TITLES[interface], interface=interface, sections=(section,) if section else ())
    page = html_of(report, [collection_part(collection)], version=__version__, made="anaphor serve --demo")
    write_text(site.reports / f"{collection.name}-audit-{interface}.html", page)
