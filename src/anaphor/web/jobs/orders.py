"""What a job is told, one record for each kind: made by a page, and checked again by the worker that does it.

A job lies as a file in the folder of a project. Whatever stands in it, a worker reads the files of this project alone,
writes where pages would have let it write, and asks only the resolvers that pages offer: no job starts a program.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, Field, StringConstraints

from anaphor.collection import CATALOGUE
from anaphor.errors import InputError
from anaphor.provenance import plain
from anaphor.resolver import read_spec
from anaphor.web.readings import Code, CollectionReading, Word, Words, record_of
from anaphor.web.site.folder import NAME

_STRICT = {"extra": "forbid"}
_SENTENCE = ",sentences=last"
SHIPPED = (
    "first",
    "nearest",
    "random,seed=1",
    "most_frequent",
    "cooccurrence",
    f"ngram{_SENTENCE}",
    f"lstm{_SENTENCE}",
)
"""Resolvers that need nothing else. Others run programs or read files of the server: they are for its terminal."""
MODELS = ("causal", "masked")
"""Kinds of models that lie in the folder `models` of a project."""
ENDPOINT = "chat"
DEFAULT_ENDPOINT = "public"
"""Where chat models may be asked unless whoever runs the site says otherwise: at addresses of the public internet."""
_MODEL, _URL = re.compile(r"[\w./:@+-]{1,100}"), re.compile(r"https?://[^\s,]{1,180}")
"""What an endpoint is called: no comma, which would begin another setting, such as whose key is sent."""
_MOST_FILES = 1000
_LONGEST_NAME = 80
Order = TypeVar("Order")


def key_variable(who: str, url: str) -> str:
    """The environment variable of the worker that holds somebody's key for one endpoint: no other is told it."""
    return f"ANAPHOR_KEY_{hashlib.sha256(repr((who, url)).encode()).hexdigest()[:12].upper()}"


def key_of_order(resolver: str, who: str) -> str:
    """The variable of the key that the resolver of somebody's order is asked with."""
    return key_variable(who, read_spec(resolver).settings.get("url", ""))


def chat_spec(model: str, url: str, who: str) -> str:
    """The resolver that asks an endpoint with somebody's own key."""
    if not _MODEL.fullmatch(model) or not _URL.fullmatch(url):
        raise InputError("web-bad-resolver")
    return f"{ENDPOINT}:{model},url={url},key={key_variable(who, url)}"


# --- records ----------------------------------------------------------------------------------------------------------


def _few(given: tuple[str, ...]) -> tuple[str, ...]:
    if len(given) > _MOST_FILES:
        raise ValueError("too many")
    return given


File = Annotated[str, StringConstraints(min_length=1, max_length=4096, strict=True)]
Files = Annotated[tuple[File, ...], AfterValidator(_few)]
Name = Annotated[str, StringConstraints(max_length=100, strict=True)]
Flag = Annotated[bool, Field(strict=True)]
Columns = Mapping[Code, Word | Words]


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditOrder:
    """The audit of a collection."""

    __pydantic_config__ = _STRICT
    source: File
    quick: Flag = False
    corpus: File | None = None
    format: Code | None = None
    language: Code | None = None
    columns: Columns = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveOrder:
    """A collection put to a resolver."""

    __pydantic_config__ = _STRICT
    source: File
    resolver: Annotated[str, StringConstraints(max_length=5000, strict=True)]
    limit: Annotated[int, Field(strict=True, ge=1, le=10**9)] | None = None
    keyed: Flag = False
    """Whether it is asked with a key, which the server tells the worker and writes nowhere."""
    format: Code | None = None
    language: Code | None = None
    columns: Columns = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextOrder:
    """Problems found in a text, or its index."""

    __pydantic_config__ = _STRICT
    inputs: File
    output: File
    language: Code | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOrder:
    """A report of a collection, with its audit, labels and runs."""

    __pydantic_config__ = _STRICT
    source: File
    output: File
    reading: CollectionReading = field(default_factory=CollectionReading)
    audit: Flag = False
    runs: Files = ()
    labels: Files = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalyseOrder:
    """The analysis of a study."""

    __pydantic_config__ = _STRICT
    study: Name
    project: Name = ""
    """Name of the project; empty for the site's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeOrder:
    """An act of an organiser's."""

    __pydantic_config__ = _STRICT
    challenge: Name
    act: Literal["run", "rerun", "judge", "final", "verify", "publish", "entry"]
    questions: Flag = False
    """Whether questions and answers of people are published."""
    entry: Name = ""
    round_name: Name = ""
    which: Name = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialOrder:
    """What a team sent, tried on public questions."""

    __pydantic_config__ = _STRICT
    challenge: Name
    team: Name
    draft: Name
    shown: Flag = False


AnyOrder = AuditOrder | ResolveOrder | TextOrder | ReportOrder | AnalyseOrder | ChallengeOrder | TrialOrder


def told_of(order: AnyOrder) -> dict[str, Any]:
    """What a job's file says of an order; what is empty is left out."""
    found: dict[str, Any] = plain(order)
    return found


def reading_fields(reading: CollectionReading) -> dict[str, Any]:
    """How a collection is loaded, as fields of an order."""
    return {"format": reading.format, "language": reading.language, "columns": reading.columns}


def loading_of(order: AuditOrder | ResolveOrder) -> dict[str, Any]:
    """How the collection of an order is loaded, as calls take it."""
    return CollectionReading(format=order.format, language=order.language, columns=order.columns).settings


# --- checks of the worker ---------------------------------------------------------------------------------------------


def order_of(kind: type[Order], told: object) -> Order:
    """The order in a job's file; anything that no page could have written is refused."""
    if not isinstance(told, Mapping):
        raise InputError("web-bad-field", field="told")
    return record_of(kind, told)


def check_source(project: Path, source: str) -> None:
    """Refuse a collection that is neither the project's own nor one that the package carries."""
    shipped = [each for each in CATALOGUE if each.embedded]
    if source in {each.name for each in shipped} | {str(CATALOGUE.file_of(each)) for each in shipped}:
        return
    check_file(project, "collections", source)


def check_file(project: Path, kind: str, written: str) -> None:
    """Refuse a path that is not right below a folder of the project, or leads out of it by a link."""
    folder, path = folder_of(project, kind), Path(written)
    if _parent(path) != folder or path.name.startswith(".") or path.is_symlink() or not path.exists():
        raise InputError("web-job-elsewhere", name=path.name[:_LONGEST_NAME])


def check_output(project: Path, kind: str, written: str) -> None:
    """Refuse to write anywhere but right below a folder of the project, and through a link."""
    folder, path = folder_of(project, kind), Path(written)
    if _parent(path) != folder or not NAME.match(path.name) or path.is_symlink():
        raise InputError("web-job-elsewhere", name=path.name[:_LONGEST_NAME])


def folder_of(project: Path, kind: str) -> Path:
    """A folder of a project, if it lies there and is no link."""
    place = project.resolve() / kind
    if place.is_symlink():
        raise InputError("web-job-elsewhere", name=kind)
    return place


def _parent(path: Path) -> Path:
    """The folder in which a file lies, through all links and dots of its path."""
    try:
        return path.parent.resolve() if path.is_absolute() and path.name != ".." else Path()
    except (OSError, RuntimeError, ValueError):  # a loop of links, a name that no file can have
        return Path()


def check_challenge(project: Path, name: str) -> Path:
    """The folder of a challenge of the project."""
    folder = folder_of(project, "challenges") / name
    if not NAME.fullmatch(name) or folder.is_symlink() or not folder.is_dir():
        raise InputError("web-job-elsewhere", name=name[:_LONGEST_NAME])
    return folder


def check_resolver(project: Path, written: str, who: str) -> None:
    """Refuse a resolver that no page offers to whoever asked for the job: above all one that starts a program."""
    if written in SHIPPED:
        return
    spec = read_spec(written)
    if spec.name in MODELS and not spec.settings:
        check_file(project, "models", spec.argument or "")
        return
    if spec.name != ENDPOINT or written != chat_spec(spec.argument or "", spec.settings.get("url", ""), who):
        raise InputError("web-bad-resolver")
