"""`anaphor challenge try`: the referee of the challenge on public questions, on the entrant's own machine."""

import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from anaphor.challenge.sandbox import Backend
from anaphor.cli.output import Json, print_json, print_table, say
from anaphor.errors import InputError

if TYPE_CHECKING:
    from anaphor.challenge import EntryFile
    from anaphor.challenge.transcript import Hearing
    from anaphor.schema import Collection

_SAMPLE = 40


def described(folder: Path | None) -> "EntryFile":
    """The entry that a folder describes."""
    from anaphor.challenge import ENTRY_FILE, read_entry

    if folder is None or not (folder / ENTRY_FILE).is_file():
        raise InputError(
            "it is not said what the entry is", todo="Give a command after --, or a folder with entry.toml."
        )
    return read_entry(folder)


def try_(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    command: Annotated[list[str] | None, typer.Argument()] = None,
    resolver: Annotated[str | None, typer.Option("--resolver")] = None,
    url: Annotated[str | None, typer.Option("--url")] = None,
    collection: Annotated[str, typer.Option("--collection")] = "anaphor-fr",
    questions: Annotated[int, typer.Option("--questions", min=1)] = _SAMPLE,
    backend: Annotated[Backend, typer.Option("--backend")] = Backend.NONE,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 1,
    trace: Annotated[Path | None, typer.Option("--trace")] = None,
    json: Json = False,
) -> None:
    """Try an entry as the organiser will run it. What the referee noted; exit code 1 when it answers nothing."""
    from anaphor.challenge import EntryFile
    from anaphor.collection import load

    told = EntryFile(command=tuple(command or ()), resolver=resolver, url=url) if command or resolver or url else None
    entry = told or described(folder)
    public = load(collection)
    with tempfile.TemporaryDirectory() as place:
        found = _heard(
            entry, folder, public, questions, entry.backend or backend, seed, trace or Path(place) / "trace.jsonl"
        )
        document = _document(found, public)
    if json:
        print_json(document)
    else:
        _print(document)
    if not document["answered"]:
        raise typer.Exit(1)


def _print(document: dict[str, Any]) -> None:
    from anaphor.challenge import backend_text, percent

    document["score"] = percent(document["score"])
    document["sealed"] = "yes" if document["sealed"] else f"no ({backend_text(document['backend'])})"
    print_table(["", ""], [[name, document[name]] for name in ("state", "score", "questions", "answered", "sealed")])
    for title, key in (("the referee noted", "facts"), ("not answered", "unanswered")):
        if document[key]:
            print_table([title, "times"], [[each, count] for each, count in document[key].items()])
    for line in document["stderr"].strip().splitlines()[-3:]:
        say(f"It wrote to standard error: {line}")
    say("This was a try: nothing was registered.")


def _heard(
    entry: "EntryFile", folder: Path, public: "Collection", count: int, backend: Backend, seed: int, trace: Path
) -> "Hearing":
    from anaphor.challenge import Venue, check_lent, submission_of
    from anaphor.challenge.sandbox import Submission
    from anaphor.challenge.transcript import Case, Terms, hear

    told = submission_of("try", entry, folder)
    files = folder if not entry.resolver and not entry.url else None
    submission = Submission(
        name="try",
        command=told.command,
        folder=files,
        image=told.image,
        url=told.url,
        environment=told.environment,
        readable=told.readable,
    )
    if backend is Backend.PROCESS:
        check_lent(submission)
    venue = Venue()
    step = max(1, len(public.items) // count)
    asked = tuple(item.question for item in public.items[::step][:count])
    case = Case(
        submission=submission,
        questions=asked,
        sandbox=venue.sandbox(backend),
        seal=venue.seal(backend, entry.image),
        terms=Terms(seed=seed),
    )
    return hear(case, trace)


def _document(found: "Hearing", public: "Collection") -> dict[str, Any]:
    from anaphor.answer import Abstention, Choice
    from anaphor.challenge.transcript import read_trace

    keys = {item.id: item.key for item in public.items}
    right = sum(
        isinstance(each.reply, Choice) and each.reply.candidate == keys[each.question] for each in found.answers
    )
    answered = sum(isinstance(each.reply, Choice) for each in found.answers)
    facts = Counter(fact.kind.value for fact in found.facts)
    kept = [each.reply for each in found.answers if isinstance(each.reply, Abstention)]
    unanswered = Counter(f"{each.reason.value}: {each.detail}" if each.detail else each.reason.value for each in kept)
    said = [str(each["stderr"]) for each in read_trace(found.trace) if each.get("stderr")]
    return {
        "state": "finished" if answered else "failed",
        "questions": len(found.answers),
        "answered": answered,
        "right": right,
        "score": right / len(found.answers),
        "sealed": found.sealed,
        "backend": found.backend.value,
        "facts": dict(facts.most_common()),
        "unanswered": dict(unanswered.most_common()),
        "stderr": said[-1] if said else "",
        "signature": str(found.signature),
    }
