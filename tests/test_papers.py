"""What the documentation says of the four papers stands in their text."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[1] / "docs" / "papers" / "claims.md"
PAPERS = dict(re.findall(r"^## Paper (\d).*?\n(.*?)(?=^## |\Z)", PAGE.read_text("utf-8"), re.M | re.S))
ROWS = [
    (number, *(cell.strip() for cell in row.split("|")[1:-1]))
    for number, table in PAPERS.items()
    for row in re.findall(r"^\|.*\|$", table, re.M)[2:]
]
VERDICTS = ("as printed", "computed", "remade", "in part", "differs", "the paper is silent", "the tables have")


def _bare(text: str) -> str:
    """Letters, digits and signs without emphasis, hyphenation, typographic marks and the spaces between them."""
    return re.sub(r"[\s*$_\\{}'’«»-]", "", text).lower()


def test_every_claim_has_a_section_and_a_verdict() -> None:
    assert {number for number, *_ in ROWS} == {"1", "2", "3", "4"}
    for number, said, section, words, verdict in ROWS:
        assert section, (number, said)
        assert verdict.startswith(VERDICTS), (number, said)
        assert words or verdict.startswith(("computed", "the paper is silent")), (number, said)


@pytest.mark.parametrize("number", PAPERS)
def test_the_words_stand_in_the_paper(number: str, shared: Path) -> None:
    (paper,) = (shared.parent / "papers").glob(f"{number}-*.txt")
    text = _bare(paper.read_text("utf-8"))
    quoted = [re.sub(r"^[«“]|[»”]$", "", words) for which, _, _, words, _ in ROWS if which == number and words]
    assert [words for words in quoted if _bare(words) not in text] == []
