"""What the tests of French readings share: a marked text, a candidate, and what should come out."""

from anaphor.language import NoReading, Reading
from anaphor.language.french.reading.reading import readings
from anaphor.schema import Span

Case = tuple[str, str, str]
"""Text with its anaphor in brackets, candidate, expected reading."""


def made(marked: str, candidate: str) -> tuple[Reading, ...] | NoReading:
    """The readings of a text whose anaphor stands in brackets."""
    start, end = marked.index("["), marked.index("]") - 1
    return readings(marked.replace("[", "").replace("]", ""), Span(start=start, end=end), candidate)


def best(marked: str, candidate: str) -> str:
    """The text of the first reading."""
    found = made(marked, candidate)
    assert not isinstance(found, NoReading), found.detail
    return found[0].text
