"""`anaphor challenge`: rules, sealed entries, re-runs, verdicts and a public page."""

import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from anaphor.challenge.sandbox import Backend
from anaphor.cli.command import Shown, progress, say
from anaphor.errors import InputError
from anaphor.section import Section, Text
from anaphor.text import text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Folder = Annotated[Path, typer.Argument(metavar="DIR")]
Command = Annotated[list[str] | None, typer.Argument()]


def _moment(written: str | None) -> datetime | None:
    if written is None:
        return None
    try:
        found = datetime.fromisoformat(written)
    except ValueError:
        raise InputError("challenge-act-no-moment", moment=repr(written)) from None
    if not 2000 <= found.year < 2200:
        raise InputError("challenge-act-no-year", moment=repr(written))
    return found if found.tzinfo else found.replace(tzinfo=UTC)


@app.command("new")
def new(
    folder: Folder,
    title: str = "A Winograd schema challenge",
    collection: str = "anaphor-fr",
    people: Path | None = None,
    backend: Backend | None = None,
) -> Section:
    """Write a challenge that can be run. Rules with every setting, secrets, a starter kit and a first entry."""
    from anaphor.challenge import new_challenge

    rules = new_challenge(folder, title=title, collection=collection, people=people, backend=backend).rules
    said = text("challenge-start-made", folder=str(folder), quoted=shlex.quote(str(folder)))
    data = {
        "folder": str(folder),
        "title": title,
        "rounds": [each.name for each in rules.rounds],
        "backend": rules.backend.value,
        "fingerprint": rules.fingerprint,
    }
    return Section(id="challenge", title=title, parts=(Text(lines=(said,), talk=True),), data=data)


@app.command("validate")
def validate(folder: Folder) -> Shown:
    """Check that a challenge keeps its own rules. Exit code 1 when it does not."""
    from anaphor.challenge import open_challenge
    from anaphor.report.systems import rules_section

    with open_challenge(folder) as challenge:
        checks = challenge.check()
        section = rules_section(checks, challenge.rules, challenge.obstacles())
    return Shown(section=section, code=0 if all(each.holds for each in checks) else 1)


@app.command("enter")
def enter(
    challenge_folder: Folder,
    name: Annotated[str, typer.Argument()],
    command: Command = None,
    files: Annotated[Path | None, typer.Option("--folder")] = None,
    image: str | None = None,
    resolver: str | None = None,
    url: str | None = None,
    source_included: Annotated[bool, typer.Option("--source-included")] = False,
    paper: Path | None = None,
    source: Path | None = None,
    trace: Path | None = None,
    at: str | None = None,
) -> Shown:
    """Register an entry, or hand something in for it. Exit code 1 when it comes too late."""
    from anaphor.challenge import EntryFile, hand_in, register
    from anaphor.report.systems import receipt_section

    given = {"paper": paper, "source": source, "trace": trace}
    if any(given.values()):
        receipt = hand_in(challenge_folder, name, {what: path for what, path in given.items() if path}, _moment(at))
    else:
        entry = None
        if command or image or resolver or url:
            words = tuple(command or ())
            entry = EntryFile(command=words, image=image, resolver=resolver, url=url, source_included=source_included)
        receipt = register(challenge_folder, name, entry, files, _moment(at))
    return Shown(section=receipt_section(receipt), code=int(receipt.late))


@app.command("run")
def run(folder: Folder, at: str | None = None) -> Shown:
    """Run every entry, sealed. Killed in the middle, the same command goes on where it stopped."""
    from anaphor.challenge import open_challenge, run_rounds
    from anaphor.challenge.evidence import run_document
    from anaphor.report.systems import entries_section

    with open_challenge(folder, writing=True) as challenge, progress(text("challenge-run-progress")) as bar:
        document = run_document(challenge, run_rounds(challenge, at=_moment(at), progress=bar))
    entries = document["entries"]
    lost = [each["name"] for each in entries if each["state"] == "lost" and each["verdict"] != "disqualified"]
    return Shown(section=entries_section(document, lost, str(folder)), code=int(bool(lost)))


@app.command("rerun")
def rerun_(
    folder: Folder,
    names: Annotated[list[str] | None, typer.Argument(metavar="ENTRY")] = None,
    at: str | None = None,
) -> Shown:
    """Run candidates for a prize again. At the hour that was drawn; exit code 1 when one of them differs."""
    from anaphor.challenge import open_challenge, rerun
    from anaphor.challenge.judging import Verdict, judge
    from anaphor.report.systems import challenge_section

    with open_challenge(folder, writing=True) as challenge, progress(text("challenge-run-again")) as bar:
        chosen = rerun(challenge, names or (), at=_moment(at), progress=bar)
        found = judge(challenge, challenge.course.last or datetime.now(UTC))
    said = text("challenge-rerun-done", names=", ".join(chosen)) if chosen else text("challenge-rerun-nobody")
    differs = any(each.name in chosen and each.verdict is Verdict.DISQUALIFIED for each in found.entries)
    return Shown(section=challenge_section(found, [said], {"rerun": list(chosen)}), code=int(differs))


@app.command("verify")
def verify(
    target: Annotated[Path, typer.Argument(metavar="DIR_OR_TRACE")],
    head: str | None = None,
) -> Shown:
    """Check that the evidence holds together. Exit code 1 when something was changed."""
    from anaphor.challenge.evidence import verify_path
    from anaphor.report.systems import evidence_section

    found = verify_path(target, head)
    return Shown(section=evidence_section(found), code=0 if all(each.ok for each in found) else 1)


@app.command("judge")
def judge_(
    folder: Folder,
    final: Annotated[bool, typer.Option("--final")] = False,
    disqualified: Annotated[str | None, typer.Option("--disqualify")] = None,
    rule: str | None = None,
    because: str = "",
    at: str | None = None,
) -> Section:
    """Judge and announce. Provisional results, or with --final the last word."""
    from anaphor.challenge import announce, disqualify, open_challenge
    from anaphor.report.systems import challenge_section

    with open_challenge(folder, writing=True) as challenge:
        if disqualified:
            disqualify(challenge, disqualified, rule, because, at=_moment(at))
        found = announce(challenge, final=final, at=_moment(at))
        head = challenge.head
    return challenge_section(found, [text("challenge-act-head", head=head)], {"head": head})


@app.command("publish")
def publish(
    folder: Folder,
    output: Annotated[Path | None, typer.Option("-o", "--output")] = None,
    traces: Annotated[bool, typer.Option("--traces")] = False,
    questions: Annotated[bool, typer.Option("--questions")] = False,
) -> Section:
    """Write a static site, in French and English. Standing, domains, questions, rules and evidence."""
    from anaphor.challenge import open_challenge
    from anaphor.report.systems import write_site

    site = output or folder / "site"
    with open_challenge(folder) as challenge:
        pages = write_site(challenge, site, traces=traces, questions=questions)
        for name in challenge.course.entries if traces else ():
            if told := ", ".join(sorted(challenge.entry(name).environment)):
                say(text("challenge-published-variables", name=name, variables=told))
        title = challenge.rules.title
    data = {"site": str(site), "files": pages}
    return Section(id="challenge", title=title, parts=(Text(lines=(str(site),)),), data=data)


@app.command("try")
def try_(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    command: Command = None,
    resolver: str | None = None,
    url: str | None = None,
    collection: str = "anaphor-fr",
    questions: Annotated[int, typer.Option("--questions", min=1)] = 40,
    backend: Backend = Backend.NONE,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 1,
    trace: Path | None = None,
) -> Shown:
    """Exit code 1 when the entry answers nothing."""
    from anaphor.challenge import EntryFile, TrialSettings, try_entry
    from anaphor.report.systems import trial_section

    given = command or resolver or url
    entry = EntryFile(command=tuple(command or ()), resolver=resolver, url=url) if given else None
    settings = TrialSettings(collection=collection, questions=questions, backend=backend, seed=seed, trace=trace)
    section = trial_section(try_entry(entry, folder, settings))
    return Shown(section=section, code=0 if (section.data or {})["answered"] else 1)


@app.command("sandbox")
def sandbox(
    wanted: Annotated[bool, typer.Option("--self-test")] = False,
    backend: Backend = Backend.PROCESS,
    image: str | None = None,
) -> Shown:
    """Exit 0 when a run here is sealed, 1 when it is not."""
    from anaphor.challenge import try_backend
    from anaphor.report.systems import seal_section

    if not wanted:
        raise InputError("challenge-sandbox-nothing-to-do")
    seal = try_backend(backend, image)
    return Shown(section=seal_section(seal), code=0 if seal.sealed else 1)
