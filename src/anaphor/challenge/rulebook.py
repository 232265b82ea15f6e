"""The rules of a challenge: a frozen record with a fingerprint, published before anybody enters; and `challenge.toml`.

The numbers are those of Morgenstern, Davis and Ortiz (2016), paper 4; a challenge may be stricter, never laxer.
Shares are exact fractions: no verdict ever hangs on a rounding. What is not known in a rules file is refused with its
place.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum, StrEnum
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Annotated, Any, TypeVar
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BeforeValidator, PlainSerializer, PositiveInt, TypeAdapter, ValidationError

from anaphor.challenge.sandbox.sandbox import Backend, Limits
from anaphor.challenge.settings import Metric
from anaphor.challenge.transcript.record import Asking, FactKind
from anaphor.errors import AnaphorError, FormatError, InputError, Place
from anaphor.experiment import BELOW_AGREEMENT, LEAST_SCORE, Agreements, Counting
from anaphor.files import parse_toml, read_object, regular_bytes
from anaphor.provenance import fingerprint
from anaphor.text import Message, message, text

RULES_FILE = "challenge.toml"
"""The file that holds the rules."""
JOURNAL = "journal.jsonl"
"""The file to which every act of a challenge adds a line."""
PUBLISHED = "rules.json"
"""The rules as they stand beside a challenge's pages."""
LARGEST_TOML = 2**20
"""Bytes that a file of rules, or the description of an entry, has at most."""
_STRICT = {"extra": "forbid"}
MOST_ROUNDS = 2
"""Rounds that a challenge has at most (paper 4)."""
LEAST_QUESTIONS = 60
"""Questions that a round has at least (paper 4)."""
OWN = ("questions", "threshold", "dates", "paper", "rerun")
"""Rules of paper 4 from which a challenge may depart, if it says so."""
_LATER = {
    "own": [],
    "hosts": [],
    "postponed": 0,
    "metric": "right",
    "desk": None,
    "needs": {},
    "registries": [],
    "most_failed": "1",
}
"""What older rules do not know, and how it says nothing."""
NEEDS = ("gpus", "memory", "scratch")
"""What a run can need of a machine: cards, gibibytes of memory, gibibytes of disk."""
_LONGEST_SHARE = 100
_ENDLESS = re.compile(r"e[+-]?[\d_]{4,}", re.IGNORECASE)
"""A number that takes for ever to write out: 1e999999999."""
_PAGE = re.compile(r"https?://[^\s/?#@\\\"'<>`]+([/?#][^\s\\\"'<>`]*)?", re.IGNORECASE)
_YEARS = (2000, 2200)
_MOST_DAYS = 3650
_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
"""What pydantic calls a field that there is not."""


def exact_share(given: object) -> Fraction:
    """A share as it is written in a rules file: 0.9, "9/10" or "90 %"."""
    written = str(given).strip()
    try:
        if len(written) > _LONGEST_SHARE or _ENDLESS.search(written):
            raise ValueError
        share = Fraction(written.removesuffix("%").strip()) / (100 if written.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise ValueError(text("challenge-file-share", written=repr(written[:_LONGEST_SHARE]))) from None
    if not 0 <= share <= 1:
        raise ValueError(text("challenge-file-share-range"))
    return share


Share = Annotated[Fraction, BeforeValidator(exact_share), PlainSerializer(str)]


def _known_needs(given: Mapping[str, int]) -> Mapping[str, int]:
    if set(given) - set(NEEDS):
        raise ValueError(text("challenge-file-needs", known=", ".join(NEEDS)))
    return given


Needs = Annotated[Mapping[str, PositiveInt], AfterValidator(_known_needs)]
"""What a machine must have, by name."""


class RoundKind(StrEnum):
    """What a round asks."""

    PROBLEMS = "problems"
    """Pronoun disambiguation problems: lone items."""
    SCHEMAS = "schemas"


class Halves(StrEnum):
    """How much of a schema an entry sees in a round."""

    ONE = "one"
    """One half: that the answer flips cannot be exploited."""
    BOTH = "both"


class AgreementKind(StrEnum):
    """What "interannotator agreement" means; paper 4 does not say."""

    ACCURACY = "accuracy"
    """Mean share of people who are right."""
    PAIRWISE = "pairwise"
    """Mean share of pairs of people who chose alike."""
    UNANIMOUS = "unanimous"
    """Share of the questions that everybody answered correctly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRules:
    """One round."""

    __pydantic_config__ = _STRICT
    name: str
    """Short name, part of file names."""
    kind: RoundKind
    collection: str
    """A file in the challenge's folder, or a collection of the catalogue."""
    people: str
    """The study in which people were asked the same questions (a study file)."""
    counting: Counting = Counting.FIRST_3
    """Whose answers count for the selection of questions."""
    questions: int | None = None
    """How many questions are drawn; all that people allow when it is left out."""
    halves: Halves = Halves.ONE
    """For schemas: one half of each, or both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dates:
    """When what happens; days count on the wall clock of the challenge's time zone."""

    __pydantic_config__ = _STRICT
    opens: datetime
    """From when on entries are taken; the rules are published before."""
    closes: datetime
    """An entry that comes at this instant or later is late."""
    held: datetime
    source_or_trace: datetime
    """Until when source or a detailed trace must be handed in."""
    provisional_days: int = 1
    """Days after the run until which provisional results are announced."""
    rerun_days: int = 14
    """Days after the run within which candidates for a prize are run again."""
    paper_days: int = 21
    """Days after the run until which the paper must be handed in."""
    final_days: int = 21
    """Days after the run from which on final results are announced."""

    def __post_init__(self) -> None:
        years = [each.year for each in (self.opens, self.closes, self.held, self.source_or_trace)]
        if not all(_YEARS[0] <= year < _YEARS[1] for year in years):
            raise InputError("challenge-file-years", first=_YEARS[0], last=_YEARS[1], year=min(years))
        days = (self.provisional_days, self.rerun_days, self.paper_days, self.final_days)
        if not all(0 <= day <= _MOST_DAYS for day in days):
            raise InputError("challenge-file-days", most=_MOST_DAYS)

    def put_off(self, days: int) -> "Dates":
        """The same dates, from the entries' deadline on so many days later."""
        more = timedelta(days=days)
        closes, held, source = (each + more for each in (self.closes, self.held, self.source_or_trace))
        return replace(self, closes=closes, held=held, source_or_trace=source)

    @property
    def provisional(self) -> datetime:
        return self.held + timedelta(days=self.provisional_days)

    @property
    def rerun(self) -> datetime:
        return self.held + timedelta(days=self.rerun_days)

    @property
    def paper(self) -> datetime:
        return self.held + timedelta(days=self.paper_days)

    @property
    def final(self) -> datetime:
        return self.held + timedelta(days=self.final_days)


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """What an entry must reach, to move on and for a prize alike."""

    __pydantic_config__ = _STRICT
    least: Share = LEAST_SCORE
    """At least this share of right answers, or of what else the metric counts …"""
    below: Share = BELOW_AGREEMENT
    """… or people's agreement less this, if that is more."""
    agreement: AgreementKind = AgreementKind.ACCURACY

    def needed(self, found: Agreements, units: int) -> tuple[Fraction, int]:
        """The share that must be reached, and how many of the questions, or schemas, that is."""
        agreement: Fraction = getattr(found, self.agreement.value)
        share = max(self.least, agreement - self.below)
        return share, ceil(share * units)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerance:
    """How far a second run may be from the first."""

    __pydantic_config__ = _STRICT
    score: Share = Fraction(5, 100)
    """The score may move by so much …"""
    discordant: Share = Fraction(1, 10)
    """… and so many answers may be others."""
    changed: Share = Fraction(15, 100)
    """On changed wordings the score may be lower by so much …"""
    alpha: Share = Fraction(1, 100)
    """… or by more, if chance alone would do that at least so often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hardware:
    """What entries run on."""

    __pydantic_config__ = _STRICT
    statement: str
    disk_gib: int
    """Gibibytes that an entry's files may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitments:
    """SHA-256 of the secrets from which questions, orders and times are drawn."""

    __pydantic_config__ = _STRICT
    run: str
    rerun: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDesk:
    """How teams register and enter in a browser, where a challenge is served by `anaphor serve`."""

    __pydantic_config__ = _STRICT
    address: str = ""
    """Where that is; the challenge's pages lead there."""
    entries: PositiveInt = 5
    """How often a day a team may enter, or replace what it entered."""
    trials: PositiveInt = 10
    """Trial runs that a team has a day."""
    teams: PositiveInt = 200
    development: str = "anaphor-fr"
    """What trial runs ask: a file in the challenge's folder, whose keys stay there, or a collection by its name."""
    questions: PositiveInt = 40

    def __post_init__(self) -> None:
        # Pages lead there by a link: of all that a browser can be told to open, only a page is meant.
        if self.address and not _PAGE.fullmatch(self.address):
            raise InputError("challenge-file-desk", address=repr(self.address[:80]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything that is fixed before a challenge opens."""

    __pydantic_config__ = _STRICT
    title: str
    organiser: str
    rounds: tuple[RoundRules, ...]
    """Problems, then schemas; at most two."""
    dates: Dates
    hardware: Hardware
    commitments: Commitments
    """Hashes of the seeds that are revealed later."""
    time_zone: str = "UTC"
    """The zone of dates that name none, and in which days are counted."""
    threshold: Threshold = Threshold()
    metric: Metric = Metric.RIGHT
    """What the threshold is held against; another than right answers is shown as a rule of this challenge's own."""
    tolerance: Tolerance = Tolerance()
    most_failed: Share = Fraction(1)
    """Entries that fail on a larger share of the questions (time-outs, crashes, unreadable replies) have no rank.

    Rules that do not say it know no limit: those written before there was one still mean what they meant.
    """
    same_text: int = 3
    """Questions that may share one text."""
    sites: tuple[str, ...] = ()
    """The part of the internet that entries may use; empty: nothing."""
    lent: tuple[str, ...] = ()
    """Folders of the organiser's machine that an entry may ask to read: an interpreter, a model; empty: none."""
    backend: Backend = Backend.PROCESS
    """How entries are run that are programs."""
    limits: Limits = field(default_factory=Limits)
    asking: Asking = field(default_factory=Asking)
    forbidden: tuple[FactKind, ...] = (FactKind.REQUEST_REFUSED, FactKind.SURVIVORS)
    """What in a trace counts as forbidden access."""
    prize: str | None = None
    rehearsal: bool = False
    """A rehearsal: the clock jumps to where it is needed, and everything that is published says so."""
    hosts: tuple[str, ...] = ()
    """Hosts of the organiser's own network (`HOST`, `HOST:PORT`) at which an entry may be asked; others are public."""
    own: tuple[str, ...] = ()
    """The rules in which this challenge departs from paper 4, by name: declared beforehand, shown beside each."""
    desk: EntryDesk | None = None
    """Entering in a browser; None: entries come in another way."""
    registries: tuple[str, ...] = ()
    """Registries (`HOST`, `HOST:PORT`) from which images of entries are fetched; others must be on the machine."""
    needs: Needs = field(default_factory=dict)
    """What a machine must have that runs an entry, where the workers of a site are not alike; empty: any will do."""
    postponed: int = 0
    """Days by which the dates were put off since; the journal says so, and no file of rules."""

    def __post_init__(self) -> None:
        for name in self.own:
            if name not in OWN:
                raise InputError("challenge-file-own", name=repr(name), known=", ".join(OWN))

    @property
    def calendar(self) -> Dates:
        """The dates as they stand by now."""
        return self.dates.put_off(self.postponed) if self.postponed else self.dates

    @property
    def fingerprint(self) -> str:
        """Sixteen digits that change when anything in the rules does."""
        return fingerprint(document(self))


ADAPTER: TypeAdapter[Rules] = TypeAdapter(Rules)


def document(rules: Rules) -> dict[str, Any]:
    """The rules as JSON types: shares as fractions, dates with their zones."""
    found: dict[str, Any] = ADAPTER.dump_python(replace(rules, postponed=0), mode="json")
    # What says nothing is left out: the fingerprints of older rules stay what they were.
    return {name: value for name, value in found.items() if name not in _LATER or value != _LATER[name]}


def read_rules(folder: Path) -> Rules:
    """The rules of the challenge in a folder, or of one that was published there."""
    path, published = folder / RULES_FILE, folder / PUBLISHED
    if not path.exists() and published.is_file():
        return rules_from(read_object(published, LARGEST_TOML, "challenge-file-no-rules"), str(published))
    if not path.is_file():
        raise InputError("challenge-file-missing", name=RULES_FILE, folder=str(folder))
    return rules_of(regular_bytes(path, LARGEST_TOML), str(path))


def rules_of(written: bytes | str, name: str = RULES_FILE) -> Rules:
    """The rules in a text; `name` says where it comes from."""
    return rules_from(parsed_toml(written, name), name)


def parsed_toml(written: bytes | str, name: str) -> dict[str, Any]:
    """The document in a file of TOML; anything else is refused with its place."""
    try:
        found = written if isinstance(written, str) else written.decode("utf-8")
        # Decimals, not floats: 0.9 in a rules file means nine tenths.
        return parse_toml(found, parse_float=Decimal)
    except UnicodeDecodeError as error:
        raise FormatError("challenge-file-not-utf-8", where=Place(file=name)) from error
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        where = Place(file=name, line=int(line[1]) if line else None)
        raise FormatError("challenge-file-no-toml", why=str(error), where=where) from error
    except RecursionError as error:
        raise FormatError("challenge-file-too-deep", where=Place(file=name)) from error
    except (ValueError, ArithmeticError) as error:  # a number of 5,000 digits
        raise FormatError("challenge-file-long-number", where=Place(file=name)) from error


def rules_from(found: Mapping[str, Any], name: str) -> Rules:
    named = str(found.get("time_zone", "UTC"))
    try:
        zone = ZoneInfo(named)
    except (KeyError, ValueError, OSError) as error:
        raise FormatError("challenge-file-zone", zone=repr(named), where=Place(file=name, field="time_zone")) from error
    if "postponed" in found:
        raise FormatError("challenge-file-unknown", where=Place(file=name, field="postponed"))
    dates = found.get("dates")
    if isinstance(dates, Mapping):
        found = {**found, "dates": {key: _placed(value, zone) for key, value in dates.items()}}
    told = {**dict.fromkeys(_UNKNOWN, message("challenge-file-unknown")), "missing": message("challenge-file-left-out")}
    return validated(ADAPTER, found, name, told, message("challenge-file-example"))


Kind = TypeVar("Kind")


def validated(
    adapter: TypeAdapter[Kind],
    found: Mapping[str, Any],
    name: str,
    told: Mapping[str, Message] | None = None,
    todo: Message | str = "",
) -> Kind:
    """The record in a document; what is wrong is said with its field, in our words where its kind is `told`."""
    try:
        record = adapter.validate_python(found)
    except ValidationError as error:
        # A misspelt rule is both unknown and missing: the first says more.
        first = min(error.errors(), key=lambda each: each["type"] not in _UNKNOWN)
        field = ".".join(str(part) for part in first["loc"])
        what = (told or {}).get(first["type"]) or first["msg"].removeprefix("Value error, ")
        raise FormatError(what, where=Place(file=name, field=field or None), todo=todo) from error
    except AnaphorError as error:
        raise error.retold(FormatError, Place(file=name)) from error
    if loose := loosely_typed(record, found):
        field, given, wanted = loose
        code = "challenge-file-no-truth" if wanted is bool else "challenge-file-no-number"
        raise FormatError(code, given=repr(given)[:_LONGEST_SHARE], where=Place(file=name, field=field), todo=todo)
    return record


def loosely_typed(record: object, found: object, path: str = "") -> tuple[str, object, type] | None:
    """The first field that must be true, false or a number and was written as something else, such as `"true"`; None
    where there is none. Pydantic would take it, and `"false"` for a promise is no promise.

    >>> loosely_typed(3, "3", "questions")
    ('questions', '3', <class 'int'>)
    """
    if isinstance(record, bool | int | float) and not isinstance(record, Enum):
        wanted = type(record)
        fits = isinstance(found, bool) if wanted is bool else not isinstance(found, bool | str | None)
        return None if fits else (path, found, wanted)
    pairs: list[tuple[str, object, object]] = []
    if isinstance(found, Mapping):
        own = record if isinstance(record, Mapping) else {key: getattr(record, key, None) for key in found}
        pairs = [(f"{path}.{key}" if path else str(key), own.get(key), value) for key, value in found.items()]
    elif isinstance(record, tuple) and isinstance(found, list | tuple) and len(record) == len(found):
        pairs = [(path, one, other) for one, other in zip(record, found, strict=True)]
    return next((loose for where, one, other in pairs if (loose := loosely_typed(one, other, where))), None)


def _placed(value: object, zone: ZoneInfo) -> object:
    """A date in the challenge's zone: what names no zone is meant there, other zones are the same instant."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return value
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime.combine(value, time())
    if not isinstance(value, datetime):
        return value
    try:
        # By way of UTC: an hour that the clocks skip becomes the one after it, which is read back as itself.
        return (value.replace(tzinfo=zone) if value.tzinfo is None else value).astimezone(UTC).astimezone(zone)
    except OverflowError:  # the year 9999 is refused with all others that no challenge takes place in
        return value
