"""`anaphor resolve`: a collection put to a resolver, its answers written down as they come."""

import hashlib
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor.answer import AbstentionReason
from anaphor.cli.collection import Column, Format, Language, Source, columns_of
from anaphor.cli.output import Json, print_json, print_table, progress, say
from anaphor.collection import load
from anaphor.errors import AnaphorError
from anaphor.resolver import WORTH_ASKING_AGAIN, Resolver, RunSettings, RunState, make, run_collection, totals
from anaphor.schema import Collection


def resolve(
    source: Source,
    resolver: Annotated[str, typer.Option("--with", metavar="NAME[:ARGUMENT][,key=value]…")],
    output: Annotated[Path | None, typer.Option("-o", "--output")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1)] = None,
    again: Annotated[bool, typer.Option("--again")] = False,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    json: Json = False,
) -> None:
    """Put a collection to a resolver, keep its answers.

    The run can be stopped at any time: the same command goes on where it stopped. `anaphor score` judges it.
    """
    collection = load(source, format=format, language=language, columns=columns_of(column))
    machine = make(resolver)
    path = output or _default(collection, machine)
    given = {"with": resolver, "format": format, "language": language, "columns": " ".join(column or ())}
    settings = RunSettings(
        source=source, given={name: value for name, value in given.items() if value}, limit=limit, again=again
    )
    state = _run(collection, machine, path, settings)
    if state.dropped:
        say(f"{path}: a half-written last line was dropped; its question was asked again.")
    if failed := sum(state.abstentions.get(reason, 0) for reason in WORTH_ASKING_AGAIN):
        say(f"{path}: {failed} questions failed or timed out; the same command with --again asks them once more.")
    if hint := _sentences_hint(machine, state):
        say(hint)
    card = summary(path, state)
    if json:
        print_json(card)
    else:
        _print(card)


def _sentences_hint(machine: Resolver, state: RunState) -> str | None:
    """How to get answers where a model kept silent because a question has several sentences; None where it did not."""
    silent = state.abstentions.get(AbstentionReason.SEVERAL_SENTENCES, 0)
    if not silent or "sentences:abstain" not in str(machine.signature).split("|"):
        return None
    return (
        f"{silent} of {len(state.answers)} questions have several sentences, and the model abstains on them, as in "
        "paper 2; add ,sentences=last to --with to let it read the last one, or ,sentences=whole for all of them."
    )


def _run(collection: Collection, machine: Resolver, path: Path, settings: RunSettings) -> RunState:
    """The run; when it is stopped after its first answer, a sentence says how to go on."""
    written = False
    with progress(f"{machine.name} on {collection.name}") as bar:

        def show(done: int, total: int) -> None:
            nonlocal written
            written = written or done > 0
            bar(done, total)

        try:
            return run_collection(collection, machine, path, settings, show)
        except (KeyboardInterrupt, AnaphorError):
            if written:
                say(f"Answers up to here are in {path}; the same command goes on from there.")
            raise


def _default(collection: Collection, machine: Resolver) -> Path:
    """A file of its own for each collection, resolver and setting, in the folder `runs`."""
    name = "-".join(re.sub(r"[^\w.=-]+", "-", part).strip("-.")[:60] for part in (collection.name, machine.name))
    signed = f"{collection.fingerprint}|{machine.signature}"
    return Path("runs") / f"{name}-{hashlib.sha256(signed.encode()).hexdigest()[:6]}.jsonl"


def summary(path: Path, state: RunState) -> dict[str, Any]:
    """What `--json` prints of a run."""
    header = state.header
    abstained = sum(state.abstentions.values())
    return {
        "run": str(path),
        "collection": header.collection,
        "fingerprint": header.fingerprint,
        "respondent": header.respondent.name,
        "signature": header.signature,
        "questions": header.questions,
        "answers": len(state.answers),
        "asked": state.asked,
        "missing": state.missing,
        "choices": len(state.answers) - abstained,
        "abstentions": state.abstentions,
        "usage": totals(state.answers),
    }


def _print(card: dict[str, Any]) -> None:
    abstentions = ", ".join(f"{reason} {count}" for reason, count in card["abstentions"].items()) or "none"
    usage = ", ".join(f"{name} {value:,.6g}" for name, value in card["usage"].items())
    rows = [
        ["run", card["run"]],
        ["respondent", card["respondent"]],
        ["signature", card["signature"]],
        ["questions", card["questions"]],
        ["asked now", card["asked"]],
        ["choices", card["choices"]],
        ["abstentions", abstentions],
        ["not yet asked", card["missing"]],
    ]
    print_table(["", ""], [*rows, *([["usage", usage]] if usage else [])])
