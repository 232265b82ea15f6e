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
from anaphor.language import LANGUAGES, Language, NoReading, NoReadingReason, Reading
from anaphor.schema import LONGEST_TEXT

Parser = Annotated[bool, typer.Option("--parser")]


def read(
    sentence: Annotated[str | None, typer.Argument()] = None,
    candidate: Annotated[str | None, typer.Argument()] = None,
    language: Annotated[str, typer.Option("--language")] = "fr",
    batch: Annotated[
        Path | None,
        typer.Option("--batch"),
    ] = None,
    parser: Parser = False,
    json: Json = False,
) -> None:
    """Put a candidate in the anaphor's place.

    "On [les] a punis." with "les lycéens" gives "On a puni les lycéens."; what cannot be said grammatically is an
    abstention with its reason.
    """
    if batch is not None:
        _read_batch(batch, language, parser)
        return
    if sentence is None or candidate is None:
        raise InputError("a sentence and a candidate are needed", todo='Try: anaphor read "Il [la] voit." "la mer"')
    found = readings(sentence, candidate, rules_of(language, parser))
    if json:
        print_json(as_json(found))
        return
    _print(found)
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
    told = [(asked, given) for asked, given in pairs if asked and given and asked is not given]
    if not told:
        return None
    asked, given = (" ".join(str(each) for each in side) for side in zip(*told, strict=True))
    return f"“{span.of(marked.text)}” is {asked} and “{candidate.strip()}” {given}: it cannot stand for it."


def rules_of(language: str, parser: bool) -> Language:
    """The rules of a language, with its parser where that is wanted."""
    if not parser:
        return LANGUAGES.get(language)
    if language != "fr":
        raise InputError(f"there is no parser for {language!r}", todo="Leave --parser out: it is for French.")
    from anaphor.language.french import with_parser

    return with_parser()


def readings(sentence: str, candidate: str, rules: Language) -> tuple[Reading, ...] | NoReading:
    """The readings of a marked sentence."""
    if max(len(sentence), len(candidate)) > LONGEST_TEXT:
        raise InputError(f"the sentence or the candidate has more than {LONGEST_TEXT:,} characters")
    if not candidate.strip():
        raise InputError("the candidate is empty", todo="Give a noun phrase, e.g. “la voisine”.")
    marked = parse_marks(sentence)
    if marked.variants > 1:
        raise InputError("the sentence has alternatives in { }", todo="Give one variant at a time.")
    plain = marked.expand(0)
    if len(plain.anaphors) > 1:
        raise InputError(f"{len(plain.anaphors)} anaphors are marked", todo="Mark one with [ and ].")
    if not plain.anaphors:
        detail = "No anaphor is marked: put it between [ and ]."
        return NoReading(reason=NoReadingReason.NO_ANAPHOR, detail=detail)
    return rules.readings(plain.text, plain.anaphors[0].span, candidate.strip())


def as_json(found: tuple[Reading, ...] | NoReading) -> dict[str, Any]:
    """What `--json` prints for one sentence."""
    if isinstance(found, NoReading):
        return {"abstention": found.reason, "detail": found.detail}
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


def _print(found: tuple[Reading, ...] | NoReading) -> None:
    if isinstance(found, NoReading):
        stdout().print(Text.assemble(("no reading: ", "yellow"), found.detail, (f"  [{found.reason}]", "dim")))
        return
    for reading in found:
        stdout().print(highlighted(reading), Text(f"  [{reading.sureness}: {', '.join(reading.rules)}]", "dim"))


def highlighted(reading: Reading) -> Text:
    """The reading with the candidate in colour."""
    text = Text(reading.text)
    text.stylize("bold green", reading.slot.start, reading.slot.end)
    return text


def _read_batch(path: Path, language: str, parser: bool) -> None:
    """One JSON line per input line; a bad line is answered with an error and the rest goes on."""
    failed = 0
    try:
        text = sys.stdin.read() if str(path) == "-" else regular_bytes(path, LARGEST_FILE).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("the file is not UTF-8", where=Place(file=str(path)), todo="Save it as UTF-8.") from error
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        answer = _answer_line(line, language, parser)
        failed += "error" in answer
        sys.stdout.write(json_module.dumps({"line": number, **answer}, ensure_ascii=False) + "\n")
    if failed:
        say(f"{failed} lines could not be read; their answers say why.")
        raise typer.Exit(2)


def _answer_line(line: str, language: str, parser: bool) -> dict[str, Any]:
    try:
        case = json_module.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": f"this is not JSON ({error})"}
    if not isinstance(case, dict) or not all(isinstance(case.get(key), str) for key in ("text", "candidate")):
        return {"error": "an object with the texts `text` and `candidate` is expected"}
    try:
        rules = rules_of(str(case.get("language", language)), parser)
        return as_json(readings(case["text"], case["candidate"], rules))
    except AnaphorError as error:
        return {"error": str(error)}
    except Exception as error:  # a bug met on one line must not cost the user the others
        return {"error": f"this is a bug in anaphor ({type(error).__name__}: {error}); please report the sentence"}
