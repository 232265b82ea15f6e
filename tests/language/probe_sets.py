"""Probes of readings: sentences judged before the rules were changed, in a development and a test half.

A file of `probes/` holds constructions (`== name`), marked texts, and under each the candidates with what is right:
`…` stands for what the text has already, `|` between several right readings, `-` where to abstain is right.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from anaphor.language import LANGUAGES, NoReading, Reading, Sureness
from anaphor.schema import Span

FOLDER = Path(__file__).with_name("probes")
ABSTAINS = "-"
_HEADING = (
    "# Right readings of all that are not certain, by first rule: `python -m tests.language.probe_sets` counts them."
)
HALVES = ("development", "test")
OPENED = frozenset({"2", "3", "5", "7", "8", "9", "10", "11", "12", "14"})
"""Draws whose test half was read after it had been measured (docs/language.md has the figures)."""


class Verdict(StrEnum):
    """What became of a probe."""

    RIGHT = "right"
    """A right reading, or a right abstention."""
    WRONG = "wrong"
    """A reading that is none of the right ones."""
    NEEDLESS = "needless abstention"
    """No reading where there is one."""


class Probe(NamedTuple):
    """A marked text with a candidate, and what may come out."""

    language: str
    set_name: str
    """`ordinary` or `hostile`."""
    construction: str
    marked: str
    candidate: str
    expected: tuple[str, ...]
    draw: str = "1"
    """Which file: the first six draws are one, `french_hostile_2` is the seventh."""

    @property
    def half(self) -> str:
        """Development or test, by the letters of the text; an opened draw is all development."""
        return HALVES[self.draw not in OPENED and sha256(self.marked.encode()).digest()[0] % 2]

    @property
    def text(self) -> str:
        """The text without the mark."""
        return self.marked.replace("[", "").replace("]", "")

    def made(self) -> Reading | NoReading:
        """The best reading that the rules make."""
        span = Span(start=self.marked.index("["), end=self.marked.index("]") - 1)
        found = LANGUAGES.get(self.language).readings(self.text, span, self.candidate)
        return found if isinstance(found, NoReading) else found[0]

    def verdict(self, made: Reading | NoReading) -> Verdict:
        """Whether what was made is right."""
        if isinstance(made, NoReading):
            return Verdict.RIGHT if ABSTAINS in self.expected else Verdict.NEEDLESS
        return Verdict.RIGHT if any(self._fits(each, made.text) for each in self.expected) else Verdict.WRONG

    def _fits(self, expected: str, made: str) -> bool:
        if expected == ABSTAINS:
            return False
        core = expected.strip("…").strip() if expected.startswith("…") else expected
        return made == core or (
            expected.startswith("…") and made.endswith(core) and self.text.startswith(made.removesuffix(core))
        )


@cache
def probes(folder: str = ".") -> tuple[Probe, ...]:
    """Every probe of every file, in order; those of `held` were run once, after the rules were done."""
    return tuple(probe for path in sorted((FOLDER / folder).glob("*.txt")) for probe in _read(path))


def _read(path: Path) -> Iterator[Probe]:
    language, set_name, draw = f"{path.stem}_1".split("_")[:3]  # french_hostile, french_hostile_2
    construction = marked = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("=="):
            construction = line.strip("= ")
        elif line.startswith("  "):
            candidate, _, expected = line.strip().partition(" = ")
            right = tuple(each.strip() for each in expected.split(" | "))
            yield Probe(language[:2], set_name, construction, marked, candidate, right, draw)
        elif line:
            marked = line


def shares(language: str) -> dict[str, list[int]]:
    """Right readings and all readings that are not certain, by their first rule, in the half that was never read."""
    counted = {"every": [0, 0]}
    for probe in probes():
        found = probe.made()
        if probe.language != language or probe.half != HALVES[1] or isinstance(found, NoReading):
            continue
        if found.sureness is not Sureness.CERTAIN:
            for name in ("every", found.rules[0]):
                row = counted.setdefault(name, [0, 0])
                row[0] += probe.verdict(found) is Verdict.RIGHT
                row[1] += 1
    return dict(sorted(counted.items()))


def share_table(language: str) -> str:
    """The table of shares as it is written into the package."""
    rows = (f'"{name}" = [{right}, {of}]' for name, (right, of) in shares(language).items())
    return "\n".join((_HEADING, *rows, ""))


if __name__ == "__main__":
    for code, folder in {"fr": "french", "en": "english"}.items():
        path = Path(str(files("anaphor").joinpath("data", folder, "reading_shares.toml")))
        path.write_text(share_table(code), encoding="utf-8")
