"""`anaphor experiment import|export`: answers that come from elsewhere, and answers that go there."""

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from anaphor.cli.collection import columns_of
from anaphor.cli.experiment_serve import Database, DesignFile, existing_store
from anaphor.cli.output import Json, print_json, print_table, say
from anaphor.collection import load
from anaphor.errors import InputError
from anaphor.experiment.exporting import export
from anaphor.experiment.importing import ImportSettings, assemble, read_answers
from anaphor.experiment.study import Study, save_study
from anaphor.provenance import plain


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("study.jsonl"),
    format: Annotated[str | None, typer.Option("--from")] = None,
    collection: Annotated[str | None, typer.Option("--collection")] = None,
    column: Annotated[list[str] | None, typer.Option("--column")] = None,
    where: Annotated[list[str] | None, typer.Option("--where")] = None,
    count_from: Annotated[int | None, typer.Option("--count-from")] = None,
    unfinished: Annotated[bool, typer.Option("--unfinished")] = False,
    keep_names: Annotated[bool, typer.Option("--keep-names")] = False,
    name: Annotated[str | None, typer.Option("--name")] = None,
    json: Json = False,
) -> None:
    """Read answers that were collected elsewhere.

    They become a study that `analyse` takes.
    """
    conditions = [pair.partition("=") for pair in where or ()]
    if any(not (key and equals) for key, equals, _ in conditions):
        raise InputError(f"--where {next(iter(where or ()))} is no condition", todo="Write --where COLUMN=VALUE.")
    settings = ImportSettings(
        columns=dict(columns_of(column)),
        where=tuple((key, value) for key, _, value in conditions),
        count_from=count_from,
        keep_names=keep_names,
        unfinished=unfinished,
    )
    found = read_answers(file, settings, format)
    study = assemble(found, name or file.resolve().stem, settings, load(collection) if collection else None)
    save_study(study, output)
    _print_import(study, output, json)


def _print_import(study: Study, output: Path, json: bool) -> None:
    judged = [each.right for each in study.responses if each.right is not None]
    card = {
        "study": str(output),
        "source": study.source,
        "people": len(study.people),
        "items": len(study.asked),
        "answers": len(study.responses),
        "judged": len(judged),
        "right": sum(judged),
        "rate": sum(judged) / len(judged) if judged else None,
        "again": sum(each.again for each in study.responses),
        "timed": sum(each.rt_ms is not None for each in study.responses),
        "notes": list(study.notes),
    }
    if json:
        print_json(card)
        return
    rows = [[key, "–" if value is None else value] for key, value in card.items() if key != "notes"]
    print_table(["", ""], [[key, f"{value:.4f}" if isinstance(value, float) else value] for key, value in rows])
    for note in study.notes:
        say(f"{note}.")
    say(f"Analyse it: anaphor experiment analyse {quote(str(output))}")


def export_(
    design: DesignFile,
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("export"),
    to: Annotated[list[str] | None, typer.Option("--to")] = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Write the answers as files, with a codebook.

    A manifest holds the hash of each file.
    """
    found = export(existing_store(design, database), output, to or ["csv", "answers"])
    if json:
        print_json({"folder": str(output), "files": [plain(each) for each in found]})
    else:
        print_table(["file", "bytes", "sha256"], [[each.name, each.bytes, each.sha256] for each in found])


def register(app: typer.Typer) -> None:
    """Add these commands to the group."""
    app.command("import")(import_)
    app.command("export")(export_)
