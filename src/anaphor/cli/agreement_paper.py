"""`anaphor agreement paper`: Table 1 and figures 2 to 8 of Bregeon et al. (2019), remade from the authors' tables."""

from functools import cache
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from anaphor.agreement import Remade, disagreement_histogram, remake_figure_2
from anaphor.agreement.labels import LabelMatrix, read
from anaphor.agreement.panels import (
    RealSettings,
    SimulatedPoint,
    SyntheticSettings,
    curve_from_real,
    point,
    synthetic,
)
from anaphor.cli.agreement_panels import Seed
from anaphor.cli.output import Json, print_json, print_table, say
from anaphor.errors import InputError
from anaphor.report import save
from anaphor.report.figures import figure_2, figure_7, simulated_figure
from anaphor.section import Drawing

_CORPORA = {
    "opinion": "Opinion250",
    "opinion in context": "OpinionContexte250",
    "emotion": "Emotion250",
    "emotion in context": "EmotionContexte250",
    "epidemics": "SimilariteEpidemies",
    "space": "SimilariteConqueteSpatiale",
}
_SIZES = (2, 3, 4, 5, 6, 8)
_GROUPS = 200


def paper(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    output: Annotated[Path | None, typer.Option("--output", "-o")] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Remake the figures of paper 3 (Bregeon 2019). Figure 2 from the authors' tables, and with -o figures 2 to 8."""
    rows = _figure_2_rows(folder)
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
        for name, drawing in _figures(folder, rows, seed).items():
            save(drawing, output / f"{name}.svg")
        say(f"Figures 2 to 8 are in {output}.")
    drawing = figure_2(rows)
    if json:
        print_json({"figure_2": [dict(zip(drawing.columns, row, strict=True)) for row in drawing.rows]})
    else:
        cells = [[f"{cell:.4f}" if isinstance(cell, float) else cell for cell in row] for row in drawing.rows]
        print_table(list(drawing.columns), cells)


@cache
def _table(folder: Path, classes: int, name: str) -> LabelMatrix:
    path = folder / f"classe{classes}" / f"Tableau{name}.csv"
    if not path.is_file():
        raise InputError(f"the table {path} is not there", todo="Give the folder that holds classe3/ and classe5/.")
    return read(path)


def _figure_2_rows(folder: Path) -> tuple[Remade, ...]:
    names = {
        (task, context): [f"{task}{word}{group}" for group in range(3)]
        for task in ("Emotion", "Opinion")
        for context, word in (("HC", ""), ("EC", "Contexte"))
    }
    return remake_figure_2({key: [(name, _table(folder, 3, name)) for name in three] for key, three in names.items()})


def _figures(folder: Path, rows: tuple[Remade, ...], seed: int) -> dict[str, Drawing]:
    def real(name: str, classes: int, size: int) -> tuple[SimulatedPoint, ...]:
        settings = RealSettings(size=size, errors=0, groups=_GROUPS)
        return curve_from_real(_table(folder, classes, name).counts, settings, np.random.default_rng(seed))

    def by_size(classes: int) -> dict[str, tuple[SimulatedPoint, ...]]:
        return {f"{size} people": real("Opinion250", classes, size) for size in _SIZES}

    def by_corpus(classes: int, size: int) -> dict[str, tuple[SimulatedPoint, ...]]:
        return {words: real(name, classes, size) for words, name in _CORPORA.items()}

    return {
        "figure-2": figure_2(rows),
        "figure-3": simulated_figure("Figure 3: simulated from opinion, five classes", by_size(5)),
        "figure-4": simulated_figure("Figure 4: simulated from opinion, three classes", by_size(3)),
        "figure-5-three": simulated_figure("Figure 5: three people, three classes", by_corpus(3, 3)),
        "figure-5-five": simulated_figure("Figure 5: three people, five classes", by_corpus(5, 3)),
        "figure-6": simulated_figure("Figure 6: six people, three classes", by_corpus(3, 6)),
        "figure-7": figure_7(
            {
                words: disagreement_histogram(_table(folder, 3, _CORPORA[words]))
                for words in ("emotion", "opinion", "space")
            }
        ),
        "figure-8": simulated_figure("Figure 8: made-up panels, five classes", _figure_8(seed), between=True),
    }


def _figure_8(seed: int) -> dict[str, tuple[SimulatedPoint, ...]]:
    curves = {}
    for size in (3, 5, 8):
        for words, unanimous in (("uniform", 0.0), ("20 % unanimous", 0.2)):
            rng = np.random.default_rng(seed)
            curves[f"{size} people, {words}"] = tuple(
                point(
                    errors,
                    synthetic(
                        SyntheticSettings(
                            items=200, classes=5, size=size, errors=errors, sd=2, unanimous=unanimous, groups=_GROUPS
                        ),
                        rng,
                    ),
                )
                for errors in (4.0, 10.0, 20.0, 32.0, 46.0, 60.0)
            )
    return curves
