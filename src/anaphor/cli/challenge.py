"""`anaphor challenge`: rules, sealed entries, re-runs, verdicts and a public page."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from anaphor import challenge as challenges
from anaphor.challenge import Backend, EntrySettings, NewChallengeSettings, TrialSettings
from anaphor.cli.command import Argument, Group, Shown, say
from anaphor.errors import InputError
from anaphor.parameters import Parameter
from anaphor.section import Section

app = Group("challenge")

Folder = Annotated[Path, Argument("DIR")]
Output = Annotated[Path | None, Parameter(flags=("-o", "--output"))]
Program = Annotated[list[str] | None, Argument()]


@dataclass(frozen=True, kw_only=True)
class Clock:
    """When an act happens, in rehearsals, and whether the machine's clock is to be believed."""

    at: str | None = None
    clock_is_right: bool = False


@app.command()
def new(folder: Folder, settings: NewChallengeSettings) -> Section:
    """Write a challenge that can be run. Rules with every setting, secrets, a starter kit and a first entry."""
    wanted = {name: value for name, value in vars(settings).items() if value is not None}
    return challenges.new(folder, **wanted).section


@app.command()
def validate(folder: Folder) -> Shown:
    """Check that a challenge keeps its own rules. Exit code 1 when it does not."""
    found = challenges.validate(folder)
    return Shown(section=found.section, code=0 if found.valid else 1)


@app.command()
def enter(
    *,
    challenge_folder: Folder,
    name: Annotated[str, Argument()],
    command: Program = None,
    entry: EntrySettings,
    paper: Path | None = None,
    source: Path | None = None,
    trace: Path | None = None,
    post: bool | None = None,
    replace: bool = False,
    withdrawn: Annotated[bool, Parameter(flags=("--withdraw",))] = False,
    because: str = "",
    clock: Clock,
) -> Shown:
    """Register an entry, or hand something in for it. Exit code 1 when it comes too late."""
    if withdrawn:
        receipt = challenges.withdraw(challenge_folder, name, because=because, **vars(clock))
    elif any(thing is not None for thing in (paper, source, trace, post)):
        receipt = challenges.hand_in(
            challenge_folder, name, paper=paper, source=source, trace=trace, post=post, **vars(clock)
        )
    else:
        receipt = challenges.enter(
            challenge_folder, name, command=command or (), replace=replace, **vars(entry), **vars(clock)
        )
    return Shown(section=receipt.section, code=int(receipt.late))


@app.command()
def run(folder: Folder, clock: Clock) -> Shown:
    """Run every entry, sealed. Killed in the middle, the same command goes on where it stopped."""
    found = challenges.run(folder, **vars(clock))
    return Shown(section=found.section, code=int(bool(found.lost)))


@app.command()
def rerun(folder: Folder, clock: Clock, names: Annotated[list[str] | None, Argument("ENTRY")] = None) -> Shown:
    """Run candidates for a prize again. At the hour that was drawn; exit code 1 when one of them differs."""
    from anaphor.challenge import Verdict

    found = challenges.rerun(folder, names or (), **vars(clock))
    again = [each for each in found.entries if each.name in (found.rerun or ())]
    return Shown(section=found.section, code=int(any(each.verdict is Verdict.DISQUALIFIED for each in again)))


@app.command()
def verify(target: Annotated[Path, Argument("DIR_OR_TRACE")], head: str | None = None) -> Shown:
    """Check that the evidence holds together. Exit code 1 when something was changed."""
    found = challenges.verify(target, head=head)
    return Shown(section=found.section, code=0 if found.ok else 1)


@app.command()
def judge(
    *,
    folder: Folder,
    final: bool = False,
    disqualified: Annotated[str | None, Parameter(flags=("--disqualify",))] = None,
    rule: str | None = None,
    because: str = "",
    clock: Clock,
) -> Section:
    """Judge and announce. Provisional results, or with --final the last word."""
    with challenges.open_challenge(folder, writing=True, sure=clock.clock_is_right) as challenge:
        if disqualified:
            challenges.disqualify(challenge, disqualified, rule=rule, because=because, at=clock.at)
        return challenges.judge(challenge, final=final, at=clock.at).section


@app.command()
def status(folder: Folder, at: str | None = None) -> Section:
    """Say who entered, what is due and which date is next. Nothing is written."""
    return challenges.status(folder, at=at).section


@app.command()
def correct(
    folder: Folder,
    clock: bool = False,
    extend: Annotated[int | None, Parameter(metavar="DAYS")] = None,
    because: str = "",
    at: str | None = None,
) -> Section:
    """Put right what went wrong, in the open. A command under a wrong clock, or a deadline that is too near."""
    return challenges.correct(folder, clock=clock, extend=extend, because=because, at=at).section


@app.command()
def publish(folder: Folder, output: Output = None, traces: bool = False, questions: bool = False) -> Section:
    """Write a static site, in French and English. Standing, domains, questions, rules and evidence."""
    found = challenges.publish(folder, output=output, traces=traces, questions=questions)
    say(*found.notes)
    return found.section


@app.command("try")
def try_(folder: Annotated[Path, Argument("FOLDER")], settings: TrialSettings, command: Program = None) -> Shown:
    """Exit code 1 when the entry answers nothing."""
    section = challenges.try_entry(folder, command=command or (), **vars(settings)).section
    return Shown(section=section, code=0 if section.document["answered"] else 1)


@app.command()
def sandbox(
    wanted: Annotated[bool, Parameter(flags=("--self-test",))] = False,
    backend: Backend = Backend.PROCESS,
    image: str | None = None,
) -> Shown:
    """Exit 0 when a run here is sealed, 1 when it is not."""
    if not wanted:
        raise InputError("challenge-sandbox-nothing-to-do")
    seal = challenges.try_sandbox(backend, image=image)
    return Shown(section=seal.section, code=0 if seal.sealed else 1)
