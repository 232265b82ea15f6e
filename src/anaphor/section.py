"""What every result can become: one section of typed blocks, which each medium lays out in its own way.

A block says what it is (a verdict, a table, the card of a schema), never how it looks. `report` lays sections out for
the terminal, HTML, Markdown, LaTeX and notebooks; the web application draws buttons and cards of the same blocks.
"""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from anaphor.text import interface, is_known, text

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

Cell = str | int | float | None
"""A cell of a table; numbers stay numbers until they are written."""


class Share(float):
    """A number from 0 to 1 that people read in per cent."""


# ----------------------------------------------------------------------------------------------------- the verdict


class VerdictOutcome(StrEnum):
    """What a result says of what was asked."""

    HOLDS = "holds"
    """It is so."""
    FAILS = "fails"
    """It is not so."""
    CANNOT_TELL = "cannot-tell"
    """The evidence is not enough for either."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What to do next: a terminal prints its command, a page draws a button for its act."""

    act: str
    """The words of the command without the program's name, such as `agreement plan`."""
    arguments: tuple[str, ...] = ()
    """What the act is about: files, names of collections or of schemas."""
    options: Mapping[str, str | int | float | bool] = field(default_factory=dict)
    """Settings by the names of the call's keywords; True is a bare flag."""

    @property
    def command(self) -> str:
        """The command as one types it.

        >>> Step(act="agreement plan", arguments=("my labels.csv",), options={"target": 0.05}).command
        "anaphor agreement plan 'my labels.csv' --target 0.05"
        """
        words = ["anaphor", *self.act.split(), *map(shlex.quote, self.arguments)]
        for name, value in self.options.items():
            words.append(f"--{name.replace('_', '-')}")
            words += [] if value is True else [shlex.quote(str(value))]
        return " ".join(words)

    @property
    def label(self) -> str:
        """What the act is, in the language that is spoken, as a button says it; else its command."""
        code = f"report-step-{self.act.replace(' ', '-')}"
        return text(code) if is_known(code) else self.command

    @property
    def is_whole(self) -> bool:
        """Whether its command can be typed as it stands: what the act is about is known."""
        return bool(self.arguments)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictBlock:
    """What a result says, before everything else."""

    outcome: VerdictOutcome
    """It holds, it fails, or it cannot be told."""
    sentence: str
    """The verdict in words."""
    why: tuple[str, ...] = ()
    """What it rests on, a sentence each."""
    next: tuple[Step, ...] = ()
    """What one may do about it, the best first."""
    talk: bool = False
    """True: a terminal shows it on stderr, beside the data."""


# --------------------------------------------------------------------------------------- numbers, tables, sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """A few figures to be seen at once, each with the words under it; a terminal has them in its sentences."""

    figures: tuple[tuple[str, str], ...]
    """(figure, words)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under named columns."""

    columns: tuple[str, ...]
    """Names of the columns."""
    rows: tuple[tuple[Cell, ...], ...]
    """The cells; numbers stay numbers until they are written."""
    caption: str | None = None
    """What the table shows, in one line."""
    first: int | None = None
    """Rows that are shown at once, the rest being a detail; None: all."""
    detail: bool = False
    """True: long or secondary; a page folds it, a terminal shows it only when details are wanted."""
    printed: bool = False
    """True: what is folded on a screen is open on paper."""
    digits: int = 3
    """Digits behind the point of numbers that are not whole."""
    bars: bool = False
    """True: its last column counts, and a page draws each count as a bar."""
    right: tuple[int, ...] = ()
    """Columns of figures that are written already; a terminal sets them to the right, as it does numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A paragraph, or points one under the other."""

    lines: tuple[str, ...]
    """The paragraph, or the points; spaces before a line are for the terminal."""
    points: bool = False
    """True: each line is a point of a list."""
    soft: bool = False
    """True: a remark beside the matter."""
    caution: bool = False
    """True: what must be known before the section's numbers are read; it goes wherever one of its tables goes."""
    talk: bool = False
    """True: said to the user beside the data; a terminal shows it on stderr."""
    detail: bool = False
    """True: a terminal shows it only when details are wanted."""
    language: str | None = None
    """Language of the lines where it is not the report's own."""
    colours: tuple[tuple[str, str], ...] = ()
    """(regular expression, style): what a terminal sets off in each line, such as `(" → .*$", "green")`."""


# ----------------------------------------------------------------------------------------------- cards of schemas


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReading:
    """A sentence with one candidate in the anaphor's place, or why there is none."""

    candidate: str
    """The candidate as the collection writes it."""
    text: str | None = None
    """The reading; None where there is none."""
    slot: tuple[int, int] | None = None
    """Where the candidate stands in the reading."""
    right: bool = False
    """Whether this is the right answer."""
    remark: str | None = None
    """How sure the reading is where that must be said, or why there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEvidence:
    """What gives an answer away: a figure, and the sentences of a corpus behind it."""

    text: str
    """What was found, such as two counts and their scores."""
    lines: tuple[tuple[str, str, str], ...] = ()
    """(what the sentence shows, the sentence, where it stands)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardItem:
    """One sentence of a schema, and what is known of it."""

    id: str
    """The item's name."""
    pieces: tuple[tuple[str, str], ...]
    """The sentence cut at its marks: (`plain` | `anaphor` | `cue`, text)."""
    prompt: str | None = None
    """The question that is asked of it."""
    candidates: tuple[str, ...] = ()
    """The answers to choose from."""
    answer: str | None = None
    """The right one, where it is known."""
    readings: tuple[CardReading, ...] = ()
    """The sentence with each candidate put in."""
    evidence: tuple[CardEvidence, ...] = ()
    """What gives its answer away."""
    people: tuple[int, int] | None = None
    """(right answers, answers) of people."""
    systems: tuple[tuple[str, str, bool | None], ...] = ()
    """(system, what it answered, whether that is right; None: it did not answer)."""

    @property
    def marked(self) -> str:
        """The sentence with its anaphor in brackets, as a terminal shows it."""
        return "".join(f"[{words}]" if kind == "anaphor" else words for kind, words in self.pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaCard:
    """A schema, or a problem, with everything that a result knows of it."""

    id: str
    """Its name in the collection."""
    items: tuple[CardItem, ...]
    """Its sentences."""
    collection: str | None = None
    """The collection's name: with the schema's it is the card's address on a site."""
    language: str | None = None
    """Language of the sentences."""
    about: str | None = None
    """What is said of it as a whole, such as its domains, or how it is solved."""
    state: str | None = None
    """Where it stands: kept, excluded, a draft, in the reader's words."""
    findings: tuple[tuple[str, str, str], ...] = ()
    """(severity, code, sentence) of what the checker found."""
    comments: tuple[str, ...] = ()
    """What people remarked."""
    next: tuple[Step, ...] = ()
    """What one may do with it: edit, exclude, use a repair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """Schemas one under the other."""

    cards: tuple[SchemaCard, ...]
    """The schemas."""
    caption: str | None = None
    """What they have in common, in one line."""
    first: int | None = None
    """Cards that are shown at once, the rest being a detail; None: all."""
    detail: bool = False
    """True: a page folds them, a terminal shows them only when details are wanted."""


# ----------------------------------------------------------------------------------------------- figures, provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A figure that is drawn, and the numbers in it; a terminal shows neither."""

    figure: "MatplotlibFigure"
    """What is drawn."""
    title: str
    """What it shows, in one line; also the figure's description for those who cannot see it."""
    columns: tuple[str, ...]
    """Names of the table's columns."""
    rows: tuple[tuple[Cell, ...], ...]
    """The table behind the figure."""
    digits: int = 3
    """Digits behind the point of the table's numbers."""
    note: str | None = None
    """What must be known to read it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure that is drawn when a medium shows it: to draw takes a while, and a terminal shows none."""

    draw: "Callable[[], Drawing | None]"
    """Draws it; None: there is nothing to draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """How the numbers of a section were made; a page folds it."""

    signatures: tuple[str, ...]
    """Each names everything that its numbers depend on."""
    shared: str | None = None
    """What several signatures share; a terminal shows it in their place unless details are wanted."""
    settings: tuple[tuple[str, Cell], ...] = ()
    """What was set, by name, where that is more than the signatures say."""


Block = VerdictBlock | Numbers | Table | Text | Cards | Figure | Drawing | Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One result: what is shown of it to people, and the document that programs read."""

    id: str
    """Where a link in the page leads."""
    title: str
    """Its heading."""
    parts: tuple[Block, ...]
    """What it shows, in order."""
    stamp: str | None = None
    """A warning in a frame, such as *simulated people*."""
    spaced: bool = False
    """True: a terminal leaves a line free between its blocks, which are many."""
    data: Mapping[str, Any] | Callable[[], Mapping[str, Any]] | None = None
    """The same result for programs, or what makes it: one JSON document with stable keys."""

    @property
    def document(self) -> dict[str, Any]:
        """The same result for programs: one JSON document with stable keys."""
        return dict(self.data() if callable(self.data) else self.data or {})

    @property
    def signature(self) -> str | None:
        """How its numbers were made, one signature a line."""
        lines = [line for part in self.parts if isinstance(part, Provenance) for line in part.signatures]
        return "\n".join(lines) or None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A whole report."""

    title: str
    """Its heading."""
    sections: tuple[Section, ...]
    """In the order of the chain."""
    interface: str = field(default_factory=interface)
    """Language of its own words."""
    lead: str | None = None
    """What it is, in a sentence or two."""
    points: tuple[str, ...] = ()
    """What it found, in short, before everything else."""
