"""`anaphor challenge`: rules, sealed entries, re-runs, verdicts and a public page."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor import challenge as house
from anaphor.cli.command import Shown, Told, option, say, told
from anaphor.errors import InputError
from anaphor.section import Section
from anaphor.settings import Backend, Metric

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Folder = Annotated[Path, typer.Argument(metavar="DIR")]
Sure = Annotated[bool, typer.Option("--clock-is-right")]
_COMMAND = (list[str] | None, typer.Argument(None))


@app.command("new")
@told(
    title=option(str, "A Winograd schema challenge"),
    collection=option(str, "anaphor-fr"),
    people=option(Path | None),
    backend=option(Backend | None),
    questions=option(int, 60, min=1),
    metric=option(Metric, Metric.RIGHT),
    both_halves=option(bool, False, "--both-halves"),
    real=option(bool, False, "--real"),
    seed=option(int | None, min=0),
    at=option(str | None),
    organiser=option(str | None),
    opens=option(str | None),
    closes=option(str | None),
    held=option(str | None),
    source_due=option(str | None),
    desk=option(str | None),
    development=option(str, "anaphor-fr"),
)
def new_(folder: Folder, told: Told) -> Section:
    """Write a challenge that can be run. Rules with every setting, secrets, a starter kit and a first entry."""
    return house.new(folder, **told).section


@app.command("validate")
def validate_(folder: Folder) -> Shown:
    """Check that a challenge keeps its own rules. Exit code 1 when it does not."""
    found = house.validate(folder)
    return Shown(section=found.section, code=0 if found.valid else 1)


@app.command("enter")
@told(
    command=_COMMAND,
    folder=option(Path | None, None, "--folder"),
    image=option(str | None),
    resolver=option(str | None),
    url=option(str | None),
    source_included=option(bool, False, "--source-included"),
    paper=option(Path | None),
    source=option(Path | None),
    trace=option(Path | None),
    post=option(bool | None, None, "--post/--no-post"),
    replace=option(bool, False, "--replace"),
    withdrawn=option(bool, False, "--withdraw"),
    because=option(str, ""),
    at=option(str | None),
    clock_is_right=option(bool, False, "--clock-is-right"),
)
def enter_(challenge_folder: Folder, name: Annotated[str, typer.Argument()], told: Told) -> Shown:
    """Register an entry, or hand something in for it. Exit code 1 when it comes too late."""
    act: Callable[..., Any] = house.enter
    own: tuple[str, ...] = ("command", "folder", "image", "resolver", "url", "source_included", "replace")
    if told["withdrawn"]:
        act, own = house.withdraw, ("because",)
    elif any(each in told for each in ("paper", "source", "trace", "post")):
        act, own = house.hand_in, ("paper", "source", "trace", "post")
    given = {each: told[each] for each in (*own, "at", "clock_is_right") if each in told}
    receipt = act(challenge_folder, name, **given)
    return Shown(section=receipt.section, code=int(receipt.late))


@app.command("run")
def run_(folder: Folder, at: str | None = None, sure: Sure = False) -> Shown:
    """Run every entry, sealed. Killed in the middle, the same command goes on where it stopped."""
    found = house.run(folder, at=at, clock_is_right=sure)
    return Shown(section=found.section, code=int(bool(found.lost)))


@app.command("rerun")
def rerun_(
    folder: Folder,
    names: Annotated[list[str] | None, typer.Argument(metavar="ENTRY")] = None,
    at: str | None = None,
    sure: Sure = False,
) -> Shown:
    """Run candidates for a prize again. At the hour that was drawn; exit code 1 when one of them differs."""
    from anaphor.challenge import Verdict

    found = house.rerun(folder, names or (), at=at, clock_is_right=sure)
    again = [each for each in found.entries if each.name in (found.rerun or ())]
    return Shown(section=found.section, code=int(any(each.verdict is Verdict.DISQUALIFIED for each in again)))


@app.command("verify")
def verify_(
    target: Annotated[Path, typer.Argument(metavar="DIR_OR_TRACE")],
    head: str | None = None,
) -> Shown:
    """Check that the evidence holds together. Exit code 1 when something was changed."""
    found = house.verify(target, head=head)
    return Shown(section=found.section, code=0 if found.ok else 1)


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
    with house.open_challenge(folder, writing=True, sure=sure) as challenge:
        if disqualified:
            house.disqualify(challenge, disqualified, rule=rule, because=because, at=at)
        return house.judge(challenge, final=final, at=at).section


@app.command("status")
def status_(folder: Folder, at: str | None = None) -> Section:
    """Say who entered, what is due and which date is next. Nothing is written."""
    return house.status(folder, at=at).section


@app.command("correct")
def correct_(
    folder: Folder,
    clock: Annotated[bool, typer.Option("--clock")] = False,
    extend: Annotated[int | None, typer.Option("--extend", metavar="DAYS")] = None,
    because: str = "",
    at: str | None = None,
) -> Section:
    """Put right what went wrong, in the open. A command under a wrong clock, or a deadline that is too near."""
    return house.correct(folder, clock=clock, extend=extend, because=because, at=at).section


@app.command("publish")
def publish_(
    folder: Folder,
    output: Annotated[Path | None, typer.Option("-o", "--output")] = None,
    traces: Annotated[bool, typer.Option("--traces")] = False,
    questions: Annotated[bool, typer.Option("--questions")] = False,
) -> Section:
    """Write a static site, in French and English. Standing, domains, questions, rules and evidence."""
    found = house.publish(folder, output=output, traces=traces, questions=questions)
    say(*found.notes)
    return found.section


@app.command("try")
@told(
    command=_COMMAND,
    resolver=option(str | None),
    url=option(str | None),
    collection=option(str, "anaphor-fr"),
    questions=option(int, 40, min=1),
    backend=option(Backend, Backend.NONE),
    seed=option(int, 1, min=0),
    trace=option(Path | None),
)
def try_(folder: Annotated[Path, typer.Argument(metavar="FOLDER")], told: Told) -> Shown:
    """Exit code 1 when the entry answers nothing."""
    section = house.try_entry(folder, **told).section
    return Shown(section=section, code=0 if section.document["answered"] else 1)


@app.command("sandbox")
def sandbox(
    wanted: Annotated[bool, typer.Option("--self-test")] = False,
    backend: Backend = Backend.PROCESS,
    image: str | None = None,
) -> Shown:
    """Exit 0 when a run here is sealed, 1 when it is not."""
    if not wanted:
        raise InputError("challenge-sandbox-nothing-to-do")
    seal = house.try_sandbox(backend, image=image)
    return Shown(section=seal.section, code=0 if seal.sealed else 1)
