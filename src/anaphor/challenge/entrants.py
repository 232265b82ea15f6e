"""The teams of a challenge that is entered in a browser, kept in its folder.

    teams.db                     accounts of teams: of this challenge, and of nothing else
    teams/NAME/log.jsonl         what the team did, as a chain of hashes: quotas and receipts come from it
    teams/NAME/drafts/ID/        what it sent, whole or not there
    teams/NAME/trials/ID.jsonl   traces of its last trial runs
    teams/removed.jsonl          who was removed, by whom and why, as a chain of hashes
    registration.txt             whether teams register by themselves: `open`, with `approval`, or `closed`

A team has one entry, which has its name. What is entered goes the same way as by `anaphor challenge enter`. How much
all this may take of a disk is in `room.py`.
"""

import re
import secrets
import shlex
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from anaphor.challenge import acts
from anaphor.challenge import entry as entries
from anaphor.challenge.archive import unpack
from anaphor.challenge.container.engine import DIGESTED
from anaphor.challenge.results import EntryReceipt, EntryTrial
from anaphor.challenge.round import Phase
from anaphor.challenge.rulebook import NEEDS, EntryDesk, read_rules
from anaphor.challenge.sandbox.sandbox import Backend, Limits
from anaphor.challenge.staging import remove_tree, tree_digest
from anaphor.challenge.store import open_challenge
from anaphor.challenge.team_room import forget_withdrawn, held_room, refuse_larger
from anaphor.challenge.transcript.trace import TraceFile, read_trace
from anaphor.challenge.trial import try_entry
from anaphor.collection import load
from anaphor.errors import AnaphorError, InputError, UnknownNameError
from anaphor.experiment import (
    Accounts,
    Invitation,
    accept,
    add_account,
    invite_member,
    invited_to,
    list_accounts,
    open_accounts,
    remove_account,
)
from anaphor.files import disk_use, read_json, refuse_low_disk, regular_bytes, whole_number, write_text
from anaphor.resolver import encode
from anaphor.schema import Item
from anaphor.statistics import Interval, wilson

TEAMS_FILE = "teams.db"
"""The file that holds the accounts of teams."""
MOST_UNPACKED = 256 * 2**20
_LARGEST_ANSWERS = 4 * 2**20
_PATIENCE_S = 30.0
_TRIAL = Limits(wall=300.0, cpu=120.0, memory=2**31, processes=64, output=4 * 2**20, scratch=256 * 2**20)
"""A trial holds up others on the same machine, and its trace holds what it writes."""
KEPT_TRIALS = 10
"""Trial runs whose traces are kept, of each team: those that its page lists."""
_PAPERS = 20
"""How often a day a team may hand in a paper, or say whether it may be posted: each is a line of the journal."""
_NEWCOMERS = 60
"""Teams that may register within an hour, whatever addresses they come from."""
_DAY, _HOUR = timedelta(days=1), timedelta(hours=1)
_USED_UP = {
    "entered": "challenge-team-entered-out",
    "tried": "challenge-team-tried-out",
    "paper": "challenge-team-paper-out",
}
_REGISTRATION = "registration.txt"
_PUBLISHED_FIELDS = ("command", "image", "authors", "description")
MOST_CHARACTERS = 10_000
"""Characters of what a form says of an entry: it is published, and kept with each copy."""
_CONTACT = re.compile(r"[^@\s<>]{1,100}@[^@\s<>]{1,150}")
_PDF = b"%PDF-"


class Registration(StrEnum):
    """How teams come to a challenge; its organiser can change that at any time."""

    OPEN = "open"
    APPROVAL = "approval"
    """A team registers, and can send nothing until the organiser has approved it."""
    CLOSED = "closed"


class TeamState(StrEnum):
    """What a team may do."""

    ADMITTED = "admitted"
    WAITING = "waiting"
    """For the organiser's approval."""
    REMOVED = "removed"
    """Its account and its files are gone; of what the journal tells, the record stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """The last trial of a team that shows it."""

    team: str
    right: int
    questions: int
    interval: Interval
    tries: int
    way: str
    """`run`: here, sealed; `answers`: sent as a file."""


class TeamBook:
    """The teams of the challenge in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def accounts(self) -> Accounts:
        """Who may log in as which team."""
        return open_accounts(str(self.folder / TEAMS_FILE))

    @property
    def desk(self) -> EntryDesk:
        """How teams enter; a challenge that has no desk is refused."""
        if (desk := read_rules(self.folder).desk) is None:
            raise InputError("challenge-team-no-desk")
        return desk

    def place(self, team: str) -> Path:
        return self.folder / "teams" / entries.check_name(team)

    def names(self) -> list[str]:
        """Every team of which there is a record, those that were removed included."""
        return sorted(path.parent.name for path in (self.folder / "teams").glob("[!.]*/log.jsonl"))

    # --- who is let in -----------------------------------------------------------------------------------------------

    @property
    def registration(self) -> Registration:
        """How teams come; what somebody's own edit of the file made unreadable lets nobody in."""
        try:
            return Registration((self.folder / _REGISTRATION).read_text("utf-8", "replace").strip())
        except FileNotFoundError:
            return Registration.OPEN
        except (OSError, ValueError):
            return Registration.CLOSED

    def set_registration(self, way: str) -> None:
        """Let teams register by themselves, with the organiser's approval, or no more."""
        if way not in list(Registration):
            raise InputError("challenge-team-registration", known=", ".join(Registration))
        write_text(self.folder / _REGISTRATION, f"{way}\n")

    def state(self, team: str) -> TeamState:
        """What a team may do, as its log says."""
        return _state_of(self.log(team, "registered", "approved", "removed"))

    def register(self, accounts: Accounts, name: str, password: str, contact: str) -> None:
        """A new team; nobody gets an entry that others made."""
        entries.check_name(name)
        if not _CONTACT.fullmatch(contact):
            raise InputError("challenge-team-contact")
        status = acts.status(self.folder)
        if status.phase not in (Phase.DRAFT, Phase.OPEN):
            raise InputError("challenge-team-closed")
        way = self.registration
        if way is Registration.CLOSED:
            raise InputError("challenge-team-registration-closed")
        self._refuse_crowd(accounts)
        used = {change.values.get("entry") for change in status.changes} | {
            entry.entered.name for entry in status.entries
        }
        if name in used or self.place(name).exists() or (self.folder / "entries" / name).exists():
            raise InputError("challenge-team-taken", name=name)
        refuse_low_disk(self.folder)
        add_account(accounts, name, password, time.time())
        self.place(name).mkdir(mode=0o700, parents=True)
        with self._writing(name) as log:
            log.add("registered", {"contact": contact, "waiting": way is Registration.APPROVAL})

    def _refuse_crowd(self, accounts: Accounts) -> None:
        """Refuse more teams than the rules allow, and more within an hour than an organiser could look at."""
        teams, now = list_accounts(accounts), time.time()
        if len(teams) >= self.desk.teams:
            raise InputError("challenge-team-full")
        if sum(now - _HOUR.total_seconds() < account.made_at <= now for account in teams) >= _NEWCOMERS:
            raise InputError("challenge-team-many-new")

    def approve(self, team: str, by: str) -> None:
        """Let a team that waits send, try and enter."""
        self._refuse_unknown(team)
        with self._writing(team) as log:
            if self.state(team) is TeamState.WAITING:
                log.add("approved", {"by": by})

    def remove(self, accounts: Accounts, team: str, by: str, because: str = "") -> None:
        """Take a team out: its account and what it sent go at once, and its entry is withdrawn where it still can be.

        What the journal tells of stays: an entry after the deadline, a paper that was handed in, and the team's own
        log. An entry that has to go after the deadline is disqualified. A team of which the journal says nothing
        leaves only a line in `teams/removed.jsonl`, and its name is free again.
        """
        self._refuse_unknown(team)
        with self._writing(team) as log:
            with open_challenge(self.folder) as held:
                entered = team in held.course.entries
                told = entered or any(change.values.get("entry") == team for change in held.course.changes)
            if entered:
                with suppress(InputError):  # after the deadline it stays
                    acts.withdraw(self.folder, team, because=because)
            contact = next((record["contact"] for record in self.log(team, "registered")), "")
            with self._removals() as removals:
                removals.add("removed", {"team": team, "contact": contact, "by": by, "because": because})
            with suppress(UnknownNameError):  # a removal that was cut off after this
                remove_account(accounts, team, time.time())
            log.add("removed", {"by": by, "because": because})
        for name in ("drafts", "trials"):
            remove_tree(self.place(team) / name)
        forget_withdrawn(self.folder, team, keep=0)
        if not told:
            remove_tree(self.folder / "entries" / team)  # what a killed request left was never registered
            remove_tree(self.place(team))

    def _refuse_unknown(self, team: str) -> None:
        if team not in self.names() or self.state(team) is TeamState.REMOVED:
            raise InputError("challenge-team-unknown", name=team)

    def _removals(self) -> TraceFile:
        path = self.folder / "teams" / "removed.jsonl"
        return TraceFile(path, resume=path.exists(), sync=True, patience=_PATIENCE_S)

    def reset_link(self, accounts: Accounts, team: str, by: str) -> str:
        """The secret of a link with which a team chooses another password: once, within a day."""
        self._refuse_unknown(team)
        return invite_member(accounts, by, Invitation(account=team), time.time())

    def reset(self, accounts: Accounts, secret: str, _name: str, password: str, _contact: str) -> None:
        """Give the team of a link another password; whoever was logged in as that team no longer is."""
        invitation = invited_to(accounts, secret, time.time())
        if invitation is None or invitation.account is None:
            raise InputError("challenge-team-link-over")
        accept(accounts, secret, invitation.account, password, time.time())
        with self._writing(invitation.account) as log:
            log.add("reset", {})

    # --- what a team did ---------------------------------------------------------------------------------------------

    def log(self, team: str, *kinds: str) -> list[Mapping[str, Any]]:
        """What a team did, or some kinds of that, the oldest first."""
        return [record for record in read_trace(self.place(team) / "log.jsonl") if not kinds or record["kind"] in kinds]

    def _writing(self, team: str) -> TraceFile:
        """The team's log, for one request at a time: two at once are not two below a quota."""
        path = self.place(team) / "log.jsonl"
        return TraceFile(path, resume=path.exists(), sync=True, patience=_PATIENCE_S)

    def left(self, team: str, kind: str) -> int:
        """How often a team may still do something today; what was the server's fault does not count."""
        now = datetime.now(UTC)  # what a clock ahead dated was not done today
        since, until = ((now - back).isoformat(timespec="microseconds") for back in (_DAY, timedelta()))
        lately = [record["kind"] for record in self.log(team) if since < record["at"] <= until]
        most = {"entered": self.desk.entries, "tried": self.desk.trials, "paper": _PAPERS}[kind]
        more = {"tried": -lately.count("spoilt"), "paper": lately.count("posting")}.get(kind, 0)
        return max(0, most - lately.count(kind) - more)

    def _refuse_more(self, team: str, kind: str) -> None:
        if not self.left(team, kind):
            raise InputError(_USED_UP[kind])

    def _refuse_waiting(self, team: str) -> None:
        if self.state(team) is not TeamState.ADMITTED:
            raise InputError("challenge-team-waits")

    # --- what a team sends -------------------------------------------------------------------------------------------

    def send(self, team: str, archive: Path | None, told: Mapping[str, str], *, room: int = 2**62) -> None:
        """Keep what a team wants to enter: the files of a program and its `command`, or an `image` by its digest.

        `authors`, with commas between, and a `description` are published with results. There is `room` for so many
        bytes where the challenge lies.
        """
        image, command = told.get("image", ""), told.get("command", "")
        if too_long := next((field for field in _PUBLISHED_FIELDS if len(told.get(field, "")) > MOST_CHARACTERS), None):
            raise InputError("challenge-team-long", field=too_long, most=MOST_CHARACTERS)
        if image and not DIGESTED.fullmatch(image):
            raise InputError("challenge-team-image")
        if not image and (archive is None or not command):
            raise InputError("challenge-team-nothing")
        try:
            words = tuple(shlex.split(command))
        except ValueError as error:
            raise InputError("challenge-team-command") from error
        needs = {need: told[f"needs_{need}"] for need in NEEDS if told.get(f"needs_{need}")}
        numbers = {need: whole_number(many) or 0 for need, many in needs.items()}
        if not all(many > 0 for many in numbers.values()):
            raise InputError("challenge-team-needs")
        described = entries.EntryFile(
            command=words,
            image=image or None,
            source_included=not image,
            needs=numbers,
            authors=tuple(author.strip() for author in told.get("authors", "").split(",") if author.strip()),
            description=told.get("description") or None,
        )
        entries.check_asked(described, read_rules(self.folder))
        with self._writing(team) as log, held_room(self.folder, team, room) as left:
            self._refuse_waiting(team)
            folder = self.place(team) / "drafts" / secrets.token_hex(6)
            folder.parent.mkdir(exist_ok=True)
            try:
                if archive is None:
                    folder.mkdir()
                else:
                    refuse_larger(archive.stat().st_size, left)
                    unpack(archive, folder, most=min(MOST_UNPACKED, left))
                remove_tree(folder / entries.ENTRY_FILE)
                (folder / entries.ENTRY_FILE).unlink(missing_ok=True)  # what an entry is, the form says, and no more
                entries.write_entry(described, folder)
                files = tree_digest(folder, most=MOST_UNPACKED, entering=True)
                digest = entries.stored_entry(folder, files=files).digest  # which it also has when it is entered
                log.add("sent", {"draft": folder.name, "digest": digest})  # from here on it is there
            except BaseException:  # what is refused takes no room
                remove_tree(folder)
                raise
            for old in folder.parent.iterdir():
                if old != folder:
                    remove_tree(old)

    def sent(self, team: str) -> tuple[Path, entries.EntryFile] | None:
        """Where lies what a team sent last, and what it says of itself; None: it has sent nothing."""
        if not (sent := self.log(team, "sent")):
            return None
        folder = self.place(team) / "drafts" / sent[-1]["draft"]
        return folder, entries.read_entry(folder)

    def enter(self, team: str, *, room: int = 2**62) -> EntryReceipt:
        """Enter what was sent, in the place of what the team had entered before, whose last copy alone is kept."""
        with self._writing(team) as log, held_room(self.folder, team, room) as left:
            self._refuse_waiting(team)
            self._refuse_more(team, "entered")
            if (sent := self.sent(team)) is None:
                raise InputError("challenge-team-nothing")
            refuse_larger(disk_use(sent[0]).size, left)
            with acts.opened(self.folder) as held:
                replaces = team in held.course.entries
                if not replaces:  # what a killed request left was never registered
                    remove_tree(self.folder / "entries" / team)
                receipt = acts.enter(held, team, folder=sent[0], replace=replaces)
                head = held.head  # the journal's last hash is the receipt of what was just done
            digest = receipt.entered.digest if receipt.entered else ""
            log.add("entered", {"digest": digest, "late": receipt.late, "head": head})
            forget_withdrawn(self.folder, team)
            return receipt

    def withdraw(self, team: str) -> None:
        """Take the team's entry back."""
        with self._writing(team) as log, acts.opened(self.folder) as held:
            acts.withdraw(held, team)
            log.add("withdrawn", {"head": held.head})

    def hand_in(self, team: str, paper: Path | None, *, post: bool, room: int = 2**62) -> None:
        """Take the team's paper, if it brings one, and whether it may be posted; only a PDF is a paper."""
        if paper is not None:
            with paper.open("rb") as file:
                if file.read(len(_PDF)) != _PDF:
                    raise InputError("challenge-team-no-pdf")
        with self._writing(team) as log, ExitStack() as stack:
            self._refuse_waiting(team)
            self._refuse_more(team, "paper")
            if paper is not None:
                left = stack.enter_context(held_room(self.folder, team, room))
                refuse_larger(paper.stat().st_size, left)
            held = stack.enter_context(acts.opened(self.folder))
            receipt = acts.hand_in(held, team, paper=paper, post=post)
            log.add("paper" if paper else "posting", {"late": receipt.late, "post": post, "head": held.head})

    # --- trials ------------------------------------------------------------------------------------------------------

    def _development(self) -> tuple[Path | str, list[Item]]:
        """What trials ask: a collection, and so many of its questions, taken evenly."""
        desk, path = self.desk, self.folder / self.desk.development
        source = path if path.is_file() else desk.development
        items = load(source).items
        return source, list(items[:: max(1, len(items) // desk.questions)][: desk.questions])

    def questions(self) -> bytes:
        """The questions of trials as an entry reads them, without keys."""
        return b"".join(encode(item.question) for item in self._development()[1])

    def begin_trial(self, team: str) -> str:
        """What is tried, by its folder; a trial counts as soon as it is asked for."""
        with self._writing(team) as log, held_room(self.folder, team, 2**62):
            self._refuse_waiting(team)
            self._refuse_more(team, "tried")
            if (sent := self.sent(team)) is None:
                raise InputError("challenge-team-nothing")
            log.add("tried", {})
            return sent[0].name

    def trace(self, team: str, trial: str) -> Path:
        return self.place(team) / "trials" / f"{trial}.jsonl"

    def run_trial(self, team: str, draft: str, trial: str, *, shown: bool) -> EntryTrial:
        """Run what a team sent on the questions of trials: sealed, or not at all."""
        files, trace = self.place(team) / "drafts" / draft, self.trace(team, trial)
        trace.parent.mkdir(exist_ok=True)
        trace.unlink(missing_ok=True)  # of a trial that was cut off
        options: dict[str, Any] = {"collection": self._development()[0], "questions": self.desk.questions}
        if not files.is_dir():  # the team has sent another since: that was one of its trials
            raise InputError("challenge-team-nothing")
        self._forget_trials(team, but=trace)
        try:
            refuse_low_disk(Path(tempfile.gettempdir()), disk_use(files).size)  # where its files are copied to
            trial_run = try_entry(files, **options, backend=Backend.PROCESS, trace=trace, limits=_TRIAL, sealed=True)
        except (AnaphorError, OSError):
            with self._writing(team) as log:
                log.add("spoilt", {})
            raise
        with self._writing(team) as log:
            log.add(
                "result",
                {"right": trial_run.right, "of": len(trial_run.transcript.answers), "shown": shown, "way": "run"},
            )
        return trial_run

    def _forget_trials(self, team: str, *, but: Path) -> None:
        """Remove the traces of all but the last trial runs, one of which is about to be written."""
        old = [path for path in but.parent.glob("*.jsonl") if path != but]
        for path in sorted(old, key=lambda path: path.stat().st_mtime_ns)[: max(0, len(old) - KEPT_TRIALS + 1)]:
            path.unlink(missing_ok=True)

    def answer(self, team: str, file: Path, *, shown: bool) -> None:
        """Score a file of answers: lines with `id` and `choice`, as an entry writes them; one left out is wrong."""
        keys, choices = {item.id: item.key for item in self._development()[1]}, dict[str, object]()
        try:
            for line in filter(bytes.strip, regular_bytes(file, _LARGEST_ANSWERS).splitlines()):
                reply = read_json(line)
                choices[str(reply["id"])] = reply["choice"]
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise InputError("challenge-team-no-answers") from error
        right = sum(type(choice) is int and keys.get(name) == choice for name, choice in choices.items())
        with self._writing(team) as log:
            self._refuse_waiting(team)
            self._refuse_more(team, "tried")
            log.add("tried", {})
            log.add("result", {"right": right, "of": len(keys), "shown": shown, "way": "answers"})

    def board(self) -> list[BoardRow]:
        """The last trial of every team that shows it, the best first."""
        rows = []
        for name in self.names():
            results = self.log(name, "result", "removed")
            if results and results[-1]["kind"] == "result" and results[-1]["shown"]:
                right, asked, way = (results[-1][key] for key in ("right", "of", "way"))
                fields = {"right": right, "questions": asked, "interval": wilson(right, asked), "way": way}
                rows.append(BoardRow(team=name, tries=len(results), **fields))
        return sorted(rows, key=lambda row: (-row.right / row.questions, row.team))


def _state_of(records: Sequence[Mapping[str, Any]]) -> TeamState:
    kinds = [record["kind"] for record in records]
    if "removed" in kinds:
        return TeamState.REMOVED
    # A registration that was cut off has not said whether it waits: nobody comes past the organiser that way.
    waits = ("registered" not in kinds or any(record.get("waiting") for record in records)) and "approved" not in kinds
    return TeamState.WAITING if waits else TeamState.ADMITTED
