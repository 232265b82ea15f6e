"""What a user may say about a label file before it is read, and the words by which columns are recognised."""

import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from importlib.resources import files

from anaphor.agreement.labels.labelling import Abstentions, Labelling

MISSING = frozenset({"", ".", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "None", "#N/A", "<NA>", "NaT"})
"""Cells that hold no label, unless the user says otherwise; `None` is what Python writes for nothing."""
_WORDS = tomllib.loads(files("anaphor").joinpath("data", "agreement", "columns.toml").read_text("utf-8"))
ITEM_WORDS: tuple[str, ...] = tuple(_WORDS["item"])
"""Names of columns that name items, the likelier first."""
ANNOTATOR_WORDS: tuple[str, ...] = tuple(_WORDS["annotator"])
LABEL_WORDS: tuple[str, ...] = tuple(_WORDS["label"])
GOLD_WORDS: tuple[str, ...] = tuple(_WORDS["gold"])
"""Names of columns with a verdict, which is nobody's label."""
COUNT_WORDS: tuple[str, ...] = tuple(_WORDS["count"])


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


JSON_LAYOUTS = (
    LabelLayout.LONG,
    LabelLayout.LEWIDI,
    LabelLayout.VOTES,
    LabelLayout.CLASSES,
    LabelLayout.ANSWERS,
)
"""Layouts of JSON and JSON lines."""
TEXT_LAYOUTS = tuple(each for each in LabelLayout if each is LabelLayout.LONG or each not in JSON_LAYOUTS)
"""Layouts of CSV, TSV and, but for the last, Parquet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSettings:
    """What a user may say about a label file: how it is read, and what is done with its labels then."""

    layout: LabelLayout | None = None
    """How labels lie in the file; None: found from the content, and said."""
    item: str | None = None
    """Name of the column that names items; a `*` stands for the numbers of columns side by side."""
    annotator: str | None = None
    """Name of the column that names annotators."""
    label: str | None = None
    """Name of the column that holds labels; a `*` stands for the numbers of columns side by side."""
    where: tuple[tuple[str, str], ...] = ()
    """Only rows in which these fields have these values."""
    labelling: Labelling = field(default_factory=Labelling)
    """Classes, scale, and what repeated labels mean."""
    missing: frozenset[str] = MISSING
    """Cells that hold no label."""
    abstentions: Abstentions = Abstentions.MISSING
    """What an abstention is when answers become labels."""
    separator: str | None = None
    """What stands between columns; None: found from the content."""
    encoding: str | None = None
    """The file's encoding; None: UTF-8, or that of its byte-order mark."""
    without: tuple[str, ...] = ()
    """Annotators who are left out."""
    cut: tuple[float, ...] = ()
    """Points at which a scale of numbers is cut into classes."""
    merge: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Classes to be merged: new name → old names."""

    @property
    def names_columns(self) -> bool:
        """Whether the user named a column."""
        return bool(self.item or self.annotator or self.label)

    @property
    def names_groups(self) -> bool:
        """Whether the user names groups of columns with a `*`."""
        return "*" in (self.label or "") or "*" in (self.item or "")


DEFAULTS = LabelSettings()
"""Everything is found from the content."""


def plain_word(name: str) -> str:
    """A column's name in small letters without accents and marks, for looking it up.

    >>> plain_word("Worker_ID"), plain_word("Énoncé")
    ('workerid', 'enonce')
    """
    return "".join(sign for sign in unicodedata.normalize("NFD", name.casefold()) if sign.isalpha())


def says_annotator(name: str) -> bool:
    """Whether a column is called after an annotator: a known word, maybe with a number or a letter.

    >>> says_annotator("Rater 2"), says_annotator("coderB"), says_annotator("yes")
    (True, True, False)
    """
    word = plain_word(name)
    return word in ANNOTATOR_WORDS or (word[:-1] in ANNOTATOR_WORDS and len(word) > 4)
