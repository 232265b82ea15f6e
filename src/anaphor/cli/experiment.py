"""`anaphor experiment`: run a web experiment."""

from pathlib import Path
from typing import Annotated

import typer

from anaphor import experiment, report
from anaphor.cli.agreement import STUDIES, Figure, Studies, compared_studies
from anaphor.cli.command import JsonOption, Secret, Shown, Told, columns_of, option, say, told, with_page
from anaphor.cli.serve import serve_study
from anaphor.errors import InputError
from anaphor.files import write_text
from anaphor.section import Section, Table
from anaphor.settings import Counting, Recruiter, TrialRule
from anaphor.text import text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

DesignFile = Annotated[Path, typer.Argument(metavar="DESIGN")]
Database = Annotated[str | None, typer.Option("--database")]
StudyFile = Annotated[Path, typer.Argument(metavar="STUDY")]


@app.command("new")
@told(
    output=option(Path, Path("experiment.json"), "-o", "--output"),
    lists=option(int, 2, min=1, max=100),
    quota=option(int, 40, min=1),
    seed=option(int, 1),
    block=option(int, 40, min=1),
    trials=option(int | None, min=1),
    interface=option(str | None),
    name=option(str | None),
    recruiter=option(Recruiter, Recruiter.LINK),
    code=option(str | None),
    redirect=option(str | None),
    extras=option(bool, True, "--extras/--no-extras"),
    words=option(Path | None),
    fillers=option(str | None),
    scale=option(bool | None, None, "--scale/--no-scale"),
    counting=option(Counting | None),
    retention=option(str | None),
    adaptive=option(bool, False, "--adaptive"),
    force=option(bool, False, "--force"),
)
def new(source: Annotated[str, typer.Argument(metavar="PATH_OR_NAME")], told: Told) -> Section:
    """Make the design of a study."""
    language = told.pop("interface", None)
    return experiment.new(source, language=language, **told).section


@app.command("simulate")
@told(
    participants=option(int, 40, min=1),
    seed=option(int, 1),
    dropout=option(float, 0.0),
    careless=option(float, 0.0),
    accuracy=option(float, 0.94),
    database=option(Path | None),
)
def simulate(design: DesignFile, told: Told) -> Section:
    """Rehearse a study with simulated participants."""
    return experiment.simulate(design, **told).section


@app.command("plan")
@told(
    lists=option(int, 2, min=1),
    rate=option(float, 0.936),
    half_width=option(float, 0.1),
    bound=option(float, 0.9),
    level=option(float, 0.95),
)
def plan(told: Told) -> Shown:
    """Plan how many people a study needs."""
    found = experiment.plan(**told)
    return with_page(found.section, found)


app.command("serve")(serve_study)


@app.command()
def status(design: DesignFile, database: Database = None) -> Section:
    """Show how far a study is, list by list."""
    return experiment.status(design, database=database).section


@app.command()
def backup(
    design: DesignFile,
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("backup.db"),
    database: Database = None,
) -> Section:
    """Copy a study into one file while it runs."""
    return experiment.backup(design, output=output, database=database).section


@app.command()
def restore(
    copy: Annotated[Path, typer.Argument(metavar="COPY")],
    database: Annotated[str, typer.Option("--database")],
) -> Section:
    """Make a study again out of its copy."""
    return experiment.restore(copy, database=database).section


@app.command()
def invite(
    design: DesignFile,
    count: Annotated[int, typer.Option("--count", min=1, max=100_000)],
    link: Annotated[str, typer.Option("--link")] = "http://127.0.0.1:8000",
    database: Database = None,
) -> Secret:
    """Invite people to a study for the invited."""
    found = experiment.invite(design, count=count, link=link, database=database)
    table = Table(columns=(text("experiment-link"),), rows=tuple((each,) for each in found.links))
    return Secret(section=Section(id="output", title="anaphor experiment invite", parts=(table,), data=found.to_dict()))


@app.command()
def payments(
    design: DesignFile,
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("payments.csv"),
    database: Database = None,
) -> Section:
    """Write whom a recruiter is to pay: its ids beside pseudonyms."""
    return experiment.payments(design, output=output, database=database).section


@app.command("import")
@told(
    output=option(Path, Path("study.jsonl"), "-o", "--output"),
    format=option(str | None, None, "--from"),
    collection=option(str | None),
    design=option(Path | None),
    column=option(list[str] | None),
    where=option(list[str] | None),
    count_from=option(int | None),
    unfinished=option(bool, False, "--unfinished"),
    keep_names=option(bool, False, "--keep-names"),
    name=option(str | None),
)
def import_(file: Annotated[Path, typer.Argument(metavar="FILE")], told: Told) -> Section:
    """Read answers that were collected elsewhere."""
    conditions = [pair.partition("=") for pair in told.get("where", ())]
    if any(not (key and equals) for key, equals, _ in conditions):
        raise InputError("experiment-bad-condition", condition=told["where"][0])
    told |= {"where": {key: value for key, _, value in conditions}}
    return experiment.import_answers(file, columns=dict(columns_of(told.pop("column", None))), **told).section


@app.command("convert")
def convert(
    design: DesignFile,
    to: Annotated[str, typer.Option("--to")],
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("project"),
    scripts: Annotated[Path | None, typer.Option("--scripts")] = None,
) -> Section:
    """Write a study as a project for another server."""
    return experiment.convert(design, output, to=to, scripts=scripts).section


@app.command("export")
@told(
    output=option(Path, Path("export"), "-o", "--output"),
    to=option(list[str] | None),
    database=option(str | None),
)
def export_(design: DesignFile, told: Told) -> Section:
    """Write the answers as files, with a codebook."""
    return experiment.export(design, **told).section


@app.command("analyse")
@told(
    database=option(str | None),
    trials=option(TrialRule, TrialRule.ANTICIPATIONS),
    items=option(bool, False, "--items"),
    sheet=option(Path | None),
    classes=option(Path | None),
    agreement=option(bool, True, "--agreement/--no-agreement"),
    figure=option(Path | None),
)
def analyse(
    *,
    source: StudyFile,
    told: Told,
    json: JsonOption = False,  # here a report may be written beside the document
) -> Shown:
    """Analyse a study: people, items, agreement."""
    items, sheet, figure = told.pop("items"), told.pop("sheet", None), told.pop("figure", None)
    found = experiment.analyse(source, **told)
    if sheet:
        write_text(sheet, found.sheet())
        say(text("experiment-sheet-written", count=len(found.analysis.low_items), path=str(sheet)))
    if figure:
        report.save(report.items_figure(found.analysis), figure)
        say(text("experiment-figure-drawn", path=str(figure)))
    title = text("experiment-report-page", study=found.study.collection or found.study.name)
    return with_page(found.section, found, title=title, details=items)


@app.command("compare")
@told(trials=option(TrialRule, TrialRule.ANTICIPATIONS), **STUDIES)
def compare(*, study: Studies, told: Told, figure: Figure = None) -> Shown:
    """Say whether a second study upholds the first."""
    return compared_studies(experiment.compare(*study, **told), figure)


@app.command("select-questions")
@told(
    database=option(str | None),
    count=option(Counting | None),
    trials=option(TrialRule, TrialRule.ANTICIPATIONS),
    output=option(Path | None, None, "-o", "--output"),
)
def select_questions(source: StudyFile, told: Told) -> Shown:
    """Select questions for a challenge by paper 4's rule."""
    found = experiment.select_questions(source, **told)
    return with_page(found.section, found, code=0 if found.passes else 1)
