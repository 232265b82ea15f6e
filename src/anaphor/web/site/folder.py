"""The folder that a site is made of: studies, collections, challenges, reports and published sites in their places."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from anaphor.errors import InputError
from anaphor.experiment.design import load_design
from anaphor.experiment.study import Store, open_store
from anaphor.files import open_database, shown_place

_NAME = re.compile(r"[A-Za-z0-9À-ÿ_][A-Za-z0-9À-ÿ_.-]{0,59}")
_LANGUAGE = re.compile(r"[a-z]{2,8}")
_ENDINGS = (".yaml", ".yml")
_PATIENCE_S = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFolder:
    """Where everything of a site lies."""

    root: Path
    """The folder."""
    database: str | None = None
    """A PostgreSQL URL for the answers of all studies; None: SQLite files beside the designs."""

    @property
    def studies(self) -> Path:
        """Designs of studies, `NAME.json`."""
        return self.root / "studies"

    @property
    def collections(self) -> Path:
        """Native files that are written in."""
        return self.root / "collections"

    @property
    def challenges(self) -> Path:
        """Challenges that are shown live, each in a folder of its own."""
        return self.root / "challenges"

    @property
    def reports(self) -> Path:
        """Finished reports, for those who log in."""
        return self.root / "reports"

    @property
    def published(self) -> Path:
        """Finished sites, for everybody."""
        return self.root / "published"

    def make(self) -> None:
        """Make the places that are missing."""
        try:
            for place in (self.studies, self.collections, self.challenges, self.reports, self.published):
                place.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError("web-folder-unusable", folder=str(self.root), why=str(error.strerror)) from error

    def designs(self) -> dict[str, Path]:
        """The designs by name."""
        return {path.stem: path for path in sorted(self.studies.glob("*.json")) if _NAME.fullmatch(path.stem)}

    def database_of(self, name: str) -> str:
        """Where the answers of a study are kept: a file, or a schema of its own in the database."""
        if self.database is None:
            return str(self.studies / f"{name}.db")
        url = make_url(self.database)
        return url.update_query_dict({"options": f"-csearch_path={schema_of(name)}"}).render_as_string(
            hide_password=False
        )

    def open_studies(self) -> dict[str, Store]:
        """All studies, opened."""
        found: dict[str, Store] = {}
        try:
            for name, path in self.designs().items():
                if self.database is not None:
                    _make_schema(self.database, schema_of(name))
                found[name] = open_store(self.database_of(name), load_design(path))
        except BaseException:
            for store in found.values():
                store.engine.dispose()
            raise
        return found

    def reach(self) -> None:
        """Refuse, in a sentence, a database that is not PostgreSQL or does not answer."""
        kind = _url(self.database).get_backend_name() if self.database else "postgresql"
        if kind != "postgresql":
            raise InputError("web-not-postgresql", kind=kind)
        if self.database:
            reach_database(self.database)

    def check(self) -> None:
        """Refuse, in a sentence, whatever would keep the studies from being served."""
        for store in self.open_studies().values():
            store.engine.dispose()

    def collection_files(self) -> dict[str, Path]:
        """The native files by name."""
        if not self.collections.is_dir():
            return {}
        paths = sorted(path for path in self.collections.iterdir() if path.suffix.lower() in _ENDINGS)
        return {path.stem: path for path in paths if _NAME.fullmatch(path.stem)}


def is_name(name: str) -> bool:
    """Whether something of a site can be called so: its name stands in an address."""
    return bool(_NAME.fullmatch(name))


def is_possible(name: str, language: str) -> bool:
    """Whether a new collection can have this name and language."""
    return is_name(name) and bool(_LANGUAGE.fullmatch(language))


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


def _make_schema(database: str, schema: str) -> None:
    engine = open_database(database)
    try:
        with engine.begin() as connection:
            connection.execute(text(f'CREATE SCHEMA IF NOT EXISTS "{schema}"'))
    except DBAPIError as error:
        reason = str(error.orig).strip().partition("\n")[0]
        raise InputError("web-database-unusable", place=shown_place(database), why=reason) from error
    finally:
        engine.dispose()
