"""What a user may say about a label file before it is read, and the words by which columns are recognised."""

import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from anaphor.agreement.labels.labelling import Abstentions, Labelling

_PLAIN = Labelling()

MISSING = frozenset(
    {
        "",
        ".",
        "NA",
        "N/A",
        "n/a",
        "NaN",
        "nan",
        "NULL",
        "null",
        "None",
        "#N/A",
        "<NA>",
        "NaT",
    }
)
"""Cells that hold no label, unless the user says otherwise; `None` is what Python writes for nothing."""
DOUBTFUL = frozenset(
    {
        "-",
        "--",
        "–",
        "—",
        "?",
        "??",
        "*",
        "na",
        "n.a.",
        "N.A.",
        "nil",
        "none",
        "NONE",
        "missing",
        "unknown",
        "blank",
    }
)
"""Cells that may stand for a missing label or for a class: they are classes, and that is said."""


class Layout(StrEnum):
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


TEXT_LAYOUTS = (Layout.LONG, Layout.ITEMS, Layout.ANNOTATORS, Layout.COUNTS, Layout.CONTINGENCY, Layout.TABLEAU)
"""Layouts of CSV, TSV and, but for the last, Parquet."""
JSON_LAYOUTS = (Layout.LONG, Layout.LEWIDI, Layout.VOTES, Layout.CLASSES, Layout.ANSWERS)
"""Layouts of JSON and JSON lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingSettings:
    """What a user may say about a label file before it is read."""

    layout: Layout | None = None
    """How labels lie in the file; None: found from the content, and said."""
    item: str | None = None
    """Name of the column that names items; a `*` stands for the numbers of columns side by side."""
    annotator: str | None = None
    """Name of the column that names annotators."""
    label: str | None = None
    """Name of the column that holds labels; a `*` stands for the numbers of columns side by side."""
    where: tuple[tuple[str, str], ...] = ()
    """Only rows in which these fields have these values."""
    labelling: Labelling = _PLAIN
    """Classes, scale, and what repeated labels mean."""
    missing: frozenset[str] = MISSING
    """Cells that hold no label."""
    abstentions: Abstentions = Abstentions.MISSING
    """What an abstention is when answers become labels."""
    separator: str | None = None
    """What stands between columns; None: found from the content."""
    encoding: str | None = None
    """The file's encoding; None: UTF-8, or UTF-16 with a byte-order mark."""

    @property
    def names_columns(self) -> bool:
        """Whether the user named a column."""
        return bool(self.item or self.annotator or self.label)


DEFAULTS = ReadingSettings()
"""Everything is found from the content."""

ITEM_WORDS = (
    "item",
    "items",
    "itemid",
    "unit",
    "units",
    "unitid",
    "question",
    "questionid",
    "task",
    "taskid",
    "subject",
    "subjects",
    "instance",
    "instanceid",
    "example",
    "exampleid",
    "observable",
    "case",
    "object",
    "patient",
    "sample",
    "document",
    "documentid",
    "doc",
    "docid",
    "textid",
    "sentenceid",
    "uid",
    "id",
    "image",
    "pair",
    "text",
    "sentence",
    "enonce",
    "phrase",
    "query",
    "hitid",
    "texte",
    "sujet",
    "identifiant",
    "observation",
)
"""Names of columns that name items, the likelier first."""
ANNOTATOR_WORDS = (
    "annotator",
    "annotators",
    "annotatorid",
    "worker",
    "workerid",
    "rater",
    "raters",
    "raterid",
    "coder",
    "coders",
    "judge",
    "judges",
    "user",
    "userid",
    "respondent",
    "participant",
    "participantid",
    "observer",
    "observers",
    "performer",
    "annotateur",
    "annotateurs",
    "juge",
    "codeur",
    "who",
    "evaluator",
    "reviewer",
    "expert",
    "model",
    "person",
    "assessor",
    "labeler",
    "labeller",
    "ann",
    "author",
    "evaluateur",
    "annotatrice",
    "personne",
)
LABEL_WORDS = (
    "label",
    "labels",
    "answer",
    "class",
    "category",
    "value",
    "annotation",
    "response",
    "rating",
    "score",
    "choice",
    "judgment",
    "judgement",
    "code",
    "etiquette",
    "classe",
    "grade",
    "vote",
    "tag",
    "decision",
    "diagnosis",
    "reponse",
    "jugement",
    "categorie",
    "note",
    "choix",
    "valeur",
)
KNOWN_WORDS = frozenset((*ITEM_WORDS, *ANNOTATOR_WORDS, *LABEL_WORDS))
"""Words that only a header has."""
GOLD_WORDS = ("gold", "truth", "goldlabel", "majority", "consensus", "reference", "groundtruth", "hardlabel", "verite")
"""Names of columns with a verdict, which is nobody's label."""
COUNT_WORDS = ("n", "count", "freq", "frequency", "effectif", "times", "weight")


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
