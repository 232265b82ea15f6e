"""What Bregeon, Antoine, Villaneau & Lefeuvre-Halftermeyer (2019) print, remade from their tables and by simulation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import permutations
from pathlib import Path

import numpy as np

from anaphor.agreement.panels import simulation
from anaphor.agreement.panels.rates import fresh_rate, own_majority_rate, panel_agreement
from anaphor.agreement.panels.simulation import ItemDraw, Reference, SimulatedPoint, SimulationSettings, WrongClass
from anaphor.agreement.settings import SimulateSettings
from anaphor.answers import LabelMatrix, open_labels, read, settings_for
from anaphor.errors import ContentError, InputError, member_of, whole_numbers, with_keywords
from anaphor.parameters import act
from anaphor.progress import progress
from anaphor.result import Result
from anaphor.text import text

_REAL_SHARES = (0.25, 0.5, 0.75, 1.0)
"""Errors to simulate, as shares of those that real people make."""
_MADE_UP_SHARES = (0.02, 0.05, 0.1, 0.2, 0.3)
"""Errors to simulate, as shares of the items."""
_CORPORA = {
    "opinion": "Opinion250",
    "opinion in context": "OpinionContexte250",
    "emotion": "Emotion250",
    "emotion in context": "EmotionContexte250",
    "epidemics": "SimilariteEpidemies",
    "space": "SimilariteConqueteSpatiale",
}
_SIZES = (2, 3, 4, 5, 6, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPoint:
    """One column of the table in figure 2: three classes, panels of 3 among 9 people."""

    task: str
    """`Emotion` or `Opinion`."""
    setting: str
    """HC (out of context) or EC (in context), and the number of the group of people."""
    tau: float
    """Change rate against the majority of the nine."""
    kappa: float
    """Mean κ of the panels of three."""


FIGURE_2 = tuple(
    PrintedPoint(task=task, setting=setting, tau=tau, kappa=kappa)
    for task, taus, kappas in (
        ("Emotion", (0.22, 0.198, 0.206, 0.217, 0.178, 0.164), (0.248, 0.323, 0.335, 0.273, 0.359, 0.423)),
        ("Opinion", (0.119, 0.100, 0.109, 0.099, 0.099, 0.087), (0.557, 0.598, 0.6, 0.571, 0.611, 0.655)),
    )
    for setting, tau, kappa in zip(("HC1", "HC2", "HC3", "EC1", "EC2", "EC3"), taus, kappas, strict=True)
)
"""The twelve printed pairs."""

TABLE_1_MEANS = (0.247, 0.319, 0.398, 0.484, 0.580, 0.684, 0.799, 0.923)
"""Table 1: mean κ of 200 groups of four simulated people, for eight numbers of errors that are not printed."""
TABLE_1_SDS = (0.029, 0.028, 0.025, 0.022, 0.020, 0.016, 0.015, 0.010)
"""Table 1: their standard deviations."""

TABLE_1_SETTINGS = SimulationSettings(
    items=66,
    annotators=4,
    errors=tuple(1.67 + 2.93 * step for step in range(7, -1, -1)),
    sd=0.27,
    reference=Reference.EXACT,
)
"""One setting that remakes Table 1: N = 66, C = 3, M = 1.67 + 2.93 i, σ = 0.27, balanced reference.

The paper prints none of these; the means fix an evenly spaced M / N, the sds then fix N for each C, and other triples
(N = 104 with C = 2, N = 38 with C = 5) fit about as well.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remade:
    """A printed pair of figure 2 beside the one remade from the authors' table that it matches best."""

    printed: PrintedPoint
    table: str
    items: int
    kappa: float
    """Mean κ over all 84 panels of three, enumerated."""
    tau: float
    """τ over all panels of three, exact."""
    fresh: float
    """What another panel of three would change: the question the paper asks and τ does not answer."""


def remake_figure_2(tables: Mapping[tuple[str, str], Sequence[tuple[str, LabelMatrix]]]) -> tuple[Remade, ...]:
    """The twelve rows; `tables` has three named matrices for each task and HC or EC.

    The files' order is not the printed one, so pairs are matched one to one within a task and context.
    """
    rows: list[Remade] = []
    for (task, context), three in tables.items():
        printed = [each for each in FIGURE_2 if each.task == task and each.setting.startswith(context)]
        found = []
        for name, matrix in three:
            kappa, tau = panel_agreement(matrix, 3), own_majority_rate(matrix.counts, 3)
            fresh = fresh_rate(matrix.counts, 3)
            if kappa is None or kappa.mean is None or tau is None or fresh is None:
                raise ContentError("agreement-figure-2-labels")
            found.append((name, len(matrix.items), kappa.mean, tau, fresh))
        order = min(
            permutations(found),
            key=lambda some, wanted=printed: sum(  # type: ignore[misc]  # the pairs of this task and context
                (kappa - each.kappa) ** 2 + (tau - each.tau) ** 2
                for (_, _, kappa, tau, _), each in zip(some, wanted, strict=True)
            ),
        )
        rows += [
            Remade(printed=each, table=table, items=items, kappa=kappa, tau=tau, fresh=fresh)
            for each, (table, items, kappa, tau, fresh) in zip(printed, order, strict=True)
        ]
    return tuple(rows)


def disagreement_histogram(matrix: LabelMatrix, bins: int = 10) -> tuple[tuple[float, float], ...]:
    """Figure 7: for each stretch of f_j, the share of voters against the majority, the share of items in it.

    A pair is the lower end of the stretch and the share of the items; a majority always has some votes, so f_j < 1.
    """
    votes = matrix.counts[matrix.votes_per_item > 0]
    against = 1 - votes.max(axis=1) / votes.sum(axis=1)
    many, ends = np.histogram(against, bins=bins, range=(0.0, 1.0))
    return tuple((float(end), float(count) / len(votes)) for end, count in zip(ends[:-1], many, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableColumn:
    """A column of Table 1, printed and simulated."""

    errors: float
    kappa: float
    printed: float
    kappa_sd: float
    printed_sd: float


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Simulation(Result):
    """Panels that err as often as wanted, and what they change."""

    annotators: int
    seed: int
    points: tuple[SimulatedPoint, ...] = ()
    """One for each number of errors."""
    table_1: tuple[TableColumn, ...] = ()
    """The columns of the paper's Table 1, where that was asked for."""
    notes: tuple[str, ...] = ()
    """What was guessed or left out when the labels were read."""


@act(SimulateSettings)
def simulate(settings: SimulateSettings) -> Simulation:
    """Panels that err as often as wanted, on the items where real people erred or on made-up ones: κ and what changes.

    With `labels` (whatever `read` takes, with its settings) people err where real people did (Bregeon et al. 2019,
    section 4.3.1), else on so many made-up `items` of so many `classes` (6.1). `errors` are the numbers of errors of a
    person; each number is drawn at most `spread` away, or with the standard deviation `sd`. `unanimous` is the share of
    items on which nobody errs, `prevalence` are the shares of the classes, `wrong` (`uniform`, `votes`) says which
    class is picked instead, `draw` (`successive`, `proportional`) how erring items are drawn. So many `groups` of so
    many `annotators` are made for each number. `table_1` remakes the paper's Table 1 instead of all that.

    >>> [round(point.kappa, 2) for point in simulate(errors=(10, 40), groups=20).points]
    [0.86, 0.48]
    """
    seed, annotators, errors = settings.seed, settings.annotators, settings.errors
    items, classes, groups = settings.items, settings.classes, settings.groups
    whole_numbers(annotators=annotators, items=items, classes=classes, groups=groups, seed=seed)
    if settings.table_1:
        return Simulation(annotators=annotators, seed=seed, table_1=remake_table_1(seed))
    matrix = None if settings.labels is None else open_labels(settings.labels, settings_for(settings))
    how = SimulationSettings(
        annotators=annotators,
        items=items,
        classes=classes,
        errors=(float(errors),) if isinstance(errors, float | int) else tuple(errors),
        spread=settings.spread,
        sd=settings.sd,
        unanimous=settings.unanimous,
        prevalence=None if settings.prevalence is None else tuple(settings.prevalence),
        wrong=member_of(WrongClass, settings.wrong, "wrong"),
        draw=member_of(ItemDraw, settings.draw, "draw"),
        groups=groups,
    )
    notes = tuple(with_keywords(str(note)) for note in (matrix.notes if matrix else ()))
    return Simulation(annotators=annotators, seed=seed, points=simulated_points(how, matrix, seed=seed), notes=notes)


def simulated_points(
    settings: SimulationSettings, labels: LabelMatrix | None = None, *, seed: int = 0
) -> tuple[SimulatedPoint, ...]:
    """One point for each number of errors."""
    rng = np.random.default_rng(seed)
    made = partial(simulation.synthetic, settings)
    if labels is None:
        wanted = settings.errors or [round(settings.items * share, 2) for share in _MADE_UP_SHARES]
    else:
        counts = labels.counts
        wanted = settings.errors or [round(simulation.mean_errors(counts) * share, 2) for share in _REAL_SHARES]
        made = partial(simulation.from_real, counts, settings)
    found: list[SimulatedPoint] = []
    with progress(text("agreement-simulating")) as move:
        for done, many in enumerate(wanted):
            move(done, len(wanted))
            found.append(simulation.point(many, made(many, rng)))
    return tuple(found)


def remake_table_1(seed: int = 0) -> tuple[TableColumn, ...]:
    """The eight columns of Table 1."""
    found = simulated_points(TABLE_1_SETTINGS, seed=seed)
    return tuple(
        TableColumn(errors=each.errors, kappa=each.kappa, printed=mean, kappa_sd=each.kappa_sd, printed_sd=sd)
        for each, mean, sd in zip(found, TABLE_1_MEANS, TABLE_1_SDS, strict=True)
    )


Curves = Mapping[str, tuple[SimulatedPoint, ...]]
"""Simulated points by the name of their line."""


@cache
def _read_once(path: Path) -> LabelMatrix:
    if not path.is_file():
        raise InputError("agreement-no-paper-table", path=str(path))
    return read(path)


@dataclass(frozen=True, kw_only=True, eq=False)
class PaperTables:
    """The authors' tables, `classe3/Tableau….csv` and `classe5/Tableau….csv`, and what is remade from them."""

    folder: Path
    seed: int = 0

    def table(self, classes: int, name: str) -> LabelMatrix:
        """One of the tables."""
        return _read_once(self.folder / f"classe{classes}" / f"Tableau{name}.csv")

    def figure_2(self) -> tuple[Remade, ...]:
        """The twelve real sub-corpora."""
        names = {
            (task, context): [f"{task}{word}{group}" for group in range(3)]
            for task in ("Emotion", "Opinion")
            for context, word in (("HC", ""), ("EC", "Contexte"))
        }
        return remake_figure_2({key: [(name, self.table(3, name)) for name in three] for key, three in names.items()})

    def real(self, name: str, classes: int, size: int) -> tuple[SimulatedPoint, ...]:
        settings = SimulationSettings(annotators=size)
        return simulation.curve_from_real(self.table(classes, name).counts, settings, np.random.default_rng(self.seed))

    def simulated(self) -> dict[str, tuple[str, Curves]]:
        """Figures 3 to 6 by name: title and lines."""

        def by_size(classes: int) -> Curves:
            return {f"{size} people": self.real("Opinion250", classes, size) for size in _SIZES}

        def by_corpus(classes: int, size: int) -> Curves:
            return {words: self.real(name, classes, size) for words, name in _CORPORA.items()}

        return {
            "figure-3": ("Figure 3: simulated from opinion, five classes", by_size(5)),
            "figure-4": ("Figure 4: simulated from opinion, three classes", by_size(3)),
            "figure-5-three": ("Figure 5: three people, three classes", by_corpus(3, 3)),
            "figure-5-five": ("Figure 5: three people, five classes", by_corpus(5, 3)),
            "figure-6": ("Figure 6: six people, three classes", by_corpus(3, 6)),
        }

    def figure_7(self) -> dict[str, tuple[tuple[float, float], ...]]:
        """How disagreement is spread over items, by corpus."""
        return {
            words: disagreement_histogram(self.table(3, _CORPORA[words])) for words in ("emotion", "opinion", "space")
        }

    def figure_8(self) -> Curves:
        curves, errors = {}, (4.0, 10.0, 20.0, 32.0, 46.0, 60.0)
        for size in (3, 5, 8):
            for words, unanimous in (("uniform", 0.0), ("20 % unanimous", 0.2)):
                made_up = SimulationSettings(annotators=size, classes=5, errors=errors, sd=2, unanimous=unanimous)
                curves[f"{size} people, {words}"] = simulated_points(made_up, seed=self.seed)
        return curves


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PaperComparison(Result):
    """What the paper prints of its figure 2 beside what its authors' tables give."""

    source: PaperTables
    rows: tuple[Remade, ...]


def paper(folder: Path | str, *, seed: int = 0) -> PaperComparison:
    """The tables and figures of Bregeon et al. (2019), remade from the authors' tables in a folder.

    The folder holds `classe3/Tableau….csv` and `classe5/Tableau….csv`; `seed` is that of the simulated figures.
    """
    tables = PaperTables(folder=Path(folder), seed=seed)
    return PaperComparison(source=tables, rows=tables.figure_2())
