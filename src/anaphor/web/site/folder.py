"""The folder that a site is made of: its own project, and those below it."""

import errno
import hashlib
import json
import os
import re
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from anaphor.errors import InputError, OutputError
from anaphor.experiment import Role, Store, load_design, open_store
from anaphor.files import append_line, open_database, shown_place, take_lock, write_text

NAME = re.compile(r"[A-Za-z0-9À-ÿ_][A-Za-z0-9À-ÿ_.-]{0,59}")
"""What something of a site can be called: the name stands in an address."""
_LANGUAGE = re.compile(r"[a-z]{2,8}")
_ENDINGS = (".yaml", ".yml")
_PATIENCE_S = 10
_LOCK_S, _LOCK_TRIES = 0.05, 100


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFolder:
    """Where everything of a site lies: designs of studies as `NAME.json`, native files that are written in,
    challenges that are shown live, reports for those who log in, and published sites for everybody.
    """

    root: Path
    database: str | None = None
    """A PostgreSQL URL for the answers of all studies; None: SQLite files beside the designs."""
    called: str = ""
    """Name of a project below a site; empty for the site's own."""

    @property
    def studies(self) -> Path:
        return self.root / "studies"

    @property
    def collections(self) -> Path:
        return self.root / "collections"

    @property
    def challenges(self) -> Path:
        return self.root / "challenges"

    @property
    def reports(self) -> Path:
        return self.root / "reports"

    @property
    def published(self) -> Path:
        return self.root / "published"

    @property
    def acts(self) -> Path:
        """The record of who did what and when, a line each."""
        return self.root / "acts.jsonl"

    def history(self, name: str) -> Path:
        """Where versions of a collection are kept that saves have replaced."""
        return self.collections / ".history" / name

    def notes(self, name: str) -> Path:
        """Where is kept what colleagues say of a collection's entries."""
        return self.collections / ".notes" / f"{name}.jsonl"

    def place(self, kind: str) -> Path:
        """Where things of another kind lie: labels, runs, corpora, models, jobs."""
        return self.root / kind

    def listed(self, kind: str) -> dict[str, Path]:
        """Files and folders of a kind by name; what is hidden, or leads out of the project, is not among them."""
        place = self.root / kind
        found = sorted(place.iterdir()) if place.is_dir() else []
        return {each.name: each for each in found if not each.name.startswith(".") and not each.is_symlink()}

    def project(self, name: str) -> "SiteFolder | None":
        """A project by its name; None where there is none."""
        place = self.root / "projects" / name
        if not NAME.fullmatch(name) or place.is_symlink() or not (place / "members.txt").is_file():
            return None
        return SiteFolder(root=place, database=self.database, called=name)

    def roles(self) -> dict[str, Role]:
        """What each member of a project may do; a line that is no UTF-8 names nobody."""
        return roles_in((self.root / "members.txt").read_text("utf-8", "replace").splitlines())

    def all_projects(self) -> "list[SiteFolder]":
        """Every project below a site."""
        return list(filter(None, map(self.project, self.listed("projects"))))

    def projects(self, who: str) -> "list[SiteFolder]":
        """The projects of one person."""
        return [place for place in self.all_projects() if who in place.roles()]

    def set_role(self, who: str, role: Role | None) -> None:
        """Make somebody a member of a project, change what they may do, or (None) take them out; an owner stays."""
        path, handle = self.root / "members.txt", os.open(self.root, os.O_RDONLY)
        try:
            for _ in range(_LOCK_TRIES):  # two owners who send each other away leave one
                if take_lock(handle):
                    break
                time.sleep(_LOCK_S)
            lines = [line for line in path.read_text("utf-8", "replace").splitlines() if line.split()[:1] != [who]]
            lines += [f"{who} {role}"] if role else []
            if Role.OWNER not in roles_in(lines).values():
                raise InputError("experiment-last-owner", name=who)
            write_text(path, "".join(f"{line}\n" for line in lines), private=True)
        finally:
            os.close(handle)

    def make_project(self, name: str, members: list[str]) -> None:
        """A new project, which only its members see."""
        place = self.root / "projects" / name
        if not NAME.fullmatch(name):
            raise InputError("web-bad-name")
        make_private_folder(place.parent)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=place.parent) as beside:
            made = Path(beside, name)
            SiteFolder(root=made).make()
            write_text(made / "members.txt", "".join(f"{each}\n" for each in members), private=True)
            try:
                made.rename(place)  # of two who want the name at once, one gets it: a folder that holds something stays
            except OSError as error:
                if error.errno not in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR):
                    raise
                raise InputError("web-name-taken") from None

    def make(self) -> None:
        """Make the places that are missing, for the server alone: people's data and right answers lie in them."""
        try:
            make_private_folder(self.root)
            for place in (self.challenges, self.reports, self.published, self.studies, self.collections):
                make_private_folder(place)
        except OSError as error:
            raise InputError("web-folder-unusable", folder=str(self.root), why=str(error.strerror)) from error

    def designs(self) -> dict[str, Path]:
        """The designs by name; what leads out of the project is not among them."""
        paths = [path for path in self.listed("studies").values() if path.suffix == ".json"]
        return {path.stem: path for path in paths if NAME.fullmatch(path.stem)}

    def database_of(self, name: str) -> str:
        """Where the answers of a study are kept: a file, or a schema of its own in the database."""
        if self.database is None:
            return str(self.studies / f"{name}.db")
        url = make_url(self.database)
        return url.update_query_dict({"options": f"-csearch_path={self._schema(name)}"}).render_as_string(
            hide_password=False
        )

    def _schema(self, name: str) -> str:
        return schema_of(f"{self.called}/{name}" if self.called else name)

    def open_studies(self) -> dict[str, Store]:
        """All studies, opened."""
        found: dict[str, Store] = {}
        try:
            for name in self.designs():
                found[name] = self.open_study(name)
        except BaseException:
            for store in found.values():
                store.engine.dispose()
            raise
        return found

    def open_study(self, name: str) -> Store:
        self._make_schema(name)
        return open_store(self.database_of(name), load_design(self.designs()[name]))

    def reach(self) -> None:
        """Refuse, in a sentence, a database that is not PostgreSQL or does not answer."""
        if not self.database:
            return
        kind = _url(self.database).get_backend_name()
        if kind != "postgresql":
            raise InputError("web-not-postgresql", kind=kind)
        reach_database(self.database)

    def _make_schema(self, name: str) -> None:
        if self.database is None:
            return
        engine = open_database(self.database)
        try:
            with engine.begin() as connection:
                connection.execute(text(f'CREATE SCHEMA IF NOT EXISTS "{self._schema(name)}"'))
        except DBAPIError as error:
            reason = str(error.orig).strip().partition("\n")[0]
            raise InputError("web-database-unusable", place=shown_place(self.database), why=reason) from error
        finally:
            engine.dispose()

    def check(self) -> None:
        """Refuse, in a sentence, whatever would keep the studies from being served."""
        for store in self.open_studies().values():
            store.engine.dispose()

    def collection_files(self) -> dict[str, Path]:
        """The native files by name; what leads out of the project is not among them."""
        paths = [path for path in self.listed("collections").values() if path.suffix.lower() in _ENDINGS]
        return {path.stem: path for path in paths if NAME.fullmatch(path.stem)}

    def collection_pages(self) -> frozenset[str]:
        """What the collections that are there are called on pages: no other may be called so."""
        return frozenset(map(page_of, self.listed("collections").values()))


def page_of(path: Path) -> str:
    """What a collection is called on pages, by its file.

    >>> [page_of(Path(each)) for each in ("x.yaml", "x.YML", "x.csv", "x")]
    ['x', 'x', 'x.csv', 'x']
    """
    return path.stem if path.suffix.lower() in _ENDINGS else path.name


def native_name(name: str) -> str:
    """The name of a file that is sent as a collection, whose ending is `.yaml` where it is written in another way.

    >>> native_name("x.YML"), native_name("x.csv")
    ('x.yaml', 'x.csv')
    """
    path = Path(name)
    return f"{path.stem}{_ENDINGS[0]}" if path.suffix.lower() in _ENDINGS else name


def roles_in(lines: Sequence[str]) -> dict[str, Role]:
    """What each person may do whom lines name, with a role or as owner; who is named twice has the lesser role.

    >>> roles_in(["marie", "paul assistant", "paul owner", "zoe none"])
    {'marie': <Role.OWNER: 'owner'>, 'paul': <Role.ASSISTANT: 'assistant'>}
    """
    found: dict[str, Role] = {}
    for name, *role in filter(None, map(str.split, lines)):
        if "\N{REPLACEMENT CHARACTER}" not in name and (not role or role[0] in list(Role)):
            named = Role(role[0]) if role else Role.OWNER
            found[name] = max(named, found.get(name, named), key=list(Role).index)
    return found


def make_private_folder(path: Path) -> None:
    """Make a folder that its owner alone can enter, and those above it; one that is there stays as it is."""
    for each in (*reversed(path.parents), path):
        each.mkdir(mode=0o700, exist_ok=True)


def append_record(path: Path, **record: Any) -> None:
    """Add a line to a file of records that are never changed, for its owner alone; it is on disk when this returns."""
    line = json.dumps({"at": time.time(), **record}, ensure_ascii=False)
    try:
        make_private_folder(path.parent)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            append_line(handle, line.encode("utf-8", "backslashreplace"))  # half a character is no UTF-8
        finally:
            os.close(handle)
    except OSError as error:
        raise OutputError("web-not-recorded", why=str(error.strerror)) from error


def records_in(path: Path, latest: int | None = None) -> list[dict[str, Any]]:
    """The records of such a file, oldest first, or those in its last `latest` bytes; a line that broke off is none."""
    found = []
    for line in _lines_of(path, latest):
        with suppress(ValueError, RecursionError):
            record = json.loads(line)
            if isinstance(record, dict):
                found.append(record)
    return found


def _lines_of(path: Path, latest: int | None) -> list[str]:
    if not path.is_file():
        return []
    with path.open("rb") as file:
        if latest is not None:
            # One byte more: where that is the end of a line, the line that begins behind it is whole.
            file.seek(max(0, path.stat().st_size - latest - 1))
        lines = file.read().decode("utf-8", "replace").splitlines()
    return lines if latest is None or path.stat().st_size <= latest else lines[1:]


def moment_of(record: Mapping[str, Any]) -> str:
    """When something was recorded; a question mark where a line does not say it."""
    try:
        return f"{datetime.fromtimestamp(record['at'], UTC):%Y-%m-%d %H:%M}"
    except (KeyError, TypeError, ValueError, OverflowError, OSError):
        return "?"


def is_possible(name: str, language: str) -> bool:
    """Whether a new collection can have this name and language."""
    return bool(NAME.fullmatch(name) and _LANGUAGE.fullmatch(language))


def schema_of(name: str) -> str:
    """The PostgreSQL schema of a study; names that differ in anything have different ones.

    >>> schema_of("Étude-1")
    'study__tude_1_0663d126'
    """
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    return f"study_{re.sub('[^a-z0-9]', '_', name.lower())[:40]}_{digest}"


def _url(database: str) -> URL:
    try:
        return make_url(database)
    except (ArgumentError, ValueError):
        raise InputError("web-no-database-url") from None


def reach_database(database: str) -> None:
    """Refuse, in a sentence, a database server that does not answer soon or lets nobody in."""
    url = _url(database)
    patient = url if "connect_timeout" in url.query else url.update_query_dict({"connect_timeout": str(_PATIENCE_S)})
    engine = open_database(patient.render_as_string(hide_password=False))
    try:
        engine.connect().close()
    except DBAPIError as error:
        reason = " ".join(str(error.orig).split())
        raise InputError("web-database-unreached", place=shown_place(database), why=reason) from error
    finally:
        engine.dispose()
