"""What people answered as the analysis sees it, wherever it was collected."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, field, fields
from operator import attrgetter
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.errors import AnaphorError, ContentError, FormatError, Place
from anaphor.experiment.design.asking import Strict
from anaphor.experiment.design.design import Counting, Exclusion, TrialKind, refusing
from anaphor.files import atomic_file, regular_bytes
from anaphor.provenance import Record, adapter, canonical_json
from anaphor.result import Result, frame_of
from anaphor.text import Message, message

ONLY_RIGHT = "experiment-notes-only-right"
"""What is noted where a file says of answers whether they were right, and not what was chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Strict):
    """What was asked in a trial, as far as it is known."""

    trial: str
    kind: TrialKind = TrialKind.ITEM
    item: str | None = None
    schema: str | None = None
    """Schema or problem of the item."""
    condition: str | None = None
    """Condition of the experiment that the item stands for."""
    text: str | None = None
    prompt: str | None = None
    candidates: tuple[str, ...] = ()
    """The possible answers, in the order of the numbers that stand for them; empty: not known."""
    key: int | None = None
    """Index of the right candidate; None where there is none."""
    ordered: bool = False
    """Whether the candidates are steps of a scale, shown to everybody in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Response(Strict):
    """One person's answer to one trial; what `Asked` and `Person` say too is the same here."""

    person: str
    trial: str
    kind: TrialKind = TrialKind.ITEM
    item: str | None = None
    schema: str | None = None
    list_number: int | None = None
    position: int | None = None
    """When in the study the trial was shown, from 1."""
    choice: int | None = None
    """Index of the chosen candidate; None: no answer."""
    key: int | None = None
    side: int | None = None
    """Place on the screen of what was chosen, from 0."""
    key_side: int | None = None
    """Place on the screen of the key, from 0."""
    rt_ms: float | None = None
    hidden_ms: float = 0.0
    """How long the page was hidden meanwhile."""
    focus_losses: int = 0
    """How often the page lost the focus meanwhile."""
    again: bool = False
    """True: the same person had answered the same item before."""
    comment: str | None = None
    at: float | None = None
    """When the answer arrived, in seconds since 1970."""

    @property
    def right(self) -> bool | None:
        """Whether the key was chosen; None where there is no key or no choice."""
        return None if self.key is None or self.choice is None else self.choice == self.key

    @property
    def name(self) -> str:
        """What was asked: the item where there is one, else the trial."""
        return self.item or self.trial

    def answer(self) -> Answer:
        """The same as an answer that agreement and scoring read."""
        reply = Abstention(reason=AbstentionReason.DECLINED) if self.choice is None else Choice(candidate=self.choice)
        seconds = None if self.rt_ms is None or self.rt_ms < 0 else self.rt_ms / 1000
        return Answer(respondent=self.person, question=self.name, reply=reply, seconds=seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person(Strict):
    """One person who started."""

    name: str
    list_number: int | None = None
    finished: bool = True
    withdrawn: bool = False
    """Whether they withdrew: their answers are gone."""
    consented: bool = True
    """Whether they agreed to take part."""
    adult: bool | None = None
    native: bool | None = None
    screened_out: bool = False
    """Whether a question turned them away after they had agreed to take part."""
    excluded: str | None = None
    """Why the organiser left them out by hand."""
    restarts: int = 0
    """How often they came back and began again."""
    simulated: bool = False
    started_at: float | None = None
    """When they agreed to take part, in seconds since 1970."""
    finished_at: float | None = None
    answers: dict[str, str] = field(default_factory=dict)
    """What they answered to the study's own questions about them, by the question's id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyHead(Strict):
    """What holds for a whole study: the first line of its file."""

    name: str
    fingerprint: str | None = None
    """Fingerprint of the design, where there was one."""
    collection: str | None = None
    collection_fingerprint: str | None = None
    """What exactly was asked."""
    exclusion: Exclusion = field(default_factory=Exclusion)
    """Who is left out, as declared beforehand."""
    counting: Counting | None = None
    """Whose answers count for paper 4's rule; None: not declared beforehand."""
    adaptive: bool | None = None
    """Whether newcomers were given the items on which earlier answers differed; None: they were not."""
    source: str | None = None
    """Where the answers come from, if not from a study of this program."""
    notes: tuple[Message | str, ...] = ()
    """What was left out or guessed when the answers were read; files of version 0.1 keep it as English sentences."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Study(Result, StudyHead):
    """Everything that was collected."""

    people: tuple[Person, ...]
    """Everybody who started."""
    responses: tuple[Response, ...]
    asked: tuple[Asked, ...] = ()
    """Everything that could be asked, whether or not anybody answered it."""

    def __post_init__(self) -> None:
        known = {person.name for person in self.people}
        if len(known) < len(self.people):
            raise ContentError("experiment-repeated-person")
        stranger = next((each.person for each in self.responses if each.person not in known), None)
        if stranger is not None:
            raise ContentError("experiment-stranger", stranger=stranger)

    @property
    def only_right(self) -> frozenset[str]:
        """The trials of which it is known whether answers were right, and not what was chosen: right is candidate 0."""
        if not any(isinstance(note, Message) and note.code == ONLY_RIGHT for note in self.notes):
            return frozenset()
        return frozenset(each.trial for each in self.asked if each.key == 0 and not each.candidates)

    def to_frame(self, table: str | None = None) -> Any:
        """The answers as a data frame, a row each, which `analyse` takes again; or another of `tables`."""
        if table is not None:
            return super(Study, self).to_frame(table)
        made_up = {person.name for person in self.people if person.simulated}
        asked = {each.trial: each for each in self.asked}
        rows = []
        for each in self.responses:
            about = asked.get(each.trial) or Asked(trial=each.trial)
            known = each.choice is not None and each.choice < len(about.candidates)
            said = about.candidates[each.choice or 0] if known else None
            row: dict[str, Any] = {"participant": each.person, "list": each.list_number, "position": each.position}
            row |= {"trial": each.trial, "kind": each.kind.value, "item": each.item, "item_set": each.schema}
            row |= {"condition": about.condition, "chosen": each.choice, "chosen_text": said, "key": each.key}
            row |= {"right": each.right, "side": each.side, "rt_ms": each.rt_ms, "comment": each.comment}
            rows.append({**row, "answered_at": each.at, "simulated": each.person in made_up})
        return frame_of(rows)

    @property
    def simulated(self) -> bool:
        """Whether simulated participants are among the people; one is enough to make it a rehearsal."""
        return any(person.simulated for person in self.people)


FORMAT = "anaphor-study"
VERSION = 1
_LARGEST = 2**31
_NOTE = "experiment-notes-"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Header(StudyHead):
    """The first line of a file."""

    format: str
    version: int
    summed: bool = False
    """Whether the last line holds a checksum of all before it; files of earlier versions have none."""

    def __post_init__(self) -> None:
        for note in self.notes:
            try:
                known = isinstance(note, str) or (note.code.startswith(_NOTE) and str(note))
            except LookupError:  # no such message, or it wants other values
                known = False
            if not known:
                raise ContentError("experiment-unknown-note", code=getattr(note, "code", ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line(Strict):
    """Any other line: one of the four is there."""

    asked: Asked | None = None
    person: Person | None = None
    response: Response | None = None
    sum: str | None = None
    """The checksum of all lines before it; in the last line."""


_HEAD = tuple(each.name for each in fields(StudyHead))
_FIELDS = fields(Response)
_cells = attrgetter(*(each.name for each in _FIELDS))
# The record as msgspec writes it fast, without what is left at its default.
_Flat = msgspec.defstruct(
    "_Flat",
    [(each.name, Any) if each.default is MISSING else (each.name, Any, each.default) for each in _FIELDS],
    omit_defaults=True,
)
_FlatLine = msgspec.defstruct("_FlatLine", ["response"])


def is_study(path: Path) -> bool:
    """Whether a file begins as a study does."""
    try:
        with path.open("rb") as file:
            return f'"{FORMAT}"'.encode() in file.readline(4096)
    except OSError:
        return False


def save_study(study: Study, path: Path) -> None:
    """Write a study whole or not at all, as JSON lines: its header, what was asked, the people, every answer."""
    with atomic_file(path, private=True) as file, summed_file(file) as write:
        write(b"".join(head_lines(study)))
        write(response_lines(map(_cells, study.responses)))


@contextmanager
def summed_file(file: BinaryIO) -> Iterator[Callable[[bytes], object]]:
    """What writes lines of a study into a file, which then end in a line with their checksum."""
    digest = hashlib.sha256()

    def write(lines: bytes) -> None:
        digest.update(lines)
        file.write(lines)

    yield write
    file.write(canonical_json({"sum": digest.hexdigest()}).encode() + b"\n")


def head_lines(study: Study) -> Iterator[bytes]:
    """The lines before the answers: the header, what was asked, the people."""
    header = _Header(format=FORMAT, version=VERSION, summed=True, **{name: getattr(study, name) for name in _HEAD})
    parts = [{"asked": each} for each in study.asked] + [{"person": each} for each in study.people]
    for part in (header, *parts):
        yield canonical_json(part).encode() + b"\n"


def response_lines(cells: Iterable[tuple[Any, ...]]) -> bytes:
    """A line for each answer, whose cells stand in the order of a response's fields."""
    return msgspec.json.Encoder().encode_lines([_FlatLine(_Flat(*each)) for each in cells])


def load_study(path: Path) -> Study:
    """The study in a file."""
    name, data = str(path), regular_bytes(path, _LARGEST)
    lines = data.split(b"\n")
    header = _read(_Header, lines[0], name, 1)
    if header.format != FORMAT or header.version != VERSION:
        told: dict[str, Any] = {"format": header.format, "version": header.version, "wanted": FORMAT, "known": VERSION}
        raise FormatError("experiment-other-study-version", where=Place(file=name, line=1), **told)
    found = [_read(_Line, line, name, number) for number, line in enumerate(lines[1:], 2) if line.strip()]
    if header.summed and not (found and found[-1].sum == _sum_before_last(data)):
        raise FormatError("experiment-study-changed", where=Place(file=name))
    try:
        return Study(
            people=tuple(each.person for each in found if each.person is not None),
            responses=tuple(each.response for each in found if each.response is not None),
            asked=tuple(each.asked for each in found if each.asked is not None),
            **{name: getattr(header, name) for name in _HEAD},
        )
    except AnaphorError as error:
        raise FormatError(error.what, where=Place(file=name), todo=message("experiment-make-a-study")) from error


def _sum_before_last(data: bytes) -> str:
    """The checksum of all lines but the last, whichever way programs that copied the file end lines."""
    lines = data.replace(b"\r\n", b"\n").rstrip(b"\n")
    return hashlib.sha256(lines[: lines.rfind(b"\n") + 1]).hexdigest()


def _read(kind: type[Record], text: bytes, name: str, number: int) -> Record:
    with refusing("experiment-bad-study-line", name, number, message("experiment-make-a-study")):
        return adapter(kind).validate_json(text, strict=True)  # "false" in quotes is no promise of anything
