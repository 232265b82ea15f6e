"""`anaphor challenge`: rules, sealed entries, re-runs, verdicts and a public page."""

import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor.challenge import Act, Deposit
from anaphor.challenge.sandbox import Backend
from anaphor.cli import challenge_sandbox
from anaphor.cli.output import Json, print_json, progress, say
from anaphor.errors import ContentError, InputError

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Folder = Annotated[Path, typer.Argument(metavar="DIR")]
At = Annotated[
    str | None,
    typer.Option("--at"),
]

_PATIENCE_S = 30.0
"""How long an entry waits for a command that writes the journal."""

_PAGES = "they are for reading: what was checked is the evidence beside them, judgement.json above all"


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise InputError(f"{text!r} is no moment", todo="Write it as 2026-12-01T09:00+01:00.") from None
    if not 2000 <= found.year < 2200:
        raise InputError(f"{text!r} is no moment of a challenge", todo="Name a year from 2000 to 2199.")
    return found if found.tzinfo else found.replace(tzinfo=UTC)


@app.callback()
def _group() -> None:
    """Run a challenge: rules, entries, verdicts."""


@app.command("new")
def new(
    folder: Folder,
    title: Annotated[str, typer.Option("--title")] = "A Winograd schema challenge",
    collection: Annotated[str, typer.Option("--collection")] = "anaphor-fr",
    people: Annotated[Path | None, typer.Option("--people")] = None,
    backend: Annotated[Backend | None, typer.Option("--backend")] = None,
    json: Json = False,
) -> None:
    """Write a challenge that can be run. Rules with every setting, secrets, a starter kit and a first entry."""
    from anaphor.challenge import Start, open_challenge, read_entry, start_challenge, store_entry, whole_or_nothing
    from anaphor.challenge.sandbox import self_test

    chosen = backend or (Backend.PROCESS if self_test().sealed else Backend.NONE)
    start = Start(title=title, collection=collection, people=people, backend=chosen)
    with whole_or_nothing(folder):
        start_challenge(folder, start, datetime.now(UTC))
        kit = folder / "starter-kit"
        store_entry(read_entry(kit), kit, folder / "entries" / "starter-kit", most=2**30)
    with open_challenge(folder) as challenge:
        document = {
            "folder": str(folder),
            "title": title,
            "rounds": [each.rules.name for each in challenge.rounds],
            "backend": chosen.value,
            "fingerprint": challenge.rules.fingerprint,
        }
    if json:
        print_json(document)
    else:
        say(
            f"A rehearsal is in {folder}: edit challenge.toml, or run it now: "
            f"anaphor challenge run {shlex.quote(str(folder))}"
        )


@app.command("validate")
def validate(folder: Folder, json: Json = False) -> None:
    """Check that a challenge keeps its own rules. Exit code 1 when it does not."""
    from anaphor.challenge import obstacles, open_challenge
    from anaphor.cli.challenge_output import print_rules

    with open_challenge(folder) as challenge:
        valid = print_rules(challenge.check(), challenge.rules, json=json)
        for name, why in obstacles(challenge).items():
            say(f"As things stand the run of {name} will be lost: {why}")
    if not valid:
        raise typer.Exit(1)


@app.command("enter")
def enter(
    challenge_folder: Folder,
    name: Annotated[str, typer.Argument()],
    command: Annotated[list[str] | None, typer.Argument()] = None,
    files: Annotated[Path | None, typer.Option("--folder")] = None,
    image: Annotated[str | None, typer.Option("--image")] = None,
    resolver: Annotated[str | None, typer.Option("--resolver")] = None,
    url: Annotated[str | None, typer.Option("--url")] = None,
    source_included: Annotated[bool, typer.Option("--source-included")] = False,
    paper: Annotated[Path | None, typer.Option("--paper")] = None,
    source: Annotated[Path | None, typer.Option("--source")] = None,
    trace: Annotated[Path | None, typer.Option("--trace")] = None,
    at: At = None,
    json: Json = False,
) -> None:
    """Register an entry, or hand something in for it. Exit code 1 when it comes too late."""
    from anaphor.challenge import (
        EntryFile,
        check_asked,
        check_name,
        described_entry,
        obstacle,
        open_challenge,
        store_entry,
        take,
        take_entries,
    )

    check_name(name)
    given = {Deposit.PAPER: paper, Deposit.SOURCE: source, Deposit.TRACE: trace}
    missing = None
    with open_challenge(challenge_folder, writing=True, patience=_PATIENCE_S) as challenge:
        if any(given.values()):
            parts = [(what, take(challenge, name, what, path, at=_moment(at))) for what, path in given.items() if path]
            taken = [{"what": what.value, "in_time": ok} for what, ok in parts]
            document: dict[str, Any] = {"entry": name, "taken": taken}
            late = not all(ok for _, ok in parts)
        else:
            take_entries(challenge, but=name)
            when = challenge.begin(Act.ENTER, _moment(at))
            known = challenge.path_of(name)
            if not known.exists():
                told = (
                    EntryFile(
                        command=tuple(command or ()),
                        image=image,
                        resolver=resolver,
                        url=url,
                        source_included=source_included,
                    )
                    if command or image or resolver or url
                    else None
                )
                entry = told or described_entry(files)
                check_asked(entry, challenge.rules.lent)
                store_entry(entry, files, known, most=challenge.disk)
            found = challenge.enter(name, when)
            document = {"entry": name, "digest": found.digest, "late": found.late, "when": found.when.isoformat()}
            late = found.late
            missing = obstacle(name, challenge.entry(name), known, challenge.rules.backend)
            document["obstacle"] = missing
    if json:
        print_json(document)
    else:
        say(f"{name}: {'too late' if late else 'received' if any(given.values()) else 'registered'}.")
    if missing:
        say(f"As things stand its run will be lost: {missing}")
    if late:
        raise typer.Exit(1)


@app.command("run")
def run(folder: Folder, at: At = None, json: Json = False) -> None:
    """Run every entry, sealed. Killed in the middle, the same command goes on where it stopped."""
    from anaphor.challenge import open_challenge, run_rounds
    from anaphor.cli.challenge_output import print_states, states_document

    with open_challenge(folder, writing=True) as challenge, progress("running entries") as bar:
        when = run_rounds(challenge, at=_moment(at), progress=bar)
        document = states_document(challenge, when)
        refused = dict(challenge.refused)
    if json:
        print_json({**document, "refused": [{"name": name, "reason": why} for name, why in refused.items()]})
    else:
        print_states(document)
    for name, why in refused.items():
        say(f"Refused: {name}: {why}")
    lost = [
        each["name"] for each in document["entries"] if each["state"] == "lost" and each["verdict"] != "disqualified"
    ]
    if lost:
        say(
            "Some runs were lost through no fault of the entries: run the command again. One that cannot be run here "
            f"is left out: anaphor challenge judge {shlex.quote(str(folder))} --disqualify {lost[0]} --rule hardware "
            "--because '…'"
        )
        raise typer.Exit(1)


@app.command("rerun")
def rerun_(
    folder: Folder,
    names: Annotated[list[str] | None, typer.Argument(metavar="ENTRY")] = None,
    at: At = None,
    json: Json = False,
) -> None:
    """Run candidates for a prize again. At the hour that was drawn; exit code 1 when one of them differs."""
    from anaphor.challenge import open_challenge, rerun
    from anaphor.challenge.evidence import judgement_document
    from anaphor.challenge.judging import judge
    from anaphor.cli.challenge_output import print_judgement

    with open_challenge(folder, writing=True) as challenge, progress("running entries again") as bar:
        chosen = rerun(challenge, names or (), at=_moment(at), progress=bar)
        found = judge(challenge, challenge.course.last or datetime.now(UTC))
    if json:
        print_json({**judgement_document(found), "rerun": list(chosen)})
    else:
        print_judgement(found)
        say(f"Run again: {', '.join(chosen) or 'nobody, since nobody is a candidate for the prize'}.")
    if any(each.name in chosen and each.verdict == "disqualified" for each in found.entries):
        raise typer.Exit(1)


@app.command("verify")
def verify_(
    target: Annotated[Path, typer.Argument(metavar="DIR_OR_TRACE")],
    head: Annotated[str | None, typer.Option("--head")] = None,
    json: Json = False,
) -> None:
    """Check that the evidence holds together. Exit code 1 when something was changed."""
    from anaphor.challenge import open_challenge
    from anaphor.challenge.evidence import Evidence, verify, verify_file
    from anaphor.cli.challenge_output import print_evidence

    if target.is_dir():
        try:
            with open_challenge(_evidence_in(target)) as challenge:
                found = verify(challenge, head)
                if challenge.folder != target:  # a site
                    found += (Evidence(name="pages", unseen=_PAGES),)
        except ContentError as error:  # a journal that was changed cannot be followed, and nothing hangs on it
            found = (Evidence(name="journal", fault=str(error)),)
        ok = print_evidence(found, json=json)
    else:
        ok = print_evidence([verify_file(target, head)], json=json)
    if not ok:
        raise typer.Exit(1)


def _evidence_in(folder: Path) -> Path:
    """Where the evidence of a challenge lies: in its own folder, or beside the pages of a site."""
    from anaphor.challenge import PUBLISHED, RULES_FILE
    from anaphor.challenge.evidence import EVIDENCE

    published = folder / EVIDENCE
    return published if not (folder / RULES_FILE).exists() and (published / PUBLISHED).is_file() else folder


@app.command("judge")
def judge_(
    folder: Folder,
    final: Annotated[bool, typer.Option("--final")] = False,
    disqualified: Annotated[str | None, typer.Option("--disqualify")] = None,
    rule: Annotated[str | None, typer.Option("--rule")] = None,
    because: Annotated[str, typer.Option("--because")] = "",
    at: At = None,
    json: Json = False,
) -> None:
    """Judge and announce. Provisional results, or with --final the last word."""
    from anaphor.challenge import announce, disqualify, open_challenge
    from anaphor.challenge.evidence import judgement_document
    from anaphor.cli.challenge_output import print_judgement

    with open_challenge(folder, writing=True) as challenge:
        if disqualified:
            if rule is None:
                raise InputError(
                    "an entry is disqualified for a rule", todo="Name it with --rule, e.g. --rule access or hardware."
                )
            disqualify(challenge, disqualified, rule, because, at=_moment(at))
        found = announce(challenge, final=final, at=_moment(at))
        head = challenge.head
    if json:
        print_json({**judgement_document(found), "head": head})
    else:
        print_judgement(found)
        say(f"The journal's last hash, to be announced with the results: {head}")


@app.command("publish")
def publish(
    folder: Folder,
    output: Annotated[Path | None, typer.Option("-o", "--output")] = None,
    traces: Annotated[bool, typer.Option("--traces")] = False,
    questions: Annotated[bool, typer.Option("--questions")] = False,
    json: Json = False,
) -> None:
    """Write a static site, in French and English. Standing, domains, questions, rules and evidence."""
    from anaphor.challenge import open_challenge
    from anaphor.cli.challenge_publish import write_site

    with open_challenge(folder) as challenge:
        pages = write_site(challenge, output or folder / "site", traces=traces, questions=questions)
        for name in challenge.course.entries if traces else ():
            if told := ", ".join(sorted(challenge.entry(name).environment)):
                say(f"The traces of {name} tell the values of its variables {told}: look at them before you publish.")
    if json:
        print_json({"site": str(output or folder / "site"), "files": pages})
    else:
        typer.echo(output or folder / "site")


app.command("try")(challenge_sandbox.try_)
app.command("sandbox")(challenge_sandbox.sandbox)
