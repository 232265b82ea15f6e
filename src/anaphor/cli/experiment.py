"""`anaphor experiment`: ask people on the web, and lose nothing."""

from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor.cli import experiment_serve
from anaphor.cli.experiment_output import analysis_document, print_analysis
from anaphor.cli.output import Json, print_json, print_table, say
from anaphor.collection.loading import load
from anaphor.errors import InputError
from anaphor.experiment.analysis import analyse
from anaphor.experiment.design import Design, Recruiter, Recruiting
from anaphor.experiment.design_file import load_design, save_design
from anaphor.experiment.design_making import Plan, make_design
from anaphor.experiment.export import FORMATS, export
from anaphor.experiment.reading_out import study_of
from anaphor.experiment.screening import TrialRule
from anaphor.experiment.simulation import Crowd, simulate
from anaphor.experiment.store import Store, open_store
from anaphor.provenance import plain

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Ask people on the web, and lose nothing.")

DesignFile = Annotated[Path, typer.Argument(metavar="DESIGN", help="A design made by `experiment new`.")]
Database = Annotated[
    str | None,
    typer.Option("--database", help="Where answers are kept: a file, or postgresql://…; beside the design by default."),
]


@app.command("new")
def new(
    source: Annotated[str, typer.Argument(metavar="PATH_OR_NAME", help="A collection.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="File for the design.")] = Path("experiment.json"),
    lists: Annotated[int, typer.Option("--lists", min=1, max=100, help="Number of lists.")] = 2,
    quota: Annotated[int, typer.Option("--quota", min=1, help="Participants wanted in all.")] = 40,
    seed: Annotated[int, typer.Option("--seed", help="Seed of all orders.")] = 1,
    interface: Annotated[str | None, typer.Option("--interface", help="Language of the page: fr or en.")] = None,
    name: Annotated[str | None, typer.Option("--name", help="Name of the study, part of its link.")] = None,
    recruiter: Annotated[Recruiter, typer.Option("--recruiter", help="Where people come from.")] = Recruiter.LINK,
    code: Annotated[str | None, typer.Option("--code", help="Completion code shown at the end.")] = None,
    redirect: Annotated[str | None, typer.Option("--redirect", help="Where the browser goes at the end.")] = None,
    extras: Annotated[
        bool, typer.Option("--extras/--no-extras", help="Add practice, attention and control trials.")
    ] = True,
    json: Json = False,
) -> None:
    """Make the design of a study: each participant sees one item of each schema."""
    from dataclasses import replace

    plan = Plan(lists=lists, quota=quota, seed=seed, interface=interface, extras=extras, name=name)
    design = make_design(load(source), plan)
    recruiting = Recruiting(recruiter=recruiter, completion_code=code, redirect=redirect)
    design = replace(design, recruiting=recruiting)
    save_design(design, output)
    card = _card(design, output)
    if json:
        print_json(card)
    else:
        print_table(["", ""], [[key, value] for key, value in card.items()])
        say(f"Rehearse it: anaphor experiment simulate {output} --participants {quota} --seed 1")


def _card(design: Design, path: Path) -> dict[str, Any]:
    return {
        "design": str(path),
        "name": design.name,
        "fingerprint": design.fingerprint,
        "lists": len(design.lists),
        "items_per_list": [len(names) for names in design.lists],
        "trials": len(design.trials),
        "quota": design.quota,
        "seed": design.seed,
    }


def _database(design: Path, database: str | None) -> str:
    return database or str(design.with_suffix(".db"))


def _store(design: Path, database: str | None) -> Store:
    return open_store(_database(design, database), load_design(design))


experiment_serve.register(app)


@app.command("simulate")
def simulate_(
    design: DesignFile,
    participants: Annotated[int, typer.Option("--participants", min=1, help="How many finish.")] = 40,
    seed: Annotated[int, typer.Option("--seed", help="Seed of everything they do.")] = 1,
    dropout: Annotated[float, typer.Option("--dropout", help="Share who go away in the middle.")] = 0.0,
    careless: Annotated[float, typer.Option("--careless", help="Share who answer at random.")] = 0.0,
    database: Annotated[
        Path | None, typer.Option("--database", help="Keep the rehearsal in this file, to analyse it.")
    ] = None,
    json: Json = False,
) -> None:
    """Rehearse a study with made-up participants, through the real assignment and store."""
    import tempfile

    crowd = Crowd(finishing=participants, seed=seed, dropout=dropout, careless=careless)
    planned = load_design(design)
    if database is not None and database.exists():
        raise InputError(f"{database} is there already", todo="Rehearse in a new file.")
    with tempfile.TemporaryDirectory() as folder:
        found = simulate(open_store(str(database or Path(folder) / "rehearsal.db"), planned), crowd)
    card = plain(found)
    if json:
        print_json(card)
    else:
        print_table(list(card), [[str(value) for value in card.values()]])


@app.command("analyse")
def analyse_(
    design: DesignFile,
    database: Database = None,
    trials: Annotated[TrialRule, typer.Option("--trials", help="Which trials count.")] = TrialRule.ANTICIPATIONS,
    json: Json = False,
) -> None:
    """Analyse a study: who was left out and why, each item's rate, the items to look at."""
    store = _store(design, database)
    study = study_of(store)
    found = analyse(study, store.design.exclusion, trials)
    other_rule = TrialRule.PAPER_1 if trials is not TrialRule.PAPER_1 else TrialRule.ANTICIPATIONS
    other = analyse(study, store.design.exclusion, other_rule)
    if json:
        print_json(analysis_document(study, found, other))
    else:
        print_analysis(study, found, other)


@app.command("export")
def export_(
    design: DesignFile,
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the files.")] = Path("export"),
    to: Annotated[list[str] | None, typer.Option("--to", help=f"One of {', '.join(FORMATS)}; may be repeated.")] = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Write the answers as files, with a codebook and a manifest of hashes."""
    found = export(_store(design, database), output, to or ["csv", "answers"])
    if json:
        print_json({"folder": str(output), "files": [plain(each) for each in found]})
    else:
        print_table(["file", "bytes", "sha256"], [[each.name, each.bytes, each.sha256] for each in found])
