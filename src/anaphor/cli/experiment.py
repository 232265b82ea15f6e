"""`anaphor experiment`: run a web experiment."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from anaphor import experiment, report
from anaphor.cli.agreement import Figure, Studies, compared_studies
from anaphor.cli.command import Argument, Group, Secret, Shown, Without, say, with_page
from anaphor.cli.serve import serve_study
from anaphor.experiment import (
    AnalysisSettings,
    AnswerReading,
    ExportSettings,
    ImportAnswersSettings,
    NewSettings,
    PrecisionSettings,
    RehearsalSettings,
    SelectionSettings,
    StudiesSettings,
)
from anaphor.files import write_text
from anaphor.parameters import Parameter
from anaphor.section import Section, Table
from anaphor.text import text

app = Group("experiment")

DesignFile = Annotated[Path, Argument("DESIGN")]
StudyFile = Annotated[Path, Argument("STUDY")]
Output = Annotated[Path, Parameter(flags=("-o", "--output"))]


@app.command()
def new(
    *, source: Annotated[str, Argument("PATH_OR_NAME")], output: Output = Path("experiment.json"), settings: NewSettings
) -> Section:
    """Make the design of a study."""
    return experiment.new.with_settings(source, replace(settings, output=output)).section


@app.command()
def simulate(design: DesignFile, settings: RehearsalSettings) -> Section:
    """Rehearse a study with simulated participants."""
    return experiment.simulate.with_settings(design, settings).section


@app.command()
def plan(settings: PrecisionSettings) -> Shown:
    """Plan how many people a study needs."""
    found = experiment.plan(**vars(settings))
    return with_page(found.section, found)


serve = app.command("serve")(serve_study)


@app.command()
def status(design: DesignFile, database: str | None = None) -> Section:
    """Show how far a study is, list by list."""
    return experiment.status(design, database=database).section


@app.command()
def backup(design: DesignFile, output: Output = Path("backup.db"), database: str | None = None) -> Section:
    """Copy a study into one file while it runs."""
    return experiment.backup(design, output=output, database=database).section


@app.command()
def restore(copy: Annotated[Path, Argument("COPY")], database: str) -> Section:
    """Make a study again out of its copy."""
    return experiment.restore(copy, database=database).section


@app.command()
def invite(
    design: DesignFile,
    count: Annotated[int, Parameter(least=1, most=100_000)],
    link: str = "http://127.0.0.1:8000",
    database: str | None = None,
) -> Secret:
    """Invite people to a study for the invited."""
    found = experiment.invite(design, count=count, link=link, database=database)
    table = Table(columns=(text("experiment-link"),), rows=tuple((address,) for address in found.links))
    return Secret(section=Section(id="output", title="anaphor experiment invite", parts=(table,), data=found.to_dict()))


@app.command()
def payments(design: DesignFile, output: Output = Path("payments.csv"), database: str | None = None) -> Section:
    """Write whom a recruiter is to pay: its ids beside pseudonyms."""
    return experiment.payments(design, output=output, database=database).section


@app.command("import")
def import_(
    *, file: Annotated[Path, Argument("FILE")], output: Output = Path("study.jsonl"), settings: ImportAnswersSettings
) -> Section:
    """Read answers that were collected elsewhere."""
    return experiment.import_answers.with_settings(file, replace(settings, output=output)).section


@app.command()
def convert(design: DesignFile, to: str, output: Output = Path("project"), scripts: Path | None = None) -> Section:
    """Write a study as a project for another server."""
    return experiment.convert(design, output, to=to, scripts=scripts).section


@app.command()
def export(design: DesignFile, settings: ExportSettings) -> Section:
    """Write the answers as files, with a codebook."""
    return experiment.export.with_settings(design, settings).section


@app.command()
def analyse(
    source: StudyFile,
    settings: Annotated[AnalysisSettings, Without(AnswerReading)],
    items: bool = False,
    sheet: Path | None = None,
    figure: Path | None = None,
) -> Shown:
    """Analyse a study: people, items, agreement."""
    found = experiment.analyse.with_settings(source, settings)
    if sheet:
        write_text(sheet, found.sheet())
        say(text("experiment-sheet-written", count=len(found.analysis.low_items), path=str(sheet)))
    if figure:
        report.save(report.items_figure(found.analysis), figure)
        say(text("experiment-figure-drawn", path=str(figure)))
    title = text("experiment-report-page", study=found.study.collection or found.study.name)
    return with_page(found.section, found, title=title, details=items)


@app.command()
def compare(study: Studies, settings: StudiesSettings, figure: Figure = None) -> Shown:
    """Say whether a second study upholds the first."""
    return compared_studies(experiment.compare(*study, **vars(settings)), figure)


@app.command()
def select_questions(source: StudyFile, settings: Annotated[SelectionSettings, Without(AnswerReading)]) -> Shown:
    """Select questions for a challenge by paper 4's rule."""
    found = experiment.select_questions.with_settings(source, settings)
    return with_page(found.section, found, code=0 if found.passes else 1)
