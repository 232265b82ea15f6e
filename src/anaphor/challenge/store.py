"""A challenge as a folder: its rules, its entries, the traces of their runs, and a journal that nothing is taken from.

    challenge.toml   secret.json   entries/NAME/   traces/ROUND/   deposits/NAME/   journal.jsonl

The journal is a chain of hashes like a trace; every line is on disk before the next thing happens. Killed anywhere, a
challenge goes on from its journal: what was heard is not asked again.
"""

import copy
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from anaphor.challenge import drawing
from anaphor.challenge import entry as entries
from anaphor.challenge.calendar import is_late, moment, refuse_early, refuse_implausible, rehearsed
from anaphor.challenge.judging import sheet as scoresheet
from anaphor.challenge.round import Act, Course, Entered, EntryRun, Hearing, RunName, apply, replay
from anaphor.challenge.rulebook import JOURNAL, RULES_FILE, Rules, document, read_rules
from anaphor.challenge.transcript.trace import TraceFile, read_trace
from anaphor.challenge.validation import Proposal, RuleCheck, broken, check_rules
from anaphor.errors import AnaphorError, ContentError, InputError, OutputError
from anaphor.files import digest
from anaphor.text import text

COPIED = ("collection.", "development.", "people.")
"""What the names of files begin with that are copied into a new challenge: rules that a page sends name only these."""
PATIENCE_S = 600.0
"""How long the run of an entry waits for its turn to say what it did: judging a large challenge takes minutes."""


@dataclass(kw_only=True)
class Challenge:
    """A challenge's folder, open for reading or for one act."""

    folder: Path
    rules: Rules
    course: Course
    log: TraceFile | None = field(default=None, repr=False)
    """The journal, while it is open for writing."""
    sure: bool = False
    """Whether somebody has said that the clock is right, however late it is."""
    refused: dict[str, str] = field(default_factory=dict)
    """What lies among the entries and could not be registered in this act, with the reason."""

    @cached_property
    def secrets(self) -> drawing.Secrets | None:
        """The secrets: from the file, or as far as the journal has revealed them."""
        if (self.folder / drawing.SECRET_FILE).exists():
            return drawing.load_secrets(self.folder)
        revealed = self.course.revealed
        return drawing.Secrets(run=revealed["run"], rerun=revealed.get("rerun", "")) if "run" in revealed else None

    @cached_property
    def rounds(self) -> tuple[drawing.Drawn, ...]:
        seed = drawing.seed_of(self.need_secrets().run, "questions")
        materials = drawing.read_materials(self.rules, self.folder)
        return tuple(drawing.draw(material, seed, self.rules.same_text) for material in materials)

    @property
    def is_published(self) -> bool:
        """Whether this is what was published of a challenge, and not the organiser's own folder."""
        return not (self.folder / RULES_FILE).exists()

    @property
    def has_questions(self) -> bool:
        """Whether the questions and the people's answers are here; a published challenge may keep them back."""
        return not self.is_published or all(
            (self.folder / round_rules.people).is_file() for round_rules in self.rules.rounds
        )

    @cached_property
    def sheets(self) -> tuple[scoresheet.Sheet, ...]:
        """What judging needs of every round: from the questions, or as it was published without them."""
        if self.has_questions:
            return tuple(map(scoresheet.sheet_of, self.rounds))
        return scoresheet.read_sheets(self.folder, self.rules)

    @cached_property
    def replies(self) -> Mapping[RunName, Mapping[str, Any]]:
        """What entries replied, as it was published without their traces."""
        return scoresheet.read_replies(self.folder) if self.is_published else {}

    @cached_property
    def changed_questions(self) -> Mapping[str, tuple[scoresheet.ChangedItem, ...]]:
        """The changed wordings of each round, from the secret of the second run."""
        seed = drawing.seed_of(self.need_secrets().rerun, "names")
        return {drawn.rules.name: scoresheet.changed_items(drawn, seed) for drawn in self.rounds}

    def changed(self, round_name: str) -> tuple[scoresheet.Changed, ...]:
        """The changed wordings of a round as judging needs them."""
        if self.has_questions:
            return scoresheet.changed_of(self.changed_questions[round_name])
        return next((sheet.changed for sheet in self.sheets if sheet.name == round_name), ())

    @property
    def disk(self) -> int:
        """Bytes that the files of an entry may have."""
        return self.rules.hardware.disk_gib * 2**30

    @property
    def head(self) -> str:
        """The journal's last hash; empty before the first line."""
        events = self.events()
        return str(events[-1]["hash"]) if events else ""

    def need_secrets(self) -> drawing.Secrets:
        """The secrets, or a sentence that says who has them."""
        return self.secrets or drawing.load_secrets(self.folder)

    def path_of(self, entry: str) -> Path:
        return self.folder / "entries" / entry

    def entry(self, name: str) -> entries.EntryFile:
        return entries.read_entry(self.path_of(name))

    def obstacles(self) -> dict[str, str]:
        """The entries whose runs would be lost on this machine, and why; what cannot be read has its turn."""
        reasons: dict[str, str] = {}
        for path in sorted((self.folder / "entries").glob(f"[!.]*/{entries.ENTRY_FILE}")):
            name = path.parent.name
            with suppress(AnaphorError, OSError):
                why = entries.obstacle(name, self.entry(name), path.parent, self.rules.backend)
                reasons |= {name: why} if why else {}
        return reasons

    @property
    def lying(self) -> tuple[str, ...]:
        """The entries that lie in the folder and were not registered, in the order of the names."""
        names = (path.parent.name for path in (self.folder / "entries").glob(f"[!.]*/{entries.ENTRY_FILE}"))
        return tuple(sorted(name for name in names if name not in self.course.entries))

    @property
    def in_time(self) -> tuple[Entered, ...]:
        """The entries that came in time, in the order in which they came."""
        return tuple(entered for entered in self.course.entries.values() if not entered.late)

    def last_run(self, entry: str) -> EntryRun:
        """The run of an entry that is scored, in the last round in which it was begun."""
        runs = [self.course.run(entry, round_rules.name, Hearing.RUN) for round_rules in self.rules.rounds]
        return next((run for run in reversed(runs) if run.attempt), runs[0])

    def add(self, kind: str, when: datetime, **fields: object) -> None:
        """Write down that something happened; it is on disk when this returns."""
        if self.log is None:
            raise ContentError("challenge-folder-reading-only")
        event = {"when": when.astimezone(UTC).isoformat(), **fields}
        self.log.add(kind, event)
        apply(self.course, {"kind": kind, **event})
        self.rules = replace(self.rules, postponed=self.course.postponed)

    @contextmanager
    def released(self) -> Iterator[None]:
        """Let others write the journal for a while; what they wrote has then happened here, too."""
        if self.log is None:
            raise ContentError("challenge-folder-reading-only")
        self.log.close()
        try:
            yield
        finally:
            self.log = TraceFile(self.folder / JOURNAL, resume=True, sync=True, patience=PATIENCE_S)
            self.course = replay(self.events())
            self.rules = replace(self.rules, postponed=self.course.postponed)

    def needs(self, name: str) -> Mapping[str, int]:
        """What a machine must have that runs an entry: what the entry says, else all that the rules give."""
        return self.entry(name).needs or self.rules.needs

    def clock(self, act: Act, at: datetime | None) -> datetime:
        """The moment at which an act is judged: now, or what a rehearsal says."""
        if not self.rules.rehearsal:
            if at is not None:
                raise InputError("challenge-folder-no-rehearsal")
            return datetime.now(UTC)
        return at or rehearsed(act, self.rules.calendar, self.course)

    def begin(self, act: Act, at: datetime | None = None) -> datetime:
        """The moment of an act, which may not come too early; the first entry freezes the rules."""
        if self.course.fingerprint is None and act is not Act.ENTER:
            raise self.nobody()
        when = self.clock(act, at)
        refuse_early(act, self.rules.calendar, when)
        self.refuse_backwards(when)
        if self.course.concluded and act is not Act.CONCLUDE:
            raise InputError("challenge-folder-over")
        rules, frozen = document(self.rules), self.course.rules or {}
        if self.course.fingerprint is None:
            if wrong := broken(self.check()):
                breach = {"rule": wrong[0].rule.value, "problem": str(wrong[0].problem)}
                raise ContentError("challenge-folder-broken", where=self.folder, **breach)
            self.add("opened", when, rules=rules, fingerprint=self.rules.fingerprint, material=self._material())
        elif frozen != rules or self.course.fingerprint != self.rules.fingerprint:
            changed = sorted(name for name in {*frozen, *rules} if frozen.get(name) != rules.get(name))
            listed = ", ".join(changed) or text("challenge-folder-fingerprint")
            where = self.folder / RULES_FILE
            raise ContentError("challenge-folder-changed", changed=listed, where=where)
        return when

    def nobody(self) -> InputError:
        """Why there is nothing to go on with: nobody entered, or what lies in the folder was never taken in."""
        if self.lying:
            return InputError("challenge-folder-nothing-run", folder=shlex.quote(str(self.folder)))
        return InputError("challenge-folder-nobody")

    def refuse_backwards(self, when: datetime) -> None:
        """Refuse what would have happened before the last thing that did: a deadline could be met afterwards."""
        last = self.course.last
        if last is not None and when < last:
            raise InputError("challenge-folder-backwards", now=moment(when), last=moment(last))
        if not self.rules.rehearsal and not self.sure:
            refuse_implausible(self.rules.calendar, last, when)

    def _material(self) -> list[dict[str, object]]:
        """What is asked and what people answered, so that neither can change afterwards."""
        return [
            {
                "round": drawn.rules.name,
                "asked": drawn.collection.fingerprint,
                "questions": len(drawn.items),
                "people": digest(self.folder / drawn.rules.people, 64),
                "sheet": scoresheet.sheet_digest(sheet),
            }
            for drawn, sheet in zip(self.rounds, self.sheets, strict=True)
        ]

    def check_material(self) -> str | None:
        """What differs from what was asked and answered when the challenge opened; None: nothing."""
        opened = next((event["material"] for event in self.events() if event["kind"] == "opened"), ())
        for then, now in zip(opened, self._material() if opened else (), strict=False):
            for name, value in now.items():
                if then.get(name) != value:
                    return text("challenge-folder-other-material", name=name, round=str(now["round"]))
        return None

    def sheets_document(self) -> list[dict[str, Any]]:
        """The sheets as they are published; changed wordings of the rounds in which they were asked."""
        reworded = {label for _, label, which in self.course.runs if which is Hearing.CHANGED}
        return [
            scoresheet.published_sheet(
                replace(sheet, changed=self.changed(sheet.name) if sheet.name in reworded else ())
            )
            for sheet in self.sheets
        ]

    def check(self) -> tuple[RuleCheck, ...]:
        return check_rules(Proposal(rules=self.rules, rounds=self.rounds, secrets=self.secrets))

    def events(self) -> tuple[Any, ...]:
        return read_trace(self.folder / JOURNAL) if (self.folder / JOURNAL).exists() else ()

    def before(self, number: int) -> "Challenge":
        """The challenge as it stood before a line of the journal was written, for reading."""
        # What is drawn does not depend on how far things had gone: it need not be drawn again. Secrets do.
        earlier = copy.copy(self)
        earlier.course, earlier.log = replay(self.events()[:number]), None
        earlier.__dict__.pop("secrets", None)
        return earlier

    def reveal(self, which: str, when: datetime) -> str:
        """A secret, which from now on stands in the journal."""
        secret: str = getattr(self.need_secrets(), which)
        if drawing.commitment(secret) != getattr(self.rules.commitments, which):
            raise ContentError("challenge-folder-other-secret", which=which)
        if which not in self.course.revealed:
            self.add("revealed", when, which=which, secret=secret)
        return secret

    def examine(self, name: str) -> entries.StoredEntry:
        """An entry that lies in its folder and can be taken."""
        if name in self.course.entries:
            raise InputError("challenge-folder-registered", name=name)
        folder = self.path_of(entries.check_name(name))
        entry = entries.read_entry(folder)
        if (better := entries.settled(entry, self.rules)) != entry:
            entries.write_entry(better, folder)
        stored = entries.stored_entry(folder, most=self.disk, entering=True)
        entries.check_asked(stored.entry, self.rules)
        return stored

    def enter(self, name: str, when: datetime, stored: entries.StoredEntry | None = None) -> Entered:
        """Take an entry that lies in its folder, examined or not; a late one is kept, and said to be late."""
        late = is_late(self.rules.calendar, when)
        stored = stored or self.examine(name)
        particulars: dict[str, object] = {"source_included": stored.entry.source_included}
        particulars |= {"image": stored.entry.image} if stored.entry.image else {}
        self.add("entered", when, entry=name, digest=stored.digest, late=late, **particulars)
        return self.course.entries[name]


@contextmanager
def open_challenge(
    folder: Challenge | str | PathLike[str], *, writing: bool = False, patience: float = 0, sure: bool = False
) -> Iterator[Challenge]:
    """The challenge in a folder, for reading; or with `writing` for acts too. One that is open already stays open.

    While one process writes, no other can: it waits `patience` seconds for its turn. `sure` says that the clock is
    right, however far it is from the dates of the rules.
    """
    if isinstance(folder, Challenge):
        folder.sure = folder.sure or sure
        yield folder
        return
    folder = Path(folder)
    rules = read_rules(folder)
    path = folder / JOURNAL
    if writing and not (folder / RULES_FILE).exists():
        raise InputError("challenge-folder-published", where=folder)
    log = TraceFile(path, resume=path.exists(), sync=True, patience=patience) if writing else None
    try:
        events = read_trace(path) if path.exists() else ()
        try:
            course = replay(events)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            # The chain may hold, and tell impossibilities.
            why = f"{type(error).__name__}: {error}"
            raise ContentError("challenge-folder-no-journal", why=why, where=path) from error
        rules = replace(rules, postponed=course.postponed)
        held = Challenge(folder=folder, rules=rules, course=course, log=log, sure=sure)
        try:
            yield held
        finally:
            log = held.log  # another than before, if it was released
    finally:
        if log:
            log.close()


def make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError("challenge-folder-not-made", why=str(error.strerror), where=path) from error
