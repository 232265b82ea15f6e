"""Challenges for organisers: made with a form, rules checked as they are typed, run, judged and published as jobs."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from starlette.responses import Response

from anaphor import challenge as house
from anaphor.challenge import JOURNAL, RULES_FILE, Metric, Registration, TeamBook, TeamState, judge_rounds
from anaphor.errors import AnaphorError, InputError
from anaphor.report import section_piece
from anaphor.section import Section
from anaphor.web.jobs.records import JobBook
from anaphor.web.replies import BadRequestError
from anaphor.web.site.events import Look
from anaphor.web.site.folder import NAME
from anaphor.web.site.live import Pages, is_challenge, state_of
from anaphor.web.site.pages.collections import known_collections, named_collection, opened
from anaphor.web.site.shell import ListEntry, PageVisit, line_of
from anaphor.web.study.dashboard import number_in

_DATES = ("opens", "closes", "held", "source_due")
_ASKED = dict.fromkeys(("name", "title", "organiser", "people", *_DATES), "")
_ASKED |= {"collection": "anaphor-fr", "development": "anaphor-fr", "questions": "60", "metric": "right"}
"""What the form of a new challenge asks, and what stands there."""
_JOBS = {"run": "run", "judge": "judge", "rerun": "rerun", "final": "judge --final", "verify": "verify"}
"""What an organiser does as a job, and its command."""
TEAM_ACTS = ("approve", "remove", "refuse", "registration", "reset")
"""What an organiser does to teams: `refuse` is for all that wait, `reset` gives a link to a new password."""
_LONGEST_REASON = 300
_UNFINISHED = ("queued", "running", "lost")


def challenge_entries(visit: PageVisit) -> Iterator[ListEntry]:
    """The challenges by their titles, each with its own pages."""
    side = "fr/" if visit.interface == "fr" else ""
    for name, title in visit.shell.live(visit.folder).titles().items():
        at = f"{visit.home}/challenges/{quote(name)}/{side}"
        yield ListEntry(title, at, name if title != name else "")


def published_entries(visit: PageVisit) -> Iterator[ListEntry]:
    """The finished sites of challenges."""
    pages = Pages(visit.folder.published)
    french = pages.french() if visit.interface == "fr" else ()
    for name in pages.names():
        at = f"{visit.home}/published/{quote(name)}{'fr/' if name in french else ''}"
        yield ListEntry(name.strip("/"), at)


def index(visit: PageVisit) -> Response:
    """Every challenge, with its pages for entrants and for those who organise it."""
    return visit.page(
        "challenges",
        visit.words["nav_challenges"],
        names=list(visit.shell.live(visit.folder).titles()),
        challenges=list(challenge_entries(visit)),
        published=list(published_entries(visit)),
        command=line_of("challenge", "new", "challenges/NAME") if visit.session else None,
    )


def new(visit: PageVisit) -> Response:
    """The form of a new challenge; each rule is checked as it is typed."""
    fields = visit.asked_all(**_ASKED)
    piece, problem, line = None, None, line_of("challenge", "new", "challenges/NAME")
    try:
        if fields["name"]:
            settings, line = _told(visit, fields)
            piece = _piece(visit, house.propose(**settings).section)
    except AnaphorError as error:
        problem = str(error)
    return visit.page(
        "challenge_new",
        visit.words["challenge_new"],
        trail=[(visit.words["nav_challenges"], "challenges")],
        given=fields,
        collections=list(known_collections(visit)),
        studies=[name for name in visit.files_of("studies") if name.endswith(".jsonl")],
        metrics=[(metric.value, visit.words[f"challenge_metric_{metric.value}"]) for metric in Metric],
        piece=piece,
        problem=problem,
        command=line,
    )


def make(visit: PageVisit) -> Response:
    """Write the challenge that the form describes."""
    fields = {name: visit.fields.get(name, "").strip() for name in _ASKED}
    settings, _ = _told(visit, fields)
    house.new(visit.folder.challenges / fields["name"], **settings)
    return visit.to("challenges", fields["name"], "organise")


def _told(visit: PageVisit, given: Mapping[str, str]) -> tuple[dict[str, Any], str]:
    """What `challenge new` is told by a form, and the line of it."""
    name, people = given["name"], given["people"]
    if not NAME.fullmatch(name) or name == "new":
        raise InputError("web-bad-name")
    if (visit.folder.challenges / name).exists():
        raise InputError("web-name-taken")
    questions = number_in(given, "questions")
    if people and people not in visit.files_of("studies"):
        raise BadRequestError("web-no-file", 404)
    told: dict[str, Any] = {each: given[each] for each in ("title", "organiser", "metric", *_DATES) if given[each]}
    told |= {"title": given["title"] or name, "questions": questions, "real": bool(people)}
    told["desk"] = visit.shell.address(visit.request, f"{visit.home}/challenges/{name}/team")
    typed = {**told, "people": people and f"studies/{people}"}
    told["people"] = visit.files_of("studies")[people] if people else None
    for each in ("collection", "development"):
        known = named_collection(visit, given[each])
        opened(visit, known)
        told[each], typed[each] = known.name if known.shipped else known.path, known.typed
    return told, line_of("challenge", "new", f"challenges/{name}", **typed)


def organise(visit: PageVisit) -> Response:
    """How a challenge stands, what is due, and the buttons that do it."""
    name, folder = _found(visit)
    status = house.status(folder)
    states = {each.state for each in status.entries if not each.entered.late}
    standing = None
    if states and not states & set(_UNFINISHED):
        standing = visit.kept.get(("standing", visit.interface), [folder / JOURNAL], lambda: _standing(visit, folder))
    written = visit.request.query_params.get("rules") or (folder / RULES_FILE).read_text("utf-8")
    checks, problem = None, None
    try:
        checks = house.validate(folder, rules=written)
    except AnaphorError as error:
        problem = str(error)
    jobs = [each for each in JobBook(visit.folder.root).jobs() if each.told.get("challenge") == name]
    jobs = [each for each in jobs if not each.part_of]
    book = TeamBook(folder)
    return visit.page(
        "challenge_organise",
        status.rules.title,
        trail=[(visit.words["nav_challenges"], "challenges")],
        name=name,
        rehearsal=status.rules.rehearsal,
        desk=status.rules.desk is not None,
        state=_piece(visit, status.section),
        standing=standing,
        entries=[each.entered.name for each in status.entries],
        jobs=jobs[:10],
        acts=_JOBS,
        rule_names=[(each.rule.value, each.rule.heading) for each in checks.checks] if checks else [],
        teams=[(each, book.state(each).value, book.log(each)) for each in book.names()],
        registration=book.registration.value,
        registrations=[(each.value, visit.words[f"challenge_registration_{each.value}"]) for each in Registration],
        rules=written,
        frozen=(folder / JOURNAL).is_file() and bool((folder / JOURNAL).stat().st_size),
        checked=_piece(visit, checks.section) if checks else None,
        problem=problem,
        command=line_of("challenge", "status", f"challenges/{name}"),
    )


def watch(visit: PageVisit) -> Look:
    """A challenge's rules and journal, and its jobs that are not over."""
    visit.as_author()
    (name, folder), book = _found(visit), JobBook(visit.folder.root)
    return lambda: (
        (state_of(folder), [each for each in book.unfinished() if each.told.get("challenge") == name]),
        False,
    )


def act(visit: PageVisit) -> Response:
    """What an organiser does: at once, or as a job."""
    (name, folder), act, fields = _found(visit), visit.part("act"), visit.fields
    if act in _JOBS or act == "publish":
        questions = bool(fields.get("questions"))
        line = line_of("challenge", *_JOBS.get(act, f"publish -o published/{name}").split(), f"challenges/{name}")
        order: dict[str, Any] = {"told": {"challenge": name, "act": act, "questions": questions}, "who": visit.who}
        title = f"{visit.words[f'challenge_{act}']} · {name}"
        command = f"{line} --questions" if questions else line
        return visit.to("jobs", visit.queue.add(visit.folder.root, "challenge", title, command=command, **order).id)
    if act == "reset":
        guard = visit.shell.teams.guard(visit.folder, name)
        secret = TeamBook(folder).reset_link(guard.accounts, fields.get("team", ""), visit.who)
        link = visit.shell.address(visit.request, f"{guard.path}/reset", f"key={secret}")
        return organise(replace(visit, said=f"{visit.words['team_link']} {link}"))
    if act in TEAM_ACTS:
        _act_on_team(visit, TeamBook(folder), act)
        return visit.to("challenges", name, "organise")
    because = fields.get("because", "")
    acts: dict[str, Callable[[], object]] = {
        "extend": lambda: house.correct(folder, extend=number_in(fields, "days"), because=because),
        "disqualify": lambda: house.disqualify(
            folder, fields.get("entry", ""), rule=fields.get("rule"), because=because
        ),
        "rules": lambda: house.amend(folder, fields.get("rules", "")),
    }
    if act not in acts:
        raise BadRequestError("web-no-act", 404)
    acts[act]()
    return visit.to("challenges", name, "organise")


def _act_on_team(visit: PageVisit, book: TeamBook, act: str) -> None:
    """Approve or remove a team, remove all that wait, or change how teams register."""
    team, because = visit.fields.get("team", ""), visit.fields.get("because", "").strip()[:_LONGEST_REASON]
    if act == "registration":
        book.set_registration(visit.fields.get("registration", ""))
    elif act == "approve":
        book.approve(team, visit.who)
    else:
        accounts = visit.shell.teams.guard(visit.folder, visit.part("name")).accounts
        waiting = [name for name in book.names() if book.state(name) is TeamState.WAITING]
        for name in [team] if act == "remove" else waiting:
            book.remove(accounts, name, visit.who, because)


def _found(visit: PageVisit) -> tuple[str, Path]:
    """The challenge that the address names."""
    folder = visit.folder.challenges / visit.part("name")
    if not is_challenge(folder) or not (folder / RULES_FILE).is_file():
        raise BadRequestError("web-no-page", 404)
    return folder.name, folder


def _piece(visit: PageVisit, section: Section) -> Markup:
    return Markup(str(section_piece(section)).replace(f"{visit.folder.root}/", ""))


def _standing(visit: PageVisit, folder: Path) -> Markup:
    """The entries as they would be announced now: intervals, shared ranks, the disqualified without one."""
    with house.open_challenge(folder) as held:
        when = held.course.last if held.rules.rehearsal else None
        return _piece(visit, judge_rounds(held, when or datetime.now(UTC)).section)
