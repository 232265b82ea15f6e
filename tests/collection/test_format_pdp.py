"""The Pronoun Disambiguation Problems of 2016: candidates, passages, how people did."""

from collections import Counter
from pathlib import Path

import pytest

from anaphor.collection import Source
from anaphor.collection.formats.wsc_en import PDP
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import ContentError, FormatError
from anaphor.schema import Collection, HumanCount, Item, question_of

SPECIMEN = Path(__file__).parent / "specimens" / "pdp.xml"


def read(data: bytes) -> Collection:
    return PDP.read(Source(name="pdp.xml", stem="pdp", data=data), ReadSettings())


def test_problems_keep_candidates_key_source_and_human_count() -> None:
    second = read(SPECIMEN.read_bytes()).problems[1]
    assert isinstance(second.item, Item)
    assert (second.item.answer, second.source) == ("the basket", "Invented for a test")
    assert second.item.annotations.human == HumanCount(right=19, asked=19)


def test_problems_over_one_text_share_a_passage() -> None:
    assert [problem.passage for problem in read(SPECIMEN.read_bytes()).problems] == ["1", "1", None]


def test_prose_without_a_count_is_an_error_with_its_line() -> None:
    with pytest.raises(FormatError, match=r"pdp\.xml:8, field humanSubjects"):
        read(SPECIMEN.read_bytes().replace(b"17 out of 19 subjects", b"Most people"))


def test_an_impossible_count_is_refused() -> None:
    with pytest.raises(ContentError, match=r"pdp\.xml:3: 21 right answers of 19"):
        read(SPECIMEN.read_bytes().replace(b"17 out", b"21 out"))


@pytest.mark.shared
def test_the_published_problems_load(shared: Path) -> None:
    """Figures from data/README.md: 60 items, candidates 45×2 12×3 1×4 2×5, humans 33×19 19×18 6×17 2×16."""
    problems = read((shared / "pdp" / "PDPChallenge2016.xml").read_bytes()).problems
    counts = Counter(len(question_of(problem.item).candidates) for problem in problems)
    humans = [problem.item.annotations.human for problem in problems if isinstance(problem.item, Item)]
    assert (len(problems), counts) == (60, {2: 45, 3: 12, 4: 1, 5: 2})
    assert Counter(human.right for human in humans if human) == {19: 33, 18: 19, 17: 6, 16: 2}
    repeats = [p for p in problems if p.passage not in (None, p.id)]
    assert len(repeats) == 20
