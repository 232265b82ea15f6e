"""How labels are read: the settings of every call that takes labels. No library is loaded for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from anaphor.parameters import Parameter, names, numbers, pair, pairs

Word = str | float
"""A label as users write it: a word, a number, True or False."""


def _merged(words: Sequence[str]) -> dict[str, list[str]]:
    """Classes to be merged, of `NEW=OLD,OLD` as often as `--merge` is given."""
    groups: dict[str, list[str]] = {}
    for new, olds in (pair("--merge", word) for word in words):
        groups.setdefault(new, []).extend(old.strip() for old in olds.split(","))
    return groups


def _separator(word: str) -> str:
    """A separator as one types it: `\\t` is the tabulator."""
    return word.replace("\\t", "\t")


class LabelLayout(StrEnum):
    """How labels lie in a file."""

    LONG = "long"
    """One row per label: item, annotator, label; or one row per vote: item, label."""
    ITEMS = "items"
    """One row per item, one column per annotator."""
    ANNOTATORS = "annotators"
    """One row per annotator, one column per item."""
    COUNTS = "counts"
    """One row per item, one column per class: how many votes."""
    CONTINGENCY = "contingency"
    """Two annotators crossed: how many items got this label from one and that label from the other."""
    TABLEAU = "tableau"
    """The tables of Bregeon et al.: header lines, then one row per annotator."""
    LEWIDI = "lewidi"
    """JSON of the Learning With Disagreements tasks: items with their annotators and annotations."""
    VOTES = "votes"
    """JSON lines with votes per class, such as ChaosNLI."""
    CLASSES = "classes"
    """JSON lines with a field for each class: the people who chose it, such as VariErr."""
    ANSWERS = "answers"
    """JSON lines of answers by people or machines."""
    LABEL_STUDIO = "label-studio"
    """What a tool exports: this and the following ones."""
    ARGILLA = "argilla"
    PRODIGY = "prodigy"
    DOCCANO = "doccano"
    LIGHTTAG = "lighttag"
    POTATO = "potato"
    TURK = "turk"
    """A batch of Mechanical Turk or of Toloka."""
    SURVEY = "survey"
    """One row per respondent: Qualtrics, LimeSurvey, Google Forms."""


class Scale(StrEnum):
    """Level of measurement of the labels."""

    NOMINAL = "nominal"
    """Only that they differ."""
    ORDINAL = "ordinal"
    """Which comes first."""
    INTERVAL = "interval"
    """How far apart they are."""
    RATIO = "ratio"
    """How many times one is the other."""


class Repeats(StrEnum):
    """What happens when one annotator labels one item several times."""

    REFUSE = "refuse"
    """An error that names the first case."""
    FIRST = "first"
    LAST = "last"
    MAJORITY = "majority"
    """The most frequent label counts; on a tie there is no label, and a note says how many."""


class Abstentions(StrEnum):
    """What an abstention is when answers become labels."""

    MISSING = "missing"
    """A hole: the respondent gave no label."""
    CLASS = "class"
    """A class of its own, called `abstention`."""


@dataclass(frozen=True, kw_only=True)
class TableReading:
    """How a table of labels is read; what is left out is found from the content, and said in the notes."""

    layout: LabelLayout | str | None = None
    item: Annotated[str | Sequence[str] | None, Parameter(repeated=False)] = None
    annotator: str | None = None
    label: str | None = None
    question: str | None = None
    where: Annotated[Mapping[str, Word] | None, Parameter(repeated=True, parse=pairs("--where"))] = None
    repetition: str | None = None
    repeats: Repeats | str = Repeats.REFUSE
    missing: Annotated[Word | Sequence[Word] | None, Parameter(kind=str)] = None
    present: Annotated[Word | Sequence[Word] | None, Parameter(kind=str)] = None
    cut: Annotated[
        float | Sequence[float] | None, Parameter(kind=str, repeated=False, parse=numbers("agreement-no-points"))
    ] = None
    merge: Annotated[Mapping[str, Word | Sequence[Word]] | None, Parameter(repeated=True, parse=_merged)] = None
    abstentions: Abstentions | str = Abstentions.MISSING
    encoding: str | None = None
    separator: Annotated[str | None, Parameter(parse=_separator)] = None
    skip_rows: Annotated[int | None, Parameter(least=0)] = None
    skip_bad: bool = False


@dataclass(frozen=True, kw_only=True)
class LabelReading(TableReading):
    """How a table is read, and what its labels are."""

    scale: Scale | str = Scale.NOMINAL
    classes: Annotated[Sequence[Word] | None, Parameter(kind=str, repeated=False, parse=names)] = None
    without: str | Sequence[str] | None = None
