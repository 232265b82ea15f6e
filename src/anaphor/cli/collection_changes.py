"""`anaphor collection select` and `perturb`: collections made from others, with the reason for each difference."""

from pathlib import Path
from typing import Annotated

import typer

from anaphor import collection as house
from anaphor import library
from anaphor.cli.collection import Column, CountFrom, Format, Language, Source, settings_of
from anaphor.section import Section
from anaphor.settings import DropUnit, WordingChange


def perturb(
    source: Source,
    how: Annotated[WordingChange, typer.Option("--how")],
    output: Annotated[Path, typer.Option("-o", "--output")],
    wordings: Annotated[Path | None, typer.Option("--wordings")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 0,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    count_from: CountFrom = None,
) -> Section:
    """Change the wording of a collection. `score --origins` then says how steady a respondent is."""
    settings = settings_of(format, language, column, count_from)
    return house.perturb(source, how=how, output=output, wordings=wordings, seed=seed, **settings).section


def select_(
    source: Source,
    output: Annotated[Path, typer.Option("--output", "-o")],
    study: Annotated[Path | None, typer.Option("--study")] = None,
    database: Annotated[str | None, typer.Option("--database")] = None,
    audit: Annotated[Path | None, typer.Option("--audit")] = None,
    least: Annotated[float, typer.Option("--least")] = 0.8,
    shrunken: Annotated[bool, typer.Option("--shrunken")] = False,
    lead: Annotated[float, typer.Option("--lead")] = 2.0,
    unit: Annotated[DropUnit, typer.Option("--unit")] = DropUnit.SCHEMA,
    remove: Annotated[bool, typer.Option("--remove")] = False,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    format: Format = None,
    language: Language = None,
) -> Section:
    """Select good items, with a reason for each that goes."""
    return library.select(
        source,
        output,
        study=study,
        database=database,
        audit=audit,
        least=least,
        shrunken=shrunken,
        lead=lead,
        unit=unit,
        remove=remove,
        seed=seed,
        format=format,
        language=language,
    ).section
