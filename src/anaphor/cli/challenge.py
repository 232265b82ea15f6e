"""`anaphor challenge`: rules, sealed entries, re-runs, verdicts and a public page."""

from pathlib import Path
from typing import Annotated

import typer

from anaphor.cli.command import Shown, say
from anaphor.errors import InputError
from anaphor.section import Section
from anaphor.settings import Backend, Metric

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Folder = Annotated[Path, typer.Argument(metavar="DIR")]
Command = Annotated[list[str] | None, typer.Argument()]
Sure = Annotated[bool, typer.Option("--clock-is-right")]


@app.command("new")
def new_(
    folder: Folder,
    title: str = "A Winograd schema challenge",
    collection: str = "anaphor-fr",
    people: Path | None = None,
    backend: Backend | None = None,
    questions: Annotated[int, typer.Option(min=1)] = 60,
    metric: Metric = Metric.RIGHT,
    both_halves: Annotated[bool, typer.Option("--both-halves")] = False,
    real: Annotated[bool, typer.Option("--real")] = False,
    seed: Annotated[int | None, typer.Option(min=0)] = None,
    at: str | None = None,
) -> Section:
    """Write a challenge that can be run. Rules with every setting, secrets, a starter kit and a first entry."""
    from anaphor.challenge import new
    from anaphor.report.systems import made_section

    return made_section(
        new(
            folder,
            title=title,
            collection=collection,
            people=people,
            backend=backend,
            questions=questions,
            metric=metric,
            both_halves=both_halves,
            real=real,
            seed=seed,
            at=at,
        )
    )


@app.command("validate")
def validate_(folder: Folder) -> Shown:
    """Check that a challenge keeps its own rules. Exit code 1 when it does not."""
    from anaphor.challenge import validate
    from anaphor.report.systems import rules_section

    found = validate(folder)
    return Shown(section=rules_section(found), code=0 if found.valid else 1)


@app.command("enter")
def enter_(
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
    replace: Annotated[bool, typer.Option("--replace")] = False,
    withdrawn: Annotated[bool, typer.Option("--withdraw")] = False,
    because: str = "",
    at: str | None = None,
    sure: Sure = False,
) -> Shown:
    """Register an entry, or hand something in for it. Exit code 1 when it comes too late."""
    from anaphor.challenge import enter, hand_in, withdraw
    from anaphor.report.systems import receipt_section

    if withdrawn:
        receipt = withdraw(challenge_folder, name, because=because, at=at, clock_is_right=sure)
    elif paper or source or trace:
        receipt = hand_in(challenge_folder, name, paper=paper, source=source, trace=trace, at=at, clock_is_right=sure)
    else:
        receipt = enter(
            challenge_folder,
            name,
            command=command or (),
            folder=files,
            image=image,
            resolver=resolver,
            url=url,
            source_included=source_included,
            replace=replace,
            at=at,
            clock_is_right=sure,
        )
    return Shown(section=receipt_section(receipt), code=int(receipt.late))


@app.command("run")
def run_(folder: Folder, at: str | None = None, sure: Sure = False) -> Shown:
    """Run every entry, sealed. Killed in the middle, the same command goes on where it stopped."""
    from anaphor.challenge import run
    from anaphor.report.systems import entries_section

    found = run(folder, at=at, clock_is_right=sure)
    return Shown(section=entries_section(found), code=int(bool(found.lost)))


@app.command("rerun")
def rerun_(
    folder: Folder,
    names: Annotated[list[str] | None, typer.Argument(metavar="ENTRY")] = None,
    at: str | None = None,
    sure: Sure = False,
) -> Shown:
    """Run candidates for a prize again. At the hour that was drawn; exit code 1 when one of them differs."""
    from anaphor.challenge import rerun
    from anaphor.challenge.judging import Verdict
    from anaphor.report.systems import challenge_section

    found = rerun(folder, names or (), at=at, clock_is_right=sure)
    again = [each for each in found.entries if each.name in (found.rerun or ())]
    return Shown(
        section=challenge_section(found), code=int(any(each.verdict is Verdict.DISQUALIFIED for each in again))
    )


@app.command("verify")
def verify_(
    target: Annotated[Path, typer.Argument(metavar="DIR_OR_TRACE")],
    head: str | None = None,
) -> Shown:
    """Check that the evidence holds together. Exit code 1 when something was changed."""
    from anaphor.challenge import verify
    from anaphor.report.systems import evidence_section

    found = verify(target, head=head)
    return Shown(section=evidence_section(found), code=0 if found.ok else 1)


@app.command("judge")
def judge_(
    folder: Folder,
    final: Annotated[bool, typer.Option("--final")] = False,
    disqualified: Annotated[str | None, typer.Option("--disqualify")] = None,
    rule: str | None = None,
    because: str = "",
    at: str | None = None,
    sure: Sure = False,
) -> Section:
    """Judge and announce. Provisional results, or with --final the last word."""
    from anaphor.challenge import disqualify, judge, open_challenge
    from anaphor.report.systems import challenge_section

    with open_challenge(folder, writing=True, sure=sure) as challenge:
        if disqualified:
            disqualify(challenge, disqualified, rule=rule, because=because, at=at)
        return challenge_section(judge(challenge, final=final, at=at))


@app.command("status")
def status_(folder: Folder, at: str | None = None) -> Section:
    """Say who entered, what is due and which date is next. Nothing is written."""
    from anaphor.challenge import status
    from anaphor.report.systems import status_section

    return status_section(status(folder, at=at))


@app.command("correct")
def correct_(
    folder: Folder,
    clock: Annotated[bool, typer.Option("--clock")] = False,
    extend: Annotated[int | None, typer.Option("--extend", metavar="DAYS")] = None,
    because: str = "",
    at: str | None = None,
) -> Section:
    """Put right what went wrong, in the open. A command under a wrong clock, or a deadline that is too near."""
    from anaphor.challenge import correct
    from anaphor.report.systems import status_section

    return status_section(correct(folder, clock=clock, extend=extend, because=because, at=at))


@app.command("publish")
def publish_(
    folder: Folder,
    output: Annotated[Path | None, typer.Option("-o", "--output")] = None,
    traces: Annotated[bool, typer.Option("--traces")] = False,
    questions: Annotated[bool, typer.Option("--questions")] = False,
) -> Section:
    """Write a static site, in French and English. Standing, domains, questions, rules and evidence."""
    from anaphor.challenge import publish
    from anaphor.report.systems import site_section

    found = publish(folder, output=output, traces=traces, questions=questions)
    for note in found.notes:
        say(note)
    return site_section(found)


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
    from anaphor.challenge import try_entry
    from anaphor.report.systems import trial_section

    found = try_entry(
        folder,
        command=command or (),
        resolver=resolver,
        url=url,
        collection=collection,
        questions=questions,
        backend=backend,
        seed=seed,
        trace=trace,
    )
    section = trial_section(found)
    return Shown(section=section, code=0 if (section.data or {})["answered"] else 1)


@app.command("sandbox")
def sandbox(
    wanted: Annotated[bool, typer.Option("--self-test")] = False,
    backend: Backend = Backend.PROCESS,
    image: str | None = None,
) -> Shown:
    """Exit 0 when a run here is sealed, 1 when it is not."""
    from anaphor.challenge import try_sandbox
    from anaphor.report.systems import seal_section

    if not wanted:
        raise InputError("challenge-sandbox-nothing-to-do")
    seal = try_sandbox(backend, image=image)
    return Shown(section=seal_section(seal), code=0 if seal.sealed else 1)
