"""Does the evidence hold together? Journal, traces, entries, seeds and rules, each held against the others.

The same questions are put to an organiser's folder and to what was published of it; what is not published cannot be
looked at, and that is said.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from math import isclose
from pathlib import Path
from typing import Any

from anaphor.challenge.calendar import is_late, moment
from anaphor.challenge.drawing import commitment, seed_of
from anaphor.challenge.entry import stored_entry
from anaphor.challenge.evidence import publication
from anaphor.challenge.evidence.replies import check_asked, check_replies
from anaphor.challenge.judging.judging import Judgement, judge_rounds, results_of, verdicts_of
from anaphor.challenge.judging.sheet import SHEETS_FILE, fingerprint_of, read_sheets, sheet_digest
from anaphor.challenge.judging.standing import summary_of
from anaphor.challenge.judging.verdict import Verdict
from anaphor.challenge.proxy.sites import read_site
from anaphor.challenge.round import EntryRun, Hearing, Phase, RunName
from anaphor.challenge.rulebook import JOURNAL, PUBLISHED, RULES_FILE
from anaphor.challenge.sandbox.sandbox import SEALABLE
from anaphor.challenge.settings import Metric
from anaphor.challenge.store import Challenge, open_challenge
from anaphor.challenge.transcript.trace import read_trace, verify_trace
from anaphor.errors import AnaphorError, ContentError, FormatError, Place
from anaphor.files import digest, read_json, read_object, regular_bytes
from anaphor.provenance import canonical_json, plain
from anaphor.scoring import OutcomeKind
from anaphor.text import text


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One piece of evidence."""

    name: str
    fault: str | None = None
    """What is wrong with it; None: nothing."""
    unseen: str | None = None
    """Why it could not be looked at, or not wholly; None: it was."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with it, as far as it could be looked at."""
        return self.fault is None


def verify_path(target: Path, head: str | None = None) -> tuple[Evidence, ...]:
    """Every piece of evidence of a challenge's folder, of a published site, or of one trace."""
    if not target.is_dir():
        return (verify_file(target, head),)
    beside = target / publication.EVIDENCE
    is_site = not (target / RULES_FILE).exists() and (beside / PUBLISHED).is_file()
    try:
        with open_challenge(beside if is_site else target) as challenge:
            found = verify(challenge, head)
    except ContentError as error:  # a journal that was changed cannot be followed, and nothing hangs on it
        return (Evidence(name="journal", fault=str(error)),)
    return (*found, Evidence(name="pages", unseen=text("challenge-unseen-pages"))) if is_site else found


def verify(challenge: Challenge, head: str | None = None) -> tuple[Evidence, ...]:
    """Every piece of evidence of a challenge, with what is wrong; `head` is a published hash of the journal."""
    inspection = _Inspection(challenge)
    inspection.look_at_books(head)
    inspection.look_at_entries()
    inspection.look_at_runs()
    if all(finding.ok for finding in inspection.found):  # else what the verdicts rest on is named already
        inspection.look_at_verdicts()
    return tuple(inspection.found)


def verify_file(path: Path, head: str | None = None) -> Evidence:
    """One trace, or a journal, on its own."""
    found: list[Evidence] = []
    if path.is_file():
        with path.open("rb") as file:
            is_journal = b'"kind":"opened"' in file.readline(1000)  # a journal begins so, and has no last record
        if is_journal:
            with _piece(str(path), found):
                _check_journal(path, head)
            return found[0]
    check = verify_trace(path, head=head)
    if check.fault:
        where = f"{text('challenge-fault-line', line=check.line)} " if check.line else ""
        return Evidence(name=str(path), fault=f"{where}{check.fault}")
    records = read_trace(path)
    return Evidence(name=str(path), fault=check_replies(records) if "terms" in records[0] else None)


def _check_journal(path: Path, head: str | None) -> None:
    """Refuse a journal without a hash of it that was published; one that has grown since then still holds it."""
    hashes = [record["hash"] for record in read_trace(path)]
    if head is not None and head not in hashes:
        raise ContentError("challenge-fault-journal", head=head[:16])


@contextmanager
def _piece(name: str, found: list[Evidence]) -> Iterator[None]:
    """One piece of evidence: what is raised in the block is what is wrong with it, or why it could not be seen."""
    fault = unseen = None
    try:
        yield
    except UnseenError as error:
        unseen = str(error)
    except AnaphorError as error:
        fault = str(error)
    except OSError as error:
        fault = text("challenge-fault-unreadable", why=str(error.strerror))
    except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:  # a chain of made-up records
        fault = text("challenge-fault-no-referee", why=f"{type(error).__name__}: {error}")
    found.append(Evidence(name=name, fault=fault, unseen=unseen))


class _Inspection:
    """The checks of one challenge; what takes long to hash is hashed once."""

    def __init__(self, challenge: Challenge) -> None:
        self.found: list[Evidence] = []
        self._challenge, self._files = challenge, dict[str, str]()

    def look_at_books(self, head: str | None) -> None:
        """Journal, rules, and what was drawn from the secrets."""
        challenge, course, found = self._challenge, self._challenge.course, self.found
        with _piece("journal", found):
            path = challenge.folder / JOURNAL
            if path.exists() or head is not None:
                _check_journal(path, head)
            elif challenge.is_published:  # nobody has entered; or no results are announced yet
                raise UnseenError("challenge-unseen-journal")
        with _piece("rules", found):
            then, now = course.fingerprint, challenge.rules.fingerprint
            if then not in (None, now):
                raise ContentError("challenge-fault-rules", now=now, then=str(then))
        with _piece("questions and people", found):
            if course.fingerprint is not None and not challenge.has_questions:
                raise UnseenError("challenge-unseen-questions")
            if course.fingerprint is not None and challenge.secrets is None:
                raise UnseenError("challenge-unseen-secret")
            if course.fingerprint is not None and (different := challenge.check_material()):
                raise ContentError(different)
        if challenge.is_published:
            with _piece("sheets", found):
                check_sheets(challenge)
            with _piece("replies", found):
                check_runs(challenge)
        for which, secret in course.revealed.items():
            with _piece(f"seed of the {which}", found):
                if commitment(secret) != getattr(challenge.rules.commitments, which):
                    raise ContentError("challenge-fault-seed")

    def look_at_entries(self) -> None:
        """What came, and whether the journal knows everything that was run."""
        challenge, course, found = self._challenge, self._challenge.course, self.found
        for name, entered in course.entries.items():
            with _piece(f"entry {name}", found):
                if entered.late != is_late(challenge.rules.calendar, entered.when):
                    late = "yes" if entered.late else "no"
                    raise ContentError("challenge-fault-entry-time", when=moment(entered.when), late=late)
                if challenge.is_published:
                    raise UnseenError("challenge-unseen-entry")
                stored = stored_entry(challenge.path_of(name), files=self._files_of(name))
                if stored.digest != entered.digest:
                    raise ContentError("challenge-fault-entry-files")
        with _piece("traces", found):
            # One that no line of the journal speaks of: lines were taken from its end, or files put in.
            known = {event["trace"] for event in challenge.events() if event["kind"] == "started"}
            for path in sorted(challenge.folder.glob("traces/*/*.jsonl")):
                stray = str(path.relative_to(challenge.folder))
                if stray not in known and ".traffic-" not in stray:
                    raise ContentError("challenge-fault-stray", name=stray)

    def look_at_runs(self) -> None:
        """What was handed in, and what was run."""
        challenge, course, found = self._challenge, self._challenge.course, self.found
        for name, deposits in course.deposits.items():
            for given in deposits:
                with _piece(f"{given.what.value} of {name}", found):
                    kept = sorted(
                        (challenge.folder / "deposits" / name).glob(f"{given.what.value}-{given.sha256[:16]}*")
                    )
                    if not kept and challenge.is_published:
                        raise UnseenError("challenge-unseen-deposit")
                    if not kept:
                        raise ContentError("challenge-fault-no-deposit")
                    if digest(kept[0], 64) != given.sha256:
                        raise ContentError("challenge-fault-deposit")
        for label, run in course.runs.items():
            if run.trace is not None and run.head is not None:
                with _piece(run.trace, found):
                    self._check_run(label, run)

    def look_at_verdicts(self) -> None:
        """What was announced, which must follow from all the rest."""
        challenge = self._challenge
        for number, event in enumerate(challenge.events()):
            if event["kind"] in ("announced", "concluded"):
                with _piece(f"verdicts {event['kind']}", self.found):
                    if not challenge.has_questions and not (challenge.folder / SHEETS_FILE).exists():
                        raise UnseenError("challenge-unseen-not-yet")
                    made = judge_rounds(challenge.before(number), datetime.fromisoformat(event["when"]))
                    if verdicts_of(made) != event["entries"]:
                        raise ContentError("challenge-fault-verdicts")
                    if event.get("results") not in (None, results_of(made)):
                        raise ContentError("challenge-fault-outcomes")
        if challenge.is_published:
            with _piece("judgement", self.found):
                check_judgement(challenge)

    def _files_of(self, name: str) -> str:
        if name not in self._files:
            self._files[name] = stored_entry(self._challenge.path_of(name)).files
        return self._files[name]

    def _check_run(self, label: RunName, run: EntryRun) -> None:
        """Refuse a run for its trace, for what was published of it without the trace, or for what it was given."""
        challenge, path = self._challenge, self._challenge.folder / (run.trace or "")
        rules, told = challenge.rules, challenge.replies.get(label)
        if told is not None and run.replies is not None and fingerprint_of(told) != run.replies:
            raise ContentError("challenge-fault-published-replies")
        if challenge.is_published and not path.exists():
            raise UnseenError("challenge-unseen-not-yet" if told is None else "challenge-unseen-trace")
        if fault := verify_file(path, run.head).fault:
            raise ContentError(fault)
        records = read_trace(path)
        for traffic in (record for record in records if record["kind"] == "traffic"):
            part = verify_file(path.with_name(traffic["file"]), traffic["head"])
            if part.fault:
                raise ContentError(part.fault, where=Place(file=part.name))
        first = records[0]
        if first["respondent"] != label[0]:
            raise ContentError("challenge-fault-respondent", found=str(first["respondent"]), entry=label[0])
        if not challenge.is_published and first["entry"].get("digest") not in (None, self._files_of(label[0])):
            raise ContentError("challenge-fault-ran-other")
        if run.replies is not None and fingerprint_of(summary_of(records)) != run.replies:
            raise ContentError("challenge-fault-replies")
        if first["limits"] != plain(rules.limits):
            raise ContentError("challenge-fault-limits")
        network = first["sandbox"].get("network", "none")
        if network != "none" and network["sites"] != [str(read_site(site)) for site in rules.sites]:
            raise ContentError("challenge-fault-sites")
        layers = [layer for layer in first["layers"] if layer["required"]]
        bears = first["backend"] in SEALABLE and bool(layers) and all(layer["ok"] for layer in layers)
        if first["sealed"] != bears:
            raise ContentError("challenge-fault-sealed")
        self._check_asked(label, records)

    def _check_asked(self, label: RunName, records: tuple[Mapping[str, Any], ...]) -> None:
        """Refuse a run for how it was asked, as far as secrets and questions are known."""
        challenge, terms = self._challenge, records[0]["terms"]
        _, round_name, which = label
        secret = challenge.course.revealed.get("run" if which is Hearing.RUN else "rerun")
        if secret is None:
            return
        seed = seed_of(secret, "order")
        if terms["seed"] != seed:
            raise ContentError("challenge-fault-order")
        if terms != plain(challenge.rules.asking.terms(seed)):
            raise ContentError("challenge-fault-terms")
        if not challenge.has_questions:
            return
        if which is Hearing.CHANGED:
            items = [changed.item for changed in challenge.changed_questions[round_name]]
        else:
            items = [*next(drawn for drawn in challenge.rounds if drawn.rules.name == round_name).items]
        if items and (fault := check_asked(records, [item.question for item in items], seed)):
            raise ContentError(fault)


_LARGEST = 2**30
_NEAR, _NOTHING = 1e-9, 1e-12
"""How far numbers may be apart: relative to their size, and next to 0, where rounding is all there is."""
Outcomes = dict[str, dict[str, dict[str, str]]]
"""What became of each question: by round, entry and question."""


class UnseenError(AnaphorError):
    """A check that could not be made here."""


def check_judgement(challenge: Challenge) -> None:
    """Refuse a published judgement that is not what was announced, or does not follow from the evidence."""
    announced = [event for event in challenge.events() if event["kind"] in ("announced", "concluded")]
    if not announced:
        return
    found = read_object(challenge.folder / publication.JUDGEMENT, _LARGEST, "challenge-published-no-judgement")
    path = challenge.folder / publication.OUTCOMES
    rows = list(csv.reader(regular_bytes(path, _LARGEST).decode("utf-8", "replace").splitlines()))
    for number, row in enumerate(rows, 1):
        if len(row) != len(publication.COLUMNS):
            raise FormatError("challenge-published-no-outcome", where=Place(file=str(path), line=number))
    outcomes: Outcomes = {}
    for label, entry, question, result, *_ in rows[1:]:
        outcomes.setdefault(label, {}).setdefault(entry, {})[question] = result
    try:
        _check_statements(challenge, found, outcomes, announced[-1])
        if challenge.course.concluded:
            _check_anew(found, rows[1:], judge_rounds(challenge, challenge.course.concluded))
    except (KeyError, TypeError, AttributeError) as error:
        raise ContentError("challenge-fault-no-judgement", why=f"{type(error).__name__}: {error}") from error
    if not challenge.course.concluded:
        usual = challenge.rules.metric is Metric.RIGHT
        raise UnseenError("challenge-unseen-half" if usual else "challenge-unseen-metric")


def _check_statements(
    challenge: Challenge, found: Mapping[str, Any], outcomes: Outcomes, last: Mapping[str, Any]
) -> None:
    """Refuse what rules, journal and outcomes contradict, which needs no key to be seen."""
    rules, over, entries = challenge.rules, bool(challenge.course.concluded), found["entries"]
    if found["rules"] != rules.fingerprint:
        raise ContentError("challenge-fault-other-rules", rules=str(found["rules"]))
    if found["journal"] != {"head": challenge.head, "lines": len(challenge.events())}:
        raise ContentError("challenge-fault-other-journal")
    if sorted(entry["name"] for entry in entries) != sorted(challenge.course.entries):
        raise ContentError("challenge-fault-other-entries")
    if (found["title"], found["rehearsal"], found["phase"] == Phase.FINAL) != (rules.title, rules.rehearsal, over):
        raise ContentError("challenge-fault-other-title")
    if not over and (found["winners"] or any(entry["verdict"] == Verdict.PRIZE for entry in entries)):
        raise ContentError("challenge-fault-won-early")
    for entry in entries:
        _check_entry(challenge, entry, found["rounds"], outcomes)
    told = [
        {"round": round_["name"], "needed": round_["needed"], "outcomes": outcomes.get(round_["name"], {})}
        for round_ in found["rounds"]
    ]
    if last.get("results") not in (None, fingerprint_of(told)):
        raise ContentError("challenge-fault-not-announced", file=publication.OUTCOMES)
    # The line that makes results final was written of candidates: by it they became winners.
    verdicts = [
        (entry["name"], Verdict.CANDIDATE if entry["verdict"] == Verdict.PRIZE else entry["verdict"])
        for entry in entries
    ]
    if last["kind"] == "concluded" and fingerprint_of(verdicts) != last["entries"]:
        raise ContentError("challenge-fault-verdicts-announced")


def _check_entry(
    challenge: Challenge, each: Mapping[str, Any], rounds: Sequence[Mapping[str, Any]], outcomes: Outcomes
) -> None:
    """Refuse what the journal, the outcomes or the bar contradict in what is said of an entry."""
    name, label, verdict = each["name"], each["round"], each["verdict"]
    if challenge.course.entries[name].late:
        if verdict != Verdict.LATE or each["score"] is not None:
            raise ContentError("challenge-fault-late", name=name)
        return
    results = outcomes.get(label, {}).get(name, {}).values()
    right = sum(result == OutcomeKind.RIGHT for result in results)
    usual = challenge.rules.metric is Metric.RIGHT or not results
    share = each["score" if usual else "exactitude"]
    if each.get("right", 0) != right or share != (right / len(results) if results else None):
        said, score = str(each.get("right", "none")), str(share)
        raise ContentError(
            "challenge-fault-score", name=name, found=right, file=publication.OUTCOMES, said=said, score=score
        )
    held = [part["name"] for part in rounds]
    part_in = [part for part in held if challenge.course.run(name, part, Hearing.RUN).attempt]
    state = challenge.course.run(name, label, Hearing.RUN).state
    # One that was disqualified by hand may be said to wait for a round in which it was never run.
    known = name in challenge.course.removals or label == next(reversed(part_in), held[0])
    if not known or each["state"] != state:
        raise ContentError("challenge-fault-state", name=name, state=state.value)
    last = rounds[-1]
    # By another metric the score itself is seen anew with the keys; here, that it is held against the bar.
    reached = right >= last["needed"] if usual else each["score"] >= last["threshold"]["value"]
    failed = each.get("failed", 0)
    if challenge.rules.metric is Metric.ADJUSTED and results and failed > challenge.rules.most_failed * len(results):
        reached = False  # failures, which count as guesses there, carry nobody over the bar
    passes = bool(results) and label == held[-1] and reached
    allowed = {Verdict.CANDIDATE, Verdict.PRIZE} if passes else {Verdict.BELOW if results else Verdict.NO_RESULT}
    if verdict not in allowed | {Verdict.DISQUALIFIED}:
        raise ContentError("challenge-fault-verdict", name=name, right=right, verdict=repr(verdict))


def _check_anew(told: Mapping[str, Any], rows: list[list[str]], made: Judgement) -> None:
    """Refuse what differs from a judgement made anew; words may, where another version of this program chose them."""
    anew, skipped = publication.judgement_document(made), {"signature", "journal", "wording"}
    worded = (told["signature"], told.get("wording")) == (anew["signature"], anew["wording"])
    for name in sorted({*told, *anew} - skipped):
        if not _alike(told.get(name), anew.get(name), worded=worded):
            raise ContentError("challenge-fault-says", name=name)
    due = list(csv.reader(publication.outcomes_text(made).splitlines()))[1:]
    # How long an answer took stands in the trace alone.
    same = len(due) == len(rows) and all(
        ours[:-1] == row[:-1] and ours[-1] in ("", row[-1]) for ours, row in zip(due, rows, strict=True)
    )
    if not same:
        raise ContentError("challenge-fault-table", file=publication.OUTCOMES)


def _alike(one: object, other: object, *, worded: bool) -> bool:
    """Whether two JSON values are the same; other machines may round a last digit otherwise."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = {*one, *other} - (set() if worded else {"reasons", "rank"})
        return all(name in one and name in other and _alike(one[name], other[name], worded=worded) for name in names)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(
            _alike(mine, yours, worded=worded) for mine, yours in zip(one, other, strict=True)
        )
    if isinstance(one, float) and isinstance(other, float | int) and not isinstance(other, bool):
        return isclose(one, other, rel_tol=_NEAR, abs_tol=_NOTHING)
    return type(one) is type(other) and one == other


def check_runs(challenge: Challenge) -> None:
    """Refuse replies of other runs than the journal's: once results are final, those of every run are published."""
    known = {label for label, run in challenge.course.runs.items() if run.head} if challenge.course.concluded else set()
    for entry, label, which in sorted(known ^ set(challenge.replies)):
        unknown = (entry, label, which) in challenge.replies
        code = "challenge-fault-unknown-run" if unknown else "challenge-fault-no-replies"
        raise ContentError(code, which=which.value, entry=entry, round=label)
    if not challenge.course.concluded:
        raise UnseenError("challenge-unseen-not-yet")


def check_sheets(challenge: Challenge) -> None:
    """Refuse published keys and votes other than those that the journal is bound to from the opening on."""
    path = challenge.folder / SHEETS_FILE
    if not path.exists() and not challenge.course.concluded:
        raise UnseenError("challenge-unseen-not-yet")
    if not path.exists():
        raise ContentError("challenge-fault-no-sheets")
    told, events = read_json(regular_bytes(path, _LARGEST)), challenge.events()
    opened: list[Mapping[str, Any]] = next((event["material"] for event in events if event["kind"] == "opened"), [])
    digests = [sheet_digest(sheet) for sheet in read_sheets(challenge.folder, challenge.rules)]
    if digests != [opening.get("sheet") for opening in opened]:
        raise ContentError("challenge-fault-sheets-opened")
    final = next((event.get("sheets") for event in reversed(events) if event["kind"] == "concluded"), None)
    if final is not None and fingerprint_of(told) != final:
        raise ContentError("challenge-fault-sheets-final")
    if canonical_json(told) != canonical_json(challenge.sheets_document()):
        raise ContentError("challenge-fault-keys")
