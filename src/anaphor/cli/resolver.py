"""`anaphor resolver`: which resolvers there are, and whether one keeps the rules."""

import inspect
from itertools import islice
from typing import Annotated, Any

import typer

from anaphor.cli.output import Json, print_json, print_table, progress, say
from anaphor.collection import load
from anaphor.errors import AnaphorError
from anaphor.resolver import RESOLVERS, CheckResult, examine, make
from anaphor.schema import Collection, Question, question_of

app = typer.Typer(no_args_is_help=True)

_EMBEDDED = ("anaphor-fr", "anaphor-en")


@app.command("list")
def list_(json: Json = False) -> None:
    """List the resolvers for `resolve --with`."""
    parts, broken = RESOLVERS.usable()
    rows = [{"name": name, "what": (inspect.getdoc(part) or "").partition("\n")[0]} for name, part in parts.items()]
    if json:
        print_json({"resolvers": rows, "broken": broken})
    else:
        print_table(["name", "what it does"], [[row["name"], row["what"]] for row in rows])
    for problem in broken:
        say(problem)


@app.command("test")
def run_battery(
    resolver: Annotated[str, typer.Argument(metavar="NAME[:ARGUMENT][,key=value]…")],
    collection: Annotated[
        str | None,
        typer.Option("--collection"),
    ] = None,
    schemas: Annotated[int, typer.Option("--schemas", min=1)] = 5,
    json: Json = False,
) -> None:
    """Test that a resolver keeps the rules. Blind to keys, ids and twins, steady, one answer each. Exit 1 if not."""
    sources = (collection,) if collection else _EMBEDDED
    asked = [group for source in sources for group in groups_of(load(source), schemas)]
    with progress(f"testing {resolver}") as bar:
        results = list(examine(lambda: make(resolver), asked, bar))
    if json:
        print_json(
            {
                "resolver": resolver,
                "passed": all(result.passed for result in results),
                "checks": [_as_json(result) for result in results],
            }
        )
    else:
        print_table(["check", "result", "why"], [[each.name, _word(each), _why(each)] for each in results])
    if not all(result.passed for result in results):
        raise typer.Exit(1)


def groups_of(collection: Collection, count: int) -> list[tuple[Question, ...]]:
    """Questions with their twins: the first schemas of a collection, and a problem or two."""
    schemas = [tuple(question_of(entry) for entry in schema.variants) for schema in collection.schemas[:count]]
    problems = [(question_of(problem.item),) for problem in islice(collection.problems, max(2, count - len(schemas)))]
    if not schemas and not problems:
        raise AnaphorError("the collection has no question", todo="Name another with --collection.")
    return schemas + problems


def _as_json(result: CheckResult) -> dict[str, Any]:
    return {"name": result.name, "result": _word(result), "why": _why(result) or None}


def _word(result: CheckResult) -> str:
    return "skipped" if result.skipped else "passed" if result.passed else "failed"


def _why(result: CheckResult) -> str:
    return result.problem or result.skipped or ""
