"""`anaphor corpus pairs`: a table of all pairs that meet more often than by chance, to pass on without the text."""

from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from anaphor.cli.output import Json, print_json, say
from anaphor.corpus.index import open_index
from anaphor.errors import InputError


def pairs(
    indexes: Annotated[list[Path], typer.Argument(metavar="INDEX")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="TABLE.pairs")],
    frequency: Annotated[int, typer.Option("--frequency")] = 10,
    ratio: Annotated[str, typer.Option("--ratio")] = "1.5",
    common: Annotated[int, typer.Option("--common", min=0)] = 70,
    json: Json = False,
) -> None:
    """Make a table of pairs for authors.

    It holds words and figures, no text: anaphor write --corpus TABLE.pairs asks it.
    """
    from anaphor.corpus import Keeping, table_of, write_pairs

    if len({path.resolve() for path in indexes}) < len(indexes):
        raise InputError("an index is named twice, so its counts would be doubled", todo="Name each once.")
    keeping = Keeping(ratio=_fraction(ratio), common=common)
    made = table_of([open_index(path) for path in indexes], frequency, keeping)
    size = write_pairs(output, made)
    kept = sum(met.size for met, _ in made.rows)
    if json:
        print_json({"table": str(output), "words": len(made.words), "pairs": kept, "bytes": size})
    say(f"{output}: {len(made.words):,} words, {kept:,} pairs, {size:,} bytes.")


def _fraction(text: str) -> Fraction:
    try:
        return Fraction(text).limit_denominator(1000)
    except (ValueError, ZeroDivisionError):
        raise InputError(f"{text!r} is no ratio", todo="Write a number such as 1.5.") from None
