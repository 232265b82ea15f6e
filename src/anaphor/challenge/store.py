"""A challenge as a folder: its rules, its entries, the traces of their runs, and a journal that nothing is taken from.

    challenge.toml   secret.json   entries/NAME/   traces/ROUND/   deposits/NAME/   journal.jsonl

The journal is a chain of hashes like a trace; every line is on disk before the next thing happens. Killed anywhere, a
challenge goes on from its journal: what was heard is not asked again.
"""

import hashlib
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from anaphor.challenge.changed import ChangedItem, changed_items
from anaphor.challenge.entry import ENTRY_FILE as ENTRY
from anaphor.challenge.entry import EntryFile, check_asked, check_name, entry_digest, read_entry
from anaphor.challenge.evidence.replies_file import read_replies
from anaphor.challenge.judging.sheet import (
    Changed,
    Sheet,
    changed_of,
    read_sheets,
    sheet_digest,
    sheet_of,
    sheets_document,
)
from anaphor.challenge.questions import Drawn, draw, read_materials
from anaphor.challenge.round import (
    Act,
    Course,
    Entered,
    Hearing,
    RunName,
    apply,
    is_late,
    moment,
    refuse_early,
    rehearsed,
    replay,
)
from anaphor.challenge.rules import Rules, document
from anaphor.challenge.rules_file import RULES_FILE as RULES
from anaphor.challenge.rules_file import read_rules
from anaphor.challenge.secret import SECRET_FILE as SECRET
from anaphor.challenge.secret import Secrets, commitment, load_secrets, seed_of
from anaphor.challenge.transcript.trace import TraceFile, read_trace
from anaphor.challenge.validation import Proposal, RuleCheck, broken, check_rules
from anaphor.errors import ContentError, InputError, OutputError, Place

JOURNAL = "journal.jsonl"
"""The file to which every act of a challenge adds a line."""
_DRAWN = ("rounds", "sheets", "replies", "_published_sheets", "_wordings")


@dataclass(slots=True)
class _Books:
    """The journal while it is open."""

    log: TraceFile | None
    course: Course


@dataclass(kw_only=True)
class Challenge:
    """A challenge's folder, open for reading or for one act."""

    folder: Path
    """Where it lies."""
    rules: Rules
    """Its rules, as the file has them."""
    books: _Books = field(repr=False)
    """The journal."""
    refused: dict[str, str] = field(default_factory=dict)
    """What lies among the entries and could not be registered in this act, with the reason."""

    @property
    def course(self) -> Course:
        """What has happened so far."""
        return self.books.course

    @cached_property
    def secrets(self) -> Secrets | None:
        """The secrets: from the file, or as far as the journal has revealed them."""
        if (self.folder / SECRET).exists():
            return load_secrets(self.folder)
        known = self.course.revealed
        return Secrets(run=known["run"], rerun=known.get("rerun", "")) if "run" in known else None

    @cached_property
    def rounds(self) -> tuple[Drawn, ...]:
        """The questions of every round."""
        seed = seed_of(self.need_secrets().run, "questions")
        return tuple(draw(each, seed, self.rules.same_text) for each in read_materials(self.rules, self.folder))

    @property
    def is_published(self) -> bool:
        """Whether this is what was published of a challenge, and not the organiser's own folder."""
        return not (self.folder / RULES).exists()

    @property
    def has_questions(self) -> bool:
        """Whether the questions and the people's answers are here; a published challenge may keep them back."""
        return not self.is_published or all((self.folder / each.people).is_file() for each in self.rules.rounds)

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """What judging needs of every round: from the questions, or as it was published without them."""
        return tuple(map(sheet_of, self.rounds)) if self.has_questions else self._published_sheets[0]

    @cached_property
    def _published_sheets(self) -> tuple[tuple[Sheet, ...], dict[str, tuple[Changed, ...]]]:
        return read_sheets(self.folder, self.rules)

    @cached_property
    def replies(self) -> Mapping[RunName, Mapping[str, Any]]:
        """What entries replied, as it was published without their traces."""
        return read_replies(self.folder) if self.is_published else {}

    def changed_questions(self, round_name: str) -> tuple[ChangedItem, ...]:
        """The changed wordings of a round, from the secret of the second run."""
        if round_name not in self._wordings:
            drawn = next(each for each in self.rounds if each.rules.name == round_name)
            self._wordings[round_name] = changed_items(drawn, seed_of(self.need_secrets().rerun, "names"))
        return self._wordings[round_name]

    @cached_property
    def _wordings(self) -> dict[str, tuple[ChangedItem, ...]]:
        return {}

    def changed(self, round_name: str) -> tuple[Changed, ...]:
        """The changed wordings of a round as judging needs them."""
        if self.has_questions:
            return changed_of(self.changed_questions(round_name))
        return self._published_sheets[1].get(round_name, ())

    @property
    def simulated(self) -> bool:
        """Whether the people of any round were made up."""
        return any(each.simulated for each in self.sheets)

    @property
    def disk(self) -> int:
        """Bytes that the files of an entry may have."""
        return self.rules.hardware.disk_gib * 2**30

    @property
    def head(self) -> str:
        """The journal's last hash; empty before the first line."""
        events = self.events()
        return str(events[-1]["hash"]) if events else ""

    def need_secrets(self) -> Secrets:
        """The secrets, or a sentence that says who has them."""
        return self.secrets or load_secrets(self.folder)

    def path_of(self, entry: str) -> Path:
        """The folder of an entry."""
        return self.folder / "entries" / entry

    def entry(self, name: str) -> EntryFile:
        """What an entrant said about an entry."""
        return read_entry(self.path_of(name))

    @property
    def in_time(self) -> tuple[Entered, ...]:
        """The entries that came in time, in the order in which they came."""
        return tuple(each for each in self.course.entries.values() if not each.late)

    def add(self, kind: str, when: datetime, **fields: object) -> None:
        """Write down that something happened; it is on disk when this returns."""
        if self.books.log is None:
            raise ContentError("the journal is open for reading only")
        event = {"when": when.astimezone(UTC).isoformat(), **fields}
        self.books.log.add(kind, event)
        apply(self.course, {"kind": kind, **event})

    def clock(self, act: Act, at: datetime | None) -> datetime:
        """The moment at which an act is judged: now, or what a rehearsal says."""
        if at is not None and not self.rules.rehearsal:
            raise InputError("only a rehearsal can be given another time", todo="Leave --at out.")
        if at is not None:
            return at
        return rehearsed(act, self.rules.dates, self.course) if self.rules.rehearsal else datetime.now(UTC)

    def begin(self, act: Act, at: datetime | None = None) -> datetime:
        """The moment of an act, which may not come too early; the first entry freezes the rules."""
        if self.course.fingerprint is None and act is not Act.ENTER:
            raise self.nobody()
        when = self.clock(act, at)
        refuse_early(act, self.rules.dates, when)
        self.refuse_backwards(when)
        if self.course.concluded and act is not Act.CONCLUDE:
            raise InputError("this challenge is over: its results are final")
        self._freeze(when)
        return when

    def nobody(self) -> InputError:
        """Why there is nothing to go on with: nobody entered, or what lies in the folder was never taken in."""
        if any((self.folder / "entries").glob(f"[!.]*/{ENTRY}")):
            todo = f"Run: anaphor challenge run {shlex.quote(str(self.folder))} (it takes in what lies in entries/)"
            return InputError("nothing has been run", todo=todo)
        return InputError("nobody has entered", todo="Run: anaphor challenge enter")

    def refuse_backwards(self, when: datetime) -> None:
        """Refuse what would have happened before the last thing that did: a deadline could be met afterwards."""
        last = self.course.last
        if last is not None and when < last:
            raise InputError(
                f"it is {moment(when)}, and the journal already holds something of {moment(last)}",
                todo="Set the clock right; in a rehearsal, give a later --at.",
            )

    def _freeze(self, when: datetime) -> None:
        if self.course.fingerprint is not None:
            self._refuse_changes()
            return
        wrong = broken(self.check())
        if wrong:
            raise ContentError(
                f"the challenge breaks its own rule {wrong[0].rule.value}: {wrong[0].problem}",
                where=Place(file=str(self.folder)),
                todo="Run: anaphor challenge validate",
            )
        rules = document(self.rules)
        self.add("opened", when, rules=rules, fingerprint=self.rules.fingerprint, material=self._material())

    def _refuse_changes(self) -> None:
        old, new = self.course.rules or {}, document(self.rules)
        changed = sorted(name for name in {*old, *new} if old.get(name) != new.get(name))
        if changed or self.course.fingerprint != self.rules.fingerprint:
            raise ContentError(
                f"the rules have changed since the challenge opened: {', '.join(changed) or 'their fingerprint'}",
                where=Place(file=str(self.folder / "challenge.toml")),
                todo="Put back what was published.",
            )

    def _material(self) -> list[dict[str, object]]:
        """What is asked and what people answered, so that neither can change afterwards."""
        return [
            {
                "round": each.rules.name,
                "asked": each.collection.fingerprint,
                "questions": len(each.items),
                "people": hashlib.sha256((self.folder / each.rules.people).read_bytes()).hexdigest(),
                "sheet": sheet_digest(sheet),
            }
            for each, sheet in zip(self.rounds, self.sheets, strict=True)
        ]

    def check_material(self) -> str | None:
        """What differs from what was asked and answered when the challenge opened; None: nothing."""
        opened = next((each for each in self.events() if each["kind"] == "opened"), None)
        if opened is None:
            return None
        for then, now in zip(opened["material"], self._material(), strict=False):
            for name, value in now.items():
                if then.get(name) != value:
                    return f"{name} of the round {now['round']} is not what it was when the challenge opened"
        return None

    def sheets_document(self) -> list[dict[str, Any]]:
        """The sheets as they are published; changed wordings of the rounds in which they were asked."""
        asked = {label for _, label, which in self.course.runs if which is Hearing.CHANGED}
        return sheets_document(self.sheets, {label: self.changed(label) for label in asked})

    def check(self) -> tuple[RuleCheck, ...]:
        """Whether the challenge keeps its own rules, rule by rule."""
        return check_rules(Proposal(rules=self.rules, rounds=self.rounds, secrets=self.secrets))

    def events(self) -> tuple[Any, ...]:
        """Everything in the journal."""
        return read_trace(self.folder / JOURNAL) if (self.folder / JOURNAL).exists() else ()

    def before(self, number: int) -> "Challenge":
        """The challenge as it stood before a line of the journal was written, for reading."""
        earlier = Challenge(folder=self.folder, rules=self.rules, books=_Books(None, replay(self.events()[:number])))
        # What is drawn does not depend on how far things had gone: it need not be drawn again.
        earlier.__dict__ |= {name: self.__dict__[name] for name in _DRAWN if name in self.__dict__}
        return earlier

    def reveal(self, which: str, when: datetime) -> str:
        """A secret, which from now on stands in the journal."""
        secret: str = getattr(self.need_secrets(), which)
        if commitment(secret) != getattr(self.rules.commitments, which):
            raise ContentError(f"the secret of the {which} is not the one that was committed to")
        if which not in self.course.revealed:
            self.add("revealed", when, which=which, secret=secret)
        return secret

    def examine(self, name: str) -> str:
        """The digest of an entry that lies in its folder and can be taken."""
        if name in self.course.entries:
            raise InputError(f"the entry {name} was registered already")
        check_asked(self.entry(check_name(name)), self.rules.lent)
        return entry_digest(self.path_of(name), most=self.disk)

    def enter(self, name: str, when: datetime, digest: str | None = None) -> Entered:
        """Take an entry that lies in its folder, examined or not; a late one is kept, and said to be late."""
        late = is_late(Act.ENTER, self.rules.dates, when)
        digest = digest or self.examine(name)
        included = self.entry(name).source_included
        self.add("entered", when, entry=name, digest=digest, late=late, source_included=included)
        return self.course.entries[name]


@contextmanager
def open_challenge(folder: Path, *, writing: bool = False, patience: float = 0) -> Iterator[Challenge]:
    """The challenge in a folder; while one process writes, no other can: it waits so many seconds for its turn."""
    rules = read_rules(folder)
    path = folder / JOURNAL
    if writing and not (folder / RULES).exists():
        raise InputError(
            "this is what was published of a challenge",
            where=Place(file=str(folder)),
            todo="It can be verified; everything else is done in the organiser's folder.",
        )
    log = TraceFile(path, resume=path.exists(), sync=True, patience=patience) if writing else None
    try:
        events = read_trace(path) if path.exists() else ()
        yield Challenge(folder=folder, rules=rules, books=_Books(log=log, course=_course(events, path)))
    finally:
        if log:
            log.close()


def _course(events: Sequence[Mapping[str, Any]], path: Path) -> Course:
    """What has happened; a journal whose chain holds may still tell what no challenge can."""
    try:
        return replay(events)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        what = f"no challenge writes such lines ({type(error).__name__}: {error})"
        raise ContentError(what, where=Place(file=str(path)), todo="Do not rely on it.") from error


def make_folder(path: Path) -> None:
    """Make a folder, or say why that is impossible."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"the folder cannot be made ({error.strerror})", where=Place(file=str(path))) from error
