"""What settings may be: the choices that commands and calls offer, each once and without any library.

A command declares its options from here, so that its help page loads nothing that computes; the packages whose
settings these are use them, and hand them on through their doors.
"""

import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from anaphor.errors import InputError


class Errors(StrEnum):
    """What is done with bytes that are no text in the file's encoding."""

    STRICT = "strict"
    REPLACE = "replace"


class Lines(StrEnum):
    """What a newline means in plain text."""

    LINE = "line"
    """It ends a sentence, always: one sentence, caption or verse per line."""
    PARAGRAPH = "paragraph"
    """It ends a paragraph, unless the next line begins with a small letter: those were cut inside a sentence."""
    WRAPPED = "wrapped"
    """It is a space: a blank line, or a short line where there are no blank ones, ends a paragraph."""


class EngineName(StrEnum):
    """Who builds the parts of an index."""

    PROCESSES = "processes"
    DASK = "dask"
    SLURM = "slurm"


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    """The item does not do its work: mend it or drop it."""
    WARNING = "warning"
    """Probably a flaw: look at it."""
    NOTE = "note"
    """Worth knowing."""


class WordingChange(StrEnum):
    """How a wording is changed."""

    ORDER = "order"
    """The candidates are listed in the opposite order."""
    EXCHANGE = "exchange"
    """The candidates change places in the text, and the answer follows them."""
    NAMES = "names"
    """People bear other names of the same gender."""
    PARAPHRASE = "paraphrase"
    """The text is one that the user gives."""


class DropUnit(StrEnum):
    """What goes when an item goes."""

    SCHEMA = "schema"
    """The whole schema: an item without its twin no longer shows that the answer flips."""
    ITEM = "item"
    """The item alone; its twin stays."""


class PairSource(StrEnum):
    """Where pairs are taken from."""

    AUTO = "auto"
    """By hand where the collection gives them, else from the sentences."""
    HAND = "hand"
    LINGUISTICS = "linguistics"


@dataclass(frozen=True, slots=True, kw_only=True)
class Criteria:
    """What decides, set before looking."""

    margin: float = 0.60
    """A réussite below this is as good as chance; 0.60 is ten points above a coin."""
    level: float = 0.95
    """One less the risk of calling a collection leaky, or Google-proof, by chance."""
    least_scored: int = 30
    """Items scored from pairs that meet below which no verdict is given, neither way: fewer see a leak of 20 points of
    precision among them no more often than not, and two schemas more or less would turn the verdict."""
    least_share: float = 0.5
    """Share of the items that must be scored before a collection can be called Google-proof."""
    leak: float = 0.08
    """The leak whose power is told: points above chance, read as precision among the scored items, and once more as
    guess-adjusted accuracy (réussite) of the whole collection."""
    least_power: float = 0.5
    """Chance of seeing that leak below which a collection cannot be called Google-proof."""

    def __post_init__(self) -> None:
        if not 0.5 < self.margin < 1:
            raise InputError("audit-bad-margin", margin=f"{self.margin:g}")
        if not 0.5 < self.level < 1:
            raise InputError("audit-bad-level", level=f"{self.level:g}")
        if not 0 < self.leak <= 0.5:
            raise InputError("audit-bad-leak", leak=f"{self.leak:g}")


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


class ScaleModel(StrEnum):
    """How items may differ."""

    TWO = "2pl"
    """In difficulty and in slope."""
    RASCH = "rasch"
    """In difficulty alone."""


class AbstentionReading(StrEnum):
    """What an abstention says of who abstains."""

    AUTO = "auto"
    """What the answers show: those abstain who do not know, or anybody, or some of both."""
    MISSING = "missing"
    """Nothing: it is a hole."""
    UNKNOWN = "unknown"
    """That the answer was not known."""


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


class Distance(StrEnum):
    """Which distance weighted coefficients are under."""

    LINEAR = "linear"
    """|x − y| over the range (Cicchetti & Allison 1971)."""
    QUADRATIC = "quadratic"
    """(x − y)² over the squared range (Fleiss & Cohen 1973)."""
    RADICAL = "radical"
    """√|x − y| over the root of the range (Gwet 2014, section 3.5)."""
    GWET_ORDINAL = "gwet-ordinal"
    """Gwet's ordinal weights (2014, section 3.5), which are not Krippendorff's ordinal metric."""
    JACCARD = "jaccard"
    """1 − |A ∩ B| / |A ∪ B| between sets of labels (`a|b`)."""
    MASI = "masi"
    """1 − J·M between sets of labels (Passonneau 2006)."""


class Resampled(StrEnum):
    """What could have been different."""

    ITEMS = "items"
    ANNOTATORS = "annotators"
    BOTH = "both"


class ResamplingMethod(StrEnum):
    """How the interval is made."""

    ANALYTIC = "analytic"
    """Standard errors, and Student's quantile."""
    BOOTSTRAP = "bootstrap"
    """The middle part of resampled values."""


class WrongClass(StrEnum):
    """Which class an erring simulated person picks."""

    UNIFORM = "uniform"
    """Any other class, all alike (the default: the paper's arithmetic for Table 1 fits it)."""
    VOTES = "votes"
    """A class that real people wrongly gave to this item, as often as they did; uniform where nobody erred."""


class ItemDraw(StrEnum):
    """How the erring items of one person are drawn when items have different weights."""

    SUCCESSIVE = "successive"
    """One after the other without replacement (the plain reading): frequent ones saturate when errors are many."""
    PROPORTIONAL = "proportional"
    """Systematic sampling: the chance of an item stays proportional to its weight as long as it is below 1."""


class Recruiter(StrEnum):
    """Where participants come from."""

    LINK = "link"
    PROLIFIC = "prolific"
    TOKENS = "tokens"


class Counting(StrEnum):
    """Whose answers to a question count for paper 4's rule; to be fixed before anybody answers."""

    FIRST_3 = "first-3"
    """Those of the first three valid participants who answered it."""
    ALL = "all"
    """Those of all valid participants."""


class TrialRule(StrEnum):
    """Which trials are left out."""

    ANTICIPATIONS = "anticipations"
    """Below 100 ms, or the page was away meanwhile: the default."""
    PAPER_1 = "paper1"
    """Below 100 or above 6000, milliseconds presumed (Amsili & Seminck 2017, section 4)."""
    NONE = "none"
    """Every answer counts, second ones too."""


class ModelKind(StrEnum):
    """The kinds of model that are trained here."""

    NGRAM = "ngram"
    LSTM = "lstm"
    CONTEXT2VEC = "context2vec"


class Missing(StrEnum):
    """What to do with questions that a run has no answer to."""

    REFUSE = "refuse"
    ABSTAIN = "abstain"
    SKIP = "skip"
    """Score only what was answered to; the items that are left are another set."""


class IntervalMethod(StrEnum):
    """How an interval is made."""

    AUTO = "auto"
    """Wilson's where it is right, else by cluster."""
    CLUSTER = "cluster"
    """Cluster-robust variance with Student's t, in Wilson's form, which stays honest near 0 and 1."""
    T = "t"
    """Cluster-robust variance with Student's t, symmetric: too narrow near 0 and 1."""
    BOOTSTRAP = "bootstrap"
    """Middle part of réussite over schemas drawn with replacement."""
    WILSON = "wilson"
    """Wilson's score interval: only for independent items without abstentions."""


class Metric(StrEnum):
    """What the bar is held against, and ranks are made by."""

    RIGHT = "right"
    """Share of right answers (paper 4)."""
    PAIRS = "pairs"
    """Share of schemas of which every half is right; a problem counts by itself."""
    ADJUSTED = "adjusted"
    """Réussite: an abstention counts as much as a guess."""


class Backend(StrEnum):
    """How an entry is run."""

    PROCESS = "process"
    """bubblewrap on this machine: sealed where the self-test says so."""
    CONTAINER = "container"
    """podman or docker, with the same limits."""
    HTTP = "http"
    """The entrant's own address: never sealed."""
    NONE = "none"
    """A plain process, for development: never sealed."""


def cache_folder(part: str) -> Path:
    """Where files are kept that can be had again: in `ANAPHOR_CACHE`, or the user's cache folder."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("ANAPHOR_CACHE")
    return (Path(chosen) if chosen else user_cache_path("anaphor")) / part
