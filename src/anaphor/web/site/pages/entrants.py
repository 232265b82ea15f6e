"""Challenges for entrants: a team registers, sends a program, tries it, enters it, and hands in its paper.

A team sees what it sent itself, and the board; it has no account of the site.
"""

import shutil
import tempfile
import time
from functools import partial
from pathlib import Path
from urllib.parse import quote

from markupsafe import Markup
from starlette.responses import FileResponse, Response

from anaphor import challenge as house
from anaphor.challenge import KEPT_TRIALS, TeamBook, TeamState, change_text, local_moment, percents
from anaphor.errors import InputError
from anaphor.experiment import SHORTEST_PASSWORD, invited_to
from anaphor.text import text
from anaphor.web.jobs.records import Job, JobBook
from anaphor.web.replies import FRESH, BadRequestError, made_file
from anaphor.web.site.events import Look
from anaphor.web.site.pages.jobs import look_at
from anaphor.web.site.shell import PageVisit, line_of
from anaphor.web.site.teams import refuse_orphan

_MOST_SHOWN = 200_000
"""Characters of a trace that a page shows."""
_MOST_WAITING = 20
"""Trials of all teams that wait or run: organisers' jobs stand in the same queue."""


def desk(visit: PageVisit) -> Response:
    """How to enter, for everybody; for a team what it sent, entered and tried, and what it may still do today."""
    book, name, mine = _book(visit), visit.part("name"), visit.team.name if visit.team else ""
    status, sent = house.status(book.folder), book.sent(mine) if mine else None
    dates = {text(f"challenge-status-date-{each.replace('_', '-')}"): when for each, when in status.dates.items()}
    files = (
        sorted(each.relative_to(sent[0]).as_posix() for each in sent[0].rglob("*") if each.is_file()) if sent else []
    )
    return visit.page(
        "team",
        status.rules.title,
        trail=[(visit.words["nav_challenges"], "challenges")],
        said=None,
        registered=visit.asked("said") == "registered",
        here=f"{visit.home}/challenges/{name}",
        phase=text(f"challenge-page-{status.phase.value}"),
        dates=[(each, local_moment(when), when <= status.now) for each, when in dates.items()],
        changes=[str(change_text(each, status.rules)) for each in status.changes],
        desk=book.desk,
        rules=status.rules,
        board=[(each, percents(each.interval.low, each.interval.high)) for each in book.board()],
        queue=sum(not each.finished for each in JobBook(visit.folder.root).jobs()),
        sent=sent[1] if sent else None,
        files=files,
        entered=next((each for each in status.entries if each.entered.name == mine), None),
        left={each: book.left(mine, each) for each in ("entered", "tried")} if mine else {},
        log=book.log(mine)[::-1] if mine else [],
        trials=_trials(visit)[:KEPT_TRIALS],
        waiting=bool(mine) and book.state(mine) is TeamState.WAITING,
        registration=book.registration.value,
        command=line_of("challenge", "enter", f"challenges/{name}", mine or "TEAM", folder="FOLDER"),
    )


def reset(visit: PageVisit) -> Response:
    """Where a team chooses another password, by a link of the organiser's."""
    guard, title = visit.shell.teams.guard(visit.folder, visit.part("name")), visit.words["team_reset"]
    invitation = invited_to(guard.accounts, visit.asked("key"), time.time())
    team = invitation.account if invitation else None
    try:
        refuse_orphan(guard.accounts, visit.shell.guard.accounts, visit.folder, visit.asked("key"))
    except InputError:
        team = None
    if team is None:
        return visit.page("problem", title, status=404, said=text("challenge-team-link-over"))
    action = f"{guard.path}/in/reset?key={quote(visit.asked('key'))}"
    return visit.page("team_reset", f"{title} · {team}", name=team, action=action, least=SHORTEST_PASSWORD)


def act(visit: PageVisit) -> Response:
    """What a team does."""
    book, act, name = _book(visit), visit.part("act"), visit.part("name")
    team, shown = visit.team.name if visit.team else "", bool(visit.fields.get("shown"))
    if act == "try":
        waiting = [each.who for each in JobBook(visit.folder.root).jobs() if each.kind == "try" and not each.finished]
        if f"{name}/{team}" in waiting or len(waiting) >= _MOST_WAITING:
            raise InputError("challenge-team-one-trial")
        _forget_trials(visit)
        told = {"challenge": name, "team": team, "draft": book.begin_trial(team), "shown": shown}
        who, title = f"{name}/{team}", f"{visit.words['team_trial']} · {team}"
        job = visit.queue.add(visit.folder.root, "try", title, who=who, told=told)
        return visit.to("challenges", name, "team", "trials", job.id)
    with tempfile.TemporaryDirectory() as place:
        sent = visit.files.get("file")
        path = visit.save_upload("file", Path(place)) if sent is not None and sent.filename else None
        match act:
            case "send":
                book.send(team, path, {each: value.strip() for each, value in visit.fields.items()}, room=visit.room())
            case "enter":
                book.enter(team, room=visit.room())
            case "withdraw":
                book.withdraw(team)
            case "answers" if path:
                book.answer(team, path, shown=shown)
            case "paper":
                paper = path and path.rename(path.with_name("paper.pdf"))
                room = visit.room() if paper else 0
                book.hand_in(team, paper, post=bool(visit.fields.get("post")), room=room)
            case _:
                raise BadRequestError("web-no-act", 404)
    return visit.to("challenges", name, "team")


def trial(visit: PageVisit) -> Response:
    """A trial run of the team's own: how far it is, what came of it, and all that was said."""
    (job, trace), name = _trial(visit), visit.part("name")
    if not job.finished:
        visit.queue.start()
    return visit.page(
        "trial",
        job.title,
        trail=[(visit.words["nav_challenges"], "challenges"), (name, f"challenges/{name}/team")],
        job=job,
        here=visit.link("challenges", name, "team", "trials", job.id),
        events=visit.link("challenges", name, "team", "events", job.id),
        piece=Markup(JobBook(visit.folder.root).found(job.id)) if job.finished else "",
        trace=trace.read_text("utf-8", "replace")[:_MOST_SHOWN] if job.finished and trace.is_file() else "",
        command=line_of("challenge", "try", "FOLDER", "--backend", "process"),
    )


def watch(visit: PageVisit) -> Look:
    """A trial of the team's own, looked at until it is over."""
    return partial(look_at, visit, JobBook(visit.folder.root), _trial(visit)[0])


def trace(visit: PageVisit) -> Response:
    _, path = _trial(visit)
    if not path.is_file():
        raise BadRequestError("web-no-page", 404)
    return FileResponse(path, media_type="application/jsonl", filename=f"trial-{path.name}", headers=FRESH)


def file(visit: PageVisit) -> Response:
    """The starter kit, or the questions of trials without their keys."""
    book, name = _book(visit), visit.part("file")
    if name not in ("starter-kit.zip", "questions.jsonl"):
        raise BadRequestError("web-no-page", 404)

    def make(folder: Path) -> Path:
        if name == "questions.jsonl":
            (folder / name).write_bytes(book.questions())
        else:
            shutil.make_archive(str(folder / "starter-kit"), "zip", book.folder / "starter-kit")
        return folder / name

    return made_file(make, "application/octet-stream")


def _book(visit: PageVisit) -> TeamBook:
    return TeamBook(visit.folder.challenges / visit.part("name"))


def _trials(visit: PageVisit) -> list[Job]:
    """The trials of the team that is logged in, the newest first."""
    who = f"{visit.part('name')}/{visit.team.name}" if visit.team else None
    return [job for job in JobBook(visit.folder.root).jobs() if job.kind == "try" and job.who == who]


def _forget_trials(visit: PageVisit) -> None:
    """Remove what is left of all but the last trials of the team, whose traces are gone by then."""
    jobs = JobBook(visit.folder.root)
    for job in [each for each in _trials(visit) if each.finished][KEPT_TRIALS - 1 :]:
        jobs.forget(job.id)


def _trial(visit: PageVisit) -> tuple[Job, Path]:
    """One of them, and where its trace lies."""
    job = next((trial for trial in _trials(visit) if trial.id == visit.part("id")), None)
    if job is None:
        raise BadRequestError("web-no-page", 404)
    return job, _book(visit).trace(job.told["team"], job.id)
