"""`anaphor collection perturb`: the same questions asked otherwise, with the way back to the originals."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from anaphor.cli.collection import Column, Format, Language, Source, columns_of
from anaphor.cli.output import Json, print_json, print_table, say
from anaphor.cli.score_tables import rows_of
from anaphor.collection import load, save
from anaphor.collection.changes import (
    Paraphrase,
    Perturbed,
    WordingChange,
    Wordings,
    exchange_candidates,
    exchange_names,
    paraphrase,
    switch_order,
    write_origins,
)
from anaphor.errors import FormatError, InputError, Place
from anaphor.schema import Collection


def perturb(
    source: Source,
    how: Annotated[
        WordingChange,
        typer.Option(
            "--how",
        ),
    ],
    output: Annotated[Path, typer.Option("-o", "--output")],
    wordings: Annotated[
        Path | None,
        typer.Option("--wordings"),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 0,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    json: Json = False,
) -> None:
    """Change the wording of a collection. `score --origins` then says how steady a respondent is.

    A file beside the collection (p.origins.json for p.yaml) leads back to the originals.
    """
    if Path(source).exists() and output.exists() and Path(source).samefile(output):
        raise InputError("the changed collection would overwrite its source", todo="Name another file with -o.")
    collection = load(source, format=format, language=language, columns=columns_of(column))
    made = _changed(collection, how, wordings, seed)
    save(made.collection, output)
    path = write_origins(made, output)
    reasons = Counter(each.reason for each in made.skipped)
    if json:
        print_json(
            {
                "collection": str(output),
                "origins": str(path),
                "change": made.change.value,
                "items": len(made.origins),
                "skipped": dict(reasons.most_common()),
                "fingerprint": made.collection.fingerprint,
                "signature": str(made.signature),
            }
        )
        return
    rows = [["changed", len(made.origins)]]
    rows += [[f"not changed: {why}", count] for why, count in reasons.most_common()]
    print_table(["items", "count"], rows)
    say(f"The changed collection is in {output}, the way back in {path}.")


def _changed(collection: Collection, how: WordingChange, wordings: Path | None, seed: int) -> Perturbed:
    if (how is WordingChange.PARAPHRASE) != (wordings is not None):
        raise InputError("paraphrases and --wordings belong together", todo="Write --how paraphrase --wordings FILE.")
    if wordings is not None:
        return paraphrase(collection, _wordings(wordings))
    if how is WordingChange.NAMES:
        return exchange_names(collection, seed)
    return switch_order(collection) if how is WordingChange.ORDER else exchange_candidates(collection)


def _wordings(path: Path) -> Wordings:
    found: dict[str, list[Paraphrase]] = {}
    for number, row in rows_of(path, ("item", "text")):
        if not row["item"] or not row["text"]:
            raise FormatError("this row has no item or no text", where=Place(file=str(path), line=number))
        found.setdefault(row["item"], []).append(Paraphrase(text=row["text"], prompt=row.get("prompt") or None))
    return found
