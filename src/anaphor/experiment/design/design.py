"""The design of a study, a file with a fingerprint: what is shown to whom, in which order, and who is left out."""

import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from anaphor.answer import TrialKind as TrialKind
from anaphor.errors import AnaphorError, ContentError, FormatError, InputError, Place
from anaphor.experiment.design.asking import STANDARD, ComprehensionQuestion, PersonQuestion, Strict
from anaphor.experiment.design.scale import looks_ordered
from anaphor.experiment.settings import Counting as Counting
from anaphor.experiment.settings import Recruiter as Recruiter
from anaphor.files import regular_bytes, write_text
from anaphor.provenance import adapter, fingerprint, plain
from anaphor.result import Result
from anaphor.text import Message

VERSION = 1
"""Version of the format of design files."""
INTERFACES = ("fr", "en")
"""Languages of the page."""
_LARGEST = 999_999_999
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial(Strict):
    """One screen of the study."""

    id: str
    """Unique in the design."""
    kind: TrialKind
    text: str
    candidates: tuple[str, ...]
    """The possible answers, in the collection's order; people see them in an order of their own."""
    prompt: str | None = None
    key: int | None = None
    """Index of the right candidate; it never leaves the server."""
    item: str | None = None
    """Id of the collection's question, for items."""
    schema: str | None = None
    """Schema or problem that the item belongs to: a participant sees one item of each."""
    condition: str | None = None
    """Condition of the experiment that the item stands for, where the collection names it."""
    scale: bool | None = None
    """True: the candidates are steps of a scale, shown in this order; None: they are if they look so."""

    @property
    def ordered(self) -> bool:
        """Whether the candidates are shown in their order, to everybody."""
        return looks_ordered(self.candidates) if self.scale is None else self.scale

    def __post_init__(self) -> None:
        if len(self.candidates) < 2:
            raise ContentError("experiment-trial-without-choice", id=self.id)
        if not self.id.strip() or not self.text.strip() or not all(each.strip() for each in self.candidates):
            raise ContentError("experiment-trial-empty", id=self.id)
        if len(set(self.candidates)) < len(self.candidates):
            raise ContentError("experiment-trial-repeats-answer", id=self.id)
        if self.key is not None and not 0 <= self.key < len(self.candidates):
            raise ContentError("experiment-trial-bad-key", id=self.id)
        if self.kind in (TrialKind.ATTENTION, TrialKind.CONTROL) and self.key is None:
            raise ContentError("experiment-trial-without-key", id=self.id, kind=self.kind.value)
        if (self.kind is TrialKind.ITEM) != (self.schema is not None):
            raise ContentError("experiment-trial-bad-schema", id=self.id)


class Return(StrEnum):
    """What happens when a participant comes back."""

    RESUME = "resume"
    """They go on where they stopped."""
    RESTART = "restart"
    """They begin again with the same trials; what they answered before is set aside, kept as evidence."""
    BLOCK = "block"
    """They are turned away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recruiting(Strict):
    """How participants come, and what they get at the end."""

    recruiter: Recruiter = Recruiter.LINK
    """Plain link, Prolific, or a list of invited tokens."""
    tokens: tuple[str, ...] = ()
    """The invited, for `tokens`."""
    completion_code: str | None = None
    """Shown at the end."""
    redirect: str | None = None
    """Where the browser goes at the end; {code} is replaced by the completion code."""
    screened_out_code: str | None = None
    """Shown to those whom a screening question turns away."""
    no_consent_code: str | None = None
    """Shown to those who do not agree to take part."""
    failed_check_code: str | None = None
    """Shown at the end, in place of the completion code, to those who failed too many attention trials."""
    prolific_study: str | None = None
    """The study's id at Prolific; links of another study are then refused."""
    webhook_secret: str | None = None
    """Name of the environment variable that holds the secret with which Prolific signs; never the secret itself."""

    def __post_init__(self) -> None:
        if self.redirect is not None and not self.redirect.startswith(("https://", "http://")):
            raise ContentError("experiment-bad-redirect", redirect=self.redirect[:40])


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion(Strict):
    """Rules by which people are left out of the analysis, declared before anybody answers."""

    attention_failures: int = 2
    """So many failed attention trials exclude."""
    control_level: float = 0.05
    """Errors on control trials exclude when somebody who is right nine times in ten would make so many more rarely."""
    fast_ms: int = 300
    """An answer below this was not read."""
    fast_share: float = 0.2
    """A larger share of such answers excludes."""
    finished_only: bool = True
    """Not ending the study excludes."""
    adults_only: bool = True
    """Under 18 excludes."""
    native_only: bool = True
    """Not a native speaker excludes."""

    def __post_init__(self) -> None:
        shares = 0 <= self.control_level < 1 and 0 <= self.fast_share <= 1
        if self.attention_failures < 1 or self.fast_ms < 0 or not shares:
            raise ContentError("experiment-bad-exclusion")


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Strict):
    """What people read besides the items; in the language of the interface."""

    title: str
    consent: str
    """What they agree to; its hash is kept with each participant."""
    instructions: str
    debrief: str
    contact: str | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class Design(Result, Strict):
    """A study as it was planned."""

    name: str
    """Short name, part of the link."""
    interface: str
    """Language of the page: fr or en."""
    collection: str
    collection_fingerprint: str
    """What exactly was asked."""
    seed: int
    """Seed of all orders."""
    trials: tuple[Trial, ...]
    lists: tuple[tuple[str, ...], ...]
    """Ids of the items of each list, before they are put in order."""
    words: Words
    quota: int = 40
    """Participants wanted in all."""
    block: int = 40
    """Trials between two breaks."""
    lease_s: int = 3600
    """A place is kept so long after the last sign of life."""
    returning: Return = Return.RESUME
    return_within_s: int = 86_400
    """Later than this, coming back is refused."""
    recruiting: Recruiting = Recruiting()
    exclusion: Exclusion = Exclusion()
    """Who is left out, declared beforehand."""
    counting: Counting | None = None
    """Whose answers count for paper 4's rule; None: not declared."""
    retention: str | None = None
    """Date (ISO) after which the identities given by a recruiter are deleted."""
    questions: tuple[PersonQuestion, ...] = ()
    """What people are asked about themselves; one called `adult` or `native` takes the place of the package's."""
    standard_questions: bool | None = None
    """False: whether somebody is of age and a native speaker is not asked, unless by questions of the study's own."""
    comprehension: tuple[ComprehensionQuestion, ...] = ()
    """Questions on the instructions, which must be answered correctly in one of two attempts."""
    adaptive: bool | None = None
    """True: newcomers get the items where an answer more does most for the reference, not those of their list."""
    version: int = VERSION

    def __post_init__(self) -> None:
        if self.version != VERSION:
            raise ContentError("experiment-other-design-version", version=self.version, known=VERSION)
        if not _NAME.fullmatch(self.name):
            raise ContentError("experiment-bad-study-name", name=self.name)
        if len(self.by_id) != len(self.trials):
            raise ContentError("experiment-repeated-trial")
        if len({each.id for each in self.questions}) < len(self.questions):
            raise ContentError("experiment-repeated-question")
        if not self.lists or not all(self.lists):
            raise ContentError("experiment-empty-list")
        if not all(1 <= number <= _LARGEST for number in (self.quota, self.block, self.lease_s)):
            raise ContentError("experiment-bad-quota", largest=_LARGEST)
        if not 0 <= self.return_within_s <= _LARGEST:
            raise ContentError("experiment-bad-return-time", largest=_LARGEST)
        if self.interface not in INTERFACES:
            raise ContentError("experiment-unknown-page-language", interface=self.interface)
        try:
            dated = self.retention is None or date.fromisoformat(self.retention).isoformat() == self.retention
        except ValueError:
            dated = False
        if not dated:
            raise ContentError("experiment-bad-date", retention=self.retention or "")
        self._check_lists()

    def _check_lists(self) -> None:
        """Each list names one item of each schema, and no item stands in none."""
        listed: set[str] = set()
        for number, names in enumerate(self.lists, 1):
            unknown = [name for name in names if name not in self.by_id]
            if unknown:
                raise ContentError("experiment-unknown-trial-in-list", number=number, unknown=unknown[0])
            trials = [self.by_id[name] for name in names]
            if any(trial.kind is not TrialKind.ITEM for trial in trials):
                raise ContentError("experiment-list-beyond-items", number=number)
            if len({trial.schema for trial in trials}) != len(trials):
                raise ContentError("experiment-list-with-twins", number=number)
            listed.update(names)
        unseen = [trial.id for trial in self.of_kind(TrialKind.ITEM) if trial.id not in listed]
        if unseen:
            raise ContentError("experiment-unlisted-item", unseen=unseen[0])

    @cached_property
    def by_id(self) -> dict[str, Trial]:
        return {trial.id: trial for trial in self.trials}

    @cached_property
    def standard(self) -> tuple[str, ...]:
        """The package's questions that are asked: `adult` and `native`, or fewer."""
        own = {each.id for each in self.questions}
        return () if self.standard_questions is False else tuple(name for name in STANDARD if name not in own)

    def of_kind(self, kind: TrialKind) -> tuple[Trial, ...]:
        """The trials of one kind, in the design's order."""
        return tuple(trial for trial in self.trials if trial.kind is kind)

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen digits that change when anything in the design changes."""
        return fingerprint(self)

    @cached_property
    def consent_hash(self) -> str:
        """Sixteen digits of the words that people agree to."""
        return fingerprint(self.words.consent)


_LARGEST_FILE = 100_000_000


def save_design(design: Design, path: Path) -> None:
    """Write a design as readable JSON, whole or not at all."""
    write_text(path, design_text(design), private=True)


def design_text(design: Design) -> str:
    return json.dumps(plain(design), ensure_ascii=False, indent=1) + "\n"


def load_design(path: Path) -> Design:
    """The design in a file."""
    if not path.exists():
        raise InputError("experiment-no-such-design", where=Place(file=str(path)))
    return read_design(regular_bytes(path, _LARGEST_FILE), str(path))


def read_design(data: bytes | str, name: str) -> Design:
    """The design in some text, from where `name` says; refused when anything in it is unknown or impossible."""
    with refusing("experiment-no-design", name):
        return adapter(Design).validate_json(data)


@contextmanager
def refusing(code: str, file: str, line: int | None = None, todo: Message | str = "") -> Iterator[None]:
    """What is unknown or impossible in a file as an error that says where; `code` is that of a wrong shape."""
    try:
        yield
    except ValidationError as error:
        first = error.errors()[0]
        where = Place(file=file, line=line, field=".".join(map(str, first["loc"])) or None)
        raise FormatError(code, where=where, why=first["msg"]) from error
    except AnaphorError as error:
        where = error.where or Place(file=file, line=line)
        raise FormatError(error.what, where=where, todo=error.todo or todo) from error


_LEAD = 2
"""Fillers that come before the first item."""
_SPREAD = (TrialKind.ATTENTION, TrialKind.CONTROL, TrialKind.FILLER)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedTrial:
    """A trial as one participant sees it."""

    trial: str
    position: int
    order: tuple[int, ...]
    """For each place on the screen, left to right, the index of the candidate shown there."""


def present(design: Design, list_number: int, nth: int, names: Sequence[str] | None = None) -> tuple[PlacedTrial, ...]:
    """The trials of the nth participant (from 0) of a list, in order: counterbalanced, the same for the same seed.

    Practice comes first, then up to two fillers, so that nobody warms up on an item. Items are shuffled; attention,
    control and the other filler trials are spread among them at even distances. *Order*: of every four participants of
    a list the third sees the first one's order backwards, and the fourth the second one's, so that no item is always
    late. *Side*: within a participant the right answers are spread
    evenly over the places of the screen; from one participant of a list to the next each answer moves on by one place,
    so that k of them show each of k answers once in each place. Keys belong to places, so they are counterbalanced
    with them. Steps of a scale stay in their order. In an adaptive study `names` are the items, not the list's.
    """
    items = [design.by_id[name] for name in names or design.lists[list_number]]
    extras = [trial for kind in _SPREAD for trial in design.of_kind(kind)]
    practice = design.of_kind(TrialKind.PRACTICE)
    four, place = divmod(nth, 4)
    rng = random.Random(f"{design.seed}:{list_number}:order:{four}:{place % 2}")
    shuffled, among = rng.sample(items, len(items)), rng.sample(extras, len(extras))
    lead = [trial for trial in among if trial.kind is TrialKind.FILLER][:_LEAD]
    among = [trial for trial in among if trial not in lead]
    after: dict[int, list[Trial]] = {}
    for number, extra in enumerate(among, 1):  # at even distances, neither first nor last
        gap = round(number * len(items) / (len(among) + 1))
        after.setdefault(min(max(gap, 1), max(1, len(items) - 1)), []).append(extra)
    main = [trial for number, item in enumerate(shuffled, 1) for trial in (item, *after.get(number, ()))]
    orders = {
        **_orders(items, f"{design.seed}:{list_number}:items", nth),
        **_orders([*extras, *practice], f"{design.seed}:{list_number}:extras", nth),
    }
    return tuple(
        PlacedTrial(trial=trial.id, position=position, order=orders[trial.id])
        for position, trial in enumerate([*practice, *lead, *(main[::-1] if place > 1 else main)])
    )


def _orders(trials: Iterable[Trial], seed: str, nth: int) -> dict[str, tuple[int, ...]]:
    """For each trial, the candidates by place."""
    by_size: dict[int, list[Trial]] = {}
    found: dict[str, tuple[int, ...]] = {}
    for trial in trials:
        if trial.ordered:
            found[trial.id] = tuple(range(len(trial.candidates)))
        else:
            by_size.setdefault(len(trial.candidates), []).append(trial)
    for size, group in by_size.items():
        cycle, moved = divmod(nth, size)
        turns = [tuple((first + place) % size for place in range(size)) for first in range(size)]
        rng = random.Random(f"{seed}:sides:{size}:{cycle}")
        start = rng.randrange(size)
        for number, trial in enumerate(rng.sample(group, len(group)), start):
            first = ((trial.key or 0) - number + moved) % size  # so that the key stands at place number - moved
            order = turns[first]
            # Neighbours stay neighbours in a rotation: every other cycle goes the other way round.
            found[trial.id] = order[::-1] if size > 2 and cycle % 2 else order
    return found
