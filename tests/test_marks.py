"""What `make test` and `make quick` leave out is left out by marks, and no test falls between two groups."""

import re
from itertools import product
from pathlib import Path

import pytest

from tests.marks import may_be_chosen

ROOT = Path(__file__).resolve().parents[1]
WHOLE = "import pytest\n\npytestmark = pytest.mark.waiting\n"
LIST = """\
pytestmark = [
    pytest.mark.browser,
    pytest.mark.waiting,
]


@pytest.mark.long
def test_a() -> None: ...
"""
SOME = "@pytest.mark.waiting\ndef test_a() -> None: ...\n"
NONE = "def test_a() -> None: ...\n"


@pytest.mark.parametrize(
    ("expression", "chosen"),
    [
        ("waiting", [WHOLE, LIST, SOME]),
        ("not waiting", [SOME, NONE]),
        ("waiting and not long", [WHOLE, LIST, SOME]),
        ("long", [LIST]),
        ("not (browser or waiting)", [SOME, NONE]),
        ("browser and not waiting", []),
    ],
)
def test_a_file_is_left_unread_where_no_test_of_it_can_be_chosen(expression: str, chosen: list[str]) -> None:
    assert [text for text in (WHOLE, LIST, SOME, NONE) if may_be_chosen(expression, text)] == chosen


def test_the_groups_of_make_test_have_every_test_once() -> None:
    """All tests but the long ones, whatever other marks they have."""
    recipe = (ROOT / "Makefile").read_text("utf-8").partition("\ntest:")[2].partition("\n\n")[0]
    groups = re.findall(r'-m "([^"]+)"', recipe)
    assert len(groups) == 2
    for long, waiting, slow in product((False, True), repeat=3):
        marks = {"long": long, "waiting": waiting, "slow": slow}
        assert sum(eval(group, {}, marks) for group in groups) == (not long)
