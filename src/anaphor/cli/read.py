"""`anaphor read`: one sentence, or a batch, with a candidate in the anaphor's place."""

import json as json_module
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from anaphor.cli.output import Json, print_json, say, stdout
from anaphor.collection import LARGEST_FILE
from anaphor.collection.native import parse_marks
from anaphor.errors import AnaphorError, InputError, Place
from anaphor.files import regular_bytes
from anaphor.language import LANGUAGES, NoReading, NoReadingReason, Reading
from anaphor.schema import LONGEST_TEXT
from anaphor.text import choice, joined, message, text


def read(
    sentence: Annotated[str | None, typer.Argument()] = None,
    candidate: Annotated[str | None, typer.Argument()] = None,
    language: Annotated[str, typer.Option("--language")] = "fr",
    batch: Annotated[Path | None, typer.Option("--batch")] = None,
    json: Json = False,
) -> None:
    """Put a candidate in the anaphor's place."""
    if batch is not None:
        _read_batch(batch, language)
        return
    if sentence is None or candidate is None:
        raise InputError("read-nothing-given")
    found = readings(sentence, candidate, language)
    if json:
        print_json(as_json(found))
        return
    if isinstance(found, NoReading):
        lead, reason = (f"{text('read-no-reading')} ", "yellow"), (f"  [{found.reason}]", "dim")
        stdout().print(Text.assemble(lead, str(found.detail), reason))
    else:
        for reading in found:
            line = Text(reading.text)
            line.stylize("bold green", reading.slot.start, reading.slot.end)
            stdout().print(line, Text(f"  [{reading.sureness}: {', '.join(reading.rules)}]", "dim"))
    if clash := _clash(sentence, candidate, language):
        say(clash)


def _clash(sentence: str, candidate: str, language: str) -> str | None:
    """That the anaphor cannot stand for the candidate, whose gender or number is another; None where it can."""
    rules, marked = LANGUAGES.get(language), parse_marks(sentence).expand(0)
    if not marked.anaphors:
        return None
    span = marked.anaphors[0].span
    wanted, has = rules.analyse(marked.text, span), rules.concord(candidate.strip())
    if wanted is None:
        return None
    pairs = ((wanted.gender, has.gender), (wanted.number, has.number))
    differing = [(asked, given) for asked, given in pairs if asked and given and asked is not given]
    if not differing:
        return None
    asked, given = (
        joined([choice("read-feature", each) for each in side], " ") for side in zip(*differing, strict=True)
    )
    return text("read-clash", anaphor=span.of(marked.text), asked=asked, candidate=candidate.strip(), given=given)


def readings(sentence: str, candidate: str, language: str) -> tuple[Reading, ...] | NoReading:
    """The readings of a marked sentence."""
    rules = LANGUAGES.get(language)
    if max(len(sentence), len(candidate)) > LONGEST_TEXT:
        raise InputError("read-too-long", most=LONGEST_TEXT)
    if not candidate.strip():
        raise InputError("read-empty-candidate")
    marked = parse_marks(sentence)
    if marked.variants > 1:
        raise InputError("read-alternatives")
    plain = marked.expand(0)
    if len(plain.anaphors) > 1:
        raise InputError("read-several-anaphors", count=len(plain.anaphors))
    if not plain.anaphors:
        return NoReading(reason=NoReadingReason.NO_ANAPHOR, detail=message("read-no-anaphor"))
    return rules.readings(plain.text, plain.anaphors[0].span, candidate.strip())


def as_json(found: tuple[Reading, ...] | NoReading) -> dict[str, Any]:
    """What `--json` prints for one sentence."""
    if isinstance(found, NoReading):
        return {"abstention": found.reason, "detail": str(found.detail)}
    best = found[0]
    answer: dict[str, Any] = {
        "reading": best.text,
        "rules": list(best.rules),
        "sureness": best.sureness,
        "slot": [best.slot.start, best.slot.end],
    }
    if len(found) > 1:
        answer["others"] = [each.text for each in found[1:]]
    return answer


def _read_batch(path: Path, language: str) -> None:
    """One JSON line per input line; a bad line is answered with an error and the rest goes on."""
    failed = 0
    try:
        content = sys.stdin.read() if str(path) == "-" else regular_bytes(path, LARGEST_FILE).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("read-not-utf8", where=Place(file=str(path))) from error
    for number, line in enumerate(content.split("\n"), 1):
        if not line.strip():
            continue
        answer = _answer_line(line, language)
        failed += "error" in answer
        sys.stdout.write(json_module.dumps({"line": number, **answer}, ensure_ascii=False) + "\n")
    if failed:
        say(text("read-failed-lines", count=failed))
        raise typer.Exit(2)


def _answer_line(line: str, language: str) -> dict[str, Any]:
    try:
        case = json_module.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": text("read-not-json", error=str(error))}
    if not isinstance(case, dict) or not all(isinstance(case.get(key), str) for key in ("text", "candidate")):
        return {"error": text("read-not-a-case")}
    try:
        return as_json(readings(case["text"], case["candidate"], str(case.get("language", language))))
    except AnaphorError as error:
        return {"error": str(error)}
    except Exception as error:  # a bug met on one line must not cost the user the others
        return {"error": text("read-bug", kind=type(error).__name__, error=str(error))}
